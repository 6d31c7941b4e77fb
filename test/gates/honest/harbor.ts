// Honest work in an HTTP API for Vitest: routes, ports that a factory gives, contracts of repositories, tests that move.
import type { Work } from '../case.ts';
import { all, append, lines, move, replace, write } from '../edits.ts';
import { HARBOR } from '../projects/harbor.ts';
import { inProject } from './stranger.ts';

const work = inProject('vitest', 'harbor', HARBOR, {
  file: 'test/bookings/booking.test.ts',
  name: 'price > is per night',
});

const APP = 'src/http/app.ts';
const BOOKING = 'src/bookings/booking.ts';
const SERVICE = 'src/bookings/booking-service.ts';
const BOOKING_TEST = 'test/bookings/booking.test.ts';
const SERVICE_TEST = 'test/bookings/booking-service.test.ts';
const HTTP_TEST = 'test/http/bookings.test.ts';
const FACTORIES = 'test/support/factories.ts';
const SETUP = 'test/support/setup.ts';
/** In all files that have it. */
const everywhere = (from: string, to: string) => (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replaceAll(from, to)]));

export const harborWork: readonly Work[] = [
  work('booking-page', {
    gates: ['relay', 'hook'],
    story: 'a booking has a page',
    edit: all(
      replace(
        APP,
        "    if (collection === 'bookings' && id !== undefined && request.method === 'DELETE')",
        "    if (collection === 'bookings' && id !== undefined && request.method === 'GET') {\n      const booking = await ports.bookings.find(id);\n      if (booking === undefined) throw new Problem(404, `no booking ${id}`);\n      return [200, booking];\n    }\n    if (collection === 'bookings' && id !== undefined && request.method === 'DELETE')",
      ),
      append(
        HTTP_TEST,
        lines(
          '',
          "test('shows a booking', async () => {",
          '  const call = await clientOf(somePorts());',
          "  const { body } = await call('POST', '/bookings', aWish());",
          "  expect(await call('GET', `/bookings/${body.id}`)).toEqual({ status: 200, body });",
          "  expect(await call('GET', '/bookings/b9')).toBeProblem(404, /no booking b9/);",
          '});',
        ),
      ),
    ),
  }),
  work('port-added', {
    gates: ['relay', 'hook'],
    story: 'refusals are logged by a new port, which the factory of the tests gives',
    edit: all(
      replace(
        SERVICE,
        '  readonly now: () => Date;\n',
        '  readonly now: () => Date;\n  readonly log: (line: string) => void;\n',
      ),
      replace(
        SERVICE,
        'const { berths, bookings, nextId, notify } =',
        'const { berths, bookings, log, nextId, notify } =',
      ),
      replace(
        SERVICE,
        '    await bookings.add(booking);\n',
        '    await bookings.add(booking);\n    log(`${booking.id} ${booking.berth} ${booking.boat}`);\n',
      ),
      replace(FACTORIES, '    now: () =>', '    log: vi.fn(),\n    now: () =>'),
      replace(
        SERVICE_TEST,
        "    it('keeps before it tells'",
        "    it('logs what was booked', async () => {\n      await service.book(aWish());\n      expect(ports.log).toHaveBeenCalledWith('b1 A1 Gull');\n    });\n\n    it('keeps before it tells'",
      ),
    ),
  }),
  work('port-reshaped', {
    gates: ['relay'],
    released: [SERVICE_TEST, HTTP_TEST],
    story:
      'the clock is an object, which can also tell the day; the factory gives one, and the planner released tests',
    edit: all(
      replace(
        SERVICE,
        '  readonly now: () => Date;\n',
        '  readonly clock: { readonly today: () => string };\n',
      ),
      replace(SERVICE, 'const { bookings, now } =', 'const { bookings, clock } ='),
      replace(SERVICE, 'now().toISOString().slice(0, 10)', 'clock.today()'),
      write({
        'src/clock.ts':
          'export const clockOf = (now: () => Date) => ({ today: (): string => now().toISOString().slice(0, 10) });\n',
        'test/clock.test.ts':
          "import { expect, it } from 'vitest';\nimport { clockOf } from '../src/clock.ts';\n\nit('tells the day in UTC', () => {\n  expect(clockOf(() => new Date('2026-05-01T23:30:00-02:00')).today()).toBe('2026-05-02');\n});\n",
      }),
      replace(
        FACTORIES,
        "now: () => new Date('2026-05-01T12:00:00Z')",
        "clock: clockOf(() => new Date('2026-05-01T12:00:00Z'))",
      ),
      replace(
        FACTORIES,
        'import type { Ports',
        "import { clockOf } from '../../src/clock.ts';\nimport type { Ports",
      ),
      replace(
        SERVICE_TEST,
        "vi.spyOn(ports, 'now').mockReturnValue(new Date('2026-06-01T00:00:00Z'));",
        "vi.spyOn(ports.clock, 'today').mockReturnValue('2026-06-01');",
      ),
    ),
  }),
  work('repository-contract', {
    gates: ['relay'],
    story: 'a repository in a file keeps the same contract as the one in memory',
    edit: write({
      'src/bookings/file-bookings.ts': lines(
        "import { readFile, writeFile } from 'node:fs/promises';",
        "import type { Booking } from './booking.ts';",
        "import type { BookingRepository } from './booking-repository.ts';",
        '',
        'export class FileBookings implements BookingRepository {',
        '  readonly #file: string;',
        '',
        '  constructor(file: string) {',
        '    this.#file = file;',
        '  }',
        '',
        '  async #rows(): Promise<Booking[]> {',
        "    const text = await readFile(this.#file, 'utf8').catch(() => '[]');",
        '    return JSON.parse(text);',
        '  }',
        '',
        '  async add(booking: Booking): Promise<void> {',
        '    const rows = await this.#rows();',
        '    if (rows.some(({ id }) => id === booking.id)) throw new Error(`booking ${booking.id} exists`);',
        '    await writeFile(this.#file, JSON.stringify([...rows, booking]));',
        '  }',
        '',
        '  async find(id: string): Promise<Booking | undefined> {',
        '    return (await this.#rows()).find((row) => row.id === id);',
        '  }',
        '',
        '  async replace(booking: Booking): Promise<void> {',
        '    const rows = (await this.#rows()).filter(({ id }) => id !== booking.id);',
        '    await writeFile(this.#file, JSON.stringify([...rows, booking]));',
        '  }',
        '',
        '  async ofBerth(berth: string): Promise<readonly Booking[]> {',
        '    return (await this.#rows()).filter((row) => row.berth === berth && !row.cancelled);',
        '  }',
        '}',
      ),
      'test/bookings/repositories.test.ts': lines(
        "import { mkdtempSync, rmSync } from 'node:fs';",
        "import { tmpdir } from 'node:os';",
        "import { join } from 'node:path';",
        "import { afterAll, describe, expect, it } from 'vitest';",
        "import type { Booking } from '../../src/bookings/booking.ts';",
        "import { MemoryBookings } from '../../src/bookings/booking-repository.ts';",
        "import { FileBookings } from '../../src/bookings/file-bookings.ts';",
        '',
        "const folder = mkdtempSync(join(tmpdir(), 'harbor-'));",
        'afterAll(() => rmSync(folder, { recursive: true }));',
        '',
        'let last = 0;',
        'const aBooking = (more: Partial<Booking> = {}): Booking => ({',
        "  ...{ id: 'b1', berth: 'A1', boat: 'Gull', from: '2026-06-01', to: '2026-06-02', cents: 1, cancelled: false },",
        '  ...more,',
        '});',
        '',
        'describe.each([',
        "  ['memory', () => new MemoryBookings()],",
        "  ['file', () => new FileBookings(join(folder, `${(last += 1)}.json`))],",
        "])('bookings in %s', (_name, make) => {",
        "  it('keeps and finds', async () => {",
        '    const bookings = make();',
        '    await bookings.add(aBooking());',
        "    expect(await bookings.find('b1')).toEqual(aBooking());",
        "    expect(await bookings.find('b2')).toBeUndefined();",
        '  });',
        '',
        "  it('takes no id twice', async () => {",
        '    const bookings = make();',
        '    await bookings.add(aBooking());',
        "    await expect(bookings.add(aBooking())).rejects.toThrow('booking b1 exists');",
        '  });',
        '',
        "  it('leaves out what is cancelled', async () => {",
        '    const bookings = make();',
        '    await bookings.add(aBooking());',
        '    await bookings.replace(aBooking({ cancelled: true }));',
        "    expect(await bookings.ofBerth('A1')).toEqual([]);",
        '  });',
        '});',
      ),
    }),
  }),
  work('week-respecified', {
    gates: ['relay', 'h3a'],
    released: [BOOKING_TEST],
    story: 'every fifth night is free, and the test of it says so',
    names: { file: BOOKING_TEST, name: 'price > gives every fifth night' },
    edit: all(
      replace(BOOKING, 'nights / 7', 'nights / 5'),
      replace(BOOKING, 'A week costs six nights.', 'Every fifth night is free.'),
      replace(BOOKING_TEST, 'gives the seventh night of a week', 'gives every fifth night'),
      replace(
        BOOKING_TEST,
        'expect(price(1000, 6)).toBe(6000);\n    expect(price(1000, 7)).toBe(6000);\n    expect(price(1000, 15)).toBe(13000);',
        'expect(price(1000, 4)).toBe(4000);\n    expect(price(1000, 5)).toBe(4000);\n    expect(price(1000, 15)).toBe(12000);',
      ),
    ),
  }),
  work('problem-codes', {
    gates: ['relay'],
    story: 'errors have a code, which snapshots and the matcher of the setup file know',
    edit: all(
      replace(
        'src/problem.ts',
        'readonly status: number;\n\n  constructor(status: number, message: string) {',
        'readonly status: number;\n  readonly code: string;\n\n  constructor(status: number, message: string, code = `E${status}`) {',
      ),
      replace('src/problem.ts', 'this.status = status;', 'this.status = status;\n    this.code = code;'),
      replace(APP, '{ error: error.message }', '{ code: error.code, error: error.message }'),
      replace(APP, "{ error: 'something went wrong' }", "{ code: 'E500', error: 'something went wrong' }"),
      replace(HTTP_TEST, '"body": {\n        "error"', '"body": {\n        "code": "E500",\n        "error"'),
      replace(
        SETUP,
        'const pass = received.status === status &&',
        'const pass = received.status === status && received.body.code === `E${status}` &&',
      ),
      replace(SETUP, 'body: { error?: string }', 'body: { code?: string; error?: string }'),
    ),
  }),
  work('problem-renamed', {
    gates: ['relay'],
    kind: 'rename',
    story: 'the class of errors has another name, and so has its file',
    edit: all(
      move('src/problem.ts', 'src/http-error.ts'),
      everywhere("'../problem.ts'", "'../http-error.ts'"),
      (files) =>
        Object.fromEntries(
          Object.entries(files).map(([path, text]) => [
            path,
            path.startsWith('src/') ? text.replace(/\bProblem\b/g, 'HttpError') : text,
          ]),
        ),
    ),
  }),
  work('notify-retried', {
    gates: ['relay'],
    story: 'telling is tried three times, with pauses that fake timers show',
    edit: all(
      write({
        'src/retry.ts': lines(
          'export const retried = async (call: () => Promise<void>, pauses: readonly number[]): Promise<void> => {',
          '  for (const pause of pauses) {',
          '    try {',
          '      return await call();',
          '    } catch {',
          '      await new Promise((resolve) => setTimeout(resolve, pause));',
          '    }',
          '  }',
          '  await call();',
          '};',
        ),
        'test/retry.test.ts': lines(
          "import { afterEach, beforeEach, expect, it, vi } from 'vitest';",
          "import { retried } from '../src/retry.ts';",
          '',
          'beforeEach(() => {',
          '  vi.useFakeTimers();',
          '});',
          'afterEach(() => {',
          '  vi.useRealTimers();',
          '});',
          '',
          "it('pauses longer each time', async () => {",
          "  const call = vi.fn().mockRejectedValueOnce(new Error('busy')).mockRejectedValueOnce(new Error('busy')).mockResolvedValue(undefined);",
          '  const done = retried(call, [10, 20]);',
          '  await vi.advanceTimersByTimeAsync(9);',
          '  expect(call).toHaveBeenCalledTimes(1);',
          '  await vi.advanceTimersByTimeAsync(1);',
          '  expect(call).toHaveBeenCalledTimes(2);',
          '  await vi.advanceTimersByTimeAsync(20);',
          '  await done;',
          '  expect(call).toHaveBeenCalledTimes(3);',
          '});',
          '',
          "it('gives up with the last error', async () => {",
          "  await Promise.all([expect(retried(() => Promise.reject(new Error('down')), [10])).rejects.toThrow('down'), vi.runAllTimersAsync()]);",
          '});',
        ),
      }),
      replace(SERVICE, 'await notify(booking);', 'await retried(() => notify(booking), [1, 2]);'),
      replace(
        SERVICE,
        "import { Problem } from '../problem.ts';",
        "import { Problem } from '../problem.ts';\nimport { retried } from '../retry.ts';",
      ),
    ),
  }),
  work('cancel-removed', {
    gates: ['relay'],
    released: [SERVICE_TEST, HTTP_TEST],
    kind: 'refactor',
    story: 'nobody cancels over HTTP any more; the planner released the tests',
    edit: all(
      replace(SERVICE, /\n {2}async cancel[\s\S]*?\n {2}\}\n/, ''),
      replace(
        APP,
        / {4}if \(collection === 'bookings' && id !== undefined[\s\S]*?service\.cancel\(id\)\];\n/,
        '',
      ),
      replace(SERVICE_TEST, /\n {2}describe\('cancel', [\s\S]*?\n {2}\}\);\n/, ''),
      replace(HTTP_TEST, "test('books and cancels'", "test('books'"),
      replace(HTTP_TEST, / {2}expect\(await call\('DELETE'.*\n/, ''),
    ),
  }),
  work('rows-added-fix', {
    gates: ['relay', 'agentmux'],
    kind: 'fix',
    story: 'a length that is empty text is none, with a row in a table',
    names: { file: HTTP_TEST, name: 'refuses no length' },
    edit: all(
      replace(
        'src/http/wish.ts',
        "const metres = Number(fields['metres']);",
        "const metres = typeof fields['metres'] === 'number' ? fields['metres'] : Number.NaN;",
      ),
      replace(
        HTTP_TEST,
        "  ['a list', [], /berth/],\n",
        "  ['a list', [], /berth/],\n  ['no length', { ...aWish(), metres: '' }, /^expected metres$/],\n",
      ),
    ),
  }),
];
