// STAND-IN for the one family of checks, until it lands: the tests pass, no test that passed is gone or weaker by the
// four runs, and commands beside the tests pass.
import type { EvidenceRequest, TestRow } from '../model/evidence.ts';
import { problem } from '../model/problem.ts';
import type { Digest } from '../model/sealed.ts';
import { fromProblems, MET, unmet, unproven, type Verdict } from '../model/verdict.ts';
import type { WorkKind } from '../model/work-kind.ts';
import type { Clause } from './clause.ts';
import { judgeTests } from './tests-green.ts';

export interface NamedTest {
  readonly file?: string;
  readonly name?: string;
}
export interface Change {
  readonly command: string;
  readonly base: Digest | undefined;
  readonly head: Digest | undefined;
  readonly kind: WorkKind;
  readonly released: readonly string[];
  readonly knownFailures?: readonly string[];
  readonly named?: readonly NamedTest[];
  readonly strict: boolean;
  readonly owesTest?: boolean;
  readonly commands: readonly string[];
}
const hollow = (row: TestRow): boolean =>
  row.base !== 'gone' && row.oldTests === 'failed' && row.head === 'passed' && row.oldCode === 'passed';
const lost = (row: TestRow): boolean =>
  row.base !== 'gone' && row.oldTests === 'failed' && (row.head === 'gone' || row.head === 'skipped');

const commandClause = (command: string, head: Digest): Clause => {
  const request: EvidenceRequest = { kind: 'command', command, tree: head };
  return {
    name: `${command}-green`,
    says: `\`${command}\` passes`,
    needs: [request],
    judge: (seen) => {
      const found = seen(request);
      if (found?.kind !== 'command')
        return unproven(problem('EVIDENCE_UNAVAILABLE', `\`${command}\` could not be run`));
      return found.exit === 0
        ? MET
        : unmet(
            problem(
              'COMMAND_FAILED',
              `\`${found.line}\` ended with ${found.exit}\n${found.tail.slice(-1000)}`,
            ),
          );
    },
  };
};

export const changeClauses = (change: Change): readonly Clause[] => {
  const { base, head, command } = change;
  if (base === undefined || head === undefined) return [];
  const runs: EvidenceRequest = { kind: 'test-runs', command, base, head };
  const isReleased = (row: TestRow): boolean =>
    change.released.some((name) => name === row.name || name === row.file);
  const clause = (name: string, judge: (rows: readonly TestRow[]) => Verdict): Clause => ({
    name,
    says: name,
    needs: [runs],
    judge: (seen) => {
      const found = seen(runs);
      if (found?.kind !== 'test-runs') return judgeTests(found);
      const green = judgeTests({ kind: 'command', ...found.runs.head });
      if (green.status !== 'met') return name === 'tests-green' ? green : MET;
      return judge(found.rows);
    },
  });
  const tested = (rows: readonly TestRow[]): boolean =>
    rows.some((row) => row.oldCode !== 'passed' && row.head === 'passed' && row.text !== 'same');
  return [
    clause('tests-green', () => MET),
    clause('tests-kept', (rows) =>
      fromProblems(
        rows
          .filter((row) => (hollow(row) || lost(row)) && !isReleased(row))
          .map((row) =>
            problem(
              lost(row) ? 'TESTS_REMOVED' : 'TESTS_WEAKENED',
              `${row.name} fails as it was in the base`,
              {
                ...(row.file === undefined ? {} : { file: row.file }),
              },
            ),
          ),
      ),
    ),
    ...(change.owesTest === true
      ? [
          clause('red-then-green', (rows) =>
            tested(rows) ? MET : unmet(problem('TESTS_NOT_RED', 'no test fails without this change')),
          ),
        ]
      : []),
    ...change.commands
      .filter((name) => ['lint', 'types'].includes(name))
      .map((name) => commandClause(name, head)),
  ];
};
