// What agents hand in and people say where agentmux is simulated.

export const REQUEST = 'Say things';
/** What the person wants changed, having seen the result. */
export const CHANGE = 'The third thing is to be said loudly.';
export const QUESTION = 'How loud is the third thing to be?';
export const MESSAGE = 'feat: say things';
/** A file that a coder adds and the person leaves out. */
export const EXTRA = 'src/four/extra';
/** What one reviewer says it has looked at; no fix touches it. */
export const REVIEWED = 'src/one';

export const SUMMARY = '08_completion/summary.md';
export const researchFile = (item: string, name: string): string => `03_research/${item}/${name}.md`;

interface Sub {
  readonly title: string;
  readonly owned: readonly string[];
}

const planText = (
  overview: string,
  needsDesign: boolean,
  groups: string,
  subplans: readonly Sub[],
): string => `version: 2
plan_overview: ${JSON.stringify(overview)}
needs_design: ${needsDesign}
needs_docs: false
doc_files: []
review_strategy: {severity: medium}
groups:
${groups}
subplans:
${subplans
  .map(
    ({ title, owned }, at) => `  - index: ${at + 1}
    title: ${title}
    scope: ${title}
    owned_files: [${owned.join(', ')}]
    dependencies: None
    implementation_approach: ${title}
    acceptance_criteria: ${title}
    tasks: [${title}]`,
  )
  .join('\n')}
`;

const owned = (name: string): string[] => [`src/${name}`, `test/${name}`];

/** One group after the other and one side by side. */
export const FIRST_PLAN = planText(
  '# Say things',
  true,
  `  - {group_id: first, mode: serial, plans: [{index: 1, name: One}, {index: 2, name: Two}]}
  - {group_id: then, mode: parallel, plans: [{index: 3, name: Three}, {index: 4, name: Four}]}`,
  [
    { title: 'Say one', owned: [...owned('one'), 'src/fixes/'] },
    { title: 'Say two', owned: owned('two') },
    { title: 'Say three', owned: owned('three') },
    { title: 'Say four', owned: [...owned('four'), 'src/four/'] },
  ],
);

/** After the change request, on top of what is there. */
export const changedPlan = (found: string): string =>
  planText(
    `# Say it loudly\n\n${found}`,
    false,
    '  - {group_id: loud, mode: serial, plans: [{index: 1, name: Loud}]}',
    [{ title: 'Say three loudly', owned: [...owned('three'), 'test/loud', 'src/fixes/'] }],
  );

export const BAD_PLAN = 'version: 1\nplan_overview: ""\ngroups: []\nsubplans: []\n';

export const failed = (missing: string): string =>
  `verdict: fail
summary: ${missing} is missing.
findings:
  - {location: ${missing}, severity: high, issue: It is missing., recommendation: Add it.}
`;

export const passed = (reviewed: readonly string[]): string =>
  `verdict: pass
summary: Good.
commit_message: "feat: what a reviewer says"
${reviewed.length === 0 ? '' : `reviewed: [${reviewed.join(', ')}]\n`}`;
