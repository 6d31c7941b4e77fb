// Text from programs and agents is printed only after this: it could move the cursor, hide lines or set titles.

// Operating-system commands and device strings (ESC ] … BEL or ESC \), control sequences (ESC [ …), other escapes.
const ESCAPES = /\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[\x1b\x9b]\[?[0-?]*[ -/]*[@-~]|\x1b/g;
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;
// Marks that change the direction of what follows, so that text reads otherwise than it is.
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Without escapes and control characters; tabs and line ends stay, a lone carriage return becomes a line end. */
export const plainText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(ESCAPES, '').replace(CONTROLS, '').replace(DIRECTIONS, '');

/** The same on one line. */
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
