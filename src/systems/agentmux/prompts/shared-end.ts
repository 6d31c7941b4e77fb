/** What stands before the constraints in the prompt of whoever may learn what people prefer. */
export const sharedEnd = (contract: 'architecture' | 'plan' | 'review'): string =>
  `[[shared:handoff-contract-${contract}]]

[[shared:preference-memory]]

[[shared:handing-in]]

[[placeholder:project_instructions]]`;
