// What a command is made of beside its line: configuration of runners, and files that the line itself names. They stand as
// in the base, because whoever changes them chooses the answer; their owner may release one.
import { posix } from 'node:path';
import { resolvedLine, simpleCommand } from '../../evidence/commands/command-line.ts';
import type { CommandText } from '../../evidence/commands/command-mentions.ts';
import { isRunnerConfig, isTestFile } from '../../evidence/source/test-files.ts';
import { PACKAGE_BYTES_MAX } from '../../model/limits/limits.ts';
import { isMeant } from '../../model/path-patterns.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { type CommandRoot, commandFiles } from '../commands/command-files.ts';
import type { Repository } from './repository.ts';
import { LINK_MODE, readBlob, type TreeFile, writeBlob } from './tree-files.ts';

type Files = ReadonlyMap<string, TreeFile>;

export interface PutBackOptions {
  readonly base: Files;
  readonly head: Files;
  readonly line: string | undefined;
  /** Of the package.json of the base. */
  readonly scripts: Readonly<Record<string, string>>;
  readonly released: readonly string[];
  /** The tree of `base`, and what the package.json of the project tells runners, as text. */
  readonly tree: Digest;
  readonly settings: string;
}

/** Files that a program reads without being told. */
const READ_BY: Readonly<Record<string, readonly string[]>> = {
  make: ['Makefile', 'makefile', 'GNUmakefile'],
  just: ['justfile', 'Justfile', '.justfile'],
  rake: ['Rakefile'],
  task: ['Taskfile.yml', 'Taskfile.yaml'],
};
/** Sections of shared files that tell runners and linters what to do. */
const RUNNER_SECTION =
  /^\[+(?:tool[.:](?:pytest|coverage|ruff|mypy|pylint|(?:based)?pyright|tox|nox|hatch\.envs\.test)|(?:workspace\.)?lints\b|pytest\b|coverage[:.]|mypy\b|flake8\b|tox\b|tool:pytest)/;
const SHARED_FILES = new Set(['pyproject.toml', 'setup.cfg', 'Cargo.toml']);
/** Those that can say nothing but that: a project moves from one to the other. Cargo takes none without a package. */
const LEFT_OUT = new Set(['pyproject.toml', 'setup.cfg']);

const same = (one: TreeFile | undefined, two: TreeFile | undefined): boolean =>
  one?.oid === two?.oid && one?.mode === two?.mode;

/** Options whose value a program loads before anything else. */
const LOADS = /^(?:--import|--require|-r|--loader|--experimental-loader|--config|-c|--env-file)$/;

const kindOf = (word: string, flag: string | undefined): CommandText | undefined => {
  if (flag !== undefined && LOADS.test(flag)) return 'module';
  // What a program itself imports is most often the code.
  return /\.(?:[cm]?[jt]s|[jt]sx|py|rb|go|rs|php)$/i.test(word) ? undefined : 'script';
};

interface Named {
  readonly path: string;
  /** How its text names others; undefined where that says nothing of the command. */
  readonly kind: CommandText | undefined;
}

/** Files of the base that are part of the command line: `sh test.sh`, `make test`. Tests that it names are not. */
const namedFiles = (repository: Repository, { base, line = '', scripts }: PutBackOptions): Named[] => {
  const words = resolvedLine(line, scripts)
    .split(/&&|\|\||[;|&\n]/)
    .flatMap((part) => simpleCommand(part)?.words ?? []);
  const read = words.flatMap((word) => READ_BY[posix.basename(word)] ?? []);
  const named = words.map((word, at) => {
    const [, flag, value] = /^(--?[\w-]+)=(.+)$/.exec(word) ?? [];
    return { word: value ?? word, kind: kindOf(value ?? word, flag ?? words[at - 1]) };
  });
  return [...named, ...read.map((word) => ({ word, kind: 'recipes' as const }))]
    .filter(({ word }) => !word.startsWith('-') && !posix.isAbsolute(word))
    .map(({ word, kind }) => ({ path: posix.join(repository.prefix, word), kind }))
    .filter(({ path }) => base.has(path) && !isTestFile(path));
};

/** Where names of other files that belong to the command may stand. */
const rootsOf = async (
  repository: Repository,
  { base, settings }: PutBackOptions,
  named: readonly Named[],
  configuration: readonly string[],
): Promise<CommandRoot[]> => {
  const shared: CommandRoot[] = [];
  for (const [path, { oid, mode }] of base) {
    if (!SHARED_FILES.has(posix.basename(path)) || mode === LINK_MODE || isTestFile(path)) continue;
    const text = (await readBlob(repository, oid, PACKAGE_BYTES_MAX)) ?? '';
    const sections = sectionsOf(text).filter((section) => RUNNER_SECTION.test(section));
    shared.push({ path, kind: 'config', text: sections.join('\n') });
  }
  return [
    ...named.flatMap(({ path, kind }) => (kind === undefined ? [] : [{ path, kind }])),
    ...configuration.filter((path) => base.has(path)).map((path) => ({ path, kind: 'config' as const })),
    ...shared,
    { path: posix.join(repository.prefix, 'package.json'), kind: 'config', text: settings },
  ];
};

const sectionsOf = (text: string): string[] => {
  const sections: string[] = [''];
  for (const row of text.split('\n')) {
    if (/^\[/.test(row)) sections.push('');
    sections[sections.length - 1] += `${row}\n`;
  }
  return sections.map((section) => section.trimEnd());
};

/** The head's file with the sections of the base that tell runners what to do; undefined where they are the same. */
export const withSectionsOf = (base: string, head: string): string | undefined => {
  const isRunners = (section: string): boolean => RUNNER_SECTION.test(section);
  const [was, is] = [sectionsOf(base).filter(isRunners), sectionsOf(head).filter(isRunners)];
  if (was.length === is.length && was.every((section, at) => section === is[at])) return undefined;
  return `${[...sectionsOf(head).filter((section) => !isRunners(section)), ...was].join('\n\n').trim()}\n`;
};

const sharedFile = async (
  repository: Repository,
  was: TreeFile | undefined,
  is: TreeFile,
): Promise<TreeFile | undefined> => {
  if (is.mode === LINK_MODE) return was;
  const head = await readBlob(repository, is.oid, PACKAGE_BYTES_MAX);
  const base = was === undefined ? '' : await readBlob(repository, was.oid, PACKAGE_BYTES_MAX);
  const text = head === undefined || base === undefined ? undefined : withSectionsOf(base, head);
  return text === undefined ? undefined : { mode: is.mode, oid: await writeBlob(repository, text) };
};

/** Of a file that the head no longer has, what tells runners what to do; undefined where it says nothing of that. */
const runnersPart = async (repository: Repository, was: TreeFile): Promise<TreeFile | undefined> => {
  if (was.mode === LINK_MODE) return undefined;
  const text = withSectionsOf((await readBlob(repository, was.oid, PACKAGE_BYTES_MAX)) ?? '', '');
  return text === undefined ? undefined : { mode: was.mode, oid: await writeBlob(repository, text) };
};

/** Released settings of runners in shared files go with the tests that they were changed for. */
export const layReleased = async (
  repository: Repository,
  own: Files,
  other: Files,
  released: readonly string[],
): Promise<Map<string, TreeFile>> => {
  const edits = new Map<string, TreeFile>();
  for (const [path, is] of released.length === 0 ? [] : own) {
    const from = other.get(path);
    const name = posix.relative(repository.prefix, path);
    if (!SHARED_FILES.has(posix.basename(path)) || from === undefined || same(is, from)) continue;
    const laid = isMeant(name, released) ? await sharedFile(repository, from, is) : undefined;
    if (laid !== undefined) edits.set(path, laid);
  }
  return edits;
};

/** What differs from the base, as it stands there; undefined for what the base does not have. */
export const putBack = async (
  repository: Repository,
  options: PutBackOptions,
): Promise<Map<string, TreeFile | undefined>> => {
  const { base, head, released } = options;
  const edits = new Map<string, TreeFile | undefined>();
  const own = (path: string): string =>
    repository.prefix === '' ? path : posix.relative(repository.prefix, path);
  // A project without tests has no runner yet: what brings the first may configure it.
  const hasTests = [...base.keys()].some((path) => isTestFile(own(path)));
  const isFixture = (path: string): boolean => isTestFile(own(path));
  const named = namedFiles(repository, options);
  const configuration = (hasTests ? [...base.keys(), ...head.keys()] : []).filter(
    (path) => isRunnerConfig(path) && !isFixture(path) && !path.split('/').includes('node_modules'),
  );
  const others = await commandFiles(repository, {
    ...{ tree: options.tree, base },
    roots: await rootsOf(repository, options, named, [...new Set(configuration)]),
    isChanged: (path) => !same(base.get(path), head.get(path)),
  });
  const paths = new Set([...named.map(({ path }) => path), ...configuration, ...others]);
  for (const path of paths)
    if (!same(base.get(path), head.get(path)) && !isMeant(own(path), released))
      edits.set(path, base.get(path));
  const isKept = (path: string): boolean => isFixture(path) || isMeant(own(path), released);
  for (const [path, was] of hasTests ? base : [])
    if (LEFT_OUT.has(posix.basename(path)) && !head.has(path) && !isKept(path)) {
      const rest = await runnersPart(repository, was);
      if (rest !== undefined) edits.set(path, rest);
    }
  for (const [path, is] of hasTests ? head : [])
    if (SHARED_FILES.has(posix.basename(path)) && !isKept(path)) {
      const was = base.get(path);
      if (same(was, is)) continue;
      const restored = await sharedFile(repository, was, is);
      if (restored !== undefined) edits.set(path, restored);
    }
  return edits;
};
