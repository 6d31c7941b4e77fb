// Which tests of a changed file say the same as before: word for word, after one consistent renaming that the code has
// made too, or under another name. What a test relies on in its own file must say the same as well.
import { type Imports, importsOf } from './imports.ts';
import type { DeclaredTest } from './js-tests.ts';
import { isName, type Renaming, sameWords, wordsOf } from './source-words.ts';

export interface TestText {
  readonly path: string;
  readonly text: string;
  readonly tests: readonly DeclaredTest[];
}

/** What the code says of a renaming: words of its changed files before and after, and files that were moved. */
export interface CodeWords {
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
  /** Paths without their extension. */
  readonly moved: ReadonlyMap<string, string>;
}

interface Block {
  readonly name: string;
  readonly words: readonly string[];
}

interface Read {
  readonly blocks: readonly Block[];
  readonly imports: Imports;
  /** Everything that is neither a test nor an import. */
  readonly frame: readonly string[];
}

const read = ({ path, text, tests }: TestText): Read => {
  const ranges = tests
    .flatMap(({ name, range }) => (range === undefined ? [] : [{ name, ...range }]))
    .sort((a, b) => a.from - b.from);
  let [frame, at] = ['', 0];
  for (const { from, to } of ranges) {
    if (from > at) frame += `${text.slice(at, from)}\n`;
    at = Math.max(at, to);
  }
  const imports = importsOf(path, `${frame}${text.slice(at)}`);
  return {
    blocks: ranges.map(({ name, from, to }) => ({ name, words: wordsOf(text.slice(from, to)) })),
    imports,
    frame: wordsOf(imports.rest).filter((word) => word !== ';' && word !== ','),
  };
};

/** A word that says how something is asserted never counts as renamed. */
const ASSERTING =
  /^(?:assert\w*|expect\w*|equals?|ok|not\w*|to[A-Z]\w*|deep\w*|strict\w*|is\w*|raises|throws|skip\w*|only|todo|test|it|describe|should\w*|must\w*|require\w*|check\w*|verify\w*)$/;

const last = (name: string): string => name.split(' > ').at(-1) ?? name;

/**
 * Names that differ between old and new versions of the same tests, and that the code has renamed in the same way: the
 * old one is gone from the code, the new one was not there before.
 */
export const renamingOf = (files: readonly (readonly [TestText, TestText])[], code: CodeWords): Renaming => {
  const found = new Map<string, string>();
  const refused = new Set<string>();
  const note = (from: string, to: string): void => {
    if (!isName(from) || !isName(to) || from === to) return;
    const isOfCode =
      code.before.has(from) && !code.after.has(from) && code.after.has(to) && !code.before.has(to);
    if (!isOfCode || ASSERTING.test(from) || ASSERTING.test(to)) return;
    const known = found.get(from);
    if (known !== undefined && known !== to) refused.add(from);
    found.set(from, to);
  };
  for (const [before, after] of files) {
    const now = new Map(read(after).blocks.map(({ name, words }) => [name, words]));
    for (const { name, words } of read(before).blocks) {
      const other = now.get(name);
      if (other?.length === words.length) words.forEach((word, at) => void note(word, other[at]!));
    }
    // Helpers have no tests; what is renamed in them is seen in the rest of the file.
    const [frame, frameNow] = [read(before).frame, read(after).frame];
    if (frame.length === frameNow.length) frame.forEach((word, at) => void note(word, frameNow[at]!));
  }
  const taken = [...found.values()];
  const twice = new Set(taken.filter((to, at) => taken.indexOf(to) !== at));
  return new Map([...found].filter(([from, to]) => !refused.has(from) && !twice.has(to)));
};

const isMoved = (before: string, after: string, { moved }: CodeWords): boolean => {
  const plain = (path: string): string => path.replaceAll('.', '/').replaceAll('::', '/');
  return [...moved].some(
    ([from, to]) =>
      (from === before && to === after) ||
      (from.endsWith(plain(before)) && to.endsWith(plain(after)) && before !== '' && after !== ''),
  );
};

/** Every name that the test uses comes from where it came from before. */
const sameSources = (
  { words }: Block,
  before: Imports,
  after: Imports,
  renaming: Renaming,
  code: CodeWords,
): boolean =>
  [...new Set(words)].every((word) => {
    const [was, is] = [before.sources.get(word), after.sources.get(renaming.get(word) ?? word)];
    if (was === is) return true;
    return was !== undefined && is !== undefined && isMoved(was, is, code);
  });

/** Everything in the file says the same but for the renaming: a helper that only follows the code. */
export const sameFile = (before: TestText, after: TestText, renaming: Renaming, code: CodeWords): boolean => {
  const [old, now] = [before, after].map((one) => read({ ...one, tests: [] })) as [Read, Read];
  return (
    sameWords(old.frame, now.frame, renaming) &&
    sameSources({ name: '', words: old.frame }, old.imports, now.imports, renaming, code)
  );
};

export interface SameTests {
  readonly same: string[];
  readonly renamed: { from: string; to: string }[];
  readonly valued?: { from: string; to: string }[];
}

type Pairs = SameTests['renamed'];

/** Without its name, and without the values that it gives and expects. */
const shapeOf = ({ name, words }: Block): Block => ({
  name,
  words: words.map((word) => (/^["'`\d]/.test(word) || word === last(name) ? '#' : word)),
});

const pairsOf = (
  old: readonly Block[],
  now: readonly Block[],
  fits: (one: Block, two: Block) => boolean,
): Pairs =>
  old.flatMap((block) => {
    const [fitting, ...more] = now.filter((other) => fits(block, other));
    const isOnly = fitting !== undefined && more.length === 0;
    return isOnly && old.filter((one) => fits(one, fitting)).length === 1
      ? [{ from: block.name, to: fitting.name }]
      : [];
  });

export const sameTests = (
  before: TestText,
  after: TestText,
  renaming: Renaming,
  code: CodeWords,
): SameTests => {
  const [old, now] = [read(before), read(after)];
  if (!sameWords(old.frame, now.frame, renaming)) return { same: [], renamed: [] };
  const counts = (blocks: readonly Block[]): Map<string, Block[]> => {
    const groups = new Map<string, Block[]>();
    for (const block of blocks) groups.set(block.name, [...(groups.get(block.name) ?? []), block]);
    return groups;
  };
  const [byName, nowByName] = [counts(old.blocks), counts(now.blocks)];
  const isSame = (one: Block, two: Block): boolean =>
    sameWords(one.words, two.words, renaming) && sameSources(one, old.imports, now.imports, renaming, code);
  const same = [...byName].flatMap(([name, blocks]) => {
    const others = nowByName.get(name) ?? [];
    return blocks.length === others.length && blocks.every((block, at) => isSame(block, others[at]!))
      ? [name]
      : [];
  });
  const left = old.blocks.filter(({ name }) => !nowByName.has(name));
  const added = now.blocks.filter(({ name }) => !byName.has(name));
  const body = ({ name, words }: Block): Block => ({
    name,
    words: words.filter((word) => word !== last(name) && word.slice(1, -1) !== last(name)),
  });
  const renamed = pairsOf(left, added, (one, two) => isSame(body(one), body(two)));
  const isPaired = ({ name }: Block): boolean => renamed.some(({ from, to }) => from === name || to === name);
  const open = (blocks: readonly Block[]): Block[] => blocks.filter((block) => !isPaired(block));
  const valued = pairsOf(open(left), open(added), (one, two) => isSame(shapeOf(one), shapeOf(two)));
  return { same, renamed, ...(valued.length === 0 ? {} : { valued }) };
};
