// A play is a workflow with all that is around it in a simulation: who plays its roles, what people say, what may differ
// from run to run, and what must be true in the end beside what is true of every run.
import type { Entry } from '../../src/model/run/entry.ts';
import type { State } from '../../src/model/run/state.ts';
import type { ModelUsage } from '../../src/model/run/usage.ts';
import type { WantedQuestion } from '../../src/model/run/wanted.ts';
import type { Workflow } from '../../src/model/workflow/workflow.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedSession, Told } from './simulated-agents.ts';
import type { SimulatedWorld } from './simulated-outside.ts';

/** What a person says to something in the inbox. */
export interface Word {
  readonly item: string;
  readonly choice?: string;
  readonly text: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** A run that is complete, as it can be read back. */
export interface Finished {
  readonly state: State;
  readonly entries: readonly Entry[];
  readonly world: SimulatedWorld;
  /** What each attempt was told. */
  readonly told: readonly Told[];
  /** Texts of artifacts that do not stand in the journal. */
  readonly contents: (digest: string) => string | undefined;
}

export interface Play {
  readonly workflow: Workflow;
  readonly request: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** The project as it is at the start, by path. */
  readonly project: Readonly<Record<string, string>>;
  /** How many commits there are in the end; one unless told. */
  readonly commits?: number;
  /** Artifacts that say when something was: their digests differ from run to run. */
  readonly timed?: readonly string[];
  /** How long people take to answer, at most. */
  readonly thinkingMs?: number;
  /** How often the attempts of one assignment may fail by accident, where giving up leads to another end. */
  readonly accidentsMax?: number;
  /** Items go on side by side, and how often each is sent back depends on who is faster: only the end itself is compared. */
  readonly raced?: true;
  /** What each attempt that ends well reports to have used. */
  readonly usage?: readonly ModelUsage[];
  /** One attempt. What it hands in follows from what it was given and told, never from how often it was started. */
  act(session: SimulatedSession): Promise<void>;
  answer(question: WantedQuestion): Word;
  /** Throws where something is wrong; what it gives back is the same in every run of the scenario. */
  end?(finished: Finished): unknown;
}

export interface PlayBook<S extends object> {
  readonly name: string;
  /** The longest one: crashes are tried at each of its operations. */
  readonly worst: S;
  draw(random: SeededRandom): S;
  /** The scenarios whose undisturbed ends a disturbed run of this one may have. */
  variants(scenario: S): readonly S[];
  play(scenario: S): Play;
}
