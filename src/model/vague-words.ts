// When is a promise vague? By rule, never by a model: lists of words, and marks that can be measured. All of it is data,
// so that a project can add its own words.
//
// A text is concrete when one of these holds, in this order:
//   1. It has a strong mark: a number with a unit or a comparison, code in back-ticks, a command, a file, a name from code.
//   2. It has a weak mark (a verb whose outcome can be observed, a bare number, "no …"), no vague word, and as many
//      words of its own as its kind asks for.
//   3. It has no vague word, and enough words of its own.
// Words of its own are those in none of the lists. So a strong mark always helps, and adding one never makes it vaguer.
import * as z from 'zod';
import { TEXT_CHARS_MAX } from './limits/limits.ts';

/** Texts are judged word by word: one with a space in it would never be found. */
const words = z.array(z.string().regex(/^\S+$/, 'expected one word, without spaces'));

const needs = z.strictObject({
  besideMark: z.number().int().min(0).describe('Words of its own beside a weak mark.'),
  alone: z.number().int().min(0).describe('Words of its own when there is no mark at all.'),
});

export const vagueWordsSchema = z.strictObject({
  vague: words.describe('Say how good something is, and leave open how that is seen.'),
  genericVerbs: words.describe('Verbs that fit any work.'),
  genericThings: words.describe('Things that any work has.'),
  fillers: words.describe('Carry no meaning of their own.'),
  observable: words.describe('Verbs whose outcome can be observed.'),
  counting: words.describe('Make a statement about a number: "no warnings".'),
  units: words.describe('After a number.'),
  programs: words.describe('Programs whose name alone means a command.'),
  runners: words.describe(
    'Programs that are also everyday words: a command only where a bracket or `$` begins it.',
  ),
  files: words.describe('Files that are called by their bare name.'),
  endings: words.describe('Endings of file names.'),
  kinds: z
    .strictObject({
      step: needs.describe('Of a step of a plan.'),
      criterion: needs.describe('Of a criterion of being done.'),
      remedy: needs.describe('Of a way to fix something.'),
    })
    .describe('What each kind of promise needs, where it has no strong mark.'),
});
export type VagueWords = z.infer<typeof vagueWordsSchema>;

/** What a project adds: words to any of the lists, and its own numbers for any of the kinds. */
export const moreVagueWordsSchema = vagueWordsSchema
  .extend({
    kinds: vagueWordsSchema.shape.kinds
      .partial()
      .describe('What each kind of promise needs, where it has no strong mark.'),
  })
  .partial();
export type MoreVagueWords = z.infer<typeof moreVagueWordsSchema>;

/** A step of a plan, a criterion of being done, a way to fix something. */
export type GuaranteeKind = keyof VagueWords['kinds'];

const list = (text: string): string[] => text.trim().split(/\s+/);

export const VAGUE_WORDS: VagueWords = {
  vague: list(`
    fast faster quick quickly slow efficient efficiently performant optimal optimally optimized optimised scalable
    good great nice nicely better best well clean cleaner cleanly neat tidy proper properly correct correctly
    appropriate appropriately suitable suitably adequate adequately reasonable reasonably sufficient sufficiently
    sensible sensibly robust robustly reliable reliably stable solid secure securely safe safely easy easily simple
    simply intuitive friendly user-friendly usable readable maintainable flexible modular elegant modern beautiful
    pretty smooth smoothly responsive seamless seamlessly comprehensive comprehensively thorough thoroughly complete
    completely full fully various several some many few etc improve improves improved improvement improving enhance
    enhances enhanced optimize optimise refine polish high-quality quality works working okay ok fine needed necessary
    relevant possible soon sometime somehow production-ready best-practice best-practices state-of-the-art
  `),
  genericVerbs: list(`
    write writing add adding make making do doing fix fixing fixed implement implementing implemented create creating
    build building develop developing ensure ensuring check checking handle handles handling handled address addressing
    resolve resolving update updating change changing clean cleanup refactor refactoring rework redo rerun re-run run
    running review reviewing look go get have has be use using try work finish finished done cover covering apply
    correct correcting fix repair solve solving tackle follow investigate consider see read test testing verify failing
  `),
  genericThings: list(`
    test tests testing unit integration code codebase bug bugs issue issues problem problems error errors failure
    failures fault faults defect defects thing things stuff feature features functionality function functions task
    tasks implementation logic system application app project module modules component components case cases edge
    corner performance quality everything anything something all requirement requirements spec specs specification
    criteria step steps plan need needs change changes finding findings feedback comment comments standard standards
    practice practices coverage behavior behaviour result results output remaining missing above below mentioned found
    reported report reports rest others new old tdd n/a na tbd todo
  `),
  fillers: list(`
    a an the this that these those it its is are was were be been being of for to in on at by with from into as and or
    but if then than so such not all any each every both also just only more most very really should shall must will
    would can could may might we you they them our your their there here which who what when where how per via up out
    about again first next
  `),
  observable: list(`
    pass passes passed passing fail fails failed exit exits return returns returned raise raises raised throw throws
    thrown reject rejects rejected accept accepts accepted refuse refuses respond responds redirect redirects render
    renders display displays show shows shown print prints log logs logged emit emits expire expires expired validate
    validates validated document documents documented cover covers covered reach reaches exist exists list lists
    contain contains equal equals match matches store stores stored persist persists delete deletes deleted send sends
    expect expects expecting expected assert asserts asserting block blocks blocked allow allows allowed require
    requires required fixed merged removed renamed migrated tested verified measured reviewed approved
  `),
  counting: list('no zero none without never always exactly'),
  units: list(`
    % percent ms s sec secs second seconds min mins minute minutes h hr hrs hour hours day days week weeks b kb mb gb
    tb kib mib gib byte bytes px loc line lines file files test tests times time x req requests rps qps users items
    rows errors warnings failures characters chars retries attempts findings vulnerabilities points
  `),
  programs: list(`
    pytest tox nox unittest mypy pyright ruff flake8 pylint bandit npm npx pnpm yarn bun jest vitest mocha playwright
    cypress tsc eslint biome prettier cargo clippy golangci-lint gradle mvn dotnet rspec rubocop phpunit phpstan mutmut
    stryker semgrep trivy gitleaks axe lighthouse k6 artillery curl jq grep docker kubectl terraform
  `),
  runners: list('make go just task python python3 node bash sh git'),
  files: list('readme changelog license licence makefile dockerfile contributing agents.md claude.md'),
  endings: list(`
    md txt json yaml yml toml ini cfg conf env ts tsx js jsx mjs cjs mts cts py pyi rb go rs java kt kts scala c h cc
    cpp hpp cs swift php sh bash zsh ps1 sql html css scss vue svelte xml csv lock proto graphql tf ipynb log
  `),
  kinds: {
    step: { besideMark: 1, alone: 3 },
    criterion: { besideMark: 0, alone: 2 },
    remedy: { besideMark: 1, alone: 2 },
  },
};

const unique = (one: readonly string[], more: readonly string[] = []): string[] => [
  ...new Set([...one, ...more]),
];

/** What is given is added to the lists; numbers replace numbers. */
export const extendVagueWords = (base: VagueWords, more: MoreVagueWords): VagueWords => ({
  vague: unique(base.vague, more.vague),
  genericVerbs: unique(base.genericVerbs, more.genericVerbs),
  genericThings: unique(base.genericThings, more.genericThings),
  fillers: unique(base.fillers, more.fillers),
  observable: unique(base.observable, more.observable),
  counting: unique(base.counting, more.counting),
  units: unique(base.units, more.units),
  programs: unique(base.programs, more.programs),
  runners: unique(base.runners, more.runners),
  files: unique(base.files, more.files),
  endings: unique(base.endings, more.endings),
  kinds: {
    step: more.kinds?.step ?? base.kinds.step,
    criterion: more.kinds?.criterion ?? base.kinds.criterion,
    remedy: more.kinds?.remedy ?? base.kinds.remedy,
  },
});

interface Lookup {
  readonly vague: ReadonlySet<string>;
  readonly generic: ReadonlySet<string>;
  readonly observable: ReadonlySet<string>;
  readonly counting: ReadonlySet<string>;
  readonly units: ReadonlySet<string>;
  readonly programs: ReadonlySet<string>;
  readonly runners: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
  readonly endings: ReadonlySet<string>;
}

/** Sets are made once for each collection of words. */
const lookups = new WeakMap<VagueWords, Lookup>();

const lookupOf = (collection: VagueWords): Lookup => {
  const known = lookups.get(collection);
  if (known !== undefined) return known;
  const setOf = (...lists: readonly (readonly string[])[]): ReadonlySet<string> =>
    new Set(lists.flat().map((word) => word.toLowerCase()));
  const made: Lookup = {
    vague: setOf(collection.vague),
    generic: setOf(collection.genericVerbs, collection.genericThings, collection.fillers),
    observable: setOf(collection.observable),
    counting: setOf(collection.counting),
    units: setOf(collection.units),
    programs: setOf(collection.programs),
    runners: setOf(collection.runners),
    files: setOf(collection.files),
    endings: setOf(collection.endings),
  };
  lookups.set(collection, made);
  return made;
};

const BEGINS = /[\p{L}\p{N}%<>≤≥=~≈+/._-]/u;
const ENDS = /[\p{L}\p{N}%)<>≤≥=≈/]/u;
const COMPARED = /^(?:[<>≤≥=~≈]|<=|>=|==)=?[+-]?\d[\d.,]*\S*$/u;
const NUMBER = /^[+-]?\d[\d.,]*$/;
const NUMBER_WITH_UNIT = /^[+-]?\d[\d.,]*([%\p{L}]+)$/u;
const COMPARISON = /^(?:[<>≤≥=≈]|<=|>=|==)$/u;
/** snake_case, camelCase, a call, a flag, a route: people do not speak so. */
const CODE_NAME = /^--?[a-z][\w-]*$|^\w+_\w+|[a-z]\p{Lu}|\w\(\)?$|^\/[\w/{}:.-]+$|::|\w\.\w+\(/u;

const isFile = (word: string, lookup: Lookup): boolean => {
  const bare = word.replace(/[)('"]+/g, '').toLowerCase();
  if (lookup.files.has(bare)) return true;
  const dot = bare.lastIndexOf('.');
  if (dot > 0 && lookup.endings.has(bare.slice(dot + 1))) return true;
  return bare.split('/').length > 2 || /^[\w.-]+\/$/.test(bare);
};

/** A word without the punctuation around it. */
const bareWord = (part: string): string => {
  let from = 0;
  let to = part.length;
  while (from < to && !BEGINS.test(part.charAt(from))) from += 1;
  while (to > from && !ENDS.test(part.charAt(to - 1))) to -= 1;
  return part.slice(from, to);
};

/** Whatever stands between two back-ticks that are next to each other, so that an odd one spoils nothing. */
const hasQuotedCode = (text: string): boolean =>
  text
    .split('`')
    .slice(1, -1)
    .some((part) => part.trim() !== '');

const OF_UNIT = /[\p{L}%]/u;

/** Step by step from the end: a pattern that is tried at every place would take quadratic time. */
const unitIn = (word: string): string => {
  let to = word.length;
  while (to > 0 && !OF_UNIT.test(word.charAt(to - 1))) to -= 1;
  return word.slice(0, to).toLowerCase();
};

const isStrong = (word: string, next: string | undefined, lookup: Lookup): boolean => {
  const unit = next === undefined ? undefined : unitIn(next);
  if (COMPARED.test(word)) return true;
  if (COMPARISON.test(word) && next !== undefined && /^[+-]?\d/.test(next)) return true;
  if (NUMBER.test(word) && unit !== undefined && lookup.units.has(unit)) return true;
  const glued = NUMBER_WITH_UNIT.exec(word)?.[1]?.toLowerCase();
  if (glued !== undefined && lookup.units.has(glued)) return true;
  return CODE_NAME.test(word) || isFile(word, lookup);
};

/** Scripts without spaces have a word in about two characters. */
const CHARS_PER_WORD = 2;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const wordsOfItsOwn = (word: string): number =>
  UNSPACED.test(word) ? Math.max(1, Math.floor(word.length / CHARS_PER_WORD)) : 1;

export interface Vagueness {
  /** The words that say nothing that can be measured; empty when nothing but generic words is there. */
  readonly words: readonly string[];
}

/** Why a promise is vague; undefined when it is not. */
export const vaguenessOf = (
  kind: GuaranteeKind,
  text: string,
  collection: VagueWords = VAGUE_WORDS,
): Vagueness | undefined => {
  const lookup = lookupOf(collection);
  const said = text.slice(0, TEXT_CHARS_MAX);
  if (hasQuotedCode(said)) return undefined;
  const written = said.split(/\s+/);
  const parts = written.map(bareWord);
  const vague: string[] = [];
  let marked = false;
  let own = 0;
  for (const [index, part] of parts.entries()) {
    if (isStrong(part, parts[index + 1], lookup)) return undefined;
    if (lookup.programs.has(part.toLowerCase())) return undefined;
    if (/^[($]/.test(written[index] ?? '') && lookup.runners.has(part)) return undefined;
    if (NUMBER.test(part)) marked = true;
    const whole = part.toLowerCase();
    const split = lookup.vague.has(whole) ? [whole] : whole.split(/[^\p{L}\p{N}]+/u);
    for (const word of split.filter((one) => one !== '')) {
      if (lookup.observable.has(word) || lookup.counting.has(word)) marked = true;
      if (lookup.vague.has(word)) vague.push(word);
      else if (
        !lookup.generic.has(word) &&
        !lookup.counting.has(word) &&
        !lookup.observable.has(word) &&
        /\p{L}/u.test(word)
      )
        own += wordsOfItsOwn(word);
    }
  }
  const { besideMark, alone } = collection.kinds[kind];
  const enough = marked ? own >= besideMark : own >= alone;
  return vague.length === 0 && enough ? undefined : { words: [...new Set(vague)] };
};
