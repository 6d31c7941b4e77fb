// Names against patterns with `*` and `?`, for the shells and the quotes that hand a pattern on as it is.

export const isGlob = (text: string): boolean => /[*?]/.test(text);

/**
 * One part of a path against one part of a pattern. On a mismatch only the last star is tried again, one character
 * further, so the time is bounded by the product of the lengths. A name that begins with a dot must be asked for.
 */
export const matchesGlob = (pattern: string, name: string): boolean => {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  const [wanted, chars] = [[...pattern], [...name]];
  let at = 0;
  let from = 0;
  let star = -1;
  let tried = 0;
  while (from < chars.length) {
    if (wanted[at] === '*') {
      star = at;
      tried = from;
      at += 1;
    } else if (wanted[at] === '?' || wanted[at] === chars[from]) {
      at += 1;
      from += 1;
    } else if (star === -1) return false;
    else {
      tried += 1;
      from = tried;
      at = star + 1;
    }
  }
  while (wanted[at] === '*') at += 1;
  return at === wanted.length;
};
