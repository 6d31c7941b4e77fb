// Agents at work: compares what should be under way with what is, starts what is missing, ends what is not wanted.
import type { Ended, Session } from '../agents/agent.ts';
import { budgetName, budgetOf, exceededBy } from '../engine/budget.ts';
import { plan } from '../engine/plan.ts';
import { causeText } from '../errors.ts';
import { SESSION_GRACE_MS } from '../model/limits/limits.ts';
import { type DaySpent, NOTHING_SPENT, type Turn } from '../model/run/budget.ts';
import type { Entry } from '../model/run/entry.ts';
import type { Input } from '../model/run/input.ts';
import type { Digest } from '../model/run/sealed.ts';
import type { State } from '../model/run/state.ts';
import type { ModelUsage } from '../model/run/usage.ts';
import type { Wanted, WantedAssignment } from '../model/run/wanted.ts';
import type { Permits } from './door-api.ts';
import type { RunningSession } from './files/traces.ts';
import type { HandOver } from './hand-over.ts';
import type { Ports } from './ports.ts';
import type { Seat } from './seat.ts';
import { type TaskOptions, taskFor } from './task.ts';

export interface SessionsOptions extends TaskOptions {
  readonly agentsMax: number;
  readonly seat: Pick<Seat, 'sound' | 'whenSound'>;
  readonly after: (ms: number, call: () => void) => () => void;
  /** One more is at work. */
  readonly onStarted: () => void;
  /** Puts to a person what no rule decides. */
  readonly permits: Permits;
  /** Takes what an attempt said last, where its work is handed in that way. */
  readonly handOver: HandOver;
}

interface Running {
  readonly assignment: string;
  readonly attempt: number;
  session: Session | undefined;
  stopGrace: (() => void) | undefined;
  gone: Promise<void>;
  /** What it has used so far, where its program tells. */
  usage?: readonly ModelUsage[];
  /** It was ended because of a budget; with what its next turn would have taken. */
  over?: { readonly why: string; readonly turn: Turn };
}

export interface Sessions {
  reconcile(wanted: Wanted, now: string): void;
  /** Ends everything, at once or after the grace that agents have to end their turn. */
  stopAll(graceMs: number): Promise<void>;
  readonly count: number;
  /** Who is at work. */
  readonly running: readonly RunningSession[];
}

type AttemptStart = Extract<Input, { kind: 'attempt-start' }>;

const ENGINE = { engine: true } as const;

const keyOf = (assignment: string, attempt: number): string => `${assignment}#${attempt}`;

const DATE_CHARS = 10;

/** What cannot be read is unknown; the work does not wait for it. */
const spentByOthers = async (ports: Ports): Promise<DaySpent> => {
  const unknown = { ...NOTHING_SPENT, unknownTokens: 1, unknownUsd: 1 };
  const date = ports.clock.now().slice(0, DATE_CHARS);
  if (ports.spentByOthers === undefined) return { date, spent: NOTHING_SPENT };
  return { date, spent: await ports.spentByOthers(date).catch(() => unknown) };
};

class SessionTable implements Sessions {
  readonly #options: SessionsOptions;
  readonly #running = new Map<string, Running>();
  /** Asked to be begun, and not in the journal yet. */
  readonly #starting = new Set<string>();
  /** Attempts that are begun in the journal, and not here yet. */
  readonly #begun = new Map<string, number>();
  /** Also those whose session has ended, until their end is in the journal. */
  readonly #plays = new Set<Promise<void>>();
  readonly #timers = new Map<string, () => void>();
  #stopping = false;

  constructor(options: SessionsOptions) {
    this.#options = options;
    options.loop.follow((state) => this.#startsIn(state));
    options.loop.onEntry((entry) => this.#hear(entry));
  }

  get count(): number {
    return this.#running.size;
  }

  get running(): readonly RunningSession[] {
    return [...this.#running.values()].map(({ assignment: id, session }) => ({ id, pid: session?.pid }));
  }

  reconcile(wanted: Wanted, now: string): void {
    this.#stopUnwanted(wanted);
    if (this.#stopping) return;
    for (const [assignment, attempt] of this.#begun) this.#start(assignment, attempt);
    this.#begun.clear();
    for (const { id, notBefore } of this.#startable(wanted)) {
      if (this.#starting.has(id)) continue;
      if (this.#room === 0) return;
      if (notBefore !== undefined && notBefore > now) this.#wait(id, notBefore);
      else void this.#begin(id).catch(() => {});
    }
  }

  async stopAll(graceMs: number): Promise<void> {
    this.#stopping = true;
    for (const cancel of this.#timers.values()) cancel();
    this.#begun.clear();
    const all = [...this.#running.values()];
    await this.#grace(all, graceMs);
    await Promise.all(all.map((one) => one.session?.stop()));
    await Promise.all(this.#plays);
  }

  async #grace(all: readonly Running[], graceMs: number): Promise<void> {
    if (graceMs === 0 || all.length === 0) return;
    let cancel: () => void = () => {};
    const over = new Promise<void>((resolve) => {
      cancel = this.#options.after(graceMs, resolve);
    });
    await Promise.race([Promise.all(all.map((one) => one.gone)), over]);
    cancel();
  }

  #isRunning(assignment: string): boolean {
    return [...this.#running.values()].some((one) => one.assignment === assignment);
  }

  /** How many more may be at work. */
  get #room(): number {
    const taken = this.#running.size + this.#begun.size + this.#starting.size;
    return Math.max(0, this.#options.agentsMax - taken);
  }

  #startable({ assignments }: Wanted): readonly WantedAssignment[] {
    return assignments.filter(({ id, started, held }) => !started && !held && !this.#isRunning(id));
  }

  /**
   * What can be begun at once is journalled with the entry that makes it wanted. What has to be looked up first is not, and nothing while
   * another process may hold the run.
   */
  #startsIn(state: State): readonly Input[] {
    if (this.#stopping || !this.#options.seat.sound || budgetOf(state)?.day !== undefined) return [];
    const now = this.#options.ports.clock.now();
    let room = this.#room;
    return this.#startable(plan(state)).flatMap(({ id, notBefore }) => {
      if (notBefore !== undefined && notBefore > now) return [];
      // One that was asked for already has its room.
      if (!this.#starting.has(id)) room -= 1;
      return room < 0 ? [] : [this.#startOf(state, id)];
    });
  }

  /** An attempt is played from when it is in the journal: an orphan always has an entry. */
  #hear({ events }: Entry): void {
    if (this.#stopping) return;
    for (const event of events)
      if (event.kind === 'attempt-started') this.#begun.set(event.assignment, event.attempt);
      // One that may not play was ended at once.
      else if (event.kind === 'attempt-ended' && this.#begun.get(event.assignment) === event.attempt)
        this.#begun.delete(event.assignment);
  }

  /** An agent whose work is over may end its turn by itself, for a while. */
  #stopUnwanted(wanted: Wanted): void {
    const keep = new Set(wanted.assignments.map((a) => keyOf(a.id, a.attempt)));
    for (const [key, one] of this.#running) {
      if (keep.has(key)) {
        one.stopGrace?.();
        one.stopGrace = undefined;
      } else if (one.stopGrace === undefined) {
        one.stopGrace = this.#options.after(
          one.session?.idle ? 0 : SESSION_GRACE_MS,
          () => void one.session?.stop(),
        );
      }
    }
  }

  #wait(id: string, until: string): void {
    if (this.#timers.has(id)) return;
    const cancel = this.#options.ports.clock.at(until, () => {
      this.#timers.delete(id);
      void this.#begin(id).catch(() => {});
    });
    this.#timers.set(id, cancel);
  }

  async #begin(assignment: string): Promise<void> {
    const { loop, ports } = this.#options;
    this.#starting.add(assignment);
    try {
      const others = budgetOf(loop.state)?.day === undefined ? undefined : await spentByOthers(ports);
      const start = this.#startOf(loop.state, assignment);
      await loop.give({ ...start, ...(others === undefined ? {} : { others }) }, ENGINE);
    } finally {
      this.#starting.delete(assignment);
    }
  }

  #start(assignment: string, attempt: number): void {
    const one: Running = {
      assignment,
      attempt,
      session: undefined,
      stopGrace: undefined,
      gone: Promise.resolve(),
    };
    this.#running.set(keyOf(assignment, attempt), one);
    one.gone = this.#play(one);
    this.#plays.add(one.gone);
    void one.gone.finally(() => this.#plays.delete(one.gone)).catch(() => {});
  }

  /** A desk is named in the journal before it is made, so that none is left that nobody knows. */
  #startOf({ works }: State, assignment: string): AttemptStart {
    const work = works[assignment];
    const isNew = work?.assignment.blind === true && work.desk === undefined;
    return {
      kind: 'attempt-start',
      assignment,
      ...(isNew ? { desk: this.#options.ports.desks.newName() } : {}),
    };
  }

  /** Nothing is begun while another process may hold the run. */
  #reconcileNow(): void {
    const { loop, ports, seat } = this.#options;
    if (seat.sound) this.reconcile(plan(loop.state), ports.clock.now());
    else
      void seat.whenSound().then(
        () => this.#reconcileNow(),
        () => {},
      );
  }

  async #play(one: Running): Promise<void> {
    const ended = await this.#playToEnd(one);
    one.stopGrace?.();
    // Before its working tree goes, and before its end is known: else a new attempt would be begun.
    const { handedOver, ended: taken } = await this.#handOver(one, ended);
    const draft = await this.#draftOf(one, taken);
    this.#running.delete(keyOf(one.assignment, one.attempt));
    if (!this.#isRunning(one.assignment))
      await this.#options.ports.workspaces.close(one.assignment).catch(() => {});
    const { end, session, usage, resetAt } = taken;
    const { why, turn } = one.over !== undefined && end === 'stopped' ? one.over : taken;
    await this.#options.loop
      .give(
        {
          kind: 'attempt-end',
          assignment: one.assignment,
          attempt: one.attempt,
          end,
          ...(why === undefined ? {} : { why }),
          ...(session === undefined ? {} : { session }),
          ...(resetAt === undefined ? {} : { resetAt }),
          ...(draft === undefined ? {} : { draft }),
          ...(handedOver ? { handedOver } : {}),
          ...(usage === undefined ? {} : { usage: [...usage] }),
          ...(turn === undefined ? {} : { turn }),
          ...(one.over === undefined ? {} : { overBudget: true }),
        },
        ENGINE,
      )
      .catch(() => {});
    // An end that was journalled before (a deadline) makes no entry, and still there is room for the next attempt now.
    this.#reconcileNow();
  }

  /** What failed work left in its tree, so that whoever is next goes on from there. */
  async #draftOf({ assignment, over }: Running, { end }: Ended): Promise<Digest | undefined> {
    const { loop, ports } = this.#options;
    const work = loop.state.works[assignment];
    const isBegun = work?.from !== undefined && work.assignment.writes.some(({ kind }) => kind === 'tree');
    if ((end !== 'failed' && over === undefined) || !isBegun || work.outcome !== undefined) return undefined;
    const sealed = await ports.workspaces.seal(assignment).catch(() => undefined);
    // A merge that was laid down meanwhile is what the next one begins with.
    return loop.state.works[assignment]?.from === work.from ? sealed?.digest : undefined;
  }

  /** What could not be taken is how the attempt ended. */
  async #handOver(
    { assignment, attempt }: Running,
    ended: Ended,
  ): Promise<{ readonly handedOver: boolean; readonly ended: Ended }> {
    try {
      return { handedOver: await this.#options.handOver(assignment, attempt, ended), ended };
    } catch (cause) {
      const why = `what it handed in could not be taken: ${causeText(cause)}`;
      return { handedOver: false, ended: { ...ended, end: 'failed', why } };
    }
  }

  /** Ends it before a turn that the budget does not have. */
  #spend(one: Running, role: string, usage: readonly ModelUsage[], turn: Turn): void {
    const { state } = this.#options.loop;
    one.usage = usage;
    const running = [...this.#running.values()].flatMap((other) => {
      const at = state.works[other.assignment]?.assignment.role;
      return at === undefined || other.usage === undefined ? [] : [{ role: at, usage: other.usage }];
    });
    const exceeded = one.over === undefined ? exceededBy(state, role, turn, running) : undefined;
    if (exceeded === undefined) return;
    one.over = { why: `its next turn would exceed ${budgetName(exceeded)}`, turn };
    void one.session?.stop();
  }

  async #playToEnd(one: Running): Promise<Ended> {
    try {
      const task = await taskFor(this.#options, one.assignment, one.attempt);
      one.session = await this.#options.ports.agentFor(task.role).start({
        ...task,
        onUsage: (usage, turn) => this.#spend(one, task.role, usage, turn),
        askPerson: (wish) => this.#options.permits.decide({ ...one, role: task.role }, wish),
      });
      this.#options.onStarted();
      if (this.#stopping || one.over !== undefined) await one.session.stop();
      return await one.session.ended;
    } catch (cause) {
      return { end: 'failed', why: `it could not be started: ${causeText(cause)}` };
    }
  }
}

export const createSessions = (options: SessionsOptions): Sessions => new SessionTable(options);
