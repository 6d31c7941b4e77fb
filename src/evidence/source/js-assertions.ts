// Assertions in the tokens of a JavaScript file, and whether they can say anything at all.
import { argumentsOf, type Chain, chainAt, closing, isSign, type Range } from './js-calls.ts';
import type { Token } from './js-tokens.ts';

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

const isConstant = (tokens: readonly Token[], from: number, to: number): boolean => {
  for (let at = from; at < to; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const { kind, text } = token;
    if (kind === 'name' && !LITERALS.has(text) && !isSign(tokens[at + 1], ':')) return false;
    if (kind === 'template' && text.includes('${')) return false;
    if (kind === 'sign' && text === '=>') return false;
  }
  return true;
};

const textOf = (tokens: readonly Token[], { from, to }: Range): string =>
  tokens
    .slice(from, to)
    .map(({ kind, text }) => `${kind}:${text}`)
    .join(' ');

/** `assert.equal(a, a)` holds whatever `a` is. */
const isSame = (tokens: readonly Token[], one: Range | undefined, two: Range | undefined): boolean =>
  one !== undefined &&
  two !== undefined &&
  one.to - one.from === two.to - two.from &&
  textOf(tokens, one) === textOf(tokens, two);

/** `expect(x).not.toBe(y)`: where the call of the matcher opens; undefined without one. */
const matcherOf = (
  tokens: readonly Token[],
  close: number,
): { open: number; negated: boolean } | undefined => {
  let at = close + 1;
  let negated = false;
  let called: number | undefined;
  while (isSign(tokens[at], '.')) {
    const name = tokens[at + 1];
    if (name?.kind !== 'name') break;
    negated ||= name.text === 'not';
    at += 2;
    called = at;
    if (isSign(tokens[at], '(')) return { open: at, negated };
  }
  // Chai has matchers that are no calls: `expect(x).to.be.true`.
  return called === undefined ? undefined : { open: -1, negated };
};

/** Of Vitest, Jest and chai. Any other is the project's own, and may call code. */
const KNOWN_MATCHERS =
  /^(?:to(?:Be(?:Truthy|Falsy|Null|Nullable|Undefined|Defined|NaN|CloseTo|(?:Greater|Less)Than(?:OrEqual)?|InstanceOf|TypeOf|OneOf)?|(?:Strict)?Equal|Match(?:Object)?|Match\w*Snapshot|Contain(?:Equal|Keys?)?|Have(?:Length|Property)|Throw\w*|Satisfy)|equals?|eqls?|eq|above|below|least|most|gte?|lte?|within|includes?|contains?|match(?:es)?|string|length(?:Of)?|property|(?:all|any)?[kK]eys?|instance[oO]f|an?|ok|closeTo|satisf(?:y|ies)|members|oneOf|throws?)$/;

export const ASSERTION = /^(?:assert|expect|should|verify|check|ensure|must)/i;
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
export const saysSomething = (tokens: readonly Token[], at: number, chain: Chain): boolean => {
  const { names, end } = chain;
  const last = names.at(-1) ?? names[0];
  const byName = names.some((name) => ASSERTION.test(name));
  const byMethod = ['t', 'tap'].includes(names[0]) && names.length === 2 && METHODS.has(last);
  if (names.includes('should') && names.length > 1) return true;
  if (!(byName || byMethod) || !isSign(tokens[end], '(') || tokens[end]?.match === -1) return false;
  if (names[0] === 'expect' && NO_ASSERTION.has(last)) return false;
  const close = closing(tokens, end);
  if (isSign(tokens[close + 1], '{') || tokens[at - 1]?.text === 'function') return false;
  const args = argumentsOf(tokens, end);
  const constant = isConstant(tokens, end + 1, close);
  if (!/^expect/.test(names[0])) {
    const compares = args.length >= 2 && /equal|^is$|^same|^like/i.test(last) && !/not/i.test(last);
    return !(constant && last !== 'fail') && !(compares && isSame(tokens, args[0], args[1]));
  }
  const matcher = matcherOf(tokens, close);
  if (matcher === undefined) return names[0] !== 'expect';
  if (matcher.open === -1) return !constant;
  const wanted = argumentsOf(tokens, matcher.open);
  if (constant && isConstant(tokens, matcher.open + 1, closing(tokens, matcher.open)))
    return !KNOWN_MATCHERS.test(tokens[matcher.open - 1]?.text ?? '');
  return matcher.negated || wanted.length !== 1 || !isSame(tokens, args[0], wanted[0]);
};

/** Where the body of a function that begins here ends; the range is empty where none begins. */
const bodyFrom = (tokens: readonly Token[], at: number): Range => {
  for (let here = at, steps = 0; here < tokens.length && steps < HEAD_TOKENS_MAX; here += 1, steps += 1) {
    const token = tokens[here];
    if (isSign(token, '(')) here = closing(tokens, here);
    else if (isSign(token, '{')) return { from: here, to: closing(tokens, here) };
    else if (isSign(token, ';')) break;
    else if (isSign(token, '=>') && !isSign(tokens[here + 1], '{'))
      return { from: here, to: statementEnd(tokens, here) };
  }
  return { from: at, to: at };
};

/** Types of parameters and of what is given back stand in brackets, or are short. */
const HEAD_TOKENS_MAX = 60;
const STATEMENT_TOKENS_MAX = 300;

const statementEnd = (tokens: readonly Token[], at: number): number => {
  let here = at;
  for (
    let steps = 0;
    here < tokens.length && !isSign(tokens[here], ';') && steps < STATEMENT_TOKENS_MAX;
    steps += 1
  )
    here = Math.max(tokens[here]?.match ?? here, here) + 1;
  return here;
};

interface Named {
  readonly name: string;
  readonly body: Range;
}

const functionsIn = (tokens: readonly Token[]): Named[] =>
  tokens.flatMap((token, at) => {
    const name = tokens[at + 1];
    if (token.kind !== 'name' || name?.kind !== 'name') return [];
    const isFunction = token.text === 'function' && isSign(tokens[at + 2], '(');
    const isConst = ['const', 'let'].includes(token.text) && isSign(tokens[at + 2], '=');
    const body = isFunction || isConst ? bodyFrom(tokens, at + (isConst ? 3 : 2)) : undefined;
    return body === undefined || body.from === body.to ? [] : [{ name: name.text, body }];
  });

const HELPER_ROUNDS = 3;

/** Functions of the file that assert something themselves, or call one that does. */
export const assertingFunctions = (tokens: readonly Token[]): ReadonlySet<string> => {
  const functions = functionsIn(tokens);
  const helpers = new Set<string>();
  if (functions.length === 0) return helpers;
  const asserts = new Set<number>();
  tokens.forEach((token, at) => {
    if (token.kind !== 'name' || isSign(tokens[at - 1], '.')) return;
    if (saysSomething(tokens, at, chainAt(tokens, at, token))) asserts.add(at);
  });
  for (let round = 0; round < HELPER_ROUNDS; round += 1) {
    // How many there are up to each token, so that no body is looked through again.
    const counts = new Int32Array(tokens.length + 1);
    let count = 0;
    tokens.forEach(({ kind, text }, at) => {
      const called = kind === 'name' && helpers.has(text) && isSign(tokens[at + 1], '(');
      if (called || asserts.has(at)) count += 1;
      counts[at + 1] = count;
    });
    for (const { name, body } of functions) if (counts[body.to] !== counts[body.from]) helpers.add(name);
  }
  return helpers;
};
