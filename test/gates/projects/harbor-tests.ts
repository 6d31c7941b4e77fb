// The tests of the API.
import type { Files } from '../case.ts';

export const HARBOR_TESTS: Files = {
  'test/bookings/booking-service.test.ts': `import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BookingService } from '../../src/bookings/booking-service.ts';
import { aWish, somePorts } from '../support/factories.ts';

describe('BookingService', () => {
  let ports: ReturnType<typeof somePorts>;
  let service: BookingService;

  beforeEach(() => {
    ports = somePorts();
    service = new BookingService(ports);
  });

  describe('book', () => {
    it('keeps what was booked', async () => {
      const booking = await service.book(aWish());
      expect(await ports.bookings.find(booking.id)).toEqual(booking);
      expect(booking).toMatchInlineSnapshot(\`
        {
          "berth": "A1",
          "boat": "Gull",
          "cancelled": false,
          "cents": 9000,
          "from": "2026-06-01",
          "id": "b1",
          "to": "2026-06-04",
        }
      \`);
    });

    it('tells the harbour master once', async () => {
      const booking = await service.book(aWish());
      expect(ports.notify).toHaveBeenCalledTimes(1);
      expect(ports.notify).toHaveBeenCalledWith(booking);
    });

    it('keeps before it tells', async () => {
      const add = vi.spyOn(ports.bookings, 'add');
      await service.book(aWish());
      expect(add.mock.invocationCallOrder[0]).toBeLessThan(ports.notify.mock.invocationCallOrder[0]!);
    });

    it('does not tell of what was refused', async () => {
      await service.book(aWish());
      ports.notify.mockClear();
      await expect(service.book(aWish({ boat: 'Tern' }))).rejects.toThrow('A1 is taken');
      expect(ports.notify).not.toHaveBeenCalled();
    });

    it.each([
      [{ berth: 'Z9' }, 404, 'no berth Z9'],
      [{ metres: 10.5 }, 422, 'Gull is too long for A1'],
      [{ metres: 0 }, 422, 'Gull is too long for A1'],
      [{ to: '2026-06-01' }, 422, 'expected at least one night'],
      [{ to: 'never' }, 422, 'expected at least one night'],
    ])('refuses %o with %i', async (more, status, message) => {
      await expect(service.book(aWish(more))).rejects.toMatchObject({ status, message });
      expect(await ports.bookings.ofBerth('A1')).toEqual([]);
    });
  });

  describe('cancel', () => {
    it('frees the berth', async () => {
      const { id } = await service.book(aWish());
      expect(await service.cancel(id)).toMatchObject({ id, cancelled: true });
      await expect(service.book(aWish({ boat: 'Tern' }))).resolves.toMatchObject({ boat: 'Tern' });
    });

    it('is too late once it has begun', async () => {
      const { id } = await service.book(aWish());
      vi.spyOn(ports, 'now').mockReturnValue(new Date('2026-06-01T00:00:00Z'));
      const late = new BookingService(ports);
      await expect(late.cancel(id)).rejects.toMatchObject({ status: 409 });
    });
  });
});
`,
  'test/bookings/booking.test.ts': `import { describe, expect, it } from 'vitest';
import { collides, nightsBetween, price } from '../../src/bookings/booking.ts';

describe('nightsBetween', () => {
  it.each([
    ['2026-06-01', '2026-06-02', 1],
    ['2026-06-01', '2026-06-08', 7],
    ['2026-02-27', '2026-03-01', 2],
    ['2026-03-28', '2026-03-30', 2],
    ['2026-06-02', '2026-06-01', -1],
  ])('from %s to %s are %i', (from, to, nights) => {
    expect(nightsBetween(from, to)).toBe(nights);
  });
});

describe('collides', () => {
  const june = { from: '2026-06-10', to: '2026-06-15' };

  it.each([
    { name: 'the same days', from: '2026-06-10', to: '2026-06-15', expected: true },
    { name: 'days inside', from: '2026-06-11', to: '2026-06-12', expected: true },
    { name: 'one night at the end', from: '2026-06-14', to: '2026-06-20', expected: true },
    { name: 'the day of departure', from: '2026-06-15', to: '2026-06-16', expected: false },
    { name: 'the night before', from: '2026-06-09', to: '2026-06-10', expected: false },
  ])('$name: $expected', ({ from, to, expected }) => {
    expect(collides(june, { from, to })).toBe(expected);
    expect(collides({ from, to }, june)).toBe(expected);
  });
});

describe('price', () => {
  it('is per night', () => {
    expect(price(3000, 3)).toBe(9000);
  });

  it('gives the seventh night of a week', () => {
    expect(price(1000, 6)).toBe(6000);
    expect(price(1000, 7)).toBe(6000);
    expect(price(1000, 15)).toBe(13000);
  });
});
`,
  'test/http/berths.test.ts': `import { expect, test } from 'vitest';
import { clientOf } from '../support/client.ts';
import { somePorts } from '../support/factories.ts';

test('lists berths in order', async () => {
  const call = await clientOf(somePorts());
  const { body } = await call('GET', '/berths');
  expect(body.map(({ id }: { id: string }) => id)).toEqual(['A1', 'B2']);
  expect(body).toMatchInlineSnapshot(\`
    [
      {
        "centsPerNight": 3000,
        "id": "A1",
        "metres": 10,
      },
      {
        "centsPerNight": 4500,
        "id": "B2",
        "metres": 14,
      },
    ]
  \`);
});

test('knows no other page', async () => {
  const call = await clientOf(somePorts());
  expect(await call('GET', '/boats')).toBeProblem(404, /no such page/);
  expect(await call('PUT', '/berths')).toBeProblem(404, /no such page/);
});
`,
  'test/http/bookings.test.ts': `import { expect, test, vi } from 'vitest';
import { clientOf } from '../support/client.ts';
import { aWish, somePorts } from '../support/factories.ts';

test('books and cancels', async () => {
  const call = await clientOf(somePorts());
  const { status, body } = await call('POST', '/bookings', aWish());
  expect(status).toBe(201);
  expect(body.cents).toBe(9000);
  expect(await call('DELETE', \`/bookings/\${body.id}\`)).toEqual({ status: 200, body: { ...body, cancelled: true } });
});

test.each([
  ['nothing', {}, /^expected metres, berth, boat, from, to$/],
  ['a blank name', aWish({ boat: '  ' }), /^expected boat$/],
  ['a date of another kind', aWish({ from: '1.6.2026' }), /^expected from$/],
  ['a list', [], /berth/],
])('refuses %s', async (_name, body, words) => {
  const call = await clientOf(somePorts());
  expect(await call('POST', '/bookings', body)).toBeProblem(400, words);
});

test('refuses what is no JSON', async () => {
  const call = await clientOf(somePorts());
  expect(await call('POST', '/bookings', '{')).toBeProblem(400, /not JSON/);
});

test('refuses what is too large', async () => {
  const call = await clientOf(somePorts());
  expect(await call('POST', '/bookings', aWish({ boat: 'x'.repeat(2000) }))).toBeProblem(413, /too large/);
});

test('says when a berth is taken', async () => {
  const call = await clientOf(somePorts());
  await call('POST', '/bookings', aWish());
  expect(await call('POST', '/bookings', aWish({ from: '2026-06-03', to: '2026-06-05' }))).toBeProblem(409, /taken/);
});

test('hides what went wrong inside', async () => {
  const notify = vi.fn().mockRejectedValue(new Error('password is hunter2'));
  const call = await clientOf(somePorts({ notify }));
  const { status, body } = await call('POST', '/bookings', aWish());
  expect({ status, body }).toMatchInlineSnapshot(\`
    {
      "body": {
        "error": "something went wrong",
      },
      "status": 500,
    }
  \`);
});
`,
  'test/support/client.ts': `import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Ports } from '../../src/bookings/booking-service.ts';
import { createApp } from '../../src/http/app.ts';

export interface Answer {
  readonly status: number;
  readonly body: any;
}

/** Starts the app on a free port, and stops it after the test. */
export const clientOf = async (ports: Ports) => {
  const server = createApp(ports).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const reply = await fetch(\`http://127.0.0.1:\${port}\${path}\`, { method, ...(body === undefined ? {} : { body: text }) });
    return { status: reply.status, body: await reply.json() };
  };
};
`,
  'test/support/factories.ts': `import { vi } from 'vitest';
import type { Berth } from '../../src/berths/berth.ts';
import { MemoryBerths } from '../../src/berths/berth-repository.ts';
import { MemoryBookings } from '../../src/bookings/booking-repository.ts';
import type { Ports, Wish } from '../../src/bookings/booking-service.ts';

export const aBerth = (more: Partial<Berth> = {}): Berth => ({
  id: 'A1',
  metres: 10,
  centsPerNight: 3000,
  ...more,
});

export const aWish = (more: Partial<Wish> = {}): Wish => ({
  berth: 'A1',
  boat: 'Gull',
  metres: 9,
  from: '2026-06-01',
  to: '2026-06-04',
  ...more,
});

export const somePorts = (more: Partial<Ports> = {}) => {
  let last = 0;
  return {
    berths: new MemoryBerths([aBerth({ id: 'B2', metres: 14, centsPerNight: 4500 }), aBerth()]),
    bookings: new MemoryBookings(),
    notify: vi.fn(async () => {}),
    nextId: () => \`b\${(last += 1)}\`,
    now: () => new Date('2026-05-01T12:00:00Z'),
    ...more,
  } satisfies Ports;
};
`,
  'test/support/global-setup.ts': "export const setup = (): void => {\n  process.env['TZ'] = 'UTC';\n};\n",
  'test/support/setup.ts': `import { expect } from 'vitest';

expect.extend({
  toBeProblem(received: { status: number; body: { error?: string } }, status: number, words: RegExp) {
    const pass = received.status === status && words.test(received.body.error ?? '');
    return { pass, message: () => \`expected \${status} \${words}, got \${received.status} \${received.body.error}\` };
  },
});
`,
};
