// What agents hand in and people say where a quest is simulated.
import { finding } from '../../src/systems/quest/files/findings.fixture.ts';
import type { Finding } from '../../src/systems/quest/files/findings-file.ts';

export const REQUEST = 'Say things in src/thing';
/** What people answer to every question; where the builder asks, it ends up in the code. */
export const ANSWER = 'softly';
/** What people want changed. */
export const CHANGE = 'Say it once more.';
export const REASON = 'It is as good as it gets.';
export const NAME = 'simulated';

export const PLAN = 'phase_01_plan';
export const BUILD = 'phase_02_implementation';
export const REVIEW = 'phase_03_review';
export const FEEDBACK = `${PLAN}/user_feedback.md`;

export const question = (number: number): string => `How loud is thing ${number} to be?`;

/** How the questioner's questions begin, and what it makes of the answers. */
export const summaryText = (answers: readonly string[]): string => `## Questioner Summary

### Requirements
${answers.map((answer) => `- ${answer}`).join('\n')}

### Constraints
- None.

### Confirmed Assumptions
- None.

### Unresolved Unknowns
- None.

### Readiness Statement
Ready.
`;

export const routerText = (more: object): string =>
  JSON.stringify({
    ...{ route: 'workflow', confidence: 0.9, risk_level: 'low', complexity: 'substantial' },
    ...{ reason: 'One file.', missing_information: [], ui_work: false, ui_work_evidence: [] },
    dimensions: {
      ...{ deliverable: 'present', scope: 'present', success_criteria: 'present', constraints: 'partial' },
      ...{ input_artifacts: 'present', testing_expectations: 'present', deployment_expectations: 'missing' },
    },
    ...more,
  });

export const planText = (iteration: number, changes: number, loudness: string): string => `# Say things

## Problem
Nothing is said; people asked for ${changes} changes.

## Phases

### Phase 1: Say it
src/thing

### Phase 2: Test it
test/thing.test.js

## Acceptance Criteria
- AC1: src/thing says planned-${iteration}, ${loudness}
`;

/** Which plan it is. */
export const iterationOf = (plan: string): number => Number(/planned-(\d+)/.exec(plan)?.[1] ?? 0);

export const PROJECT: Readonly<Record<string, string>> = {
  README: 'a project',
  'src/start': 'start here',
  'test/start.test.js': 'starts: src/start has start here\nis there: src/start has start',
};

/** The change as honest work leaves it, built from a plan and fixed so often. */
export const workOf = (
  iteration: number,
  loudness: string,
  fixes: readonly number[],
): Readonly<Record<string, string>> => ({
  'src/thing': [
    `say thing, planned-${iteration}, ${loudness}`,
    ...fixes.map((round) => `fixed in round-${round}`),
  ].join('\n'),
  'test/thing.test.js': [
    `says thing: src/thing has say planned-${iteration} ${loudness}`,
    ...fixes.map((round) => `is fixed in round-${round}: src/thing has round-${round}`),
  ].join('\n'),
});

/** Which rounds have fixed it. */
export const fixesIn = (code: string): number[] =>
  [...code.matchAll(/^fixed in round-(\d+)$/gm)].map(([, round]) => Number(round));

/** What a builder has got wrong at first, and the code of the problem that tells it so. */
export const LIES = {
  red: 'TESTS_FAILED',
  blind: 'TESTS_NOT_RED',
  weakened: 'TESTS_WEAKENED',
  hollow: 'TESTS_HOLLOW',
} as const;
export type Lie = keyof typeof LIES;
export const LIE_NAMES: readonly Lie[] = ['red', 'blind', 'weakened', 'hollow'];

export const spoil = (files: Map<string, string>, lie: Lie): void => {
  const start = 'test/start.test.js';
  if (lie === 'red') files.set('src/thing', 'nothing yet');
  if (lie === 'blind') files.set('test/thing.test.js', 'says thing: src/start has start');
  if (lie === 'weakened') files.set(start, 'starts: src/start has start\nis there: src/start has start');
  if (lie !== 'hollow') return;
  files.set('src/start', 'begin here');
  files.set(start, 'starts: src/start has here\nis there: src/start has here');
};

/** What was built is broken, and the test that would show it is gone. */
export const dropTest = (files: Map<string, string>): void => {
  const test = 'test/thing.test.js';
  const text = files.get(test) ?? '';
  files.set('src/thing', (files.get('src/thing') ?? '').replace('say', 'mumble'));
  files.set(test, text.slice(text.indexOf('\n') + 1));
};

/** One that must be fixed, and one that can wait. */
export const DEFECT: Finding = finding({
  ...{ finding_id: 'A-1', path: 'src/thing', write_scope: ['src/thing'], summary: 'It says too little.' },
});
export const TRIFLE: Finding = finding({
  ...{ finding_id: 'B-1', severity: 'low', confidence: 'medium', path: 'src/start' },
  ...{ write_scope: ['src/start'], summary: 'It could be shorter.', evidence: ['one', 'two'] },
});

export const inQuest = (path: string): string => `.quest/${NAME}/${path}`;

export interface Said {
  readonly status: 'complete' | 'needs_human' | 'blocked';
  readonly artifacts: readonly string[];
  readonly next: string | null;
  readonly summary: string;
}

export const block = ({ status, artifacts, next, summary }: Said, above = 'It is done.'): string =>
  `${above}\n\n---HANDOFF---\nSTATUS: ${status}\nARTIFACTS: ${artifacts.join(', ') || 'none'}\nNEXT: ${next ?? 'null'}\nSUMMARY: ${summary}\n`;

export const handoffJson = (said: Said): string => `${JSON.stringify(said)}\n`;
