// Functions of Go, made idle: they panic, or give back the zero values of their results.
import { bodyFrom } from './empty-values.ts';
import type { Finder } from './idle-insertion.ts';
import { bracketsOf } from './type-brackets.ts';

const HEAD = /^func (?:\([^)\n]*\) )?(\w+)/gm;
const { behind, partsOf, isOpening } = bracketsOf({ '(': ')', '[': ']', '{': '}' });

/** Where the body opens: the first brace that does not belong to a type. */
const bodyAt = (text: string, from: number): number => {
  let at = from;
  while (at !== -1 && at < text.length) {
    const char = text.charAt(at);
    if (char === '\n') return -1;
    if (char === '{' && !/(?:\binterface|\bstruct)\s*$/.test(text.slice(Math.max(0, at - 20), at))) return at;
    at = isOpening(char) ? behind(text, at) : at + 1;
  }
  return -1;
};

const NAMED = /^(?!(?:chan|func|interface|map|struct)\b)\w+\s+\S/;

/** Results with names, so that a bare `return` gives back zero values. */
const namedResults = (results: string): string => {
  if (results === '') return '';
  const isList = results.startsWith('(') && behind(results, 0) === results.length;
  const parts = partsOf(isList ? results.slice(1, -1) : results);
  return parts.some((part) => NAMED.test(part))
    ? results
    : `(${parts.map((part) => `_ ${part}`).join(', ')})`;
};

export const inGo =
  (words: string): Finder =>
  (text, idle) =>
    [...text.matchAll(HEAD)].flatMap(({ 0: all, 1: name = '', index }) => {
      const first = index + all.length;
      const parameters = text.charAt(first) === '[' ? behind(text, first) : first;
      const end = text.charAt(parameters) === '(' ? behind(text, parameters) : -1;
      const open = end === -1 ? -1 : bodyAt(text, end);
      if (open === -1) return [];
      const body = bodyFrom(text, open + 1);
      if (idle === 'throws')
        return [{ name, from: open + 1, to: open + 1, text: ` panic("${words}");`, body }];
      const results = namedResults(text.slice(end, open).trim());
      return [{ name, from: end, to: open + 1, text: `${results === '' ? '' : ` ${results}`} { return;` }];
    });
