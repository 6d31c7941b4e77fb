// Tests as they are written down in a JavaScript or TypeScript file, without running it.
import { type Token, tokensOf } from './js-tokens.ts';

export interface DeclaredTest {
  /** The names of its suites first, joined by " > ". */
  readonly name: string;
  readonly skipped: boolean;
  readonly only: boolean;
  /** Those that can say something; undefined where this is not counted. */
  readonly assertions?: number;
}

const NAME_CHARS_MAX = 300;
/** With the names of its suites. */
const FULL_CHARS_MAX = 1_000;
const SUITES = new Set(['describe', 'suite', 'context', 'xdescribe', 'xcontext', 'fdescribe', 'fcontext']);
const TESTS = new Set(['test', 'it', 'specify', 'xit', 'xtest', 'xspecify', 'fit', 'ftest']);
const MODIFIERS = new Set([
  ...[
    'skip',
    'only',
    'todo',
    'each',
    'for',
    'concurrent',
    'sequential',
    'serial',
    'parallel',
    'failing',
    'fails',
  ],
  ...['skipIf', 'runIf', 'fixme', 'shuffle', 'describe', 'test', 'it', 'suite'],
]);
const SKIPPING = new Set(['skip', 'todo', 'skipIf', 'runIf', 'fixme']);
/** They are called once before the call that has the name. */
const CALLED_BEFORE = new Set(['each', 'for', 'skipIf', 'runIf']);
const LITERALS = new Set([
  'true',
  'false',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  'void',
  'new',
  'Boolean',
  'Number',
]);
const NOT_CHAINED = new Set(['function', 'class', 'new', 'import', 'const', 'let', 'var']);

interface Chain {
  readonly names: readonly string[];
  /** The token behind the last name. */
  readonly end: number;
}

const isSign = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'sign' && token.text === text;

/** `a.b?.c` from a name that nothing but a space stands before. */
const chainAt = (tokens: readonly Token[], at: number): Chain => {
  const names = [tokens[at]!.text];
  let end = at + 1;
  for (;;) {
    const dot = isSign(tokens[end], '.')
      ? 1
      : isSign(tokens[end], '?') && isSign(tokens[end + 1], '.')
        ? 2
        : 0;
    if (dot === 0 || tokens[end + dot]?.kind !== 'name') return { names, end };
    names.push(tokens[end + dot]!.text);
    end += dot + 1;
  }
};

const closing = (tokens: readonly Token[], open: number): number => {
  const match = tokens[open]?.match ?? -1;
  return match === -1 ? tokens.length : match;
};

/** The arguments between two brackets, as ranges of tokens. */
const argumentsOf = (tokens: readonly Token[], open: number): { from: number; to: number }[] => {
  const close = closing(tokens, open);
  const parts: { from: number; to: number }[] = [];
  let from = open + 1;
  for (let at = open + 1; at < close; at += 1) {
    const token = tokens[at]!;
    if (token.kind === 'sign' && '([{'.includes(token.text) && token.match > at) at = token.match;
    else if (isSign(token, ',')) {
      parts.push({ from, to: at });
      from = at + 1;
    }
  }
  return from < close ? [...parts, { from, to: close }] : parts;
};

interface Declaration {
  readonly kind: 'suite' | 'test';
  readonly name: string;
  readonly skipped: boolean;
  readonly only: boolean;
  readonly open: number;
  readonly close: number;
}

/** `{ skip: true }`, `{ todo: 'later' }` among the arguments. */
const optionOf = (
  tokens: readonly Token[],
  args: readonly { from: number; to: number }[],
  name: string,
): boolean =>
  args.slice(1).some(({ from, to }) => {
    if (!isSign(tokens[from], '{') || closing(tokens, from) !== to - 1) return false;
    return argumentsOf(tokens, from).some(
      (part) =>
        tokens[part.from]?.text === name &&
        (part.to - part.from === 1 ||
          (isSign(tokens[part.from + 1], ':') &&
            !['false', 'undefined'].includes(tokens[part.from + 2]?.text ?? ''))),
    );
  });

const nameOf = (
  text: string,
  tokens: readonly Token[],
  { from, to }: { from: number; to: number },
): string => {
  const [first, last] = [tokens[from]!, tokens[to - 1]!];
  const single = to - from === 1 && (first.kind === 'string' || first.kind === 'template');
  const name = single ? first.text : text.slice(first.from, last.to);
  return name.replace(/\s+/g, ' ').trim().slice(0, NAME_CHARS_MAX);
};

/** Which of its names says what it is, where the chain is one that declares tests. */
const baseOf = ({ names }: Chain): number => {
  const known = (name: string | undefined): boolean => SUITES.has(name ?? '') || TESTS.has(name ?? '');
  const base = known(names[0]) ? 0 : known(names[1]) ? 1 : -1;
  return base !== -1 && names.slice(base + 1).every((name) => MODIFIERS.has(name)) ? base : -1;
};

const declarationAt = (text: string, tokens: readonly Token[], at: number): Declaration | undefined => {
  const before = tokens[at - 1];
  if (isSign(before, '.') || (before?.kind === 'name' && NOT_CHAINED.has(before.text))) return undefined;
  const chain = chainAt(tokens, at);
  const base = baseOf(chain);
  if (base === -1) return undefined;
  const words = chain.names.slice(base);
  let open = chain.end;
  // `.each(table)(name, …)` and `.each` with a template for a table.
  if (CALLED_BEFORE.has(words.at(-1)!)) {
    if (tokens[open]?.kind === 'template') open += 1;
    else if (isSign(tokens[open], '(')) open = closing(tokens, open) + 1;
  }
  if (!isSign(tokens[open], '(') || tokens[open]!.match === -1) return undefined;
  const close = closing(tokens, open);
  // `test(name) {` is a method of that name.
  if (isSign(tokens[close + 1], '{')) return undefined;
  const args = argumentsOf(tokens, open);
  const [first] = args;
  const named = first !== undefined && ['string', 'template'].includes(tokens[first.from]?.kind ?? '');
  // `pattern.test('text')` declares nothing; a test without a body is one that is still to be written.
  if (first === undefined || (base === 1 && args.length < 2) || (!named && args.length < 2)) return undefined;
  const word = words[0]!;
  const isSuite = SUITES.has(words.findLast((name) => SUITES.has(name) || TESTS.has(name))!);
  return {
    kind: isSuite ? 'suite' : 'test',
    name: nameOf(text, tokens, first),
    skipped:
      word.startsWith('x') ||
      words.some((name) => SKIPPING.has(name)) ||
      args.length < 2 ||
      ['skip', 'todo'].some((option) => optionOf(tokens, args, option)),
    only: word.startsWith('f') || words.includes('only') || optionOf(tokens, args, 'only'),
    open,
    close,
  };
};

const isConstant = (tokens: readonly Token[], from: number, to: number): boolean => {
  for (let at = from; at < to; at += 1) {
    const { kind, text } = tokens[at]!;
    if (kind === 'name' && !LITERALS.has(text) && !isSign(tokens[at + 1], ':')) return false;
    if (kind === 'template' && text.includes('${')) return false;
    if (kind === 'sign' && text === '=>') return false;
  }
  return true;
};

const textOf = (tokens: readonly Token[], { from, to }: { from: number; to: number }): string =>
  tokens
    .slice(from, to)
    .map(({ kind, text }) => `${kind}:${text}`)
    .join(' ');

/** `assert.equal(a, a)` holds whatever `a` is. */
const isSame = (
  tokens: readonly Token[],
  one: { from: number; to: number } | undefined,
  two: { from: number; to: number } | undefined,
): boolean => one !== undefined && two !== undefined && textOf(tokens, one) === textOf(tokens, two);

/** `expect(x).not.toBe(y)`: where the call of the matcher opens; undefined without one. */
const matcherOf = (
  tokens: readonly Token[],
  close: number,
): { open: number; negated: boolean } | undefined => {
  let at = close + 1;
  let negated = false;
  let called: number | undefined;
  while (isSign(tokens[at], '.') && tokens[at + 1]?.kind === 'name') {
    negated ||= tokens[at + 1]!.text === 'not';
    at += 2;
    called = at;
    if (isSign(tokens[at], '(')) return { open: at, negated };
  }
  // Chai has matchers that are no calls: `expect(x).to.be.true`.
  return called === undefined ? undefined : { open: -1, negated };
};

const ASSERTION = /^(?:assert|expect|should|verify|check|ensure|must)/i;
const NO_ASSERTION = new Set([
  'assertions',
  'hasAssertions',
  'extend',
  'addSnapshotSerializer',
  'objectContaining',
  'anything',
  'any',
]);
/** Of ava, tap and the like, whose assertions are methods of what the test is given. */
const METHODS = new Set([
  ...[
    'is',
    'not',
    'true',
    'false',
    'truthy',
    'falsy',
    'equal',
    'equals',
    'notEqual',
    'deepEqual',
    'notDeepEqual',
    'same',
  ],
  ...[
    'match',
    'regex',
    'throws',
    'throwsAsync',
    'rejects',
    'ok',
    'notOk',
    'strictEqual',
    'strictSame',
    'snapshot',
    'like',
  ],
]);

/** Whether an assertion that says something begins with this chain. */
const saysSomething = (tokens: readonly Token[], at: number, chain: Chain): boolean => {
  const { names, end } = chain;
  const last = names.at(-1)!;
  const byName = names.some((name) => ASSERTION.test(name));
  const byMethod = ['t', 'tap'].includes(names[0]!) && names.length === 2 && METHODS.has(last);
  if (names.includes('should') && names.length > 1) return true;
  if (!(byName || byMethod) || !isSign(tokens[end], '(') || tokens[end]!.match === -1) return false;
  if (names[0] === 'expect' && NO_ASSERTION.has(last)) return false;
  const close = closing(tokens, end);
  if (isSign(tokens[close + 1], '{') || tokens[at - 1]?.text === 'function') return false;
  const args = argumentsOf(tokens, end);
  const constant = isConstant(tokens, end + 1, close);
  if (!/^expect/.test(names[0]!)) {
    const compares = args.length >= 2 && /equal|^is$|^same|^like/i.test(last) && !/not/i.test(last);
    return !(constant && last !== 'fail') && !(compares && isSame(tokens, args[0], args[1]));
  }
  const matcher = matcherOf(tokens, close);
  if (matcher === undefined) return names[0] !== 'expect';
  if (matcher.open === -1) return !constant;
  const wanted = argumentsOf(tokens, matcher.open);
  if (constant && isConstant(tokens, matcher.open + 1, closing(tokens, matcher.open))) return false;
  return matcher.negated || wanted.length !== 1 || !isSame(tokens, args[0], wanted[0]);
};

const endsHere = (text: string, token: Token, next: Token | undefined): boolean =>
  next === undefined ||
  isSign(next, ';') ||
  isSign(next, '}') ||
  text.slice(token.to, next.from).includes('\n');

/** `return` as a statement of its own right after another statement: what follows it in the block is never reached. */
const deadUntil = (text: string, tokens: readonly Token[], at: number, block: number): number | undefined => {
  const token = tokens[at]!;
  if (token.kind !== 'name') return undefined;
  const before = tokens[at - 1];
  if (token.text === 'return' && before?.kind === 'sign' && ';{}'.includes(before.text) && block !== -1)
    return endsHere(text, token, tokens[at + 1]) ? closing(tokens, block) : undefined;
  const never =
    ['if', 'while'].includes(token.text) &&
    isSign(tokens[at + 1], '(') &&
    ['false', '0'].includes(tokens[at + 2]?.text ?? '') &&
    isSign(tokens[at + 3], ')');
  return never && isSign(tokens[at + 4], '{') ? closing(tokens, at + 4) : undefined;
};

interface Open extends Declaration {
  readonly full: string;
  assertions: number;
  skippedInside: boolean;
  isParent: boolean;
}

const asTest = ({ full, skipped, skippedInside, only, assertions }: Open): DeclaredTest => ({
  name: full,
  skipped: skipped || skippedInside,
  only,
  assertions,
});

const SKIP_CALLERS = new Set(['t', 'ctx', 'context', 'this', 'test', 'task']);

export const readJsTests = (text: string): readonly DeclaredTest[] => {
  const tokens = tokensOf(text);
  const found: DeclaredTest[] = [];
  const stack: Open[] = [];
  const blocks: number[] = [];
  let dead = -1;
  const leave = (at: number): void => {
    while (stack.length > 0 && stack.at(-1)!.close <= at) {
      const done = stack.pop()!;
      if (done.kind === 'test' && !(done.isParent && done.assertions === 0)) found.push(asTest(done));
    }
  };
  for (let at = 0; at < tokens.length; at += 1) {
    leave(at);
    const token = tokens[at]!;
    if (isSign(token, '{')) blocks.push(at);
    if (isSign(token, '}')) blocks.pop();
    if (token.kind !== 'name') continue;
    const until = at > dead ? deadUntil(text, tokens, at, blocks.at(-1) ?? -1) : undefined;
    if (until !== undefined) dead = until;
    const declared = at < dead ? undefined : declarationAt(text, tokens, at);
    const parent = stack.at(-1);
    if (declared !== undefined) {
      if (parent !== undefined) parent.isParent = true;
      stack.push({
        ...declared,
        full: (parent === undefined ? declared.name : `${parent.full} > ${declared.name}`).slice(
          0,
          FULL_CHARS_MAX,
        ),
        skipped: declared.skipped || (parent?.skipped ?? false),
        only: declared.only || (parent?.only ?? false),
        assertions: 0,
        skippedInside: false,
        isParent: false,
      });
      at = declared.open;
      continue;
    }
    if (parent === undefined) continue;
    if (isSign(tokens[at - 1], '.')) {
      // `request(app).get('/').expect(200)`: it stands behind a call, so no chain of names leads to it.
      const behindCall =
        isSign(tokens[at - 2], ')') && ASSERTION.test(token.text) && isSign(tokens[at + 1], '(');
      if (behindCall && at > dead) parent.assertions += 1;
      continue;
    }
    const chain = chainAt(tokens, at);
    if (
      SKIP_CALLERS.has(chain.names[0]!) &&
      chain.names.length === 2 &&
      ['skip', 'todo'].includes(chain.names[1]!) &&
      isSign(tokens[chain.end], '(')
    )
      parent.skippedInside = true;
    else if (at > dead && saysSomething(tokens, at, chain)) parent.assertions += 1;
  }
  leave(tokens.length);
  return found;
};
