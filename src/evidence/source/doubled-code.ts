// Code that has one version for tests and another for everybody else: a test that uses it says nothing about what users
// get. In Rust the compiler tells tests apart, in Go the tags that the test command names.
import { splitSource } from './in-source-tests.ts';
import { wordsOf } from './source-words.ts';

/** Names of what stands under the condition. */
const itemsUnder = (text: string, condition: string): string[] => {
  const pattern = new RegExp(
    `#\\[cfg\\(${condition}\\)\\]\\s*(?:#\\[[^\\]]*\\]\\s*)*(?:pub(?:\\([^)]*\\))?\\s+)?(?:(?:const|async|unsafe)\\s+)*(?:fn|mod|struct|enum|const|static|type)\\s+(\\w+)`,
    'g',
  );
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
};

const TEST = String.raw`\s*(?:test|(?:all|any)\(\s*test\b[^\]]*\))\s*`;
const NOT_TEST = String.raw`\s*not\(${TEST}\)\s*`;

/** Only what tests of the same file use: a clock that only the code asks may well be another one in tests. */
export const doubledForTests = (text: string): string[] => {
  const doubled = itemsUnder(text, TEST).filter((name) => itemsUnder(text, NOT_TEST).includes(name));
  if (doubled.length === 0) return [];
  const blocks = splitSource('x.rs', text)?.blocks ?? [];
  const used = new Set(blocks.filter((block) => /#\[(?:\w+::)*test\b/.test(block)).flatMap(wordsOf));
  return [...new Set(doubled)].filter((name) => used.has(name));
};

/** The tags that a command of Go builds with. */
export const goTags = (line: string): string[] =>
  [...line.matchAll(/(?:^|\s)--?tags(?:=|\s+)["']?([\w.,]+)/g)].flatMap(([, tags = '']) => tags.split(','));

const GO_FUNCTION = /^func (?:\((?:\w+ )?\*?(\w+)[^)\n]*\) )?(\w+)/gm;

const goFunctions = (text: string): string[] =>
  [...text.matchAll(GO_FUNCTION)].map(([, type, name = '']) =>
    type === undefined ? name : `${type}.${name}`,
  );

const constraintOf = (text: string): string => /^\/\/go:build (.+)$/m.exec(text)?.[1] ?? '';

/** Functions of a package that every build had, and that now have one version with one of the tags and another without. */
export const doubledByTags = (
  before: readonly string[],
  after: readonly string[],
  tags: readonly string[],
): string[] => {
  const isUnder = (text: string, sign: string): boolean =>
    tags.some((tag) => new RegExp(`(?:^|[^!\\w])${sign}${tag}\\b`).test(constraintOf(text)));
  const [within, without] = ['', '!'].map(
    (sign) => new Set(after.filter((text) => isUnder(text, sign)).flatMap(goFunctions)),
  );
  return before
    .filter((text) => !isUnder(text, '') && !isUnder(text, '!'))
    .flatMap(goFunctions)
    .filter((name) => within?.has(name) && without?.has(name));
};
