// Which keys of a manifest in TOML differ. Values are compared by their words, so another format is no change.

const TABLE = /^\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$/;
const KEY = /^((?:[\w-]+|"[^"\n]*"|'[^'\n]*')(?:\s*\.\s*(?:[\w-]+|"[^"\n]*"|'[^'\n]*'))*)\s*=/;
/** Strings, and comments between them. */
const PARTS = /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*/g;

const plain = (name: string): string => name.replaceAll(/["'\s]/g, '');

const withoutComments = (text: string): string =>
  text.replaceAll(PARTS, (part) => (part.startsWith('#') ? '' : part));

/** How many brackets are open at its end, and whether a long string is. */
const isOpen = (value: string): boolean => {
  const rest = value.replaceAll(PARTS, (part) =>
    /^("""|''')/.test(part) && !/.("""|''')$/s.test(part) ? '[' : '',
  );
  return rest.split(/[[{]/).length > rest.split(/[\]}]/).length;
};

/** Each key with the table that it stands in, and its value. */
const entriesIn = (text: string): ReadonlyMap<string, string> => {
  const entries = new Map<string, string>();
  let [table, key] = ['', ''];
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    const value = entries.get(key);
    if (value !== undefined && isOpen(value)) {
      entries.set(key, `${value}\n${line}`);
      continue;
    }
    const trimmed = line.trim();
    const [, name] = TABLE.exec(trimmed) ?? [];
    const [whole = '', own] = KEY.exec(trimmed) ?? [];
    if (name !== undefined) {
      table = plain(name);
      key = table;
      // A table that says nothing may still say something: `[[bin]]`.
      entries.set(key, `${entries.get(key) ?? ''}#`);
    } else if (own !== undefined) {
      key = [table, plain(own)].filter((part) => part !== '').join('.');
      // Tables of a list have the same keys.
      entries.set(key, `${entries.has(key) ? `${entries.get(key)};` : ''}${trimmed.slice(whole.length)}`);
    }
  }
  return entries;
};

/** With the tables that they stand in: `project.scripts.greet`. */
export const changedTomlKeys = (before: string, after: string): string[] => {
  const [was, is] = [entriesIn(before), entriesIn(after)];
  const wordsOf = (value: string | undefined): string | undefined =>
    value === undefined
      ? undefined
      : withoutComments(value)
          .replaceAll(/\s+/g, '')
          .replaceAll(/,(?=[\]}])/g, '');
  const differing = [...new Set([...was.keys(), ...is.keys()])].filter(
    (key) => wordsOf(was.get(key)) !== wordsOf(is.get(key)),
  );
  // What a table holds is said by its keys.
  return differing.filter((key) => !differing.some((other) => other.startsWith(`${key}.`)));
};
