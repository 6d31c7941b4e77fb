// What should be under way now, computed from state alone. The loop compares it with what runs.

import type { EvidenceRequest } from '../evidence.ts';
import type { EffectRequest } from '../workflow/effect.ts';
import type { Ask } from './event.ts';

export interface Wanted {
  /** Agents that should be at work. `attempt` is the one running, or the next one where none is. */
  readonly assignments: readonly WantedAssignment[];
  /** What waits for a person. */
  readonly questions: readonly WantedQuestion[];
  readonly jobs: readonly WantedJob[];
  readonly deadlines: readonly { readonly id: string; readonly at: string }[];
}

export interface WantedAssignment {
  readonly id: string;
  readonly attempt: number;
  readonly started: boolean;
  readonly notBefore?: string;
  /** It is begun when others have ended, which they are about to. */
  readonly held?: true;
  /** It has asked something and can do nothing until it is answered. */
  readonly waits: boolean;
}

export interface WantedQuestion {
  readonly id: string;
  readonly assignment: string;
  readonly ask: Ask;
  readonly since: string;
  /** A whole piece of work that a person does; it is handed in, not answered. */
  readonly plays?: true;
  /** Nothing waits for it: a person is told, and may say something to it. */
  readonly notice?: true;
  /** Its text is a page of lines, the most important first. */
  readonly page?: true;
}

export type WantedJob =
  | { readonly id: string; readonly kind: 'observe'; readonly key: string; readonly request: EvidenceRequest }
  | {
      readonly id: string;
      readonly kind: 'effect';
      readonly assignment: string;
      readonly request: EffectRequest;
      /** When it was first wanted, from the journal: repeated after a crash, it bears the same date. */
      readonly at: string;
    }
  | {
      readonly id: string;
      /** Done beside the work; nobody waits for it. */
      readonly kind: 'side';
      readonly effect: string;
      readonly request: EffectRequest;
      readonly at: string;
    };
