// What must be true of every simulated h3a run, and what of its end must be the same in all of them.

import { holdsKey } from '../../src/engine/satisfied.ts';
import type { Entry } from '../../src/model/run/entry.ts';
import type { Event } from '../../src/model/run/event.ts';
import { treeDigest, treeOid } from '../../src/model/run/sealed.ts';
import { projectionsOf } from '../../src/runtime/files/projector.ts';
import { APPROVAL, EVIDENCE, HANDOFF, LEDGER, ROADMAP, STATE } from '../../src/systems/h3a/files/files.ts';
import { parseRoadmap } from '../../src/systems/h3a/files/roadmap-file.ts';
import { hashFits, parseEvidenceLog } from '../../src/systems/h3a/inspect/evidence-log.ts';
import { parseLedger } from '../../src/systems/h3a/inspect/ledger.ts';
import { h3a } from '../../src/systems/h3a/workflow/h3a.ts';
import { type Note, notesOf } from '../../src/systems/h3a/workflow/notes.ts';
import {
  assignmentsOf,
  isByChecks,
  type LedgerEvent,
  lastEvents,
  ledgerIn,
  ledgerOf,
  taskOf,
} from './h3a-ledger.ts';
import type { H3aScenario } from './h3a-play.ts';
import { CHANGE, LIES, LOUDNESS, nameOf, PROJECT, RELAXED, RULING, taskIds, workOf } from './h3a-texts.ts';
import type { Finished } from './play.ts';
import { expectThat } from './simulation-failure.ts';

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

const events = <K extends Event['kind']>(entries: readonly Entry[], kind: K): Of<K>[] =>
  entries.flatMap((entry) => entry.events.filter((event): event is Of<K> => event.kind === kind));

const shown = (value: unknown): string => JSON.stringify(value, undefined, 1);

/** Outcomes of a contract that were accepted for a task, in order. */
const outcomesOf = ({ entries }: Finished, contract: string, task: string): string[] => {
  const works = assignmentsOf(entries);
  return events(entries, 'submission-accepted')
    .filter(({ assignment }) => {
      const work = works.get(assignment)!;
      return work.contract === contract && taskOf(work.scope) === task;
    })
    .map(({ outcome }) => outcome);
};

const checkSaid = (what: string, found: readonly string[], said: (round: number) => string): void => {
  const expected = found.map((_, index) => said(index));
  expectThat(
    found.length > 0 && shown(found) === shown(expected),
    () => `${what}: accepted ${shown(found)}, said ${shown(expected)}`,
  );
};

/** What validators and people said is what counts, round by round, and the last word is a pass. */
const checkStory = (finished: Finished, { tasks }: H3aScenario): void => {
  for (const [index, task] of taskIds(tasks.length).entries()) {
    const { verdicts, passesWithNotes, decisions, rulings } = tasks[index]!;
    const pass = passesWithNotes ? 'pass_with_notes' : 'pass';
    checkSaid(`verdicts of ${task}`, outcomesOf(finished, 'H3', task), (round) => verdicts[round] ?? pass);
    checkSaid(
      `decisions on ${task}`,
      outcomesOf(finished, 'G3', task),
      (round) => decisions[round] ?? 'approve',
    );
    const ruled = outcomesOf(finished, 'ruling', task);
    if (ruled.length > 0) checkSaid(`rulings on ${task}`, ruled, (round) => rulings[round] ?? 'executor');
    expectThat(
      outcomesOf(finished, 'G3', task).at(-1) === 'approve' &&
        shown(outcomesOf(finished, 'commit', task)) === shown(['committed']),
      () => `${task} is not approved and committed once`,
    );
  }
};

/** What a person changed of the policy is so from then on, and nobody else changes any. */
const checkPolicy = (finished: Finished, { tasks }: H3aScenario): void => {
  const changed = events(finished.entries, 'policy-changed');
  const ruled = taskIds(tasks.length).flatMap((task, index) =>
    tasks[index]!.relaxes ? outcomesOf(finished, 'ruling', task) : [],
  );
  const { lines } = finished.state.run.options['policy'] as { readonly lines: number };
  expectThat(
    changed.length === ruled.length && (lines === RELAXED) === ruled.length > 0,
    () => `${ruled.length} answers change the policy, ${changed.length} did; lines: ${lines}`,
  );
};

/** Dishonest work is refused by the clause that is meant for it, honest work never for a fault of its own. */
const checkRejections = ({ entries }: Finished, { tasks }: H3aScenario): void => {
  const works = assignmentsOf(entries);
  const rejected = events(entries, 'submission-rejected');
  const wanted = (contract: string, index: number): string | undefined => {
    const { plan, lie, misreports } = tasks[index]!;
    if (contract === 'H1') return { clear: undefined, vague: 'h1-preflight', malformed: 'form' }[plan];
    if (contract === 'H2') return lie === 'none' ? undefined : LIES[lie];
    return contract === 'H3' && misreports ? 'claims-match' : undefined;
  };
  const inFirstRound = (contract: string, task: string) =>
    rejected.filter(({ assignment }) => {
      const work = works.get(assignment)!;
      return work.contract === contract && work.round === 1 && taskOf(work.scope) === task;
    });
  for (const event of rejected.filter(({ rejection }) => rejection.status === 'unmet')) {
    const { contract, scope, round } = works.get(event.assignment)!;
    const clause = wanted(contract, taskIds(tasks.length).indexOf(taskOf(scope) as never));
    expectThat(
      round === 1 && clause !== undefined && event.rejection.clauses.includes(clause),
      () => `${event.assignment}: expected ${clause ?? 'no rejection'}, got ${shown(event.rejection)}`,
    );
  }
  for (const [index, task] of taskIds(tasks.length).entries())
    for (const contract of ['H1', 'H2', 'H3']) {
      const found = inFirstRound(contract, task).map(({ rejection }) => rejection.status);
      const unmet = found.filter((status) => status === 'unmet').length;
      // Where nothing could be measured the lie was not found, and was not accepted either.
      const due = wanted(contract, index) !== undefined && !found.includes('unproven') ? 1 : 0;
      expectThat(unmet >= due && unmet <= 1, () => `${contract} of ${task}: rejected ${shown(found)}`);
    }
};

const wordsOf = ({ gate, status, agent, task }: LedgerEvent): string => [gate, status, agent, task].join(' ');

/** Every line of the ledger follows from the journal, and nothing of the journal is missing from it. */
const checkLedger = ({ entries, state }: Finished, text: string, { tasks }: H3aScenario): void => {
  const [there, expected] = [ledgerIn(text), ledgerOf(entries)].map((ledger) => ledger.map(wordsOf));
  const at = expected!.findIndex((line, index) => line !== there![index]);
  expectThat(
    at === -1 && there!.length === expected!.length,
    () => `line ${at} of the ledger is "${there![at]}", the journal says "${expected![at]}":\n${text}`,
  );
  const { problems } = parseLedger(text, LEDGER, taskIds(tasks.length));
  expectThat(problems.length === 0, () => `the ledger cannot be read: ${shown(problems)}`);
  const noted = (state.lines ?? []).length;
  const written = events(entries, 'noted').flatMap(({ lines }) => lines).length;
  expectThat(noted === written, () => `${written} lines were noted, ${noted} are kept`);
  for (const task of taskIds(tasks.length)) {
    const last = lastEvents(ledgerIn(text), task);
    expectThat(
      Object.values(last).every((status) => status === 'PASSED') && Object.keys(last).length >= 4,
      () => `${task} is done, and its gates are ${shown(last)}`,
    );
  }
};

/** Each fact is about the bytes that are there; those about the code before the commit are about that commit's. */
const checkFacts = ({ state }: Finished): void => {
  for (const fact of ['validated', 'approved'])
    expectThat(holdsKey(state, fact), () => `${fact} does not hold: ${shown(state.facts[fact])}`);
  for (const fact of ['red.discriminates', 'tests.green', 'scope.kept', 'coverage.kept'])
    expectThat(
      state.facts[fact]?.about['tree'] === state.artifacts['tree']?.digest,
      () => `${fact} is about another tree: ${shown(state.facts[fact])}`,
    );
  const { approved, tree } = state.artifacts;
  expectThat(
    approved?.digest === tree?.digest,
    () => `approved ${approved?.digest}, worked at ${tree?.digest}`,
  );
};

/** The commits are what honest work leaves, one on top of the other. */
const checkTrees = (finished: Finished, { tasks }: H3aScenario): void => {
  const { world, state } = finished;
  const commits = [...world.commits.values()];
  const expected = new Map(Object.entries(PROJECT));
  for (const [index, task] of taskIds(tasks.length).entries()) {
    const rounds = outcomesOf(finished, 'H2', task).length;
    const loudness = tasks[index]!.blocked ? LOUDNESS : 'quietly';
    for (const [path, text] of Object.entries(workOf(nameOf(task), rounds, loudness)))
      expected.set(path, text);
    const commit = commits[index];
    expectThat(
      commit?.tree === world.trees.put(expected),
      () =>
        `${task}: committed ${shown([...world.trees.get(commit!.tree)])}, expected ${shown([...expected])}`,
    );
    const before = commits[index - 1];
    expectThat(
      commit?.parent === (before === undefined ? null : treeOid(before.tree)),
      () => `${task} is committed on ${commit?.parent}, expected ${shown(before)}`,
    );
  }
  expectThat(
    state.artifacts['approved']?.digest === treeDigest(treeOid(commits.at(-1)!.tree)),
    () => 'what is approved is not what was committed last',
  );
};

/** Who fixes is told what the person said, each time that it is started. */
const checkTold = ({ entries, told }: Finished): void => {
  const works = assignmentsOf(entries);
  let words: string | undefined;
  for (const event of entries.flatMap((entry) => entry.events)) {
    if (event.kind === 'submission-accepted') {
      const { contract } = works.get(event.assignment)!;
      words =
        contract === 'ruling'
          ? RULING
          : contract === 'G3' && event.outcome !== 'approve'
            ? CHANGE
            : undefined;
    }
    if (event.kind !== 'work-opened' || event.assignment.kind !== 'agent' || words === undefined) continue;
    const said = words;
    for (const { assignment, attempt, prompt } of told)
      expectThat(
        assignment !== event.assignment.id || prompt.includes(said),
        () => `attempt ${attempt} of ${assignment} was not told "${said}": ${prompt}`,
      );
  }
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
};

/** The files that only Baton writes agree with each other and with what was accepted. */
const checkOwnFiles = (
  finished: Finished,
  made: ReadonlyMap<string, string>,
  { tasks }: H3aScenario,
): void => {
  const { entries } = finished;
  const works = assignmentsOf(entries);
  const isHandoff = ({ assignment }: { assignment: string }): boolean =>
    ['H1', 'H2', 'H3'].includes(works.get(assignment)!.contract);
  const accepted = events(entries, 'submission-accepted').filter(isHandoff);
  const refused = events(entries, 'submission-rejected').filter((one) => isHandoff(one) && isByChecks(one));
  // A plan that a person sends back is refused after it was accepted; one that is blocked is told so, and then not any more.
  const back = events(entries, 'submission-accepted').filter(({ outcome }) => outcome === 'back').length;
  const isBlocker = (request: string): boolean => /\.submit_blocked\d+$/.test(request);
  const blocked =
    events(entries, 'request-opened').filter(({ request }) => isBlocker(request.id)).length +
    events(entries, 'request-answered').filter(({ request }) => isBlocker(request)).length;
  const { history, status } = JSON.parse(made.get(HANDOFF)!) as { history: unknown[]; status: string };
  expectThat(
    history.length === accepted.length + refused.length + back + blocked && status === 'ready',
    () => `${accepted.length} accepted, ${refused.length + back} refused, ${history.length} in ${HANDOFF}`,
  );
  const { steps, gates } = JSON.parse(made.get(STATE)!) as {
    steps: unknown[];
    gates: Record<string, string>;
  };
  expectThat(
    steps.length === accepted.length && Object.values(gates).every((word) => word === 'passed'),
    () => `${accepted.length} handoffs accepted, ${steps.length} steps; gates ${shown(gates)}`,
  );
  const received = new Map(events(entries, 'submission-received').map((event) => [event.submission, event]));
  const handed = events(entries, 'submission-accepted')
    .filter(({ assignment }) => works.get(assignment)!.kind === 'agent')
    .flatMap(({ submission }) => received.get(submission)!.sealed.filter(({ path }) => path !== '.'));
  const log = parseEvidenceLog(made.get(EVIDENCE)!, EVIDENCE);
  // A roadmap in which a task is checked off is another one, and so is a task that is blocked.
  const files = handed.length + tasks.length + blocked;
  const isLogged = log.value!.length === files && log.problems.length === 0;
  expectThat(isLogged, () => `${files} files were accepted, logged ${made.get(EVIDENCE)}`);
  for (const [path, { hash }] of new Map(log.value!.map((entry) => [entry.path, entry])))
    expectThat(hashFits(hash, made.get(path) ?? ''), () => `${path} is not what ${EVIDENCE} says: ${hash}`);
  const approval = JSON.parse(made.get(APPROVAL)!) as Record<string, unknown>;
  expectThat(
    approval['decision'] === 'APPROVED' && approval['tree'] === finished.state.artifacts['tree']?.digest,
    () => `the approval is ${shown(approval)}`,
  );
  const roadmap = parseRoadmap(made.get(ROADMAP)!, ROADMAP).value!.tasks;
  expectThat(
    roadmap.length === tasks.length && roadmap.every(({ done }) => done),
    () => `the roadmap is ${made.get(ROADMAP)}`,
  );
};

/** Rejections follow the weather: what could not be measured is refused too, and people speak to it or come too late. */
const isAccidental = (note: Note): boolean =>
  note.note === 'rejection' ||
  (note.note === 'handoff' && note.envelope['status'] === 'rejected') ||
  (note.note === 'gate' && note.status === 'REJECTED' && note.agent !== 'human') ||
  (note.note === 'issue' && note.title === 'A person said to the rejection');

const timeless = (note: Note): string =>
  JSON.stringify(note.note === 'evidence' && note.path === ROADMAP ? { ...note, hash: '' } : note).replace(
    /\d{4}-\d\d-\d\dT[\d:.]+Z/g,
    'then',
  );

export const endOfH3a = (finished: Finished, scenario: H3aScenario): unknown => {
  const { state, contents } = finished;
  checkStory(finished, scenario);
  checkPolicy(finished, scenario);
  checkRejections(finished, scenario);
  checkFacts(finished);
  checkTrees(finished, scenario);
  checkTold(finished);
  const made = new Map(projectionsOf(h3a, state, contents).map(({ path, text }) => [path, text]));
  checkFiles(finished, made);
  checkLedger(finished, made.get(LEDGER) ?? '', scenario);
  checkOwnFiles(finished, made, scenario);
  return {
    notes: notesOf(state.lines ?? [])
      .filter((note) => !isAccidental(note))
      .map(timeless),
  };
};
