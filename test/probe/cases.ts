// Twenty changes with one hunk that no test misses, and the same twenty with a test for it.
import { type Feature, LANGUAGES, type ShopLanguage } from './shop.ts';

export interface ProbeCase {
  readonly name: string;
  readonly language: ShopLanguage;
  readonly base: Readonly<Record<string, string>>;
  readonly head: Readonly<Record<string, string>>;
  /** The hunk that must be named: its file, and words of its first line. */
  readonly untested: readonly [string, string] | undefined;
}

/** Each beside a feature that is tested. */
const SEEDS: readonly (readonly [string, Feature])[] = [
  ['a second function', 'half'],
  ['a guard in an old function', 'guard'],
  ['a line that is gone', 'unclamped'],
  ['another word', 'euro'],
  ['a function in another file', 'refill'],
];

const caseOf = (
  language: ShopLanguage,
  [says, feature]: (typeof SEEDS)[number],
  isTested: boolean,
): ProbeCase => {
  const has: readonly Feature[] = ['double', feature];
  return {
    name: `${language.name}: ${says}, ${isTested ? 'tested' : 'untested'}`,
    language,
    base: language.files({ has: [], tests: [] }),
    head: language.files({ has, tests: isTested ? has : ['double'] }),
    untested: isTested ? undefined : language.places[feature],
  };
};

export const CASES: readonly ProbeCase[] = LANGUAGES.flatMap((language) =>
  SEEDS.flatMap((seed) => [caseOf(language, seed, false), caseOf(language, seed, true)]),
);
