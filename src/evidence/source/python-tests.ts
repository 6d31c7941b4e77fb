// Tests as they are written down in a Python file, without running it.
import type { DeclaredTest } from './js-tests.ts';

const NEXT = /["'#]/g;

/** The text with strings and comments blanked out; lines and columns stay. */
const codeOf = (text: string): string => {
  const out: string[] = [];
  let at = 0;
  const blank = (to: number): void => {
    out.push(text.slice(at, to).replace(/[^\n]/g, ' '));
    at = to;
  };
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '#') {
      const end = text.indexOf('\n', at);
      blank(end === -1 ? text.length : end);
    } else if (char === '"' || char === "'") {
      const triple = text.startsWith(char.repeat(3), at);
      const close = triple ? char.repeat(3) : char;
      let end = at + close.length;
      while (end < text.length && !text.startsWith(close, end) && (triple || text[end] !== '\n'))
        end += text[end] === '\\' ? 2 : 1;
      // Something stands in the place of the string, so that an expression does not become another one.
      out.push(char);
      at += 1;
      blank(Math.min(text.length, text.startsWith(close, end) ? end + close.length : end));
    } else {
      NEXT.lastIndex = at;
      const end = NEXT.exec(text)?.index ?? text.length;
      out.push(text.slice(at, end));
      at = end;
    }
  }
  return out.join('');
};

interface Line {
  readonly indent: number;
  readonly text: string;
  /** Rows of the file that it takes. */
  readonly first: number;
  readonly last: number;
}

/** Logical lines: what stands in brackets goes on with the line that opened them. */
const linesOf = (code: string): Line[] => {
  const lines: Line[] = [];
  let depth = 0;
  let parts: string[] = [];
  let [first, last] = [0, 0];
  for (const [at, row] of code.split('\n').entries()) {
    const goesOn = depth > 0 || parts.at(-1)?.endsWith('\\') === true;
    if (!goesOn) {
      if (parts.length > 0) lines.push(lineOf(parts, first, last));
      parts = [];
      first = at;
    }
    if (row.trim() === '' && !goesOn) continue;
    parts.push(goesOn ? row.trim() : row.trimEnd());
    last = at;
    for (const char of row)
      depth = Math.max(0, depth + ('([{'.includes(char) ? 1 : ')]}'.includes(char) ? -1 : 0));
    // A definition ends whatever was left open before it.
    if (depth > 0 && /^\s*(?:async )?(?:def|class) \w/.test(row) && /:\s*$/.test(row)) depth = 0;
  }
  if (parts.length > 0) lines.push(lineOf(parts, first, last));
  return lines;
};

const lineOf = (parts: readonly string[], first: number, last: number): Line => {
  const text = parts.join(' ');
  return { indent: text.replaceAll('\t', '        ').search(/\S/), text: text.trim(), first, last };
};

const SKIP_DECORATOR = /^@(?:\w+\.)*(?:skip\w*|xfail|expectedFailure)\b/;
const SKIP_CALL =
  /\b(?:pytest\.skip|pytest\.xfail|skipTest|pytest\.importorskip)\(|^raise (?:\w+\.)?SkipTest\b/;
const ASSERTING_CALL = /(?<!\w)(?:assert_?\w+|raises|warns|deprecated_call|verify\w*|check\w*|expect\w*)\(/;
const CONSTANT =
  /^(?:not\s+)*(?:True|False|None|[\d.]+|["'])(?:\s*(?:==|is|!=|>|<|>=|<=|,)\s*(?:True|False|None|[\d.]+|["']))*\s*\)*$/;

/** `x == x` holds whatever x is. */
const isTautology = (expression: string): boolean => {
  const [one = '', two, ...more] = expression.split('==');
  return two !== undefined && more.length === 0 && one.trim() === two.trim();
};

const saysSomething = ({ text }: Line): boolean => {
  if (/^assert\b/.test(text)) {
    const expression = text
      .slice('assert'.length)
      .replace(/,\s*["'f].*$/, '')
      .trim()
      .replace(/^\((.*)\)$/, '$1');
    return !CONSTANT.test(expression) && !isTautology(expression);
  }
  const call = ASSERTING_CALL.exec(text);
  return call !== null && !CONSTANT.test(text.slice(call.index + call[0].length).trim());
};

interface Block {
  readonly indent: number;
  readonly kind: 'class' | 'test' | 'other';
  readonly name: string;
  /** With its decorators. */
  readonly first: number;
  last: number;
  skipped: boolean;
  assertions: number;
  /** Assertions that hold whatever the code does, and calls of other things. */
  vacuous: number;
  calls: number;
  bodyIndent?: number;
  /** The rest of it is never reached from here on, down to this indentation. */
  deadFrom?: number;
  /** What is deeper than this is never reached, until a line is not. */
  deadBlock?: number | undefined;
}

const isDead = (stack: readonly Block[], line: Line): boolean => {
  for (const block of stack)
    if (block.deadBlock !== undefined && line.indent <= block.deadBlock) block.deadBlock = undefined;
  return stack.some(
    ({ deadFrom, deadBlock }) =>
      (deadFrom !== undefined && line.indent >= deadFrom) || deadBlock !== undefined,
  );
};

const blockOf = (line: Line, decorators: readonly Line[], stack: readonly Block[]): Block | undefined => {
  const match = /^(?:async )?(def|class) (\w+)/.exec(line.text);
  if (match === null) return undefined;
  const [, word, name = ''] = match;
  const parent = stack.at(-1);
  const inTest = stack.some(({ kind }) => kind !== 'class');
  const kind =
    word === 'class' ? (inTest ? 'other' : 'class') : !inTest && /^test/.test(name) ? 'test' : 'other';
  const skipped =
    (parent?.skipped ?? false) || decorators.some((decorator) => SKIP_DECORATOR.test(decorator.text));
  const rows = { first: decorators[0]?.first ?? line.first, last: line.last };
  return { indent: line.indent, kind, name, ...rows, skipped, assertions: 0, vacuous: 0, calls: 0 };
};

const note = (test: Block, stack: readonly Block[], line: Line): void => {
  test.bodyIndent ??= line.indent;
  if (isDead(stack, line)) return;
  if (SKIP_CALL.test(line.text)) test.skipped = true;
  // Not under a condition: what follows in the body is never reached.
  if (/^return\b/.test(line.text) && line.indent === test.bodyIndent) test.deadFrom = line.indent;
  else if (/^(?:if|while) (?:False|0)\s*:/.test(line.text)) test.deadBlock = line.indent;
  if (saysSomething(line)) test.assertions += 1;
  else if (/^assert\b/.test(line.text) || ASSERTING_CALL.test(line.text)) test.vacuous += 1;
  else if (/\w\(/.test(line.text)) test.calls += 1;
};

const rowStarts = (text: string): number[] => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
};

export const readPythonTests = (text: string): readonly DeclaredTest[] => {
  const found: DeclaredTest[] = [];
  const stack: Block[] = [];
  let decorators: Line[] = [];
  let allSkipped = false;
  const starts = rowStarts(text);
  const leave = (indent: number): void => {
    for (let done = stack.at(-1); done !== undefined && done.indent >= indent; done = stack.at(-1)) {
      stack.pop();
      if (done.kind !== 'test') continue;
      const classes = stack.filter(({ kind }) => kind === 'class').map(({ name }) => name);
      found.push({
        name: [...classes, done.name].join(' > '),
        skipped: done.skipped,
        only: false,
        assertions: done.assertions,
        hollow: done.assertions === 0 && (done.vacuous > 0 || done.calls === 0),
        range: { from: starts[done.first] ?? 0, to: starts[done.last + 1] ?? text.length },
      });
    }
  };
  for (const line of linesOf(codeOf(text))) {
    leave(line.indent);
    if (line.text.startsWith('@')) {
      decorators.push(line);
      continue;
    }
    if (/^pytestmark\b.*\bskip/.test(line.text) && line.indent === 0) allSkipped = true;
    const owner = stack.at(-1);
    if (/^(?:__test__ = False|pytestmark\b.*\bskip)/.test(line.text) && owner?.kind === 'class')
      owner.skipped = true;
    const block = blockOf(line, decorators, stack);
    decorators = [];
    const test = stack.find(({ kind }) => kind === 'test');
    if (test !== undefined) note(test, stack, line);
    for (const open of stack) open.last = line.last;
    if (block !== undefined) stack.push(block);
  }
  leave(-1);
  return allSkipped ? found.map((test) => ({ ...test, skipped: true })) : found;
};
