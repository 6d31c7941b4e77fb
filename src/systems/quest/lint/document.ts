// A prompt file as lines with their places: which are inside of code fences, and which section each belongs to.
import { headingOf } from '../../../text/markdown.ts';

export interface Line {
  readonly text: string;
  /** Where the text begins in the file. */
  readonly start: number;
  /** What ends it, as it stands; empty at the end of a file and before a delimiter. */
  readonly end: string;
  /** The line end to write beside it; empty where it has none itself. */
  readonly eol: string;
  readonly number: number;
  /** The column of its first character. */
  readonly column: number;
  /** The code fence that the line is in, its own lines included: where it stands in `fences`. */
  readonly fence: number | undefined;
  /** Not text of the prompt, but what holds it in a TOML file. */
  readonly delimiter: boolean;
}

/** Lines from `open` to `close`, both included; `close` is undefined when it is never closed. */
export interface Fence {
  readonly open: number;
  readonly close: number | undefined;
}

/** Lines from the heading to before `end`. */
export interface Section {
  readonly title: string;
  readonly level: number;
  readonly heading: number;
  readonly end: number;
}

export interface PromptDocument {
  readonly file: string;
  readonly text: string;
  readonly lines: readonly Line[];
  readonly fences: readonly Fence[];
  readonly sections: readonly Section[];
  /** The line end that is written where there is no other to go by. */
  readonly eol: string;
}

/** A line while it is not known yet which fence it is in. */
type Piece = Omit<Line, 'fence'> & { fence: Line['fence'] };

const TOML_DELIMITERS = ['"""', "'''"];
/** `key = "` with the string's text on the same line. */
const TOML_STRING = /^\s*([\w.-]+)\s*=\s*"/;
const TOML_PROMPT = /instructions|prompt/i;
const TOML_NEWLINE = '\\n';

const splitAt = (piece: Piece, offset: number, length: number): [Piece, Piece, Piece] => {
  const part = (from: number, to: number, more: Partial<Piece>): Piece => ({
    ...piece,
    text: piece.text.slice(from, to),
    start: piece.start + from,
    column: piece.column + from,
    end: '',
    ...more,
  });
  return [
    part(0, offset, {}),
    part(offset, offset + length, { delimiter: true }),
    part(offset + length, piece.text.length, { end: piece.end }),
  ];
};

/** A prompt on one line has its line ends written as `\n`; other lines of TOML are no text. */
const escapedLines = (piece: Piece): Piece[] => {
  const key = TOML_STRING.exec(piece.text);
  const prefix = key?.[0].length ?? 0;
  const close = piece.text.trimEnd().length - 1;
  if (key === null || !TOML_PROMPT.test(key[1]!) || close < prefix || piece.text[close] !== '"')
    return [{ ...piece, delimiter: true }];
  const [before, opening] = [splitAt(piece, 0, prefix)[1], splitAt(piece, prefix, close - prefix)[1]];
  const lines: Piece[] = [];
  for (let from = 0; from <= opening.text.length; ) {
    const at = opening.text.indexOf(TOML_NEWLINE, from);
    const to = at === -1 ? opening.text.length : at;
    lines.push({
      ...opening,
      text: opening.text.slice(from, to),
      start: opening.start + from,
      column: opening.column + from,
      end: at === -1 ? '' : TOML_NEWLINE,
      eol: TOML_NEWLINE,
      delimiter: false,
    });
    from = at === -1 ? opening.text.length + 1 : at + TOML_NEWLINE.length;
  }
  const closing = splitAt(piece, close, piece.text.length - close)[1];
  return [before, ...lines, { ...closing, end: piece.end }];
};

const tomlPieces = (pieces: readonly Piece[]): Piece[] => {
  const found: Piece[] = [];
  let inside: string | undefined;
  for (const piece of pieces) {
    let rest = piece;
    let split = false;
    for (;;) {
      const marks = inside === undefined ? TOML_DELIMITERS : [inside];
      const places = marks.map((mark) => rest.text.indexOf(mark)).filter((at) => at !== -1);
      if (places.length === 0) break;
      const [before, mark, after] = splitAt(rest, Math.min(...places), TOML_DELIMITERS[0]!.length);
      if (before.text !== '') found.push(inside === undefined ? { ...before, delimiter: true } : before);
      inside = inside === undefined ? mark.text : undefined;
      split = true;
      found.push(after.text === '' ? { ...mark, end: after.end } : mark);
      rest = after;
      if (rest.text === '') break;
    }
    if (split && rest.text === '') continue;
    if (inside !== undefined) found.push(rest);
    else if (split) found.push({ ...rest, delimiter: true });
    else found.push(...escapedLines(rest));
  }
  return found;
};

const physicalLines = (text: string): Piece[] => {
  const pieces: Piece[] = [];
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const stop = newline === -1 ? text.length : newline;
    const crlf = newline !== -1 && stop > start && text[stop - 1] === '\r';
    const end = newline === -1 ? '' : crlf ? '\r\n' : '\n';
    pieces.push({
      text: text.slice(start, crlf ? stop - 1 : stop),
      start,
      end,
      eol: end,
      number: pieces.length + 1,
      column: 1,
      fence: undefined,
      delimiter: false,
    });
    start = stop + 1;
  }
  return pieces;
};

const FENCE_CHARS_MIN = 3;
const FENCE = /^\s*(`{3,}|~{3,})/;

/** The mark of a fence that the line is. Prompts have fences inside of lists, so any indent will do. */
const fenceMark = (text: string): { mark: string; rest: string } | undefined => {
  if (text.length < FENCE_CHARS_MIN) return undefined;
  const found = FENCE.exec(text);
  return found === null ? undefined : { mark: found[1]!, rest: text.slice(found[0].length) };
};

const opens = (text: string): string | undefined => {
  const found = fenceMark(text);
  return found === undefined || (found.mark.startsWith('`') && found.rest.includes('`'))
    ? undefined
    : found.mark;
};

const closes = (text: string, open: string): boolean => {
  const found = fenceMark(text);
  return (
    found !== undefined &&
    found.mark[0] === open[0] &&
    found.mark.length >= open.length &&
    found.rest.trim() === ''
  );
};

const withFences = (pieces: readonly Piece[]): { lines: readonly Line[]; fences: Fence[] } => {
  const fences: Fence[] = [];
  let open: { at: number; mark: string } | undefined;
  for (const [index, piece] of pieces.entries()) {
    if (piece.delimiter) {
      // A string that ends takes with it the fence that was left open in it.
      if (open !== undefined) fences.push({ open: open.at, close: undefined });
      open = undefined;
      continue;
    }
    const mark = open === undefined ? opens(piece.text) : undefined;
    if (open !== undefined || mark !== undefined) piece.fence = fences.length;
    if (mark !== undefined) open = { at: index, mark };
    else if (open !== undefined && closes(piece.text, open.mark)) {
      fences.push({ open: open.at, close: index });
      open = undefined;
    }
  }
  if (open !== undefined) fences.push({ open: open.at, close: undefined });
  return { lines: pieces, fences };
};

const sectionsOf = (lines: readonly Line[]): Section[] => {
  const sections: Section[] = [];
  const open: { title: string; level: number; heading: number; at: number }[] = [];
  const closeFrom = (level: number, end: number): void => {
    while (open.length > 0 && open.at(-1)!.level >= level) {
      const { at, ...section } = open.pop()!;
      sections[at] = { ...section, end };
    }
  };
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!;
    if (line.delimiter) closeFrom(0, index);
    if (line.text === '') continue;
    const heading = line.fence !== undefined || line.delimiter ? undefined : headingOf(line.text);
    if (heading === undefined) continue;
    closeFrom(heading.level, index);
    open.push({ ...heading, heading: index, at: sections.length });
    sections.push({ ...heading, heading: index, end: lines.length });
  }
  closeFrom(0, lines.length);
  return sections;
};

/** The lines, each with its end, are the text again. */
export const promptDocument = (file: string, text: string): PromptDocument => {
  const physical = physicalLines(text);
  const pieces = file.toLowerCase().endsWith('.toml') ? tomlPieces(physical) : physical;
  const { lines, fences } = withFences(pieces);
  return { file, text, lines, fences, sections: sectionsOf(lines), eol: physical[0]?.end || '\n' };
};

export const endOf = (line: Line): number => line.start + line.text.length + line.end.length;

export const indentOf = (text: string): number => text.length - text.trimStart().length;

export const isBlank = (line: Line): boolean => !line.delimiter && line.text.trim() === '';
