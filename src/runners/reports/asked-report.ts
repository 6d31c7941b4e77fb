// The report that a runner was asked for: its private folder before the command, and what is in it afterwards.
import { randomBytes } from 'node:crypto';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { parseTestOutput } from '../../evidence/reports/parse-test-output.ts';
import { reportLines } from '../../evidence/reports/report.ts';
import { cargoPlaces, readCargoWith } from '../../evidence/reports/tests/cargo.ts';
import {
  type GoSources,
  goModule,
  goTestFunctions,
  readGoJson,
} from '../../evidence/reports/tests/go-json.ts';
import { readTestSource } from '../../evidence/source/test-source.ts';
import type { TestCounts } from '../../model/evidence.ts';
import {
  ASKED_REPORT_BYTES_MAX,
  PACKAGE_BYTES_MAX,
  TEST_FAILURES_MAX,
  TEST_MESSAGE_CHARS_MAX,
  TEST_SOURCE_BYTES_MAX,
  TEST_SOURCES_MAX,
} from '../../model/limits/limits.ts';
import { readBoundedIfThere } from '../../std/disk/read-bounded.ts';
import { clipStart } from '../../std/terminal-text.ts';
import type { ExecutedTree } from '../commands/executed-tree.ts';
import { readReportFile } from '../commands/reports.ts';
import { pathsOf } from '../commands/run-in-worktree.ts';
import type { SandboxKind } from '../commands/sandbox.ts';
import type { Repository } from '../trees/repository.ts';
import { listTree, readBlob } from '../trees/tree-files.ts';
import type { Worktree } from '../trees/worktree.ts';
import { type AskedReport, type Asking, askForReport, type Part } from './ask-report.ts';
import { type NodeReport, readNodeEvents } from './node-events.ts';

/** Commands that run tests; without a name it is the test command. */
export const RUNS_TESTS: ReadonlySet<string | undefined> = new Set([undefined, 'test', 'coverage']);

export interface MeasureOptions {
  readonly line: string;
  readonly name?: string | undefined;
  readonly reports?: readonly string[] | undefined;
  /** What the command says is in its exit code alone. */
  readonly byExit?: boolean | undefined;
  readonly repository: Repository;
  readonly sandbox: SandboxKind;
  readonly executed: ExecutedTree;
  readonly worktree: Worktree;
  /** Whether a runner may be asked for a report of its own, and for how much. */
  readonly asking: Asking;
  /** Test files, relative to the project: no others are to be run, where the runner can be told. */
  readonly only?: readonly string[] | undefined;
  /** Of the tests of Go only these functions. */
  readonly functions?: readonly string[] | undefined;
  /** Of the tests only those that have this in their names, where the runner takes no files. */
  readonly tests?: string | undefined;
  /** The tests alone, without linters and type checkers before them. */
  readonly bare?: boolean | undefined;
}

/** It stands in a command line as it is. */
const PLAIN_PATH = /^[\w./-]+$/;
/** pytest and mocha end at once where the file that others are loaded with, or any file, cannot be loaded. */
const NOTHING_LOADED = /^ImportError while loading conftest '([^']+)'|^ERROR: file or directory not found/m;

/** How runners say that they do not know an option. */
export const REFUSED_OPTION =
  /(?:bad option|unknown option|unrecognized (?:option|argument)|unrecognised|unknown arguments?|no such option|is not allowed in)\b/i;

export interface Asked extends AskedReport {
  /** The private folder, as Baton sees it. */
  readonly folder: string;
}

export interface Answer {
  /** Undefined where the runner was not reached, and its output has to be read. */
  readonly tests: TestCounts | undefined;
  readonly printed?: string;
}

interface About {
  /** The project as the command saw it. */
  readonly root: string;
  readonly output: string;
}

export const ask = async (options: MeasureOptions): Promise<Asked | undefined> => {
  if (options.asking === 'nothing') return undefined;
  const name = `report-${randomBytes(8).toString('hex')}`;
  const inner = posix.join(pathsOf(options).tmp, name);
  const asked = PLAIN_PATH.test(inner)
    ? askForReport({
        line: options.line,
        scripts: options.executed.scripts,
        folder: inner,
        reportsItself: (options.reports ?? []).length > 0,
        only: options.only,
        less: options.asking === 'less',
        functions: options.functions,
        tests: options.tests,
        bare: options.bare,
      })
    : undefined;
  if (asked === undefined) return undefined;
  const folder = join(options.worktree.tmp, name);
  await mkdir(folder, { mode: 0o700 });
  for (const { name: file, text, executable } of asked.files)
    await writeFile(join(folder, file), text, { mode: executable ? 0o700 : 0o600 });
  return { ...asked, folder };
};

/** Files of the executed tree by their path from the project's folder. */
export const projectFiles = async ({
  repository,
  executed,
}: Pick<MeasureOptions, 'repository' | 'executed'>): Promise<Map<string, string>> => {
  const prefix = repository.prefix === '' ? '' : `${repository.prefix.replace(/\/$/, '')}/`;
  const files = await listTree(repository, executed.tree);
  return new Map(
    [...files].flatMap(([path, { oid }]) =>
      path.startsWith(prefix) ? [[path.slice(prefix.length), oid] as const] : [],
    ),
  );
};

type ChoiceOptions = Pick<MeasureOptions, 'line' | 'name' | 'reports' | 'repository' | 'executed' | 'only'>;

/** Of the wanted files those that the tree has, and whether the line can be made to run these, or has nothing to run. */
export const choosePart = async (
  options: ChoiceOptions,
): Promise<{ readonly files: readonly string[] | undefined; readonly part: Part }> => {
  if (options.only === undefined || !RUNS_TESTS.has(options.name)) return { files: undefined, part: 'all' };
  const there = await projectFiles(options);
  const files = options.only.filter((file) => there.has(file));
  const { line, executed, reports = [] } = options;
  const about = { line, scripts: executed.scripts, folder: '/', reportsItself: reports.length > 0 };
  return { files, part: askForReport({ ...about, only: files })?.part ?? 'all' };
};

/**
 * A file of which nothing is known but that its process ended well. Where it declares tests, it ended before they did;
 * where it declares none, it is a test itself, as Node takes it.
 */
const withSilent = async (options: MeasureOptions, { tests, silent }: NodeReport): Promise<TestCounts> => {
  if (silent.length === 0) return tests;
  const files = await projectFiles(options);
  let counts = tests;
  for (const file of silent) {
    const oid = files.get(file);
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

const goSources = async (options: MeasureOptions): Promise<GoSources> => {
  const files = await projectFiles(options);
  const manifest = files.get('go.mod');
  const module =
    manifest === undefined
      ? undefined
      : goModule((await readBlob(options.repository, manifest, PACKAGE_BYTES_MAX)) ?? '');
  const tests = new Map<string, Map<string, string[]>>();
  const sources = [...files].filter(([path]) => path.endsWith('_test.go')).slice(0, TEST_SOURCES_MAX);
  for (const [path, oid] of sources) {
    const folder = posix.dirname(path);
    const text = (await readBlob(options.repository, oid, TEST_SOURCE_BYTES_MAX)) ?? '';
    const inFolder = tests.get(folder) ?? new Map<string, string[]>();
    inFolder.set(path, goTestFunctions(text));
    tests.set(folder, inFolder);
  }
  return { module, tests };
};

const cargoCounts = async (options: MeasureOptions, output: string): Promise<TestCounts | undefined> => {
  const files = await projectFiles(options);
  const manifests = new Map<string, string>();
  for (const [path, oid] of files)
    if (posix.basename(path) === 'Cargo.toml' && manifests.size < TEST_SOURCES_MAX)
      manifests.set(
        posix.dirname(path) === '.' ? '' : posix.dirname(path),
        (await readBlob(options.repository, oid, PACKAGE_BYTES_MAX)) ?? '',
      );
  return readCargoWith(reportLines(output), cargoPlaces(manifests, new Set(files.keys()))) ?? undefined;
};

/** A runner that could not begin, because something that every test needs could not be loaded. */
const nothingLoaded = ({ runner }: Asked, output: string): TestCounts | undefined => {
  const known = runner === 'pytest' ? NOTHING_LOADED.exec(output) : undefined;
  if (runner !== 'mocha' && (known === undefined || known === null)) return undefined;
  if (parseTestOutput(output) !== null) return undefined;
  const name = known?.[1] ?? 'the test files';
  const message = clipStart(output.trim(), TEST_MESSAGE_CHARS_MAX);
  return {
    ...{ total: 1, passed: 0, failed: 1, skipped: 0 },
    failures: [{ name, message }],
    cases: [{ name, status: 'failed' }],
    unloaded: [{ file: '*', message }],
  };
};

const readText = async (asked: Asked): Promise<string | undefined> =>
  (
    await readBoundedIfThere(join(asked.folder, asked.report), ASKED_REPORT_BYTES_MAX).catch(() => undefined)
  )?.toString('utf8');

const wasReached = async ({ folder, begun }: Asked): Promise<boolean> =>
  begun === undefined || (await stat(join(folder, begun)).catch(() => undefined)) !== undefined;

const answerOf = async (
  options: MeasureOptions,
  asked: Asked,
  { root, output }: About,
): Promise<Answer | undefined> => {
  if (asked.format === 'output') return { tests: await cargoCounts(options, output) };
  if (asked.format === 'report') {
    const read = await readReportFile(asked.folder, asked.report, root);
    return read !== undefined && 'report' in read && read.report.kind === 'tests'
      ? { tests: read.report.tests }
      : undefined;
  }
  const text = await readText(asked);
  if (text === undefined) return undefined;
  if (asked.format === 'go-json') {
    const report = readGoJson(text, await goSources(options), output);
    return report === undefined ? undefined : { tests: report.tests, printed: output + report.printed };
  }
  const report = readNodeEvents(text, root);
  return report === undefined ? undefined : { tests: await withSilent(options, report) };
};

/** Undefined where it did not answer. */
export const readAsked = async (
  options: MeasureOptions,
  asked: Asked,
  about: About,
): Promise<Answer | undefined> => {
  if (!(await wasReached(asked))) return { tests: undefined };
  const answer = await answerOf(options, asked, about);
  if (answer !== undefined) return answer;
  // A runner that refuses what it was asked for has not tried to load anything.
  const isRefused = asked.sometimes.some((word) => about.output.includes(word));
  if (isRefused && REFUSED_OPTION.test(about.output)) return undefined;
  const counts = nothingLoaded(asked, about.output);
  return counts === undefined ? undefined : { tests: counts };
};
