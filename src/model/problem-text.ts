// Problems as people and agents read them. Every face prints this text, so it is written once.
import { clip, plainText } from '../std/terminal-text.ts';
import { PROBLEMS_MAX, TEXT_CHARS_MAX } from './limits/limits.ts';
import type { Problem } from './problem.ts';

/** Untrusted text: no control characters, and no line of it can stand where one of ours would. */
export const indented = (text: string, indent: string): string =>
  plainText(text).trim().replaceAll('\n', `\n${indent}`);

const place = ({ file, field, line, column }: Problem): string => {
  if (file === undefined) return field === undefined || field === '' ? '-' : indented(field, '    ');
  const position = [line, line === undefined ? undefined : column].filter((number) => number !== undefined);
  return [indented(file, '    '), ...position].join(':');
};

/** `file:line:column  CODE  message`, and `→ what to do` below it. */
export const problemText = (problem: Problem): string => {
  const warning = problem.severity === 'warning' ? '(warning) ' : '';
  const head = `${place(problem)}  ${problem.code}  ${warning}${indented(problem.message, '    ')}`;
  const hint = problem.hint === undefined ? '' : `\n    → ${indented(problem.hint, '      ')}`;
  return clip(`${head}${hint}`, TEXT_CHARS_MAX);
};

export const problemsText = (problems: readonly Problem[]): string => {
  const shown = problems.slice(0, PROBLEMS_MAX).map(problemText);
  const more = problems.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
};
