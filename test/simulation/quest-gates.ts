// Read from the journal of a quest alone: what was endorsed, wanted, released, proven, looked at and approved, by the bytes that
// it was about; and that nothing was built or committed without it.
import { applyEntry } from '../../src/engine/reduce/reduce.ts';
import type { Entry } from '../../src/model/run/entry.ts';
import type { Assignment, Event } from '../../src/model/run/event.ts';
import { treeOid } from '../../src/model/run/sealed.ts';
import type { State } from '../../src/model/run/state.ts';
import type { Finished } from './play.ts';
import { isSolo, type QuestScenario } from './quest-scenario.ts';
import { runTests } from './simulated-evidence.ts';
import { expectThat } from './simulation-failure.ts';

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;
type Gate = 'endorsed' | 'wanted' | 'released' | 'proven' | 'approved';

export const eventsOf = <K extends Event['kind']>(entries: readonly Entry[], kind: K): Of<K>[] =>
  entries.flatMap((entry) => entry.events.filter((event): event is Of<K> => event.kind === kind));

export const assignmentsOf = (entries: readonly Entry[]): ReadonlyMap<string, Assignment> =>
  new Map(eventsOf(entries, 'work-opened').map(({ assignment }) => [assignment.id, assignment]));

/** What a decision is about, and which one it is. */
const SAYS: Readonly<Record<string, readonly [gate: Gate, about: 'plan' | 'work']>> = {
  'verdict builder': ['endorsed', 'plan'],
  'presentation proceed': ['wanted', 'plan'],
  'buildGate build': ['released', 'plan'],
  'approval commit': ['approved', 'work'],
};

class Gates {
  readonly #finished: Finished;
  readonly #scenario: QuestScenario;
  readonly #works: ReadonlyMap<string, Assignment>;
  readonly #trees: ReadonlyMap<string, string | undefined>;
  readonly #passed = new Set<string>();
  readonly #lookedAt = new Map<string, Set<string>>();

  constructor(finished: Finished, scenario: QuestScenario) {
    this.#finished = finished;
    this.#scenario = scenario;
    this.#works = assignmentsOf(finished.entries);
    this.#trees = new Map(
      eventsOf(finished.entries, 'submission-received').map(({ submission, sealed }) => [
        submission,
        sealed.find(({ path }) => path === '.')?.digest,
      ]),
    );
  }

  read(): void {
    let state: State | undefined;
    for (const entry of this.#finished.entries) {
      for (const event of entry.events)
        if (event.kind === 'submission-accepted' && state !== undefined) this.#accept(state, event);
      state = applyEntry(state, entry);
    }
  }

  #pass(gate: Gate, digest: string | undefined): void {
    this.#passed.add(`${gate} ${digest}`);
  }

  #require(what: string, digest: string | undefined, ...gates: readonly Gate[]): void {
    for (const gate of gates)
      expectThat(
        digest !== undefined && this.#passed.has(`${gate} ${digest}`),
        () => `${what}, but ${digest} was not ${gate}: ${[...this.#passed].join(', ')}`,
      );
  }

  #accept({ artifacts }: State, event: Of<'submission-accepted'>): void {
    const work = this.#works.get(event.assignment);
    const { contract, item = '' } = work ?? {};
    const [plan, tree] = [artifacts['plan']?.digest, artifacts['work']?.digest];
    const said = SAYS[`${contract} ${event.outcome}`];
    if (said !== undefined) this.#pass(said[0], said[1] === 'plan' ? plan : tree);
    const { settings } = this.#scenario;
    if (contract === 'planReview' && event.outcome === 'reviewed' && isSolo(this.#scenario))
      this.#pass('endorsed', plan);
    if (contract === 'buildRelease' && settings['auto_build'] === true) this.#pass('released', plan);
    if (contract === 'commitRelease' && settings['auto_commit'] === true) this.#pass('approved', tree);
    if (event.outcome === 'built' || event.outcome === 'fixed') this.#build(plan, event);
    if (contract === 'codeReview' && event.outcome === 'reviewed')
      this.#lookedAt.set(tree ?? '', new Set([...(this.#lookedAt.get(tree ?? '') ?? []), item]));
    if (contract === 'commit') this.#commit(plan, tree);
  }

  /** Nobody builds what nobody wants, and what is built passes its tests. */
  #build(plan: string | undefined, { assignment, submission }: Of<'submission-accepted'>): void {
    this.#require(`${assignment} was accepted`, plan, 'endorsed', 'wanted', 'released');
    const tree = this.#trees.get(submission);
    const tests = runTests(this.#finished.world.trees.get((tree ?? '') as `git-tree:${string}`));
    expectThat(tests.exit === 0, () => `${assignment} was accepted with red tests: ${tests.tail}`);
    this.#pass('proven', tree);
  }

  #commit(plan: string | undefined, tree: string | undefined): void {
    this.#require('it was committed', plan, 'endorsed', 'wanted', 'released');
    this.#require('it was committed', tree, 'proven', 'approved');
    const reviewers = isSolo(this.#scenario) ? 1 : 2;
    expectThat(
      this.#lookedAt.get(tree ?? '')?.size === reviewers,
      () => `${tree} was committed, and not looked at by ${reviewers} reviewers`,
    );
    const [change, journal] = [...this.#finished.world.commits.values()];
    expectThat(
      change !== undefined && change.tree === tree && journal?.parent === treeOid(change.tree),
      () => `approved ${tree}, committed ${JSON.stringify(this.#finished.world.commits)}`,
    );
  }
}

/** Nothing is built or committed without endorsement, the person's yes, and a proven tree. */
export const checkGates = (finished: Finished, scenario: QuestScenario): void =>
  new Gates(finished, scenario).read();
