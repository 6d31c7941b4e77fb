// Tests that stand in code which the change brings: in a new source file that holds its own tests, or in a package that
// is new as a whole. The old code has no place for them, so no run says how they do there; that they use what is new does.
import { posix } from 'node:path';
import type { TestText } from '../matching/same-tests.ts';
import { wordsOf } from '../source/source-words.ts';

const DECLARED =
  /\b(?:fn|struct|enum|trait|type|const|static|function|class|let|var)\s+(?:mut\s+)?([A-Za-z_$][\w$]*)/g;

/** Every name that the code of a file declares. */
const declaredIn = (code: string): ReadonlySet<string> =>
  new Set([...code.matchAll(DECLARED)].map(([, name = '']) => name).filter((name) => name !== '_'));

const using = ({ text, tests }: TestText, names: ReadonlySet<string>): string[] =>
  tests.flatMap(({ name, range, skipped }) =>
    !skipped &&
    range !== undefined &&
    wordsOf(text.slice(range.from, range.to)).some((word) => names.has(word))
      ? [name]
      : [],
  );

/** Of the tests inside of a new source file those that use its code. */
export const broughtBySource = (held: TestText, code: string): string[] => using(held, declaredIn(code));

/** The name by which the tests of a package of Rust know it; undefined where the manifest has none. */
export const cargoPackage = (manifest: string): string | undefined =>
  /^\[package\]\s*$[^[]*?^name\s*=\s*"([\w-]+)"/m.exec(manifest)?.[1]?.replaceAll('-', '_');

/** The folder of the innermost package that a file lies in. */
export const packageOf = <T>(path: string, packages: ReadonlyMap<string, T>): T | undefined => {
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const found = packages.get(folder);
    if (found !== undefined || folder === '.' || folder === '/') return found;
  }
};

/** Of the tests of a new package those that use it, by its name or by what they import from it. */
export const broughtByPackage = (held: TestText, name: string): string[] => {
  const imported = [...held.text.matchAll(new RegExp(`\\buse\\s+${name}::([^;]+);`, 'g'))].flatMap(
    ([, list = '']) =>
      wordsOf(list).filter((word) => /^\w+$/.test(word) && !['self', 'crate', 'super', 'as'].includes(word)),
  );
  return using(held, new Set([name, ...imported]));
};

/** The file that a test of Rust stands in: its program is known by its first file, its modules by its name. */
export const rustSource = (
  name: string,
  file: string | undefined,
  isKnown: (path: string) => boolean,
): string | undefined => {
  if (file === undefined || !file.endsWith('.rs')) return file;
  const modules = name.split('::').slice(0, -1);
  for (let depth = modules.length; depth > 0; depth -= 1) {
    const stem = posix.join(posix.dirname(file), ...modules.slice(0, depth));
    const found = [`${stem}.rs`, `${stem}/mod.rs`].find(isKnown);
    if (found !== undefined) return found;
  }
  return file;
};

/** The files that tests are reported of, and those that they stand in. One that cannot be loaded may be told as a test of its own name. */
export const testSources = (
  cases: readonly { readonly name: string; readonly file?: string | undefined }[],
  isKnown: (path: string) => boolean,
): string[] =>
  cases.flatMap(({ file, name }) =>
    file === undefined || file === name ? [] : [file, rustSource(name, file, isKnown) ?? file],
  );
