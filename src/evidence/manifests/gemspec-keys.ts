// What of a gemspec differs. It is a program, so a line that does more than set literals is its own key.

const LITERAL = String.raw`(?:"(?:[^"#\\\n]|#(?!\{))*"|'[^'\\\n]*')`;
const LITERALS = String.raw`\[?\s*${LITERAL}(?:\s*,\s*${LITERAL})*\s*\]?`;
const SETS = new RegExp(String.raw`^\w+\.(\w+)\s*(?:=\s*|\(\s*|\s)${LITERALS}\s*\)?(?:\s*#.*)?$`);

const countsOf = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const line of text.split(/\r?\n/).map((one) => one.trim()))
    if (line !== '' && !line.startsWith('#')) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
};

/** The attribute that a differing line sets, or what it calls: `add_dependency`. */
export const changedGemspecKeys = (before: string, after: string): string[] => {
  const [was, is] = [countsOf(before), countsOf(after)];
  const differing = [...new Set([...was.keys(), ...is.keys()])].filter(
    (line) => was.get(line) !== is.get(line),
  );
  return [...new Set(differing.map((line) => SETS.exec(line)?.[1] ?? line))];
};
