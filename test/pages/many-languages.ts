// A run of forty coders side by side: some have been accepted, one of them at the second time, some work, the rest has not begun.
const LANGUAGES = [
  ...[
    'Arabic',
    'Basque',
    'Bengali',
    'Catalan',
    'Croatian',
    'Czech',
    'Danish',
    'Dutch',
    'English',
    'Estonian',
  ],
  ...['Finnish', 'French', 'Galician', 'German', 'Greek', 'Hebrew', 'Hindi', 'Hungarian', 'Icelandic'],
  ...[
    'Indonesian',
    'Irish',
    'Italian',
    'Japanese',
    'Korean',
    'Latvian',
    'Lithuanian',
    'Maltese',
    'Norwegian',
  ],
  ...['Persian', 'Polish', 'Portuguese', 'Romanian', 'Slovak', 'Spanish', 'Swedish', 'Thai', 'Turkish'],
  ...['Ukrainian', 'Vietnamese', 'Welsh'],
];

export const LANGUAGES_COUNT = LANGUAGES.length;
/** From this one on, coders only wait. */
const WAITS_FROM = 29;
/** It touches a file of another one first. */
const REJECTED_AT = 8;
/** Until the one who started the run ends it. */
const WAITS_S = 3_600;

const indented = (text: string): string => text.replaceAll(/^/gm, ' '.repeat(12));

const subplan = (language: string, at: number): string => `  - index: ${at + 1}
    title: ${language}
    scope: Greet in ${language}.
    owned_files: [languages/${language.toLowerCase()}.mjs]
    dependencies: None
    implementation_approach: One file with one function.
    acceptance_criteria: The file exports a greeting.
    tasks: [Write the greeting]
`;

const PLAN = `version: 2
plan_overview: |
  # Greet people in ${LANGUAGES_COUNT} languages
needs_design: false
needs_docs: false
doc_files: []
review_strategy: { severity: low, focus: [] }
groups:
  - group_id: languages
    mode: parallel
    plans: [${LANGUAGES.map((language, at) => `{ index: ${at + 1}, name: ${language} }`).join(', ')}]
subplans:
${LANGUAGES.map(subplan).join('')}`;

const write = `name=$(echo "${LANGUAGES.join(' ').toLowerCase()}" | cut -d ' ' -f {subplan_index})
mkdir -p languages
echo "export const greet = (name) => name;" > "languages/$name.mjs"
echo "wrote languages/$name.mjs"
if [ {subplan_index} -ge ${WAITS_FROM} ]; then sleep ${WAITS_S}; fi
if [ {subplan_index} -eq ${REJECTED_AT} ]; then echo hello > languages/notes.txt; fi
`;

const DONE = `{ tool: submit_done, args: { subplan_index: "{subplan_index}" } }`;

export const MANY_LANGUAGES = `roles:
  architect:
    - - write:
          02_architecting/architecture.md: |
            # Architecture

            One file for each language.
      - submit: { tool: submit_architecture, args: { reviewers: [reviewer_logic] } }
  planner:
    - - write:
          04_planning/plan.yaml: |
${indented(PLAN)}
      - submit: submit_plan
  coder:
    - - run: |
${indented(write)}
      - submit: ${DONE}
      - print: "rejected:\\n{problems}"
      - run: rm languages/notes.txt
      - submit: ${DONE}
  reviewer_logic:
    - - hang: true
`;
