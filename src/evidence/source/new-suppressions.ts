// Which suppressions a change brings. What moves with its code, or stood in the file before, is not new.
import { SILENCED_MAX } from '../../model/limits/limits.ts';
import { type Suppression, suppressionsIn } from './suppressions.ts';
import { isTestSupport } from './test-files.ts';

export interface ChangedText {
  /** Where it is now, or was when it is gone. */
  readonly path: string;
  readonly was?: string | undefined;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface NewSuppression extends Suppression {
  readonly path: string;
  /** Why one that silences a whole file may stand. */
  readonly excuse?: string | undefined;
}

const HEADER_CHARS = 1_000;
const SAYS_GENERATED = /@generated\b|\bgenerated (?:by|from|with|using)\b|\bdo not (?:edit|modify)\b/i;
const VENDORED = /(?:^|\/)(?:vendor|vendored|third[-_]?party|node_modules|external)\//i;

const excuseOf = (path: string, text: string): string | undefined => {
  if (SAYS_GENERATED.test(text.slice(0, HEADER_CHARS))) return 'the file says that it is generated';
  if (VENDORED.test(path)) return 'the file is in a folder of code of others';
  return isTestSupport(path) ? 'the file is data of tests' : undefined;
};

interface Scanned extends ChangedText {
  readonly old: readonly Suppression[];
  readonly now: readonly Suppression[];
}

const linesOf = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || []);

/** At least half of its lines come from files that were silenced as a whole before. */
const isMoved = (
  { after = '' }: Scanned,
  about: Suppression['about'],
  files: readonly Scanned[],
): boolean => {
  const silent = files.filter(({ old }) => old.some((one) => one.whole && one.about === about));
  const known = new Set(silent.flatMap(({ before = '' }) => linesOf(before)));
  const lines = linesOf(after);
  return lines.filter((line) => known.has(line)).length * 2 >= lines.length;
};

const newWhole = (file: Scanned, files: readonly Scanned[]): NewSuppression[] =>
  file.now
    .filter(({ whole, about }) => {
      const stood = file.old.some((one) => one.whole && one.about === about);
      return whole && !stood && !isMoved(file, about, files);
    })
    .map((one) => ({ ...one, path: file.path, excuse: excuseOf(file.path, file.after ?? '') }));

const countsOf = (suppressions: readonly Suppression[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { what } of suppressions) counts.set(what, (counts.get(what) ?? 0) + 1);
  return counts;
};

const parts = (suppressions: readonly Suppression[]): Suppression[] =>
  suppressions.filter(({ whole }) => !whole);

/** As many as there are more of in all changed files together, from those that have more than before. */
const newParts = (files: readonly Scanned[]): NewSuppression[] => {
  const surplus = countsOf(parts(files.flatMap(({ now }) => now)));
  for (const [what, count] of countsOf(parts(files.flatMap(({ old }) => old))))
    surplus.set(what, (surplus.get(what) ?? 0) - count);
  return files.flatMap(({ path, old, now }) => {
    const left = countsOf(parts(old));
    return parts(now).flatMap((one): NewSuppression[] => {
      const known = left.get(one.what) ?? 0;
      left.set(one.what, known - 1);
      const more = surplus.get(one.what) ?? 0;
      if (known > 0 || more <= 0) return [];
      surplus.set(one.what, more - 1);
      return [{ ...one, path }];
    });
  });
};

/** Those that silence whole files come first. Limited. */
export const newSuppressions = (changed: readonly ChangedText[]): readonly NewSuppression[] => {
  const files = changed.map((file): Scanned => {
    const { path, was = path, before = '', after = '' } = file;
    return { ...file, old: suppressionsIn(was, before), now: suppressionsIn(path, after) };
  });
  return [...files.flatMap((file) => newWhole(file, files)), ...newParts(files)].slice(0, SILENCED_MAX);
};
