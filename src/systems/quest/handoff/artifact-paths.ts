// The files that a handoff lists, however they are written down: relative paths that stay inside of the project, or a fault.

/** One line of the value, with the place of its first character. */
export interface Piece {
  readonly text: string;
  readonly at: number;
}

export interface ArtifactFault {
  readonly code: 'HANDOFF_ARTIFACT_PATH' | 'HANDOFF_PLACEHOLDER';
  readonly message: string;
  readonly hint: string;
  readonly at: number;
}

export interface ArtifactList {
  readonly paths: readonly string[];
  readonly faults: readonly ArtifactFault[];
  /** What was taken off the entries, with the first place of each kind. */
  readonly decoration: ReadonlyMap<string, number>;
}

const PATH_CHARS_MAX = 4_096;
const NOTHING = new Set(['', 'null', 'none', 'n/a', '-', '\u2013', '\u2014']);
const BULLET = /^\s*(?:[-*+•‣◦]|\d{1,9}[.)])\s+/;

const INSIDE_HINT = 'Use a relative path that stays inside of the project.';
const REAL_HINT = 'List the files that were really written, or none.';

/** The path of one system or another that does not begin in the project. */
const absoluteKind = (path: string): string | undefined => {
  if (/^[\\/]/.test(path)) return 'an absolute path';
  if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(path)) return 'an address';
  if (/^[A-Za-z]:/.test(path)) return 'a path of a drive';
  if (/^~(?:[\\/]|[\w.-]+[\\/]|$)/.test(path)) return 'a path of a home folder';
  return /^(?:\$\{?\w+\}?|%\w+%)(?:[\\/]|$)/.test(path) ? 'a path from the environment' : undefined;
};

const leavesProject = (path: string): boolean => {
  let depth = 0;
  for (const part of path.split(/[\\/]/)) {
    if (part === '..') depth -= 1;
    else if (part !== '' && part !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return depth === 0;
};

const shown = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

const isBracketed = (text: string): boolean => text.startsWith('[') && text.endsWith(']');

const isTemplate = (path: string): boolean => {
  const open = path.indexOf('<');
  if (open !== -1 && path.indexOf('>', open) !== -1) return true;
  return /^(?:\.{3,}|…)$/.test(path) || isBracketed(path);
};

/** What is wrong with one listed path. */
export const artifactPathFault = (path: string): Omit<ArtifactFault, 'at'> | undefined => {
  const wrong = (message: string): Omit<ArtifactFault, 'at'> => ({
    code: 'HANDOFF_ARTIFACT_PATH',
    message,
    hint: INSIDE_HINT,
  });
  if (path.trim() === '') return wrong('expected the path of a file, got nothing');
  if (isTemplate(path))
    return {
      code: 'HANDOFF_PLACEHOLDER',
      message: `expected the path of a file, got the placeholder ${shown(path)}`,
      hint: REAL_HINT,
    };
  if (path.length > PATH_CHARS_MAX)
    return wrong(`expected a path of at most ${PATH_CHARS_MAX} characters, got ${path.length}`);
  if (/[\0-\x1f\x7f]/.test(path)) return wrong(`expected a path, got control characters in ${shown(path)}`);
  const kind = absoluteKind(path);
  if (kind !== undefined) return wrong(`expected a path inside of the project, got ${kind}: ${shown(path)}`);
  return leavesProject(path)
    ? wrong(`expected a file inside of the project, but ${shown(path)} is none`)
    : undefined;
};

/** Without `.`, doubled slashes, and `..` that stays inside. Backslashes stay: they may be part of a name. */
export const normalPath = (path: string): string => {
  if (!/(?:^|\/)(?:\.{0,2})(?:\/|$)/.test(path)) return path;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/') + (path.endsWith('/') ? '/' : '');
};

const CLOSERS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '“': '”', '‘': '’' };
const BRACKETS: Readonly<Record<string, number>> = { '(': 1, '[': 1, ')': -1, ']': -1 };

/** Parts between commas, with their places; commas in quotes, links and notes do not count. */
const splitAtCommas = ({ text, at }: Piece): Piece[] => {
  const parts: Piece[] = [];
  let begin = 0;
  let depth = 0;
  let closer: string | undefined;
  let blank = true;
  const cut = (end: number): void => {
    parts.push({ text: text.slice(begin, end), at: at + begin });
    [begin, blank] = [end + 1, true];
  };
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index]!;
    if (closer !== undefined) {
      if (char === closer) closer = undefined;
    } else if (char === ',' && depth === 0) {
      cut(index);
      continue;
    } else if (blank && CLOSERS[char] !== undefined) closer = CLOSERS[char];
    else depth = Math.max(0, depth + (BRACKETS[char] ?? 0));
    if (char.trim() !== '') blank = false;
  }
  cut(text.length);
  if (closer === undefined && depth === 0) return parts;
  // Something was opened and never closed, so it was no quotation.
  let from = 0;
  return text.split(',').map((part) => {
    const piece = { text: part, at: at + from };
    from += part.length + 1;
    return piece;
  });
};

interface Taken {
  readonly path: string;
  readonly decoration?: string;
}

/** `[name](path)`, `` `path` ``, `"path"`, `**path**`: what is inside; behind it may be a note. */
const unwrapped = (entry: string): Taken | undefined => {
  const link = /^\[[^\]]*\]\(/.exec(entry);
  if (link !== null) {
    const end = entry.indexOf(')', link[0].length);
    const target = entry.slice(link[0].length, end).trim().split(/\s/, 1)[0]!;
    return end === -1 ? undefined : { path: target, decoration: 'links' };
  }
  const bold = /^(?:\*\*|__)/.exec(entry)?.[0];
  const closer = bold ?? CLOSERS[entry[0] ?? ''];
  if (closer === undefined) return undefined;
  const end = entry.indexOf(closer, closer.length);
  if (end <= 0) return undefined;
  const inside = entry.slice(closer.length, end).trim();
  const again = bold === undefined ? undefined : unwrapped(inside);
  return { path: again?.path ?? inside, decoration: 'marks around paths' };
};

/** `a.md (new)`, `a.md — new`, `a.md - new`: the path is what comes before. */
const withoutNote = (entry: string): Taken => {
  const bracket = entry.endsWith(')') ? entry.search(/\s\(/) : -1;
  if (bracket > 0) return { path: entry.slice(0, bracket).trim(), decoration: 'notes behind paths' };
  const space = entry.search(/\s/);
  const head = entry.slice(0, Math.max(0, space));
  if (/[./]/.test(head)) {
    const plain = head.endsWith(':') ? head.slice(0, -1) : head;
    if (plain !== head || /^[-\u2013\u2014]+\s/.test(entry.slice(space).trimStart()))
      return { path: plain, decoration: 'notes behind paths' };
  }
  if (entry.endsWith('.') && /[^./]\.[^./\s]+\.$/.test(entry))
    return { path: entry.slice(0, -1), decoration: 'a trailing full stop' };
  return { path: entry };
};

interface Gathered {
  readonly paths: string[];
  readonly faults: ArtifactFault[];
  readonly decoration: Map<string, number>;
}

const take = (path: string, at: number, into: Gathered): void => {
  const fault = artifactPathFault(path);
  if (fault === undefined) into.paths.push(normalPath(path));
  else into.faults.push({ ...fault, at });
};

const takeEntry = (piece: Piece, into: Gathered): void => {
  const entry = piece.text.trim();
  if (entry === '') return;
  const at = piece.at + piece.text.indexOf(entry);
  const { path, decoration } = isTemplate(entry) ? { path: entry } : (unwrapped(entry) ?? withoutNote(entry));
  if (decoration !== undefined && !into.decoration.has(decoration)) into.decoration.set(decoration, at);
  take(path, at, into);
};

/** A JSON array, on one line or on several; undefined when the value is none. */
const readArray = (pieces: readonly Piece[]): ArtifactList | undefined => {
  const whole = pieces
    .map(({ text }) => text)
    .join('\n')
    .trim();
  if (!whole.startsWith('[') || !whole.endsWith(']')) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(whole);
  } catch {
    return undefined;
  }
  const into: Gathered = { paths: [], faults: [], decoration: new Map() };
  const at = pieces.find(({ text }) => text.trim() !== '')!.at;
  for (const entry of parsed as unknown[]) {
    if (typeof entry === 'string') take(entry, at, into);
    else
      into.faults.push({
        code: 'HANDOFF_ARTIFACT_PATH',
        message: `expected paths as text, got ${shown(JSON.stringify(entry) ?? '')}`,
        hint: INSIDE_HINT,
        at,
      });
  }
  return into;
};

const NOTHING_CHARS_MAX = 20;

const isNothing = (text: string): boolean => {
  const word = text.trim();
  if (word.length > NOTHING_CHARS_MAX) return false;
  const plain = word
    .replace(BULLET, '')
    .replaceAll(/[`*"'.]/g, '')
    .trim();
  return NOTHING.has(plain.toLowerCase());
};

/** Commas, bullets, JSON arrays, links, back-ticks, quotes and notes; `none` and its like are an empty list. */
export const readArtifacts = (pieces: readonly Piece[]): ArtifactList => {
  const solid = pieces.filter(({ text }) => text.trim() !== '');
  const into: Gathered = { paths: [], faults: [], decoration: new Map() };
  const [only] = solid;
  if (only === undefined) return into;
  if (solid.length === 1 && isNothing(only.text)) return into;
  const array = readArray(solid);
  if (array !== undefined) return array;
  for (const { text, at } of solid) {
    const bullet = BULLET.exec(text)?.[0].length ?? 0;
    const rest = { text: text.slice(bullet), at: at + bullet };
    const parts = isBracketed(rest.text.trim()) ? [rest] : splitAtCommas(rest);
    for (const part of parts) takeEntry(part, into);
  }
  return into;
};
