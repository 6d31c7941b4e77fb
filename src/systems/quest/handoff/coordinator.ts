// A neighbour's block: the same marker, closed by ---END---, with ROLE and TASK_ID beside STATUS, NEXT and SUMMARY.

import type { Findings } from '../../../handoffs/findings.ts';
import type { Handoff } from '../../../model/handoff.ts';
import { handoffOf } from '../../../model/handoff.ts';
import type { Block, OtherField } from './block.ts';
import {
  type Judging,
  judgeArtifacts,
  judgeNext,
  judgeStatus,
  judgeSummary,
  pieceText,
  singleField,
  type Words,
} from './judge.ts';
import type { QuestStatus } from './quest-contract.ts';
import { isNobody } from './vocabulary.ts';

/** Its words for work that is done. `continue` and `rework_required` say what comes next, not what became of the work. */
const DONE = ['approved', 'plan_complete', 'review_required'];

const WORDS: Words = {
  status: new Map<string, QuestStatus>(DONE.map((word) => [word, 'complete'])),
  anyNext: true,
};

const otherNamed = (others: readonly OtherField[], name: string): OtherField | undefined =>
  others.find(({ key }) => key.toUpperCase() === name);

export const isCoordinatorBlock = ({ others }: Block): boolean =>
  otherNamed(others, 'ROLE') !== undefined && otherNamed(others, 'TASK_ID') !== undefined;

const textOf = (other: OtherField | undefined): string | null => {
  const text = other === undefined ? '' : [pieceText(other.pieces)].flat().join(', ').trim();
  return text === '' || isNobody(text) ? null : text;
};

const READ_HERE = new Set(['ROLE', 'TASK_ID', 'CHANGED_FILES']);

export const readCoordinatorBlock = (
  block: Block,
  markerAt: number,
  findings: Findings,
): Handoff | undefined => {
  const judging: Judging = { findings, words: WORDS, unusable: false };
  const { fields, others } = block;
  const one = (key: 'STATUS' | 'NEXT' | 'SUMMARY') => singleField(fields, key, judging);
  const status = judgeStatus(one('STATUS'), markerAt, judging);
  const files = otherNamed(others, 'CHANGED_FILES');
  const artifacts = judgeArtifacts(files, status === 'complete', markerAt, judging);
  const next = judgeNext(one('NEXT'), markerAt, judging);
  const summary = judgeSummary(one('SUMMARY'), markerAt, judging);
  if (status === undefined || judging.unusable) return undefined;
  return handoffOf({
    from: textOf(otherNamed(others, 'ROLE')),
    task: textOf(otherNamed(others, 'TASK_ID')),
    status,
    summary,
    artifacts,
    details: Object.fromEntries(
      others
        .filter(({ key }) => !READ_HERE.has(key.toUpperCase()))
        .map(({ key, pieces }) => [key, pieceText(pieces)]),
    ),
    ...(next === undefined ? {} : { to: next.to }),
  });
};
