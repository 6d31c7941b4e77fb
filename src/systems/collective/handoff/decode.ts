// A message or a file → the handoff in it. The last block counts; one in a quotation is somebody else's.

import type { Decoded, DecodeOptions, Written } from '../../../handoffs/dialect.ts';
import { type Message, scanMessage } from '../../../handoffs/message.ts';
import { handoffOf } from '../../../model/handoff.ts';
import { type Problem, problem } from '../../../model/problem.ts';
import { agentFaultText, judgeKnown } from './agent-name.ts';
import { boundedProblems, readBlockText } from './block-text.ts';
import { type Block, nearMiss, rootOf, yamlBlocks } from './blocks.ts';
import { gatherFindings, shown } from './findings.ts';
import {
  type FoundSummary,
  findSummary,
  type NextAgent,
  readSummary,
  surroundingsOf,
} from './markdown-summary.ts';

interface Source {
  readonly message: Message;
  readonly file: string;
  readonly options: DecodeOptions;
}

const at = ({ message, file }: Source, offset: number) => ({
  ...(file === '' ? {} : { file }),
  ...message.lineOf(offset),
});

const decoration = (source: Source, offset: number, expected: string): Problem =>
  problem('HANDOFF_DECORATION', expected, { severity: 'warning', ...at(source, offset) });

/** What a message has that a handoff needs not: a mark at its beginning, line ends of another system. */
const decorationsOf = (source: Source, block: Block): Problem[] => {
  const { text } = source.message;
  const found: Problem[] = [];
  if (text.startsWith('\ufeff'))
    found.push(decoration(source, 0, 'expected text, got a byte order mark before it'));
  const crlf = text.slice(block.start, block.end).indexOf('\r\n');
  if (crlf !== -1)
    found.push(decoration(source, block.start + crlf, 'expected line ends of one character, got CRLF'));
  if (!block.closed)
    found.push(decoration(source, block.fence, 'expected a fence that is closed, got one that is not'));
  return found;
};

/** A summary that names another agent than its block does. */
const disagreement = (
  source: Source,
  next: NextAgent | undefined,
  to: string | null | undefined,
): Problem[] => {
  const said = next?.agent.name;
  if (next === undefined || said === undefined || to === undefined || said === to) return [];
  const name = (agent: string | null): string => (agent === null ? 'None' : `@${agent}`);
  return [
    problem('HANDOFF_CONTRADICTION', `the summary names ${name(said)} as next agent, the block ${name(to)}`, {
      severity: 'warning',
      ...at(source, next.valueAt),
      hint: 'The block counts.',
    }),
  ];
};

const decodeBlock = (source: Source, block: Block, from: number): Decoded => {
  const { message, file, options } = source;
  const read = readBlockText({
    text: message.text.slice(block.start, block.end),
    file,
    firstLine: () => message.lineOf(block.start).line,
    whole: () => message.lineOf(block.fence),
    exact: false,
    agents: options.agents,
    role: options.role,
  });
  const { summary, next } = surroundingsOf(message.text, from, block.fence);
  const problems = [
    ...decorationsOf(source, block),
    ...disagreement(source, next, read.handoff?.to),
    ...read.problems,
  ];
  return {
    variant: 'block',
    offset: block.fence,
    handoff: read.handoff === undefined ? undefined : { ...read.handoff, summary },
    problems: boundedProblems(problems),
  };
};

/** The whole text is YAML: a file of its own, or the same through a pipe. */
const decodeWhole = (source: Source, exact: boolean): Decoded => {
  const { message, file, options } = source;
  const read = readBlockText({
    text: message.text,
    file,
    firstLine: () => 1,
    whole: () => message.lineOf(0),
    exact,
    agents: options.agents,
    role: options.role,
  });
  return { variant: 'file', offset: 0, handoff: read.handoff, problems: boundedProblems(read.problems) };
};

const decodeSummary = (source: Source, found: FoundSummary): Decoded => {
  const { message, options } = source;
  const { next, trailingAt } = found;
  const { summary, status } = readSummary(message.text, found);
  const findings = gatherFindings([]);
  if (next.agent.fault !== undefined) {
    const code =
      next.value === ''
        ? 'HANDOFF_NEXT_MISSING'
        : next.agent.fault === 'placeholder'
          ? 'HANDOFF_PLACEHOLDER'
          : next.agent.fault === 'undecided'
            ? 'HANDOFF_NEXT_AMBIGUOUS'
            : 'HANDOFF_NEXT_UNKNOWN';
    const text =
      next.value === ''
        ? { message: 'expected a name or "None", got nothing' }
        : agentFaultText(next.agent.fault, next.value);
    findings.error(code, `Next Agent: ${text.message}`, {
      path: ['to'],
      hint: 'Name one agent, or write "None".',
    });
  } else if (next.value.replace(/^@/, '') !== next.agent.name && next.agent.decorated)
    findings.warn('HANDOFF_DECORATION', `expected ${next.agent.name ?? 'None'}, got ${shown(next.value)}`, {
      path: ['to'],
    });
  judgeKnown(next.agent.name, options.agents, { path: ['to'] }, findings);
  const problems = findings.list.map(({ code, severity, message: words, field, hint }) =>
    problem(code, words, {
      severity,
      field,
      ...(hint === undefined ? {} : { hint }),
      ...at(source, next.valueAt),
    }),
  );
  if (trailingAt !== undefined)
    problems.push(
      problem('HANDOFF_TRAILING_TEXT', 'expected the next agent at the end, got text behind it', {
        severity: 'warning',
        ...at(source, trailingAt),
      }),
    );
  const to = next.agent.name;
  const handoff = to === undefined ? undefined : handoffOf({ status, to, summary });
  return { variant: 'summary', offset: next.start, handoff, problems: boundedProblems(problems) };
};

/** Without an offset: it is none, so it stands behind every handoff of any dialect. */
const decodeNearMiss = (
  source: Source,
  near: { readonly offset: number; readonly quoted: boolean },
): Decoded => {
  const came = near.quoted
    ? "one in a quotation, which is not the sender's own"
    : 'one that stands in no yaml fence';
  return {
    variant: 'block',
    handoff: undefined,
    problems: [
      problem('HANDOFF_MISSING', `expected a handoff in a yaml fence, got ${came}`, {
        ...at(source, near.offset),
        hint: 'Put "```yaml" before it and "```" behind it.',
      }),
    ],
  };
};

/** The last block, and where the text before it begins that no earlier one has. */
const lastBlock = (text: string): { readonly block: Block; readonly from: number } | undefined => {
  let block: Block | undefined;
  let from = 0;
  for (const candidate of yamlBlocks(text)) {
    if (rootOf(text, candidate) === undefined) continue;
    if (block !== undefined) from = block.after;
    block = candidate;
  }
  return block && { block, from };
};

const wholeText = (text: string) => ({ start: 0, end: text.length, closed: false });

export const decodeCollective = (written: Written, options: DecodeOptions = {}): Decoded | undefined => {
  const { text, file } = written;
  const source: Source = { message: scanMessage(text), file, options };
  if (/\.ya?ml$/i.test(file))
    return rootOf(text, { ...wholeText(text), closed: true }) === 'handoff'
      ? decodeWhole(source, true)
      : undefined;
  const found = lastBlock(text);
  if (found !== undefined) return decodeBlock(source, found.block, found.from);
  if (file === '' && rootOf(text, wholeText(text)) === 'handoff') return decodeWhole(source, false);
  const near = nearMiss(text);
  const summary = findSummary(source.message);
  // A block that was to follow the summary would have been what counts; one further up is an example.
  if (summary !== undefined && (near === undefined || near.quoted || near.offset < summary.next.start))
    return decodeSummary(source, summary);
  return near && decodeNearMiss(source, near);
};
