// Which way a quest goes, decided while it runs: by the router's judgement, by a person, and by what the project allows.
import { limit } from '../../../model/workflow/limit.ts';
import type { View } from '../../../model/workflow/view.ts';
import { parseAllowlist } from '../files/allowlist-file.ts';
import { type Route, routeOf } from '../files/router-file.ts';
import { allowlist, chosenMode, classification, set } from './nouns.ts';
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

const allowed = (view: View) => {
  const text = view.has(allowlist) ? view.text(allowlist) : '';
  return parseAllowlist(text, allowlist.path).value;
};

export const plansAllowed = (view: View): number =>
  allowed(view)?.gates?.max_plan_iterations ?? view.setting(set.plan_iterations);

export const planIterations = limit('plan_iterations', { of: plansAllowed, cap: PLAN_ITERATIONS_CAP });

export const fixesAllowed = (view: View): number => {
  const said = allowed(view);
  const most = said?.gates?.max_fix_iterations ?? view.setting(set.fix_iterations);
  const solo = said?.solo?.max_fix_iterations ?? view.setting(set.solo_fix_iterations);
  return Math.min(FIX_ITERATIONS_CAP, isSolo(view) ? Math.min(solo, most) : most);
};

export const fixIterations = limit('fix_iterations', { of: fixesAllowed, cap: FIX_ITERATIONS_CAP });

export const isAtFixCap = (view: View): boolean => view.count(fixIterations) >= fixesAllowed(view);

type Switch = 'auto_refine' | 'auto_build' | 'auto_fix';
const PHASE_OF: Readonly<Record<Switch, 'plan_refinement' | 'implementation' | 'fix_loop'>> = {
  auto_refine: 'plan_refinement',
  auto_build: 'implementation',
  auto_fix: 'fix_loop',
};

/** Whether the project lets this go on without a person. */
export const goesByItself = (view: View, name: Switch): boolean =>
  allowed(view)?.auto_approve_phases?.[PHASE_OF[name]] ?? view.setting(set[name]);

const slotsOf = (view: View, names: readonly [string, string], [a, b]: readonly [string, string]): Slot[] => {
  const one = { key: names[0], role: a };
  return isSolo(view) ? [one] : [one, { key: names[1], role: b }];
};

export const planSlots = (view: View): readonly Slot[] =>
  slotsOf(view, view.setting(set.plan_slots), ['plan-reviewer-a', 'plan-reviewer-b']);

export const codeSlots = (view: View): readonly Slot[] =>
  slotsOf(view, view.setting(set.code_slots), ['code-reviewer-a', 'code-reviewer-b']);
