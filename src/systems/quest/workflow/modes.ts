// Which way a quest goes, decided while it runs: by the router's judgement, by a person, and by what the project allows.
import type { Permissions } from '../../../model/permissions/permissions.ts';
import { limit } from '../../../model/workflow/limit.ts';
import type { View } from '../../../model/workflow/view.ts';
import {
  type Allowlist,
  type AutoPhase,
  fixIterationsMax,
  parseAllowlist,
  permissionsOf,
} from '../files/allowlist/allowlist-file.ts';
import { MODEL_ROLES } from '../files/orchestration-file.ts';
import { type Route, routeOf } from '../files/router-file.ts';
import { allowlist, chosenMode, classification, NO_ALLOWLIST, set } from './nouns.ts';
import { FIX_ITERATIONS_CAP, PLAN_ITERATIONS_CAP } from './policy.ts';

export interface Slot {
  readonly key: string;
  readonly role: string;
}

/** After all questions a request that is still thin is planned like any other. */
export const routeTaken = (view: View): Exclude<Route, 'questioner'> => {
  const chosen = view.memo(chosenMode);
  if (chosen === 'workflow' || chosen === 'solo') return chosen;
  const route = routeOf(view.value(classification));
  return route === 'questioner' ? 'workflow' : route;
};

/** One reviewer, and nobody who judges between two. */
export const isSolo = (view: View): boolean => routeTaken(view) === 'solo';

/** What the project's own allowlist says; undefined where it has none, and its settings decide. */
export const allowedBy = (view: View): Allowlist | undefined => {
  const text = view.has(allowlist) ? view.text(allowlist).trim() : NO_ALLOWLIST;
  return text === NO_ALLOWLIST ? undefined : parseAllowlist(text, allowlist.path).value;
};

/**
 * What a role may do by the project's allowlist. One without a word on any role binds nobody; one that cannot be read allows
 * nothing.
 */
export const permissionsByAllowlist = (view: View, role: string): Permissions | undefined => {
  const text = view.has(allowlist) ? view.text(allowlist).trim() : NO_ALLOWLIST;
  if (text === NO_ALLOWLIST) return undefined;
  const said = parseAllowlist(text, allowlist.path).value;
  if (said === undefined) return {};
  if (said.permissions === undefined) return undefined;
  const known = MODEL_ROLES.find((name) => name === role);
  const { file_write: write, bash: run } = (known && permissionsOf(said, known)) ?? {};
  return { ...(write === undefined ? {} : { write }), ...(run === undefined ? {} : { run }) };
};

export const plansAllowed = (view: View): number =>
  allowedBy(view)?.maxPlanIterations ?? view.setting(set.plan_iterations);

export const planIterations = limit('plan_iterations', { of: plansAllowed, cap: PLAN_ITERATIONS_CAP });

export const fixesAllowed = (view: View): number => {
  const said = allowedBy(view);
  const mode = isSolo(view) ? 'solo' : 'workflow';
  if (said !== undefined) return fixIterationsMax(said, mode);
  const most = view.setting(set.fix_iterations);
  return mode === 'solo' ? Math.min(view.setting(set.solo_fix_iterations), most) : most;
};

export const fixIterations = limit('fix_iterations', { of: fixesAllowed, cap: FIX_ITERATIONS_CAP });

export const isAtFixCap = (view: View): boolean =>
  view.count(fixIterations) >= Math.min(fixesAllowed(view), FIX_ITERATIONS_CAP);

type Switch = 'auto_refine' | 'auto_build' | 'auto_fix';
const PHASE_OF: Readonly<Record<Switch, AutoPhase>> = {
  auto_refine: 'plan_refinement',
  auto_build: 'implementation',
  auto_fix: 'fix_loop',
};

/** Whether the project lets this go on without a person. */
export const goesByItself = (view: View, name: Switch): boolean =>
  allowedBy(view)?.autoApprove[PHASE_OF[name]] ?? view.setting(set[name]);

const slotsOf = (view: View, names: readonly [string, string], [a, b]: readonly [string, string]): Slot[] => {
  const one = { key: names[0], role: a };
  return isSolo(view) ? [one] : [one, { key: names[1], role: b }];
};

export const planSlots = (view: View): readonly Slot[] =>
  slotsOf(view, view.setting(set.plan_slots), ['plan-reviewer-a', 'plan-reviewer-b']);

export const codeSlots = (view: View): readonly Slot[] =>
  slotsOf(view, view.setting(set.code_slots), ['code-reviewer-a', 'code-reviewer-b']);
