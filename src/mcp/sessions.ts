// The open sessions, the one unused for longest first. Clients rarely close theirs, so room is made when it is needed.

interface Transport {
  close(): Promise<void>;
}

interface Session<T> {
  readonly owner: string;
  readonly transport: T;
  /** Requests that are being served; a session in use is never closed to make room. */
  running: number;
}

export class Sessions<T extends Transport> {
  readonly #sessions = new Map<string, Session<T>>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  add(id: string, owner: string, transport: T): void {
    this.#sessions.set(id, { owner, transport, running: 0 });
  }

  find(id: string, owner: string): T | undefined {
    const session = this.#sessions.get(id);
    if (session === undefined || session.owner !== owner) return undefined;
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session.transport;
  }

  remove(id: string | undefined): void {
    if (id !== undefined) this.#sessions.delete(id);
  }

  /** Marks the session as in use until the returned function is called. */
  use(id: string | string[] | undefined): () => void {
    const session = typeof id === 'string' ? this.#sessions.get(id) : undefined;
    if (session === undefined) return () => {};
    session.running += 1;
    return () => {
      session.running -= 1;
    };
  }

  /** False when every session is in use. */
  async makeRoom(): Promise<boolean> {
    if (this.#sessions.size < this.#max) return true;
    for (const [id, session] of this.#sessions) {
      if (session.running > 0) continue;
      this.#sessions.delete(id);
      await session.transport.close();
      return true;
    }
    return false;
  }

  async close(): Promise<void> {
    const transports = [...this.#sessions.values()].map((session) => session.transport);
    this.#sessions.clear();
    await Promise.all(transports.map((transport) => transport.close()));
  }
}
