// The panes of one run: a tmux server that lives as long as its holder, on the left what happens, on the right one pane for each
// attempt. When the holder is gone, so is its end of the pipe; tmux then closes the session that hung on it, and with it all.
import { closeSync, constants, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { PANE_LINES_MAX, TMUX_STARTS_MAX } from '../../model/limits/tmux.ts';
import { plainLine } from '../../std/terminal-text.ts';
import { BASIC_VARIABLES, passedEnvironment } from '../passed-environment.ts';
import type { Program } from '../process-session.ts';
import { type ControlClient, controlClient } from './control-client.ts';
import { PANES_SESSION } from './socket-name.ts';

export interface Pane {
  /** `%3`, as tmux names it. */
  readonly id: string;
  /** Of the process that was started in it. */
  readonly pid: number;
}

export interface Panes {
  open(label: string, program: Omit<Program, 'marker'>): Promise<Pane>;
  /** Says above the pane who is in it, and what it waits for. */
  label(pane: string, label: string): Promise<void>;
  close(pane: string): Promise<void>;
  note(line: string): void;
  /** tmux hears of the end of a program by a signal, which now and then is lost: then it looks again. */
  lookForEnded(): void;
  readonly tmux: ControlClient;
}

const WIDTH = 220;
const HEIGHT = 50;
const NOTES_WIDTH = 40;
const GROUP = '/';
/** Does nothing, without end. */
const QUIET = ['tail', '-f', '/dev/null'];

/** Nothing of the user's own tmux is read, and nothing of a person's terminal is passed on to agents. */
const OPTIONS: readonly (readonly string[])[] = [
  ['set-option', '-g', 'remain-on-exit', 'on'],
  ['set-option', '-g', 'history-limit', String(PANE_LINES_MAX)],
  ['set-option', '-g', 'update-environment', ''],
  ['set-option', '-g', 'mouse', 'on'],
  ['set-option', '-g', 'pane-border-status', 'top'],
  ['set-option', '-g', 'pane-border-format', ' #{@baton} '],
  ['set-option', '-g', 'main-pane-width', String(NOTES_WIDTH)],
  ['set-option', '-g', 'status-right', ' detach: C-b d '],
  ['set-option', '-s', 'escape-time', '0'],
];

/** Only the session that hangs on the holder is taken with it; a person who detaches takes nothing. */
const ENDS_WITH_HOLDER: readonly (readonly string[])[] = [
  ['set-hook', '-g', 'session-closed', 'kill-server'],
  ['set-option', '-t', '=holder:', 'destroy-unattached', 'on'],
];

const layOut = async (tmux: ControlClient): Promise<void> => {
  await tmux.run('select-layout', '-t', `=${PANES_SESSION}:`, 'main-vertical');
};

/** The terminal of the pane for notes. */
const makeSession = async (tmux: ControlClient): Promise<string> => {
  await tmux.run('refresh-client', '-f', 'no-output');
  for (const words of OPTIONS) await tmux.run(...words);
  const [terminal = ''] = await tmux.run(
    ...['new-session', '-d', '-P', '-F', '#{pane_tty}', '-s', PANES_SESSION, '-n', 'agents'],
    ...['-x', String(WIDTH), '-y', String(HEIGHT), ...QUIET],
  );
  await tmux.run('set-option', '-p', '-t', `=${PANES_SESSION}:`, '@baton', 'Baton');
  for (const words of ENDS_WITH_HOLDER) await tmux.run(...words);
  return terminal;
};

/** tmux leaves its socket behind. */
const removeSocket = (socket: string): void =>
  rmSync(join(process.env['TMUX_TMPDIR'] || '/tmp', `tmux-${process.getuid?.() ?? 0}`, socket), {
    force: true,
  });

const removeSockets = (): void => {
  for (const socket of servers.keys()) removeSocket(socket);
};

/** What is written to its terminal stands in the pane; no file is needed for it. */
const writeTo = (terminal: string, line: string): void => {
  try {
    const file = openSync(terminal, constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
    try {
      writeSync(file, `${new Date().toTimeString().slice(0, 5)} ${plainLine(line)}\r\n`);
    } finally {
      closeSync(file);
    }
  } catch {
    // The panes are being closed; nobody reads it any more.
  }
};

const open = async (socket: string, marker: string): Promise<Panes> => {
  const env = {
    ...passedEnvironment(process.env, [...BASIC_VARIABLES, 'TMUX_TMPDIR']),
    // A later holder finds and ends it by this.
    BATON_MARKER: marker,
  };
  const tmux = controlClient({ socket, env, first: QUIET });
  let count = 0;
  const held = (change: number): void => {
    count += change;
    tmux.hold(count > 0);
  };
  const terminal = await makeSession(tmux);
  const [server = ''] = await tmux.run('display-message', '-p', '#{pid}');
  held(0);
  return {
    tmux,
    note: (line) => writeTo(terminal, line),
    lookForEnded: () => {
      try {
        process.kill(Number(server), 'SIGCHLD');
      } catch {
        // It has ended itself.
      }
    },
    label: async (pane, label) => {
      await tmux.run('set-option', '-p', '-t', pane, '@baton', plainLine(label).replaceAll('#', ''));
    },
    open: async (label, { file, args, cwd, env: own }) => {
      held(1);
      try {
        const variables = Object.entries(own).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
        const [opened = ''] = await tmux.run(
          ...['split-window', '-d', '-P', '-F', '#{pane_id} #{pane_pid}', '-t', `=${PANES_SESSION}:`],
          ...['-c', cwd.replaceAll('#', '##'), ...variables],
          // Several words are no line for a shell. An agent is not told of the server that it is in.
          ...['env', '-u', 'TMUX', '-u', 'TMUX_PANE', '-u', 'TERM_PROGRAM', '-u', 'TERM_PROGRAM_VERSION'],
          ...[file, ...args],
        );
        const [id = '', pid] = opened.split(' ');
        await tmux.run('set-option', '-p', '-t', id, '@baton', plainLine(label).replaceAll('#', ''));
        await layOut(tmux);
        return { id, pid: Number(pid) };
      } catch (cause) {
        held(-1);
        throw cause;
      }
    },
    close: async (pane) => {
      held(-1);
      await tmux.run('kill-pane', '-t', pane).catch(() => {});
      await layOut(tmux).catch(() => {});
    },
  };
};

/** On a crowded machine a server now and then ends as it starts. Nothing is in it yet, so another one is as good. */
const openAgain = async (socket: string, marker: string): Promise<Panes> => {
  for (let tries = 1; ; tries += 1)
    try {
      return await open(socket, marker);
    } catch (cause) {
      if (tries === TMUX_STARTS_MAX) throw cause;
    }
};

const servers = new Map<string, Promise<Panes>>();

/** Those of the run that this marker is of; made when they are first asked for. */
export const panesOf = (socket: string, marker: string): Promise<Panes> => {
  const known = servers.get(socket);
  if (known !== undefined) return known;
  if (!process.listeners('exit').includes(removeSockets)) process.on('exit', removeSockets);
  const forget = (): void => {
    if (servers.get(socket) !== opened) return;
    servers.delete(socket);
    removeSocket(socket);
  };
  const opened = openAgain(socket, `${marker.slice(0, marker.indexOf(GROUP))}${GROUP}tmux`);
  servers.set(socket, opened);
  opened.then((panes) => panes.tmux.closed).then(forget, forget);
  return opened;
};

/** Ends all servers of this process. */
export const closePanes = async (): Promise<void> => {
  for (const panes of servers.values()) await (await panes).tmux.close();
};
