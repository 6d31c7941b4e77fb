// One program as one attempt, in a pane: its prompt is pasted when it waits for one, its hooks say what it does, and a person may look
// and type. It ends as other programs do, with everything that it started.
import { statSync } from 'node:fs';
import { constants } from 'node:os';
import { KILL_GRACE_MS } from '../../model/limits/limits.ts';
import {
  PANE_ENTERS_MAX,
  PANE_LINES_MAX,
  PANE_READY_MS_MAX,
  PANE_STATUS_MS_MAX,
} from '../../model/limits/tmux.ts';
import { findProgram } from '../../std/processes/find-program.ts';
import { processIdentity } from '../../std/processes/process-identity.ts';
import { plainLine } from '../../std/terminal-text.ts';
import { type Belongs, endProcesses } from '../orphans.ts';
import type { Program, ProgramEnd, ProgramSession, Stream } from '../process-session.ts';
import { takeEvents, watchEvents } from './event-folder.ts';
import { paneEvent } from './pane-event.ts';
import type { PaneNeeds } from './pane-needs.ts';
import { type Pane, type Panes, panesOf } from './panes.ts';

/** Until the prompt is in; a person does not notice it. */
const QUICK_MS = 40;
/** Afterwards hooks tell; only the end of the program is looked for. */
const SLOW_MS = 250;
/** Some programs take an Enter right behind a paste for a part of it. */
const ENTER_AGAIN_MS = 700;

const ANSWER_AGAIN_MS = 300;

const HUNG_UP: Pick<ProgramEnd, 'exit' | 'signal'> = { exit: null, signal: 'SIGHUP' };

const SIGNAL_NAMES = Object.entries(constants.signals);
const signalOf = (number: number): NodeJS.Signals | null => {
  const name = SIGNAL_NAMES.find(([, value]) => value === number)?.[0];
  return (name ?? null) as NodeJS.Signals | null;
};

const notStarted = (cause: string): ProgramSession => ({
  ended: Promise.resolve({ exit: null, signal: null, notStarted: cause, left: [] }),
  stop: async () => {},
  write: () => {},
  finish: () => {},
});

const problemWith = ({ cwd, file, env }: Program): string | undefined => {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
    return `its working directory ${cwd} is not there`;
  const path = env['PATH'] ?? '';
  const isThere = file.includes('/')
    ? statSync(file, { throwIfNoEntry: false }) !== undefined
    : findProgram(file, path) !== undefined;
  return isThere ? undefined : `${file} was not found`;
};

class PaneSession {
  readonly #program: Program;
  readonly #needs: PaneNeeds;
  readonly #panes: Panes;
  readonly #pane: string;
  /** Known before it has its marker. */
  readonly #first: string;
  readonly #onLine: (stream: Stream, line: string) => void;
  readonly #begun = performance.now();
  #reason: ProgramEnd['ended'];
  #pasted: number | undefined;
  #deadSince: number | undefined;
  #enters = 0;
  #isTaken = false;
  #answered = 0;
  #stopWatching: () => void;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  readonly ended: Promise<ProgramEnd>;
  #resolve: (end: ProgramEnd) => void = () => {};

  constructor(
    program: Program,
    needs: PaneNeeds,
    panes: Panes,
    { id, pid }: Pane,
    onLine: (stream: Stream, line: string) => void,
  ) {
    this.#program = program;
    this.#needs = needs;
    this.#panes = panes;
    this.#pane = id;
    this.#first = processIdentity(pid);
    this.#onLine = onLine;
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#stopWatching = watchEvents(needs.events, () => this.#takeEvents());
    this.#again(0);
  }

  #belongs: Belongs = ({ marker, pid, start }) =>
    marker === this.#program.marker || `${pid}-${start}` === this.#first;

  #again(ms: number): void {
    this.#timer = setTimeout(() => void this.#look().catch(() => this.#end(HUNG_UP)), ms);
  }

  /** Whether the program still runs, and, until it has its prompt, what it shows. */
  async #look(): Promise<void> {
    const [line = ''] = await this.#panes.tmux.run(
      ...['list-panes', '-t', this.#pane, '-f', `#{==:#{pane_id},${this.#pane}}`],
      ...['-F', '#{pane_dead} #{pane_dead_status} #{pane_dead_signal}.'],
    );
    const [, dead, status, signal] = /^([01]) (\d*) (\d*)\.$/.exec(line) ?? [];
    if (dead === undefined) return this.#end(HUNG_UP);
    this.#takeEvents();
    if (dead === '1') return this.#seenDead(status ?? '', signal ?? '');
    if (this.#isTaken) return this.#again(SLOW_MS);
    await (this.#pasted === undefined ? this.#offer() : this.#enterAgain());
    this.#again(QUICK_MS);
  }

  /** tmux notices that nobody writes to the pane before it hears how the program ended. */
  async #seenDead(status: string, signal: string): Promise<void> {
    this.#deadSince ??= performance.now();
    if (signal !== '') return this.#end({ exit: null, signal: signalOf(Number(signal)) });
    if (status !== '') return this.#end({ exit: Number(status), signal: null });
    if (performance.now() - this.#deadSince > PANE_STATUS_MS_MAX) return this.#end(HUNG_UP);
    this.#panes.lookForEnded();
    this.#again(QUICK_MS);
  }

  async #offer(): Promise<void> {
    const screen = (await this.#panes.tmux.run('capture-pane', '-p', '-t', this.#pane)).join('\n');
    const { dialogs, ready, prompt } = this.#needs;
    const dialog = dialogs.find(({ seen }) => seen.test(screen));
    if (dialog !== undefined) return this.#answer(dialog.key);
    if (!ready.test(screen)) {
      if (performance.now() - this.#begun > PANE_READY_MS_MAX) await this.stop('never-ready');
      return;
    }
    this.#pasted = performance.now();
    const buffer = `baton${this.#pane.slice(1)}`;
    await this.#panes.tmux.run('load-buffer', '-b', buffer, prompt);
    // As one paste, so that a line break in it is no Enter.
    await this.#panes.tmux.run('paste-buffer', '-p', '-r', '-d', '-b', buffer, '-t', this.#pane);
    await this.#enter();
  }

  /** Screens are painted before their keys are read: whatever is still there is answered again. */
  async #answer(key: string): Promise<void> {
    if (performance.now() - this.#answered < ANSWER_AGAIN_MS) return;
    this.#answered = performance.now();
    await this.#panes.tmux.run('send-keys', '-t', this.#pane, key);
  }

  async #enter(): Promise<void> {
    this.#enters += 1;
    await this.#panes.tmux.run('send-keys', '-t', this.#pane, 'Enter');
  }

  async #enterAgain(): Promise<void> {
    const waited = performance.now() - (this.#pasted ?? 0);
    if (this.#enters < PANE_ENTERS_MAX && waited > ENTER_AGAIN_MS * 2 ** (this.#enters - 1))
      await this.#enter();
  }

  #takeEvents(): void {
    for (const event of takeEvents(this.#needs.events)) {
      const { moment } = paneEvent(event);
      if (moment === 'taken' && !this.#isTaken) {
        this.#isTaken = true;
        this.#panes.note(`${this.#needs.label}: at work`);
        const [from, to] = [this.#pasted ?? this.#begun, performance.now()];
        this.#onLine(
          'stderr',
          `[prompt accepted ${Math.round(to - this.#begun)} ms after the start, ${Math.round(to - from)} ms after it was put in]`,
        );
      }
      const isWaiting = moment === 'waiting';
      if (isWaiting) this.#panes.note(`${this.#needs.label}: waits for you`);
      const label = `${this.#needs.label}${isWaiting ? ' (waits for you)' : ''}`;
      this.#panes.label(this.#pane, label).catch(() => {});
      this.#onLine('stdout', event);
    }
  }

  async #end(how: Pick<ProgramEnd, 'exit' | 'signal'>): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#stopWatching();
    const left = await endProcesses(this.#belongs, this.#program.graceMs ?? KILL_GRACE_MS);
    this.#takeEvents();
    await this.#keepScreen();
    await this.#panes.close(this.#pane);
    // One that was just being started has the marker only now.
    await endProcesses(this.#belongs, 0);
    const ended = this.#reason === undefined ? {} : { ended: this.#reason };
    this.#panes.note(`${this.#needs.label}: ${this.#reason ?? 'ended'}`);
    this.#resolve({ ...how, ...ended, left: left.map(({ pid }) => pid) });
  }

  /** What there was to see, for the log. */
  async #keepScreen(): Promise<void> {
    const from = `-${PANE_LINES_MAX}`;
    const lines = await this.#panes.tmux
      .run('capture-pane', '-p', '-J', '-t', this.#pane, '-S', from)
      .catch(() => []);
    for (const line of lines) if (line.trim() !== '') this.#onLine('stderr', plainLine(line.trimEnd()));
  }

  /** The processes go first, so that their end is seen and told. */
  async finish(): Promise<void> {
    await endProcesses(this.#belongs, this.#program.graceMs ?? KILL_GRACE_MS);
  }

  async stop(why: 'stopped' | 'never-ready' = 'stopped'): Promise<void> {
    if (why === 'stopped') this.#reason ??= 'stopped';
    await this.finish();
    await this.#end(HUNG_UP);
    await this.ended;
  }
}

export const startInPane = async (
  program: Program,
  onLine: (stream: Stream, line: string) => void,
): Promise<ProgramSession> => {
  const { pane: needs } = program;
  if (needs === undefined) return notStarted('it cannot be played in a pane');
  const problem = problemWith(program);
  if (problem !== undefined) return notStarted(problem);
  let panes: Panes;
  try {
    panes = await panesOf(needs.socket, program.marker);
  } catch (cause) {
    return notStarted(`tmux could not be started: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  panes.note(`${needs.label}: starts`);
  onLine('stderr', `[in a pane: tmux -u -L ${needs.socket} attach]`);
  const pane = await panes.open(needs.label, program);
  const session = new PaneSession(program, needs, panes, pane, onLine);
  return {
    ended: session.ended,
    stop: () => session.stop(),
    write: () => {},
    finish: () => void session.finish(),
  };
};
