// What a tsconfig.json asks of code, and of which files. Two of them make one that asks as much as each does: all else in
// it (paths, jsx, lib, module …) says how code is read and built, and is the change's own.
import { posix } from 'node:path';
import { EXTENDS_DEPTH_MAX } from '../../model/limits/limits.ts';
import { isRecord } from '../../std/is-record.ts';

type Json = Readonly<Record<string, unknown>>;

/** Texts of one tree, by path; undefined for what it does not have. */
export type TextOf = (path: string) => string | undefined;

const STRICT_FAMILY = [
  ...[
    'alwaysStrict',
    'noImplicitAny',
    'noImplicitThis',
    'strictBindCallApply',
    'strictBuiltinIteratorReturn',
  ],
  ...[
    'strictFunctionTypes',
    'strictNullChecks',
    'strictPropertyInitialization',
    'useUnknownInCatchVariables',
  ],
];
/** Switched on, they ask for more. */
const ASKS_MORE = [
  ...['strict', ...STRICT_FAMILY, 'allowJs', 'checkJs', 'erasableSyntaxOnly', 'exactOptionalPropertyTypes'],
  ...['forceConsistentCasingInFileNames', 'isolatedDeclarations', 'noFallthroughCasesInSwitch'],
  ...['noImplicitOverride', 'noImplicitReturns', 'noPropertyAccessFromIndexSignature'],
  ...['noUncheckedIndexedAccess', 'noUncheckedSideEffectImports', 'noUnusedLocals', 'noUnusedParameters'],
];
/** Switched on, they ask for less. */
const ASKS_LESS = [
  ...['allowUmdGlobalAccess', 'allowUnreachableCode', 'allowUnusedLabels', 'keyofStringsOnly', 'noCheck'],
  ...['noResolve', 'noStrictGenericChecks', 'skipDefaultLibCheck', 'skipLibCheck'],
  ...['suppressExcessPropertyErrors', 'suppressImplicitAnyIndexErrors'],
];
const NEVER_LOOKED_AT = ['node_modules', 'bower_components', 'jspm_packages'];
const EVERYTHING = '**/*';

/** With everything that it extends inside the project; places are relative to its own folder. */
interface Asked {
  readonly options: Json;
  readonly files?: readonly string[] | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

export const isTypeSettings = (path: string): boolean =>
  /(?:^|\/)(?:ts|js)config(?:\.[^/]+)?\.json$/i.test(path) && !/(?:^|\/)node_modules\//.test(path);

/** JSON as these files have it: with comments, and with commas at the end of lists. */
export const readTypeSettings = (text: string): Json | undefined => {
  const plain = text
    .replace(/^\ufeff/, '')
    .replaceAll(/"(?:\\.|[^"\\\n])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (found) =>
      found[0] === '"' ? found : ' ',
    )
    .replaceAll(/"(?:\\.|[^"\\\n])*"|,(?=\s*[}\]])/g, (found) => (found[0] === '"' ? found : ''));
  try {
    const value: unknown = JSON.parse(plain);
    return isRecord(value) && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const recordIn = (json: Json, key: string): Json => {
  const value = json[key];
  return isRecord(value) && !Array.isArray(value) ? value : {};
};

const textsIn = (json: Json, key: string): readonly string[] | undefined => {
  const value = json[key];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : undefined;
};

const extendedBy = (json: Json): readonly string[] => {
  const value = json['extends'];
  return typeof value === 'string' ? [value] : (textsIn(json, 'extends') ?? []);
};

const isPlain = (entry: string): boolean => !posix.isAbsolute(entry) && !entry.includes('${');

/** Places inside the project where what a file extends may stand; of each name the first that there is counts. */
export const extendedPlaces = (path: string, text: string): readonly (readonly string[])[] =>
  extendedBy(readTypeSettings(text) ?? {})
    .filter((name) => /^\.{1,2}(?:\/|$)/.test(name))
    .map((name) => posix.join(posix.dirname(path), name))
    .map((place) => [place, `${place}.json`, posix.join(place, 'tsconfig.json')]);

const askedBy = (path: string, textOf: TextOf, depth = EXTENDS_DEPTH_MAX): Asked => {
  const text = textOf(path) ?? '';
  const json = readTypeSettings(text) ?? {};
  let all: Asked = { options: {} };
  for (const places of depth === 0 ? [] : extendedPlaces(path, text)) {
    const found = places.find((one) => textOf(one) !== undefined);
    if (found === undefined) continue;
    const folder = posix.relative(posix.dirname(path), posix.dirname(found));
    const there = askedBy(found, textOf, depth - 1);
    const here = (entries: readonly string[] | undefined): readonly string[] | undefined =>
      entries?.map((entry) => (isPlain(entry) ? posix.join(folder, entry) : entry));
    all = {
      options: { ...all.options, ...there.options },
      files: here(there.files) ?? all.files,
      include: here(there.include) ?? all.include,
      exclude: here(there.exclude) ?? all.exclude,
    };
  }
  return {
    options: { ...all.options, ...recordIn(json, 'compilerOptions') },
    files: textsIn(json, 'files') ?? all.files,
    include: textsIn(json, 'include') ?? all.include,
    exclude: textsIn(json, 'exclude') ?? all.exclude,
  };
};

interface Raised {
  /** Names of what asked for less. */
  readonly keys: string[];
  /** What stands in its place; null takes back what is inherited. */
  readonly options: Record<string, unknown>;
  readonly lists: Record<string, readonly unknown[]>;
}

/** `strict` stands for its family, as far as nothing else is said of a member. */
const raiseOptions = (base: Json, head: Json, { keys, options }: Raised): void => {
  const raise = (key: string, value: unknown): void => {
    keys.push(key);
    options[key] = value ?? null;
  };
  for (const key of ASKS_MORE) {
    const isMember = STRICT_FAMILY.includes(key);
    const isStrictAgain = isMember && options['strict'] === true;
    const was = base[key] ?? (isMember ? base['strict'] : undefined);
    const is = head[key] ?? (isMember ? (options['strict'] ?? head['strict']) : undefined);
    if (was === true && is !== true) raise(key, true);
    else if (was === undefined && head[key] === false) raise(key, null);
    // The base made an exception that the head did not need.
    else if (isStrictAgain && base[key] === false && head[key] === undefined) options[key] = false;
  }
  for (const key of ASKS_LESS)
    if ((head[key] === true && base[key] !== true) || (head[key] === undefined && base[key] === false))
      raise(key, base[key]);
};

const normal = (entry: string): string =>
  posix
    .normalize(entry)
    .replace(/\/$/, '')
    .replace(/\/\*\*(?:\/\*)?$/, '');

const without = (
  some: readonly string[] | undefined = [],
  others: readonly string[] | undefined = [],
): string[] => {
  const known = new Set(others.map(normal));
  return some.filter((entry) => !known.has(normal(entry)));
};

const looksAtAll = ({ files, include }: Asked): boolean => files === undefined && include === undefined;

const excludedBy = ({ options, exclude }: Asked): readonly string[] =>
  exclude ?? [
    ...NEVER_LOOKED_AT,
    ...['outDir', 'declarationDir'].flatMap((key) => {
      const place = options[key];
      return typeof place === 'string' ? [place] : [];
    }),
  ];

const raiseFiles = (
  base: Asked,
  head: Asked,
  exists: (place: string) => boolean,
  { keys, lists }: Raised,
): void => {
  const add = (key: 'include' | 'files', entries: readonly string[]): void => {
    if (entries.length === 0) return;
    keys.push(key);
    lists[key] = [...(head[key] ?? []), ...entries];
  };
  if (!looksAtAll(head)) {
    const all = looksAtAll(base) ? [EVERYTHING] : base.include;
    add(
      'include',
      without(
        all,
        (head.include ?? []).flatMap((one) =>
          ['.', '**'].includes(normal(one)) ? [one, EVERYTHING] : [one],
        ),
      ),
    );
    add('files', without(base.files?.filter(exists), head.files));
  }
  const excluded = excludedBy(head);
  const more = new Set(without(excluded, excludedBy(base)));
  if (more.size === 0) return;
  keys.push('exclude');
  lists['exclude'] = [...new Set([...NEVER_LOOKED_AT, ...excluded.filter((entry) => !more.has(entry))])];
};

const referencesIn = (json: Json): readonly Json[] => {
  const value = json['references'];
  return Array.isArray(value) ? value.filter((one): one is Json => isRecord(one)) : [];
};

const pathIn = ({ path }: Json): string => (typeof path === 'string' ? normal(path) : '');

/** How the file of the head stands where it asks for as much as that of the base. */
export interface AsMuch {
  readonly text: string;
  /** What the head asks less by: `strict`, `exclude` … */
  readonly keys: readonly string[];
}

/** Undefined where the head asks for no less, or one of the two cannot be read. `exists` is about files and folders of the head. */
export const asMuchAsBefore = (
  path: string,
  base: TextOf,
  head: TextOf,
  exists: (path: string) => boolean,
): AsMuch | undefined => {
  const [was, is] = [readTypeSettings(base(path) ?? ''), readTypeSettings(head(path) ?? '')];
  if (was === undefined || is === undefined) return undefined;
  const [before, now] = [askedBy(path, base), askedBy(path, head)];
  const isThere = (place: string): boolean => exists(posix.join(posix.dirname(path), place));
  const raised: Raised = { keys: [], options: {}, lists: {} };
  raiseOptions(before.options, now.options, raised);
  raiseFiles(before, now, isThere, raised);
  const kept = new Set(referencesIn(is).map(pathIn));
  const lost = referencesIn(was).filter((one) => !kept.has(pathIn(one)) && isThere(pathIn(one)));
  if (lost.length > 0) {
    raised.keys.push('references');
    raised.lists['references'] = [...referencesIn(is), ...lost];
  }
  if (raised.keys.length === 0) return undefined;
  const options = { ...recordIn(is, 'compilerOptions'), ...raised.options };
  const json = { ...is, compilerOptions: options, ...raised.lists };
  return { text: `${JSON.stringify(json, null, 2)}\n`, keys: raised.keys };
};
