// Limits of what an agent behind a fence may reach, and of what is made ready for it.

/** Connections through the gate of one attempt, at once. */
export const GATE_CONNECTIONS_MAX = 256;
/** How long the gate waits for a host to answer the first time. */
export const GATE_CONNECT_MS_MAX = 30_000;
/** Hosts that one attempt's log names; the rest are counted together. */
export const GATE_HOSTS_NAMED_MAX = 200;
/** Hosts and paths that a project adds to what agents behind the fence reach. */
export const FENCE_HOSTS_MAX = 50;
export const FENCE_PATHS_MAX = 50;
/** A file of the user's home that an agent's program is given a copy of. */
export const FENCE_HOME_FILE_BYTES_MAX = 4 * 1024 * 1024;
/** Directories beside an agent's outputs that are made read-only, one by one. */
export const FENCE_SIBLINGS_MAX = 500;
/** How long a piece of work waits for a model that would not take more; programs name the time themselves. */
export const LIMIT_WAIT_MS_MAX = 24 * 60 * 60 * 1000;
/** A continuation capsule, as a whole. */
export const CAPSULE_BYTES_MAX = 16 * 1024;
/** Why the last attempt ended, as far as state keeps it. */
export const LAST_WHY_CHARS_MAX = 500;
/** Where the number of the user of agents is looked for: systemd takes users without a name from here, and nobody else does. */
export const AGENT_USER_ID_MIN = 61_184;
export const AGENT_USER_ID_MAX = 65_519;
