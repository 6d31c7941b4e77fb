// `scripted:FILE`: real processes that do what a scenario says, through the same door as any agent.
import { type Agent, type Ended, type Task, taskEnvironment } from '../agent.ts';
import { type CommandAgentOptions, commandAgent, type Recipe } from '../command/command-agent.ts';
import type { OutputReader } from '../command/output-reader.ts';
import { BASIC_VARIABLES, passedEnvironment } from '../passed-environment.ts';
import type { Play } from './play.ts';
import { DOOR_GONE_EXIT, type PlayerLine } from './player-line.ts';
import { itemFor, loadScenario, type Scenario } from './scenario.ts';

export type ScriptedAgentOptions = CommandAgentOptions & {
  /** The Node that runs the player. */
  readonly node: string;
  /** Path of the built player. */
  readonly player: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
} & ({ readonly scenario: Scenario } | { readonly scenarioFile: string });

const SESSION = /^step:(\d{1,6})$/;

const playOf = (scenario: Scenario, task: Task): Play => {
  const { desk = task.runDirectory, workingDirectory } = task;
  const workingTree = [desk, task.runDirectory].includes(workingDirectory) ? null : workingDirectory;
  const resumeAt = SESSION.exec(task.session ?? '')?.[1];
  return {
    steps: itemFor(scenario, task),
    resumeAt: resumeAt === undefined ? null : Number(resumeAt),
    names: {
      ...task.inputs,
      run: task.runDirectory,
      desk,
      runId: task.run,
      attempt: task.attempt,
      project: workingTree ?? task.project,
    },
    runDirectory: task.runDirectory,
    desk,
    workingTree,
    workingDirectory,
  };
};

const playerLine = (line: string): PlayerLine | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'player' in value
      ? (value as PlayerLine)
      : undefined;
  } catch {
    return undefined;
  }
};

const playerReader = (): OutputReader => {
  let last: PlayerLine | undefined;
  return {
    line: (line) => {
      last = playerLine(line) ?? last;
    },
    ended: ({ exit }, otherwise): Ended => {
      if (last?.player === 'said' && exit === 0)
        return { end: 'finished', message: last.text, session: `step:${last.next}` };
      if (last?.player !== 'failed') return otherwise;
      return { end: 'failed', why: exit === DOOR_GONE_EXIT ? last.why : `scripted: ${last.why}` };
    },
  };
};

/** Throws SCENARIO_INVALID, with every problem, when the scenario cannot be played. */
export const scriptedAgent = (options: ScriptedAgentOptions): Agent => {
  const scenario = 'scenario' in options ? options.scenario : loadScenario(options.scenarioFile);
  const recipe: Recipe = {
    name: 'scripted',
    launch: (task) => ({
      file: options.node,
      args: [options.player],
      cwd: task.workingDirectory,
      env: { ...passedEnvironment(options.env ?? process.env, BASIC_VARIABLES), ...taskEnvironment(task) },
      stdin: JSON.stringify(playOf(scenario, task)),
    }),
    reader: playerReader,
  };
  return commandAgent(recipe, options);
};
