// Whether a person is asking. An agent's processes carry its token in their environment, and so do their descendants'
// ancestors, whatever a descendant unsets. At isolation level `none` this catches mistakes and shortcuts, not malice.
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { BatonError } from '../../errors.ts';
import type { InheritedEnvironment } from '../../runners/commands/environment.ts';
import { processStat } from '../../std/processes/process-identity.ts';

const ANCESTORS_MAX = 64;
/** The token of an agent of a run. */
const OF_A_RUN = ['BATON_TOKEN'];
/** Coding agents set these for the commands that they run; none of them is a setting that people make. */
const OF_AN_AGENT = [
  ...OF_A_RUN,
  ...['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SESSION_ID'],
  ...['CODEX_SANDBOX', 'CODEX_THREAD_ID', 'GEMINI_CLI', 'QWEN_CODE', 'OPENCODE', 'CURSOR_AGENT'],
];
/** Programs that are agents themselves. */
const PROGRAMS = new Set(['claude', 'codex', 'gemini', 'opencode', 'qwen']);

const environmentOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
};

const carries = (pid: number, names: readonly string[]): boolean =>
  environmentOf(pid)
    .split('\0')
    .some((variable) =>
      names.some((name) => variable.startsWith(`${name}=`) && variable.length > name.length + 1),
    );

const isAgentProgram = (pid: number): boolean => {
  try {
    return PROGRAMS.has(readFileSync(`/proc/${pid}/comm`, 'latin1').trim());
  } catch {
    return false;
  }
};

/** Whether an ancestor, or the process itself, is one of those. */
const isAbove = (pid: number, matches: (ancestor: number) => boolean): boolean => {
  let current = pid;
  // Also the first process: in the pid namespace of an agent it is the agent's own, and all that detach come below it.
  for (let step = 0; step < ANCESTORS_MAX && current > 0; step += 1) {
    if (matches(current)) return true;
    current = processStat(current)?.parent ?? 0;
  }
  return false;
};

export interface Asking {
  readonly env: InheritedEnvironment;
  readonly pid: number;
}

export const isAgent = ({ env, pid }: Asking): boolean =>
  Boolean(env['BATON_TOKEN']) || isAbove(pid, (ancestor) => carries(ancestor, OF_A_RUN));

/** Also an agent that works alone, without a run. */
export const isAnyAgent = ({ env, pid }: Asking): boolean =>
  OF_AN_AGENT.some((name) => Boolean(env[name])) ||
  isAbove(pid, (ancestor) => carries(ancestor, OF_AN_AGENT) || isAgentProgram(ancestor));

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

/** For what an agent is held to: it must not lift that itself, with or without a run. */
export const requirePersonAlone = (asking: Asking): void => {
  if (!isAnyAgent(asking)) return;
  throw new BatonError(
    'PERSON_EXPECTED',
    'expected a person, but this command was started by an agent (its environment or a process above it says so)',
    {
      hint: 'Say in your last message what should be released and why, with the line "NOT DONE: why" at its end; a person runs this in a terminal of their own.',
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
