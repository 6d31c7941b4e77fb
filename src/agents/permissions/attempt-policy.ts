// What the role of an attempt may do, with the folders of this attempt.
import { join, relative } from 'node:path';
import { BatonError } from '../../errors.ts';
import { PERMISSION_WAIT_MS, POLICY_BYTES_MAX } from '../../model/limits/permissions.ts';
import { type Policy, policyWord } from '../../model/permissions/permissions.ts';
import type { Task } from '../agent.ts';
import { realPath } from './real-path.ts';

const real = (path: string): string => realPath(path) ?? path;

/** Undefined: nothing is said of its role, and its program's own rules are what there is. */
export const policyOf = (task: Task): Policy | undefined => {
  const { permissions, desk, runDirectory, workingDirectory } = task;
  if (permissions === undefined) return undefined;
  const run = real(runDirectory);
  const prefix = relative(real(task.project), run);
  const own = desk === undefined ? run : real(desk);
  const tree = real(workingDirectory);
  const inner = [...new Set([own, run])];
  return {
    role: task.role,
    write: permissions.write ?? [],
    run: permissions.run ?? [],
    web: task.web === true,
    places: [
      ...inner.map((directory) => ({ directory, prefix })),
      ...(inner.includes(tree) ? [] : [{ directory: tree, prefix: '' }]),
    ],
    outputs: (task.outputs ?? []).map((path) => join(own, path)),
    ...(permissions.otherwise === 'ask'
      ? {
          asks: {
            waitMs: permissions.waitMs ?? PERMISSION_WAIT_MS,
            web: permissions.web === undefined,
          },
        }
      : {}),
  };
};

/** As an argument of the hook. */
export const policyArgument = (policy: Policy): string => {
  const bytes = Buffer.byteLength(JSON.stringify(policy));
  if (bytes > POLICY_BYTES_MAX)
    throw new BatonError(
      'AGENT_FAILED',
      `expected permissions of ${policy.role} of at most ${POLICY_BYTES_MAX} bytes, got ${bytes}; write fewer or shorter patterns`,
    );
  return policyWord(policy);
};

/** A role that may not do everything is not played by a program that cannot be held to it. */
export const notHeld = (task: Task, why: string, instead: string): never => {
  throw new BatonError(
    'AGENT_FAILED',
    `${why}, so it cannot be held to the permissions of ${task.role}; ${instead}`,
  );
};

/** A program that does not ask before it acts is not started for a role that may not do everything. */
export const requireHeeded = (task: Task, title: string): undefined => {
  if (task.permissions === undefined) return undefined;
  return notHeld(
    task,
    `${title} does not ask Baton before it acts`,
    'play the role with command: and claude, codex, gemini, qwen or copilot, or with a program over acp: that asks',
  );
};
