// Items of Rust that have one version for tests and another for everybody else: a test that uses one of them says nothing
// about what users get.
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
