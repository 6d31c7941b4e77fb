// Rows of tests and runs around them, short to write, for the tests of the clauses about a change.
import type {
  Evidence,
  EvidenceRequest,
  FileChange,
  TestCell,
  TestFileChange,
  TestRow,
  TestRun,
  TestRunsEvidence,
} from '../../model/evidence.ts';
import type { Verdict } from '../../model/run/verdict.ts';
import type { Clause } from '../clause.ts';
import { BASE, diff, HEAD, testChanges } from '../evidence.fixture.ts';
import type { Change } from './change.ts';

const CELLS: Readonly<Record<string, TestCell>> = {
  '+': 'passed',
  '-': 'failed',
  '~': 'skipped',
  '.': 'gone',
  '!': 'unloaded',
  '?': 'unknown',
};

/** `row('++-+')`: base, old tests on the new code, new tests on the old code, head. */
export const row = (cells: string, more: Partial<TestRow> = {}): TestRow => {
  const [base, oldTests, oldCode, head] = [...cells].map((cell) => CELLS[cell]!);
  return {
    ...{
      name: 'adds',
      file: 'test/add.test.js',
      base: base!,
      oldTests: oldTests!,
      oldCode: oldCode!,
      head: head!,
    },
    text: 'changed',
    ...more,
  };
};

const count = (rows: readonly TestRow[], run: 'base' | 'oldTests' | 'oldCode' | 'head', cell: TestCell) =>
  rows.filter((one) => one[run] === cell).length;

const runOf = (
  rows: readonly TestRow[],
  name: 'base' | 'oldTests' | 'oldCode' | 'head',
  plain: number,
): TestRun => {
  const failures = rows
    .filter((one) => one[name] === 'failed')
    .map(({ name: test, file }) => ({ name: test, message: 'not equal', ...(file ? { file } : {}) }));
  const numbers = {
    passed: count(rows, name, 'passed') + plain,
    failed: failures.length,
    skipped: count(rows, name, 'skipped'),
  };
  const unloaded = rows.flatMap((one) =>
    one[name] === 'unloaded' ? [{ file: one.file ?? '*', message: 'it cannot be loaded' }] : [],
  );
  return {
    ...{ line: 'npm test', end: 'exited', exit: failures.length + unloaded.length > 0 ? 1 : 0, tail: '' },
    ...{ durationMs: 1, sandbox: 'none' },
    tests: {
      total: numbers.passed + numbers.failed + numbers.skipped,
      ...numbers,
      failures,
      ...(unloaded.length === 0 ? {} : { unloaded }),
    },
  };
};

export const runs = (
  rows: readonly TestRow[],
  more: Partial<Omit<TestRunsEvidence, 'kind' | 'rows'>> = {},
): TestRunsEvidence => {
  const plain = more.plain ?? 1;
  return {
    kind: 'test-runs',
    rows: [...rows],
    runs: {
      base: runOf(rows, 'base', plain),
      oldTests: runOf(rows, 'oldTests', plain),
      oldCode: runOf(rows, 'oldCode', plain),
      head: runOf(rows, 'head', plain),
    },
    ...{ cut: false, plain, byNumbers: false, support: [] },
    ...more,
  };
};

export const changeWith = (more: Partial<Change> = {}): Change => ({
  ...{ command: 'test', base: BASE, head: HEAD, kind: 'feature', released: [], strict: false, commands: [] },
  ...more,
});

export interface Shown {
  readonly runs?: Evidence;
  readonly changes?: readonly TestFileChange[];
  readonly files?: readonly (FileChange | string)[];
  readonly command?: Evidence;
}

const answer = (
  request: EvidenceRequest,
  { runs: found, changes, files, command }: Shown,
): Evidence | undefined => {
  if (request.kind === 'test-runs') return found;
  if (request.kind === 'test-changes') return testChanges(...(changes ?? []));
  if (request.kind === 'diff') return diff(...(files ?? ['src/add.js', 'test/add.test.js']));
  return request.kind === 'command' ? command : undefined;
};

/** Only what was asked for can be seen. */
export const verdictOf = (clause: Clause, shown: Shown): Verdict => {
  const asked = new Set(clause.needs.map((need) => JSON.stringify(need)));
  return clause.judge((request) => (asked.has(JSON.stringify(request)) ? answer(request, shown) : undefined));
};
