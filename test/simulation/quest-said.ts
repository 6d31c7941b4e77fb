// What agents of a quest said at their ends, and what became of it: nothing of it is lost, held against them, or shown otherwise
// than it was said; and whoever goes on knows what was answered and what was rejected.
import { applyEntry } from '../../src/engine/reduce/reduce.ts';
import { problemText } from '../../src/model/problem-text.ts';
import type { Entry } from '../../src/model/run/entry.ts';
import type { Event } from '../../src/model/run/event.ts';
import type { Input } from '../../src/model/run/input.ts';
import type { State } from '../../src/model/run/state.ts';
import { filesOf } from '../../src/runtime/files/projector.ts';
import { isRecord } from '../../src/std/is-record.ts';
import { quest } from '../../src/systems/quest/workflow/quest.ts';
import type { Finished } from './play.ts';
import { assignmentsOf, eventsOf } from './quest-gates.ts';
import { BUILD, PLAN, REVIEW } from './quest-texts.ts';
import { expectThat } from './simulation-failure.ts';

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

/** They call their tools. */
const BY_TOOL: readonly string[] = ['router', 'questioner'];

const isSubmitOf = (input: Input, assignment: string, attempt: number): boolean =>
  input.kind === 'submit' && input.assignment === assignment && input.attempt === attempt;

/** What ended by itself was taken, in one entry before its end, and is no failure whatever it said. What failed said nothing. */
const checkEnds = ({ entries }: Finished): void => {
  const works = assignmentsOf(entries);
  const submits = entries.filter(({ input }) => input.kind === 'submit');
  for (const { input, events } of entries)
    for (const event of events) {
      if (event.kind !== 'attempt-ended' || (event.end !== 'finished' && event.end !== 'failed')) continue;
      const { assignment, attempt, end, retryAt } = event;
      if (BY_TOOL.includes(works.get(assignment)?.role ?? '')) continue;
      expectThat(
        end === 'failed' || retryAt === undefined,
        () => `attempt ${attempt} of ${assignment} said something, and counts as a failure`,
      );
      const taken = submits.filter((entry) => isSubmitOf(entry.input, assignment, attempt)).length;
      const handedOver = end === 'finished' && input.kind === 'attempt-end' && input.handedOver === true;
      expectThat(
        taken === (handedOver ? 1 : 0),
        () => `attempt ${attempt} of ${assignment} ${end}, and what it said was taken ${taken} times`,
      );
    }
};

interface Known {
  rejected: Of<'submission-rejected'> | undefined;
  readonly answers: string[];
}

/** Whoever is started again is told what it was answered, and why it was rejected. */
const checkTold = ({ entries, told }: Finished): void => {
  const asked = new Map(eventsOf(entries, 'request-opened').map(({ request }) => [request.id, request]));
  const known = new Map<string, Known>();
  const of = (assignment: string): Known => {
    const found = known.get(assignment) ?? { rejected: undefined, answers: [] };
    known.set(assignment, found);
    return found;
  };
  for (const event of entries.flatMap((entry) => entry.events)) {
    if (event.kind === 'submission-rejected') of(event.assignment).rejected = event;
    if (event.kind === 'request-answered') {
      const { assignment = '', text = '', stuck } = asked.get(event.request) ?? {};
      // A page about a mistake that repeats is for people: the next session has what was tried.
      of(assignment).answers.push(stuck ? event.answer : `- ${text}\n  Answer: ${event.answer}`);
    }
    if (event.kind !== 'attempt-started') continue;
    const { rejected, answers } = of(event.assignment);
    const expected = [...answers, ...(rejected?.rejection.problems ?? []).map(problemText)];
    for (const { prompt } of told.filter((one) => isOf(one, event)))
      for (const text of expected)
        expectThat(
          prompt.includes(text),
          () => `attempt ${event.attempt} of ${event.assignment} was not told "${text}": ${prompt}`,
        );
  }
};

const isOf = (
  { assignment, attempt }: { readonly assignment: string; readonly attempt: number },
  event: Of<'attempt-started'>,
): boolean => assignment === event.assignment && attempt === event.attempt;

export const checkSaid = (finished: Finished): void => {
  checkEnds(finished);
  checkTold(finished);
};

/** Where the handoff of a step is shown, and with which step it begins anew. */
const SHOWN: Readonly<Record<string, readonly [file: (item: string) => string, renewedBy: string]>> = {
  planning: [() => `${PLAN}/handoff.json`, 'planning'],
  reviewingPlan: [(item) => `${PLAN}/handoff_${item}.json`, 'planning'],
  arbitrating: [() => `${PLAN}/handoff_arbiter.json`, 'planning'],
  building: [() => `${BUILD}/handoff.json`, 'building'],
  reviewingCode: [(item) => `${REVIEW}/handoff_${item}.json`, 'reviewingCode'],
  judgingFindings: [() => `${REVIEW}/handoff_review-arbiter.json`, 'reviewingCode'],
  fixing: [() => `${REVIEW}/handoff_fixer.json`, 'fixing'],
};

interface Shown {
  readonly step: string;
  readonly said: Readonly<Record<string, unknown>>;
}

/** What was accepted, as it was said: who is blocked hands in nothing, and says why. */
const saidIn = ({ args }: Of<'submission-received'>): Shown['said'] =>
  'reason' in args
    ? { status: 'blocked', artifacts: [], next: null, summary: args['reason'] }
    : {
        status: args['status'],
        artifacts: args['artifacts'],
        next: args['next'],
        summary: args['summary'],
      };

/** The handoffs that hold in the end, by the file that shows them. */
const handoffsOf = (entries: readonly Entry[]): ReadonlyMap<string, Shown> => {
  const works = assignmentsOf(entries);
  const received = new Map(
    eventsOf(entries, 'submission-received').map((event) => [event.submission, event]),
  );
  const shown = new Map<string, Shown>();
  for (const event of entries.flatMap((entry) => entry.events)) {
    if (event.kind === 'phase-entered')
      for (const [file, { step }] of shown) if (SHOWN[step]?.[1] === event.phase) shown.delete(file);
    if (event.kind !== 'submission-accepted') continue;
    const { phase = '', item = '', kind } = works.get(event.assignment) ?? {};
    const submission = received.get(event.submission);
    const file = SHOWN[phase]?.[0](item);
    if (kind !== 'agent' || file === undefined || submission === undefined) continue;
    shown.set(file, { step: phase, said: saidIn(submission) });
  }
  return shown;
};

const parsed = (text: string): Readonly<Record<string, unknown>> => {
  const value: unknown = JSON.parse(text);
  return isRecord(value) ? value : {};
};

/** The handoff files say what was accepted, in the words of whoever said it, and there is no other. */
const checkShown = (entries: readonly Entry[], made: ReadonlyMap<string, string>): void => {
  const expected = handoffsOf(entries);
  const there = [...made.keys()].filter((path) => /\/handoff(_[\w-]+)?\.json$/.test(path));
  expectThat(
    JSON.stringify(there.toSorted()) === JSON.stringify([...expected.keys()].sort()),
    () => `handoffs ${[...expected.keys()].join(', ')} were accepted, ${there.join(', ')} are shown`,
  );
  for (const [path, { said }] of expected) {
    const { status, artifacts, next, summary } = parsed(made.get(path) ?? '{}');
    const shown = JSON.stringify({ status, artifacts, next, summary });
    expectThat(
      shown === JSON.stringify(said),
      () => `${path} says ${shown}, accepted was ${JSON.stringify(said)}`,
    );
  }
};

/** Where a quest goes when an agent is blocked. */
const STUCK: readonly string[] = ['planStuck', 'buildStuck', 'reviewStuck', 'ruling', 'merging'];

/** In the end, and whenever agents could not go on. */
export const checkHandoffs = ({ entries, contents }: Finished): void => {
  let state: State | undefined;
  for (const [index, entry] of entries.entries()) {
    state = applyEntry(state, entry);
    const isStuck = entry.events.some(
      (event) => event.kind === 'phase-entered' && STUCK.includes(event.phase),
    );
    if (!isStuck && index < entries.length - 1) continue;
    const made = filesOf(quest, state, contents).map(({ path, text }) => [path, text] as const);
    checkShown(entries.slice(0, index + 1), new Map(made));
  }
};
