// Functions of Rust, made idle: they panic, or give back what stands for nothing in the type of their result.
import { bodyFrom } from './empty-values.ts';
import type { Finder } from './idle-insertion.ts';
import { bracketsOf } from './type-brackets.ts';

const HEAD = /^[ \t]*(?:pub(?:\([^)\n]*\))? )?(?:(?:const|async|unsafe|extern "C") )*fn (\w+)/gm;
/** Attributes and comments that are looked at above a function. */
const ABOVE_CHARS_MAX = 4_000;
/** A type of types of types: deeper ones are not made. */
const DEPTH_MAX = 6;
const { behind, partsOf, isOpening } = bracketsOf({ '(': ')', '[': ']', '<': '>' });

/** Where the body opens; -1 where the function has none, as in a trait. */
const bodyAt = (text: string, from: number): number => {
  let at = from;
  while (at !== -1 && at < text.length) {
    const char = text.charAt(at);
    if (char === '{') return at;
    if (char === ';') return -1;
    at = isOpening(char) ? behind(text, at) : at + 1;
  }
  return -1;
};

const SIMPLE: readonly (readonly [RegExp, string])[] = [
  [/^(?:[iu](?:8|16|32|64|128|size))$/, '0'],
  [/^f(?:32|64)$/, '0.0'],
  [/^bool$/, 'false'],
  [/^char$/, "'\\0'"],
  [/^&(?:'\w+ )?str$/, '""'],
  [/^&(?:'\w+ )?\[[^;]*\]$/, '&[]'],
  [/^(?:std::string::)?String$/, 'String::new()'],
  [
    /^(?:\w+::)*(?:Vec|VecDeque|HashMap|BTreeMap|HashSet|BTreeSet|BinaryHeap|PathBuf|Duration)(?:<[\s\S]*>)?$/,
    'Default::default()',
  ],
  [/^(?:std::fmt::|fmt::)Result$/, 'Ok(())'],
];

/** Types of the file by their names: the value of one with nothing in it. */
type Known = (name: string, depth: number) => string | undefined;

const zeroOf = (type: string, known: Known, depth = 0): string | undefined => {
  if (depth > DEPTH_MAX) return undefined;
  const simple = SIMPLE.find(([form]) => form.test(type));
  if (simple !== undefined) return simple[1];
  if (type.startsWith('(') && behind(type, 0) === type.length) {
    const zeros = partsOf(type.slice(1, -1)).map((part) => zeroOf(part, known, depth + 1));
    return zeros.includes(undefined)
      ? undefined
      : `(${zeros.map((zero) => `${zero},`).join('')})`.replace('(,)', '()');
  }
  const [, array] = /^\[([^;]+);[^;]+\]$/.exec(type) ?? [];
  if (array !== undefined) {
    const zero = zeroOf(array.trim(), known, depth + 1);
    return zero === undefined || !/^[\d.]+$|^false$/.test(zero) ? undefined : type.replace(array, zero);
  }
  const [, outer, inner] = /^(?:\w+::)*(Option|Result|Box|Rc|Arc)<([\s\S]*)>$/.exec(type) ?? [];
  if (outer === undefined || inner === undefined) return known(type, depth);
  // What it would be some of is not said by nothing.
  if (outer === 'Option') return /\bimpl\b/.test(inner) ? undefined : 'None';
  const zero = zeroOf(partsOf(inner)[0] ?? '', known, depth + 1);
  if (zero === undefined) return undefined;
  return outer === 'Result' ? `Ok(${zero})` : `${type.slice(0, type.indexOf('<'))}::new(${zero})`;
};

const STRUCT =
  /^((?:[ \t]*#\[[^\n]*\]\n)*)[ \t]*(?:pub(?:\([^)\n]*\))? )?struct (\w+)\s*(?:;|\(([^;]*)\);|\{([^}]*)\})/gm;

const fieldOf = (part: string): string => part.replace(/(?:^|\n)\s*(?:\/\/[^\n]*|#\[[^\n]*\])/g, '').trim();

/** Structs of the file without generics whose fields all have a value for nothing. */
const knownIn = (text: string): Known => {
  const structs = new Map([...text.matchAll(STRUCT)].map((found) => [found[2] ?? '', found]));
  const known: Known = (name, depth) => {
    const struct = structs.get(name);
    if (struct === undefined) return undefined;
    const { 1: attributes = '', 3: tuple, 4: fields } = struct;
    if (/derive\([^)]*\bDefault\b/.test(attributes)) return `${name}::default()`;
    const parts = partsOf(tuple ?? fields ?? '').map((part) =>
      fieldOf(part).replace(/^pub(?:\([^)]*\))? /, ''),
    );
    const named = parts.map((part) => (tuple === undefined ? part.split(/:(?!:)/, 1)[0]?.trim() : undefined));
    const types = parts.map((part, at) =>
      named[at] === undefined ? part : part.slice(part.indexOf(':') + 1).trim(),
    );
    const zeros = types.map((type) => zeroOf(type, known, depth + 1));
    if (zeros.includes(undefined)) return undefined;
    if (tuple !== undefined) return `${name}(${zeros.join(', ')})`;
    return fields === undefined
      ? name
      : `${name} { ${zeros.map((zero, at) => `${named[at]}: ${zero}`).join(', ')} }`;
  };
  return known;
};

/** The type whose `impl` stands around it: an `impl` at the start of a line. */
const selfAt = (text: string, index: number): string | undefined => {
  const heads = [...text.slice(0, index).matchAll(/^(?:impl\b([^{]*)\{|\})/gm)];
  return /(?:^|\bfor\s|\s)(\w+)\s*$/.exec((heads.at(-1)?.[1] ?? '').trim())?.[1];
};

/** Attributes and comments right above it, the nearest last. */
const ABOVE = /(?:[ \t]*(?:#\[[^\n]*\]|\/\/[^\n]*)\n)*$/;
const TEST_ATTRIBUTE = /^[ \t]*#\[[^\n]*(?:test|bench|quickcheck)/m;

/** An idle test would pass, and tell nothing about the functions that it calls. */
const isTestAt = (text: string, index: number): boolean =>
  TEST_ATTRIBUTE.test(ABOVE.exec(text.slice(Math.max(0, index - ABOVE_CHARS_MAX), index))?.[0] ?? '');

export const inRust =
  (words: string): Finder =>
  (text, idle) => {
    const known = knownIn(text);
    const panics = ` panic!("${words}");`;
    return [...text.matchAll(HEAD)].flatMap(({ 0: all, 1: name = '', index }) => {
      const first = index + all.length;
      const parameters = text.charAt(first) === '<' ? behind(text, first) : first;
      const end = text.charAt(parameters) === '(' ? behind(text, parameters) : -1;
      const open = end === -1 ? -1 : bodyAt(text, end);
      if (open === -1 || isTestAt(text, index)) return [];
      const result = /^\s*->\s*([\s\S]*?)\s*(?:\bwhere\b[\s\S]*)?$/.exec(text.slice(end, open))?.[1];
      const self = selfAt(text, index) ?? 'Self';
      const zero = result === undefined ? '' : zeroOf(result.replace(/\bSelf\b/g, self), known);
      // A type that nothing stands for cannot be given back.
      const isKnown = zero !== undefined && !(/\bconst\b/.test(all) && zero.includes('default()'));
      const work = idle === 'throws' || !isKnown ? panics : ` return ${zero};`.replace(' ;', ';');
      const body = bodyFrom(text, open + 1);
      return [{ name, from: open + 1, to: open + 1, text: work, body }];
    });
  };
