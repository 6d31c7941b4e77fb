// Between agents and the door: calls are late, lost on the way there or back, or come twice. Whoever is not answered
// calls again. Every answer that left a living holder is noted: it must be found in the journal.
import type { Answer } from '../../src/model/run/answer.ts';
import type { DoorApi } from '../../src/runtime/door-api.ts';
import type { SimulatedMount } from './simulated-disk.ts';
import type { SimulatedWorld } from './simulated-outside.ts';

/** Whoever listens now; a new holder listens with a door of its own. */
export interface Listening {
  readonly door: DoorApi;
  readonly mount: SimulatedMount;
}

export interface Call {
  readonly token: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface Acknowledged {
  readonly assignment: string;
  readonly answer: Answer;
}

const TRAVEL_MS_MAX = 50;
/** Longer than the door waits for a verdict. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 2_000;
/** A duplicate may come long after the call, to another holder even. */
const DUPLICATE_MS_MAX = 90_000;

export class SimulatedNetwork {
  listening: Listening | undefined;
  readonly acknowledged: Acknowledged[] = [];
  readonly #world: SimulatedWorld;

  constructor(world: SimulatedWorld) {
    this.#world = world;
  }

  /** Calls until there is an answer. */
  async call(assignment: string, call: Call): Promise<Answer> {
    for (;;) {
      const answer = await this.#once(assignment, call);
      if (answer !== undefined) return answer;
      await this.#world.clock.sleep(PAUSE_MS);
    }
  }

  #once(assignment: string, call: Call): Promise<Answer | undefined> {
    const { clock, random, weather } = this.#world;
    return new Promise((resolve) => {
      const giveUp = clock.after(PATIENCE_MS, () => resolve(undefined));
      const answered = (answer: Answer | undefined): void => {
        giveUp();
        resolve(answer);
      };
      const heard = random.chance(weather.dropAnswer) ? () => {} : answered;
      const sent = !random.chance(weather.dropRequest);
      const travelMs = 1 + random.below(TRAVEL_MS_MAX);
      const duplicate = random.chance(weather.duplicate);
      const later = random.chance(0.7) ? random.below(DUPLICATE_MS_MAX) : 0;
      clock.after(travelMs, () => {
        if (sent) this.#deliver(assignment, call, heard);
        if (duplicate && later === 0) this.#deliver(assignment, call, () => {});
      });
      if (duplicate && later > 0)
        clock.after(travelMs + later, () => this.#deliver(assignment, call, () => {}));
    });
  }

  #deliver(assignment: string, call: Call, heard: (answer: Answer | undefined) => void): void {
    const { clock, random } = this.#world;
    const to = this.listening;
    const travel = (answer: Answer | undefined): void => {
      clock.after(1 + random.below(TRAVEL_MS_MAX), () => heard(answer));
    };
    if (to === undefined || to.mount.dead) {
      travel(undefined);
      return;
    }
    to.door.call(call.token, call.tool, call.args).then(
      (answer) => {
        if (to.mount.dead) return;
        this.acknowledged.push({ assignment, answer });
        travel(answer);
      },
      () => {
        if (!to.mount.dead) travel(undefined);
      },
    );
  }
}
