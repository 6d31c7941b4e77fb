// Names that mean something else than in the base: a macro that is called like an assertion; and code that no assertion can
// fail on. What a test says is then not about what it names.
import { wordsOf } from '../source/source-words.ts';

const MACROS = /^(?:assert|assert_eq|assert_ne|panic|matches|debug_assert(?:_eq|_ne)?)$/;

/** Macros that a text of Rust defines, or imports, under the name of an assertion. */
export const assertionMacros = (text: string): string[] => {
  const words = wordsOf(text);
  return [
    ...new Set(
      words.filter(
        (word, at) =>
          MACROS.test(word) &&
          ((words[at - 2] === 'macro_rules' && words[at - 1] === '!') ||
            words[at - 1] === 'as' ||
            (words[at - 1] === 'macro' && words[at - 2] !== '#')),
      ),
    ),
  ];
};

const BODY = String.raw`\s*(?:"""[\s\S]*?"""\s*)?return\s+(?:True|1)\b`;
const UNFAILING: readonly { readonly extension: RegExp; readonly pattern: RegExp; readonly what: string }[] =
  [
    {
      extension: /\.py$/i,
      pattern: new RegExp(String.raw`def __(?:eq|le|ge)__\([^)]*\)[^:\n]*:${BODY}`),
      what: 'says of itself that it is equal to everything',
    },
    {
      extension: /\.py$/i,
      pattern: /__eq__\s*=\s*lambda[^:\n]*:\s*True\b/,
      what: 'says of itself that it is equal to everything',
    },
    { extension: /\.py$/i, pattern: /\b_pytest\b/, what: 'reaches into the test runner' },
    {
      extension: /\.[cm]?[jt]sx?$/i,
      pattern: /\basymmetricMatch\b|jest\.asymmetricMatcher/,
      what: 'says of itself that it is equal to everything',
    },
    {
      extension: /\.rs$/i,
      pattern: /\bfn eq\s*\(\s*&self\s*,[^)]*\)\s*->\s*bool\s*\{\s*(?:return\s+)?true\s*;?\s*\}/,
      what: 'says of itself that it is equal to everything',
    },
  ];

/** At the beginning of a line, and so in the shell of whoever sources it. */
const SHELL_ERRORS =
  /^(?:set\s+\+(?:[a-zA-Z]*[eE]|o\s+(?:errexit|errtrace))|trap\s.*\b(?:ERR|EXIT|DEBUG)\b)/m;

/** Whether a text that others source changes what a failing command does there. Programs have a shell of their own. */
export const changesShellErrors = (path: string, now: string, then: string): boolean =>
  /\.(?:sh|bash)$/i.test(path) &&
  !(now.startsWith('#!') && (then === '' || then.startsWith('#!'))) &&
  SHELL_ERRORS.test(now) &&
  !SHELL_ERRORS.test(then);

/** What in a text keeps assertions from failing, whatever the code does. */
export const unfailing = (path: string, text: string): string[] => [
  ...new Set(
    UNFAILING.flatMap(({ extension, pattern, what }) =>
      extension.test(path) && pattern.test(text) ? [what] : [],
    ),
  ),
];

const OF_TESTS: readonly { readonly extension: RegExp; readonly pattern: RegExp }[] = [
  {
    extension: /\.py$/i,
    pattern:
      /^\s*(?:from\s+(?:unittest\.mock|mock)\s+import\b|from\s+unittest\s+import\s[^\n]*\bmock\b|import\s+(?:unittest\.mock|mock)\b)/m,
  },
  {
    extension: /\.[cm]?[jt]sx?$/i,
    pattern: /(?:\bfrom\s*|\b(?:require|import)\s*\(\s*|\bimport\s+)['"](?:chai|sinon|@jest\/globals)['"]/,
  },
];

/** Whether code uses what is made for tests alone: `ANY` is equal to everything, and assertions can be overwritten. */
export const usesTestLibrary = (path: string, text: string): boolean =>
  OF_TESTS.some(({ extension, pattern }) => extension.test(path) && pattern.test(text));

/** Of the platform: tests reach code through them, and see what comes back. */
const PLATFORM =
  '(fetch|setTimeout|setInterval|setImmediate|clearTimeout|queueMicrotask|structuredClone|Date|Promise|performance|Response|Request|Headers|URL)';
const REPLACED: readonly RegExp[] = [
  // Whoever gives an old platform what it lacks asks first: `??=`, `if (!globalThis.fetch)`.
  new RegExp(String.raw`^[ \t]*(?:globalThis|global|window|self)\.${PLATFORM}[ \t]*=(?![=>])`, 'm'),
  new RegExp(String.raw`\bdefineProperty\(\s*(?:globalThis|global|window|self)\s*,\s*['"]${PLATFORM}['"]`),
];

/** The function of the platform in whose place a text of JavaScript puts another, for everybody in its process. */
export const replacedGlobal = (path: string, text: string): string | undefined =>
  /\.[cm]?[jt]sx?$/i.test(path)
    ? REPLACED.map((pattern) => pattern.exec(text)?.[1]).find((name) => name !== undefined)
    : undefined;

const LATIN = /\p{Script=Latin}/u;
const SAME_LOOKS = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** A word of letters that look alike and are not: `shiррing` with two letters of Russian. */
export const isLookAlike = (path: string): boolean =>
  path.split(/[^\p{L}\p{M}]+/u).some((word) => LATIN.test(word) && SAME_LOOKS.test(word));
