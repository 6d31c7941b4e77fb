// A finding is a problem and, where it can be fixed, the change that fixes it.
import type { Problem } from '../../../model/problem.ts';
import { endOf, type Line, type PromptDocument } from './document.ts';

export interface LintProblem extends Problem {
  /** `--fix` fixes it. */
  readonly fixable: boolean;
}

/** Replaces the characters from `start` to before `end`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Finding {
  readonly problem: LintProblem;
  readonly edit?: Edit | undefined;
}

export interface Told {
  readonly code: Problem['code'];
  readonly message: string;
  readonly hint: string;
  readonly field?: string;
  readonly severity?: Problem['severity'];
  /** Characters into the line. */
  readonly at?: number;
  readonly edit?: Edit | undefined;
}

export const finding = ({ file }: PromptDocument, line: Line | undefined, told: Told): Finding => {
  const { code, message, hint, field, severity = 'error', at = 0, edit } = told;
  const problem: LintProblem = {
    code,
    severity,
    message,
    file,
    ...(field === undefined ? {} : { field }),
    line: line?.number ?? 1,
    column: (line?.column ?? 1) + at,
    hint,
    fixable: edit !== undefined,
  };
  return { problem, edit };
};

/** The line end to write beside a line. */
export const eolBeside = ({ lines, eol }: PromptDocument, index: number): string =>
  lines[index]?.eol || lines[index - 1]?.eol || eol;

/** Takes whole lines away. */
export const removeLines = ({ lines }: PromptDocument, from: number, to: number): Edit => ({
  start: lines[from]!.start,
  end: endOf(lines[to - 1]!),
  text: '',
});

/** Puts others in the place of the lines from `from` to before `to`; the last line end stays as it is. */
export const replaceLines = (
  document: PromptDocument,
  from: number,
  to: number,
  texts: readonly string[],
): Edit => {
  const last = document.lines[to - 1]!;
  return {
    start: document.lines[from]!.start,
    end: last.start + last.text.length,
    text: texts.join(eolBeside(document, from)),
  };
};

/** Puts lines after the line at `index`; -1 is the beginning. */
export const insertAfter = (document: PromptDocument, index: number, texts: readonly string[]): Edit => {
  const eol = eolBeside(document, Math.max(index, 0));
  const line = document.lines[index];
  const start = line === undefined ? 0 : endOf(line);
  // Where nothing ends the line before, the new lines bring their own end in front.
  const text =
    line !== undefined && line.end === ''
      ? texts.map((one) => `${eol}${one}`).join('')
      : texts.map((one) => `${one}${eol}`).join('');
  return { start, end: start, text };
};

/** Of changes that touch the same characters the first is made; the others are found again in what comes of it. */
export const applyEdits = (text: string, edits: readonly Edit[]): string => {
  const ordered = [...new Set(edits)].sort((a, b) => a.start - b.start || a.end - b.end);
  const parts: string[] = [];
  let at = 0;
  for (const edit of ordered) {
    if (edit.start < at) continue;
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return parts.join('') + text.slice(at);
};
