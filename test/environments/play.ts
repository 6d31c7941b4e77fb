// One environment, as a user comes to it: `init`, `doctor --run`, the Stop hook after an honest change, and a relay with it.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findProgram } from '../../src/std/processes/find-program.ts';
import { playHook } from '../gates/gate-hook.ts';
import { playRun } from '../gates/gate-run.ts';
import { baton, makeWorld, resetProject, type World } from '../gates/world.ts';
import type { Environment } from './environments.ts';

export interface Step {
  readonly step: 'init' | 'doctor' | 'hook' | 'relay';
  readonly ok: boolean;
  readonly says: string;
  readonly fix: string;
}

export const missingFor = ({ needs }: Environment, path: string): string[] =>
  needs.filter((program) =>
    program.startsWith('/') ? !existsSync(program) : findProgram(program, path) === undefined,
  );

const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const worldOf = (environment: Environment, path: string): World => {
  const made = makeWorld(environment.files);
  const world: World = {
    ...made,
    path: environment.systemPath === true ? SYSTEM_PATH : path,
    ...(environment.ownHome === true ? { home: process.env['HOME'] ?? made.home } : {}),
  };
  environment.prepare?.(world.project, path);
  return world;
};

const commit = ({ project }: World): void => {
  const git = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost'];
  execFileSync('git', [...git, 'add', '--all'], { cwd: project });
  execFileSync('git', [...git, 'commit', '--quiet', '-m', 'set up'], { cwd: project });
  execFileSync('git', ['tag', '--force', 'start'], { cwd: project, stdio: 'ignore' });
};

interface Told {
  readonly tried?: { readonly ok: boolean; readonly says: string; readonly fix?: string };
  readonly findings?: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly detail: string;
    readonly fix?: string;
  }[];
}

const told = async (world: World, args: readonly string[]): Promise<Told> => {
  const { stdout, stderr } = await baton(world, [...args, '--json']);
  try {
    return JSON.parse(stdout) as Told;
  } catch {
    throw new Error(`baton ${args.join(' ')} printed no JSON: ${stdout}${stderr}`);
  }
};

export const playEnvironment = async (environment: Environment, path: string): Promise<Step[]> => {
  const world = worldOf(environment, path);
  try {
    const { tried } = await told(world, ['init', '--yes', '--run']);
    commit(world);
    const found = (await told(world, ['doctor', '--run'])).findings?.find(({ name }) => name === 'test run');
    const steps: Step[] = [
      { step: 'init', ok: tried?.ok ?? false, says: tried?.says ?? '', fix: tried?.fix ?? '' },
      { step: 'doctor', ok: found?.ok ?? false, says: found?.detail ?? '', fix: found?.fix ?? '' },
    ];
    const work = {
      ...({ id: environment.name, runner: 'node', gates: [], story: 'an honest change' } as const),
      turns: [{ edit: (files: Environment['files']) => ({ ...files, ...environment.change }) }],
    };
    for (const step of ['hook', 'relay'] as const) {
      resetProject(world);
      const { accepted, said } =
        step === 'hook'
          ? await playHook(world, work, false)
          : await playRun(world, work, 'relay', false).catch((cause: Error) => ({
              accepted: false,
              said: cause.message,
            }));
      const isWaived = environment.isWaived === true && /does without tests/.test(said);
      steps.push({ step, ok: accepted || isWaived, says: said, fix: said });
    }
    return steps;
  } finally {
    world.remove();
  }
};

const isRight = ({ refused, adapted }: Environment, { step, ok, says, fix }: Step): boolean => {
  if (adapted !== undefined && step === 'init') return ok && adapted.test(says);
  if (refused === undefined) return ok;
  return !ok && (step === 'hook' || step === 'relay' || (refused.cause.test(says) && refused.fix.test(fix)));
};

/** Proven at every step; or refused with the true cause and the line that fixes it. */
export const isAsExpected = (environment: Environment, steps: readonly Step[]): boolean =>
  steps.every((step) => isRight(environment, step));
