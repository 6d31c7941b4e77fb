// Agents and people of a collective in memory: honest ones, of which a test exchanges those that it is about.
import { type PlayOptions, play } from '../../../testing/play.ts';
import type { AgentScript, Scene, Turn } from '../../../testing/script.ts';
import { testEvidence } from '../../../testing/test-evidence.ts';
import { TASKS_FILE } from '../tasks/read-tasks.ts';
import { collective } from './collective.ts';

export interface GivenTask {
  readonly id: number;
  readonly title?: string;
  readonly dependencies?: readonly number[];
  readonly agent?: string;
  readonly kind?: string;
  readonly status?: string;
  readonly subtasks?: readonly GivenTask[];
}

const whole = ({
  id,
  title,
  dependencies = [],
  status = 'pending',
  subtasks = [],
  ...more
}: GivenTask): object => ({
  ...{ id, title: title ?? `Task ${id}`, description: `What task ${id} is about.`, status, dependencies },
  ...{ priority: 'medium', ...more, subtasks: subtasks.map(whole) },
});

export const tasksText = (...tasks: readonly GivenTask[]): string =>
  `${JSON.stringify({ master: { tasks: tasks.map(whole) } }, null, 2)}\n`;

export interface Said {
  readonly phase?: string;
  readonly from?: string;
  readonly to?: string;
  readonly status?: string;
  readonly metrics?: Readonly<Record<string, unknown>>;
  readonly retry_count?: number;
  readonly on_failure?: Readonly<Record<string, unknown>>;
}

/** A message that ends with the block. */
export const blockOf = ({ role }: Pick<Scene, 'role'>, said: Said = {}, above = 'It is done.'): string => {
  const { phase = 'Implementation', from = `@${role}`, to = 'None', status = 'complete', ...more } = said;
  const handoff = { phase, from, to, status, ...more };
  return `${above}\n\n\`\`\`yaml\nhandoff: ${JSON.stringify(handoff)}\n\`\`\`\n`;
};

export const taskOf = ({ inputs }: Scene): string => String(inputs['task']);

/** Writes one file for its task, and says that it is done. */
export const codes =
  (said: Said = {}, more: Turn['write'] = {}): AgentScript =>
  (scene) => ({
    write: {
      [`project:src/${taskOf(scene)}.js`]: `export const task = ${JSON.stringify(taskOf(scene))};\n`,
      ...more,
    },
    say: blockOf(scene, said),
  });

/** Sends a task to somebody. */
export const routesTo =
  (to: string, phase = 'Planning'): AgentScript =>
  (scene) => ({ say: blockOf(scene, { to, phase }) });

export const AGENTS: Readonly<Record<string, AgentScript>> = {
  'routing-agent': routesTo('@module-development-agent'),
  'module-development-agent': codes(),
};

export const played = ({
  agents,
  people,
  ...more
}: Omit<PlayOptions, 'request'> & { tasks?: string } = {}) => {
  const { tasks = tasksText({ id: 1 }), ...rest } = more;
  return play(collective, {
    request: 'Do the tasks',
    project: { [TASKS_FILE]: tasks, 'README.md': 'A project.\n' },
    evidence: testEvidence(),
    ...rest,
    agents: { ...AGENTS, ...agents },
    people: { approving: () => 'commit', ...people },
  });
};
