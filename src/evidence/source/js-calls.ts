// Calls in the tokens of a JavaScript file: what is called, and with which arguments.
import type { Token } from './js-tokens.ts';

/** A range of tokens; `to` is the first that is not part of it. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Chain {
  readonly names: readonly [string, ...string[]];
  /** The token behind the last name. */
  readonly end: number;
}

export const isSign = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'sign' && token.text === text;

/** `a.b?.c` from a name, the token at `at`, that nothing but a space stands before. */
export const chainAt = (tokens: readonly Token[], at: number, name: Token): Chain => {
  const names: [string, ...string[]] = [name.text];
  let end = at + 1;
  for (;;) {
    const dot = isSign(tokens[end], '.')
      ? 1
      : isSign(tokens[end], '?') && isSign(tokens[end + 1], '.')
        ? 2
        : 0;
    const next = tokens[end + dot];
    if (dot === 0 || next?.kind !== 'name') return { names, end };
    names.push(next.text);
    end += dot + 1;
  }
};

export const closing = (tokens: readonly Token[], open: number): number => {
  const match = tokens[open]?.match ?? -1;
  return match === -1 ? tokens.length : match;
};

/** The arguments between two brackets, as ranges of tokens. */
export const argumentsOf = (tokens: readonly Token[], open: number): Range[] => {
  const close = closing(tokens, open);
  const parts: Range[] = [];
  let from = open + 1;
  for (let at = open + 1; at < close; at += 1) {
    const token = tokens[at];
    if (token?.kind === 'sign' && '([{'.includes(token.text) && token.match > at) at = token.match;
    else if (isSign(token, ',')) {
      parts.push({ from, to: at });
      from = at + 1;
    }
  }
  return from < close ? [...parts, { from, to: close }] : parts;
};
