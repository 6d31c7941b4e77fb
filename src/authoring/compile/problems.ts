// What types tell an author who writes TypeScript, told to everybody else: all problems at once, each with its place and
// the name that was probably meant.
import { isName } from '../../model/workflow/names.ts';
import type { Steps } from '../flow.ts';
import type { Step } from '../step.ts';
import { type AuthoringProblem, unknownName } from './authoring-problem.ts';
import { handleProblems } from './handle-problems.ts';
import {
  type AnyGo,
  ENDS,
  type ExitWay,
  exitsOf,
  guaranteesIn,
  ITEM_ENDS,
  isAgent,
  isForAll,
  isGo,
  isPerson,
  isRecord,
  isScope,
  outcomesSaid,
  targetsOf,
  type Way,
  waysOf,
} from './ways.ts';

const listed = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

const GO_MEMBERS = ['to', 'max', 'then', 'resets', 'if', 'else'];

const goProblems = (
  go: unknown,
  path: string,
  names: readonly string[],
  inScope: boolean,
): AuthoringProblem[] => {
  if (!isGo(go))
    return [
      {
        path,
        message: `expected a step, an end, or { to, max, then }, { to, resets }, { if, to, else }, got ${isRecord(go) ? `{ ${Object.keys(go).join(', ')} }` : String(go)}`,
      },
    ];
  const found: AuthoringProblem[] = isRecord(go)
    ? Object.keys(go)
        .filter((member) => !GO_MEMBERS.includes(member))
        .map((member) => unknownName(`${path}.${member}`, 'member', member, GO_MEMBERS, true))
    : [];
  for (const target of targetsOf(go)) {
    if (ITEM_ENDS.includes(target)) {
      if (!inScope)
        found.push({ path, message: `"${target}" ends an item of a scope, and this step is in none` });
    } else if (!names.includes(target) && !ENDS.includes(target))
      found.push(unknownName(path, 'step', target, [...names, ...ENDS]));
  }
  return [...found, ...limitProblems(go, path)];
};

const limitProblems = (go: AnyGo, path: string): AuthoringProblem[] => {
  if (typeof go === 'string') return [];
  if ('else' in go) return [...limitProblems(go.to, path), ...limitProblems(go.else, path)];
  if (!('max' in go)) return [];
  const { max, then }: { readonly max: unknown; readonly then?: unknown } = go;
  const bound = isRecord(max) && max['kind'] === 'limit' ? max['max'] : max;
  const isSetting = isRecord(bound) && bound['kind'] === 'setting' && typeof bound['initial'] === 'number';
  const count = isRecord(bound) && typeof bound['of'] === 'function' ? bound['cap'] : bound;
  return [
    ...(isSetting || (Number.isInteger(count) && Number(count) >= 1)
      ? []
      : [
          {
            path,
            message: `expected max to be a whole number from 1, a limit or a setting, got ${String(count)}`,
          },
        ]),
    ...(typeof then === 'string'
      ? []
      : [{ path, message: 'nothing says where it goes at the limit; add "then"' }]),
  ];
};

const declinedOf = (step: Step): readonly string[] =>
  isAgent(step) && step.spec.declines !== undefined ? [step.spec.declines.outcome] : [];

/** Those that the step itself names. */
const allOutcomes = (step: Step): readonly string[] | undefined => {
  const said = outcomesSaid(step);
  return said === undefined ? undefined : [...said, ...declinedOf(step)];
};

const coverProblems = (name: string, step: Step, next: unknown, ways: readonly Way[]): AuthoringProblem[] => {
  const said = outcomesSaid(step);
  const path = `flow.${name}`;
  if (isGo(next)) {
    if (said?.length === 1) return [];
    const which = said === undefined ? 'its "outcome" tells which' : listed(said);
    return [{ path, message: `step "${name}" has several outcomes (${which}); say for each where it goes` }];
  }
  const declined = declinedOf(step);
  const known = allOutcomes(step);
  const covered = ways.map(({ outcome }) => outcome);
  return [
    ...(known === undefined
      ? []
      : ways.flatMap((way) =>
          known.includes(way.outcome) ? [] : [unknownName(way.path, 'outcome', way.outcome, known, true)],
        )),
    ...(known ?? declined)
      .filter((outcome) => !covered.includes(outcome))
      .map((outcome) => ({ path, message: `nothing says where step "${name}" goes with "${outcome}"` })),
    ...eachProblems(name, step, next),
  ];
};

/** Of several items: what all must have, and what any may have. */
const eachProblems = (name: string, step: Step, next: unknown): AuthoringProblem[] => {
  if (!isAgent(step) || step.each === undefined) return [];
  const all = isRecord(next) && isRecord(next['all']) ? Object.keys(next['all']) : [];
  return all.length === 1
    ? []
    : [
        {
          path: `flow.${name}`,
          message: `step "${name}" is done for several items: expected { all: { OUTCOME: … }, any: { … } } with one outcome that all must have, got ${all.length}`,
        },
      ];
};

const outcomeProblems = (name: string, step: Step, outcomes: readonly string[]): AuthoringProblem[] => {
  const given = guaranteesIn(step);
  const named = isForAll(given) ? [] : Object.keys(given);
  const checks = isAgent(step) ? (step.spec.checks ?? []) : [];
  const chosen = isPerson(step)
    ? (['approve', 'reject', 'leavesOut'] as const).flatMap((member) => {
        const choice = step.spec[member];
        return choice === undefined || step.choices.includes(choice)
          ? []
          : [unknownName(`steps.${name}.${member}`, 'choice', choice, step.choices)];
      })
    : [];
  return [
    ...named
      .filter((outcome) => !outcomes.includes(outcome))
      .map((outcome) =>
        unknownName(`steps.${name}.guarantees.${outcome}`, 'outcome', outcome, outcomes, true),
      ),
    ...checks.flatMap((check) =>
      (check.on ?? [])
        .filter((outcome) => !outcomes.includes(outcome))
        .map((outcome) => unknownName(`steps.${name}.checks.${check.name}.on`, 'outcome', outcome, outcomes)),
    ),
    ...chosen,
  ];
};

const nameProblems = (name: string): AuthoringProblem[] => {
  const path = `steps.${name}`;
  if (!isName(name))
    return [{ path, message: 'expected a name of letters, digits, "-" and "_", beginning with a letter' }];
  return /^\d+$/.test(name) || ENDS.includes(name) || ITEM_ENDS.includes(name)
    ? [{ path, message: `"${name}" cannot be the name of a step; choose another word` }]
    : [];
};

/** Without a reader nobody could say what a message hands in. */
const handedInProblems = (name: string, step: Step): AuthoringProblem[] => {
  const handedIn: unknown = isAgent(step) ? step.spec.handedIn : undefined;
  if (handedIn === undefined) return [];
  const isWhole =
    isRecord(handedIn) && typeof handedIn['says'] === 'function' && typeof handedIn['read'] === 'function';
  const message = 'expected { says, read }, both functions: how to end, and what an ending says';
  return isWhole ? [] : [{ path: `steps.${name}.handedIn`, message }];
};

/** An exit goes one way: nothing is known there that a guard could ask. */
const exitProblems = (
  step: Step,
  exits: readonly ExitWay[],
  names: readonly string[],
  inScope: boolean,
): AuthoringProblem[] =>
  exits.flatMap(({ go, path, outcome }) => [
    ...(isAgent(step)
      ? []
      : [{ path, message: `only agents give up or run out of time: this step has no "${outcome}"` }]),
    ...(typeof go === 'object' && 'else' in go
      ? [{ path, message: 'expected a step, or one with a limit; a guard cannot be asked here' }]
      : goProblems(go, path, names, inScope)),
  ]);

const stepProblems = (
  name: string,
  step: Step,
  next: unknown,
  names: readonly string[],
  inScope: boolean,
): AuthoringProblem[] => {
  if (!isRecord(step) || !('kind' in step))
    return [
      {
        path: `steps.${name}`,
        message: `expected agent(…), agents(…), person(…), engine(…), fork() or scope(…), got ${String(step)}`,
      },
    ];
  const own = [...nameProblems(name), ...handleProblems(name, step), ...handedInProblems(name, step)];
  if (next === undefined)
    return [
      ...own,
      { path: `flow.${name}`, message: `nothing says where step "${name}" goes; add it to "flow"` },
    ];
  const ways = waysOf(name, step, next);
  const outcomes = ways.map(({ outcome }) => outcome);
  return [
    ...own,
    ...coverProblems(name, step, next, ways),
    ...ways.flatMap(({ go, path }) => goProblems(go, path, names, inScope)),
    // Where no outcome is named, those that the step names elsewhere cannot be compared with any.
    ...(isGo(next) && outcomesSaid(step) === undefined
      ? []
      : outcomeProblems(name, step, allOutcomes(step) ?? outcomes)),
    ...exitProblems(step, exitsOf(name, next), names, inScope),
    ...(isScope(step) && step.blocked !== undefined && !Object.hasOwn(step.steps, step.blocked)
      ? [unknownName(`steps.${name}.blocked`, 'step', step.blocked, Object.keys(step.steps))]
      : []),
    ...(isScope(step)
      ? flowProblems(step.steps, step.flow, true).map((found) => ({
          ...found,
          path: `steps.${name}.${found.path}`,
        }))
      : []),
  ];
};

export const flowProblems = (
  steps: Steps,
  flow: Readonly<Record<string, unknown>>,
  inScope = false,
): readonly AuthoringProblem[] => {
  const names = Object.keys(steps);
  return [
    ...(names.length === 0 ? [{ path: 'steps', message: 'expected at least one step, got none' }] : []),
    ...Object.keys(flow)
      .filter((name) => !names.includes(name))
      .map((name) => unknownName(`flow.${name}`, 'step', name, names, true)),
    ...Object.entries(steps).flatMap(([name, step]) => stepProblems(name, step, flow[name], names, inScope)),
  ];
};
