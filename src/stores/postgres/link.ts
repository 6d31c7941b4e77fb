// The way to the database. A lost connection is not a failed write: the same statement is asked again, so each must bear being asked twice.
// No transaction stays open between two statements, and none is ever cancelled: a cancel could end a wait for a standby as if it were done.
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkServerIdentity } from 'node:tls';
import postgres from 'postgres';
import type { BatonError } from '../../errors.ts';
import {
  ANSWER_MS_MAX,
  STORE_CONNECTIONS_MAX,
  STORE_PATIENCE_MS,
  STORE_PAUSE_MS,
  STORE_PAUSE_MS_MAX,
} from '../../model/limits/store.ts';
import type { Address } from './address.ts';
import { passwordFor } from './password.ts';
import { codeOf, isAway, sqlError, storeAway } from './sql-error.ts';

export type Sql = postgres.Sql;

export interface Asking {
  /** What was being done, for a message: "… failed". */
  readonly doing: string;
  /** Asked again until it is answered, or until this says why not. Without it a server that is away is given up on. */
  readonly until?: () => BatonError | undefined;
  readonly answerMsMax?: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

const userOf = (address: Address, env: Environment): string =>
  address.user ?? env['PGUSER'] ?? env['USER'] ?? userInfo().username;

const read = (path: string | undefined): Buffer | undefined =>
  path === undefined ? undefined : readFileSync(path);

class Unanswered extends Error {
  readonly code = 'ETIMEDOUT';
}

const within = async <T>(ms: number, work: PromiseLike<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unanswered('no answer')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

export class Link {
  readonly #address: Address;
  readonly #env: Environment;
  readonly #sockets = new Set<Socket>();
  #sql: Sql | undefined;
  /** Which of several hosts is tried. */
  #at = 0;

  constructor(address: Address, env: Environment) {
    this.#address = address;
    this.#env = env;
  }

  get sql(): Sql {
    this.#sql ??= this.#open();
    return this.#sql;
  }

  /** The answer of the server. Sockets keep no process alive; a statement that waits for its answer does. */
  async ask<T>(asking: Asking, work: (sql: Sql) => PromiseLike<T>): Promise<T> {
    const { doing, until, answerMsMax = ANSWER_MS_MAX } = asking;
    const since = performance.now();
    for (let pause = STORE_PAUSE_MS; ; pause = Math.min(pause * 2, STORE_PAUSE_MS_MAX)) {
      const sql = this.sql;
      try {
        return await within(answerMsMax, work(sql));
      } catch (cause) {
        if (!isAway(cause)) throw sqlError(doing, cause);
        // A connection that says nothing takes all that is asked on it along; so does a server that takes no writes.
        if (cause instanceof Unanswered || codeOf(cause) === '25006') this.#drop(sql);
        this.#at += 1;
        const end = until === undefined ? undefined : until();
        if (end !== undefined) throw end;
        if (until === undefined && performance.now() - since > STORE_PATIENCE_MS) throw storeAway(cause);
      }
      await sleep(pause);
    }
  }

  async close(): Promise<void> {
    if (this.#sql !== undefined) this.#drop(this.#sql);
  }

  #drop(sql: Sql): void {
    if (this.#sql !== sql) return;
    this.#sql = undefined;
    const sockets = [...this.#sockets];
    this.#sockets.clear();
    void sql.end({ timeout: 0 }).catch(() => {});
    // What the driver still writes into TLS over a socket that is gone would end this process. Those the system closes when it gives them up.
    if (this.#address.tls === undefined) for (const socket of sockets) socket.destroy();
  }

  #open(): Sql {
    const { database, tls } = this.#address;
    const user = userOf(this.#address, this.#env);
    const place = () =>
      this.#address.hosts[this.#at % this.#address.hosts.length] ?? { host: 'localhost', port: 5432 };
    return postgres({
      host: 'store',
      database,
      user,
      password: () => passwordFor({ ...place(), database, user }, this.#env),
      max: STORE_CONNECTIONS_MAX,
      // A pooler in transaction mode knows no prepared statements of ours.
      prepare: false,
      fetch_types: false,
      max_lifetime: null,
      connect_timeout: STORE_PATIENCE_MS / 1000,
      backoff: () => 0,
      onnotice: () => {},
      connection: { application_name: 'baton' },
      socket: () => this.#connect(place()),
      ssl:
        tls === undefined
          ? false
          : {
              rejectUnauthorized: true,
              ca: read(tls.sslrootcert),
              cert: read(tls.sslcert),
              key: read(tls.sslkey),
              checkServerIdentity: (_: string, cert: Parameters<typeof checkServerIdentity>[1]) =>
                checkServerIdentity(place().host, cert),
            },
    } as postgres.Options<Record<string, never>>) as unknown as Sql;
  }

  #connect({ host, port }: { readonly host: string; readonly port: number }): Socket {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    socket.unref();
    socket.setNoDelay(true);
    // The driver takes all listeners off a socket that it puts TLS over.
    for (const known of this.#sockets) if (known.destroyed) this.#sockets.delete(known);
    this.#sockets.add(socket);
    return Object.assign(socket, { host });
  }
}
