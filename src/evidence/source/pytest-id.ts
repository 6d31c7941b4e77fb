// pytest writes what is not ASCII in the parameters of a test as escapes of Python; people write the characters.

const ESCAPE = /(\\+)(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8}))/g;
const ASCII_END = 0x80;
const CODE_MAX = 0x10_ff_ff;
/** How its XML has what is not in the first plane. */
const IN_XML = /#x(10[0-9A-F]{4}|[1-9A-F][0-9A-F]{4})(?![0-9A-F])/g;
/** Longer ones are cut wherever they are kept. */
const ID_CHARS_MAX = 5_000;
const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

/** The id with its characters. Escapes of ASCII, and backslashes that are doubled, stay as they are. */
export const pytestId = (name: string): string => {
  const bracket = name.indexOf('[');
  if (bracket === -1 || name.length > ID_CHARS_MAX) return name;
  const parameter = name
    .slice(bracket)
    .replace(ESCAPE, (found, slashes: string, ...codes: readonly (string | undefined)[]) => {
      const code = Number.parseInt(codes.slice(0, 3).find((digits) => digits !== undefined) ?? '0', 16);
      const isEscape = slashes.length % 2 === 1;
      if (!isEscape || code < ASCII_END || code > CODE_MAX || isSurrogate(code)) return found;
      return slashes.slice(1) + String.fromCodePoint(code);
    });
  const plain = parameter.replace(IN_XML, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  return (name.slice(0, bracket) + plain).normalize('NFC');
};
