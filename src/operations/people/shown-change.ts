// What a person sees of a change before they approve it: files, tests that say something else now, code that no test
// misses, and everything that nobody measured. Made from sealed trees, journalled evidence and verdicts, never from words.
import { untestedIn } from '../../checks/change/change-probed.ts';
import { type Fate, fateOf } from '../../checks/change/test-fates.ts';
import { allWorks } from '../../engine/reduce/past.ts';
import { causeText } from '../../errors.ts';
import type { Evidence, FileChange, TestRow, UntestedHunk } from '../../model/evidence.ts';
import { CHANGE_FILES_SHOWN_MAX } from '../../model/limits/limits.ts';
import { isError } from '../../model/problem.ts';
import { problemText } from '../../model/problem-text.ts';
import type { Entry } from '../../model/run/entry.ts';
import { DECISION_CLAUSE, EFFECT_CLAUSE, FORM_CLAUSE, type Judged } from '../../model/run/judged.ts';
import { type Digest, treeOid } from '../../model/run/sealed.ts';
import {
  SHOWN_FATES,
  type ShownChange,
  type ShownTest,
  type Unproved,
} from '../../model/run/shown-change.ts';
import type { State } from '../../model/run/state.ts';
import { findRepository } from '../../runners/trees/repository.ts';
import { diffTrees } from '../../runners/trees/tree-diff.ts';
import type { WaitingItem } from '../status/status.ts';
import type { RunPlace, System } from '../system.ts';
import { type ChangeTrees, treesAsked } from './change-trees.ts';

interface Observation {
  readonly key: string;
  readonly evidence: Evidence;
}

const observationsIn = ({ events }: Entry, tree: Digest): Observation[] =>
  events.flatMap((event) => (event.kind === 'evidence-observed' && event.key.includes(tree) ? [event] : []));

/** What the lines of evidence about a tree hold. */
export const wordsOfEvidence = (tree: Digest): readonly string[] => ['evidence-observed', treeOid(tree)];

/** What was observed about a tree, in the order of the journal. */
const observedAbout = async (system: System, run: RunPlace, tree: Digest): Promise<Observation[]> => {
  const found: Observation[] = [];
  const words = wordsOfEvidence(tree);
  await system.stores(run.place).readWanted(run.name, {
    wants: (line) => words.every((word) => line.includes(word)),
    onEntry: (entry) => {
      found.push(...observationsIn(entry, tree));
      return true;
    },
  });
  return found;
};

/** The same from lines that a store has found. */
export const observedInLines = (lines: readonly string[], tree: Digest): Observation[] =>
  lines.flatMap((line) => observationsIn(JSON.parse(line) as Entry, tree));

const isShown = (fate: Fate): fate is ShownTest['fate'] => SHOWN_FATES.some((shown) => shown === fate);

const shownTest = (row: TestRow): ShownTest[] => {
  const fate = fateOf(row);
  if (!isShown(fate)) return [];
  return [
    {
      name: row.name,
      ...(row.file === undefined ? {} : { file: row.file }),
      fate,
      ...(row.head === 'skipped' ? { skipped: true as const } : {}),
    },
  ];
};

/** Of the runs on both trees; of those that began elsewhere only where there are no others. */
export const testsSeen = (
  observations: readonly Observation[],
  { from, to }: ChangeTrees,
): ShownChange['tests'] => {
  const runs = observations.filter(
    ({ key, evidence }) => evidence.kind === 'test-runs' && key.includes(`>${to}`),
  );
  const last = runs.findLast(({ key }) => key.includes(`${from}>`)) ?? runs.at(-1);
  return last?.evidence.kind === 'test-runs' ? last.evidence.rows.flatMap(shownTest) : null;
};

export const untestedSeen = (observations: readonly Observation[]): readonly UntestedHunk[] | undefined => {
  const last = observations.findLast(({ evidence }) => evidence.kind === 'probe')?.evidence;
  return last?.kind === 'probe' ? untestedIn(last) : undefined;
};

interface JudgedBy {
  readonly assignment: string;
  readonly judged: Judged;
}

/** What was judged of accepted work: of the same item, or of the whole run where the question is about it. */
const judgedIn = (state: State, item: string): JudgedBy[] => {
  const scope = state.works[item]?.assignment.scope ?? '';
  return allWorks(state)
    .filter(
      ({ assignment, outcome }) => outcome !== undefined && (scope === '' || assignment.scope === scope),
    )
    .flatMap(({ assignment, judged = [] }) =>
      judged.map((one) => ({ assignment: assignment.id, judged: one })),
    );
};

/** That a file can be read, that a person decided and that Baton did something needs no proof. */
const NO_CLAIM = [FORM_CLAUSE, DECISION_CLAUSE, EFFECT_CLAUSE];

export const unprovedIn = (state: State, item: string): readonly Unproved[] => {
  const found = new Map<string, Unproved>();
  for (const { assignment, judged } of judgedIn(state, item)) {
    const { clause, basis, waiver } = judged;
    if (basis === 'measured' || NO_CLAIM.includes(clause)) continue;
    const key = JSON.stringify([clause, basis, waiver?.why]);
    const why = waiver === undefined ? {} : { why: waiver.why };
    const before = found.get(key)?.assignments ?? [];
    found.set(key, { clause, basis, ...why, assignments: [...before, assignment] });
  }
  return [...found.values()];
};

/** Clauses of accepted work that were met, counted by what they rest on; an exit code is measured too. */
export const clausesKnown = (
  state: State,
  item: string,
): { readonly measured: number; readonly stated: number; readonly waived: number } => {
  const found = judgedIn(state, item).flatMap(({ judged: { clause, basis } }) =>
    NO_CLAIM.includes(clause) ? [] : [`${basis === 'exit-code' ? 'measured' : basis} ${clause}`],
  );
  const count = (basis: string): number => new Set(found.filter((one) => one.startsWith(`${basis} `))).size;
  return { measured: count('measured'), stated: count('stated'), waived: count('waived') };
};

/** Told by the lists of tests and of untested parts already. */
const LISTED: readonly string[] = ['TESTS_CHANGED', 'TESTS_REMOVED', 'TESTS_SKIPPED', 'CHANGE_UNTESTED'];

const notesOn = (state: State, item: string, tree: Digest): readonly string[] => [
  ...new Set(
    judgedIn(state, item)
      .filter(({ judged }) => judged.evidence.some((key) => key.includes(tree)))
      .flatMap(({ judged }) => judged.problems)
      .filter((found) => !isError(found) && !LISTED.includes(found.code))
      .map(problemText),
  ),
];

const sum = (files: readonly FileChange[], of: (file: FileChange) => number | null): number =>
  files.reduce((total, file) => total + (of(file) ?? 0), 0);

/** What a change is shown with that follows from the state of the run alone. */
export interface ChangeAsked {
  readonly trees: ChangeTrees;
  readonly unproved: ShownChange['unproved'];
  readonly notes: ShownChange['notes'];
}

/** Undefined where nobody is to approve a change. */
export const changeAsked = (state: State, item: WaitingItem): ChangeAsked | undefined => {
  const trees = item.kind === 'approval' ? treesAsked(state, item) : undefined;
  return trees === undefined
    ? undefined
    : { trees, unproved: unprovedIn(state, item.id), notes: notesOn(state, item.id, trees.to) };
};

const shownChange = async (
  project: string,
  { trees, unproved, notes }: ChangeAsked,
  observations: readonly Observation[],
): Promise<ShownChange> => {
  const { files, cut } = await diffTrees(await findRepository(project), trees.from, trees.to);
  const untested = untestedSeen(observations);
  return {
    base: trees.from,
    tree: trees.to,
    filesChanged: files.length,
    added: sum(files, ({ added }) => added),
    removed: sum(files, ({ removed }) => removed),
    files: files.slice(0, CHANGE_FILES_SHOWN_MAX),
    cut,
    tests: testsSeen(observations, trees),
    ...(untested === undefined ? {} : { untested }),
    unproved,
    notes,
  };
};

/** The item with the change that it is about. A change that cannot be shown is no reason to hide the question. */
export const withChangeAsked = async <Item extends WaitingItem>(
  project: string,
  item: Item,
  asked: ChangeAsked | undefined,
  observed: (tree: Digest) => Promise<readonly Observation[]> | readonly Observation[],
): Promise<Item> => {
  if (asked === undefined) return item;
  try {
    return { ...item, change: await shownChange(project, asked, await observed(asked.trees.to)) };
  } catch (cause) {
    return { ...item, changeProblem: causeText(cause) };
  }
};

export const withChange = async <Item extends WaitingItem>(
  system: System,
  run: RunPlace,
  state: State,
  item: Item,
): Promise<Item> =>
  withChangeAsked(run.place.project, item, changeAsked(state, item), (tree) =>
    observedAbout(system, run, tree),
  );

export const withChanges = <Item extends WaitingItem>(
  system: System,
  run: RunPlace,
  state: State,
  items: readonly Item[],
): Promise<Item[]> => Promise.all(items.map((item) => withChange(system, run, state, item)));
