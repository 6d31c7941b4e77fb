// The questioner's summary: a section of Markdown with five parts. It is added to the brief, so nothing in it may look
// like another part of the brief.
import { type Parsed, type Problem, problem } from '../../../model/problem.ts';
import { headingOf, type MarkdownLine, markdownText } from '../../../text/markdown.ts';
import { QUESTIONER_CHARS_MAX } from './limits.ts';

export const QUESTIONER_HEADING = 'Questioner Summary';

const PARTS = {
  requirements: 'Requirements',
  constraints: 'Constraints',
  assumptions: 'Confirmed Assumptions',
  unknowns: 'Unresolved Unknowns',
  readiness: 'Readiness Statement',
} as const;
type PartName = keyof typeof PARTS;
const PART_NAMES: readonly PartName[] = [
  'requirements',
  'constraints',
  'assumptions',
  'unknowns',
  'readiness',
];

export type QuestionerSummary = Readonly<Record<PartName, string>>;

/** For prompts. */
export const QUESTIONER_SHAPE = `## ${QUESTIONER_HEADING}

### ${PARTS.requirements}
- what the user confirmed

### ${PARTS.constraints}
- limits that the user named

### ${PARTS.assumptions}
- what you assumed and the user confirmed

### ${PARTS.unknowns}
- what stays open; write "- None." when nothing does

### ${PARTS.readiness}
One sentence: whether planning can start, and with which assumptions.
`;

interface Part {
  readonly title: string;
  readonly line: number;
  readonly lines: MarkdownLine[];
}

/** The parts below the heading, up to the next heading that is not below it. */
const partsIn = (lines: readonly MarkdownLine[], from: number): Part[] => {
  const parts: Part[] = [];
  for (const [index, line] of lines.entries()) {
    if (index <= from) continue;
    const heading = line.fenced ? undefined : headingOf(line.text);
    if (heading !== undefined && heading.level <= 2) break;
    if (heading?.level === 3) parts.push({ title: heading.title.toLowerCase(), line: index + 1, lines: [] });
    else parts.at(-1)?.lines.push(line);
  }
  return parts;
};

const textOf = ({ lines }: Part): string =>
  lines
    .map(({ text }) => text)
    .join('\n')
    .trim();

const partProblem = (name: PartName, found: readonly Part[], file: string, line: number): Problem[] => {
  const title = `### ${PARTS[name]}`;
  const [first, second] = found;
  const where = { file, field: PARTS[name], column: 1 };
  if (first === undefined)
    return [
      problem('FIELD_MISSING', `expected the heading "${title}", got none`, {
        ...where,
        line,
        hint: 'Add it.',
      }),
    ];
  if (second !== undefined)
    return [
      problem('FIELD_INVALID', `expected the heading "${title}" once, got it twice`, {
        ...where,
        line: second.line,
        hint: 'Keep one of them.',
      }),
    ];
  if (textOf(first) === '')
    return [
      problem('FIELD_MISSING', `expected text below "${title}", got none`, {
        ...where,
        line: first.line,
        hint: 'Write "- None." when there is nothing to say.',
      }),
    ];
  return [];
};

const refused = (code: Problem['code'], message: string, file: string, hint: string): Parsed<never> => ({
  value: undefined,
  problems: [problem(code, message, { file, line: 1, column: 1, hint })],
});

/** A value comes back only when every part is there, once, with some text. */
export const parseQuestioner = (source: string, file: string): Parsed<QuestionerSummary> => {
  const hint = `Write the section "## ${QUESTIONER_HEADING}" with its five parts.`;
  if (source.trim() === '') return refused('FILE_EMPTY', 'expected a summary, the file is empty', file, hint);
  if (source.length > QUESTIONER_CHARS_MAX) {
    const message = `expected at most ${QUESTIONER_CHARS_MAX} characters, got ${source.length}`;
    return refused('FILE_TOO_LARGE', message, file, 'Shorten it.');
  }
  const { lines, open } = markdownText(source);
  const wanted = QUESTIONER_HEADING.toLowerCase();
  const from = lines.findIndex(({ text, fenced }) => {
    const heading = fenced ? undefined : headingOf(text);
    return heading?.level === 2 && heading.title.toLowerCase() === wanted;
  });
  if (from === -1)
    return refused('FIELD_MISSING', `expected the heading "## ${QUESTIONER_HEADING}", got none`, file, hint);
  const parts = partsIn(lines, from);
  const named = (name: PartName): Part[] => parts.filter(({ title }) => title === PARTS[name].toLowerCase());
  const unclosed =
    open === undefined
      ? []
      : [
          problem('FIELD_INVALID', `expected the code fence to be closed, got the end`, {
            file,
            hint: `Add ${open}.`,
          }),
        ];
  const problems = [
    ...PART_NAMES.flatMap((name) => partProblem(name, named(name), file, from + 1)),
    ...unclosed,
  ];
  if (problems.length > 0) return { value: undefined, problems };
  const partText = (name: PartName): string => named(name).map(textOf).join('\n');
  return {
    value: {
      requirements: partText('requirements'),
      constraints: partText('constraints'),
      assumptions: partText('assumptions'),
      unknowns: partText('unknowns'),
      readiness: partText('readiness'),
    },
    problems: [],
  };
};

/** As it stands in the brief: the five parts in their order, without what else the questioner wrote. */
export const questionerText = (summary: QuestionerSummary): string =>
  [`## ${QUESTIONER_HEADING}`, ...PART_NAMES.flatMap((name) => [`### ${PARTS[name]}`, summary[name]])].join(
    '\n\n',
  );
