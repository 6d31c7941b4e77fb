// Problems as people and agents read them, one or two lines each.
import { clip, plainLine } from '../std/terminal-text.ts';
import { PROBLEMS_MAX, TEXT_CHARS_MAX } from './limits.ts';
import type { Problem } from './problem.ts';

const place = ({ file, line, column }: Problem): string =>
  file === undefined
    ? ''
    : `${[file, ...(line === undefined ? [] : [line, ...(column === undefined ? [] : [column])])].join(':')}: `;

/** `plan.yaml:3:5: title is missing: expected string (FIELD_MISSING)`, then what to do. */
export const problemText = (problem: Problem): string => {
  const severity = problem.severity === 'warning' ? 'warning: ' : '';
  const head = plainLine(`${place(problem)}${severity}${problem.message} (${problem.code})`);
  const hint = problem.hint === undefined ? '' : `\n  ${plainLine(problem.hint)}`;
  return clip(`${head}${hint}`, TEXT_CHARS_MAX);
};

export const problemsText = (problems: readonly Problem[]): string => {
  const shown = problems.slice(0, PROBLEMS_MAX).map((problem) => `- ${problemText(problem)}`);
  const more = problems.length - shown.length;
  return [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
};
