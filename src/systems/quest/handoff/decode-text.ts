// A message → the handoff that it ends with.

import type { Decoded, DecodeOptions, Written } from '../../../handoffs/dialect.ts';
import { type Findings, newFindings } from '../../../handoffs/findings.ts';
import { type Message, scanMessage } from '../../../handoffs/message.ts';
import type { Handoff } from '../../../model/handoff.ts';
import { HANDOFF_FIELDS_MAX, HANDOFF_LINES_MAX } from '../../../model/limits/limits.ts';
import { type Block, readBlock, TRAILING_LINES_MAX } from './block.ts';
import { isCoordinatorBlock, readCoordinatorBlock } from './coordinator.ts';
import { detailsOf, judgeFields, QUEST_WORDS } from './judge.ts';
import { type Candidate, type Located, locateMarker, type Marker } from './marker.ts';
import { questionsAbove } from './questions.ts';

/** Which of the known forms of the block it is, by the number that the documents give it. */
const variantOf = (marker: Marker, block: Block): string => {
  if (isCoordinatorBlock(block)) return '4';
  if (marker.begins) return '24';
  if (marker.rest !== '') return '3';
  if (marker.spaced && marker.lowerCase) return '25';
  if (block.terminator === 'end-handoff') return '11';
  return block.terminator === 'rule' ? '2' : '1';
};

const withQuestions = (
  handoff: Handoff,
  message: Message,
  candidate: Candidate,
  findings: Findings,
): Handoff => {
  if (handoff.status !== 'needs_human') return handoff;
  const { marker, fence } = candidate;
  const questions = questionsAbove(message, fence?.start ?? marker.lineStart);
  if (questions.length === 0)
    findings.warn(
      'HANDOFF_QUESTIONS_MISSING',
      'a person is asked for, but no question stands above the block',
      marker.at,
      {
        field: 'questions',
        hint: 'Write the questions above the marker, one on each line.',
      },
    );
  return { ...handoff, questions };
};

const tellDecoration = (block: Block, message: Message, findings: Findings): void => {
  if (message.text.startsWith('\ufeff'))
    findings.warn('HANDOFF_DECORATION', 'expected plain text, got a byte order mark at its beginning', 0, {
      hint: 'Save the text as UTF-8 without it.',
    });
  for (const [kind, at] of block.decoration)
    findings.warn('HANDOFF_DECORATION', `expected the plain block, got ${kind}`, at, {
      hint: 'Write the marker and the four lines "KEY: value" plainly, each on a line of its own.',
    });
  if (block.trailing > 0)
    findings.warn(
      'HANDOFF_TRAILING_TEXT',
      `expected nothing behind the block, got ${block.trailing === 1 ? 'a line' : `${block.trailing} lines`} of text`,
      block.trailingAt,
      {
        hint: 'End the message with the block.',
      },
    );
};

const refused = (message: Message, file: string, tell: (findings: Findings) => void): Decoded => {
  const findings = newFindings(message.linesOf, file);
  tell(findings);
  return { variant: null, handoff: undefined, problems: findings.problems() };
};

const notOwn = (message: Message, file: string, marker: Marker): Decoded =>
  refused(message, file, (findings) => {
    const where = marker.quoted ? 'in a quotation' : 'in a fence that does not end the message';
    findings.error(
      'HANDOFF_NOT_LAST',
      `the last marker stands ${where}, so it is not the sender's own`,
      marker.at,
      {
        hint: 'End the message with the block itself.',
      },
    );
  });

const readCandidate = (
  message: Message,
  candidate: Candidate,
  file: string,
  options: DecodeOptions,
): Decoded => {
  const { marker } = candidate;
  const block = readBlock(message.text, candidate);
  if (block.goesOn)
    return refused(message, file, (findings) =>
      findings.error(
        'HANDOFF_NOT_LAST',
        `the last marker does not end the message: more than ${TRAILING_LINES_MAX} lines follow`,
        marker.at,
        { hint: 'Make the block the last thing in the message.' },
      ),
    );
  // It is a handoff, and a broken one: no earlier one comes in its place.
  if (block.overLimit)
    return {
      ...refused(message, file, (findings) =>
        findings.error(
          'LIMIT_REACHED',
          `expected at most ${HANDOFF_FIELDS_MAX} fields and ${HANDOFF_LINES_MAX} lines in a handoff, got more`,
          marker.at,
          { hint: 'Write STATUS, ARTIFACTS, NEXT and SUMMARY, each once.' },
        ),
      ),
      offset: marker.lineStart,
    };
  if (block.fields.length === 0)
    return refused(message, file, (findings) =>
      findings.error('HANDOFF_MISSING', 'a marker stands here, but no field follows it', marker.at, {
        hint: 'Write STATUS, ARTIFACTS, NEXT and SUMMARY below it.',
      }),
    );
  const findings = newFindings(message.linesOf, file);
  const handoff = isCoordinatorBlock(block)
    ? readCoordinatorBlock(block, marker.at, findings)
    : readQuestBlock(block, marker, findings, options);
  const whole = handoff && withQuestions(handoff, message, candidate, findings);
  tellDecoration(block, message, findings);
  return {
    variant: whole === undefined ? null : variantOf(marker, block),
    offset: marker.lineStart,
    handoff: whole,
    problems: findings.problems(),
  };
};

const readQuestBlock = (
  block: Block,
  marker: Marker,
  findings: Findings,
  options: DecodeOptions,
): Handoff | undefined => {
  const judging = { findings, words: QUEST_WORDS, unusable: false };
  const { handoff } = judgeFields(block.fields, marker.at, judging, options);
  const details = detailsOf(block.others, findings);
  return handoff && { ...handoff, details };
};

/** How the marker that counts is found; another way is only for comparing the two. */
export type Locate = (message: Message) => Located;

export const decodeQuestText = (
  written: Written,
  options: DecodeOptions = {},
  locate: Locate = locateMarker,
): Decoded | undefined => {
  const message = scanMessage(written.text);
  const { candidate, shown } = locate(message);
  if (candidate !== undefined) return readCandidate(message, candidate, written.file, options);
  return shown && notOwn(message, written.file, shown);
};
