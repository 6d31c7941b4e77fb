// Breaks a function that the commit does not touch and that old tests look at, so that a lie can hide it.
import { posix } from 'node:path';
import { lastTestName, normalTestName } from '../../evidence/matching/side-tests.ts';
import { documentedItem, isDocExample } from '../../evidence/source/doc-examples.ts';
import { throwingVariants, WORDS } from '../../evidence/source/idle/idle-functions.ts';
import { splitSource } from '../../evidence/source/in-source-tests.ts';
import type { CommandEvidence } from '../../model/evidence.ts';
import { TEST_SOURCE_BYTES_MAX } from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { executedTree } from '../../runners/commands/executed-tree.ts';
import type { TestsSide } from '../../runners/side/tests-side.ts';
import type { Repository } from '../../runners/trees/repository.ts';
import {
  editTree,
  LINK_MODE,
  listTree,
  readBlobs,
  type TreeFile,
  writeBlob,
} from '../../runners/trees/tree-files.ts';
import { changeTests } from './change-tests.ts';
import {
  CALIBRATE_BREAKS_MAX,
  CALIBRATE_BROKEN_TESTS_MAX,
  CALIBRATE_FILES_READ_MAX,
  CALIBRATE_PANICS_MAX,
} from './limits.ts';
import { exampleName } from './rust-doc-tests.ts';
import { languageOf, type TestSpan, testSpans } from './test-spans.ts';

export interface Breaking {
  readonly repository: Repository;
  readonly base: Digest;
  readonly head: Digest;
  readonly side: TestsSide;
  readonly scratchDirectory: string;
  /** The tests on a tree; undefined where they could not be run. */
  readonly run: (tree: Digest) => Promise<CommandEvidence | undefined>;
  readonly signal: AbortSignal;
}

export interface Broken {
  readonly path: string;
  readonly name: string;
  /** What differs from the head. */
  readonly edits: ReadonlyMap<string, string>;
  /** Old tests that fail now, by their file. */
  readonly tests: ReadonlyMap<string, ReadonlySet<string>>;
}

interface Source {
  readonly path: string;
  readonly file: TreeFile;
  readonly text: string;
  /** As the parent has it: what stands in both is not part of the change. */
  readonly before: string;
}

/** Names that are everywhere tell nothing about who uses them. */
const COMMON = new Set([
  'default',
  'main',
  'init',
  'constructor',
  'test',
  'new',
  'get',
  'set',
  'run',
  'next',
]);

/** Files that were there before, changed or not: in a small project the commit touches most of them. */
const oldSources = async ({ repository, base, head }: Breaking): Promise<readonly Source[]> => {
  const [before, after] = [await listTree(repository, base), await listTree(repository, head)];
  const own = [...after].filter(
    ([path, file]) =>
      path.startsWith(repository.prefix) &&
      languageOf(path) !== undefined &&
      file.mode !== LINK_MODE &&
      !/(?:^|\/)(?:node_modules|vendor|dist|target)\//.test(path),
  );
  const listed = own
    .flatMap(([path, file]) => {
      const was = before.get(path);
      return was === undefined ? [] : [{ path, file, was }];
    })
    .slice(0, CALIBRATE_FILES_READ_MAX);
  const texts = await readBlobs(
    repository,
    listed.flatMap(({ file, was }) => [file.oid, was.oid]),
    TEST_SOURCE_BYTES_MAX,
  );
  return listed.flatMap(({ path, file, was }) => {
    const text = texts.get(file.oid);
    const old = texts.get(was.oid);
    return text === undefined || old === undefined ? [] : [{ path, file, text, before: old }];
  });
};

const countOf = (text: string, name: string): number =>
  text.match(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g'))?.length ?? 0;

/** Code that no test is about, though it may call what tests call. */
const ASIDE = /(?:^|\/)(?:bench(?:es|marks?)?|docs?|_?examples?|fuzz|scripts)\//i;

interface Candidate {
  readonly source: Source;
  readonly name: string;
  readonly text: string;
  readonly mentions: number;
}

/** On a line of its own and behind a condition: a linter in the test command has nothing to say about it. */
const asWritten = (text: string): string =>
  text.replace(
    new RegExp(`\\{ (throw new Error\\('${WORDS}'\\);)(\\r?\\n[ \\t]*)`),
    (_, thrown: string, newLine: string) => `{${newLine}if (Date.now() > 0) ${thrown}${newLine}`,
  );

/** Functions that stand in the old file word for word, up to the next one. */
const untouched = ({ path, text, before }: Source): ReturnType<typeof throwingVariants> => {
  const found = throwingVariants(path, text).map((one) => ({ ...one, text: asWritten(one.text) }));
  if (text === before) return found;
  return found.filter(({ at }, index) =>
    before.includes(text.slice(at, found[index + 1]?.at ?? text.length)),
  );
};

/** Functions that old tests mention by name, those that few mention first; benchmarks and the like come last. */
export const candidatesIn = (
  sources: readonly Source[],
  isTests: (path: string) => boolean,
): readonly Candidate[] => {
  const tests = sources
    .flatMap(({ path, text }) => (isTests(path) ? [text] : (splitSource(path, text)?.blocks ?? [])))
    .join('\n');
  const found = sources
    .filter(({ path }) => !isTests(path))
    .flatMap((source) =>
      untouched(source).flatMap(({ name, text }): Candidate[] => {
        const mentions = name.length < 3 || COMMON.has(name) ? 0 : countOf(tests, name);
        return mentions === 0 ? [] : [{ source, name, text, mentions }];
      }),
    );
  const place = ({ source }: Candidate): number => (ASIDE.test(source.path) ? 1 : 0);
  return found.toSorted(
    (a, b) => place(a) - place(b) || a.mentions - b.mentions || (a.name < b.name ? -1 : 1),
  );
};

/** How the report calls a test, as its function is called in the text. */
const declaredName = (path: string, name: string): string => {
  const language = languageOf(path);
  if (language === 'go') return normalTestName(name).split('/')[0] ?? '';
  if (language === 'rust')
    return isDocExample(name, path) ? exampleName(documentedItem(name)) : lastTestName(name);
  return language === 'python' ? normalTestName(name).replace(/\[.*\]$/s, '') : normalTestName(name);
};

const isSpan = ({ name }: TestSpan, wanted: string): boolean =>
  normalTestName(name) === wanted || (wanted.endsWith(` > ${name}`) && !name.includes(' > '));

/** Whether a file of Rust is one of the modules in the name of a test: `b::tests::one` is in `src/b.rs`. */
const isModuleOf = (path: string, test: string): boolean => {
  const module = /([^/]+?)(?:\/mod)?\.rs$/.exec(path)?.[1];
  return module !== undefined && test.split('::').slice(0, -1).includes(module);
};

type Failed = { readonly name: string; readonly file?: string | undefined };

/** Each failed test where it stands, or the first one that cannot be found in the text. */
export const placesOf = (
  repository: Pick<Repository, 'prefix'>,
  sources: readonly Pick<Source, 'path' | 'text'>[],
  failed: readonly Failed[],
): { readonly places: Map<string, Set<string>> } | { readonly lost: string } => {
  const places = new Map<string, Set<string>>();
  for (const { name, file } of failed) {
    const named = file === undefined ? undefined : posix.join(repository.prefix, file);
    // The report of cargo names the first file of a program, not the one with the test.
    const isInside = named === undefined || /\.rs$/.test(named);
    const spans = sources
      .filter(({ path }) => (isInside ? /\.rs$/.test(path) : path === named))
      .flatMap(({ path, text }) =>
        testSpans(path, text)
          .filter((span) => isSpan(span, declaredName(path, name)))
          .map((span) => ({ path, name: span.name })),
      );
    const place =
      spans.find(({ path }) => isModuleOf(path, name)) ??
      spans.find(({ path }) => path === named) ??
      spans[0];
    if (place === undefined) return { lost: name };
    places.set(place.path, (places.get(place.path) ?? new Set()).add(place.name));
  }
  return { places };
};

const failuresOf = (before: CommandEvidence, after: CommandEvidence): readonly Failed[] | undefined => {
  const [was, is] = [before.tests?.cases, after.tests?.cases];
  if (was === undefined || is === undefined || after.end !== 'exited') return undefined;
  if ((after.tests?.unloaded ?? []).length > 0) return undefined;
  const passed = new Set(
    was.filter(({ status }) => status === 'passed').map(({ name, file }) => `${file} ${name}`),
  );
  return is.filter(({ name, file, status }) => status === 'failed' && passed.has(`${file} ${name}`));
};

const wasThere =
  ({ tests }: CommandEvidence) =>
  ({ name, file }: Failed): boolean =>
    (tests?.cases ?? []).some((one) => one.name === name && one.file === file && one.status === 'passed');

/** What became of one function that was broken. */
type Attempt =
  | { readonly kind: 'broken'; readonly broken: Broken }
  | { readonly kind: 'unrun' | 'unnoticed' | 'many' | 'new' }
  | { readonly kind: 'lost'; readonly test: string };

/** Whether the tests fail as the parent has them: what the commit adds to an old test is not old. */
const failsOldTests = async (
  { repository, base, side, scratchDirectory, run }: Breaking,
  tree: Digest,
  failed: readonly Failed[],
): Promise<boolean> => {
  const { isTests } = side;
  const mixed = await executedTree(repository, { tree, testsOf: base, isTests, scratchDirectory });
  if (mixed.tree === tree) return true;
  const cases = (await run(mixed.tree))?.tests?.cases ?? [];
  const reported = failed.flatMap(({ name, file }) =>
    cases.filter((one) => one.name === name && one.file === file),
  );
  // One that is not reported comes after a panic that ended its program.
  return reported.length > 0 && reported.every(({ status }) => status === 'failed');
};

type Texts = ReadonlyMap<string, string>;
type Places = ReadonlyMap<string, ReadonlySet<string>>;

const edited = async (
  { repository, head, scratchDirectory }: Breaking,
  sources: readonly Source[],
  texts: Texts,
): Promise<Digest> => {
  const files = new Map<string, TreeFile>();
  for (const [path, text] of texts) {
    const mode = sources.find((one) => one.path === path)?.file.mode ?? '100644';
    files.set(path, { mode, oid: await writeBlob(repository, text) });
  }
  return editTree(repository, head, { scratchDirectory, files });
};

/** Undefined where one of these tests cannot be taken out. */
const withoutTests = (sources: readonly Source[], texts: Texts, places: Places): Texts | undefined => {
  const left = new Map(texts);
  for (const [path, names] of places) {
    const text = left.get(path) ?? sources.find((one) => one.path === path)?.text ?? '';
    const changed = changeTests(path, text, 'removed', ({ name }) => names.has(name));
    if (changed === undefined) return undefined;
    left.set(path, changed);
  }
  return left;
};

interface Runs {
  readonly onBase: CommandEvidence;
  readonly onHead: CommandEvidence;
}

/** A panic of Go ends the program: tests that come after the one that panics fail only when that one is gone. */
const allFailing = async (
  breaking: Breaking,
  sources: readonly Source[],
  texts: Texts,
  { onBase, onHead }: Runs,
): Promise<{ readonly failed: readonly Failed[]; readonly places: Places } | Attempt> => {
  const now = sources.map((one) => ({ ...one, text: texts.get(one.path) ?? one.text }));
  const failed: Failed[] = [];
  let left = texts;
  for (let round = 0; round < CALIBRATE_PANICS_MAX; round += 1) {
    const seen = await breaking.run(await edited(breaking, sources, left));
    const more = seen === undefined ? undefined : failuresOf(onHead, seen);
    // Where a file has no test left that it needs, the ones that were found are all that can be known.
    if (more === undefined && failed.length === 0) return { kind: 'unrun' };
    failed.push(...(more ?? []));
    if (failed.length === 0) return { kind: 'unnoticed' };
    if (failed.length > CALIBRATE_BROKEN_TESTS_MAX) return { kind: 'many' };
    // A test that the commit brings is no old one.
    if (!failed.every(wasThere(onBase))) return { kind: 'new' };
    const found = placesOf(breaking.repository, now, failed);
    if ('lost' in found) return { kind: 'lost', test: found.lost };
    const next = withoutTests(sources, texts, found.places);
    if (more === undefined || more.length === 0 || next === undefined)
      return { failed, places: found.places };
    left = next;
  }
  return { kind: 'many' };
};

const attempt = async (
  breaking: Breaking,
  sources: readonly Source[],
  { source: { path }, name, text }: Candidate,
  runs: Runs,
): Promise<Attempt> => {
  const texts = new Map([[path, text]]);
  const found = await allFailing(breaking, sources, texts, runs);
  if ('kind' in found) return found;
  const tree = await edited(breaking, sources, texts);
  if (!(await failsOldTests(breaking, tree, found.failed))) return { kind: 'new' };
  return { kind: 'broken', broken: { path, name, edits: texts, tests: found.places } };
};

/** Why none of the functions that were broken makes a lie. */
export const whyNone = (attempts: readonly Attempt[]): string => {
  if (attempts.length === 0) return 'no function outside of the change was found that old tests mention';
  const count = (kind: Attempt['kind'], words: string): string[] => {
    const found = attempts.filter((one) => one.kind === kind).length;
    return found === 0 ? [] : [`${found} ${words}`];
  };
  const [lost] = attempts.flatMap((one) => (one.kind === 'lost' ? [one.test] : []));
  return [
    `${attempts.length} functions outside of the change were broken, none for a lie`,
    [
      ...count('unnoticed', 'fail no test'),
      ...count('many', `fail more than ${CALIBRATE_BROKEN_TESTS_MAX} tests`),
      ...count('new', 'fail a test that the commit brings or changes'),
      ...count('unrun', 'keep the tests from running'),
      ...count('lost', `fail a test that is not found in the text of its file (${JSON.stringify(lost)})`),
    ].join(', '),
  ].join(': ');
};

export interface Unbroken {
  readonly why: string;
}

/** The first function whose loss few old tests notice, and whose tests can all be changed; or why there is none. */
export const breakSomething = async (breaking: Breaking): Promise<Broken | Unbroken> => {
  const { base, head, side, run, signal } = breaking;
  const sources = await oldSources(breaking);
  const candidates = candidatesIn(sources, side.isTests);
  if (candidates.length === 0) return { why: whyNone([]) };
  const [onBase, onHead] = await Promise.all([run(base), run(head)]);
  if (onBase === undefined || onHead === undefined)
    return { why: 'the tests of the commit or of its parent could not be run' };
  const attempts: Attempt[] = [];
  for (const candidate of candidates.slice(0, CALIBRATE_BREAKS_MAX)) {
    if (signal.aborted) return { why: 'the time was over' };
    const made = await attempt(breaking, sources, candidate, { onBase, onHead });
    if (made.kind === 'broken') return made.broken;
    attempts.push(made);
  }
  return { why: whyNone(attempts) };
};
