// What a check found, like a compiler says it: a line for each problem, then one for each thing that was checked.
import { PROBLEMS_MAX } from '../../model/limits/limits.ts';
import { isError, type Problem } from '../../model/problem.ts';
import { problemText } from '../../model/problem-text.ts';
import type { CheckDocument } from '../../operations/check/check-files.ts';
import type { CheckResult } from '../../operations/check/check-outcome.ts';
import { plainLine } from '../../std/terminal-text.ts';
import type { Paint } from './paint.ts';
import { sourceExcerpts } from './source-excerpt.ts';

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

type Sources = ReadonlyMap<string, string>;

type Excerpts = ReturnType<typeof sourceExcerpts>;

const painted = (problem: Problem, paint: Paint, excerptAt: Excerpts | undefined): string => {
  const colour = isError(problem) ? paint.red : paint.yellow;
  const words = problemText(problem).replace(`  ${problem.code}  `, `  ${colour(problem.code)}  `);
  const excerpt = problem.line === undefined ? undefined : excerptAt?.(problem.line, problem.column);
  if (excerpt === undefined) return words;
  // Between what is wrong and what to do.
  const hint = words.lastIndexOf('\n    → ');
  return hint === -1 ? `${words}\n${excerpt}` : `${words.slice(0, hint)}\n${excerpt}${words.slice(hint)}`;
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

const resultText = (result: CheckResult, paint: Paint, sources: Sources): string => {
  const source = sources.get(result.path);
  const excerptAt = source === undefined ? undefined : sourceExcerpts(source);
  const isHere = ({ file }: Problem): boolean => file === undefined || file === result.path;
  const shown = result.problems
    .slice(0, PROBLEMS_MAX)
    .map((problem) => painted(problem, paint, isHere(problem) ? excerptAt : undefined));
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

export const checkText = ({ results }: CheckDocument, paint: Paint, sources: Sources = new Map()): string => {
  const good = results.filter(({ ok }) => ok).length;
  return [
    ...results.map((result) => resultText(result, paint, sources)),
    ...(results.length > 1 ? [`${good} of ${results.length} ok`] : []),
  ].join('\n');
};
