// What a Quest agent leaves at its end: the block of its last message, or handoff.json. The file comes first; where both
// are there they must not contradict each other.
import type { Decoded } from '../../../handoffs/dialect.ts';
import type { Handoff } from '../../../model/handoff.ts';
import { isError, type Problem, problem } from '../../../model/problem.ts';
import type { Ending } from '../../../model/run/input.ts';
import type { Handover } from '../../../model/workflow/handing-in.ts';
import { decodeQuestJson } from '../handoff/decode-json.ts';
import { decodeQuestText } from '../handoff/decode-text.ts';
import { QUEST_MARKER } from '../handoff/quest-contract.ts';

export interface EndingOptions {
  /** Who sent it, as Quest calls the role: NEXT must be one that it may name. Unknown: anybody. */
  readonly role?: string | undefined;
  /** The request under which questions are asked. */
  readonly request: string;
}

interface Read {
  readonly from: 'file' | 'message';
  readonly handoff: Handoff;
  readonly warnings: readonly Problem[];
}

const MESSAGE = 'your last message';
const FILE = 'handoff.json';

/** A form that is broken counts for nothing. */
const readOf = (from: Read['from'], decoded: Decoded | undefined): Read | undefined =>
  decoded?.handoff === undefined || decoded.problems.some(isError)
    ? undefined
    : { from, handoff: decoded.handoff, warnings: decoded.problems };

const rejected = (...problems: readonly Problem[]): Handover => ({ call: 'hand-in', args: {}, problems });

const missing = (): Problem =>
  problem('HANDOFF_MISSING', `expected ${MESSAGE} to end with ${QUEST_MARKER}, found no such block`, {
    file: MESSAGE,
    hint: `End with: ${QUEST_MARKER}, then STATUS, ARTIFACTS, NEXT and SUMMARY, one line each.`,
  });

const said = (value: string | null | undefined): string => value ?? 'null';

/** Only what decides where the work goes; a summary may be worded anew. */
const conflicts = (file: Handoff, message: Handoff): Problem[] =>
  (['status', 'to'] as const)
    .filter((field) => said(file[field]) !== said(message[field]))
    .map((field) =>
      problem(
        'HANDOFF_CONFLICT',
        `${field === 'to' ? 'NEXT' : 'STATUS'}: ${FILE} says ${said(file[field])}, ${MESSAGE} says ${said(message[field])}`,
        { file: FILE, field: field === 'to' ? 'next' : field, hint: 'Say the same in both.' },
      ),
    );

/** Two blocks that say different things: nobody can know which is meant. */
const twoMinds = (text: string, last: Decoded | undefined, role: string | undefined): Problem[] => {
  const own = readOf('message', last)?.handoff;
  const before = readOf(
    'message',
    decodeQuestText({ text: text.slice(0, last?.offset ?? 0), file: MESSAGE }, { role }),
  )?.handoff;
  if (own === undefined || before === undefined) return [];
  return (['status', 'to'] as const)
    .filter((field) => said(before[field]) !== said(own[field]))
    .map((field) =>
      problem(
        'HANDOFF_CONFLICT',
        `${field === 'to' ? 'NEXT' : 'STATUS'}: ${MESSAGE} has two blocks, of which one says ${said(before[field])}, the other ${said(own[field])}`,
        { file: MESSAGE, field: field === 'to' ? 'next' : field, hint: 'End with one block.' },
      ),
    );
};

const questionsText = ({ questions }: Handoff): string => questions.map(({ text }) => text).join('\n');

const handoverOf = (read: Read, message: Handoff | undefined, request: string): Handover => {
  const { handoff, from, warnings } = read;
  if (handoff.status === 'needs_human') {
    // Questions stand above the block even where the file is what counts.
    const question = questionsText(handoff) || (message === undefined ? '' : questionsText(message));
    if (question !== '') return { call: 'ask', request, question };
    return rejected(
      problem('HANDOFF_QUESTIONS_MISSING', 'expected your questions above the block, found none', {
        file: MESSAGE,
        hint: 'Write each question on a line of its own, above the block.',
      }),
    );
  }
  if (handoff.status === 'blocked')
    return { call: 'decline', args: { reason: handoff.summary ?? message?.summary ?? 'it gave no reason' } };
  const { status, to, summary, artifacts } = handoff;
  const args = { status, next: to ?? null, summary: summary ?? '', artifacts, from };
  return { call: 'hand-in', args, problems: warnings };
};

/** What the ending says. Never throws, whatever it is. */
export const readEnding = (ending: Ending, { role, request }: EndingOptions): Handover => {
  const text = ending.message ?? '';
  const inFile =
    ending.file === undefined ? undefined : decodeQuestJson({ text: ending.file, file: FILE }, { role });
  const inMessage = decodeQuestText({ text, file: MESSAGE }, { role });
  const file = readOf('file', inFile);
  const message = readOf('message', inMessage);
  const found = [
    ...(file !== undefined && message !== undefined ? conflicts(file.handoff, message.handoff) : []),
    ...twoMinds(text, inMessage, role),
  ];
  if (found.length > 0) return rejected(...found);
  const chosen = file ?? message;
  if (chosen !== undefined) return handoverOf(chosen, message?.handoff, request);
  const problems = [...(inFile?.problems ?? []), ...(inMessage?.problems ?? [])].filter(isError);
  return rejected(...(problems.length === 0 ? [missing()] : problems));
};
