// People answer what waits in the inbox, in their own time, always the same to the same question. What was not
// acknowledged they say again, and now and then what was.

import { plan } from '../../src/engine/plan.ts';
import type { WantedQuestion } from '../../src/model/wanted.ts';
import type { Holder } from '../../src/runtime/holder.ts';
import type { SimulatedMount } from './simulated-disk.ts';
import type { SimulatedWorld } from './simulated-outside.ts';

const THINKING_MS = 15_000;

interface Word {
  readonly item: string;
  readonly choice?: string;
  readonly text: string;
}

/** The first approval is refused with words, the second one is given. */
const wordFor = ({ id, ask }: WantedQuestion): Word => {
  if (ask.kind === 'question') return { item: id, text: 'loud' };
  if (id === 'approving.human.1') return { item: id, choice: 'changes', text: 'one thing more' };
  return { item: id, choice: ask.approve ?? ask.choices[0]!, text: 'fine' };
};

export class SimulatedPeople {
  /** What was acknowledged: the item, and the sequence number where there was one. */
  readonly acknowledged: { readonly item: string; readonly seq: number }[] = [];
  readonly #world: SimulatedWorld;
  readonly #unanswered = new Map<string, Word>();

  constructor(world: SimulatedWorld) {
    this.#world = world;
  }

  /** Looks into the inbox after every entry of this holder. */
  attend(holder: Holder, mount: SimulatedMount): void {
    const seen = new Set<string>();
    const { clock, random } = this.#world;
    const say = (word: Word): void => {
      clock.after(random.below(THINKING_MS), () => void this.#say(holder, mount, word));
    };
    for (const word of this.#unanswered.values()) say(word);
    const look = (): void => {
      if (mount.dead) return;
      for (const question of plan(holder.state).questions) {
        if (seen.has(question.id) || this.#unanswered.has(question.id)) continue;
        seen.add(question.id);
        say(wordFor(question));
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
      const { entry } = await holder.loop.give({ kind: 'answer', ...word, args: {} }, { person: 'ada' });
      if (mount.dead) return;
      this.#unanswered.delete(word.item);
      const taken = entry?.events.some(
        (e) => e.kind === 'request-answered' || e.kind === 'submission-accepted',
      );
      if (entry !== undefined && taken) this.acknowledged.push({ item: word.item, seq: entry.seq });
    } catch {
      // The holder is ending; the word is said again to the next one.
    }
  }
}
