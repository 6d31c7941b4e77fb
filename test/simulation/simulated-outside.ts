// The world around a holder: working trees, the run directory, git, re-executed tests. It outlives the processes; what
// a dead process asks of it does not happen. Everything that changes it is an operation that a crash may hit.

import { type Problem, problem } from '../../src/model/problem.ts';
import type { Digest } from '../../src/model/run/sealed.ts';
import type { EffectRequest, EffectResult } from '../../src/model/workflow/effect.ts';
import type { Desks, Outside, RunFiles, WorkFiles, Workspaces } from '../../src/runtime/ports.ts';
import { performInMemory } from '../../src/testing/effects-in-memory.ts';
import { TreesInMemory } from '../../src/testing/trees-in-memory.ts';
import type { Weather } from './run-plan.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedClock } from './simulated-clock.ts';
import { Crash, type SimulatedMount } from './simulated-disk.ts';
import { observeTrees } from './simulated-evidence.ts';

export interface Commit {
  readonly tree: Digest;
  readonly parent: string | null;
  readonly branch: string;
  readonly message: string;
}

const JOB_MS = 2_000;
const SLOW_JOB_MS_MAX = 150_000;

export class SimulatedWorld {
  readonly trees = new TreesInMemory();
  readonly workspaces = new Map<string, Map<string, string>>();
  /** The run directory. */
  readonly files = new Map<string, string>();
  /** Desks of blind work, by name. */
  readonly desks = new Map<string, Map<string, string>>();
  #desksNamed = 0;
  /** By the key of the effect that made them. */
  readonly commits = new Map<string, Commit>();
  readonly published = new Map<string, string>();
  /** Bullets in the files of roles, as they were added. */
  readonly preferences: string[] = [];
  /** Lines that were added to files of the project, by path. */
  readonly appended = new Map<string, string[]>();
  /** Files of the project that were brought up to date, by path. */
  readonly merged = new Map<string, string>();
  /** Files of the run directory that the holder could not write, or not take away, the last time that it tried. */
  readonly untidy = new Set<string>();
  readonly clock: SimulatedClock;
  readonly random: SeededRandom;
  readonly weather: Weather;

  constructor(clock: SimulatedClock, random: SeededRandom, weather: Weather) {
    this.clock = clock;
    this.random = random;
    this.weather = weather;
  }

  /** Nothing here was synced: each file is there, gone, empty, or half. */
  cutPower(): void {
    this.workspaces.clear();
    for (const files of [this.files, ...this.desks.values()]) this.#cutFiles(files);
  }

  newDeskName(): string {
    this.#desksNamed += 1;
    return `desk${this.#desksNamed}`;
  }

  #cutFiles(files: Map<string, string>): void {
    for (const [path, content] of files) {
      const left = this.random.pick([
        content,
        undefined,
        '',
        content.slice(0, this.random.below(content.length + 1)),
      ]);
      if (left === undefined) files.delete(path);
      else files.set(path, left);
    }
  }

  jobMs(): number {
    return this.random.chance(this.weather.slowVerdict) ? this.random.below(SLOW_JOB_MS_MAX) : JOB_MS;
  }
}

const perform = (world: SimulatedWorld, key: string, request: EffectRequest): EffectResult => {
  const result = performInMemory(world.trees, request);
  switch (request.action) {
    case 'merge':
      if (result.outcome !== 'merged') throw new Error('accepted parts conflict');
      break;
    case 'commit': {
      const { tree, parent, branch, message } = request;
      const known = world.commits.get(key);
      if (known !== undefined && known.tree !== tree)
        throw new Error(`${key} was performed with another tree`);
      world.commits.set(key, { tree, parent, branch, message });
      break;
    }
    case 'publish':
      world.published.set(key, request.commit);
      break;
    case 'preferences':
      for (const { role, bullets } of request.entries)
        for (const bullet of bullets)
          if (!world.preferences.includes(`${role}: ${bullet}`)) world.preferences.push(`${role}: ${bullet}`);
      break;
    case 'append': {
      const there = world.appended.get(request.path) ?? [];
      world.appended.set(request.path, [...new Set([...there, ...request.lines])]);
      break;
    }
    case 'merge-file': {
      const { path, was, now } = request;
      const there = world.merged.get(path) ?? was;
      // Nobody else is at work in the project, so the file is what it was, or what a repeated effect made of it.
      if (there !== was && there !== now) throw new Error(`${path} was changed by another effect`);
      world.merged.set(path, now);
      break;
    }
    case 'rebase':
      if (world.workspaces.has(request.assignment))
        world.workspaces.set(request.assignment, new Map(world.trees.get(request.tree)));
  }
  return result;
};

/** `operate` of the mount counts the operation, lets a crash hit it, and refuses a dead process. */
export const simulatedOutside = (world: SimulatedWorld, mount: SimulatedMount): Outside => ({
  observe: async (request) => {
    world.clock.count();
    mount.assertAlive();
    await world.clock.sleep(world.jobMs());
    return mount.operate('write', `outside ${request.kind}`, () => observeTrees(world.trees, request));
  },
  perform: async ({ key }, request) => {
    world.clock.count();
    mount.assertAlive();
    // What nobody waits for may also take longer than the run.
    await world.clock.sleep(request.action === 'preferences' ? world.jobMs() : JOB_MS);
    return mount.operate('write', `outside ${request.action}`, () => perform(world, key, request));
  },
});

export const simulatedWorkspaces = (world: SimulatedWorld, mount: SimulatedMount): Workspaces => ({
  open: async (assignment, tree) => {
    mount.operate('write', `workspace ${assignment}`, () =>
      world.workspaces.set(assignment, new Map(world.trees.get(tree))),
    );
    return `/simulated/${assignment}`;
  },
  seal: async (assignment) => {
    const files = world.workspaces.get(assignment);
    if (files === undefined) throw new Error(`there is no working tree of ${assignment}`);
    return { digest: mount.operate('write', `seal ${assignment}`, () => world.trees.put(files)), bytes: 0 };
  },
  close: async (assignment) => {
    mount.operate('write', `close ${assignment}`, () => world.workspaces.delete(assignment));
  },
  sweep: async (keep) => {
    mount.assertAlive();
    for (const assignment of world.workspaces.keys())
      if (!keep.includes(assignment)) world.workspaces.delete(assignment);
  },
});

const DESKS = '/simulated/desks';

/** The files of the desk that an agent is told. */
export const deskAt = (world: SimulatedWorld, directory: string): Map<string, string> | undefined =>
  world.desks.get(directory.slice(DESKS.length + 1));

export const simulatedDesks = (world: SimulatedWorld, mount: SimulatedMount): Desks => ({
  newName: () => world.newDeskName(),
  open: (name) => {
    const files = world.desks.get(name) ?? new Map<string, string>();
    if (!world.desks.has(name)) mount.operate('write', `desk ${name}`, () => world.desks.set(name, files));
    return simulatedDirectory(world, mount, `${DESKS}/${name}`, files);
  },
  list: async () => {
    mount.assertAlive();
    return [...world.desks.keys()];
  },
  remove: async (name) => {
    try {
      mount.operate('write', `remove desk ${name}`, () => world.desks.delete(name));
    } catch (cause) {
      if (cause instanceof Crash) throw cause;
      world.untidy.add(name);
    }
  },
});

const simulatedDirectory = (
  world: SimulatedWorld,
  mount: SimulatedMount,
  directory: string,
  held: Map<string, string>,
): WorkFiles & { change(verb: string, path: string, perform: () => void): Problem | undefined } => {
  /** A disk that takes nothing leaves the file as it is, and the process goes on. */
  const change = (verb: string, path: string, perform: () => void): Problem | undefined => {
    try {
      mount.operate('write', `${verb} ${path}`, perform);
      world.untidy.delete(path);
      return undefined;
    } catch (cause) {
      if (cause instanceof Crash) throw cause;
      world.untidy.add(path);
      return problem('FILE_UNWRITABLE', `could not write ${path}`, { file: path });
    }
  };
  return {
    directory,
    change,
    read: async (path) => {
      mount.assertAlive();
      const text = held.get(path);
      if (text !== undefined) return { value: text, problems: [] };
      return {
        value: undefined,
        problems: [problem('ARTIFACT_MISSING', `there is no ${path}`, { file: path })],
      };
    },
    write: async (files) =>
      files.flatMap(({ path, text }) =>
        held.get(path) === text ? [] : (change('project', path, () => held.set(path, text)) ?? []),
      ),
    remove: async (path) => {
      if (held.has(path)) change('remove', path, () => held.delete(path));
    },
  };
};

export const simulatedFiles = (world: SimulatedWorld, mount: SimulatedMount): RunFiles => {
  const { change, ...files } = simulatedDirectory(world, mount, '/run', world.files);
  return {
    ...files,
    list: async (directory) =>
      [...world.files.keys()]
        .filter((path) => path.startsWith(`${directory}/`))
        .map((path) => path.slice(directory.length + 1))
        .filter((name) => !name.includes('/')),
    append: async (path, text) => {
      change('append', path, () => world.files.set(path, (world.files.get(path) ?? '') + text));
    },
  };
};
