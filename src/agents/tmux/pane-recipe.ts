// A coding agent's own screen in a pane: `tmux:NAME`. How it is started and what its screen looks like is data (`panes` in the table of
// programs); what its hooks say ends the attempt.
import { BatonError } from '../../errors.ts';
import type { Task } from '../agent.ts';
import type { AttemptFiles } from '../attempt-files.ts';
import type { Recipe } from '../command/command-agent.ts';
import { endTold, type OutputReader, type ProgramIo, type Told } from '../command/output-reader.ts';
import { type AgentProgram, launchOf, type ProgramInPane, type ProgramOptions } from '../command/program.ts';
import type { Program } from '../process-session.ts';
import { type EventFolder, eventFolder } from './event-folder.ts';
import { paneEvent } from './pane-event.ts';
import { socketName } from './socket-name.ts';

/** How any program is played in a pane. */
interface PaneWay extends Pick<ProgramInPane, 'ready' | 'dialogs'> {
  launch(task: Task, files: AttemptFiles, events: EventFolder): Omit<Program, 'marker'>;
}

const paneReader = (title: string): OutputReader => {
  const told: Told = { denied: [] };
  let io: ProgramIo | undefined;
  return {
    line: (text) => {
      const { moment, session, message } = paneEvent(text);
      // A session that was never asked anything cannot be continued.
      if (moment === 'taken' && session !== undefined) told.session = session;
      if (moment !== 'over') return;
      told.isOver = true;
      if (message !== undefined) told.message = message;
      io?.finish();
    },
    begin: (given) => {
      io = given;
      if (told.isOver) io.finish();
    },
    ended: (end, otherwise) => {
      // Whoever said that its turn is over was asked to go: how it went says nothing.
      if (told.isOver === true && end.ended === undefined)
        return endTold(title, told, { ...end, exit: 0, signal: null }, otherwise);
      const isHungUp = end.signal === 'SIGHUP' && end.ended === undefined;
      const why = `the pane of ${title} was closed before its turn was over`;
      return endTold(title, told, end, isHungUp ? { end: 'failed', why } : otherwise);
    },
  };
};

const labelOf = ({ role, assignment }: Task): string => `[${role}] ${assignment}`;

export const paneRecipe = (name: string, title: string, way: PaneWay, stopHook?: string): Recipe => ({
  name,
  launch: (task, files) => {
    const events = eventFolder(files, task.byMessage ? undefined : stopHook);
    const prompt = files.put('prompt.md', task.prompt);
    return {
      ...way.launch(task, files, events),
      pane: {
        socket: socketName(task.runDirectory),
        label: labelOf(task),
        prompt,
        events: events.path,
        ready: way.ready,
        dialogs: way.dialogs,
      },
    };
  },
  reader: () => paneReader(title),
});

/** Throws where the program does not tell when its turn is over. */
export const programInPane = (program: AgentProgram, options: ProgramOptions): Recipe => {
  const { pane } = program;
  if (pane === undefined)
    throw new BatonError('AGENT_UNKNOWN', `${program.title} does not tell a pane when its turn is over`, {
      hint: `Play it headless: command:${program.name}.`,
    });
  const { name, title } = program;
  const launch: PaneWay['launch'] = (task, files, events) =>
    launchOf(program, options, task, pane.launch(task, options, files, events));
  return {
    ...paneRecipe(name, title, { ...pane, launch }, options.stopHook),
    installHint: `Install it with \`npm install -g ${program.package}\`, or name its program in baton.yaml.`,
  };
};
