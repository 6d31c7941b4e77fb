// What was linted, in words: a line for each finding, what was rewritten, then one line for each file.
import { PROBLEMS_MAX } from '../../model/limits/limits.ts';
import { isError } from '../../model/problem.ts';
import { problemText } from '../../model/problem-text.ts';
import type { LintDocument, LintResult } from '../../operations/check/lint-files.ts';
import { plainLine } from '../../std/terminal-text.ts';
import type { Paint } from './paint.ts';

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

const findingsText = ({ problems }: LintResult, paint: Paint): string[] => {
  const shown = problems.slice(0, PROBLEMS_MAX).map((problem) => {
    const colour = isError(problem) ? paint.red : paint.yellow;
    return problemText(problem).replace(`  ${problem.code}  `, `  ${colour(problem.code)}  `);
  });
  const more = problems.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])];
};

const rewrittenText = ({ path, rewritten = [] }: LintResult): string[] =>
  rewritten
    .slice(0, PROBLEMS_MAX)
    .map(({ line, code, message }) => plainLine(`${path}:${line}  rewritten  ${code}  ${message}`));

const lastLine = ({ path, ok, role, problems, rewritten }: LintResult, paint: Paint): string => {
  const errors = problems.filter(isError).length;
  const warnings = problems.length - errors;
  const fixable = problems.filter((problem) => problem.fixable).length;
  const parts = [
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
    ...(fixable > 0 ? [`${fixable} fixable with --fix`] : []),
    ...(rewritten !== undefined && rewritten.length > 0 ? [`${rewritten.length} rewritten`] : []),
  ];
  const verdict = ok ? paint.green('ok') : paint.red('NOT OK');
  const who = role === null ? '' : ` (${role})`;
  return `${plainLine(path)}: ${verdict}${who}${parts.length > 0 ? `, ${parts.join(', ')}` : ''}`;
};

export const lintText = ({ results, looked }: LintDocument, paint: Paint): string => {
  const good = results.filter(({ ok }) => ok).length;
  return [
    ...results.flatMap((result) => [
      ...findingsText(result, paint),
      ...rewrittenText(result),
      lastLine(result, paint),
    ]),
    // Nothing found where nothing was looked at is no good news.
    `${good} of ${counted(results.length, 'file')} ok, ${counted(looked, 'file')} looked at`,
  ].join('\n');
};
