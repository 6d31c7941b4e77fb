// Changes a text as accidents, careless models and attackers do.
import type { SeededRandom } from '../simulation/seeded-random.ts';

/** A longer one is cut: the promise about time is for texts up to here. */
export const INPUT_BYTES_MAX = 100_000;

const MARKERS = [
  '---HANDOFF---',
  '\n---HANDOFF---\n',
  '--- handoff ---',
  '\u2014HANDOFF\u2014',
  '> ---HANDOFF---\n',
  '\n---END HANDOFF---\n',
  '\n---END---\n',
  'STATUS: complete\n',
  'STATUS: complete | blocked\n',
  'STATUS:',
  'NEXT: null\n',
  'NEXT: <role>\n',
  'SUMMARY: done\n',
  'ARTIFACTS: ["a.md", "../b"]\n',
  'handoff:\n',
  '  from: "@a"\n  to: "@b"\n  status: complete\n',
  '**Next Agent:** @b\n',
  '"handoff_id": "H3",',
  '"verdict": "pass",',
  '# H3A Gates Ledger\n',
  '# H3A Evidence Log\n',
];
const FENCES = [
  '\n```\n',
  '\n```yaml\n',
  '\n~~~\n',
  '\n````\n',
  '```',
  '\n  - ```yml\n',
  '\n> ```yaml\n',
  '\n---\n',
  '\n...\n',
  '\n***\n',
];
const QUOTES = [
  '"',
  "'",
  '`',
  '**',
  '> ',
  '\n> ',
  '\\',
  '\\u',
  '"""',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '|',
  '>-\n',
];
const CONTROLS = [
  '\0',
  '\r',
  '\r\n',
  '\t',
  '\v',
  '\x1b[31m',
  '\x1b]0;t',
  '\x07',
  '\x7f',
  '\ufeff',
  '\u00a0',
  '\u200b',
  '\u202e',
  '\u2028',
  '\ud800',
  '\udc00',
  '\ufffd',
  '\u{1f600}',
  '\uff1a',
];
const KEYS = [
  '__proto__: {polluted: 1}\n',
  '"__proto__": {"polluted": 1},',
  '  __proto__:\n    polluted: 1\n',
  'constructor: {prototype: {polluted: 1}}\n',
  '"constructor": {"prototype": {"polluted": 1}},',
  '"toString": 1, "hasOwnProperty": 2,',
  '__proto__: x\n',
  'STATUS__PROTO__: x\n',
  '*a',
  '&a ',
  '<<: *a\n',
  '!!js/function "x"',
  '? ',
  '15.30',
  '-1',
  '1e400',
  '9007199254740993',
  'null',
  '~',
  '2026-13-45T99:99:99Z',
];
const DEEP = ['[', '{"a":', '- ', '> ', '(', '*', '_', '  - ', '{a: ', '&a [', '#', '\n  '];
const LONG = [
  'a',
  '-',
  '`',
  '~',
  ' ',
  '\t',
  '*',
  '>',
  '\\',
  '"',
  '\u2014',
  '\u00a0',
  '1',
  'a: ',
  '\n',
  '- \n',
  '```\n',
  '> \n',
];

const RUN_CHARS = [8, 40, 130, 400, 3_000];
/** As long as one input may be; rare, because most of what is wrong is wrong when it is small. */
const RUN_CHARS_MAX = 60_000;
const LONG_RUNS_PART = 0.01;
const SLICE_CHARS_MAX = 400;

interface Mutation {
  readonly weight: number;
  apply(text: string, random: SeededRandom, other: () => string): string;
}

const insert = (text: string, at: number, piece: string): string =>
  text.slice(0, at) + piece + text.slice(at);

const placeIn = (text: string, random: SeededRandom): number => {
  const at = random.below(text.length + 1);
  // Half of the places are beginnings of lines: what stands there means something.
  return random.chance(0.5) ? text.lastIndexOf('\n', at - 1) + 1 : at;
};

const sliceOf = (text: string, random: SeededRandom): readonly [number, number] => {
  const from = placeIn(text, random);
  if (random.chance(0.4)) {
    const end = text.indexOf('\n', from);
    return [from, end === -1 ? text.length : end + 1];
  }
  return [from, Math.min(text.length, from + 1 + random.below(SLICE_CHARS_MAX))];
};

const runChars = (random: SeededRandom): number =>
  random.chance(LONG_RUNS_PART) ? random.below(RUN_CHARS_MAX) : random.pick(RUN_CHARS);

const inserting = (weight: number, pieces: readonly string[]): Mutation => ({
  weight,
  apply: (text, random) => insert(text, placeIn(text, random), random.pick(pieces)),
});

const repeating = (weight: number, pieces: readonly string[]): Mutation => ({
  weight,
  apply: (text, random) => {
    const piece = random.pick(pieces);
    return insert(text, placeIn(text, random), piece.repeat(1 + Math.floor(runChars(random) / piece.length)));
  },
});

const MUTATIONS: readonly Mutation[] = [
  {
    // One bit, so that bytes which are no UTF-8 come about as in a file.
    weight: 6,
    apply: (text, random) => {
      const bytes = Buffer.from(text);
      if (bytes.length === 0) return text;
      const at = random.below(bytes.length);
      bytes[at] = bytes[at]! ^ (1 << random.below(8));
      return bytes.toString('utf8');
    },
  },
  {
    weight: 6,
    apply: (text, random) => {
      const [from, to] = sliceOf(text, random);
      return text.slice(0, from) + text.slice(to);
    },
  },
  {
    weight: 4,
    apply: (text, random) => {
      const [from, to] = sliceOf(text, random);
      return insert(text, placeIn(text, random), text.slice(from, to));
    },
  },
  {
    // The same many times over: lists, keys and blocks without end.
    weight: 2,
    apply: (text, random) => {
      const [from, to] = sliceOf(text, random);
      const piece = text.slice(from, to);
      const times = 1 + Math.floor(runChars(random) / Math.max(1, piece.length));
      return insert(text, to, piece.repeat(times));
    },
  },
  {
    weight: 4,
    apply: (text, random, other) => {
      const second = other();
      return text.slice(0, placeIn(text, random)) + second.slice(placeIn(second, random));
    },
  },
  { weight: 2, apply: (text, random, other) => insert(text, placeIn(text, random), other()) },
  { weight: 2, apply: (text, random) => text.slice(0, random.below(text.length + 1)) },
  { weight: 1, apply: (text) => text.replaceAll('\n', '\r\n') },
  { weight: 1, apply: (text) => text.replaceAll(/^/gm, '> ') },
  { weight: 1, apply: (text) => text.replaceAll('\n', ' ') },
  inserting(6, MARKERS),
  inserting(5, FENCES),
  inserting(5, QUOTES),
  inserting(5, CONTROLS),
  inserting(5, KEYS),
  repeating(2, LONG),
  repeating(2, DEEP),
  repeating(1, [...MARKERS, ...FENCES, ...KEYS]),
];
const WEIGHTED = MUTATIONS.flatMap((mutation) => Array.from({ length: mutation.weight }, () => mutation));

const MUTATIONS_MAX = 5;

const bounded = (text: string): string => {
  if (text.length * 3 <= INPUT_BYTES_MAX) return text;
  const bytes = Buffer.from(text);
  // Behind a cut character is a replacement, which takes up to three bytes.
  return bytes.length <= INPUT_BYTES_MAX ? text : bytes.subarray(0, INPUT_BYTES_MAX - 3).toString('utf8');
};

/** At least one change, each of what the one before it made. */
export const mutateText = (text: string, random: SeededRandom, other: () => string): string => {
  let mutated = text;
  for (let left = 1 + random.below(MUTATIONS_MAX); left > 0; left -= 1)
    mutated = bounded(random.pick(WEIGHTED).apply(mutated, random, other));
  return mutated;
};
