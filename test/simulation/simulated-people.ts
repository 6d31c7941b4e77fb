// People answer what waits in the inbox, in their own time, always the same to the same question. What was not
// acknowledged they say again, and now and then what was.

import { plan } from '../../src/engine/plan.ts';
import type { Holder } from '../../src/runtime/holder.ts';
import type { Play, Word } from './play.ts';
import type { SimulatedMount } from './simulated-disk.ts';
import type { SimulatedWorld } from './simulated-outside.ts';

const THINKING_MS = 15_000;

export class SimulatedPeople {
  /** What was acknowledged: the item, and the sequence number where there was one. */
  readonly acknowledged: { readonly item: string; readonly seq: number }[] = [];
  readonly #world: SimulatedWorld;
  readonly #play: Play;
  readonly #unanswered = new Map<string, Word>();

  constructor(world: SimulatedWorld, play: Play) {
    this.#world = world;
    this.#play = play;
  }

  /** Looks into the inbox after every entry of this holder. */
  attend(holder: Holder, mount: SimulatedMount): void {
    const seen = new Set<string>();
    const { clock, random } = this.#world;
    const say = (word: Word): void => {
      clock.after(
        random.below(this.#play.thinkingMs ?? THINKING_MS),
        () => void this.#say(holder, mount, word),
      );
    };
    for (const word of this.#unanswered.values()) say(word);
    const look = (): void => {
      if (mount.dead) return;
      for (const question of plan(holder.state).questions) {
        if (seen.has(question.id) || this.#unanswered.has(question.id)) continue;
        seen.add(question.id);
        say(this.#play.answer(question));
      }
    };
    holder.loop.onEntry(look);
    look();
  }

  async #say(holder: Holder, mount: SimulatedMount, word: Word): Promise<void> {
    const { random, weather } = this.#world;
    if (mount.dead) return;
    this.#unanswered.set(word.item, word);
    const repeats = random.chance(weather.personRepeats);
    await Promise.all([
      this.#give(holder, mount, word),
      ...(repeats ? [this.#give(holder, mount, word)] : []),
    ]);
  }

  async #give(holder: Holder, mount: SimulatedMount, word: Word): Promise<void> {
    try {
      const { entry } = await holder.loop.give({ kind: 'answer', args: {}, ...word }, { person: 'ada' });
      if (mount.dead) return;
      this.#unanswered.delete(word.item);
      const taken = entry?.events.some(
        (e) =>
          e.kind === 'request-answered' || e.kind === 'submission-accepted' || e.kind === 'budget-raised',
      );
      if (entry !== undefined && taken) this.acknowledged.push({ item: word.item, seq: entry.seq });
    } catch {
      // The holder is ending; the word is said again to the next one.
    }
  }
}
