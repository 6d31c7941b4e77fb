// Checks and evidence for properties: honest evidence, so that checks pass often enough, and any other beside it.

import fc from 'fast-check';
import {
  commandEvidenceSchema,
  type Evidence,
  type EvidenceRequest,
  evidenceKey,
  type TestRow,
  testCellSchema,
} from '../model/evidence.ts';
import { FINDING_SEVERITIES } from '../model/measured.ts';
import type { Assignment } from '../model/run/event.ts';
import type { Digest } from '../model/run/sealed.ts';
import { allOf } from '../model/run/verdict.ts';
import { tree as treeHandle } from '../model/workflow/handles.ts';
import type { Part, Submission, View } from '../model/workflow/view.ts';
import type { Check } from '../model/workflow/workflow.ts';
import type { Change } from './change/change.ts';
import { row, runs } from './change/change-cases.fixture.ts';
import { changeChecks } from './change/change-clauses.ts';
import { changesWithin } from './change/changes-within.ts';
import { mergesCleanly } from './change/merges-cleanly.ts';
import { protectedKept } from './change/protected-kept.ts';
import { scopeKept } from './change/scope-kept.ts';
import { sizeKept } from './change/size-kept.ts';
import { testsGreen } from './change/tests-green.ts';
import { change, diff, from, ran, testChanges, testFile, to, tree } from './evidence.fixture.ts';
import { claimsMatch } from './measures/claims-match.ts';
import { commandGreen } from './measures/command-green.ts';
import { coverageKept } from './measures/coverage-kept.ts';
import { findingsClean } from './measures/findings-clean.ts';
import { mutationKept } from './measures/mutation-kept.ts';
import { projectCommand } from './measures/project-commands.ts';

const trees = { base: from, head: to };

const changeIn = (s: Submission): Change => ({
  ...{
    command: 'test',
    base: from(s),
    head: to(s),
    kind: 'feature',
    released: [],
    strict: false,
    commands: [],
  },
});

/** All clauses about a change as one: what one of them leaves to another is rejected all the same. */
const family = (name: string, changeOf: (s: Submission) => Change): Check => {
  const checks = changeChecks(changeOf, { without: ['work-changed', 'lint-green', 'types-green'] });
  return {
    ...{ name, says: 'a change is what it says' },
    needs: (s) => [
      ...new Map(checks.flatMap((one) => one.needs(s)).map((n) => [evidenceKey(n), n])).values(),
    ],
    judge: (s, seen) => allOf(checks.map((one) => one.judge(s, seen))),
  };
};

/** What only gets worse with worse evidence. */
export const ORDERED_CHECKS: readonly Check[] = [
  testsGreen({ command: 'test', ...trees }),
  testsGreen({ command: 'test', base: () => undefined, head: to }),
  family('family', changeIn),
  family('family, named', (s) => ({
    ...changeIn(s),
    ...{ named: [{ file: 'a.test.js', name: 'adds' }], strict: true },
  })),
  family('family, released', (s) => ({ ...changeIn(s), released: ['keeps'], kind: 'rename' })),
  scopeKept({ ...trees, declared: () => ['src/', 'a.test.js'], ignore: () => ['x.lock'] }),
  protectedKept({
    ...{ ...trees, kinds: () => ['lock', 'tests'], released: () => ['a.test.js'], mayAddTests: () => true },
    kindOf: (path) => (path.endsWith('.lock') ? 'lock' : path.endsWith('.test.js') ? 'tests' : undefined),
  }),
  sizeKept({ ...trees, filesMax: () => 2, linesMax: () => 4 }),
  commandGreen({ command: 'lint', head: to, required: () => false }),
  coverageKept({ ...trees, absoluteMin: () => 90, deltaMin: () => 0.1 }),
  coverageKept({ ...trees, absoluteMin: () => 50, changedMin: () => 80, mayDecrease: () => true }),
  mutationKept({ ...trees, min: () => 80, perFile: () => true }),
  findingsClean({ command: 'security', ...trees, medium: () => 'refused' }),
  findingsClean({ command: 'security', ...trees, all: () => true }),
];

export const ALL_CHECKS: readonly Check[] = [
  ...ORDERED_CHECKS,
  mergesCleanly({ artifact: treeHandle('work', { each: true }), base: treeHandle('base') }),
  changesWithin({
    ...{ from, to, allowed: () => ['a', 'b'], says: 'you change only a and b' },
    isWithin: (file, allowed) => allowed.includes(file),
  }),
  coverageKept({ ...trees, absoluteMin: () => 50, claimed: () => ({ absolute: 95, delta: '+5.0' }) }),
  mutationKept({ ...trees, min: () => 80, claimed: () => 90 }),
  claimsMatch({ command: 'test', head: to, claimed: () => ({ passed: 3, failed: 0 }) }),
  projectCommand({ claims: () => [{ cmd: 'npm test', about: 'tests' }], known: () => ['npm run test'] }),
];

export interface Candidate {
  readonly start: Digest | undefined;
  readonly work: Digest | undefined;
  readonly base: Digest | undefined;
  readonly parts: readonly Part[];
}

export const submissionOf = ({ start, work, base, parts }: Candidate): Submission =>
  ({
    assignment: { id: 'coding.coder.a.1', item: 'a' } as Assignment,
    outcome: 'done',
    args: {},
    view: { digest: () => base, has: () => base !== undefined } as Partial<View> as View,
    digest: () => work,
    start,
    parts: () => parts,
    merged: () => undefined,
  }) as Partial<Submission> as Submission;

const anyTree = fc.integer({ min: 0, max: 3 }).map(tree);
const anyPart = fc.record({ item: fc.constantFrom('a', 'b', 'c'), start: anyTree, tree: anyTree });
const anyCandidate: fc.Arbitrary<Candidate> = fc.record({
  start: fc.option(anyTree, { nil: undefined, freq: 8 }),
  work: fc.option(anyTree, { nil: undefined, freq: 8 }),
  base: fc.option(anyTree, { nil: undefined }),
  parts: fc.array(anyPart, { maxLength: 3 }),
});

const count = fc.integer({ min: 0, max: 3 });
const anyName = fc.constantFrom('keeps', 'adds', 'other', 'suite > adds', '');
const anyPath = fc.constantFrom('a.test.js', 'b.test.js', 'src/a.js', 'x.lock', 'a', 'lib/z.js');
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });
/** Leaves out what is undefined, as evidence does. */
const present = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;

const anyCase = fc
  .record({ name: anyName, file: maybe(anyPath), status: fc.constantFrom('passed', 'failed', 'skipped') })
  .map(present);
export const anyCounts = fc
  .record({
    ...{ total: count, passed: count, failed: count, skipped: count },
    failures: fc.array(fc.record({ name: anyName, message: fc.string() }), { maxLength: 2 }),
    cases: maybe(fc.array(anyCase, { maxLength: 4 })),
  })
  .map(present);
const anyCoverage = fc.record({
  format: fc.constant('lcov' as const),
  lines: fc.record({ covered: count, total: fc.constant(3) }),
  files: fc.dictionary(
    anyPath,
    fc.record({ covered: count, total: fc.constant(3), missed: fc.constant([]) }),
  ),
});
const anyFindings = fc.record({
  format: fc.constant('sarif' as const),
  tools: fc.constant([]),
  counts: fc.record({ critical: count, high: count, medium: count, low: count, note: count }),
  results: fc.array(
    fc.record({
      rule: fc.constantFrom('x', 'secret'),
      severity: fc.constantFrom(...FINDING_SEVERITIES),
      message: anyName,
    }),
    { maxLength: 3 },
  ),
});
const anyMutation = fc.record({
  format: fc.constant('mutation-testing-report' as const),
  ...{ killed: count, timeout: count, survived: count, noCoverage: count, invalid: count },
  files: fc.dictionary(anyPath, fc.record({ detected: count, undetected: count })),
  survivors: fc.constant([]),
});
export const anyCommand: fc.Arbitrary<Evidence> = fc
  .record({
    kind: fc.constant('command' as const),
    line: fc.constant('npm test'),
    end: fc.constantFrom(...commandEvidenceSchema.shape.end.options),
    exit: fc.constantFrom(0, 1, null),
    tests: fc.option(anyCounts, { nil: null }),
    ...{ coverage: maybe(anyCoverage), findings: maybe(anyFindings), mutation: maybe(anyMutation) },
    cannotFail: fc.option(fc.constant('it is `true`'), { nil: undefined, freq: 1 }),
    tail: fc.string(),
    durationMs: count,
    sandbox: fc.constantFrom('none' as const, 'no-network' as const),
  })
  .map((value) => present(value) as Evidence);
const anyMerge: fc.Arbitrary<Evidence> = fc.record({
  kind: fc.constant('merge' as const),
  tree: anyTree,
  others: anyTree,
  conflicts: fc.array(fc.record({ item: fc.constantFrom('a', 'b'), files: fc.array(fc.string()) }), {
    maxLength: 2,
  }),
});
const anyChanges: fc.Arbitrary<Evidence> = fc.record({
  kind: fc.constant('changes' as const),
  files: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }),
});
const anyFileChange = fc
  .record({
    path: anyPath,
    change: fc.constantFrom('added', 'modified', 'deleted', 'renamed', 'type'),
    was: maybe(anyPath),
    kind: fc.constantFrom('file', 'executable', 'link', 'submodule'),
    modeChanged: fc.boolean(),
    ...{ added: fc.option(count), removed: fc.option(count) },
    target: maybe(fc.constantFrom('a', '../a', '/etc/passwd')),
  })
  .map(present);
const anyDiff = fc.record({
  kind: fc.constant('diff' as const),
  files: fc.array(anyFileChange, { maxLength: 3 }),
  cut: fc.boolean(),
}) as fc.Arbitrary<Evidence>;
const names = fc.array(anyName, { maxLength: 2 });
const anyTestChanges = fc.record({
  kind: fc.constant('test-changes' as const),
  files: fc.array(
    fc.record({
      ...{ path: anyPath, change: fc.constantFrom('added', 'modified', 'deleted'), declared: names },
      ...{ removed: names, skipped: names, only: names },
      weakened: fc.array(fc.record({ name: anyName, before: count, after: count }), { maxLength: 1 }),
    }),
    { maxLength: 2 },
  ),
}) as fc.Arbitrary<Evidence>;
const anyCell = fc.constantFrom(...testCellSchema.options);
const anyRow = fc
  .record({
    ...{
      name: anyName,
      file: maybe(anyPath),
      base: anyCell,
      oldTests: anyCell,
      oldCode: anyCell,
      head: anyCell,
    },
    text: fc.constantFrom('same' as const, 'changed' as const, 'unknown' as const),
  })
  .map(present);
const anyRuns: fc.Arbitrary<Evidence> = fc
  .tuple(fc.array(anyRow, { maxLength: 3 }), fc.integer({ min: 0, max: 2 }))
  .map(([rows, plain]) => runs(rows as TestRow[], { plain }));
const unavailable: fc.Arbitrary<Evidence> = fc.record({
  kind: fc.constant('unavailable' as const),
  cause: fc.string(),
});

const OLD = ['+a.test.js|keeps', '+b.test.js|other'];
const measured = (covered: number, killed: number) => ({
  coverage: {
    format: 'lcov' as const,
    lines: { covered, total: 100 },
    files: { 'src/a.js': { covered: 9, total: 10, missed: [1] } },
  },
  findings: {
    ...{ format: 'sarif' as const, tools: [], results: [] },
    counts: { critical: 0, high: 0, medium: 0, low: 0, note: 0 },
  },
  mutation: {
    ...{
      format: 'mutation-testing-report' as const,
      killed,
      timeout: 0,
      survived: 10,
      noCoverage: 0,
      invalid: 0,
    },
    ...{ files: { 'src/a.js': { detected: 9, undetected: 1 } }, survivors: [] },
  },
});

/** What an honest change of src/a.js with a test in a.test.js would show. */
const honest = (request: EvidenceRequest, { start }: Candidate): Evidence => {
  switch (request.kind) {
    case 'command':
      if (request.testsOf !== undefined) return ran([...OLD, '-a.test.js|adds']);
      return request.tree === start
        ? ran(OLD, measured(90, 80))
        : ran([...OLD, '+a.test.js|adds'], measured(95, 90));
    case 'diff':
      return diff('src/a.js', 'a.test.js');
    case 'test-changes':
      return testChanges(testFile('a.test.js', { declared: ['keeps', 'adds'] }));
    case 'changes':
      return { kind: 'changes', files: ['a'] };
    case 'merge':
      return { kind: 'merge', tree: tree(0), others: tree(0), conflicts: [] };
    case 'test-runs':
      return runs([row('..-+', { file: 'a.test.js', name: 'adds' })], { plain: 2 });
    case 'canary':
      return { kind: 'canary', tries: [{ runner: 'node', file: 'a.test.js', status: 'sound' }] };
    case 'probe':
      return { kind: 'probe', hunks: [], left: 0, silent: 0, durationMs: 1 };
  }
};

/** Mostly honest, else mostly of the kind that was asked for. */
const anyEvidence = (request: EvidenceRequest, candidate: Candidate): fc.Arbitrary<Evidence> => {
  const fitting = {
    command: anyCommand,
    merge: anyMerge,
    changes: anyChanges,
    diff: anyDiff,
    'test-changes': anyTestChanges,
    'test-runs': anyRuns,
    canary: unavailable,
    probe: unavailable,
  }[request.kind];
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(honest(request, candidate)) },
    { weight: 6, arbitrary: fitting },
    ...[anyCommand, anyMerge, anyChanges, anyDiff, anyTestChanges, unavailable],
  );
};

export interface Judgeable {
  readonly check: Check;
  readonly submission: Submission;
  readonly evidence: ReadonlyMap<string, Evidence>;
}

/** A check, what it judges, and what was observed of all that it asks for. */
export const anyJudgeable = (checks: readonly Check[]): fc.Arbitrary<Judgeable> =>
  fc.tuple(fc.constantFrom(...checks), anyCandidate).chain(([check, candidate]) => {
    const submission = submissionOf(candidate);
    const needs = check.needs(submission);
    return fc.tuple(...needs.map((need) => anyEvidence(need, candidate))).map((found) => ({
      check,
      submission,
      evidence: new Map(needs.map((need, index) => [evidenceKey(need), found[index]!])),
    }));
  });

export const passes = (
  { check, submission }: Pick<Judgeable, 'check' | 'submission'>,
  evidence: ReadonlyMap<string, Evidence>,
): boolean => check.judge(submission, (request) => evidence.get(evidenceKey(request))).status === 'met';

/** One file more, far from all that was declared. */
export const oneFileMore = change('elsewhere/far.bin', { change: 'added', added: 1, removed: 0 });
