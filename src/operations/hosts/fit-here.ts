// Whether a run can be played on this machine: its agents' programs, the programs of its commands, its isolation, its workflow.
import { missingProgram } from '../../agents/needed-program.ts';
import { commandNamed } from '../../model/config.ts';
import { findRepository } from '../../runners/trees/repository.ts';
import { findProgram } from '../../std/processes/find-program.ts';
import { withBaseCommands } from '../runs/base-commands.ts';
import type { PlayOptions, RunCircumstances } from '../runs/play-run.ts';
import type { ReadRun } from '../runs/runs.ts';

/** A shell has these itself. */
const IN_SHELL = new Set(
  'cd test set export exec command eval true false if for while time ulimit umask'.split(' '),
);

/** The program that a line begins with, where that is a plain name. */
const programIn = (line: string): string | undefined => {
  const [first = ''] = line.trim().split(/\s+/);
  return /^[A-Za-z0-9][\w.+-]*$/.test(first) && !IN_SHELL.has(first) ? first : undefined;
};

/** The first program that is missing here; undefined where all are there. */
export const missingHere = async (
  { place, config }: RunCircumstances,
  { state }: ReadRun,
  { specs }: PlayOptions,
): Promise<string | undefined> => {
  const path = place.env['PATH'] ?? '';
  const ofAgents = Object.values(specs).flatMap((spec) => missingProgram(spec, path) ?? []);
  const repository = await findRepository(place.project);
  const pinned = await withBaseCommands(config, repository, state.run.base.tree);
  const ofCommands = pinned.config.namedCommands
    .flatMap((name) => programIn(commandNamed(pinned.config, name)?.line ?? '') ?? [])
    .filter((program) => findProgram(program, path) === undefined);
  return [...ofAgents, ...ofCommands][0];
};
