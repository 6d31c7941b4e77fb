// What must be true when a simulated run is complete, whatever happened to it. The power is cut once more first: what
// was acknowledged must be on the disk, not in anybody's memory.
import { applyEntry } from '../../src/engine/reduce/reduce.ts';
import { isError } from '../../src/model/problem.ts';
import type { Entry } from '../../src/model/run/entry.ts';
import type { Event } from '../../src/model/run/event.ts';
import type { State } from '../../src/model/run/state.ts';
import { contentsOf } from '../../src/runtime/files/contents.ts';
import { openFileStoreReadOnly } from '../../src/stores/file/file-store-reader.ts';
import { headPath, readHead } from '../../src/stores/file/head-file.ts';
import { verifyJournal } from '../../src/stores/file/verify-journal.ts';
import type { Play } from './play.ts';
import { DIRECTORY, type Simulated } from './simulate-run.ts';
import type { Commit } from './simulated-outside.ts';
import { expectThat, fail } from './simulation-failure.ts';

/** The end of a run without its times and accidents: a disturbed run must have the same one. */
export interface RunEnd {
  readonly artifacts: Readonly<Record<string, string>>;
  readonly facts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly counters: Readonly<Record<string, number>>;
  readonly phases: readonly string[];
  readonly accepted: readonly string[];
  readonly answers: readonly string[];
  readonly commits: readonly Commit[];
  /** What the play says of it beside. */
  readonly more: unknown;
}

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

/** All events of one kind, each with the entry that it stands in. */
const eventsOf = <K extends Event['kind']>(
  entries: readonly Entry[],
  kind: K,
): { entry: Entry; event: Of<K> }[] =>
  entries.flatMap((entry) =>
    entry.events.filter((event): event is Of<K> => event.kind === kind).map((event) => ({ entry, event })),
  );

const requireOnce = (what: string, keys: readonly string[]): void => {
  const seen = new Set<string>();
  for (const key of keys) {
    expectThat(!seen.has(key), () => `${what} twice: ${key}`);
    seen.add(key);
  }
};

interface Journal {
  readonly entries: readonly Entry[];
  readonly state: State;
  readonly contents: (digest: string) => string | undefined;
}

const readAll = async ({ disk, play }: Simulated): Promise<Journal> => {
  const mount = disk.mount();
  const verified = await verifyJournal(mount, DIRECTORY);
  const wrong = verified.problems.filter(isError);
  expectThat(wrong.length === 0, () => `the journal does not verify: ${JSON.stringify(wrong, undefined, 1)}`);
  const { store } = await openFileStoreReadOnly(mount, DIRECTORY);
  const entries: Entry[] = [];
  for await (const entry of store.read(1)) entries.push(entry);
  const state = replayFromScratch(entries);
  const contents = await contentsOf(store, play.workflow, state);
  await store.close();
  expectThat(
    entries.length === verified.entries,
    () => `${verified.entries} entries verified, ${entries.length} read`,
  );
  return { entries, state, contents };
};

/** What is kept of the head is never ahead of the journal, and names an entry of it. */
const checkHead = async ({ disk }: Simulated, entries: readonly Entry[]): Promise<void> => {
  const kept = await readHead(disk.mount(), headPath(DIRECTORY));
  const after = entries[kept?.seq ?? 0];
  const fits =
    kept === undefined || (kept.seq <= entries.length && (after?.prev ?? kept.chain) === kept.chain);
  expectThat(fits, () => `the journal has ${entries.length} entries, but ${JSON.stringify(kept)} was kept`);
};

const replayFromScratch = (entries: readonly Entry[]): State => {
  let state: State | undefined;
  for (const entry of entries) state = applyEntry(state, entry);
  return state ?? fail('the journal is empty');
};

/** What the requests of an assignment were answered. */
const answersTo = (entries: readonly Entry[], assignment: string): Map<string, string[]> =>
  new Map(
    eventsOf(entries, 'request-answered')
      .filter(({ event }) => event.request.startsWith(`${assignment}.`))
      .map(({ event }) => [event.request, event.answer.split('\n')]),
  );

/** Each answer that left a holder is in the journal, at the place that it named. */
const checkAcknowledged = ({ network, people }: Simulated, entries: readonly Entry[]): void => {
  const at = (seq: number): readonly Event[] => entries[seq - 1]?.events ?? [];
  for (const { assignment, answer } of network.acknowledged) {
    if (answer.status === 'accepted' || answer.status === 'rejected') {
      const kind = `submission-${answer.status}` as const;
      const there = at(answer.seq).some((e) => e.kind === kind && e.submission === answer.submission);
      expectThat(
        there,
        () => `acknowledged, but entry ${answer.seq} does not say so: ${JSON.stringify(answer)}`,
      );
    }
    if (answer.status === 'judging') {
      const there = eventsOf(entries, 'submission-received').some(
        ({ event }) => event.submission === answer.submission,
      );
      expectThat(there, () => `being judged, but not in the journal: ${answer.submission}`);
    }
    if (answer.status === 'asked') {
      const there = eventsOf(entries, 'request-opened').some(
        ({ event }) => event.request.id === answer.request,
      );
      expectThat(there, () => `asked, but not in the journal: ${answer.request}`);
    }
    if (answer.status === 'answered') {
      const said = answersTo(entries, assignment);
      // Several answers come one below the other; what is in the journal has each of them.
      const there =
        answer.answer.split('\n').every((line) => [...said.values()].flat().includes(line)) &&
        said.get(answer.request)?.every((text) => answer.answer.includes(text));
      expectThat(there === true, () => `answered, but not in the journal: ${answer.request}`);
    }
  }
  for (const { item, seq } of people.acknowledged) {
    const there = at(seq).some(
      (e) =>
        (e.kind === 'request-answered' && e.request === item) ||
        (e.kind === 'submission-accepted' && e.assignment === item) ||
        (e.kind === 'budget-raised' && item === `budget.${e.of}.${e.unit}`),
    );
    expectThat(there, () => `a person was told that ${item} is taken, but entry ${seq} does not say so`);
  }
};

/** What could not be proved may be handed in again as it is. */
const isUnproven = (entries: readonly Entry[], submission: string, since: number): boolean =>
  eventsOf(entries.slice(since - 1), 'submission-rejected').find(
    ({ event }) => event.submission === submission,
  )?.event.rejection.status === 'unproven';

/** Requests that were given up, because no work that was to answer them was accepted: the same may be asked again. */
const requestsInVain = (entries: readonly Entry[]): ReadonlySet<string> => {
  const accepted = new Set(eventsOf(entries, 'submission-accepted').map(({ event }) => event.assignment));
  const inVain = new Set<string>();
  for (const { event } of eventsOf(entries, 'work-opened')) {
    const { id, request } = event.assignment;
    if (request !== undefined && !accepted.has(id)) inVain.add(request);
  }
  return inVain;
};

/** What people are told because of the weather: a rejection, or that the same mistake was made again and again. */
const isNotice = (request: string): boolean => /\.(rejection|stalemate-\d+)$/.test(request);

/** How often each request was answered and opened: never more often answered. */
const checkAnswered = (entries: readonly Entry[]): void => {
  const open = new Set<string>();
  for (const event of entries.flatMap(({ events }) => events)) {
    if (event.kind === 'request-opened') open.add(event.request.id);
    if (event.kind === 'request-answered')
      expectThat(open.delete(event.request), () => `a question is answered twice: ${event.request}`);
  }
};

/** Whoever hands in by its last message does so once in each attempt, and may say the same in the next one. */
const isByMessage = ({ submission, attempt }: Of<'submission-received'>): boolean =>
  submission.startsWith(`attempt ${attempt} `);

/** Nothing is applied twice: no work is accepted twice, no submission counts twice, no question is answered twice. */
const checkOnce = (entries: readonly Entry[]): void => {
  requireOnce(
    'work is accepted',
    eventsOf(entries, 'submission-accepted').map(({ event }) => event.assignment),
  );
  const received = eventsOf(entries, 'submission-received');
  requireOnce(
    'an attempt hands in by message',
    received
      .filter(({ event }) => isByMessage(event))
      .map(({ event }) => `${event.assignment}#${event.attempt}`),
  );
  requireOnce(
    'a submission is judged',
    received
      .filter(({ entry, event }) => !isByMessage(event) && !isUnproven(entries, event.submission, entry.seq))
      .map(
        ({ event }) =>
          `${event.assignment} ${event.tool} ${JSON.stringify(event.args)} ${event.sealed.map((s) => s.digest)}`,
      ),
  );
  requireOnce(
    'an attempt is started',
    eventsOf(entries, 'attempt-started').map(({ event }) => `${event.assignment}#${event.attempt}`),
  );
  const inVain = requestsInVain(entries);
  requireOnce(
    'a question is asked',
    eventsOf(entries, 'request-opened')
      .filter(({ event }) => !inVain.has(event.request.id) && !isNotice(event.request.id))
      .map(({ event }) => `${event.request.assignment} ${event.request.text}`),
  );
  checkAnswered(entries);
};

/** An agent that failed is not started again before the pause that the journal names is over. */
const checkPauses = (entries: readonly Entry[]): void => {
  const notBefore = new Map<string, string>();
  for (const event of entries.flatMap(({ events }) => events)) {
    // A person who resumes a run waits for nothing.
    if (event.kind === 'run-resumed') notBefore.clear();
    if (event.kind === 'attempt-ended') notBefore.set(event.assignment, event.retryAt ?? '');
    if (event.kind !== 'attempt-started') continue;
    const pause = notBefore.get(event.assignment) ?? '';
    expectThat(
      event.at >= pause,
      () => `${event.assignment} was started again at ${event.at}, expected not before ${pause}`,
    );
  }
};

/** What was to be done because something was accepted is done once, and nothing else is. */
const checkEffects = ({ world, state }: Simulated, entries: readonly Entry[]): void => {
  const wanted = eventsOf(entries, 'submission-accepted').flatMap(({ event }) => event.effects ?? []);
  const done = eventsOf(entries, 'effect-performed').map(({ event }) => event);
  requireOnce(
    'an effect is performed',
    done.map(({ effect }) => effect),
  );
  expectThat(
    Object.keys(state.effects ?? {}).length === 0 &&
      JSON.stringify(wanted.map(({ id }) => id).sort()) ===
        JSON.stringify(done.map(({ effect }) => effect).sort()),
    () => `wanted effects ${JSON.stringify(wanted)}, performed ${JSON.stringify(done)}`,
  );
  const failed = new Set(done.filter(({ problems }) => problems.length > 0).map(({ effect }) => effect));
  const bullets = wanted
    .filter(({ id }) => !failed.has(id))
    .flatMap(({ request }) => (request.action === 'preferences' ? request.entries : []))
    .flatMap(({ role, bullets: added }) => added.map((bullet) => `${role}: ${bullet}`));
  expectThat(
    JSON.stringify([...new Set(bullets)].sort()) === JSON.stringify([...world.preferences].sort()),
    () => `preferred ${JSON.stringify(bullets)}, written ${JSON.stringify(world.preferences)}`,
  );
};

const checkCounts = (state: State, entries: readonly Entry[]): void => {
  const count = (kind: Event['kind']): number => eventsOf(entries, kind).length;
  const expected = {
    submitted: count('submission-received'),
    accepted: count('submission-accepted'),
    rejected: count('submission-rejected'),
  };
  expectThat(
    JSON.stringify(state.handoffs) === JSON.stringify(expected),
    () => `state counts ${JSON.stringify(state.handoffs)}, the journal has ${JSON.stringify(expected)}`,
  );
};

/** Work that answers a request is known by its line: after one that was given up it is another round. */
const acceptedWork = (entries: readonly Entry[]): string[] => {
  const answering = new Map(
    eventsOf(entries, 'work-opened')
      .filter(({ event }) => event.assignment.request !== undefined)
      .map(({ event }) => [event.assignment.id, event.assignment.line]),
  );
  return eventsOf(entries, 'submission-accepted').map(
    ({ event }) => `${answering.get(event.assignment) ?? event.assignment} ${event.outcome}`,
  );
};

/** Who was answered what. Requests are known by what they are about, where they are about something. */
const answersGiven = (entries: readonly Entry[]): string[] => {
  const inVain = requestsInVain(entries);
  const opened = new Map(
    eventsOf(entries, 'request-opened').map(({ event }) => [event.request.id, event.request]),
  );
  return eventsOf(entries, 'request-answered')
    .filter(({ event }) => !inVain.has(event.request) && !isNotice(event.request))
    .map(({ event }) => {
      const { assignment = '', item } = opened.get(event.request) ?? {};
      return `${item === undefined ? event.request : `${assignment} ${item}`}: ${event.answer}`;
    });
};

/** Digests by artifact, in order; those of what says when something was are left out. */
const timeless = ({ timed = [] }: Play, digests: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(digests)
      .map(([key, digest]) => [key, timed.includes(key) ? 'timed' : digest] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const NO_COURSE: Omit<RunEnd, 'commits' | 'more'> = {
  ...{ artifacts: {}, facts: {}, counters: {} },
  ...{ phases: [], accepted: [], answers: [] },
};

const endOf = ({ world, play }: Simulated, journal: Journal, more: unknown): RunEnd => ({
  ...(play.raced ? NO_COURSE : courseOf(play, journal)),
  commits: [...world.commits.values()],
  more,
});

const courseOf = (play: Play, { state, entries }: Journal): typeof NO_COURSE => ({
  artifacts: timeless(
    play,
    Object.fromEntries(Object.entries(state.artifacts).map(([key, { digest }]) => [key, digest])),
  ),
  facts: Object.fromEntries(
    Object.entries(state.facts)
      .map(([key, { about }]) => [key, timeless(play, about)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ),
  counters: state.counters,
  phases: eventsOf(entries, 'phase-entered').map(
    ({ event }) => `${event.scope}/${event.phase} ${event.visit}`,
  ),
  accepted: acceptedWork(entries).sort(),
  answers: answersGiven(entries).sort(),
});

/** Throws where something was lost or applied twice; otherwise it gives the end, to be compared. */
export const checkRun = async (run: Simulated): Promise<RunEnd> => {
  run.disk.cutPower();
  const journal = await readAll(run);
  const { entries, state } = journal;
  const [live, replayed] = [JSON.stringify(run.state), JSON.stringify(state)];
  // The agents' last ends may be journalled after the run's own.
  if (run.state.seq === state.seq)
    expectThat(live === replayed, () => `state differs from its replay:\n${live}\n${replayed}`);
  else fail(`the last holder knew ${run.state.seq} entries, the journal has ${state.seq}`);
  await checkHead(run, entries);
  checkCounts(state, entries);
  checkOnce(entries);
  checkPauses(entries);
  checkEffects(run, entries);
  checkAcknowledged(run, entries);
  const { world, agents, play } = run;
  expectThat(agents.misled.length === 0, () => agents.misled.join('\n'));
  const commits = [...world.commits.values()];
  const wanted = play.commits ?? 1;
  expectThat(commits.length === wanted, () => `expected ${wanted} commits, got ${JSON.stringify(commits)}`);
  return endOf(run, journal, play.end?.({ ...journal, world, told: agents.told }));
};

export const requireSameEnd = (end: RunEnd, allowed: readonly RunEnd[]): void => {
  const text = JSON.stringify(end);
  expectThat(
    allowed.some((other) => JSON.stringify(other) === text),
    () =>
      `the end is another one:\n${JSON.stringify(end, undefined, 1)}\nexpected:\n${JSON.stringify(allowed[0], undefined, 1)}`,
  );
};
