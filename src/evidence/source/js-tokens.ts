// The tokens of a JavaScript or TypeScript file, as far as one must know them to find calls: no string, comment, template
// or regular expression is taken for code. One pass; what makes no sense is passed over, never refused.

export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'template' | 'regex' | 'sign';
  /** For strings and templates what is inside of them, otherwise as it is written. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** For brackets, the index of the other one; -1 where there is none. */
  match: number;
}

const NAME_START = /[\p{L}\p{Nl}_$#@]/u;
const NAME_PART = /[\p{L}\p{Nl}\p{Mn}\p{Nd}_$\u200c\u200d]/u;
const SPACE = /\s/;
/** After these words a slash begins a regular expression. */
const BEFORE_REGEX = new Set([
  ...['return', 'typeof', 'case', 'in', 'of', 'do', 'else', 'void', 'delete', 'throw', 'new', 'instanceof'],
  ...['await', 'yield'],
]);
const HEADS = new Set(['if', 'while', 'for', 'with']);
type Opening = '(' | '[' | '{';
const isOpening = (sign: string): sign is Opening => sign === '(' || sign === '[' || sign === '{';
const OPENING_OF: Readonly<Record<string, Opening>> = { ')': '(', ']': '[', '}': '{' };

interface Scan {
  readonly text: string;
  at: number;
  readonly tokens: Token[];
  readonly open: number[];
  /** How many of each kind are open. */
  readonly counts: Record<Opening, number>;
  /** By sign: up to here it opens nothing, because nothing on the line closes it. So no line is looked at again and again. */
  readonly plainUntil: Map<string, number>;
}

const push = (scan: Scan, kind: Token['kind'], from: number, text?: string): Token => {
  const token = { kind, text: text ?? scan.text.slice(from, scan.at), from, to: scan.at, match: -1 };
  scan.tokens.push(token);
  return token;
};

/** Behind the closing sign, or undefined where the line ends before it. */
const closedAt = (text: string, from: number, quote: string): number | undefined => {
  let at = from + 1;
  while (at < text.length && text[at] !== quote && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1;
  return text[at] === quote ? at + 1 : undefined;
};

const isPlain = (scan: Scan, sign: string): boolean => scan.at < (scan.plainUntil.get(sign) ?? 0);

const markPlain = ({ text, plainUntil }: Scan, sign: string, at: number): void => {
  const end = text.indexOf('\n', at);
  plainUntil.set(sign, end === -1 ? text.length : end);
};

/** An apostrophe in the text between tags is no string: what follows it on the line is code again. */
const scanString = (scan: Scan, quote: string): void => {
  const from = scan.at;
  const end = isPlain(scan, quote) ? undefined : closedAt(scan.text, from, quote);
  if (end === undefined) markPlain(scan, quote, from);
  scan.at = end ?? from + 1;
  push(scan, end === undefined ? 'sign' : 'string', from, unescaped(scan.text.slice(from + 1, scan.at - 1)));
};

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '\0',
};

const unescaped = (text: string): string =>
  text.includes('\\')
    ? text.replace(
        /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[\s\S]))/g,
        (_, brace?: string, four?: string, two?: string, one: string = '') => {
          const hex = brace ?? four ?? two;
          if (hex !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff));
          return ESCAPES[one] ?? (/[\r\n]/.test(one) ? '' : one);
        },
      )
    : text;

const scanTemplate = (scan: Scan): void => {
  const { text } = scan;
  const from = scan.at;
  // Each open substitution with the depth of braces inside of it.
  const depths: number[] = [];
  let at = from + 1;
  for (; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (depths.length % 2 === 0) {
      if (char === '`') {
        if (depths.length === 0) break;
        depths.pop();
      } else if (char === '$' && text[at + 1] === '{') {
        depths.push(0);
        at += 1;
      }
    } else if (char === '`') depths.push(-1);
    else if (char === '{') depths.push((depths.pop() ?? 0) + 1);
    else if (char === '}') {
      const depth = depths.pop() ?? 0;
      if (depth !== 0) depths.push(depth - 1);
    } else if (char === '"' || char === "'") {
      const end = at < (scan.plainUntil.get(char) ?? 0) ? undefined : closedAt(text, at, char);
      if (end === undefined) markPlain(scan, char, at);
      else at = end - 1;
    }
  }
  scan.at = Math.min(text.length, at + 1);
  push(scan, 'template', from, unescaped(text.slice(from + 1, at)));
};

/** Where a regular expression that begins here ends, on its line; undefined when it does not. */
const regexEnd = (text: string, from: number): number | undefined => {
  let inClass = false;
  for (let at = from + 1; at < text.length && text[at] !== '\n'; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '/' && !inClass) {
      let end = at + 1;
      while (/[a-z]/.test(text[end] ?? '')) end += 1;
      return end;
    }
  }
  return undefined;
};

const mayBeRegex = ({ tokens }: Scan): boolean => {
  const last = tokens.at(-1);
  if (last === undefined) return true;
  if (last.kind === 'name') return BEFORE_REGEX.has(last.text);
  if (last.kind !== 'sign') return false;
  if (last.text === ']') return false;
  if (last.text !== ')') return true;
  const before = tokens[last.match - 1];
  return before?.kind === 'name' && HEADS.has(before.text);
};

const scanSign = (scan: Scan, char: string): void => {
  const from = scan.at;
  scan.at += 1;
  const arrow = char === '=' && scan.text[scan.at] === '>';
  if (arrow) scan.at += 1;
  const token = push(scan, 'sign', from);
  const here = scan.tokens.length - 1;
  if (isOpening(char)) {
    scan.open.push(here);
    scan.counts[char] += 1;
    return;
  }
  const wanted = OPENING_OF[char];
  if (wanted === undefined || scan.counts[wanted] === 0) return;
  for (let at = scan.open.pop(); at !== undefined; at = scan.open.pop()) {
    const opener = scan.tokens[at];
    if (opener === undefined || !isOpening(opener.text)) continue;
    scan.counts[opener.text] -= 1;
    // One that was left open inside of this pair has no other half.
    if (opener.text !== wanted) continue;
    opener.match = here;
    token.match = at;
    return;
  }
};

const scanWord = (scan: Scan, part: RegExp, kind: 'name' | 'number'): void => {
  const from = scan.at;
  do scan.at += 1;
  while (scan.at < scan.text.length && part.test(scan.text.charAt(scan.at)));
  push(scan, kind, from);
};

const skipComment = (scan: Scan): boolean => {
  const { text, at } = scan;
  if (text[at] !== '/') return false;
  const close = text[at + 1] === '/' ? '\n' : text[at + 1] === '*' ? '*/' : undefined;
  if (close === undefined) return false;
  const end = text.indexOf(close, at + 2);
  scan.at = end === -1 ? text.length : end + close.length;
  return true;
};

export const tokensOf = (text: string): readonly Token[] => {
  const scan: Scan = {
    text,
    at: 0,
    tokens: [],
    open: [],
    counts: { '(': 0, '[': 0, '{': 0 },
    plainUntil: new Map(),
  };
  if (text.startsWith('#!')) scan.at = text.includes('\n') ? text.indexOf('\n') : text.length;
  while (scan.at < text.length) {
    const char = text.charAt(scan.at);
    if (SPACE.test(char)) scan.at += 1;
    else if (skipComment(scan)) continue;
    else if (char === '"' || char === "'") scanString(scan, char);
    else if (char === '`') scanTemplate(scan);
    else if (/[0-9]/.test(char)) scanWord(scan, /[\w.]/, 'number');
    else if (NAME_START.test(char)) scanWord(scan, NAME_PART, 'name');
    else if (char === '/' && mayBeRegex(scan)) {
      const from = scan.at;
      const end = isPlain(scan, '/') ? undefined : regexEnd(text, from);
      if (end === undefined) markPlain(scan, '/', from);
      scan.at = end ?? from + 1;
      push(scan, end === undefined ? 'sign' : 'regex', from);
    } else scanSign(scan, char);
  }
  return scan.tokens;
};
