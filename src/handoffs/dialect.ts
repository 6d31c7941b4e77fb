// What every dialect can do: read bytes into the canonical handoff, and write one down.
import type { Handoff } from '../model/handoff.ts';
import type { Problem } from '../model/problem.ts';
import type { VagueWords } from '../model/vague-words.ts';

export interface Written {
  readonly text: string;
  /** How it is called; only the last part matters. Empty where it has no name, as from a pipe. */
  readonly file: string;
}

export interface DecodeOptions {
  /** The role that wrote it, where that is known: NEXT must be one that it may name. */
  readonly role?: string | undefined;
  /** Agents that there are; others are warned about. */
  readonly agents?: readonly string[] | undefined;
}

export interface Decoded {
  /** Which of the dialect's forms it is; null where it has but one. */
  readonly variant: string | null;
  /** Where in the text it begins: of several dialects in one message the last one counts. */
  readonly offset?: number;
  /** Undefined when none could be read. */
  readonly handoff: Handoff | undefined;
  readonly problems: readonly Problem[];
}

export interface Encoded {
  readonly text: string;
  /** Fields of the handoff that this dialect cannot hold. */
  readonly lost: readonly string[];
  /** Fields that this dialect needs and the handoff does not have; nothing is invented for them. */
  readonly missing: readonly string[];
}

export interface Dialect {
  readonly name: string;
  /** False where surely none of this dialect begins behind that place of a message. Cheap; without it one may. */
  mayBeginAfter?(text: string, offset: number): boolean;
  /** Undefined: there is nothing of this dialect here. Never throws. */
  decode(written: Written, options?: DecodeOptions): Decoded | undefined;
  encode(handoff: Handoff): Encoded;
  /** The same with a project's own words for what is vague; absent where nobody asks for that. */
  withWords?(words: VagueWords): Dialect;
}
