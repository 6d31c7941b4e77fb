// What a check found, like a compiler says it: a line for each problem, then one for each thing that was checked.
import { PROBLEMS_MAX } from '../model/limits.ts';
import { isError, type Problem } from '../model/problem.ts';
import { problemText } from '../model/problem-text.ts';
import type { CheckDocument, CheckResult } from '../operations/check-files.ts';
import { plainLine } from '../std/terminal-text.ts';
import type { Paint } from './paint.ts';

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

const painted = (problem: Problem, paint: Paint): string => {
  const colour = isError(problem) ? paint.red : paint.yellow;
  return problemText(problem).replace(`  ${problem.code}  `, `  ${colour(problem.code)}  `);
};

const countsText = (problems: readonly Problem[]): string => {
  const errors = problems.filter(isError).length;
  const warnings = problems.length - errors;
  return [
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ].join(', ');
};

const whatText = ({ dialect, kind }: CheckResult): string =>
  dialect === null ? '' : ` (${dialect} ${kind})`;

const resultText = (result: CheckResult, paint: Paint): string => {
  const shown = result.problems.slice(0, PROBLEMS_MAX).map((problem) => painted(problem, paint));
  const more = result.problems.length - shown.length;
  const counts = countsText(result.problems);
  const verdict = result.ok ? paint.green('ok') : paint.red('NOT OK');
  const name = result.path === '-' ? 'standard input' : plainLine(result.path);
  return [
    ...shown,
    ...(more > 0 ? [`and ${more} more`] : []),
    `${name}: ${verdict}${whatText(result)}${counts === '' ? '' : `, ${counts}`}`,
  ].join('\n');
};

export const checkText = ({ results }: CheckDocument, paint: Paint): string => {
  const good = results.filter(({ ok }) => ok).length;
  return [
    ...results.map((result) => resultText(result, paint)),
    ...(results.length > 1 ? [`${good} of ${results.length} ok`] : []),
  ].join('\n');
};
