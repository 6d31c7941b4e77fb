// Files by their paths, where one of two may be told from another folder. Reports and lists of changes have thousands, and
// are made by those who are judged: each is looked up, none is compared with all.

/** A path has so many folders; of a deeper one only the last are compared. */
const FOLDERS_MAX = 32;

/** The path itself and what is left of it without its first folders. */
const endsOf = (path: string): readonly string[] => {
  const steps = path.replace(/^\.\//, '').split('/').slice(-FOLDERS_MAX);
  return steps.map((_, at) => steps.slice(at).join('/'));
};

/** The same file: one path is the other, or its end. */
export const sameFile = (a: string, b: string): boolean => indexFiles([[a, true] as const])(b) === true;

/** Looks up what belongs to a file; the first of several. */
export const indexFiles = <T>(entries: Iterable<readonly [string, T]>): ((file: string) => T | undefined) => {
  const [whole, ends] = [new Map<string, T>(), new Map<string, T>()];
  for (const [path, value] of entries)
    for (const [at, end] of endsOf(path).entries()) {
      const into = at === 0 ? whole : ends;
      if (end !== '' && !into.has(end)) into.set(end, value);
    }
  return (file) => {
    const [own, ...rest] = endsOf(file);
    const found = whole.get(own ?? '') ?? ends.get(own ?? '');
    if (found !== undefined) return found;
    for (const end of rest) if (whole.has(end)) return whole.get(end);
    return undefined;
  };
};
