export interface Pooler {
  url(role: string, database: string): string;
  stop(): Promise<void>;
}

export interface Standby {
  readonly port: number;
  start(): Promise<void>;
  kill(): Promise<void>;
  promote(): Promise<void>;
  stop(): Promise<void>;
}

export interface Cluster {
  readonly port: number;
  readonly root: string;
  readonly adminUrl: string;
  /** Of the server, where it is on a network. */
  readonly certificate: string | undefined;
  url(role: string, database: string): string;
  query(text: string): { readonly status: number | null; readonly stdout: string; readonly stderr: string };
  readonly readCommand: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** A copy that follows it; it is synchronous where the settings of the cluster say so. */
  standby(): Promise<Standby>;
  pooler(roles: readonly string[]): Promise<Pooler>;
  stop(): Promise<void>;
}

export const hasServer: () => boolean;
export const hasPooler: () => boolean;
export const startCluster: (options?: {
  readonly settings?: readonly string[];
  /** Where its scratch folder goes. */
  readonly folder?: string;
  readonly network?: {
    readonly address: string;
    readonly subnet: string;
    readonly through?: (user: { readonly uid?: number; readonly gid?: number }) => readonly string[];
  };
}) => Promise<Cluster>;
