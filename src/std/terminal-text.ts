// Text from programs and agents is printed only after this: it could move the cursor, hide lines or set titles.

// Operating-system commands and device strings (ESC ] … BEL or ESC \), control sequences (ESC [ …), other escapes.
const ESCAPES = /\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[\x1b\x9b]\[?[0-?]*[ -/]*[@-~]|\x1b/g;
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;
// Marks that change the direction of what follows, so that text reads otherwise than it is.
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Without escapes and control characters; tabs and line ends stay, a lone carriage return becomes a line end. */
export const plainText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(ESCAPES, '').replace(CONTROLS, '').replace(DIRECTIONS, '');

const caret = (char: string): string => {
  const code = char.charCodeAt(0);
  if (code === 0x7f) return '^?';
  return code < 0x20 ? `^${String.fromCharCode(code + 0x40)}` : unicode(char);
};

const unicode = (char: string): string =>
  `<U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`;

/** With control characters and marks of direction as signs that can be seen: what somebody looks at hides nothing. */
export const visibleText = (text: string): string =>
  text
    .replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, caret)
    .replace(/[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, unicode);

/** Without what `plainText` leaves out, on one line. */
export const plainLine = (text: string): string =>
  plainText(text)
    .replace(/[\n\t]+/g, ' ')
    .trim();

export const clip = (text: string, charsMax: number): string =>
  text.length <= charsMax ? text : `${text.slice(0, Math.max(0, charsMax - 1))}…`;

/** The end of a long text, beginning with a whole line where there is one. */
export const clipStart = (text: string, charsMax: number): string => {
  if (text.length <= charsMax) return text;
  const tail = text.slice(text.length - charsMax + 1);
  const newline = tail.indexOf('\n');
  return `…${newline === -1 || newline > charsMax / 2 ? tail : tail.slice(newline)}`;
};
