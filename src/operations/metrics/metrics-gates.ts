// Which gates a task passed at its first try: the way on, and neither a rejection nor an escalation in between.
import type { WorkflowTargets } from './metrics-targets.ts';

interface Trial {
  readonly phase: string;
  readonly number: number;
  failed: boolean;
}

export class Gates {
  readonly #numberOf: WorkflowTargets['gateNumber'];
  readonly #onDecided: (phase: string, passed: boolean) => void;
  readonly #seen = new Set<string>();
  /** Per position the gate whose first try is not decided yet. */
  readonly #trials = new Map<string, Trial>();

  constructor(numberOf: WorkflowTargets['gateNumber'], onDecided: (phase: string, passed: boolean) => void) {
    this.#numberOf = numberOf;
    this.#onDecided = onDecided;
  }

  /** A phase that is no gate decides nothing: work of the engine may stand between two gates. */
  enter(scope: string, phase: string): void {
    const number = this.#numberOf(phase);
    if (number === undefined) return;
    const before = this.#trials.get(scope);
    if (before !== undefined) this.#decide(scope, before, number > before.number);
    const visit = JSON.stringify([scope, phase]);
    if (!this.#seen.has(visit)) this.#trials.set(scope, { phase, number, failed: false });
    this.#seen.add(visit);
  }

  reject(scope: string, phase: string): void {
    const trial = this.#trials.get(scope);
    if (trial?.phase === phase) trial.failed = true;
  }

  escalate(scope: string): void {
    const trial = this.#trials.get(scope);
    if (trial !== undefined) trial.failed = true;
  }

  end(scope: string): void {
    const trial = this.#trials.get(scope);
    if (trial !== undefined) this.#decide(scope, trial, true);
  }

  /** Of what is still under way only a failure is certain. */
  close(): void {
    for (const [scope, trial] of this.#trials) if (trial.failed) this.#decide(scope, trial, false);
  }

  #decide(scope: string, { phase, failed }: Trial, forward: boolean): void {
    this.#trials.delete(scope);
    this.#onDecided(phase, forward && !failed);
  }
}
