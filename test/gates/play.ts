// Plays cases, several at a time; those with the same base share a world, one after the other.
import { type AnyRunner, type Files, type Gate, RUNNERS, type Runner, type Work } from './case.ts';
import { playHook } from './gate-hook.ts';
import { playRun } from './gate-run.ts';
import type { Played } from './played.ts';
import { PROJECTS } from './projects/projects.ts';
import { missingFor, missingIn, withPackages } from './toolchain.ts';
import { makeWorld, resetProject, type World } from './world.ts';

const commandLines = (commands: Readonly<Record<string, string>>): string =>
  Object.entries(commands)
    .map(([name, line]) => `  ${name}: ${JSON.stringify(line)}\n`)
    .join('');

/** What h3a asks for, and nobody here measures. */
const waivers = (commands: Readonly<Record<string, string>>): string =>
  `waived:\n${['coverage', 'lint', 'types']
    .filter((name) => commands[name] === undefined)
    .map((name) => `  ${name}: not in this project\n`)
    .join('')}`;

/** Runners that have a project that all cases share. */
const isRunner = (runner: AnyRunner): runner is Runner => RUNNERS.some((one) => one === runner);

/** What the project is before anybody works in it. */
export const baseOf = (work: Work, gate: Gate): Files => {
  const { runner, commands = {}, before = (same) => same, tested = false } = work;
  const files = before(isRunner(runner) ? PROJECTS[runner].files : {});
  const tests = tested && gate === 'hook' ? 'hook:\n  require: tested\n' : '';
  const yaml = `${files['baton.yaml']}${commandLines(commands)}${tests}${waivers(commands)}`;
  return withPackages({ ...files, 'baton.yaml': yaml });
};

/** What was done to the repository itself would stay. */
const needsOwnWorld = (work: Work): boolean => work.turns.some(({ run }) => run !== undefined);

export class Worlds {
  readonly #free = new Map<string, World[]>();

  async use<T>(work: Work, gate: Gate, play: (world: World) => Promise<T>): Promise<T> {
    const files = baseOf(work, gate);
    const key = JSON.stringify(files);
    const own = needsOwnWorld(work);
    const world = (own ? undefined : this.#free.get(key)?.pop()) ?? makeWorld(files);
    try {
      return await play(world);
    } finally {
      if (own) world.remove();
      else {
        resetProject(world);
        this.#free.set(key, [...(this.#free.get(key) ?? []), world]);
      }
    }
  }

  remove(): void {
    for (const world of [...this.#free.values()].flat()) world.remove();
    this.#free.clear();
  }
}

export type Outcome = Played | { readonly skipped: string };

const missing = new Map<string, string | undefined>();

export const play = async (worlds: Worlds, work: Work, gate: Gate, record = false): Promise<Outcome> => {
  if (!missing.has(work.runner)) missing.set(work.runner, missingFor(work.runner));
  const lacks = missing.get(work.runner) ?? missingIn(baseOf(work, gate));
  if (lacks !== undefined) return { skipped: lacks };
  return worlds.use(work, gate, (world) =>
    gate === 'hook' ? playHook(world, work, record) : playRun(world, work, gate, record),
  );
};
