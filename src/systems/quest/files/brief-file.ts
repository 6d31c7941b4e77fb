// quest_brief.md: the request word for word, what questions made clear, and the router's classification, which every role
// reads from here.
import { type Parsed, problem } from '../../../model/problem.ts';
import { headingOf, type MarkdownLine, markdownText } from '../../../text/markdown.ts';
import { type QuestionerSummary, questionerText } from './questioner-file.ts';
import { parseRouter, type Router, routerText } from './router-file.ts';

const ROUTER_HEADING = 'Router Classification';
const MARK_CHARS_MIN = 3;

/** Longer than any run of back-ticks inside, so that nothing inside closes it. */
export const fenced = (content: string, info: string): string => {
  let longest = 0;
  for (const [run] of content.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const mark = '`'.repeat(Math.max(MARK_CHARS_MIN, longest + 1));
  return `${mark}${info}\n${content}${content.endsWith('\n') ? '' : '\n'}${mark}`;
};

export interface Brief {
  readonly request: string;
  readonly questioner?: QuestionerSummary | undefined;
  readonly router: Router;
}

/** The request stands in a fence: whatever it holds, it is no part of the brief's own structure. */
export const briefText = ({ request, questioner, router }: Brief): string =>
  `${[
    '# Quest Brief',
    '## Original Request',
    fenced(request, 'text'),
    ...(questioner === undefined ? [] : [questionerText(questioner)]),
    `## ${ROUTER_HEADING}`,
    fenced(routerText(router), 'json'),
  ].join('\n\n')}\n`;

/** The last heading counts: Baton writes it last, and a request may quote another brief. */
const headingIndex = (lines: readonly MarkdownLine[]): number =>
  lines.findLastIndex(({ text, fenced: inFence }) => {
    const heading = inFence ? undefined : headingOf(text);
    return heading?.level === 2 && heading.title === ROUTER_HEADING;
  });

/** The router's JSON of a brief. Problems name the lines of the brief. */
export const routerOfBrief = (brief: string, file: string): Parsed<Router> => {
  const { lines } = markdownText(brief);
  const from = headingIndex(lines);
  const missing = (what: string, line: number): Parsed<never> => ({
    value: undefined,
    problems: [
      problem('FIELD_MISSING', `expected ${what}, got none`, {
        file,
        field: ROUTER_HEADING,
        line,
        column: 1,
      }),
    ],
  });
  if (from === -1) return missing(`the heading "## ${ROUTER_HEADING}"`, 1);
  const start = lines.findIndex((line, index) => index > from && line.fenced);
  if (start === -1) return missing(`a fenced block of JSON below "## ${ROUTER_HEADING}"`, from + 1);
  const end = lines.findIndex((line, index) => index > start && !line.fenced);
  const block = lines.slice(start + 1, end === -1 ? lines.length : end);
  // The last line of a block is the fence that closes it; without one, the JSON does not end either.
  const json = block.slice(0, -1).map(({ text }) => text);
  const { value, problems } = parseRouter(json.join('\n'), file);
  return {
    value,
    problems: problems.map((found) =>
      found.line === undefined ? found : { ...found, line: found.line + start + 1 },
    ),
  };
};
