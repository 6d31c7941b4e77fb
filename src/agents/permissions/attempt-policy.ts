// What the role of an attempt may do, with the folders of this attempt.
import { join, relative } from 'node:path';
import { BatonError } from '../../errors.ts';
import { PERMISSION_WAIT_MS, POLICY_BYTES_MAX } from '../../model/limits-permissions.ts';
import type { Policy } from '../../model/permissions/permissions.ts';
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
export const policyText = (policy: Policy): string => {
  const text = JSON.stringify(policy);
  if (Buffer.byteLength(text) > POLICY_BYTES_MAX)
    throw new BatonError(
      'AGENT_FAILED',
      `expected permissions of ${policy.role} of at most ${POLICY_BYTES_MAX} bytes, got ${Buffer.byteLength(text)}; write fewer or shorter patterns`,
    );
  return text;
};

/** A program that does not ask before it acts is not started for a role that may not do everything. */
export const requireHeeded = (task: Task, title: string): undefined => {
  if (task.permissions === undefined) return undefined;
  throw new BatonError(
    'AGENT_FAILED',
    `${title} does not ask Baton before it acts, so it cannot be held to the permissions of ${task.role}; play the role with command:claude, or with a program over acp: that asks`,
  );
};
