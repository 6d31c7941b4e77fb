// Brackets in the head of a function, for languages whose texts are not tokenised: where one closes, and the parts between commas.

/** A head that is longer is not read. */
const HEAD_CHARS_MAX = 4_000;

export interface Brackets {
  /** Behind the bracket that closes the one at `at`; -1 where there is none. */
  behind(text: string, at: number): number;
  /** What stands between the commas of a list, without what is in brackets of its own. */
  partsOf(text: string): string[];
  isOpening(char: string): boolean;
}

/** `pairs`: what opens → what closes it. The arrow of a result (`->`) closes nothing. */
export const bracketsOf = (pairs: Readonly<Record<string, string>>): Brackets => {
  const isOpening = (char: string): boolean => Object.hasOwn(pairs, char);
  const behind = (text: string, at: number): number => {
    const open: string[] = [];
    for (let here = at; here < Math.min(text.length, at + HEAD_CHARS_MAX); here += 1) {
      const char = text.charAt(here);
      const isArrow = char === '>' && text.charAt(here - 1) === '-';
      if (isOpening(char)) open.push(pairs[char] ?? '');
      else if (char === open.at(-1) && !isArrow) open.pop();
      if (open.length === 0) return here + 1;
    }
    return -1;
  };
  const partsOf = (text: string): string[] => {
    const parts: string[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      if (isOpening(text.charAt(at))) at = Math.max(at, behind(text, at) - 1);
      if (text.charAt(at) !== ',') continue;
      parts.push(text.slice(from, at));
      from = at + 1;
    }
    return [...parts, text.slice(from)].map((part) => part.trim()).filter((part) => part !== '');
  };
  return { behind, partsOf, isOpening };
};
