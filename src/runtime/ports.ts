// Everything the holder needs of the world, as interfaces: real ones in production, simulated ones in the simulation.

import type { Agent } from '../agents/agent.ts';
import type { Evidence, EvidenceRequest } from '../model/evidence.ts';
import type { Permissions } from '../model/permissions/permissions.ts';
import type { Parsed, Problem } from '../model/problem.ts';
import type { Spent } from '../model/run/budget.ts';
import type { JudgedHandoff } from '../model/run/judged-handoff.ts';
import type { Digest } from '../model/run/sealed.ts';
import type { EffectRequest, EffectResult } from '../model/workflow/effect.ts';
import type { Projection } from '../model/workflow/workflow-texts.ts';
import type { Offers } from '../stores/offers.ts';
import type { SharedTree } from '../stores/store.ts';

export interface Clock {
  /** RFC 3339, UTC, milliseconds. */
  now(): string;
  /** Calls back at or soon after that time; returns how to take it back. */
  at(time: string, call: () => void): () => void;
}

/** Working trees, one per assignment that needs one. */
export interface Workspaces {
  /**
   * A clean one with the files of `tree`, compared with `start`; a leftover of the same assignment is replaced.
   * Returns where the agent works.
   */
  open(assignment: string, tree: Digest, start: Digest): Promise<string>;
  seal(assignment: string): Promise<{ readonly digest: Digest; readonly bytes: number }>;
  close(assignment: string): Promise<void>;
  /** How two trees differ, as text, as far as a prompt can hold it. Without this, prompts show none. */
  diff?(from: Digest, to: Digest): Promise<{ readonly text: string; readonly cut: boolean }>;
  /** Removes all but these; what a crash left behind. */
  sweep(keep: readonly string[]): Promise<void>;
}

/** The run directory: what agents and people read and write. */
export interface RunFiles {
  readonly directory: string;
  /** The text of one file, contained and bounded; problems where it is not there or cannot be taken. */
  read(path: string): Promise<Parsed<string>>;
  /** Writes what differs; what could not be written is a problem, the rest is. */
  write(files: readonly Projection[]): Promise<readonly Problem[]>;
  /** How large a plain file is; undefined where there is none. Without this, what does not change is compared each time. */
  size?(path: string): Promise<number | undefined>;
  /** Takes a file away; what is not there is gone already. */
  remove(path: string): Promise<void>;
  /** Names of plain files in a directory of the run; none where it is not there. */
  list(directory: string): Promise<readonly string[]>;
  /** Adds to the end of a file, for sightings only. */
  append(path: string, text: string): Promise<void>;
  /**
   * Puts down a file that others append to, while it still is what was seen (undefined: not there). What was appended in
   * that very moment comes back as `late`. Without this, the file is written over.
   */
  record?(
    path: string,
    seen: string | undefined,
    text: string,
  ): Promise<{ readonly done: boolean; readonly late: string }>;
  /** Tells when a file may have changed: a hint, which may also never come. */
  watch?(path: string, call: () => void): () => void;
}

/** What a piece of work needs of the directory that it writes to. */
export type WorkFiles = Pick<RunFiles, 'directory' | 'read' | 'write' | 'remove'>;

/** Directories for blind work, outside of the run directory and of every working tree. */
export interface Desks {
  /** A new name, which nobody can guess. */
  newName(): string;
  /** Makes the directory where it is missing. */
  open(name: string): WorkFiles;
  list(): Promise<readonly string[]>;
  /** What is not there is gone already. */
  remove(name: string): Promise<void>;
}

/** Another machine may gather the evidence, by way of the store. */
export interface Elsewhere {
  readonly key: string;
  readonly offers: Offers;
  /** The holder ends, and the evidence is wanted all the same: by whoever holds the run next. */
  readonly isLeft: () => boolean;
}

export interface Outside {
  observe(request: EvidenceRequest, signal: AbortSignal, elsewhere?: Elsewhere): Promise<Evidence>;
  /** Idempotent by key: repeated after a crash, it has one effect. */
  perform(job: EffectJob, request: EffectRequest): Promise<EffectResult>;
}

/** Trees for other machines. */
export interface TreePacks {
  /** A tree with what it needs and `shared` does not have, as packs to be kept in this order. */
  pack(oid: string, shared: readonly string[]): Promise<readonly SharedTree[]>;
}

export interface EffectJob {
  readonly key: string;
  readonly at: string;
  /** When the run began, and where its journal ended when the effect was wanted. It is another one after a crash. */
  readonly journal: { readonly startedAt: string; readonly seq: number; readonly chain: string };
  /** What was accepted by then, for an effect that tells others about it. */
  readonly handoffs?: readonly JudgedHandoff[];
  /** Ends only while the run is this process's own; asked before each step that others see. */
  readonly whenOurs?: () => Promise<void>;
}

export interface Ports {
  readonly clock: Clock;
  readonly workspaces: Workspaces;
  readonly files: RunFiles;
  readonly desks: Desks;
  readonly outside: Outside;
  /** Where runs may be taken over by other machines. */
  readonly packs?: TreePacks;
  /** A text of the project as it is, contained; undefined where there is none. */
  readProject?(path: string): string | undefined;
  /** Who plays this role. */
  agentFor(role: string): Agent;
  /** What the project says that a role may do. */
  permissionsOf?(role: string): Permissions | undefined;
  /** What the other runs of the project have used on a day (UTC); without this, a day's budget counts this run alone. */
  spentByOthers?(date: string): Promise<Spent>;
  /** Ends processes of attempts that an earlier holder started. */
  endOrphans(): Promise<void>;
}
