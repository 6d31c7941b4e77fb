// The program that an agent needs on this machine, known from its SPEC without starting it.
import { specsIn } from '../model/agent-list.ts';
import { customCommandOf } from '../model/custom-agent.ts';
import { findProgram } from '../std/processes/find-program.ts';
import { acpWords } from './acp/acp-recipe.ts';

/** Undefined for an agent that brings its own, or is a person. */
const programOf = (spec: string): string | undefined => {
  const [kind, ...rest] = spec.split(':');
  const name = rest.join(':');
  if (kind === 'acp') return acpWords(name)[0];
  return kind === 'command' ? (customCommandOf(spec)?.run[0] ?? name) : undefined;
};

const isThere = (program: string | undefined, path: string): boolean =>
  program === undefined || program.includes('/') || findProgram(program, path) !== undefined;

/** The program that is missing for it; of several agents one is enough. */
export const missingProgram = (spec: string, path: string): string | undefined => {
  const programs = specsIn(spec).map(programOf);
  return programs.some((program) => isThere(program, path)) ? undefined : programs[0];
};
