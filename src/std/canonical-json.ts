// One text for one value (RFC 8785): keys in order, no blanks, numbers as JavaScript writes them. What is signed or named by
// a digest is written like this, so that two programs that mean the same write the same bytes.

/** Half of a character: it has no encoding in UTF-8. */
const LONE = /\p{Surrogate}/gu;
const REPLACEMENT = '\ufffd';

const fieldsOf = (value: object): (readonly [string, unknown])[] =>
  Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));

/**
 * Half a character in a text is replaced, as every encoder of UTF-8 does; in a key it could make two keys one, and is
 * refused. Throws a TypeError for that and for what JSON does not have.
 */
export const canonicalJson = (value: unknown): string => {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value.replaceAll(LONE, REPLACEMENT));
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`expected a number, got ${value}`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`expected a JSON value, got ${typeof value}`);
  const fields = fieldsOf(value).map(([key, inner]) => {
    if (key.search(LONE) !== -1)
      throw new TypeError(`expected a key that is text, got ${JSON.stringify(key)}`);
    return `${JSON.stringify(key)}:${canonicalJson(inner)}`;
  });
  return `{${fields.join(',')}}`;
};
