// The value that stands for nothing where a function is made idle: an empty list where it gives a list. A stub often gives it
// back, and a test that looks at each part of an empty list looks at none.

const OF_SCRIPT_TYPE: readonly (readonly [RegExp, string])[] = [
  [/^(?:readonly\s.*|.*)\[\]$|^(?:Readonly)?Array<|^(?:Async)?Iterable(?:Iterator)?</s, '[]'],
  [/^string$/, "''"],
  [/^number$/, '0'],
  [/^boolean$/, 'false'],
  [/^(?:Readonly)?Map</, 'new Map()'],
  [/^(?:Readonly)?Set</, 'new Set()'],
  [/^(?:Partial|Record)</, '({})'],
];

/** By what the expression of a `return` begins or ends with. */
const OF_SCRIPT_VALUE: readonly (readonly [RegExp, string])[] = [
  [/^\[|^Array\.(?:from|of)\(|\.(?:map|flatMap|filter|sort|toSorted|slice|concat)\([\s\S]*\)$/, '[]'],
  [/^\(?\{/, '({})'],
  [/^['"`]/, "''"],
  [/^-?\d/, '0'],
  [/^(?:true|false)$/, 'false'],
  [/^new (?:Map|Set)\b/, 'new Map()'],
  [/^Promise\.resolve\(/, 'Promise.resolve()'],
];

const first = (text: string, table: readonly (readonly [RegExp, string])[]): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1];

const emptyOfScriptType = (type: string): string | undefined => {
  const inner = /^Promise<([\s\S]*)>$/.exec(type)?.[1];
  if (inner !== undefined) return `Promise.resolve(${emptyOfScriptType(inner.trim()) ?? ''})`;
  return first(type, OF_SCRIPT_TYPE);
};

/** All that it gives back must be of one kind, or nobody knows what stands for nothing. */
const onlyOne = (values: readonly (string | undefined)[]): string | undefined =>
  new Set(values).size === 1 ? values[0] : undefined;

const GIVES_NOTHING = /^(?:asserts\s.*|void|never|undefined)$/;
/** Something of no known kind: a test that only asks whether anything comes back takes it as well. */
const SOMETHING = '({})';

/** `type` is what stands behind its parameters; `body` is an expression, or a block without its braces. */
export const emptyInScript = (type: string, body: string, isBlock: boolean): string | undefined => {
  const told = type.replace(/^\s*:|=>\s*$/g, '').trim();
  const known = emptyOfScriptType(told);
  if (known !== undefined || GIVES_NOTHING.test(told)) return known;
  if (!isBlock) return first(body.trim(), OF_SCRIPT_VALUE) ?? (told === '' ? undefined : SOMETHING);
  const given = [...body.matchAll(/\breturn\s+([^;}\n][^;}]*)/g)].map(({ 1: value = '' }) => value.trim());
  return (
    onlyOne(given.map((value) => first(value, OF_SCRIPT_VALUE))) ??
    (given.length === 0 ? undefined : SOMETHING)
  );
};

const OF_PYTHON: readonly (readonly [RegExp, string])[] = [
  [/^(?:list|List|tuple|Tuple|Sequence|Iterable|Iterator)\b|^\[/, '[]'],
  [/^(?:dict|Dict|Mapping)\b|^\{/, '{}'],
  [/^str\b|^[rbfu]{0,2}["']/, '""'],
  [/^(?:int|float)\b|^-?\d/, '0'],
  [/^(?:bool|True|False)\b/, 'False'],
];

/** `type` is what stands behind the arrow of its signature. */
export const emptyInPython = (type: string, body: string): string | undefined => {
  const known = first(type.trim(), OF_PYTHON);
  if (known !== undefined) return known;
  const given = [...body.matchAll(/^\s*return[ \t]+(\S[^\n]*)/gm)].map(({ 1: value = '' }) => value.trim());
  return onlyOne(given.map((value) => first(value, OF_PYTHON)));
};

/** A body that can do nothing but fail, in any of the languages, is idle as it is. */
const ONLY_FAILS =
  /^\s*(?:(?:throw|raise)\b[^;\n]*(?:\([\s\S]*\))?|panic\([^\n]*\)|(?:todo|unimplemented|panic)!\s*[([][^\n]*)\s*;?\s*$/;

export const onlyFails = (body: string): boolean =>
  ONLY_FAILS.test(body) && !/\n\s*(?:return|if|for|const|let|yield)\b/.test(body);

/** The body behind a brace, as far as its first block; a body that only fails has none. */
export const bodyFrom = (text: string, at: number): string =>
  /^[^\n]*(?=\})|^[\s\S]*?(?=\n\s*\})/.exec(text.slice(at))?.[0] ?? '';
