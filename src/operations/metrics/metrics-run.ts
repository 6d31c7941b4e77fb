// Counts one run, entry by entry. It follows positions and assignments, and keeps nothing of what was handed in.
import { usageByModel } from '../../model/run/usage.ts';
import { isRecord } from '../../std/is-record.ts';
import type {
  CountedEntry,
  CountedEvent,
  CountedRejection,
  CountedRun,
  CountedWork,
} from './metrics-events.ts';
import { Gates } from './metrics-gates.ts';
import {
  type Attempts,
  addAttempts,
  addHanded,
  agentIn,
  contractIn,
  emptyTally,
  type Handed,
  noAttempts,
  noneHanded,
  phaseIn,
  type RunStatus,
  raise,
  type Tally,
  type TaskTally,
} from './metrics-tally.ts';
import { targetsOf } from './metrics-targets.ts';

type Of<K extends CountedEvent['kind']> = Extract<CountedEvent, { kind: K }>;

interface Work extends Attempts {
  readonly assignment: CountedWork;
  /** When the one before it was accepted; undefined where nobody handed it over. */
  readonly handedOverAt: number | undefined;
  readonly openedAt: number;
  readonly handed: Handed;
  readonly rejections: CountedRejection[];
  received: { readonly submission: string; readonly at: number } | undefined;
  acceptedAt: number | undefined;
  /** Since it was opened, or since its last acceptance. */
  judged: number;
}

interface Stay {
  readonly phase: string;
  /** Undefined while the run is stopped. */
  since: number | undefined;
  spentMs: number;
}

/** A clock that was set back makes no time negative. */
const span = (from: number, to: number): number => Math.max(0, to - from);

const optionOf = (options: CountedRun['options'], name: string, role: string): unknown => {
  const option = options[name];
  return isRecord(option) && Object.hasOwn(option, role) ? option[role] : undefined;
};

/** A scenario is a file of the project, no program of its own: all scripted agents are one. */
const agentOf = ({ options }: CountedRun, { role, kind }: CountedWork): string => {
  if (kind !== 'agent') return kind;
  const spec = optionOf(options, 'agents', role);
  if (typeof spec !== 'string') return 'agent';
  return spec.startsWith('scripted:') ? 'scripted' : spec;
};

const modelOf = ({ options }: CountedRun, { role }: CountedWork): string | null => {
  const more = optionOf(options, 'roleOptions', role);
  const model = isRecord(more) ? more['model'] : null;
  return typeof model === 'string' ? model : null;
};

export class RunCount {
  readonly run: CountedRun;
  readonly #tally: Tally = emptyTally();
  readonly #works = new Map<string, Work>();
  readonly #stays = new Map<string, Stay>();
  readonly #tasks = new Map<string, TaskTally>();
  readonly #questions = new Map<string, number>();
  readonly #gates: Gates;
  #status: RunStatus = 'running';
  #at = 0;
  /** Something was accepted by this entry: what it opens was handed over. */
  #accepting = false;

  constructor(run: CountedRun) {
    this.run = run;
    this.#gates = new Gates(targetsOf(run.workflow).gateNumber, (phase, passed) => {
      const tally = phaseIn(this.#tally, run.workflow, phase);
      tally.tried += 1;
      if (passed) tally.passed += 1;
    });
  }

  add({ at, events }: CountedEntry): void {
    this.#at = at;
    this.#accepting = false;
    for (const event of events) this.#apply(event);
  }

  /** What is known so far; to be asked for once, at the end. */
  close(): Tally {
    const tally = this.#tally;
    this.#gates.close();
    tally.runs[this.#status] += 1;
    for (const { phase } of this.#stays.values()) phaseIn(tally, this.run.workflow, phase).open += 1;
    for (const work of this.#works.values()) this.#count(work);
    for (const task of this.#tasks.values()) {
      if (task.outcome === 'open' && this.#status !== 'running') task.outcome = this.#status;
      tally.tasks.push(task);
    }
    return tally;
  }

  #apply(event: CountedEvent): void {
    switch (event.kind) {
      case 'run-started':
        break;
      case 'run-ended':
        this.#endRun(event.status);
        break;
      case 'run-resumed':
        this.#resume();
        break;
      case 'scope-opened':
        // The run itself is in no phase while its items are under way.
        this.#leave('');
        this.#addItems(event);
        break;
      case 'scope-grown':
        this.#addItems(event);
        break;
      case 'phase-entered':
        this.#enter(event);
        break;
      case 'position-ended':
        this.#endPosition(event);
        break;
      case 'work-opened':
        this.#open(event.assignment);
        break;
      case 'attempt-started':
        this.#startAttempt(event);
        break;
      case 'attempt-ended':
        this.#endAttempt(event);
        break;
      case 'submission-received':
        this.#receive(event);
        break;
      case 'submission-accepted':
        this.#accept(event);
        break;
      case 'submission-rejected':
        this.#reject(event);
        break;
      case 'request-opened':
        this.#ask(event);
        break;
      case 'request-answered':
        this.#answer(event.request);
        break;
    }
  }

  #endRun(status: Exclude<RunStatus, 'running'>): void {
    this.#status = status;
    if (status === 'complete') {
      for (const scope of [...this.#stays.keys()]) {
        this.#leave(scope);
        this.#gates.end(scope);
      }
      return;
    }
    for (const stay of this.#stays.values()) {
      stay.spentMs += stay.since === undefined ? 0 : span(stay.since, this.#at);
      stay.since = undefined;
    }
  }

  #resume(): void {
    this.#status = 'running';
    for (const stay of this.#stays.values()) stay.since ??= this.#at;
  }

  #addItems({ scope, items }: Of<'scope-opened' | 'scope-grown'>): void {
    for (const { key } of items) {
      const position = `${scope}/${key}`;
      if (this.#tasks.has(position)) continue;
      this.#tasks.set(position, {
        run: this.run.name,
        workflow: this.run.workflow,
        scope,
        item: key,
        outcome: 'waiting',
        rounds: 0,
        accepted: 0,
        rejected: 0,
        escalations: 0,
        phases: new Map(),
      });
    }
  }

  #enter({ scope, phase }: Of<'phase-entered'>): void {
    this.#leave(scope);
    this.#stays.set(scope, { phase, since: this.#at, spentMs: 0 });
    this.#gates.enter(scope, phase);
    const task = this.#tasks.get(scope);
    if (task === undefined) return;
    task.outcome = 'open';
    const { visits = 0, totalMs = 0 } = task.phases.get(phase) ?? {};
    task.phases.set(phase, { visits: visits + 1, totalMs });
  }

  #leave(scope: string): void {
    const stay = this.#stays.get(scope);
    if (stay === undefined) return;
    this.#stays.delete(scope);
    const ms = stay.spentMs + (stay.since === undefined ? 0 : span(stay.since, this.#at));
    phaseIn(this.#tally, this.run.workflow, stay.phase).stays.push(ms);
    const spent = this.#tasks.get(scope)?.phases.get(stay.phase);
    if (spent !== undefined) spent.totalMs += ms;
  }

  #endPosition({ scope, as }: Of<'position-ended'>): void {
    this.#leave(scope);
    this.#gates.end(scope);
    const task = this.#tasks.get(scope);
    if (task !== undefined) task.outcome = as ?? 'complete';
  }

  #open(assignment: CountedWork): void {
    const { id, scope, round, ask, kind } = assignment;
    const handedOver = this.#accepting || assignment.after.length > 0;
    this.#works.set(id, {
      assignment,
      openedAt: this.#at,
      handedOverAt: handedOver ? this.#at : undefined,
      handed: noneHanded(),
      rejections: [],
      received: undefined,
      acceptedAt: undefined,
      judged: 0,
      ...noAttempts(),
    });
    const task = this.#tasks.get(scope);
    if (task !== undefined && kind === 'agent') task.rounds = Math.max(task.rounds, round);
    if (ask?.kind === 'escalation') this.#escalate(scope);
  }

  #escalate(scope: string): void {
    this.#gates.escalate(scope);
    const task = this.#tasks.get(scope);
    if (task !== undefined) task.escalations += 1;
  }

  #startAttempt({ assignment: id, attempt }: Of<'attempt-started'>): void {
    const work = this.#works.get(id);
    if (work === undefined) return;
    work.attempts += 1;
    if (attempt > 1) work.retries += 1;
    if (work.attempts > 1 || work.handedOverAt === undefined) return;
    // What waits for another item was handed over when that one was accepted.
    const before = work.assignment.after.map((other) => this.#works.get(other)?.acceptedAt ?? 0);
    this.#tally.startMs.push(span(Math.max(work.handedOverAt, ...before), this.#at));
  }

  #endAttempt({ assignment: id, end, retryAt, usage }: Of<'attempt-ended'>): void {
    const work = this.#works.get(id);
    if (work === undefined) return;
    if (end === 'lost') work.lost += 1;
    if (usage === undefined) work.unreported += 1;
    else work.usage = usageByModel([...work.usage, ...usage]);
    // The engine's own word: it ended, was wanted still, and had left nothing to wait for.
    if (retryAt !== undefined) work.failures += 1;
  }

  #receive({ assignment: id, submission }: Of<'submission-received'>): void {
    const work = this.#works.get(id);
    if (work === undefined) return;
    work.handed.submitted += 1;
    work.received = { submission, at: this.#at };
  }

  /** True for the verdict of what was received; the time that it took is an agent's matter only. */
  #judge(work: Work, submission: string): boolean {
    const { received, assignment } = work;
    if (received?.submission !== submission) return false;
    if (assignment.kind === 'agent') this.#tally.validationMs.push(span(received.at, this.#at));
    work.received = undefined;
    work.judged += 1;
    return true;
  }

  #accept({ assignment: id, submission }: Of<'submission-accepted'>): void {
    this.#accepting = true;
    const work = this.#works.get(id);
    if (work === undefined || !this.#judge(work, submission)) return;
    const { handed, assignment } = work;
    if (handed.assignments === 0) handed.firstPass = 1;
    handed.assignments = 1;
    handed.accepted += 1;
    handed.rounds.push(work.judged);
    work.judged = 0;
    work.acceptedAt = this.#at;
    const task = this.#tasks.get(assignment.scope);
    if (task !== undefined && assignment.kind === 'agent') task.accepted += 1;
    if (assignment.kind === 'human') this.#tally.humanHandoffMs.push(span(work.openedAt, this.#at));
  }

  #reject({ assignment: id, submission, rejection }: Of<'submission-rejected'>): void {
    const work = this.#works.get(id);
    if (work === undefined || !this.#judge(work, submission)) return;
    const { scope, phase, kind } = work.assignment;
    work.handed.assignments = 1;
    work.handed.rejected += 1;
    work.rejections.push(rejection);
    this.#gates.reject(scope, phase);
    const task = this.#tasks.get(scope);
    if (task !== undefined && kind === 'agent') task.rejected += 1;
  }

  #ask({ request: { id, request, assignment, person, parks, stuck } }: Of<'request-opened'>): void {
    const work = this.#works.get(assignment);
    const escalates = stuck || targetsOf(this.run.workflow).escalatingRequests.includes(request);
    if (work !== undefined && escalates) this.#escalate(work.assignment.scope);
    // What people are only told, nobody waits for.
    if (person && parks) this.#questions.set(id, this.#at);
  }

  #answer(request: string): void {
    const askedAt = this.#questions.get(request);
    if (askedAt === undefined) return;
    this.#questions.delete(request);
    this.#tally.questionMs.push(span(askedAt, this.#at));
  }

  #count({ assignment, handed, rejections, ...work }: Work): void {
    const contract = contractIn(this.#tally, this.run.workflow, assignment.contract);
    contract.roles.add(assignment.role);
    addHanded(contract.handed, handed);
    for (const { clauses, problems, blame } of rejections) {
      for (const clause of new Set(clauses)) raise(contract.clauses, clause);
      for (const code of new Set(problems.map((problem) => problem.code))) raise(contract.codes, code);
      raise(contract.blame, blame);
    }
    // What Baton does itself is nobody's skill.
    if (assignment.kind === 'engine') return;
    const [agent, model] = [agentOf(this.run, assignment), modelOf(this.run, assignment)];
    const played = agentIn(this.#tally, { role: assignment.role, agent, model });
    addHanded(played.handed, handed);
    addAttempts(played, work);
  }
}
