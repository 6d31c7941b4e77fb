// A second, uncounted run of one test file with two tests of Baton's own in it: does a test that must fail fail, and are
// the modules under test those of the sealed tree?
import { randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import { BatonError, causeText, errnoOf } from '../errors.ts';
import { CANARY_RUNNERS, type CanaryNames, type CanaryRunner, canaryText } from '../evidence/canary-text.ts';
import { type CanaryOutcome, type CanaryTry, judgeCanary } from '../evidence/canary-verdict.ts';
import { resolvedLine } from '../evidence/command-line.ts';
import { isTestFile } from '../evidence/test-files.ts';
import { pythonModules, type TestImport, testImports } from '../evidence/test-imports.ts';
import type { CanaryEvidence } from '../model/evidence.ts';
import {
  CANARY_FILES_READ_MAX,
  CANARY_TRIES_MAX,
  PACKAGE_BYTES_MAX,
  TEST_SOURCE_BYTES_MAX,
} from '../model/limits.ts';
import type { Digest } from '../model/sealed.ts';
import { runnerOfLine } from './ask-report.ts';
import { type ExecutedTree, executedTree } from './executed-tree.ts';
import { scratchDirectory } from './place.ts';
import { type ReexecuteOptions, reexecute, type UnavailableEvidence } from './reexecute.ts';
import { findRepository, type Repository } from './repository.ts';
import { LINK_MODE, listTree, readBlob } from './tree-files.ts';

/** How the command is run, as for any other run of it; `tree` is the head. */
export interface CanaryOptions extends Omit<ReexecuteOptions, 'only' | 'overlay' | 'testsOf'> {
  readonly base: Digest;
}

interface Project {
  readonly repository: Repository;
  readonly executed: ExecutedTree;
  /** Files by their path from the project, with what they are. */
  readonly files: ReadonlyMap<string, string>;
  readonly changed: ReadonlySet<string>;
  readonly ownPackage: string | undefined;
}

interface Candidate {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly TestImport[];
}

const TEST_NAMES: Readonly<Record<CanaryRunner, RegExp>> = {
  node: /(?:[.\-_](?:test|spec)|(?:^|\/)(?:test|test-[^/]*)|(?:^|\/)tests?\/.*)\.[cm]?[jt]s$/,
  vitest: /\.(?:test|spec)\.[cm]?[jt]sx?$/,
  jest: /(?:\.(?:test|spec)|(?:^|\/)__tests__\/.*)\.[cm]?[jt]sx?$/,
  mocha: /(?:[.\-_](?:test|spec)|(?:^|\/)(?:test|spec)s?\/.*)\.[cm]?[jt]s$/,
  pytest: /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/,
  go: /_test\.go$/,
  cargo: /\.rs$/,
};
/** Words of a line that choose tests by name: others are not run, whoever appends them. */
const CHOOSES =
  /(?:^|\s)(?:-k|-t|-g|--f?grep|--testNamePattern|--test-name-pattern|-m(?!\s+pytest)|-run|-skip)(?:[\s=]|$)/;

const byProject = (
  repository: Repository,
  files: Awaited<ReturnType<typeof listTree>>,
): Map<string, string> => {
  const prefix = repository.prefix === '' ? '' : `${repository.prefix.replace(/\/$/, '')}/`;
  return new Map(
    [...files].flatMap(([path, { oid, mode }]) =>
      path.startsWith(prefix) && mode !== LINK_MODE ? [[path.slice(prefix.length), oid] as const] : [],
    ),
  );
};

const packageName = async (repository: Repository, oid: string | undefined): Promise<string | undefined> => {
  try {
    const text = oid === undefined ? undefined : await readBlob(repository, oid, PACKAGE_BYTES_MAX);
    const { name } = JSON.parse(text ?? '{}') as { name?: unknown };
    return typeof name === 'string' && name !== '' ? name : undefined;
  } catch {
    return undefined;
  }
};

const readProject = async (options: CanaryOptions): Promise<Project> => {
  const { place, tree, scriptsOf, refs } = options;
  const repository = await findRepository(place.project);
  const made = { tree, scriptsOf, refs, scratchDirectory: scratchDirectory(place) };
  const executed = await executedTree(repository, made);
  const files = byProject(repository, await listTree(repository, executed.tree));
  const before = byProject(repository, await listTree(repository, options.base));
  const changed = new Set([...files].filter(([path, oid]) => before.get(path) !== oid).map(([path]) => path));
  return {
    ...{ repository, executed, files, changed },
    ownPackage: await packageName(repository, files.get('package.json')),
  };
};

/** A changed test file first, then one that imports what changed, then any other. */
const candidatesOf = async (project: Project, runner: CanaryRunner): Promise<Candidate[]> => {
  const { repository, files, changed, ownPackage } = project;
  const isCandidate = (path: string): boolean =>
    TEST_NAMES[runner].test(path) &&
    !/(?:^|\/)(?:fixtures?|node_modules|testdata|__snapshots__)\//.test(path) &&
    (runner === 'cargo' || isTestFile(path));
  const near = new Set([...changed].map((path) => posix.dirname(path)));
  const paths = [...files.keys()]
    .filter(isCandidate)
    .map((path) => ({ path, rank: changed.has(path) ? 0 : near.has(posix.dirname(path)) ? 1 : 2 }))
    .sort((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1))
    .slice(0, CANARY_FILES_READ_MAX);
  const names = new Set(files.keys());
  const read: (Candidate & { readonly rank: number })[] = [];
  for (const { path } of paths) {
    const text = await readBlob(repository, files.get(path)!, TEST_SOURCE_BYTES_MAX);
    if (text === undefined) continue;
    const imports = testImports(path, text, names).filter(({ file }) => !isTestFile(file));
    const own = ownPackage === undefined ? [] : testImports(path, text, new Set<string>(), ownPackage);
    const reaches = imports.some(({ file }) => changed.has(file));
    read.push({
      path,
      text,
      imports: [...imports, ...own],
      rank: (changed.has(path) ? 0 : 2) + (reaches ? 0 : 1),
    });
  }
  return read.sort((a, b) => a.rank - b.rank);
};

const newNames = (): CanaryNames => {
  const random = (): string => randomBytes(9).toString('hex');
  return { fails: `a${random()}`, passes: `b${random()}`, nonce: random(), complaint: random() };
};

const tryFile = async (
  options: CanaryOptions,
  project: Project,
  runner: CanaryRunner,
  candidate: Candidate,
  plain: boolean,
): Promise<CanaryOutcome | undefined> => {
  const names = newNames();
  const changed = [...project.changed].flatMap((file) =>
    isTestFile(file) ? [] : pythonModules(file).map((name) => ({ name, file })),
  );
  const text = canaryText(runner, {
    ...names,
    ...candidate,
    changed: changed.slice(0, CANARY_FILES_READ_MAX),
    plain,
  });
  if (text === undefined) return undefined;
  const overlay = { path: candidate.path, text, tests: names.fails };
  const evidence = await reexecute({ ...options, only: [candidate.path], overlay });
  if (evidence.kind !== 'command') return { status: 'again', why: evidence.cause, unloaded: false };
  const outcome = judgeCanary(evidence, { file: candidate.path, names, runner });
  // What was added may be what could not be loaded: once more with less.
  return outcome.status === 'again' && outcome.unloaded && !plain
    ? tryFile(options, project, runner, candidate, true)
    : outcome;
};

/** Places of the run's own folder, as from the project. */
const inTree = (why: string): string =>
  why.replace(/(?:file:\/\/)?\/\S*\/\.scratch\/[^/\s]+\/tree\/|(?:file:\/\/)?\/tmp\/baton\/tree\//g, '');

const isRunner = (name: string): name is CanaryRunner => (CANARY_RUNNERS as readonly string[]).includes(name);

const tryRunner = async (options: CanaryOptions, project: Project): Promise<CanaryTry> => {
  const runner = runnerOfLine(options.line, project.executed.scripts, (options.reports ?? []).length > 0);
  const untried = (why: string, file = ''): CanaryTry => ({
    runner: runner ?? 'unknown',
    file,
    status: 'untried',
    why,
  });
  if (runner === undefined || !isRunner(runner))
    return untried(`\`${options.line}\` does not come to one call of a runner that Baton knows`);
  if (CHOOSES.test(resolvedLine(options.line, project.executed.scripts)))
    return untried('the line chooses tests by their names, so that no other test is run');
  let last = untried('the project has no test file that two tests could be added to');
  let tries = 0;
  for (const candidate of await candidatesOf(project, runner)) {
    if (tries >= CANARY_TRIES_MAX) break;
    const outcome = await tryFile(options, project, runner, candidate, false);
    if (outcome === undefined) continue;
    tries += 1;
    const about = { runner, file: candidate.path };
    if (outcome.status === 'sound') return { ...about, status: 'sound' };
    if (outcome.status === 'unsound') return { ...about, status: 'unsound', why: inTree(outcome.why) };
    last = untried(inTree(outcome.why), candidate.path);
    if (options.signal?.aborted) break;
  }
  return last;
};

/** Never throws for what the machine, git or the project's files do. */
export const observeCanary = async (
  options: CanaryOptions,
): Promise<CanaryEvidence | UnavailableEvidence> => {
  try {
    const project = await readProject(options);
    return { kind: 'canary', tries: [await tryRunner(options, project)] };
  } catch (cause) {
    if (cause instanceof BatonError)
      return {
        kind: 'unavailable',
        cause: cause.message,
        ...(cause.hint === undefined ? {} : { hint: cause.hint }),
      };
    if (errnoOf(cause) === undefined) throw cause;
    return { kind: 'unavailable', cause: `the tests could not be tried: ${causeText(cause)}` };
  }
};
