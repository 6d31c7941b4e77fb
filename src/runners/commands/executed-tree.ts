// The tree that a command is really run on: what was handed in, with the tests of another tree laid over it where that
// is asked for, and with everything put back that would decide what the command is.
import { posix } from 'node:path';
import { withTestsFrom } from '../../evidence/source/in-source-tests.ts';
import { isOnTestsSide, isTestFile } from '../../evidence/source/test-files.ts';
import { PACKAGE_BYTES_MAX, TEST_SOURCE_BYTES_MAX } from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { layReleased, putBack } from '../trees/put-back.ts';
import type { Repository } from '../trees/repository.ts';
import {
  editTree,
  keepTreeRef,
  LINK_MODE,
  listTree,
  readBlob,
  readBlobs,
  type TreeFile,
  writeBlob,
} from '../trees/tree-files.ts';

export interface ExecutedTreeOptions {
  readonly tree: Digest;
  /** Its tests, and what goes with them, stand in the place of those of `tree`. */
  readonly testsOf?: Digest | undefined;
  /** What goes with the tests, by path from the root of the repository; by names alone where it is not given. */
  readonly isTests?: ((path: string) => boolean) | undefined;
  /** The command line: files that it names are part of the command. */
  readonly line?: string | undefined;
  /** Files that their owner lets the work change, although they are part of the command. */
  readonly released?: readonly string[] | undefined;
  /** Its scripts, and what else says how commands are run, stand in the place of those of `tree`. */
  readonly scriptsOf?: Digest | undefined;
  readonly scratchDirectory: string;
  /** `refs/baton/<run>`: a tree that is made here is kept below it. */
  readonly refs?: string | undefined;
}

export interface ExecutedTree {
  readonly tree: Digest;
  /** What was put back to what it is in the base, relative to the repository. */
  readonly restored: readonly string[];
  /** Of the package.json of the project, as they are run. */
  readonly scripts: Readonly<Record<string, string>>;
}

type Files = Map<string, TreeFile>;
type Edits = Map<string, TreeFile | undefined>;
type Json = Record<string, unknown>;

/** Keys of a package.json that tell test runners what to do. */
const RUNNER_KEYS = [
  ...['jest', 'mocha', 'ava', 'c8', 'nyc', 'vitest', 'tap', 'xo', 'eslintConfig', 'stryker', 'babel', 'tsd'],
];
/** Settings of package managers: they can name a shell for scripts, and options for every Node process. */
const SETTINGS = new Set(['.npmrc', '.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs', 'bunfig.toml']);
/** Scripts that run without being called: before and after another, and when dependencies are installed. */
const RUNS_BY_ITSELF = /^(?:pre|post)|^(?:install|prepare|dependencies|uninstall)$/;

const same = (one: TreeFile | undefined, two: TreeFile | undefined): boolean =>
  one?.oid === two?.oid && one?.mode === two?.mode;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (text: string | undefined): Json | undefined => {
  try {
    const value: unknown = JSON.parse((text ?? '').replace(/^\ufeff/, ''));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const scriptsIn = (json: Json | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isRecord(json?.['scripts']) ? json['scripts'] : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );

/** Scripts of the base, and those new ones that run only when something calls them. */
const mergedScripts = (base: Json, head: Json): Record<string, string> => {
  const added = Object.entries(scriptsIn(head)).filter(
    ([name]) => !Object.hasOwn(scriptsIn(base), name) && !RUNS_BY_ITSELF.test(name),
  );
  return { ...scriptsIn(base), ...Object.fromEntries(added) };
};

const sameJson = (one: unknown, two: unknown): boolean => JSON.stringify(one) === JSON.stringify(two);

/** The package.json as it is to be run; undefined where nothing in it has to be put back. */
const restoredPackage = (base: Json, head: Json): Json | undefined => {
  const scripts = mergedScripts(base, head);
  const keys = RUNNER_KEYS.filter((key) => !sameJson(base[key], head[key]));
  const changed = Object.keys(scriptsIn(head)).some((name) => scripts[name] !== scriptsIn(head)[name]);
  const missing = Object.keys(scripts).some((name) => !Object.hasOwn(scriptsIn(head), name));
  if (keys.length === 0 && !changed && !missing) return undefined;
  const kept = Object.entries(head).filter(([key]) => !RUNNER_KEYS.includes(key) && key !== 'scripts');
  const own = RUNNER_KEYS.flatMap((key) => (Object.hasOwn(base, key) ? [[key, base[key]] as const] : []));
  return Object.fromEntries([...kept, ['scripts', scripts], ...own]);
};

const readPackageOf = async (
  repository: Repository,
  file: TreeFile | undefined,
): Promise<Json | undefined> =>
  file === undefined || file.mode === LINK_MODE
    ? undefined
    : parsed(await readBlob(repository, file.oid, PACKAGE_BYTES_MAX));

/** A package.json that cannot be read any more, or is a link, is replaced as a whole. */
const restorePackage = async (
  repository: Repository,
  base: TreeFile,
  head: TreeFile | undefined,
): Promise<TreeFile | undefined> => {
  const was = await readPackageOf(repository, base);
  if (was === undefined || head === undefined) return undefined;
  const now = await readPackageOf(repository, head);
  if (now === undefined) return base;
  const text = restoredPackage(was, now);
  if (text === undefined) return undefined;
  return { mode: '100644', oid: await writeBlob(repository, `${JSON.stringify(text, null, 2)}\n`) };
};

/** Names count from the project: one that lies in a folder of tests is not made of tests. */
const isTest = (repository: Repository, path: string): boolean =>
  isTestFile(repository.prefix === '' ? path : posix.relative(repository.prefix, path));

/** A project that tests are tried on; its dependencies are part of it. */
const isFixture = (repository: Repository, path: string): boolean =>
  isTest(repository, path.replaceAll('node_modules', 'modules'));

const inModules = (path: string): boolean => path.split('/').includes('node_modules');

/** Settings, and dependencies that were handed in with the work, are those of the base: also where it has none. */
const restoreSettings = (repository: Repository, base: Files, head: Files): Edits => {
  const edits: Edits = new Map();
  const decides = (path: string): boolean =>
    (SETTINGS.has(posix.basename(path)) || inModules(path)) && !isFixture(repository, path);
  for (const path of new Set([...base.keys(), ...head.keys()].filter(decides)))
    if (!same(base.get(path), head.get(path))) edits.set(path, base.get(path));
  return edits;
};

const restoreFrom = async (repository: Repository, base: Files, head: Files): Promise<Edits> => {
  const edits = restoreSettings(repository, base, head);
  for (const [path, file] of base) {
    if (posix.basename(path) !== 'package.json' || same(file, head.get(path))) continue;
    if (inModules(path) || isFixture(repository, path)) continue;
    const restored = await restorePackage(repository, file, head.get(path));
    if (restored !== undefined) edits.set(path, restored);
  }
  return edits;
};

const MAY_HOLD_TESTS = /\.(?:rs|[cm]?[jt]s|[jt]sx)$/i;

/** Source files that hold tests: their code stays, their tests are those of the other tree. */
const laySourceTests = async (repository: Repository, head: Files, other: Files): Promise<Edits> => {
  const changed = [...head].flatMap(([path, file]) => {
    const from = other.get(path);
    const isLink = file.mode === LINK_MODE || from?.mode === LINK_MODE;
    return from === undefined || isLink || same(file, from) || !MAY_HOLD_TESTS.test(path)
      ? []
      : [{ path, file, from }];
  });
  const oids = changed.flatMap(({ file, from }) => [file.oid, from.oid]);
  const texts = await readBlobs(repository, oids, TEST_SOURCE_BYTES_MAX);
  const edits: Edits = new Map();
  for (const { path, file, from } of changed) {
    const code = texts.get(file.oid);
    const text = code === undefined ? undefined : withTestsFrom(path, code, texts.get(from.oid));
    if (text !== undefined) edits.set(path, { mode: file.mode, oid: await writeBlob(repository, text) });
  }
  return edits;
};

/** The tests of the other tree, and none of this one's own. */
const layTests = async (
  repository: Repository,
  head: Files,
  other: Files,
  isTests: (path: string) => boolean,
  released: readonly string[],
): Promise<Edits> => {
  const edits: Edits = new Map(await layReleased(repository, head, other, released));
  const [own, others] = [new Map(head), new Map(other)];
  for (const path of new Set([...head.keys(), ...other.keys()].filter(isTests))) {
    if (!same(head.get(path), other.get(path))) edits.set(path, other.get(path));
    own.delete(path);
    others.delete(path);
  }
  return new Map([...edits, ...(await laySourceTests(repository, own, others))]);
};

const withEdits = (files: Files, edits: Edits): Files => {
  const now = new Map(files);
  for (const [path, file] of edits)
    if (file === undefined) now.delete(path);
    else now.set(path, file);
  return now;
};

const RESTORED_NAMED_MAX = 50;

/** Files of one folder of dependencies are named together. */
const namesOf = (edits: Edits): string[] => {
  const names = [...edits.keys()].map((path) => {
    const parts = path.split('/');
    const at = parts.indexOf('node_modules');
    return at === -1 ? path : parts.slice(0, at + 1).join('/');
  });
  return [...new Set(names)].sort().slice(0, RESTORED_NAMED_MAX);
};

/** Where the base has no package.json, none is put back: the project begins with this tree. */
const restoredFiles = async (
  repository: Repository,
  base: Files,
  head: Files,
  tree: Digest,
  { line, released = [] }: ExecutedTreeOptions,
): Promise<Edits> => {
  const hasPackage = [...base.keys()].some((path) => posix.basename(path) === 'package.json');
  const own = base.get(posix.join(repository.prefix, 'package.json'));
  const json = await readPackageOf(repository, own);
  const settings = JSON.stringify(RUNNER_KEYS.map((key) => ({ [key]: json?.[key] })));
  const about = { line, scripts: scriptsIn(json), released, tree, settings };
  const command = await putBack(repository, { base, head, ...about });
  return new Map([...command, ...(hasPackage ? await restoreFrom(repository, base, head) : [])]);
};

export const executedTree = async (
  repository: Repository,
  options: ExecutedTreeOptions,
): Promise<ExecutedTree> => {
  const { tree, testsOf, scriptsOf, scratchDirectory, refs } = options;
  const head = await listTree(repository, tree);
  const isTests =
    options.isTests ?? ((path: string) => isOnTestsSide(posix.relative(repository.prefix, path)));
  const laid =
    testsOf === undefined || testsOf === tree
      ? new Map()
      : await layTests(
          repository,
          head,
          await listTree(repository, testsOf),
          isTests,
          options.released ?? [],
        );
  const before = withEdits(head, laid);
  const base = scriptsOf === undefined ? undefined : await listTree(repository, scriptsOf);
  const restored =
    base === undefined || scriptsOf === undefined
      ? new Map()
      : await restoredFiles(repository, base, before, scriptsOf, options);
  const executed = await editTree(repository, tree, {
    scratchDirectory,
    files: new Map([...laid, ...restored]),
  });
  if (executed !== tree && refs !== undefined) await keepTreeRef(repository, refs, executed);
  const own = withEdits(before, restored).get(posix.join(repository.prefix, 'package.json'));
  return {
    tree: executed,
    restored: namesOf(restored),
    scripts: scriptsIn(await readPackageOf(repository, own)),
  };
};
