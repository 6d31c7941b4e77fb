// What a person sees while a run goes on: a block that is drawn in place on a terminal, else one line per event.
import type { State } from '../../model/run/state.ts';
import type { StateListener, System } from '../../operations/system.ts';
import { plainLine } from '../../std/terminal-text.ts';
import type { Shell } from '../shell.ts';
import { type Answering, createPersonAsker } from './ask-person.ts';
import { openLiveScreen } from './live-screen.ts';
import { renderEvent } from './render-event.ts';
import { renderProgress } from './render-progress.ts';

export interface Progress {
  readonly onState: StateListener;
  say(words: string): void;
  close(): void;
}

export interface ProgressParts {
  readonly shell: Shell;
  readonly system: System;
  /** How to answer from here; without it only the commands are shown. */
  readonly answering?: Answering | undefined;
  /** Said first where nothing is drawn (default: who holds the run). */
  readonly opening?: (state: State) => string;
  readonly interrupt: () => void;
}

const heldHere = ({ run }: State): string => `run ${run.name} is held by process ${process.pid}`;

const plainProgress = ({ shell, opening = heldHere }: ProgressParts): Progress => ({
  onState: (state, entry) => {
    const line = entry === undefined ? opening(state) : renderEvent(entry);
    if (line !== undefined) shell.note(line);
  },
  say: (words) => shell.note(words),
  close: () => {},
});

const phasesOf = (system: System, state: State): readonly string[] =>
  Object.keys(system.workflows.find((workflow) => workflow.name === state.run.workflow)?.phases ?? {});

const liveProgress = ({ shell, system, answering, interrupt }: ProgressParts): Progress => {
  const { stdin, stderr } = shell.streams;
  let latest: State | undefined;
  const screen = openLiveScreen(stderr, (columns) =>
    latest === undefined
      ? []
      : renderProgress(latest, Date.now(), {
          columns,
          color: shell.progressColor,
          phases: phasesOf(system, latest),
        }),
  );
  const asker =
    answering === undefined
      ? undefined
      : createPersonAsker({ ...answering, input: stdin, output: stderr, screen, interrupt });
  return {
    onState: (state, entry) => {
      latest = state;
      const line = entry === undefined ? undefined : renderEvent(entry);
      if (line !== undefined) screen.say(line);
      screen.changed();
      asker?.onState(state);
    },
    say: (words) => screen.say(plainLine(words)),
    close: () => {
      asker?.close();
      screen.close();
    },
  };
};

export const openProgress = (parts: ProgressParts): Progress =>
  parts.shell.isLive ? liveProgress(parts) : plainProgress(parts);
