// Agents at work: compares what should be under way with what is, starts what is missing, ends what is not wanted.
import type { Ended, Session } from '../agents/agent.ts';
import { budgetName, budgetOf, exceededBy } from '../engine/budget.ts';
import { plan } from '../engine/plan.ts';
import { causeText } from '../errors.ts';
import { SESSION_GRACE_MS } from '../model/limits.ts';
import { type DaySpent, NOTHING_SPENT, type Turn } from '../model/run/budget.ts';
import type { Input } from '../model/run/input.ts';
import type { Digest } from '../model/run/sealed.ts';
import type { ModelUsage } from '../model/run/usage.ts';
import type { Wanted } from '../model/run/wanted.ts';
import type { Permits } from './door-api.ts';
import type { RunningSession } from './files/traces.ts';
import type { HandOver } from './hand-over.ts';
import type { Ports } from './ports.ts';
import { type TaskOptions, taskFor } from './task.ts';

export interface SessionsOptions extends TaskOptions {
  readonly agentsMax: number;
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
  readonly #starting = new Set<string>();
  /** Also those whose session has ended, until their end is in the journal. */
  readonly #plays = new Set<Promise<void>>();
  readonly #timers = new Map<string, () => void>();
  #stopping = false;

  constructor(options: SessionsOptions) {
    this.#options = options;
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
    for (const { id, started, held, notBefore } of wanted.assignments) {
      if (started || held || this.#starting.has(id) || this.#isRunning(id)) continue;
      if (this.#running.size + this.#starting.size >= this.#options.agentsMax) return;
      if (notBefore !== undefined && notBefore > now) this.#wait(id, notBefore);
      else void this.#begin(id).catch(() => {});
    }
  }

  async stopAll(graceMs: number): Promise<void> {
    this.#stopping = true;
    for (const cancel of this.#timers.values()) cancel();
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
    this.#starting.add(assignment);
    try {
      // The attempt is in the journal before there is a process: an orphan always has an entry.
      const { entry } = await this.#options.loop.give(await this.#startOf(assignment), ENGINE);
      const event = entry?.events.find((e) => e.kind === 'attempt-started');
      // One that may not play was ended at once.
      const isOver = entry?.events.some((e) => e.kind === 'attempt-ended' && e.assignment === assignment);
      if (event === undefined || isOver || this.#stopping) return;
      const one: Running = {
        assignment,
        attempt: event.attempt,
        session: undefined,
        stopGrace: undefined,
        gone: Promise.resolve(),
      };
      this.#running.set(keyOf(assignment, event.attempt), one);
      one.gone = this.#play(one);
      this.#plays.add(one.gone);
      void one.gone.finally(() => this.#plays.delete(one.gone)).catch(() => {});
    } finally {
      this.#starting.delete(assignment);
    }
  }

  /** A desk is named in the journal before it is made, so that none is left that nobody knows. */
  async #startOf(assignment: string): Promise<Extract<Input, { kind: 'attempt-start' }>> {
    const { loop, ports } = this.#options;
    const work = loop.state.works[assignment];
    const isNew = work?.assignment.blind === true && work.desk === undefined;
    const others = budgetOf(loop.state)?.day === undefined ? undefined : await spentByOthers(ports);
    return {
      kind: 'attempt-start',
      assignment,
      ...(isNew ? { desk: ports.desks.newName() } : {}),
      ...(others === undefined ? {} : { others }),
    };
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
    this.reconcile(plan(this.#options.loop.state), this.#options.ports.clock.now());
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
