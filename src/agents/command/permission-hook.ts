// How a program is told to ask Baton before each use of a tool: what the role may do stands in the line of the hook itself.
import { PERMISSION_GRACE_SECONDS, PERMISSION_HOOK_SECONDS } from '../../model/limits/permissions.ts';
import type { Policy } from '../../model/permissions/permissions.ts';
import type { Task } from '../agent.ts';
import { policyArgument, policyOf, requireHeeded } from '../permissions/attempt-policy.ts';
import type { AgentProgram, ProgramOptions } from './program.ts';

export interface PermissionHook {
  readonly command: string;
  /** How long the program must wait for it: a hook that its host gives up on is no answer. */
  readonly seconds: number;
}

const secondsFor = ({ asks }: Policy): number =>
  asks === undefined ? PERMISSION_HOOK_SECONDS : Math.ceil(asks.waitMs / 1_000) + PERMISSION_GRACE_SECONDS;

/** Undefined where nothing is said of the role. Throws where it is and nobody would be asked. */
export const permissionHookOf = (
  task: Task,
  { permissionHook }: ProgramOptions,
  { name, title }: Pick<AgentProgram, 'name' | 'title'>,
): PermissionHook | undefined => {
  const policy = policyOf(task);
  if (policy === undefined) return undefined;
  if (permissionHook === undefined) return requireHeeded(task, title);
  return { command: permissionHook(policyArgument(policy), name), seconds: secondsFor(policy) };
};
