// A run as it stands, as lines for a terminal. Pure: the same state and the same time give the same lines.
import { plan } from '../../engine/plan.ts';
import { isCurrent, isDone, parkedOn } from '../../engine/satisfied.ts';
import { evidenceKey } from '../../model/evidence.ts';
import type { State, Work } from '../../model/state.ts';
import type { WantedQuestion } from '../../model/wanted.ts';
import { agentOf } from '../../operations/status.ts';
import { plainLine } from '../../std/terminal-text.ts';
import { fitText, padText, textWidth } from '../../std/text-width.ts';
import { elapsed } from '../elapsed.ts';
import { type Paint, paintWith } from '../paint.ts';
import { personCommands } from '../person-command.ts';
import { evidenceWords, rejectionLines } from './words.ts';

export interface ProgressOptions {
  readonly columns: number;
  readonly color: boolean;
  /** Of the workflow, in its order; those that were never reached are known only from here. */
  readonly phases?: readonly string[];
}

/** Words with a colour that is put on after they were cut to the width. */
type Piece = readonly [text: string, tone?: keyof Paint];
type Line = readonly Piece[];

const PROBLEMS_SHOWN = 2;
const NAME_COLUMNS_MAX = 40;

const write = (line: Line, columns: number, paint: Paint): string => {
  let left = columns;
  let text = '';
  for (const [words, tone] of line) {
    const fitted = fitText(words, left);
    left -= textWidth(fitted);
    text += tone === undefined || fitted === '' ? fitted : paint[tone](fitted);
    if (fitted !== words) break;
  }
  return text;
};

const since = (now: number, time: string): string => elapsed(now - Date.parse(time));

const headLine = (state: State, now: number): Line => {
  const { submitted, accepted, rejected } = state.handoffs;
  return [
    [plainLine(state.run.name), 'bold'],
    [` · ${plainLine(state.run.workflow)} · ${since(now, state.run.startedAt)}`],
    [` · ${submitted} handed in, ${accepted} accepted, ${rejected} rejected`, 'dim'],
  ];
};

const visits = (state: State, phase: string): number => {
  const keys = Object.keys(state.rounds).filter((key) => key.startsWith('visit ') && key.endsWith(` ${phase}`));
  return keys.reduce((sum, key) => sum + state.rounds[key]!, 0);
};

const phasePiece = (state: State, phase: string): Piece => {
  const times = visits(state, phase);
  const name = `${plainLine(phase)}${times > 1 ? ` ×${times}` : ''}`;
  const here = Object.values(state.positions).some((position) => position.phase === phase);
  if (here && state.status === 'failed') return [`✗ ${name}`, 'red'];
  if (here && state.status === 'running') return [`▸ ${name}`, 'bold'];
  return times > 0 ? [`✓ ${name}`, 'green'] : [`· ${name}`, 'dim'];
};

/** As many lines as the phases need. */
const phaseLines = (state: State, options: ProgressOptions): Line[] => {
  const reached = Object.values(state.positions).map((position) => position.phase);
  const names = [...new Set([...(options.phases ?? []), ...reached])].filter((name) => name !== 'end');
  const lines: Piece[][] = [];
  let used = options.columns;
  for (const piece of names.map((name) => phasePiece(state, name))) {
    const width = textWidth(piece[0]) + 2;
    if (used + width > options.columns) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)!.push(['  '], piece);
    used += width;
  }
  return lines;
};

const judgingWords = (work: Work): string => {
  const left = (work.judging?.needs ?? []).filter((need) => work.judging?.evidence[evidenceKey(need)] === undefined);
  return left.length === 0 ? 'is being judged' : `is being judged: ${left.map(evidenceWords).join(', ')}`;
};

const workWords = (state: State, work: Work, now: number): readonly [words: string, tone?: keyof Paint] => {
  const agent = plainLine(agentOf(state, work));
  const again = work.attempt > 1 ? `, attempt ${work.attempt}` : '';
  if (isDone(state, work)) return ['accepted', 'green'];
  if (work.judging !== undefined) return [`${judgingWords(work)} · ${since(now, work.judging.since)}`, 'cyan'];
  if (parkedOn(state, work).length > 0) return ['has asked, and waits for the answer', 'yellow'];
  if (work.assignment.kind === 'engine') return [`at work · ${since(now, work.openedAt)}`];
  if (work.attemptState === 'running') return [`works · ${since(now, work.attemptStartedAt ?? work.openedAt)} · ${agent}${again}`];
  if (work.retryAt !== undefined) return [`failed ${work.failures}×, starts again`, 'yellow'];
  return ['not started yet', 'dim'];
};

const workLines = (state: State, work: Work, now: number, width: number): Line[] => {
  const name = padText(fitText(plainLine(work.assignment.id), width), width);
  const head: Line = [['  '], [name, 'bold'], ['  '], workWords(state, work, now)];
  if (work.lastRejection === undefined || isDone(state, work)) return [head];
  const times = work.rejections > 1 ? ` ${work.rejections} times, the last time` : '';
  return [
    head,
    ...rejectionLines(work.lastRejection, PROBLEMS_SHOWN).map(
      (line, at): Line => [[at === 0 ? `    rejected${times}: ` : '      ', 'red'], [line]],
    ),
  ];
};

const questionLines = (question: WantedQuestion, now: number): Line[] => [
  [['? ', 'yellow'], [`${question.ask.kind} `, 'yellow'], [plainLine(question.ask.text)], [` · ${since(now, question.since)}`, 'dim']],
  ...personCommands(question.id, question.ask).map((command): Line => [['    '], [command, 'cyan']]),
];

const endLines = (state: State): Line[] => {
  if (state.cause === undefined) return [];
  return [[[plainLine(state.cause.code), 'red'], [`: ${plainLine(state.cause.message)}`]]];
};

export const renderProgress = (state: State, now: number, options: ProgressOptions): readonly string[] => {
  const works = Object.values(state.works).filter((work) => isCurrent(state, work) && work.assignment.kind !== 'human');
  const width = Math.min(NAME_COLUMNS_MAX, Math.max(0, ...works.map((work) => textWidth(plainLine(work.assignment.id)))));
  const lines: Line[] = [
    headLine(state, now),
    ...phaseLines(state, options),
    ...works.flatMap((work) => workLines(state, work, now, width)),
    ...plan(state).questions.flatMap((question) => questionLines(question, now)),
    ...endLines(state),
  ];
  const paint = paintWith(options.color);
  return lines.map((line) => write(line, options.columns, paint));
};
