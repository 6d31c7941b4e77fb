// What a run's journal tells about its past, gathered entry by entry: handoffs with their verdicts, ways between phases, and
// the bytes that the run knows. A state forgets these; whoever looks at the past asks for them.
import type { EntryLine, HandoffRow } from '../../model/dashboard/documents.ts';
import type { Evidence } from '../../model/evidence.ts';
import { SAID_CHARS_MAX } from '../../model/limits/dashboard.ts';
import type { Entry } from '../../model/run/entry.ts';
import type { Assignment, Event } from '../../model/run/event.ts';
import type { Sealed } from '../../model/run/sealed.ts';
import { clip } from '../../std/terminal-text.ts';

/** One step from a phase to another. */
export interface Move {
  readonly scope: string;
  readonly to: string;
  readonly event: string | undefined;
}

/** What the past consists of, in its order; a row is named by its place among the rows. */
export type Step =
  | { readonly seq: number; readonly kind: 'move'; readonly move: Move }
  | { readonly seq: number; readonly kind: 'received' | 'decided'; readonly row: number };

export interface History {
  /** In the order in which they were handed in. */
  readonly rows: readonly HandoffRow[];
  readonly steps: readonly Step[];
  /** Digests of everything that was sealed, asked about or merged. */
  readonly digests: ReadonlySet<string>;
  /** Small files stand in the journal: the entry in which the bytes of a digest are found. */
  readonly texts: ReadonlyMap<string, number>;
  /** One letter for each entry. */
  readonly marks: string;
  readonly times: readonly string[];
  add(entry: Entry): void;
}

/** On one line; pages show what cannot be seen, so nothing is left out here. */
const oneLine = (text: string): string => clip(text.replace(/\s+/g, ' ').trim(), SAID_CHARS_MAX);

const wordsOf = (args: Readonly<Record<string, unknown>>): string =>
  oneLine(
    Object.values(args)
      .filter((value) => typeof value === 'string')
      .join(' '),
  );

const markOf = ({ events, by }: Entry): string => {
  if (events.some(({ kind }) => kind === 'submission-rejected' || kind === 'rejection-repeated')) return 'r';
  if ('person' in by) return 'p';
  return events.some(({ kind }) => kind === 'submission-accepted') ? 'a' : '.';
};

const byOf = ({ by }: Entry): string =>
  'person' in by ? by.person : 'role' in by ? by.assignment : 'engine' in by ? 'Baton' : 'unknown';

/** An entry without anything that is large: who, what came in, what followed. */
export const entryLine = (entry: Entry): EntryLine => ({
  seq: entry.seq,
  at: entry.at,
  by: byOf(entry),
  input: entry.input.kind,
  events: entry.events.map(({ kind }) => kind),
  mark: markOf(entry),
});

/** Files that a row names. */
const FILES_MAX = 2;

type Tests = NonNullable<HandoffRow['tests']>;

const testsIn = (evidence: Evidence): Tests | undefined => {
  const run =
    evidence.kind === 'test-runs' ? evidence.runs.head : evidence.kind === 'command' ? evidence : undefined;
  if (run?.tests == null || run.tests.total === 0) return undefined;
  return { passed: run.tests.passed, total: run.tests.total };
};

type Received = Extract<Event, { kind: 'submission-received' }>;
type Decided = Extract<Event, { kind: 'submission-accepted' | 'submission-rejected' }>;

const rowOf = (entry: Entry, event: Received, assignment: Assignment): HandoffRow => {
  const said = wordsOf(event.args);
  const files = event.sealed.flatMap(({ path }) => (path === '.' ? [] : [path])).slice(0, FILES_MAX);
  return {
    received: entry.seq,
    seq: entry.seq,
    at: entry.at,
    submission: event.submission,
    assignment: assignment.id,
    line: assignment.line,
    phase: assignment.phase,
    visit: assignment.visit,
    role: assignment.role,
    kind: assignment.kind,
    ...(assignment.item === undefined ? {} : { item: assignment.item }),
    contract: assignment.contract,
    attempt: event.attempt,
    status: 'judging',
    // A name of the work itself is no word about it.
    ...(said === '' || said === assignment.item || said === assignment.role ? {} : { said }),
    ...('person' in entry.by ? { person: entry.by.person } : {}),
    ...(files.length === 0 ? {} : { files }),
    ...{ clauses: 0, broken: 0, problems: 0 },
  };
};

const decidedRow = (
  row: HandoffRow,
  entry: Entry,
  event: Decided,
  observed: ReadonlyMap<string, Tests>,
): HandoffRow => {
  const judged = event.judged ?? [];
  const tests = judged.flatMap(({ evidence }) => evidence.flatMap((key) => observed.get(key) ?? [])).at(0);
  const rejection = event.kind === 'submission-rejected' ? event.rejection : undefined;
  const [first] = rejection?.problems ?? [];
  return {
    ...row,
    seq: entry.seq,
    at: entry.at,
    status: rejection === undefined ? 'accepted' : rejection.status === 'unproven' ? 'unproven' : 'rejected',
    ...(event.kind === 'submission-accepted' ? { outcome: event.outcome } : {}),
    ...(tests === undefined ? {} : { tests }),
    clauses: judged.length,
    broken: judged.filter(({ status }) => status !== 'met').length || (rejection?.clauses.length ?? 0),
    problems: rejection?.problems.length ?? 0,
    ...(first === undefined ? {} : { first: oneLine(first.message) }),
    judgedMs: Math.max(0, Date.parse(entry.at) - Date.parse(row.at)),
  };
};

/** A row as it stood at an entry; undefined where it had not been handed in. */
export const rowAt = (
  { times }: Pick<History, 'times'>,
  row: HandoffRow,
  seq: number,
): HandoffRow | undefined => {
  if (row.received > seq) return undefined;
  if (row.seq <= seq) return row;
  const at = times[row.received - 1] ?? row.at;
  const { outcome: _, first: __, judgedMs: ___, tests: ____, ...rest } = row;
  return { ...rest, seq: row.received, at, status: 'judging', clauses: 0, broken: 0, problems: 0 };
};

/** Files that were sealed with this event; a small one with its text. */
export const sealedIn = (event: Event): readonly Sealed[] => {
  switch (event.kind) {
    case 'run-started':
      return event.given;
    case 'submission-received':
      return event.sealed;
    case 'submission-accepted':
      return event.derived ?? [];
    case 'request-opened':
      return event.sealed === undefined ? [] : [event.sealed];
    default:
      return [];
  }
};

const digestsIn = (event: Event): readonly (string | undefined)[] => {
  const sealed = sealedIn(event).map(({ digest }) => digest);
  switch (event.kind) {
    case 'run-started':
      return [event.run.base.tree, ...sealed];
    case 'work-opened':
      return [
        event.start,
        event.from,
        event.assignment.ask?.base,
        ...Object.values(event.assignment.ask?.about ?? {}),
      ];
    case 'position-ended':
      return [event.merged?.main.digest];
    case 'work-rebased':
      return [event.start, event.from];
    case 'evidence-observed':
      return event.evidence.kind === 'merge' ? [event.evidence.tree, event.evidence.others] : [];
    default:
      return sealed;
  }
};

export const createHistory = (): History => {
  const rows: HandoffRow[] = [];
  const steps: Step[] = [];
  const digests = new Set<string>();
  const texts = new Map<string, number>();
  const times: string[] = [];
  const places = new Map<string, number>();
  const assignments = new Map<string, Assignment>();
  const observed = new Map<string, Tests>();
  let marks = '';
  const apply = (entry: Entry, event: Event): void => {
    for (const digest of digestsIn(event)) if (digest !== undefined) digests.add(digest);
    for (const { digest, text } of sealedIn(event)) if (text !== undefined) texts.set(digest, entry.seq);
    if (event.kind === 'work-opened') assignments.set(event.assignment.id, event.assignment);
    if (event.kind === 'evidence-observed') {
      const tests = testsIn(event.evidence);
      if (tests !== undefined) observed.set(event.key, tests);
    }
    if (event.kind === 'phase-entered') {
      const { scope, phase, event: why } = event;
      steps.push({ seq: entry.seq, kind: 'move', move: { scope, to: phase, event: why } });
    }
    if (event.kind === 'submission-received') {
      const assignment = assignments.get(event.assignment);
      if (assignment === undefined) return;
      places.set(event.submission, rows.length);
      steps.push({ seq: entry.seq, kind: 'received', row: rows.length });
      rows.push(rowOf(entry, event, assignment));
    }
    if (event.kind === 'submission-accepted' || event.kind === 'submission-rejected') {
      const place = places.get(event.submission);
      const row = place === undefined ? undefined : rows[place];
      if (place === undefined || row === undefined) return;
      rows[place] = decidedRow(row, entry, event, observed);
      steps.push({ seq: entry.seq, kind: 'decided', row: place });
    }
  };
  return {
    rows,
    steps,
    digests,
    texts,
    times,
    get marks() {
      return marks;
    },
    add: (entry) => {
      marks += markOf(entry);
      times.push(entry.at);
      for (const event of entry.events) apply(entry, event);
    },
  };
};
