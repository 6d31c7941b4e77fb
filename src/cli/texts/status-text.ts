// A status document in words.

import type {
  AssignmentStatus,
  NoticeStatus,
  StatusDocument,
  WaitingItem,
} from '../../operations/status/status.ts';
import { clip, plainLine, plainText } from '../../std/terminal-text.ts';
import { personCommands } from '../person-command.ts';
import { changeLines } from './change-text.ts';
import { ago, elapsed } from './elapsed.ts';
import type { Paint } from './paint.ts';
import { amountText, usageWords } from './usage-text.ts';

const TEXT_SHOWN = 300;

const statusWord = (paint: Paint, status: string): string => {
  if (status === 'complete' || status === 'accepted') return paint.green(status);
  if (status === 'failed' || status === 'cancelled') return paint.red(status);
  return status === 'waiting' || status === 'parked' ? paint.yellow(status) : status;
};

const assignmentLine = (paint: Paint, now: number, width: number, work: AssignmentStatus): string => {
  const open = work.status !== 'accepted' && work.status !== 'stopped';
  const since = open ? `  ${elapsed(now - Date.parse(work.since))}` : '';
  const pad = ' '.repeat(Math.max(0, 'accepted'.length - work.status.length));
  return `  ${plainLine(work.id).padEnd(width)}  ${statusWord(paint, work.status)}${pad}  ${plainLine(work.agent)}${work.attempt > 1 ? `, attempt ${work.attempt}` : ''}${since}`;
};

/** A mistake that was made again is said plainly, with how often. */
const repeatLines = (paint: Paint, work: AssignmentStatus): string[] => {
  const [first] = work.status === 'accepted' ? [] : (work.repeats ?? []);
  return first === undefined
    ? []
    : [
        paint.red(
          `      rejected ${work.rejections} times; the same mistake ${first.times} times: ${clip(plainLine(first.says), TEXT_SHOWN)}`,
        ),
      ];
};

/** The change that an item is about, and how to see all of it. */
export const shownLines = (paint: Paint, run: string, item: WaitingItem): readonly string[] => [
  ...(item.changeProblem === undefined
    ? []
    : [paint.red(`The change cannot be shown: ${plainLine(item.changeProblem)}`)]),
  ...(item.change === undefined
    ? []
    : [...changeLines(item.change, paint), `See all of it: ${paint.cyan(`baton diff ${plainLine(run)}`)}`]),
];

/** Lists show the first line of a page, the inbox all of it. */
const textLines = ({ text, page }: WaitingItem, whole: boolean): readonly string[] => {
  if (page === undefined) return [clip(plainLine(text), TEXT_SHOWN)];
  const lines = plainText(text).split('\n');
  return whole ? lines : [clip(lines[0] ?? '', TEXT_SHOWN), 'Read all of it: baton inbox'];
};

export const waitingLines = (
  paint: Paint,
  now: number,
  run: string,
  item: WaitingItem,
  whole = false,
): readonly string[] => [
  `${paint.yellow('?')} ${item.kind} ${paint.bold(plainLine(item.id))}, waiting ${elapsed(now - Date.parse(item.since))}`,
  ...textLines(item, whole).map((line) => `    ${line}`.trimEnd()),
  ...shownLines(paint, run, item).map((line) => `    ${line}`),
  ...personCommands(item.id, item).map((command) => `    ${paint.cyan(command)}`),
];

/** Lists show a notice on one line, the inbox all of it. */
export const noticeLines = (
  paint: Paint,
  now: number,
  { at, text }: NoticeStatus,
  whole = false,
): readonly string[] => {
  const [first = '', ...more] = whole
    ? plainText(text).trim().split('\n')
    : [clip(plainLine(text), TEXT_SHOWN)];
  return [
    `${paint.yellow('!')} notice, ${ago(now - Date.parse(at))} ago: ${first}`,
    ...more.map((line) => `    ${line}`.trimEnd()),
  ];
};

/** Where a person writes who does blind work. */
const deskLines = ({ id, agent, desk }: AssignmentStatus): string[] =>
  desk === undefined || agent !== 'human' ? [] : [`  write ${plainLine(id)} on its desk: ${plainLine(desk)}`];

const RETRY_CHARS_MAX = 200;

/** Why it is tried again, and when. */
const retryLines = ({ retry, status }: AssignmentStatus): string[] =>
  retry === undefined || status !== 'wanted'
    ? []
    : [
        `  failed, and is tried again at ${plainLine(retry.at)}: ${clip(plainLine(retry.why), RETRY_CHARS_MAX)}`,
      ];

const blindLines = ({ blind, isolation }: StatusDocument): string[] => {
  if (blind === undefined) return [];
  const { workers, heldBack, searchable } = blind;
  return [
    `${workers} work blind: nobody sees what another one writes until all have handed in (${heldBack} accepted so far)`,
    ...(searchable
      ? [
          `  agents are not isolated (isolation ${isolation}): one that searches the disk could still find the files of another`,
        ]
      : isolation === 'fenced'
        ? ['  each stands behind a fence: the files of the others are not there']
        : []),
  ];
};

/** Items of a scope that ended alone, and those that cannot begin because of them. */
const itemLines = (paint: Paint, { positions, blocked = [] }: StatusDocument): string[] => [
  ...positions.flatMap(({ scope, as }) =>
    as === undefined ? [] : [`  ${plainLine(scope)}: ${paint.red(as)}`],
  ),
  ...blocked.map(
    ({ item, by }) => `  ${plainLine(item)}: ${paint.yellow('blocked')} by ${by.map(plainLine).join(', ')}`,
  ),
];

const budgetLines = ({ budget = [] }: StatusDocument): string[] =>
  budget.map(({ of, role, unit, limit, used, unknown }) => {
    const name = of === 'role' ? plainLine(role ?? '') : `the ${of}`;
    const more =
      unknown === 0
        ? ''
        : `; of ${unknown} ${unknown === 1 ? 'attempt' : 'attempts'} it is unknown, so time and attempts bind there`;
    return `budget of ${name}: ${amountText(unit, used)} of ${amountText(unit, limit)}${more}`;
  });

const usageLines = ({ usage = {} }: StatusDocument): string[] =>
  Object.entries(usage).map(([role, { models, unreported }]) => {
    const more = unreported === 0 ? '' : `; ${unreported} attempts reported nothing`;
    return `${plainLine(role)} used ${usageWords(models)}${more}`;
  });

/** What a person does next, in words. */
const nextStep = ({ status, run, held }: StatusDocument): string[] => {
  if (status === 'failed' || status === 'cancelled') return [`Continue with: baton resume ${run}`];
  return held === false && status !== 'complete'
    ? [`No process runs it. Continue with: baton resume ${run}`]
    : [];
};

export const statusText = (document: StatusDocument, paint: Paint, now: number): string => {
  const {
    run,
    workflow,
    phase,
    status,
    assignments,
    waitingFor,
    notices = [],
    handoffs,
    cause,
    details,
  } = document;
  const width = Math.max(0, ...assignments.map((work) => plainLine(work.id).length));
  const shown = Object.entries(details).filter(([key]) => key !== 'remark' && !key.includes('/'));
  return [
    `${paint.bold(plainLine(run))} (${plainLine(workflow)}) ${statusWord(paint, status)}${status === phase ? '' : ` in ${plainLine(phase)}`}`,
    ...(cause === undefined
      ? []
      : [
          `${paint.red(plainLine(cause.code))}: ${plainLine(cause.message)}`,
          ...(cause.hint === undefined ? [] : [`  ${plainLine(cause.hint)}`]),
        ]),
    ...assignments.flatMap((work) => [
      assignmentLine(paint, now, width, work),
      ...repeatLines(paint, work),
      ...deskLines(work),
      ...retryLines(work),
    ]),
    ...itemLines(paint, document),
    ...blindLines(document),
    ...waitingFor.flatMap((item) => waitingLines(paint, now, run, item)),
    ...notices.flatMap((notice) => noticeLines(paint, now, notice)),
    ...shown.map(([key, value]) => `${plainLine(key)}: ${plainLine(value)}`),
    ...usageLines(document),
    ...budgetLines(document),
    `handed in ${handoffs.submitted}, accepted ${handoffs.accepted}, rejected ${handoffs.rejected}; isolation ${document.isolation}${document.processes === 'shared' ? '' : ', agents in pid namespaces of their own'}`,
    `files: ${plainLine(document.directory)}`,
    ...nextStep(document),
  ].join('\n');
};
