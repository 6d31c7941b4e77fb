// Functions of Rust that have one version for tests and another for everybody else: a test that calls one of them says
// nothing about what users get.
import { splitSource } from './in-source-tests.ts';
import { wordsOf } from './source-words.ts';

/** An attribute, what else stands above the function, and its name. */
const functionsUnder = (text: string, condition: string): string[] => {
  const pattern = new RegExp(
    `#\\[cfg\\(${condition}\\)\\]\\s*(?:#\\[[^\\]]*\\]\\s*)*(?:pub(?:\\([^)]*\\))?\\s+)?(?:(?:const|async|unsafe)\\s+)*fn\\s+(\\w+)`,
    'g',
  );
  return [...text.matchAll(pattern)].map(([, name]) => name!);
};

const TEST = 'test';
const NOT_TEST = String.raw`not\(\s*test\s*\)`;

/** `tests`: what else is known to be tests of this file. A clock that only the code itself asks is nobody's lie. */
export const doubledForTests = (text: string, tests: readonly string[] = []): string[] => {
  const doubled = functionsUnder(text, TEST).filter((name) => functionsUnder(text, NOT_TEST).includes(name));
  if (doubled.length === 0) return [];
  const blocks = splitSource('x.rs', text)?.blocks ?? [];
  const used = new Set(
    [...blocks.filter((block) => /#\[(?:\w+::)*test\b/.test(block)), ...tests].flatMap(wordsOf),
  );
  return [...new Set(doubled)].filter((name) => used.has(name));
};
