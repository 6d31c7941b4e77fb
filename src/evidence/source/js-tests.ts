// Tests as they are written down in a JavaScript or TypeScript file, without running it.
import { ASSERTION, assertingFunctions, saysSomething } from './js-assertions.ts';
import { argumentsOf, type Chain, chainAt, closing, isSign, type Range } from './js-calls.ts';
import { type Token, tokensOf } from './js-tokens.ts';

export interface DeclaredTest {
  /** The names of its suites first, joined by " > ". */
  readonly name: string;
  readonly skipped: boolean;
  readonly only: boolean;
  /** It passes where it fails: `it.failing`, `it.fails`, `{ fails: true }`. */
  readonly inverted?: boolean;
  /** Those that can say something; undefined where this is not counted. */
  readonly assertions?: number;
  /** It has no assertion but such as say nothing, and calls nothing else that might have one. */
  readonly hollow?: boolean;
  /** Where it stands in the text of its file. */
  readonly range?: { readonly from: number; readonly to: number };
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
const INVERTING = ['failing', 'fails', 'expectFailure'];
/** They are called once before the call that has the name. */
const CALLED_BEFORE = new Set(['each', 'for', 'skipIf', 'runIf']);
const NOT_CHAINED = new Set(['function', 'class', 'new', 'import', 'const', 'let', 'var']);

interface Declaration {
  readonly kind: 'suite' | 'test';
  readonly name: string;
  readonly skipped: boolean;
  readonly only: boolean;
  readonly inverted: boolean;
  readonly open: number;
  readonly close: number;
}

/** `{ skip: true }`, `{ todo: 'later' }` among the arguments. */
const optionOf = (tokens: readonly Token[], args: readonly Range[], name: string): boolean =>
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

const nameOf = (text: string, tokens: readonly Token[], { from, to }: Range): string => {
  const [first, last] = [tokens[from], tokens[to - 1]];
  if (first === undefined || last === undefined) return '';
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

const declarationAt = (
  text: string,
  tokens: readonly Token[],
  at: number,
  token: Token,
): Declaration | undefined => {
  const before = tokens[at - 1];
  if (isSign(before, '.') || (before?.kind === 'name' && NOT_CHAINED.has(before.text))) return undefined;
  const chain = chainAt(tokens, at, token);
  const base = baseOf(chain);
  if (base === -1) return undefined;
  const words = chain.names.slice(base);
  let open = chain.end;
  // `.each(table)(name, …)` and `.each` with a template for a table.
  while (CALLED_BEFORE.has(words.at(-1) ?? '')) {
    if (tokens[open]?.kind === 'template') open += 1;
    else if (isSign(tokens[open], '(')) open = closing(tokens, open) + 1;
    // `.runIf(x).each(table)(name, …)`
    const next = tokens[open + 1];
    if (!isSign(tokens[open], '.') || next?.kind !== 'name' || !MODIFIERS.has(next.text)) break;
    words.push(next.text);
    open += 2;
  }
  if (!isSign(tokens[open], '(') || tokens[open]?.match === -1) return undefined;
  const close = closing(tokens, open);
  // `test(name) {` is a method of that name.
  if (isSign(tokens[close + 1], '{')) return undefined;
  const args = argumentsOf(tokens, open);
  const [first] = args;
  const named = first !== undefined && ['string', 'template'].includes(tokens[first.from]?.kind ?? '');
  // `pattern.test('text')` declares nothing; a test without a body is one that is still to be written.
  if (first === undefined || (base === 1 && args.length < 2) || (!named && args.length < 2)) return undefined;
  const [word = ''] = words;
  const isSuite = SUITES.has(words.findLast((name) => SUITES.has(name) || TESTS.has(name)) ?? word);
  return {
    kind: isSuite ? 'suite' : 'test',
    name: nameOf(text, tokens, first),
    skipped:
      word.startsWith('x') ||
      words.some((name) => SKIPPING.has(name)) ||
      args.length < 2 ||
      ['skip', 'todo'].some((option) => optionOf(tokens, args, option)),
    only: word.startsWith('f') || words.includes('only') || optionOf(tokens, args, 'only'),
    inverted: INVERTING.some((one) => words.includes(one) || optionOf(tokens, args, one)),
    open,
    close,
  };
};

const endsHere = (text: string, token: Token, next: Token | undefined): boolean =>
  next === undefined ||
  isSign(next, ';') ||
  isSign(next, '}') ||
  text.slice(token.to, next.from).includes('\n');

/** `return` as a statement of its own right after another statement: what follows it in the block is never reached. */
const deadUntil = (text: string, tokens: readonly Token[], at: number, block: number): number | undefined => {
  const token = tokens[at];
  if (token?.kind !== 'name') return undefined;
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
  readonly from: number;
  assertions: number;
  /** Assertions that hold whatever the code does, and calls of other things. */
  vacuous: number;
  calls: number;
  skippedInside: boolean;
  isParent: boolean;
}

const asTest = (
  { full, from, close, skipped, skippedInside, only, inverted, assertions, vacuous, calls }: Open,
  tokens: readonly Token[],
): DeclaredTest => ({
  name: full,
  range: { from, to: tokens[close]?.to ?? tokens.at(-1)?.to ?? from },
  skipped: skipped || skippedInside,
  only,
  ...(inverted ? { inverted } : {}),
  assertions,
  hollow: assertions === 0 && (vacuous > 0 || calls === 0),
});

const SKIP_CALLERS = new Set(['t', 'ctx', 'context', 'this', 'test', 'task']);

const isCall = (tokens: readonly Token[], { names, end }: Chain, functions: ReadonlySet<string>): boolean =>
  names.length === 1 && functions.has(names[0]) && isSign(tokens[end], '(');

export const readJsTests = (text: string): readonly DeclaredTest[] => {
  const tokens = tokensOf(text);
  const found: DeclaredTest[] = [];
  const stack: Open[] = [];
  const blocks: number[] = [];
  const helpers = assertingFunctions(tokens);
  let dead = -1;
  const leave = (at: number): void => {
    for (let done = stack.at(-1); done !== undefined && done.close <= at; done = stack.at(-1)) {
      stack.pop();
      if (done.kind === 'test' && !(done.isParent && done.assertions === 0)) found.push(asTest(done, tokens));
    }
  };
  for (let at = 0; at < tokens.length; at += 1) {
    leave(at);
    const token = tokens[at];
    if (isSign(token, '{')) blocks.push(at);
    if (isSign(token, '}')) blocks.pop();
    if (token?.kind !== 'name') continue;
    const until = at > dead ? deadUntil(text, tokens, at, blocks.at(-1) ?? -1) : undefined;
    if (until !== undefined) dead = until;
    const declared = at < dead ? undefined : declarationAt(text, tokens, at, token);
    const parent = stack.at(-1);
    if (declared !== undefined) {
      if (parent !== undefined) parent.isParent = true;
      stack.push({
        ...declared,
        full: (parent === undefined ? declared.name : `${parent.full} > ${declared.name}`).slice(
          0,
          FULL_CHARS_MAX,
        ),
        from: token.from,
        skipped: declared.skipped || (parent?.skipped ?? false),
        only: declared.only || (parent?.only ?? false),
        inverted: declared.inverted || (parent?.inverted ?? false),
        ...{ assertions: 0, vacuous: 0, calls: 0 },
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
    const chain = chainAt(tokens, at, token);
    if (
      SKIP_CALLERS.has(chain.names[0]) &&
      chain.names.length === 2 &&
      ['skip', 'todo'].includes(chain.names[1] ?? '') &&
      isSign(tokens[chain.end], '(')
    )
      parent.skippedInside = true;
    else if (at > dead && (saysSomething(tokens, at, chain) || isCall(tokens, chain, helpers)))
      parent.assertions += 1;
    else if (ASSERTION.test(chain.names[0])) parent.vacuous += 1;
    else if (isSign(tokens[chain.end], '(')) parent.calls += 1;
  }
  leave(tokens.length);
  return found;
};
