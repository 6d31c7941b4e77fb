const NAME_CHARS_COMPARED = 64;

const editDistance = (a: string, b: string): number => {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let [left, corner] = [i, i - 1];
    for (const [j, above] of previous.slice(1).entries()) {
      left = Math.min(left + 1, above + 1, corner + (a[i - 1] === b[j] ? 0 : 1));
      corner = above;
      row.push(left);
    }
    previous = row;
  }
  return previous.at(-1) ?? 0;
};

/** The candidate that was probably meant, or undefined when none is close. Case and `-`/`_` do not count. */
export const nearest = (name: string, candidates: Iterable<string>): string | undefined => {
  const plain = (text: string) => text.slice(0, NAME_CHARS_COMPARED).toLowerCase().replaceAll(/[-_]/g, '');
  const wanted = plain(name);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.ceil(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, plain(candidate));
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
};
