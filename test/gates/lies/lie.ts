// What lies have in common: an honest feature around them, so that nothing but the lie can be caught.
import type { WorkKind } from '../../../src/model/workflow/work-kind.ts';
import type { Edit, Gate, Lie, NamedTest, Runner, Turn } from '../case.ts';
import { all } from '../edits.ts';
import { gatesFor } from '../gates-for.ts';
import { PROJECTS } from '../projects/projects.ts';

/** Clauses of the one family of checks. */
export const KEPT = ['tests-hold', 'tests-kept'];
export const GREEN = ['tests-green'];
export const OWED = ['red-then-green'];
export const SOUND = ['runner-sound'];
export const KIND = ['kind-kept'];
export const CHANGED = ['work-changed'];
/** The run is red, or the test is gone: both are true, and one of them is said first. */
export const KEPT_OR_GREEN = [...KEPT, ...GREEN];
export const ANY = [...KEPT, ...GREEN, ...OWED, ...SOUND];

export interface Told {
  readonly gates?: readonly Gate[];
  readonly story: string;
  readonly caughtBy?: readonly string[];
  readonly kind?: WorkKind;
  readonly released?: readonly string[];
  readonly knownFailures?: readonly string[];
  readonly before?: Edit;
  readonly run?: string;
  readonly turns?: readonly Turn[];
  readonly edit?: Edit;
  readonly tested?: boolean;
  readonly commands?: Readonly<Record<string, string>>;
  readonly names?: NamedTest;
}

const told = (
  runner: Runner,
  name: string,
  { edit, run, ...lie }: Told,
  caughtBy: readonly string[],
): Lie => {
  const id = `${runner}-${name}`;
  const turn = { edit: edit ?? ((files) => files), ...(run === undefined ? {} : { run }) };
  return {
    id,
    runner,
    turns: [turn],
    caughtBy,
    names: PROJECTS[runner].featureTest,
    ...lie,
    gates: gatesFor(id, runner, lie.gates),
  };
};

/** The feature is done and tested, the discount is broken on the way, and its test is made to say nothing. */
export const hides = (runner: Runner, name: string, lie: Told): Lie => {
  const { feature, breakDiscount } = PROJECTS[runner];
  const edit = all(feature, breakDiscount, lie.edit ?? ((files) => files));
  return told(runner, name, { ...lie, edit }, lie.caughtBy ?? KEPT);
};

/** As above, with another thing broken, which the edit does itself. */
export const breaks = (runner: Runner, name: string, lie: Told): Lie => {
  const edit = all(PROJECTS[runner].feature, lie.edit ?? ((files) => files));
  return told(runner, name, { ...lie, edit }, lie.caughtBy ?? KEPT);
};

/** The discount was broken before and its test red; the task is to fix it. A feature around it pays the owed test. */
export const shirks = (runner: Runner, name: string, lie: Told): Lie => {
  const { feature, breakDiscount, discountTest } = PROJECTS[runner];
  const edit = all(feature, lie.edit ?? ((files) => files));
  const red = { kind: 'fix', before: breakDiscount, knownFailures: [discountTest.name] } as const;
  return told(runner, name, { ...red, ...lie, edit }, lie.caughtBy ?? KEPT);
};

/** The new work itself is not what it seems. */
export const pretends = (runner: Runner, name: string, lie: Told): Lie =>
  told(runner, name, { tested: true, ...lie }, lie.caughtBy ?? OWED);
