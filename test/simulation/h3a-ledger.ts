// The ledger of a run of h3a as it follows from the journal, said once more and by other means than the workflow's own:
// who passed, refused or began what at which gate, in order.
import type { Entry } from '../../src/model/run/entry.ts';
import type { Assignment, Event } from '../../src/model/run/event.ts';

/** A line of the ledger without its time and its words. */
export interface LedgerEvent {
  readonly gate: string;
  readonly status: string;
  readonly agent: string;
  readonly task: string;
}

type Line = readonly [gate: string, status: string, agent: string];

const G0 = 'G0_planning';
const G1 = 'G1_implementation';
const G2 = 'G2_validation';
const G3 = 'G3_production_ready';
const OWN = 'G2.5_performance';

const ENTERED: Readonly<Record<string, Line>> = {
  G0: [G0, 'STARTED', 'planner'],
  G1: [G1, 'STARTED', 'executor'],
  G2: [G2, 'STARTED', 'validator'],
  G3: [G3, 'STARTED', 'system'],
  escalated: [G2, 'ESCALATION', 'system'],
};

const ACCEPTED: Readonly<Record<string, readonly Line[]>> = {
  'H1 ready': [
    [G0, 'PASSED', 'planner'],
    [G1, 'ACCEPTED', 'executor'],
  ],
  'bridge go': [[G1, 'STARTED', 'human']],
  'bridge back': [[G1, 'REJECTED', 'human']],
  'H2 done': [
    [G1, 'PASSED', 'executor'],
    [G2, 'ACCEPTED', 'validator'],
  ],
  'H3 pass': [
    [G2, 'PASSED', 'validator'],
    [G3, 'ACCEPTED', 'system'],
  ],
  'H3 pass_with_notes': [
    [G2, 'PASSED', 'validator'],
    [G3, 'ACCEPTED', 'system'],
  ],
  'H3 needs_remediation': [[G2, 'FAILED', 'validator']],
  'H3 fail': [[G2, 'FAILED', 'validator']],
  'H3 escalation': [[G2, 'ESCALATION', 'validator']],
  'G3 approve': [[G3, 'PASSED', 'human']],
  'G3 conditional': [[G3, 'FAILED', 'human']],
  'G3 reject': [[G3, 'REJECTED', 'human']],
  'ruling planner': [[G0, 'STARTED', 'human']],
  'ruling executor': [[G1, 'STARTED', 'human']],
  'ruling validator': [[G2, 'STARTED', 'human']],
  'ruling abort': [[G2, 'FAILED', 'human']],
  'gate pass': [[OWN, 'PASSED', 'validator']],
  'gate fail': [[OWN, 'FAILED', 'validator']],
};

const REJECTED: Readonly<Record<string, Line>> = {
  H1: [G1, 'REJECTED', 'executor'],
  H2: [G2, 'REJECTED', 'validator'],
  H3: [G3, 'REJECTED', 'system'],
};

export const taskOf = (scope: string): string => scope.slice(scope.indexOf('/') + 1);

/** A form that cannot be read is between its sender and Baton. */
export const isByChecks = ({ rejection }: Extract<Event, { kind: 'submission-rejected' }>): boolean =>
  rejection.clauses.join() !== 'form';

export const assignmentsOf = (entries: readonly Entry[]): ReadonlyMap<string, Assignment> =>
  new Map(
    entries
      .flatMap(({ events }) => events)
      .flatMap((event) => (event.kind === 'work-opened' ? [[event.assignment.id, event.assignment]] : [])),
  );

/** What is known of the run while its journal is read. */
class Reading {
  readonly works: ReadonlyMap<string, Assignment>;
  readonly lines: LedgerEvent[] = [];
  readonly #blocked = new Map<string, string>();
  #validated = false;

  constructor(entries: readonly Entry[]) {
    this.works = assignmentsOf(entries);
    for (const event of entries.flatMap(({ events }) => events)) this.#read(event);
  }

  #add(scope: string, ...lines: readonly (Line | undefined)[]): void {
    for (const line of lines)
      if (line !== undefined)
        this.lines.push({ gate: line[0], status: line[1], agent: line[2], task: taskOf(scope) });
  }

  #read(event: Event): void {
    if (event.kind === 'phase-entered') {
      // What was validated and goes no further is escalated at the last gate.
      const late = event.phase === 'escalated' && this.#validated;
      this.#add(event.scope, late ? [G3, 'ESCALATION', 'system'] : ENTERED[event.phase]);
    }
    if (event.kind === 'submission-accepted') this.#accept(event);
    if (event.kind === 'submission-rejected' && isByChecks(event)) {
      const { scope, contract } = this.works.get(event.assignment)!;
      this.#add(scope, REJECTED[contract]);
    }
    if (event.kind === 'request-opened' && event.request.request === 'submit_blocked') {
      const { scope } = this.works.get(event.request.assignment)!;
      this.#blocked.set(event.request.id, scope);
      this.#add(scope, [G1, 'ESCALATION', 'executor']);
    }
    if (event.kind === 'request-answered' && this.#blocked.has(event.request))
      this.#add(this.#blocked.get(event.request)!, [G1, 'STARTED', 'human']);
  }

  #accept({ assignment, outcome }: Extract<Event, { kind: 'submission-accepted' }>): void {
    const { scope, contract } = this.works.get(assignment)!;
    const passed = lastEvents(this.lines, taskOf(scope))[OWN] === 'PASSED';
    this.#add(scope, ...(ACCEPTED[`${contract} ${outcome}`] ?? []));
    // Other code has to pass the project's own gate again.
    if (contract === 'H2' && passed) this.#add(scope, [OWN, 'STARTED', 'validator']);
    if (contract.startsWith('H')) this.#validated = contract === 'H3' && outcome.startsWith('pass');
  }
}

export const ledgerOf = (entries: readonly Entry[]): readonly LedgerEvent[] => new Reading(entries).lines;

const LINE = /^\[(\S+)\] (\S+) - ([A-Z]+) - (\w+) - (.*)$/;

/** The lines of the file as anybody would read them. */
export const ledgerIn = (text: string): readonly LedgerEvent[] =>
  text.split('\n').flatMap((line) => {
    const [, , gate, status, agent, says] = LINE.exec(line) ?? [];
    if (gate === undefined || status === undefined || agent === undefined || says === undefined) return [];
    const task = /^(T\d+): /.exec(says)?.[1] ?? /\((T\d+)\)$/.exec(says)?.[1] ?? '';
    return [{ gate, status, agent, task }];
  });

/** The last event of each gate of a task. */
export const lastEvents = (ledger: readonly LedgerEvent[], task: string): Readonly<Record<string, string>> =>
  Object.fromEntries(ledger.filter((event) => event.task === task).map(({ gate, status }) => [gate, status]));
