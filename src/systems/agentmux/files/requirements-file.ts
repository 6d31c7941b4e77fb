// requirements.md: what was asked for, in the person's own words, and what was made clear about it since.

import { type Problem, problem } from '../../../model/problem.ts';
import { headingOf, markdownText } from '../../../text/markdown.ts';

const HEADING = '## Initial Request';

export const initialRequirements = (request: string): string =>
  [
    '# Requirements',
    HEADING,
    request.trim(),
    '## Clarifications',
    '_Architect fills this in if clarification is needed._',
    '',
  ].join('\n\n');

/** Lines without what nobody sees: line ends and white space behind the words. */
const visibleLines = (text: string): string[] =>
  text
    .replace(/^\ufeff/, '')
    .split(/\r\n?|\n/)
    .map((line) => line.trimEnd());

const requestLines = (request: string): string[] =>
  request.trim() === '' ? [] : visibleLines(request.trim());

/** How many lines of the request follow after this line, apart from blank ones before it. */
const linesKept = (lines: readonly string[], heading: number, request: readonly string[]): number => {
  let from = heading + 1;
  while (lines[from] === '') from += 1;
  const differs = request.findIndex((line, index) => lines[from + index] !== line);
  return differs === -1 ? request.length : differs;
};

const headings = (source: string): number[] =>
  markdownText(source.replaceAll(/\r\n?/g, '\n')).lines.flatMap(({ text, fenced }, index) => {
    const heading = fenced ? undefined : headingOf(text);
    return heading?.level === 2 && heading.title === 'Initial Request' ? [index] : [];
  });

/** Who clarifies may add to the file, but the request itself stays, word for word. */
export const keepsRequest = (source: string, request: string, file?: string): Problem[] => {
  const where = file === undefined ? {} : { file };
  const hint = `Put the request back below "${HEADING}", word for word; what became clear goes below it.`;
  if (source.trim() === '')
    return [
      problem('FILE_EMPTY', 'expected the requirements, with the request as it was made, got an empty file', {
        ...where,
        hint,
      }),
    ];
  const [lines, wanted] = [visibleLines(source), requestLines(request)];
  const found = headings(source).map((heading) => ({ heading, kept: linesKept(lines, heading, wanted) }));
  const best = found.toSorted((a, b) => b.kept - a.kept)[0];
  if (best === undefined)
    return [problem('FIELD_MISSING', `expected the heading "${HEADING}", got none`, { ...where, hint })];
  if (best.kept === wanted.length) return [];
  const words = JSON.stringify(wanted[best.kept]?.slice(0, 200));
  return [
    problem(
      'FIELD_INVALID',
      `expected the request word for word below "${HEADING}"; its line ${best.kept + 1}, ${words}, was changed or is missing`,
      { ...where, field: 'Initial Request', line: best.heading + 1, column: 1, hint },
    ),
  ];
};
