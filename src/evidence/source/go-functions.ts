// Functions of Go, made idle: they panic, or give back the zero values of their results.
import type { Finder } from './idle-insertion.ts';

const HEAD = /^func (?:\([^)\n]*\) )?(\w+)/gm;
const HEAD_CHARS_MAX = 4_000;
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Behind the bracket that closes the one at `at`; -1 where there is none. */
const behind = (text: string, at: number): number => {
  const open: string[] = [];
  for (let here = at; here < Math.min(text.length, at + HEAD_CHARS_MAX); here += 1) {
    const char = text.charAt(here);
    const close = CLOSING[char];
    if (close !== undefined) open.push(close);
    else if (char === open.at(-1)) open.pop();
    if (open.length === 0) return here + 1;
  }
  return -1;
};

/** Where the body opens: the first brace that does not belong to a type. */
const bodyAt = (text: string, from: number): number => {
  let at = from;
  while (at !== -1 && at < text.length) {
    const char = text.charAt(at);
    if (char === '\n') return -1;
    if (char === '{' && !/(?:\binterface|\bstruct)\s*$/.test(text.slice(Math.max(0, at - 20), at))) return at;
    at = CLOSING[char] === undefined ? at + 1 : behind(text, at);
  }
  return -1;
};

const partsOf = (text: string): string[] => {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (CLOSING[text.charAt(at)] !== undefined) at = Math.max(at, behind(text, at) - 1);
    if (text.charAt(at) !== ',') continue;
    parts.push(text.slice(from, at));
    from = at + 1;
  }
  return [...parts, text.slice(from)].map((part) => part.trim()).filter((part) => part !== '');
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
      if (idle === 'throws') return [{ name, from: open + 1, to: open + 1, text: ` panic("${words}");` }];
      const results = namedResults(text.slice(end, open).trim());
      return [{ name, from: end, to: open + 1, text: `${results === '' ? '' : ` ${results}`} { return;` }];
    });
