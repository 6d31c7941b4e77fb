// What `last_event` of a state.json may say, and how people read it.

export const EVENTS = {
  feature_created: { label: 'starting up' },
  resumed: { label: 'resumed' },
  pm_completed: { label: 'pm done' },
  architecture_written: { label: 'architecture ready' },
  plan_written: { label: 'plan ready' },
  design_written: { label: 'design ready' },
  implementation_completed: { label: 'code done' },
  review_failed: { label: 'fix needed' },
  review_passed: { label: 'review passed' },
  changes_requested: { label: 'changes asked' },
  run_canceled: { label: 'canceled' },
  run_failed: { label: 'run failed' },
} as const satisfies Readonly<Record<string, { readonly label: string }>>;

export type EventName = keyof typeof EVENTS;

export const isEvent = (name: string): name is EventName => Object.hasOwn(EVENTS, name);

/** An event that nobody knows is still readable. */
export const labelOf = (event: string): string =>
  isEvent(event) ? EVENTS[event].label : event.replaceAll('_', ' ');

export const unknownEventMessage = (event: string): string =>
  `Unknown last_event: '${event}'. Valid values: [${Object.keys(EVENTS)
    .map((name) => `'${name}'`)
    .join(', ')}]`;
