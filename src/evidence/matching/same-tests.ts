// Which tests of a changed file say the same as before: word for word, after one consistent renaming that the code has
// made too, or under another name. What a test relies on in its own file must say the same as well.
import { posix } from 'node:path';
import { retitled, sameFrames } from '../reports/tests/suite-titles.ts';
import { calledIn, withoutGrowth } from '../runs/grown-doubles.ts';
import { withoutNewArguments } from '../runs/new-arguments.ts';
import { type Imports, importsOf } from '../source/imports.ts';
import type { DeclaredTest } from '../source/js-tests.ts';
import { isName, type Renaming, SHELL, sameWords, wordsIn } from '../source/source-words.ts';

export interface TestText {
  readonly path: string;
  readonly text: string;
  readonly tests: readonly DeclaredTest[];
}

/** What the code says of a renaming: words of its changed files before and after, and files that were moved. */
export interface CodeWords {
  /** How often each stands there. */
  readonly before: ReadonlyMap<string, number>;
  readonly after: ReadonlyMap<string, number>;
  /** Paths without their extension. */
  readonly moved: ReadonlyMap<string, string>;
  /** Definitions that were moved to another file, word for word: from where, and to where. */
  readonly definitions?: ReadonlyMap<string, readonly [string, string]>;
  /** Definitions that have another name, and say the same. */
  readonly redefined?: ReadonlyMap<string, string>;
  /** Of the words before those that something could be called by. */
  readonly called?: ReadonlySet<string>;
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

const ATTRIBUTE_CHARS_MAX = 500;
const ATTRIBUTES = /(?:#\[[^\]\n]*\]\s*)+$/;

/**
 * Where the tests stand. In Rust their attributes go with them, and a function without `#[test]` is a helper, which all
 * tests rely on.
 */
export const rangesOf = ({ path, text, tests }: TestText): { name: string; from: number; to: number }[] =>
  tests
    .flatMap(({ name, range }) => {
      if (range === undefined) return [];
      if (!path.endsWith('.rs')) return [{ name, ...range }];
      const before = text.slice(0, range.from).trimEnd().length;
      const attributes =
        ATTRIBUTES.exec(text.slice(Math.max(0, before - ATTRIBUTE_CHARS_MAX), before))?.[0] ?? '';
      return /\btest|rstest/.test(attributes)
        ? [{ name, from: before - attributes.length, to: range.to }]
        : [];
    })
    .sort((a, b) => a.from - b.from);

const ESCAPED = /[.*+?^${}()|[\]\\]/g;

/** The same within a text: `"$root/bin/shop"` follows its program. Only with its folder a path is no other word. */
const followedInside = (text: string, moved: CodeWords['moved']): string => {
  for (const [from, to] of moved)
    if (from.includes('/') && text.includes(from))
      return text.replace(
        new RegExp(`(?<![\\w.-])${from.replace(ESCAPED, '\\$&')}(?![\\w-])`, 'g'),
        () => to,
      );
  return text;
};

/** A path in quotes to a file that was moved, as it is now: `mock('./http')` follows its module. */
const followed = (path: string, word: string, moved: CodeWords['moved']): string => {
  const [quote, target] = [word.slice(0, 1), word.slice(1, -1)];
  if (moved.size === 0 || word.length < 2 || !/^["'`]/.test(word)) return word;
  if (!/^\.\.?\//.test(target)) return quote + followedInside(target, moved) + quote;
  const ending = /\.[cm]?[jt]sx?$/.exec(target)?.[0] ?? '';
  const folder = posix.dirname(path);
  const now = moved.get(posix.join(folder, target.slice(0, target.length - ending.length)));
  if (now === undefined) return word;
  const relative = posix.relative(folder, now);
  return `${quote}${relative.startsWith('.') ? '' : './'}${relative}${ending}${quote}`;
};

/** The name of a package of tests beside another one follows that one: `lru_test` is two words. */
const packageApart = (path: string, text: string): string =>
  path.endsWith('_test.go') ? text.replace(/^package (\w+)_test\b/m, 'package $1 _test') : text;

const read = (
  file: TestText,
  moved: CodeWords['moved'] = new Map(),
  framed: (text: string) => string = (rest) => rest,
): Read => {
  const { path, text } = file;
  // In a shell a path may be in any part of a line.
  const following = (part: string): string => (SHELL.test(path) ? followedInside(part, moved) : part);
  const words = (part: string): string[] =>
    wordsIn(path, following(part)).map((word) => followed(path, word, moved));
  const ranges = rangesOf(file);
  let [frame, at] = ['', 0];
  for (const { from, to } of ranges) {
    if (from > at) frame += `${text.slice(at, from)}\n`;
    at = Math.max(at, to);
  }
  const imports = importsOf(path, `${frame}${text.slice(at)}`);
  return {
    blocks: ranges.map(({ name, from, to }) => ({ name, words: words(text.slice(from, to)) })),
    imports,
    frame: words(packageApart(path, framed(imports.rest))).filter((word) => word !== ';' && word !== ','),
  };
};

/** The new version without what its doubles have more than the old one, because the code asks for it. */
const readNow = (
  file: TestText,
  old: Read,
  code: CodeWords,
): Read & { readonly grown: readonly string[] } => {
  const known = /\.rs$/i.test(file.path) ? calledIn(old.frame) : new Set(old.frame);
  let grown: readonly string[] = [];
  const now = read(file, undefined, (rest) => {
    const without = withoutGrowth(file.path, rest, code, (name) => known.has(name));
    grown = without.grown;
    return without.text;
  });
  return { ...now, grown };
};

/** A word that says how something is asserted never counts as renamed. */
const ASSERTING =
  /^(?:assert\w*|expect\w*|equals?|ok|not\w*|to(?:Be|Equal|Strict|Match|Contain|Have|Throw|Return|Resolve|Reject|Satisfy)\w*|deep\w*|strict\w*|is\w*|raises|throws|skip\w*|only|todo|test|it|describe|should\w*|must\w*|require\w*|check\w*|verify\w*)$/;

const HOOK = /^(?:before|after|setup|teardown)(?:Each|All)?$/;
const suiteOf = (name: string): string => name.split(' > ').slice(0, -1).join(' > ');
const last = (name: string): string => name.split(' > ').at(-1) ?? name;

/** Tests with another title, and nothing else that differs but names that the code has renamed; each fits one alone. */
const retitledPairs = (
  old: readonly Block[],
  now: readonly Block[],
  isOfCode: (from: string, to: string) => boolean,
): (readonly [Block, Block])[] => {
  const [names, namesNow] = [old, now].map((blocks) => new Set(blocks.map(({ name }) => name)));
  const isTitle = (word: string, { name }: Block): boolean => [word, word.slice(1, -1)].includes(last(name));
  const fits = (one: Block, two: Block): boolean =>
    one.words.length === two.words.length &&
    suiteOf(one.name) === suiteOf(two.name) &&
    one.words.every((word, at) => {
      const other = two.words[at] ?? '';
      return word === other || isOfCode(word, other) || (isTitle(word, one) && isTitle(other, two));
    });
  const added = now.filter(({ name }) => !names?.has(name));
  return old
    .filter(({ name }) => !namesNow?.has(name))
    .flatMap((one) => {
      const [two, ...more] = added.filter((other) => fits(one, other));
      return two === undefined || more.length > 0 ? [] : [[one, two] as const];
    });
};

/** The old name is gone from the code, and the new one stands there as often more: a name of something else may be the same. */
const isRenamed = (from: string, to: string, { before, after, redefined }: CodeWords): boolean => {
  if (redefined?.get(from) === to) return true;
  const [was, is] = [before.get(to) ?? 0, after.get(to) ?? 0];
  const count = before.get(from) ?? 0;
  return count > 0 && !after.has(from) && is > 0 && (was === 0 || is - was === count);
};

/**
 * Names that differ between old and new versions of the same tests, and that the code has renamed in the same way.
 */
export const renamingOf = (files: readonly (readonly [TestText, TestText])[], code: CodeWords): Renaming => {
  const found = new Map<string, string>();
  const refused = new Set<string>();
  const isOfCode = (from: string, to: string): boolean =>
    isName(from) &&
    isName(to) &&
    from !== to &&
    ![from, to].some((word) => ASSERTING.test(word)) &&
    isRenamed(from, to, code);
  const note = (from: string, to: string): void => {
    if (!isOfCode(from, to)) return;
    const known = found.get(from);
    if (known !== undefined && known !== to) refused.add(from);
    found.set(from, to);
  };
  for (const [before, after] of files) {
    const [old, later] = [read(before, code.moved), read(after)];
    const now = new Map(later.blocks.map(({ name, words }) => [name, words]));
    const nameNow = retitled(old.frame, later.frame);
    for (const { name, words } of old.blocks) {
      const other = now.get(name) ?? now.get(nameNow?.(name) ?? name);
      if (other?.length === words.length) words.forEach((word, at) => void note(word, other[at] ?? word));
    }
    for (const [one, two] of retitledPairs(old.blocks, later.blocks, isOfCode))
      one.words.forEach((word, at) => void note(word, two.words[at] ?? word));
    // Helpers have no tests; what is renamed in them is seen in the rest of the file.
    const [frame, frameNow] = [old.frame, later.frame];
    if (frame.length === frameNow.length) frame.forEach((word, at) => void note(word, frameNow[at] ?? word));
  }
  const taken = [...found.values()];
  const twice = new Set(taken.filter((to, at) => taken.indexOf(to) !== at));
  return new Map([...found].filter(([from, to]) => !refused.has(from) && !twice.has(to)));
};

/** `example.com/shop/lru` is a folder, with everything before it as it was. */
const isMovedFolder = (before: string, after: string, from: string, to: string): boolean => {
  const [was, is] = [`/${posix.dirname(from)}`, `/${posix.dirname(to)}`];
  return (
    before.endsWith(was) &&
    after.endsWith(is) &&
    before.slice(0, before.length - was.length) === after.slice(0, after.length - is.length)
  );
};

/** A module as a path: Python has dots between its parts, Rust two colons. */
const plain = (path: string): string => path.replaceAll('.', '/').replaceAll('::', '/');

const isMoved = (before: string, after: string, { moved }: CodeWords): boolean => {
  return [...moved].some(
    ([from, to]) =>
      (from === before && to === after) ||
      isMovedFolder(before, after, from, to) ||
      (from.endsWith(plain(before)) && to.endsWith(plain(after)) && before !== '' && after !== ''),
  );
};

/** The name alone was moved: the file that it came from may have others still. */
const isMovedName = (word: string, before: string, after: string, { definitions }: CodeWords): boolean => {
  const [from, to] = definitions?.get(word) ?? [];
  if (from === undefined || to === undefined || before === '' || after === '') return false;
  return (from === before && to === after) || (from.endsWith(plain(before)) && to.endsWith(plain(after)));
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
    if (was === undefined || is === undefined) return false;
    return isMoved(was, is, code) || isMovedName(word, was, is, code);
  });

/** Everything in the file says the same but for the renaming: a helper that only follows the code. */
export const sameFile = (before: TestText, after: TestText, renaming: Renaming, code: CodeWords): boolean => {
  const old = read({ ...before, tests: [] }, code.moved);
  const now = readNow({ ...after, tests: [] }, old, code);
  return (
    sameWords(old.frame, now.frame, renaming) &&
    sameSources({ name: '', words: old.frame }, old.imports, now.imports, renaming, code)
  );
};

export interface SameTests {
  readonly same: string[];
  /** Names of several tests, of which some say the same: suites that a helper makes have no name in the text. */
  readonly partly?: string[];
  readonly renamed: { from: string; to: string }[];
  readonly valued?: { from: string; to: string }[];
  /** Tests whose cases have other ids, and nothing else. */
  readonly otherIds?: string[];
  /** Tests that say the same, and hand over arguments whose names the code has more often than before. */
  readonly argued?: string[];
  /** Methods that doubles in this file have more than before. */
  readonly grown?: string[];
}

type Pairs = SameTests['renamed'];

/** Without its name, and without the values that it gives and expects. */
const shapeOf = ({ name, words }: Block): Block => ({
  name,
  words: words.map((word) => (/^["'`\d]/.test(word) || word === last(name) ? '#' : word)),
});

/** Cases of pytest are known by `id="…"`, which says nothing of what they ask for. */
const withoutIds = ({ name, words }: Block): Block => ({
  name,
  words: words.map((word, at) =>
    words[at - 1] === '=' && words[at - 2] === 'id' && /^["']/.test(word) ? '#' : word,
  ),
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

/** Names of several tests, of which not all say the same, and one does. */
const partlySame = (
  byName: ReadonlyMap<string, readonly Block[]>,
  nowByName: ReadonlyMap<string, readonly Block[]>,
  same: readonly string[],
  isSame: (one: Block, two: Block) => boolean,
): string[] =>
  [...byName].flatMap(([name, blocks]) => {
    const others = nowByName.get(name) ?? [];
    const isKept = (block: Block): boolean => others.some((other) => isSame(block, other));
    return blocks.length > 1 && !same.includes(name) && blocks.some(isKept) ? [name] : [];
  });

const groupedByName = (blocks: readonly Block[]): Map<string, Block[]> => {
  const groups = new Map<string, Block[]>();
  for (const block of blocks) groups.set(block.name, [...(groups.get(block.name) ?? []), block]);
  return groups;
};

export const sameTests = (
  before: TestText,
  after: TestText,
  renaming: Renaming,
  code: CodeWords,
): SameTests => {
  const old = read(before, code.moved);
  const now = readNow(after, old, code);
  if (!sameFrames(old.frame, now.frame, renaming)) return { same: [], renamed: [] };
  const [byName, nowByName] = [groupedByName(old.blocks), groupedByName(now.blocks)];
  const isSame = (one: Block, two: Block): boolean =>
    sameWords(one.words, two.words, renaming) && sameSources(one, old.imports, now.imports, renaming, code);
  const same = [...byName].flatMap(([name, blocks]) => {
    const others = nowByName.get(name) ?? [];
    if (blocks.length !== others.length) return [];
    const areSame = blocks.every((block, at) => {
      const other = others[at];
      return other !== undefined && isSame(block, other);
    });
    return areSame ? [name] : [];
  });
  const partly = partlySame(byName, nowByName, same, isSame);
  const left = old.blocks.filter(({ name }) => !nowByName.has(name));
  const added = now.blocks.filter(({ name }) => !byName.has(name));
  const body = ({ name, words }: Block): Block => ({
    name,
    words: words.filter((word) => word !== last(name) && word.slice(1, -1) !== last(name)),
  });
  const nameNow = retitled(old.frame, now.frame) ?? ((name: string) => name);
  // In another suite a test may have another setup.
  const hasHooks = old.frame.some((word) => HOOK.test(word));
  const moved = pairsOf(left, added, (one, two) => nameNow(one.name) === two.name && isSame(one, two));
  const isMovedAlready = ({ name }: Block): boolean =>
    moved.some(({ from, to }) => [from, to].includes(name));
  const others = (blocks: readonly Block[]): Block[] => blocks.filter((block) => !isMovedAlready(block));
  const renamed = [
    ...moved,
    ...pairsOf(
      others(left),
      others(added),
      (one, two) =>
        (!hasHooks || suiteOf(nameNow(one.name)) === suiteOf(two.name)) && isSame(body(one), body(two)),
    ),
  ];
  const isPaired = ({ name }: Block): boolean => renamed.some(({ from, to }) => from === name || to === name);
  const open = (blocks: readonly Block[]): Block[] => blocks.filter((block) => !isPaired(block));
  const valued = pairsOf(open(left), open(added), (one, two) => isSame(shapeOf(one), shapeOf(two)));
  const alike = (form: (block: Block) => Block, formNow = form): string[] =>
    [...byName].flatMap(([name, [block, ...more]]) => {
      const [other, ...others] = nowByName.get(name) ?? [];
      if (block === undefined || other === undefined || same.includes(name)) return [];
      return more.length + others.length === 0 && isSame(form(block), formNow(other)) ? [name] : [];
    });
  const isPython = before.path.endsWith('.py');
  const otherIds = isPython ? alike(withoutIds) : [];
  const isNew = (name: string): boolean => (code.after.get(name) ?? 0) > (code.before.get(name) ?? 0);
  const argued = isPython
    ? alike(
        (block) => block,
        ({ name, words }) => ({ name, words: withoutNewArguments(words, isNew) }),
      )
    : [];
  return {
    ...{ same: [...same, ...otherIds], renamed },
    ...(partly.length === 0 ? {} : { partly }),
    ...(valued.length === 0 ? {} : { valued }),
    ...(otherIds.length === 0 ? {} : { otherIds }),
    ...(argued.length === 0 ? {} : { argued }),
    ...(now.grown.length === 0 ? {} : { grown: [...now.grown] }),
  };
};
