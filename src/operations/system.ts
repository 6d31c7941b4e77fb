// What operations need of the world around Baton. `compose.ts` fills it in; tests may fill in something else.
import type { Agent } from '../agents/agent.ts';
import type { Inspector } from '../handoffs/inspector.ts';
import type { Config, RoleOptions } from '../model/config.ts';
import type { Entry } from '../model/run/entry.ts';
import type { State } from '../model/run/state.ts';
import type { Workflow } from '../model/workflow/workflow.ts';
import type { Place } from '../runners/commands/place.ts';
import type { DoorApi } from '../runtime/door-api.ts';
import type { Clock, Ports } from '../runtime/ports.ts';
import type { OpenedReader } from '../stores/file/file-store-reader.ts';
import type { Verified } from '../stores/file/verify-journal.ts';
import type { Passed, Wants } from '../stores/file/wanted-entries.ts';
import type { Head, Opened } from '../stores/store.ts';

/** One run of one project: its name and its two directories. */
export interface RunPlace {
  readonly name: string;
  readonly project: string;
  /** What people and agents see, in the project. */
  readonly directory: string;
  /** Baton's own files, outside the project. */
  readonly stateDirectory: string;
}

export interface PortsOptions {
  readonly place: Place;
  readonly run: RunPlace;
  readonly workflow: Workflow;
  readonly config: Config;
  readonly baseCommit: string | null;
  agentFor(role: string): Agent;
}

export interface Served {
  readonly url: string;
  open(door: DoorApi, person: (body: unknown) => Promise<unknown>): void;
  close(): Promise<void>;
}

export interface AgentOptions {
  readonly place: Place;
  readonly run: RunPlace;
  /** What the project says for the role that it plays. */
  readonly role?: RoleOptions | undefined;
}

export interface System {
  readonly version: string;
  readonly clock: Clock;
  readonly workflows: readonly Workflow[];
  /** Who knows the files of which system of agents; the first that knows a file checks it. */
  readonly inspectors: readonly Inspector[];
  openStore(directory: string): Promise<Opened>;
  openReader(directory: string): Promise<OpenedReader>;
  /** The head that was kept of the journal in this directory, apart from it. */
  readHead(directory: string): Promise<Head | undefined>;
  verifyJournal(directory: string): Promise<Verified>;
  /** A whole journal in one pass, of which only some lines are parsed. */
  readWantedEntries(directory: string, wants: Wants): Promise<Passed>;
  ports(options: PortsOptions): Promise<Ports>;
  /** An agent from its SPEC: `scripted:FILE`, `command:NAME`, `human`. */
  agent(spec: string, options: AgentOptions): Agent;
  serve(key: string): Promise<Served>;
}

/** Called with the state, and with the entry that made it; without one when a holder has just come up. */
export type StateListener = (state: State, entry?: Entry) => void;
