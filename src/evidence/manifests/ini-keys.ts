// Which keys of a setup.cfg differ. Comments and blanks are no change.

const SECTION = /^\[([^\]]+)\]/;
const KEY = /^([^\s#;:=[][^:=]*?)\s*[:=]/;
const COMMENT = /^\s*(?:[#;]|$)/;

/** Each key with its section, and its value without blanks and comments. */
const entriesIn = (text: string): ReadonlyMap<string, string> => {
  const entries = new Map<string, string>();
  let [section, key] = ['', ''];
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    if (COMMENT.test(line)) continue;
    const [, name] = SECTION.exec(line) ?? [];
    if (name !== undefined) {
      section = name.trim();
      key = '';
      continue;
    }
    const [whole = '', own] = KEY.exec(line) ?? [];
    if (own === undefined) entries.set(key, `${entries.get(key) ?? ''}\n${line.trim()}`);
    else {
      key = section === '' ? own : `${section}.${own}`;
      entries.set(key, line.slice(whole.length).trim());
    }
  }
  return entries;
};

/** With their sections: `options.entry_points.console_scripts`. */
export const changedIniKeys = (before: string, after: string): string[] => {
  const [was, is] = [entriesIn(before), entriesIn(after)];
  return [...new Set([...was.keys(), ...is.keys()])].filter(
    (key) => was.get(key)?.trim() !== is.get(key)?.trim(),
  );
};
