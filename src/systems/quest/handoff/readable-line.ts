// One line of a message without what terminals, word processors and web pages leave in it.

export interface ReadableLine {
  readonly text: string;
  /** What was taken out of it, for the writer to know. */
  readonly found: readonly string[];
}

const ANSI = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?)/g;
const INVISIBLE = /[\u200b\u200e\u200f\u2060\ufeff]/g;
const WIDE_SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
const UNUSUAL = /[\x1b\u00a0\u2000-\u200b\u200e\u200f\u202f\u205f\u2060\u3000\ufeff]/;

/** A line end of its own, as it stands before the newline, is no part of the line. */
export const readableLine = (raw: string): ReadableLine => {
  const found: string[] = [];
  let text = raw;
  if (text.endsWith('\r')) {
    text = text.slice(0, -1);
    found.push('CRLF line ends');
  }
  if (!UNUSUAL.test(text)) return { text, found };
  const without = (pattern: RegExp, by: string, name: string): void => {
    const next = text.replace(pattern, by);
    if (next !== text) found.push(name);
    text = next;
  };
  without(ANSI, '', 'colours of a terminal');
  without(INVISIBLE, '', 'invisible characters');
  without(WIDE_SPACES, ' ', 'no-break or wide spaces');
  return { text, found };
};

const EM_DASH_HYPHENS = 3;
const EN_DASH_HYPHENS = 2;
const HYPHENS_MAX = 3;

/** Dashes as word processors set them: `---` becomes one long dash. */
const hyphensOf = (char: string): number => {
  if (/[\u2014\u2015\u2e3a\u2e3b]/.test(char)) return EM_DASH_HYPHENS;
  return /[\u2012\u2013]/.test(char) ? EN_DASH_HYPHENS : 1;
};

export const DASH = '[-\\u2010-\\u2015\\u2212\\u2500\\u2501\\u2e3a\\u2e3b\\ufe58\\ufe63\\uff0d]';

/** Whether a run of dashes stands for at least three hyphens. */
export const isDashRun = (run: string): boolean => {
  let hyphens = 0;
  for (const char of run) {
    hyphens += hyphensOf(char);
    if (hyphens >= HYPHENS_MAX) return true;
  }
  return false;
};

export const hasUnicodeDash = (run: string): boolean => /[^-]/.test(run);
