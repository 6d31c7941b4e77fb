// What was found as the summary of a job: Markdown in which nothing that agents wrote is more than text.
import { isError, type Problem } from '../../model/problem.ts';
import { markdownCell } from '../../std/markdown-cell.ts';

const ROWS_MAX = 200;
const CELL_CHARS_MAX = 400;

const cell = (text: string): string => markdownCell(text, CELL_CHARS_MAX);

export interface Summarized {
  readonly title: string;
  /** Lines of Baton's own words below the title. */
  readonly text?: readonly string[];
  readonly results: readonly { readonly path: string; readonly problems: readonly Problem[] }[];
}

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

export const githubSummary = ({ title, text = [], results }: Summarized): string => {
  const found = results.flatMap(({ path, problems }) => problems.map((problem) => ({ path, problem })));
  const errors = found.filter(({ problem }) => isError(problem)).length;
  const rows = found.slice(0, ROWS_MAX).map(({ path, problem }) => {
    const { file = path, line, code, message, hint = '' } = problem;
    const place = `${cell(file)}${line === undefined ? '' : `:${line}`}`;
    return `| ${isError(problem) ? '❌' : '⚠️'} ${cell(code)} | ${place} | ${cell(message)} | ${cell(hint)} |`;
  });
  return [
    `### Baton: ${cell(title)}`,
    '',
    `${counted(results.length, 'input')}, ${counted(errors, 'error')}, ${counted(found.length - errors, 'warning')}`,
    ...text.flatMap((line) => ['', line]),
    ...(rows.length === 0
      ? []
      : ['', '| problem | place | what | what to do |', '|---|---|---|---|', ...rows]),
    ...(found.length > ROWS_MAX ? ['', `and ${found.length - ROWS_MAX} more`] : []),
    '',
  ].join('\n');
};
