// A run as it stands, as lines for a terminal. Pure: the same state and the same time give the same lines.
import type { State } from '../../model/run/state.ts';
import { usageByModel } from '../../model/run/usage.ts';
import { type StandingWork, standingOf, visitsOf } from '../../operations/status/standing.ts';
import type { WaitingItem } from '../../operations/status/status.ts';
import { plainLine } from '../../std/terminal-text.ts';
import { fitText, padText, textWidth } from '../../std/text-width.ts';
import { personCommands } from '../person-command.ts';
import { elapsed } from '../texts/elapsed.ts';
import { type Paint, paintWith } from '../texts/paint.ts';
import { usageWords } from '../texts/usage-text.ts';
import { evidenceWords, rejectionLines, repeatWords } from './words.ts';

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

/** What agents reported; nothing where none did. */
const usageLines = ({ usage }: State): Line[] => {
  const models = usageByModel(Object.values(usage ?? {}).flatMap((role) => role.models));
  return models.length === 0 ? [] : [[[`  used ${usageWords(models)}`, 'dim']]];
};

const phasePiece = (state: State, phase: string): Piece => {
  const times = visitsOf(state, phase);
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
  let line: Piece[] = [];
  let used = options.columns;
  for (const piece of names.map((name) => phasePiece(state, name))) {
    const width = textWidth(piece[0]) + 2;
    if (used + width > options.columns) {
      line = [];
      lines.push(line);
      used = 0;
    }
    line.push(['  '], piece);
    used += width;
  }
  return lines;
};

const judgingWords = ({ left }: StandingWork): string =>
  left.length === 0 ? 'is being judged' : `is being judged: ${left.map(evidenceWords).join(', ')}`;

const workWords = (work: StandingWork, now: number): Piece => {
  const again = work.attempt > 1 ? `, attempt ${work.attempt}` : '';
  const time = since(now, work.since);
  switch (work.status) {
    case 'accepted':
      return ['accepted', 'green'];
    case 'judging':
      return [`${judgingWords(work)} · ${time}`, 'cyan'];
    case 'parked':
      if (work.stuck) return ['is stuck, and waits for you', 'yellow'];
      return ['has asked, and waits for the answer', 'yellow'];
    case 'running':
      return [`works · ${time} · ${plainLine(work.agent)}${again}`];
    case 'wanted':
      if (work.byEngine) return [`at work · ${time}`];
      return work.failures > 0
        ? [`failed ${work.failures}×, starts again`, 'yellow']
        : ['not started yet', 'dim'];
    default:
      return [work.status, 'red'];
  }
};

const workLines = (work: StandingWork, now: number, width: number): Line[] => {
  const name = padText(fitText(plainLine(work.id), width), width);
  const head: Line = [['  '], [name, 'bold'], ['  '], workWords(work, now)];
  if (work.rejection === undefined) return [head];
  const times = `${work.rejections > 1 ? ` ${work.rejections} times, the last time` : ''}${repeatWords(work.rejection)}`;
  return [
    head,
    ...rejectionLines(work.rejection, PROBLEMS_SHOWN).map(
      (line, at): Line => [[at === 0 ? `    rejected${times}: ` : '      ', 'red'], [line]],
    ),
  ];
};

const questionLines = (item: WaitingItem, now: number): Line[] => [
  [
    ['? ', 'yellow'],
    [`${item.kind} `, 'yellow'],
    [plainLine(item.text)],
    [` · ${since(now, item.since)}`, 'dim'],
  ],
  ...personCommands(item.id, item).map((command): Line => [['    '], [command, 'cyan']]),
];

const endLines = (state: State): Line[] => {
  if (state.cause === undefined) return [];
  return [[[plainLine(state.cause.code), 'red'], [`: ${plainLine(state.cause.message)}`]]];
};

export const renderProgress = (state: State, now: number, options: ProgressOptions): readonly string[] => {
  const { works, waiting } = standingOf(state);
  const names = works.map((work) => textWidth(plainLine(work.id)));
  const width = Math.min(NAME_COLUMNS_MAX, Math.max(0, ...names));
  const lines: Line[] = [
    headLine(state, now),
    ...phaseLines(state, options),
    ...works.flatMap((work) => workLines(work, now, width)),
    ...waiting.flatMap((item) => questionLines(item, now)),
    ...usageLines(state),
    ...endLines(state),
  ];
  const paint = paintWith(options.color);
  return lines.map((line) => write(line, options.columns, paint));
};
