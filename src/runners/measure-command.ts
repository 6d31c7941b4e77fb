// What a command measures while it runs: reports are cleared and asked for before, and read after it.
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { cannotFail } from '../evidence/cannot-fail.ts';
import { resolvedLine } from '../evidence/command-line.ts';
import { parseTestOutput } from '../evidence/parse-test-output.ts';
import { readTestSource } from '../evidence/test-source.ts';
import type { CommandEvidence, TestCounts } from '../model/evidence.ts';
import { REPORT_BYTES_MAX, TEST_FAILURES_MAX, TEST_SOURCE_BYTES_MAX } from '../model/limits.ts';
import type { ProcessGroupResult } from '../std/process-group.ts';
import { readBoundedIfThere } from '../std/read-bounded.ts';
import { plainText } from '../std/terminal-text.ts';
import { type AskedReport, askForReport } from './ask-report.ts';
import type { ExecutedTree } from './executed-tree.ts';
import { type NodeReport, readNodeEvents } from './node-events.ts';
import { addReport, clearReports, printedReport, readReportFile, readReports } from './reports.ts';
import type { Repository } from './repository.ts';
import { pathsOf } from './run-in-worktree.ts';
import type { SandboxKind } from './sandbox.ts';
import { listTree, readBlob } from './tree-files.ts';
import type { Worktree } from './worktree.ts';

export type Measurement = Pick<
  CommandEvidence,
  'tests' | 'coverage' | 'findings' | 'mutation' | 'reportFaults' | 'cannotFail'
>;

interface MeasureOptions {
  readonly line: string;
  readonly name?: string | undefined;
  readonly reports?: readonly string[] | undefined;
  readonly repository: Repository;
  readonly sandbox: SandboxKind;
  readonly executed: ExecutedTree;
  readonly worktree: Worktree;
  /** Whether a runner may be asked for a report of its own. */
  readonly mayAsk: boolean;
}

export interface Measuring {
  /** What is to be run. */
  readonly line: string;
  readonly env: Readonly<Record<string, string>>;
  /** What was removed before the run, relative to the project, whether it was there or not. */
  readonly cleared: readonly string[];
  /** `misunderstood` where the runner refused what it was asked for. */
  end(result: ProcessGroupResult): Promise<Measurement | 'misunderstood'>;
}

/** Commands that run tests; without a name it is the test command. */
const RUNS_TESTS = new Set([undefined, 'test', 'coverage']);
/** What a command is there for: without it nothing is measured. */
const EXPECTED: Readonly<Record<string, 'coverage' | 'mutation' | 'findings'>> = {
  coverage: 'coverage',
  mutation: 'mutation',
  security: 'findings',
};
/** It stands in a command line as it is. */
const PLAIN_PATH = /^[\w./-]+$/;
const REFUSED_OPTION =
  /(?:bad option|unknown option|unrecognized (?:option|argument)|unrecognised|unknown arguments?|no such option|is not allowed in)\b/i;

interface Asked extends AskedReport {
  /** The private folder, as Baton sees it. */
  readonly folder: string;
}

const ask = async (options: MeasureOptions): Promise<Asked | undefined> => {
  if (!options.mayAsk || !RUNS_TESTS.has(options.name)) return undefined;
  const name = `report-${randomBytes(8).toString('hex')}`;
  const inner = posix.join(pathsOf(options).tmp, name);
  const asked = PLAIN_PATH.test(inner)
    ? askForReport({
        line: options.line,
        scripts: options.executed.scripts,
        folder: inner,
        reportsItself: (options.reports ?? []).length > 0,
      })
    : undefined;
  if (asked === undefined) return undefined;
  const folder = join(options.worktree.tmp, name);
  await mkdir(folder, { mode: 0o700 });
  for (const { name: file, text, executable } of asked.files)
    await writeFile(join(folder, file), text, { mode: executable ? 0o700 : 0o600 });
  return { ...asked, folder };
};

/**
 * A file of which nothing is known but that its process ended well. Where it declares tests, it ended before they did;
 * where it declares none, it is a test itself, as Node takes it.
 */
const withSilent = async (options: MeasureOptions, { tests, silent }: NodeReport): Promise<TestCounts> => {
  if (silent.length === 0) return tests;
  const files = await listTree(options.repository, options.executed.tree);
  let counts = tests;
  for (const file of silent) {
    const oid = files.get(posix.join(options.repository.prefix, file))?.oid;
    const text =
      oid === undefined ? undefined : await readBlob(options.repository, oid, TEST_SOURCE_BYTES_MAX);
    const declared = text === undefined ? [] : readTestSource(file, text);
    const status = declared.length === 0 ? ('passed' as const) : ('failed' as const);
    const message = `its process ended before a test of it did: ${declared.length} are declared, none was reported`;
    counts = {
      ...counts,
      total: counts.total + 1,
      [status]: counts[status] + 1,
      failures:
        status === 'failed'
          ? [...counts.failures, { name: file, file, message }].slice(0, TEST_FAILURES_MAX)
          : counts.failures,
      cases: [...(counts.cases ?? []), { name: file, file, status }],
    };
  }
  return counts;
};

const readAsked = async (
  options: MeasureOptions,
  asked: Asked,
  root: string,
): Promise<TestCounts | undefined> => {
  if (asked.format === 'report') {
    const read = await readReportFile(asked.folder, asked.report, root);
    return read !== undefined && 'report' in read && read.report.kind === 'tests'
      ? read.report.tests
      : undefined;
  }
  const bytes = await readBoundedIfThere(join(asked.folder, asked.report), REPORT_BYTES_MAX).catch(
    () => undefined,
  );
  const report = bytes === undefined ? undefined : readNodeEvents(bytes.toString('utf8'), root);
  return report === undefined ? undefined : withSilent(options, report);
};

/** A runner that ended well without the report that it was asked for was ended by what it ran. */
const NOT_WRITTEN =
  'the test runner ended with 0 and did not write the report that Baton asked it for: something ended it early';

export const beginMeasuring = async (options: MeasureOptions): Promise<Measuring> => {
  const { repository, worktree, executed, line } = options;
  const named = options.reports ?? [];
  const folder = join(worktree.tree, repository.prefix);
  const root = posix.join(pathsOf(options).tree, repository.prefix).replace(/\/$/, '');
  const cleared = await clearReports(folder, named);
  const asked = await ask(options);
  const end = async (result: ProcessGroupResult): Promise<Measurement | 'misunderstood'> => {
    const output = plainText(result.output);
    if (result.end !== 'exited') return { tests: parseTestOutput(output) };
    const reports = await readReports(folder, root, named);
    const answered = asked === undefined ? undefined : await readAsked(options, asked, root);
    const unanswered = asked !== undefined && answered === undefined;
    if (unanswered && result.exit !== 0 && REFUSED_OPTION.test(output)) return 'misunderstood';
    const printed = printedReport(result.output, root);
    const fromOutput = printed === undefined ? {} : addReport({}, printed);
    const silenced = unanswered && result.exit === 0;
    const tests =
      reports.named.tests ??
      answered ??
      (silenced ? null : (reports.found.tests ?? parseTestOutput(output) ?? fromOutput.tests ?? null));
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
      ...measured,
      ...(faults.length === 0 ? {} : { reportFaults: faults }),
      ...(why === undefined ? {} : { cannotFail: why }),
    };
  };
  return { line: asked?.line ?? line, env: asked?.env ?? {}, cleared, end };
};
