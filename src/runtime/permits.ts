// Wishes of agents that no rule of their role decides: put to a person, and waited for. Agents in this process ask here; hooks of
// their programs ask at the door.
import { openWish, permitFor } from '../engine/permits.ts';
import { closedBecause } from '../engine/rules/closed.ts';
import { PERMISSION_POLL_MS, PERMISSION_WAIT_MS } from '../model/limits/permissions.ts';
import type { Permissions } from '../model/permissions/permissions.ts';
import { isShowable, type Wish, wishKey, wishSchema, wishText } from '../model/permissions/wish.ts';
import type { Answer } from '../model/run/answer.ts';
import { workOf } from '../model/run/state.ts';
import { PERMISSION } from '../model/workflow/names.ts';
import { redactDeep } from '../std/redact.ts';
import type { CallOptions, Permits } from './door-api.ts';
import { permissionsOf, type TaskOptions } from './task.ts';
import type { Bearer } from './tokens.ts';
import { waitFor } from './verdicts.ts';
import { actorOf, refused } from './visitors.ts';

export interface PermitsOptions extends Pick<TaskOptions, 'workflow' | 'ports' | 'store' | 'loop'> {
  readonly after: (ms: number, call: () => void) => () => void;
}

/** What the role of this assignment may do. */
const allowedTo = async (options: PermitsOptions, assignment: string): Promise<Permissions | undefined> => {
  const { state } = options.loop;
  const work = state.works[assignment];
  return work === undefined ? undefined : (await permissionsOf(options, state, work)).permissions;
};

const answerOf = ({ loop }: PermitsOptions, bearer: Bearer, key: string): Answer | undefined => {
  const { state } = loop;
  const closed = closedBecause(state, bearer.assignment, bearer.attempt);
  if (closed !== undefined) return refused(closed.code, closed.message, 'end your turn');
  const decided = permitFor(state, workOf(state, bearer.assignment), key);
  if (decided === undefined) return undefined;
  const allowed = decided.permit === 'allow' || decided.permit === 'always';
  const by = decided.permit === 'late' ? '' : 'by a person: ';
  return {
    status: 'answered',
    message: `${by}${decided.why || 'allowed for the rest of the run'}`,
    request: PERMISSION,
    answer: allowed ? 'allow' : 'refuse',
  };
};

const wait = async (
  options: PermitsOptions,
  bearer: Bearer,
  wish: Wish,
  patience: CallOptions,
  waitMs: number,
): Promise<Answer> => {
  const { loop } = options;
  const { role, assignment, attempt } = bearer;
  const key = wishKey(wish);
  const text = `${role} wishes to ${wishText(wish)}`;
  const { entry } = await loop.give(
    { kind: 'permission', assignment, attempt, key, text, waitMs },
    actorOf(bearer),
  );
  const no = entry?.events.find((event) => event.kind === 'submission-refused');
  if (no !== undefined) return refused('REQUEST_LIMIT', no.message, 'do without it');
  const find = (): Answer | undefined => answerOf(options, bearer, key);
  const found = find() ?? (await waitFor(options, find, { waitMs: PERMISSION_POLL_MS, ...patience }));
  if (found !== undefined) return found;
  const work = loop.state.works[assignment];
  const open = work === undefined ? undefined : openWish(loop.state, work, key);
  return { status: 'asked', message: 'a person is asked', request: open?.id ?? '', parks: true };
};

const notAsked = (why: string): Answer => refused('TOOL_UNKNOWN', `nobody is asked about it: ${why}`);

export const createPermits = (options: PermitsOptions): Permits => {
  const ask: Permits['ask'] = async (bearer, args, patience) => {
    const permissions = await allowedTo(options, bearer.assignment);
    if (permissions?.otherwise !== 'ask') return notAsked(`${bearer.role} has no \`otherwise: ask\``);
    // A secret in it is struck out before a person, or the journal, sees it.
    const wish = wishSchema.safeParse(redactDeep(args, options.loop.redact));
    if (!wish.success || !isShowable(wish.data)) return notAsked('it cannot be shown to a person whole');
    return wait(options, bearer, wish.data, patience, permissions.waitMs ?? PERMISSION_WAIT_MS);
  };
  return {
    ask,
    decide: async (bearer, wish) => {
      let answer = await ask(bearer, wish, {});
      // Its end is in the journal: a person decides, or the time for it is over.
      while (answer.status === 'asked') answer = await ask(bearer, wish, {});
      const allowed = answer.status === 'answered' && answer.answer === 'allow';
      return { allowed, because: answer.message };
    },
  };
};
