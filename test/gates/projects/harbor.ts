// An HTTP API in TypeScript for Vitest: repositories in memory, factories, tables, inline snapshots, a matcher of the setup file.
import type { Files } from '../case.ts';
import { HARBOR_TESTS } from './harbor-tests.ts';

export const HARBOR: Files = {
  'baton.yaml':
    "commands:\n  test: npm test\n  prepare: sh -c 'mkdir -p node_modules/.bin && ln -s {vitest}/vitest node_modules/vitest && ln -s ../vitest/vitest.mjs node_modules/.bin/vitest'\n",
  ...HARBOR_TESTS,
  '.gitignore': 'node_modules/\n',
  'README.md': '# Harbor\n\nBooks berths over HTTP.\n',
  'package.json': `{
  "name": "harbor",
  "version": "1.8.0",
  "private": true,
  "type": "module",
  "scripts": {
    "test": "vitest run",
    "types": "tsc -p ."
  }
}
`,
  'src/berths/berth-repository.ts': `import type { Berth } from './berth.ts';

export interface BerthRepository {
  find(id: string): Promise<Berth | undefined>;
  list(): Promise<readonly Berth[]>;
}

export class MemoryBerths implements BerthRepository {
  readonly #rows: ReadonlyMap<string, Berth>;

  constructor(berths: readonly Berth[]) {
    this.#rows = new Map(berths.map((berth) => [berth.id, berth]));
  }

  async find(id: string): Promise<Berth | undefined> {
    return this.#rows.get(id);
  }

  async list(): Promise<readonly Berth[]> {
    return [...this.#rows.values()].sort((a, b) => a.id.localeCompare(b.id));
  }
}
`,
  'src/berths/berth.ts': `export interface Berth {
  readonly id: string;
  readonly metres: number;
  readonly centsPerNight: number;
}

export const fits = (berth: Berth, metres: number): boolean => metres > 0 && metres <= berth.metres;
`,
  'src/bookings/booking-repository.ts': `import type { Booking } from './booking.ts';

export interface BookingRepository {
  add(booking: Booking): Promise<void>;
  find(id: string): Promise<Booking | undefined>;
  replace(booking: Booking): Promise<void>;
  ofBerth(berth: string): Promise<readonly Booking[]>;
}

export class MemoryBookings implements BookingRepository {
  readonly #rows = new Map<string, Booking>();

  async add(booking: Booking): Promise<void> {
    if (this.#rows.has(booking.id)) throw new Error(\`booking \${booking.id} exists\`);
    this.#rows.set(booking.id, booking);
  }

  async find(id: string): Promise<Booking | undefined> {
    return this.#rows.get(id);
  }

  async replace(booking: Booking): Promise<void> {
    this.#rows.set(booking.id, booking);
  }

  async ofBerth(berth: string): Promise<readonly Booking[]> {
    return [...this.#rows.values()].filter((booking) => booking.berth === berth && !booking.cancelled);
  }
}
`,
  'src/bookings/booking-service.ts': `import { fits } from '../berths/berth.ts';
import type { BerthRepository } from '../berths/berth-repository.ts';
import { Problem } from '../problem.ts';
import { type Booking, collides, nightsBetween, price } from './booking.ts';
import type { BookingRepository } from './booking-repository.ts';

export interface Wish {
  readonly berth: string;
  readonly boat: string;
  readonly metres: number;
  readonly from: string;
  readonly to: string;
}

export interface Ports {
  readonly berths: BerthRepository;
  readonly bookings: BookingRepository;
  readonly notify: (booking: Booking) => Promise<void>;
  readonly nextId: () => string;
  readonly now: () => Date;
}

export class BookingService {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  async book(wish: Wish): Promise<Booking> {
    const { berths, bookings, nextId, notify } = this.#ports;
    const berth = await berths.find(wish.berth);
    if (berth === undefined) throw new Problem(404, \`no berth \${wish.berth}\`);
    const nights = nightsBetween(wish.from, wish.to);
    if (!(nights >= 1)) throw new Problem(422, 'expected at least one night');
    if (!fits(berth, wish.metres)) throw new Problem(422, \`\${wish.boat} is too long for \${berth.id}\`);
    const others = await bookings.ofBerth(berth.id);
    if (others.some((other) => collides(other, wish))) throw new Problem(409, \`\${berth.id} is taken\`);
    const booking: Booking = {
      id: nextId(),
      berth: berth.id,
      boat: wish.boat,
      from: wish.from,
      to: wish.to,
      cents: price(berth.centsPerNight, nights),
      cancelled: false,
    };
    await bookings.add(booking);
    await notify(booking);
    return booking;
  }

  async cancel(id: string): Promise<Booking> {
    const { bookings, now } = this.#ports;
    const booking = await bookings.find(id);
    if (booking === undefined) throw new Problem(404, \`no booking \${id}\`);
    const today = now().toISOString().slice(0, 10);
    if (booking.from <= today) throw new Problem(409, 'it has begun');
    const cancelled = { ...booking, cancelled: true };
    await bookings.replace(cancelled);
    return cancelled;
  }
}
`,
  'src/bookings/booking.ts': `export interface Booking {
  readonly id: string;
  readonly berth: string;
  readonly boat: string;
  readonly from: string;
  readonly to: string;
  readonly cents: number;
  readonly cancelled: boolean;
}

const DAY = 86_400_000;

export const nightsBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** The day of departure is free again. */
export const collides = (a: Pick<Booking, 'from' | 'to'>, b: Pick<Booking, 'from' | 'to'>): boolean =>
  a.from < b.to && b.from < a.to;

/** A week costs six nights. */
export const price = (centsPerNight: number, nights: number): number =>
  centsPerNight * (nights - Math.floor(nights / 7));
`,
  'src/http/app.ts': `import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { BookingService, type Ports } from '../bookings/booking-service.ts';
import { Problem } from '../problem.ts';
import { jsonOf } from './body.ts';
import { wishOf } from './wish.ts';

type Reply = readonly [status: number, body: unknown];

const repliesTo = (ports: Ports) => {
  const service = new BookingService(ports);
  return async (request: IncomingMessage): Promise<Reply> => {
    const { pathname } = new URL(request.url ?? '/', 'http://harbor');
    const [, collection, id] = pathname.split('/');
    if (collection === 'berths' && request.method === 'GET') return [200, await ports.berths.list()];
    if (collection === 'bookings' && id === undefined && request.method === 'POST')
      return [201, await service.book(wishOf(await jsonOf(request)))];
    if (collection === 'bookings' && id !== undefined && request.method === 'DELETE')
      return [200, await service.cancel(id)];
    throw new Problem(404, 'no such page');
  };
};

const send = (response: ServerResponse, [status, body]: Reply): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(\`\${JSON.stringify(body)}\\n\`);
};

export const createApp = (ports: Ports): Server => {
  const reply = repliesTo(ports);
  return createServer((request, response) => {
    reply(request).then(
      (done) => send(response, done),
      (error: unknown) => {
        if (error instanceof Problem) send(response, [error.status, { error: error.message }]);
        else send(response, [500, { error: 'something went wrong' }]);
      },
    );
  });
};
`,
  'src/http/body.ts': `import type { IncomingMessage } from 'node:http';
import { Problem } from '../problem.ts';

const BYTES_MAX = 1024;

export const jsonOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) throw new Problem(413, 'the body is too large');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Problem(400, 'the body is not JSON');
  }
};
`,
  'src/http/wish.ts': `import type { Wish } from '../bookings/booking-service.ts';
import { Problem } from '../problem.ts';

const DATE = /^\\d{4}-\\d{2}-\\d{2}$/;

export const wishOf = (body: unknown): Wish => {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const wrong: string[] = [];
  const text = (name: string): string => {
    const value = fields[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    wrong.push(name);
    return '';
  };
  const date = (name: string): string => {
    const value = text(name);
    if (value !== '' && !DATE.test(value)) wrong.push(name);
    return value;
  };
  const metres = Number(fields['metres']);
  if (!Number.isFinite(metres)) wrong.push('metres');
  const wish = { berth: text('berth'), boat: text('boat'), metres, from: date('from'), to: date('to') };
  if (wrong.length > 0) throw new Problem(400, \`expected \${wrong.join(', ')}\`);
  return wish;
};
`,
  'src/problem.ts': `export class Problem extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'Problem';
    this.status = status;
  }
}
`,
  'tsconfig.json': `{
  "compilerOptions": {
    "strict": true,
    "target": "es2022",
    "module": "esnext",
    "moduleResolution": "bundler",
    "noEmit": true,
    "allowImportingTsExtensions": true,
    "skipLibCheck": true,
    "types": []
  },
  "include": ["src/bookings", "src/berths"]
}
`,
  'vitest.config.ts': `import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['./test/support/global-setup.ts'],
    setupFiles: ['./test/support/setup.ts'],
    restoreMocks: true,
  },
});
`,
};
