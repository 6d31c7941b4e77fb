// Whether a person is asking. An agent's processes carry its token in their environment, and so do their descendants'
// ancestors, whatever a descendant unsets. At isolation level `none` this catches mistakes and shortcuts, not malice.
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { BatonError } from '../errors.ts';
import type { InheritedEnvironment } from '../runners/environment.ts';
import { processStat } from '../std/process-identity.ts';

const ANCESTORS_MAX = 64;
const MARK = 'BATON_TOKEN=';

const environmentOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
};

const carriesToken = (pid: number): boolean =>
  environmentOf(pid)
    .split('\0')
    .some((variable) => variable.startsWith(MARK) && variable.length > MARK.length);

/** The nearest ancestor, or the process itself, that an agent was started as. */
const agentAbove = (pid: number): number | undefined => {
  let current = pid;
  for (let step = 0; step < ANCESTORS_MAX && current > 1; step += 1) {
    if (carriesToken(current)) return current;
    current = processStat(current)?.parent ?? 0;
  }
  return undefined;
};

export interface Asking {
  readonly env: InheritedEnvironment;
  readonly pid: number;
}

export const isAgent = ({ env, pid }: Asking): boolean =>
  Boolean(env['BATON_TOKEN']) || agentAbove(pid) !== undefined;

export const requirePerson = (asking: Asking): void => {
  if (!isAgent(asking)) return;
  throw new BatonError(
    'PERSON_EXPECTED',
    'expected a person, but this command was started by an agent of a run',
    {
      hint: 'Hand in your work with your tools; what a person decides, a person types in a terminal of their own.',
    },
  );
};

/** How a person's entries are signed in the journal. */
export const personName = (env: InheritedEnvironment): string => {
  try {
    return userInfo().username;
  } catch {
    return env['USER'] || env['LOGNAME'] || 'person';
  }
};
