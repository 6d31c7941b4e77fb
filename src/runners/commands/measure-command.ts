// What a command measures while it runs: reports are cleared and asked for before, and read after it.
import { join, posix } from 'node:path';
import { cannotFail } from '../../evidence/commands/cannot-fail.ts';
import { resolvedLine } from '../../evidence/commands/command-line.ts';
import { firstError } from '../../evidence/failures/first-error.ts';
import { parseTestOutput } from '../../evidence/reports/parse-test-output.ts';
import { pythonPlaces } from '../../evidence/reports/tests/unittest.ts';
import type { CommandEvidence } from '../../model/evidence.ts';
import type { ProcessGroupResult } from '../../std/processes/process-group.ts';
import { plainText } from '../../std/terminal-text.ts';
import type { Asking } from '../reports/ask-report.ts';
import {
  ask,
  type MeasureOptions,
  projectFiles,
  REFUSED_OPTION,
  RUNS_TESTS,
  readAsked,
} from '../reports/asked-report.ts';
import { addReport, clearReports, printedReport, readReports } from './reports.ts';
import { pathsOf } from './run-in-worktree.ts';

export type Measurement = Pick<
  CommandEvidence,
  'tests' | 'coverage' | 'findings' | 'mutation' | 'reportFaults' | 'cannotFail' | 'only' | 'basis'
> & {
  /** What is shown as printed, where the runner printed its report. */
  readonly printed?: string;
};

export interface Measuring {
  /** What is to be run. */
  readonly line: string;
  readonly env: Readonly<Record<string, string>>;
  /** What was removed before the run, relative to the project, whether it was there or not. */
  readonly cleared: readonly string[];
  /** What is asked for in the next run where this one is misunderstood. */
  readonly askingNext: Asking;
  /** `misunderstood` where the runner refused what it was asked for. */
  end(result: ProcessGroupResult): Promise<Measurement | 'misunderstood'>;
}

/** What a command is there for: without it nothing is measured. */
const EXPECTED: Readonly<Record<string, 'coverage' | 'mutation' | 'findings'>> = {
  coverage: 'coverage',
  mutation: 'mutation',
  security: 'findings',
};

/** A runner that ended well without the report that it was asked for was ended by what it ran. */
const NOT_WRITTEN =
  'the test runner ended with 0 and did not write the report that Baton asked it for: something ended it early';

/** Runners that name modules are read together with the files of the tree. */
const readOutput = async (options: MeasureOptions, output: string): Promise<CommandEvidence['tests']> =>
  /^Ran \d+ tests? in /m.test(output)
    ? parseTestOutput(output, pythonPlaces(new Set((await projectFiles(options)).keys())))
    : parseTestOutput(output);

/** The whole command as one test. */
const oneTest = (line: string, { exit }: ProcessGroupResult, output: string): CommandEvidence['tests'] => {
  const failed = exit === 0 ? 0 : 1;
  return {
    ...{ total: 1, passed: 1 - failed, failed, skipped: 0 },
    failures: failed === 0 ? [] : [{ name: line, message: firstError(output) }],
    cases: [{ name: line, status: failed === 0 ? 'passed' : 'failed' }],
  };
};

const byExit = (options: MeasureOptions): Measuring => ({
  ...{ line: options.line, env: {}, cleared: [], askingNext: 'nothing' },
  end: async (result) => {
    const why = cannotFail(resolvedLine(options.line, options.executed.scripts), null);
    const tests = result.end === 'exited' ? oneTest(options.line, result, plainText(result.output)) : null;
    return { tests, basis: 'exit-code', ...(why === undefined ? {} : { cannotFail: why }) };
  },
});

export const beginMeasuring = async (options: MeasureOptions): Promise<Measuring> => {
  if (options.byExit === true) return byExit(options);
  const { repository, worktree, executed, line } = options;
  const named = options.reports ?? [];
  const folder = join(worktree.tree, repository.prefix);
  const root = posix.join(pathsOf(options).tree, repository.prefix).replace(/\/$/, '');
  const cleared = await clearReports(folder, named);
  const asked = RUNS_TESTS.has(options.name) ? await ask(options) : undefined;
  const only = asked?.part === 'some' ? { only: [...(options.only ?? [])] } : {};
  const end = async (result: ProcessGroupResult): Promise<Measurement | 'misunderstood'> => {
    const output = plainText(result.output);
    if (result.end !== 'exited') return { tests: parseTestOutput(output), ...only };
    const reports = await readReports(folder, root, named);
    const answer = asked === undefined ? undefined : await readAsked(options, asked, { root, output });
    const answered = answer?.tests;
    const unanswered = asked !== undefined && answer === undefined;
    if (unanswered && result.exit !== 0 && REFUSED_OPTION.test(output)) return 'misunderstood';
    const printed = printedReport(result.output, root);
    const fromOutput = printed === undefined ? {} : addReport({}, printed);
    const silenced = unanswered && result.exit === 0;
    const tests =
      reports.named.tests ??
      answered ??
      (silenced
        ? null
        : (reports.found.tests ?? (await readOutput(options, output)) ?? fromOutput.tests ?? null));
    const { tests: _, ...measured } = { ...fromOutput, ...reports.found, ...reports.named };
    const expected = EXPECTED[options.name ?? ''];
    const faults = [
      ...reports.faults,
      ...(silenced && reports.named.tests === undefined ? [NOT_WRITTEN] : []),
      ...(expected !== undefined && measured[expected] === undefined && reports.faults.length === 0
        ? [`no report of ${expected} was written by this run`]
        : []),
    ];
    const why = cannotFail(resolvedLine(line, executed.scripts), RUNS_TESTS.has(options.name) ? tests : null);
    return {
      tests,
      ...only,
      ...(answer?.printed === undefined ? {} : { printed: answer.printed }),
      ...measured,
      ...(faults.length === 0 ? {} : { reportFaults: faults }),
      ...(why === undefined ? {} : { cannotFail: why }),
    };
  };
  const askingNext = (asked?.sometimes ?? []).length > 0 ? 'less' : 'nothing';
  return { line: asked?.line ?? line, env: asked?.env ?? {}, cleared, askingNext, end };
};
