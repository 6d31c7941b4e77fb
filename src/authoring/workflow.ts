// `workflow` checks what types could not, derives what need not be said, and makes the data that the engine runs and the
// prover reads.
import { BatonError } from '../errors.ts';
import type { Permissions } from '../model/permissions/permissions.ts';
import { SCHEMA, type Settings } from '../model/workflow/handles.ts';
import type { View } from '../model/workflow/view.ts';
import type { Happening, Workflow } from '../model/workflow/workflow.ts';
import type { AcceptedCall, Templates, Traces } from '../model/workflow/workflow-texts.ts';
import { type AuthoringProblem, unknownName } from './compile/authoring-problem.ts';
import { Book } from './compile/book.ts';
import { agentContract, engineContract, outcomesOf, personContract } from './compile/contracts.ts';
import { ALL_LIMITS, addPhase, type EventsByStep, type Surroundings } from './compile/phases.ts';
import { flowProblems } from './compile/problems.ts';
import { addRequests } from './compile/requests.ts';
import {
  isAgent,
  isEngine,
  isPerson,
  isScope,
  limitsIn,
  type Placed,
  placedIn,
  targetsOf,
} from './compile/ways.ts';
import type { Flow, StepNames, Steps } from './flow.ts';

/** One text; none while there is no such file; or several, by what stands for `*` in the path. */
export type Projected = string | undefined | Readonly<Record<string, string>>;

export interface WorkflowSpec<S extends Steps> {
  readonly says: string;
  /** Raised when runs that are under way cannot go on with the new definition. */
  readonly version?: number;
  /** Where run directories live, relative to the project. */
  readonly directory?: string;
  readonly steps: S;
  readonly flow: Flow<NoInfer<S>>;
  /** The first of `steps` when absent. */
  readonly first?: NoInfer<StepNames<S>>;
  /** Questions that an agent may ask a person in one piece of work. */
  readonly questions?: number;
  readonly settings?: Settings;
  readonly runName?: (request: string, at: string) => string;
  /** What a role may do, by its name; undefined where nothing is said of it. `roles` of baton.yaml comes first. */
  readonly permissions?: (view: View, role: string) => Permissions | undefined;
  /** Files made of what was accepted, by path; one that is not made is not there. `*` in the last part: several. */
  readonly projections?: Readonly<Record<string, (view: View) => Projected>>;
  /** Calls that were accepted, one line each, and the file that shows them. */
  readonly record?: { readonly path: string; readonly line: (call: AcceptedCall) => string };
  /** Words for what happens when a step is left, with the labels that people see. */
  readonly events?: {
    readonly labels: Readonly<Record<string, { readonly label: string }>>;
    readonly of: { readonly [K in keyof NoInfer<S>]?: string | Readonly<Record<string, string>> };
  };
  /** Lines that are kept of what happens, for `view.lines`. */
  readonly chronicle?: (happening: Happening) => readonly string[];
  /** Files for people to look at, which nothing is judged by. */
  readonly traces?: Traces;
  readonly templates?: Templates;
}

/** As compilation sees it: what types have checked is checked once more, for those who have none. */
type AnySpec = Omit<WorkflowSpec<Steps>, 'flow' | 'events'> & {
  readonly flow: Readonly<Record<string, unknown>>;
  readonly events?: {
    readonly labels: Readonly<Record<string, { readonly label: string }>>;
    readonly of: EventsByStep;
  };
};

const duplicates = (all: readonly Placed[]): readonly AuthoringProblem[] => {
  const seen = new Set<string>();
  return all.flatMap(({ name, step }) => {
    const names = isScope(step) || step.kind === 'fork' ? [] : [contractOf(name, step)];
    return names.flatMap((contract) => {
      if (!seen.has(contract)) {
        seen.add(contract);
        return [];
      }
      return [{ path: `steps.${name}`, message: `there are two steps or contracts named "${contract}"` }];
    });
  });
};

const problemsOf = (spec: AnySpec): readonly AuthoringProblem[] => {
  const found = flowProblems(spec.steps, spec.flow);
  const names = Object.keys(spec.steps);
  const all = found.length > 0 ? [] : placedIn(spec.steps, spec.flow);
  return [
    ...found,
    ...(spec.first === undefined || names.includes(spec.first)
      ? []
      : [unknownName('first', 'step', spec.first, names)]),
    ...Object.keys(spec.events?.of ?? {})
      .filter((name) => found.length === 0 && !all.some((placed) => placed.name === name))
      .map((name) => unknownName(`events.of.${name}`, 'step', name, names)),
    ...duplicates(all),
  ];
};

const contractOf = (name: string, step: Placed['step']): string =>
  isAgent(step) || isPerson(step) || isEngine(step) ? (step.spec.contract ?? name) : name;

const addStep = (around: Surroundings, placed: Placed, atLimit: boolean): void => {
  const { book } = around;
  const { name, step } = placed;
  if (isScope(step)) return;
  const contract = contractOf(name, step);
  if (isAgent(step)) {
    const outcomes = outcomesOf(book, placed, (step.each?.max ?? 1) > 1);
    book.contracts[contract] = agentContract(book, contract, step.roles, step.spec, outcomes);
  } else if (isPerson(step)) book.contracts[contract] = personContract(book, placed, step, atLimit);
  else if (isEngine(step)) book.contracts[contract] = engineContract(book, placed, step);
  addPhase(around, placed, contract);
};

const scopesOf = (all: readonly Placed[], book: Book): NonNullable<Workflow['scopes']> =>
  Object.fromEntries(
    all.flatMap(({ name, step, ways }) => {
      if (!isScope(step)) return [];
      const { items, max, parallel, grows, steps, blocked } = step;
      const made = [...book.made].flatMap(([phase, scope]) => (scope === name ? [phase] : []));
      const [first = '', ...others] = Object.keys(steps);
      const then = ways.flatMap(({ go }) => targetsOf(go))[0] ?? 'end';
      return [
        [
          name,
          {
            items: (view: View) =>
              items(view).map(({ key, after, role: _, ...inputs }) => ({ key, after: after ?? [], inputs })),
            ...{ min: 1, max, phases: [first, ...others, ...made], first, then },
            order: parallel > 1 ? { parallel } : ('sequential' as const),
            ...(grows ? { grows: true as const } : {}),
            ...(blocked === undefined ? {} : { blocked }),
          },
        ],
      ];
    }),
  );

/** "All limits" means all that there are. */
const withLimits = (phases: Workflow['phases'], limits: readonly string[]): Workflow['phases'] =>
  Object.fromEntries(
    Object.entries(phases).map(([name, { work, routes }]) => [
      name,
      {
        work,
        routes: routes.map((route) =>
          route.resets?.includes(ALL_LIMITS)
            ? { ...route, resets: limits.filter((limit) => limit !== route.counts) }
            : route,
        ),
      },
    ]),
  );

const projectionsOf = (
  made: NonNullable<AnySpec['projections']>,
  artifacts: Workflow['artifacts'],
): Pick<Workflow, 'projections' | 'owns'> => ({
  projections: (view) =>
    Object.entries(made).flatMap(([path, make]) => {
      const text = make(view);
      if (text === undefined) return [];
      if (typeof text === 'string') return [{ path, text }];
      return Object.entries(text).map(([name, one]) => ({ path: path.replace('*', name), text: one }));
    }),
  // An accepted file that is shown in another form is still whoever's who writes it.
  owns: Object.keys(made).filter((path) => !Object.values(artifacts).some((one) => one.path === path)),
});

const extrasOf = (spec: AnySpec, artifacts: Workflow['artifacts']): Partial<Workflow> => ({
  ...(spec.settings === undefined ? {} : { policy: spec.settings[SCHEMA] }),
  ...(spec.events === undefined ? {} : { events: spec.events.labels }),
  ...(spec.runName === undefined ? {} : { runName: spec.runName }),
  ...(spec.permissions === undefined ? {} : { permissions: spec.permissions }),
  ...(spec.projections === undefined ? {} : projectionsOf(spec.projections, artifacts)),
  ...(spec.record === undefined ? {} : { record: spec.record }),
  ...(spec.chronicle === undefined ? {} : { chronicle: spec.chronicle }),
  ...(spec.traces === undefined ? {} : { traces: spec.traces }),
  ...(spec.templates === undefined ? {} : { templates: spec.templates }),
});

const compiled = (name: string, spec: AnySpec): Workflow => {
  const all = placedIn(spec.steps, spec.flow);
  const book = new Book();
  const steps = new Map(all.map((placed) => [placed.name, placed]));
  const around: Surroundings = { book, steps, events: spec.events?.of ?? {} };
  const atLimits = new Set([
    ...all.flatMap(({ ways }) => ways.flatMap(({ go }) => limitsIn(go))),
    // Whoever is asked because others gave up decides as at a limit.
    ...all.flatMap(({ exits }) => exits.flatMap(({ go }) => targetsOf(go))),
    // And so does whoever is asked because an item is blocked.
    ...all.flatMap(({ step }) => (isScope(step) ? (step.blocked ?? []) : [])),
  ]);
  for (const placed of all) {
    addStep(around, placed, atLimits.has(placed.name));
    addRequests(book, placed, spec.questions);
  }
  const scopes = scopesOf(all, book);
  const { roles, artifacts, facts, contracts, limits, requests } = book;
  return {
    ...{ name, version: spec.version ?? 1, says: spec.says, directory: spec.directory ?? '.baton/runs' },
    first: spec.first ?? Object.keys(spec.steps)[0] ?? '',
    ...{ roles, artifacts, facts, contracts },
    phases: withLimits(book.phases, Object.keys(limits)),
    limits,
    ...(Object.keys(requests).length === 0 ? {} : { requests }),
    ...(Object.keys(scopes).length === 0 ? {} : { scopes }),
    ...extrasOf(spec, artifacts),
  };
};

/**
 * Makes a workflow of steps and the flow between them. All problems are thrown at once, each with its place. `prove` and
 * `baton prove` say whether it can run.
 *
 * @example
 * ```ts
 * const note = file('note.md');
 * const notes = workflow('notes', {
 *   says: 'A note, approved.',
 *   steps: {
 *     write: agent(role('writer'), { prompt: (view) => view.request, writes: [note] }),
 *     approve: person(['yes', 'no'], { reads: [note], ask: (view) => view.text(note) }),
 *   },
 *   flow: { write: 'approve', approve: { yes: 'end', no: 'write' } },
 * });
 * ```
 */
export const workflow = <const S extends Steps>(name: string, spec: WorkflowSpec<S>): Workflow => {
  const any = spec as AnySpec;
  const problems = problemsOf(any);
  if (problems.length > 0)
    throw new BatonError(
      'WORKFLOW_INVALID',
      `workflow "${name}":\n${problems.map(({ path, message }) => `  ${path}: ${message}`).join('\n')}`,
      { data: { problems } },
    );
  return compiled(name, any);
};
