// What operations need of the world around Baton. `compose.ts` fills it in; tests may fill in something else.
import type { Agent } from '../agents/agent.ts';
import type { ForeignSystem } from '../handoffs/foreign-system.ts';
import type { RoleOptions } from '../model/agents/role-config.ts';
import type { Config } from '../model/config.ts';
import type { Isolation } from '../model/isolation.ts';
import type { Entry } from '../model/run/entry.ts';
import type { State } from '../model/run/state.ts';
import type { Workflow } from '../model/workflow/workflow.ts';
import type { Place, SharedStore } from '../runners/commands/place.ts';
import type { DoorApi } from '../runtime/door-api.ts';
import type { Clock, Ports } from '../runtime/ports.ts';
import type { OfferedJobs, WorkerWords } from '../stores/offers.ts';
import type { StoreKeeper, Stores } from '../stores/store.ts';

/** One run of one project: its name, and its two directories on this machine. */
export interface RunPlace {
  readonly name: string;
  readonly place: Place;
  /** What people and agents see, in the project. */
  readonly directory: string;
  /** Baton's own files of this machine, outside the project: logs, and how its holder is reached. */
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

/** A dashboard to be served: what it answers is an operation's, where and to whom is decided by whoever starts it. */
export interface DashboardServing<D> {
  readonly dashboard: D;
  /** Tokens are made from the key, one-time codes from both. */
  readonly key: string;
  readonly boot: string;
  readonly readOnly: boolean;
  readonly person: string;
  readonly port: number;
  /** One further name that it is reached by. */
  readonly publicUrl?: URL | undefined;
}

export interface AgentOptions {
  readonly place: Place;
  readonly run: RunPlace;
  /** What the project says for the role that it plays. */
  readonly role?: RoleOptions | undefined;
  readonly isolation: Isolation;
}

export interface System {
  readonly version: string;
  readonly clock: Clock;
  readonly workflows: readonly Workflow[];
  /** Systems of agents whose handoffs and files are understood. */
  readonly systems: readonly ForeignSystem[];
  /** The runs of a project. Only its place on this machine is told; where they are kept follows from it. */
  stores(place: Pick<Place, 'stateDirectory'> & Partial<Pick<Place, 'store' | 'env'>>): Stores;
  /** Evidence that holders of a project leave to workers. */
  offeredJobs(store: SharedStore, words: WorkerWords, env: Place['env']): Promise<OfferedJobs>;
  /** Sets up and looks after the database that a project shares its runs in. */
  storeKeeper(address: string, env: Place['env']): Promise<StoreKeeper>;
  ports(options: PortsOptions): Promise<Ports>;
  /** An agent from its SPEC: `scripted:FILE`, `command:NAME`, `human`. */
  agent(spec: string, options: AgentOptions): Agent;
  serve(key: string): Promise<Served>;
  importModule(url: string): Promise<Readonly<Record<string, unknown>>>;
}

/** Called with the state, and with the entry that made it; without one when a holder has just come up. */
export type StateListener = (state: State, entry?: Entry) => void;
