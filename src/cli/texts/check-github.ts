// What a check found as annotations of GitHub's workflow commands: one line each, whatever the texts hold.
import { isError, type Problem } from '../../model/problem.ts';
import { plainText } from '../../std/terminal-text.ts';

const inData = (text: string): string =>
  plainText(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const inProperty = (text: string): string => inData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const annotation = (problem: Problem, path: string): string => {
  const file = problem.file ?? path;
  const properties = [
    ...(file === '-' ? [] : [`file=${inProperty(file)}`]),
    ...(problem.line === undefined ? [] : [`line=${problem.line}`]),
    ...(problem.line === undefined || problem.column === undefined ? [] : [`col=${problem.column}`]),
    `title=${inProperty(problem.code)}`,
  ];
  const text = problem.hint === undefined ? problem.message : `${problem.message}\n${problem.hint}`;
  return `::${isError(problem) ? 'error' : 'warning'} ${properties.join(',')}::${inData(text)}`;
};

/** Whoever was checked, and what is wrong there. */
export interface Found {
  readonly results: readonly { readonly path: string; readonly problems: readonly Problem[] }[];
}

export const checkGithub = ({ results }: Found): string =>
  results.flatMap(({ path, problems }) => problems.map((problem) => annotation(problem, path))).join('\n');
