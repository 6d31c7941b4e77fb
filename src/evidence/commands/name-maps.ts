// Files that a name means, as manifests of packages (`imports`, `exports`, `main`) and settings of TypeScript (`paths`) lead to them.
import { posix } from 'node:path';
import { isRecord } from '../../std/is-record.ts';
import { readTypeSettings } from './type-settings.ts';

export interface PackageMap {
  readonly name?: unknown;
  readonly main?: unknown;
  readonly imports?: unknown;
  readonly exports?: unknown;
}

export const parsePackage = (text: string | undefined): PackageMap => {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
};

/** Every file that a target may come to, under whatever condition. */
const targetsIn = (value: unknown, depth = 0): string[] => {
  if (typeof value === 'string') return [value];
  if (depth > 5 || typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((one) => targetsIn(one, depth + 1));
};

/** `#lib/*` and the like; the star stands for the same in the target. */
const matched = (key: string, name: string): string | undefined => {
  const star = key.indexOf('*');
  if (star === -1) return key === name ? '' : undefined;
  const [before, after] = [key.slice(0, star), key.slice(star + 1)];
  return name.length > before.length + after.length && name.startsWith(before) && name.endsWith(after)
    ? name.slice(before.length, name.length - after.length)
    : undefined;
};

/** Of several keys that match, the one without a star counts, else the one with most before its star. */
const inMap = (map: unknown, name: string): string[] => {
  if (!isRecord(map)) return [];
  const rank = (key: string): number => (key.includes('*') ? key.indexOf('*') : name.length + 1);
  const [best] = Object.keys(map)
    .filter((key) => matched(key, name) !== undefined)
    .sort((one, two) => rank(two) - rank(one));
  if (best === undefined) return [];
  const part = matched(best, name) ?? '';
  return targetsIn(map[best]).map((target) => target.replaceAll('*', part));
};

/** Files that a name means, by what the package itself says; none for names that it says nothing about. */
export const mappedFiles = ({ name: own, main, imports, exports }: PackageMap, name: string): string[] => {
  const found = ((): string[] => {
    if (name.startsWith('#')) return inMap(imports, name);
    if (typeof own !== 'string' || own === '' || (name !== own && !name.startsWith(`${own}/`))) return [];
    const inner = `.${name.slice(own.length)}`;
    if (exports === undefined) return inner === '.' && typeof main === 'string' ? [main] : [];
    const isMap = isRecord(exports) && Object.keys(exports).some((key) => key.startsWith('.'));
    return isMap ? inMap(exports, inner) : inner === '.' ? targetsIn(exports) : [];
  })();
  return [...new Set(found.map((target) => posix.normalize(target)))];
};

/** What leads names to files: manifests of packages, and settings of TypeScript, by the folders that they stand in. */
export interface NameMaps {
  readonly packages: ReadonlyMap<string, PackageMap>;
  readonly settings: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

const MANIFEST = 'package.json';
const SETTINGS = ['tsconfig.json', 'jsconfig.json'];

/** Whether a file leads names to others. */
export const isNameMap = (path: string): boolean =>
  [MANIFEST, ...SETTINGS].includes(posix.basename(path)) && !/(?:^|\/)node_modules\//.test(path);

/** Of the texts of such files. */
export const nameMapsOf = (texts: ReadonlyMap<string, string>): NameMaps => {
  const packages = new Map<string, PackageMap>();
  const settings = new Map<string, Readonly<Record<string, unknown>>>();
  for (const [path, text] of texts) {
    const folder = posix.dirname(path);
    if (posix.basename(path) === MANIFEST) packages.set(folder, parsePackage(text));
    else if (!settings.has(folder) || posix.basename(path) === SETTINGS[0])
      settings.set(folder, readTypeSettings(text) ?? {});
  }
  return { packages, settings };
};

/** The folder itself first, the root last. */
const foldersAbove = (path: string): string[] => {
  const folder = posix.dirname(path);
  return folder === '.' ? ['.'] : [folder, ...foldersAbove(folder)];
};

const inPaths = (folder: string, settings: Readonly<Record<string, unknown>>, name: string): string[] => {
  const { compilerOptions: options } = settings;
  if (!isRecord(options)) return [];
  const root = typeof options['baseUrl'] === 'string' ? posix.join(folder, options['baseUrl']) : folder;
  return inMap(options['paths'], name).map((target) => posix.join(root, target));
};

/** Places that a name leads to in a file, as the nearest manifest and the nearest settings have it; files may lack their ending. */
export const placesOf = ({ packages, settings }: NameMaps, from: string, name: string): string[] => {
  const above = foldersAbove(from);
  const nearest = above.find((folder) => packages.has(folder));
  const named = [...packages].filter(([, { name: own }]) => own === name || name.startsWith(`${own}/`));
  const owners = name.startsWith('#')
    ? nearest === undefined
      ? []
      : [nearest]
    : named.map(([folder]) => folder);
  const typed = above.find((folder) => settings.has(folder));
  return [
    ...new Set([
      ...owners.flatMap((folder) =>
        mappedFiles(packages.get(folder) ?? {}, name).map((file) => posix.join(folder, file)),
      ),
      ...(typed === undefined ? [] : inPaths(typed, settings.get(typed) ?? {}, name)),
    ]),
  ];
};
