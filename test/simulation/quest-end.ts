// What must be true of every simulated quest, and what of its end must be the same in all of them.
import { archivedFiles } from '../../src/runtime/files/contents.ts';
import { projectionsOf } from '../../src/runtime/files/projector.ts';
import { sha256 } from '../../src/std/sha256.ts';
import { DEFERRED_FILE, DISMISSED_FILE, parseDeferred } from '../../src/systems/quest/files/deferred.ts';
import { parseSnapshot, verifySnapshot } from '../../src/systems/quest/files/snapshot.ts';
import { questInspector } from '../../src/systems/quest/inspect/inspector.ts';
import { quest } from '../../src/systems/quest/workflow/quest.ts';
import { type Note, notesOf } from '../../src/systems/quest/workflow/record/notes.ts';
import type { Finished } from './play.ts';
import { assignmentsOf, checkGates, eventsOf } from './quest-gates.ts';
import { TOLD } from './quest-handing.ts';
import { checkHandoffs, checkSaid } from './quest-said.ts';
import { type QuestScenario, type Role, wordsAt } from './quest-scenario.ts';
import { ANSWER, LIES, PROJECT, workOf } from './quest-texts.ts';
import { expectThat } from './simulation-failure.ts';

const shown = (value: unknown): string => JSON.stringify(value, undefined, 1);

/** What people said is what counted, each time. */
const checkPeople = ({ entries }: Finished, scenario: QuestScenario): void => {
  const works = assignmentsOf(entries);
  for (const { assignment, outcome } of eventsOf(entries, 'submission-accepted')) {
    if (works.get(assignment)?.kind !== 'human') continue;
    const word = wordsAt(assignment, scenario);
    expectThat(outcome === word, () => `${assignment}: accepted ${outcome}, said ${word}`);
  }
};

/** Codes that this role may be told. */
const faultsOf = (role: Role, { slips, lie, drops, dismisses }: QuestScenario): readonly string[] => [
  ...(TOLD[slips[role] ?? 'none'] ?? []),
  ...(role === 'builder' && lie !== 'none' ? [LIES[lie]] : []),
  ...(role === 'fixer' && drops ? ['TESTS_REMOVED'] : []),
  ...(role === 'review-arbiter' && dismisses ? ['HANDOFF_CONTRADICTION'] : []),
];

/** Whoever does something wrong is told so, and nobody is told anything else. */
const checkRejections = ({ entries, world }: Finished, scenario: QuestScenario): void => {
  const works = assignmentsOf(entries);
  const told = new Map<string, Set<string>>();
  for (const { assignment, rejection } of eventsOf(entries, 'submission-rejected')) {
    if (rejection.status !== 'unmet') continue;
    const codes = rejection.problems.map(({ code }) => code);
    const { role = '' } = works.get(assignment) ?? {};
    told.set(assignment, new Set([...(told.get(assignment) ?? []), ...codes]));
    // Only an agent that ends too early says nothing.
    const silent = world.weather.agentCrash > 0 ? ['HANDOFF_MISSING'] : [];
    const allowed = [...silent, ...faultsOf(role as Role, scenario)];
    expectThat(
      codes.some((code) => allowed.includes(code)),
      () => `${assignment}: expected one of ${allowed.join(', ')}, got ${shown(rejection)}`,
    );
  }
  for (const { assignment } of eventsOf(entries, 'submission-accepted')) {
    const { role = '', round } = works.get(assignment) ?? {};
    const slip = scenario.slips[role as Role] ?? 'none';
    if (round !== 1 || slip === 'blocked' || slip === 'dies') continue;
    const [code] = TOLD[slip] ?? [];
    expectThat(
      code === undefined || told.get(assignment)?.has(code) === true,
      () => `${assignment} was accepted, and never told ${code}`,
    );
  }
};

/** The change is what honest work leaves: the last build, with every fix since. */
const checkTree = ({ entries, world }: Finished, { slips }: QuestScenario): void => {
  const works = assignmentsOf(entries);
  let [plan, loudness, fixes]: [number, string, number[]] = [0, '', []];
  let planned = 0;
  for (const { assignment, outcome } of eventsOf(entries, 'submission-accepted')) {
    const { phase, round = 0 } = works.get(assignment) ?? {};
    if (outcome === 'planned') planned = planNumber(entries, assignment);
    if (outcome === 'built') {
      const asks = round === 1 && (slips.builder === 'asks' || slips.builder === 'asks-much');
      [plan, loudness, fixes] = [planned, asks ? ANSWER : 'quietly', []];
    }
    if (phase === 'fixing' && outcome === 'fixed') fixes = [...fixes, round];
  }
  const expected = new Map(Object.entries({ ...PROJECT, ...workOf(plan, loudness, fixes) }));
  const [commit] = [...world.commits.values()];
  expectThat(
    commit?.tree === world.trees.put(expected),
    () => `committed ${shown(commit && [...world.trees.get(commit.tree)])}, expected ${shown([...expected])}`,
  );
};

/** How often planning had been entered by then. */
const planNumber = (entries: Finished['entries'], assignment: string): number => {
  const events = entries.flatMap((entry) => entry.events);
  const at = events.findIndex(
    (event) => event.kind === 'submission-accepted' && event.assignment === assignment,
  );
  return events.slice(0, at).filter((event) => event.kind === 'phase-entered' && event.phase === 'planning')
    .length;
};

/** What outlives the quest is kept once: findings that are left for a later one, or that were dismissed. */
const keptIn = ({ world }: Finished, file: string): readonly string[] => {
  const lines = world.appended.get(file) ?? [];
  const { value = [], problems } = parseDeferred(lines.join('\n'), file);
  const ids = value.map(({ finding_id }) => finding_id);
  expectThat(
    problems.length === 0 && new Set(ids).size === lines.length,
    () => `${file}: ${lines.join('\n')} ${shown(problems)}`,
  );
  return ids.toSorted();
};

/** Every file that there should be and no other, each as it should be. */
const checkFiles = ({ world }: Finished, made: ReadonlyMap<string, string>): void => {
  for (const [path, text] of made)
    expectThat(
      world.untidy.has(path) || world.files.get(path) === text,
      () => `${path} is not what was accepted:\n${world.files.get(path)}\nexpected:\n${text}`,
    );
  for (const path of world.files.keys())
    expectThat(made.has(path) || world.untidy.has(path), () => `${path} is left behind`);
  const desks = [...world.desks.keys()].filter((name) => !world.untidy.has(name));
  expectThat(desks.length === 0, () => `desks are left: ${desks.join(', ')}`);
};

/** Every round that was sealed is whole, and as its manifest says. */
const checkSealed = (files: ReadonlyMap<string, string>): void => {
  const folders = new Set([...files.keys()].map((path) => path.slice(0, path.lastIndexOf('/') + 1)));
  for (const folder of folders) {
    const named = new Map(
      [...files].flatMap(([path, text]) =>
        path.startsWith(folder) ? [[path.slice(folder.length), text] as const] : [],
      ),
    );
    const { value, problems } = parseSnapshot(
      named.get('snapshot.json') ?? '',
      named.get('snapshot.sha256') ?? '',
      ['claude', 'codex'],
    );
    const wrong = value === undefined ? problems : verifySnapshot(value, named);
    expectThat(wrong.length === 0, () => `${folder}: ${shown(wrong)}`);
  }
};

/** Quest's own inspector finds the directory in order; where a person accepted findings, the reviews still name the fixer. */
const checkInspected = ({ entries }: Finished, made: ReadonlyMap<string, string>): void => {
  const files = new Map([...made].filter(([name]) => questInspector.reads(name)));
  const accepted = eventsOf(entries, 'submission-accepted').some(({ outcome }) => outcome === 'accept');
  const problems = questInspector
    .run(files)
    .filter(({ message }) => !accepted || !message.startsWith('the quest is complete, but its review'));
  expectThat(problems.length === 0, () => `the inspector finds ${shown(problems)}`);
};

/** Two reviewers hand in in any order. */
const orderOf = (note: Note): string => (note.note === 'handoff' ? `${note.step} ${note.slot ?? ''}` : '');

const storyOf = (notes: readonly Note[]): string[] => {
  const found = [...notes];
  for (const [index, note] of notes.entries()) {
    const before = notes[index - 1];
    const together = note.note === 'handoff' && before?.note === 'handoff' && note.step === before.step;
    if (before !== undefined && together && orderOf(note) < orderOf(before))
      [found[index - 1], found[index]] = [note, before];
  }
  return found.map(({ at: _, ...note }) => JSON.stringify(note));
};

/** Files that say when something was. */
const isTimed = (path: string): boolean =>
  path.startsWith('logs/') ||
  ['state.json', 'orchestration.json'].includes(path) ||
  path.endsWith('user_replan_history.jsonl') ||
  // It has the digest of a backlog.
  path.includes('/snapshot.') ||
  path.endsWith('_backlog.json');

export const endOfQuest = (finished: Finished, scenario: QuestScenario): unknown => {
  const { state, contents } = finished;
  checkPeople(finished, scenario);
  checkRejections(finished, scenario);
  checkGates(finished, scenario);
  checkSaid(finished);
  checkTree(finished, scenario);
  const sealed = new Map(archivedFiles(quest, state).map(({ path, text = '' }) => [path, text]));
  checkSealed(sealed);
  const made = new Map([
    ...projectionsOf(quest, state, contents).map(({ path, text }) => [path, text] as const),
    ...sealed,
  ]);
  checkFiles(finished, made);
  checkHandoffs(finished);
  checkInspected(finished, made);
  return {
    notes: storyOf(notesOf(state.lines ?? [])),
    files: Object.fromEntries(
      [...made]
        .filter(([path]) => !isTimed(path))
        .map(([path, text]) => [path, sha256(text)])
        .sort(),
    ),
    deferred: keptIn(finished, DEFERRED_FILE),
    dismissed: keptIn(finished, DISMISSED_FILE),
  };
};
