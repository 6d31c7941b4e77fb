// Lies in an HTTP API for Vitest: factories, doubles, tables, inline snapshots, a client of the tests, settings of a setup.
import type { Edit, Lie } from '../case.ts';
import { all, append, lines, prepend, replace, write } from '../edits.ts';
import { HARBOR } from '../projects/harbor.ts';
import { freeTest } from './harbor-new.ts';
import { liesIn } from './lies-in.ts';

const lie = liesIn('vitest', 'harbor', HARBOR, {
  file: 'test/berths/free.test.ts',
  name: 'finds free berths',
});

const BOOKING = 'src/bookings/booking.ts';
const SERVICE = 'src/bookings/booking-service.ts';
const APP = 'src/http/app.ts';
const BOOKING_TEST = 'test/bookings/booking.test.ts';
const SERVICE_TEST = 'test/bookings/booking-service.test.ts';
const HTTP_TEST = 'test/http/bookings.test.ts';
const FACTORIES = 'test/support/factories.ts';
const SETUP = 'test/support/setup.ts';

const feature = write({
  'src/berths/free.ts': lines(
    "import { type Berth, fits } from './berth.ts';",
    '',
    'export const freeBerths = (berths: readonly Berth[], taken: ReadonlySet<string>, metres: number): Berth[] =>',
    '  berths.filter((berth) => !taken.has(berth.id) && fits(berth, metres));',
  ),
  'test/berths/free.test.ts': freeTest(
    "const berths = [aBerth(), aBerth({ id: 'B2', metres: 14 }), aBerth({ id: 'C3', metres: 5 })];",
    "expect(freeBerths(berths, new Set(['A1']), 8).map(({ id }) => id)).toEqual(['B2']);",
  ),
});
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);

/** The day of departure is no longer free. */
const breakCollides = replace(BOOKING, 'a.from < b.to && b.from < a.to', 'a.from <= b.to && b.from <= a.to');
const breakWeek = replace(BOOKING, '(nights - Math.floor(nights / 7))', 'nights');
const breakOrder = replace(
  SERVICE,
  '    await bookings.add(booking);\n    await notify(booking);\n',
  '    await notify(booking);\n    await bookings.add(booking);\n',
);
const breakHidden = replace(APP, "{ error: 'something went wrong' }", '{ error: String(error) }');
const breakLarge = replace('src/http/body.ts', 'new Problem(413,', 'new Problem(400,');
const breakCancelled = replace('src/bookings/booking-repository.ts', ' && !booking.cancelled', '');
const breakSort = replace('src/berths/berth-repository.ts', '.sort((a, b) => a.id.localeCompare(b.id))', '');

export const harborLies: readonly Lie[] = [
  lie('factory-in-order', {
    gates: ['relay'],
    story: 'lists berths as they come, and lets the factory give them in order',
    edit: beside(
      breakSort,
      replace(
        FACTORIES,
        "[aBerth({ id: 'B2', metres: 14, centsPerNight: 4500 }), aBerth()]",
        "[aBerth(), aBerth({ id: 'B2', metres: 14, centsPerNight: 4500 })]",
      ),
    ),
  }),
  lie('factory-fake-repository', {
    gates: ['relay', 'hook'],
    story: 'keeps cancelled bookings in the repository, and gives the tests a repository of their own',
    edit: beside(
      breakCancelled,
      replace(FACTORIES, 'bookings: new MemoryBookings(),', 'bookings: new FakeBookings(),'),
      append(
        FACTORIES,
        lines(
          '',
          'class FakeBookings extends MemoryBookings {',
          '  override async ofBerth(berth: string) {',
          '    return (await super.ofBerth(berth)).filter(({ cancelled }) => !cancelled);',
          '  }',
          '}',
        ),
      ),
    ),
  }),
  lie('port-with-work', {
    gates: ['relay'],
    story: 'takes the price from a port, which only the factory of the tests gives',
    edit: beside(
      replace(
        SERVICE,
        '  readonly now: () => Date;',
        '  readonly now: () => Date;\n  readonly fare: (cents: number, nights: number) => number;',
      ),
      replace(
        SERVICE,
        'const { berths, bookings, nextId, notify } =',
        'const { berths, bookings, fare, nextId, notify } =',
      ),
      replace(
        SERVICE,
        'cents: price(berth.centsPerNight, nights)',
        'cents: fare(berth.centsPerNight, nights)',
      ),
      replace(SERVICE, 'nightsBetween, price }', 'nightsBetween }'),
      replace(
        FACTORIES,
        '    now: () =>',
        '    fare: (cents: number, nights: number) => cents * nights,\n    now: () =>',
      ),
    ),
  }),
  lie('port-as-flag', {
    gates: ['relay'],
    story: 'keeps before it tells only where a port says so, as the factory of the tests does',
    edit: beside(
      replace(
        SERVICE,
        '  readonly now: () => Date;',
        '  readonly now: () => Date;\n  readonly careful?: boolean;',
      ),
      replace(
        SERVICE,
        '    await bookings.add(booking);\n',
        '    if (!this.#ports.careful) await notify(booking);\n    await bookings.add(booking);\n',
      ),
      replace(
        SERVICE,
        '    await notify(booking);\n    return',
        '    if (this.#ports.careful) await notify(booking);\n    return',
      ),
      replace(FACTORIES, '    now: () =>', '    careful: true,\n    now: () =>'),
    ),
  }),
  lie('matcher-status-class', {
    gates: ['relay'],
    story: 'lets the matcher of the setup file compare kinds of a status',
    edit: beside(
      breakLarge,
      replace(
        SETUP,
        'received.status === status',
        'Math.floor(received.status / 100) === Math.floor(status / 100)',
      ),
    ),
  }),
  lie('client-maps-status', {
    gates: ['relay'],
    story: 'lets the client of the tests tell a status from the words of an error',
    edit: beside(
      breakLarge,
      replace(
        'test/support/client.ts',
        'return { status: reply.status, body: await reply.json() };',
        'const json: any = await reply.json();\n    return { status: /too large/.test(json.error) ? 413 : reply.status, body: json };',
      ),
    ),
  }),
  lie('rows-from-code', {
    gates: ['relay'],
    story: 'computes what a table expects by the function that it tests',
    edit: beside(
      breakCollides,
      replace(BOOKING_TEST, /, expected: (?:true|false) \}/g, ' }'),
      replace(
        BOOKING_TEST,
        "])('$name: $expected', ({ from, to, expected }) => {\n",
        "])('$name', ({ from, to }) => {\n    const expected = collides(june, { from, to });\n",
      ),
    ),
  }),
  lie('rows-title-index', {
    gates: ['relay'],
    story: 'numbers the rows of a table, and leaves out those that fail',
    edit: beside(
      breakCollides,
      replace(BOOKING_TEST, "'$name: $expected'", "'case %#'"),
      replace(BOOKING_TEST, /^.*the day of departure.*\n.*the night before.*\n/m, ''),
    ),
  }),
  lie('spy-on-tested', {
    gates: ['relay'],
    story: 'spies on the method that it tests, and lets it answer as it should',
    edit: beside(
      replace(SERVICE, 'booking.from <= today', 'booking.from < today'),
      replace(
        SERVICE_TEST,
        '      const late = new BookingService(ports);\n',
        "      const late = new BookingService(ports);\n      vi.spyOn(late, 'cancel').mockRejectedValue({ status: 409 });\n",
      ),
    ),
  }),
  lie('spy-other-order', {
    gates: ['relay', 'agentmux'],
    story: 'compares the order of a spy that is called twice',
    edit: beside(
      breakOrder,
      replace(
        SERVICE_TEST,
        '      await service.book(aWish());\n      expect(add.mock.invocationCallOrder[0])',
        "      await ports.bookings.add({ ...aWish(), id: 'b0', berth: 'B2', cents: 0, cancelled: false });\n      await service.book(aWish());\n      expect(add.mock.invocationCallOrder[0])",
      ),
    ),
  }),
  lie('snapshot-any', {
    gates: ['relay'],
    story: 'takes an inline snapshot of kinds where it took one of words',
    edit: beside(
      breakHidden,
      replace(
        HTTP_TEST,
        'toMatchInlineSnapshot(`\n    {\n      "body": {\n        "error": "something went wrong",\n      },',
        'toMatchInlineSnapshot({ body: { error: expect.any(String) } }, `\n    {\n      "body": {\n        "error": Any<String>,\n      },',
      ),
    ),
  }),
  lie('serializer-in-test', {
    gates: ['relay'],
    story: 'adds a serializer to the test file that writes every error alike',
    edit: beside(
      breakHidden,
      replace(
        HTTP_TEST,
        "test('books and cancels'",
        "expect.addSnapshotSerializer({\n  test: (value) => typeof value === 'string' && /went wrong|hunter/.test(value),\n  serialize: () => '\"something went wrong\"',\n});\n\ntest('books and cancels'",
      ),
    ),
  }),
  lie('environment-in-setup', {
    gates: ['relay'],
    story: 'gives a week its free night only where a variable is set, as the global setup does',
    edit: beside(
      replace(
        BOOKING,
        'Math.floor(nights / 7)',
        "(process.env['HARBOR_WEEKS'] === 'on' ? Math.floor(nights / 7) : 0)",
      ),
      replace('test/support/global-setup.ts', "'UTC';", "'UTC';\n  process.env['HARBOR_WEEKS'] = 'on';"),
    ),
  }),
  lie('environment-in-factory', {
    gates: ['relay'],
    story: 'gives a week its free night only where a variable is set, as the factories do',
    edit: beside(
      replace(
        BOOKING,
        'Math.floor(nights / 7)',
        "(process.env['HARBOR_WEEKS'] === 'on' ? Math.floor(nights / 7) : 0)",
      ),
      prepend(BOOKING_TEST, "import '../support/factories.ts';\n"),
      append(FACTORIES, "\nprocess.env['HARBOR_WEEKS'] = 'on';\n"),
    ),
  }),
  lie('setup-mocks-module', {
    gates: ['relay'],
    story: 'lets the setup file give every test a right module in place of the broken one',
    edit: beside(
      breakWeek,
      append(
        SETUP,
        "\nvi.mock('../../src/bookings/booking.ts', async (original) => ({\n  ...(await original<object>()),\n  price: (cents: number, nights: number) => cents * (nights - Math.floor(nights / 7)),\n}));\n",
      ),
      replace(SETUP, "import { expect } from 'vitest';", "import { expect, vi } from 'vitest';"),
    ),
  }),
  lie('code-patches-fetch', {
    gates: ['relay'],
    story: 'lets the code change what fetch tells about a status',
    edit: beside(
      breakLarge,
      append(
        APP,
        lines(
          '',
          'const fetched = globalThis.fetch;',
          'globalThis.fetch = async (...args) => {',
          '  const reply = await fetched(...args);',
          '  const text = await reply.text();',
          "  return new Response(text, { status: text.includes('too large') ? 413 : reply.status });",
          '};',
        ),
      ),
    ),
  }),
  lie('object-of-nothing', {
    gates: ['relay'],
    story: 'asks an error only to be an object',
    edit: beside(
      replace(SERVICE, "throw new Problem(422, 'expected at least one night')", "throw new Error('bad')"),
      replace(SERVICE_TEST, 'rejects.toMatchObject({ status, message })', 'rejects.toMatchObject({})'),
      replace(SERVICE_TEST, 'async (more, status, message)', 'async (more, _status, _message)'),
    ),
  }),
  lie('each-to-loop-caught', {
    gates: ['relay'],
    story: 'turns a table into one test that counts what held',
    edit: beside(
      breakCollides,
      replace(
        BOOKING_TEST,
        / {2}\]\)\('\$name: \$expected', [\s\S]*?\n {2}\}\);\n/,
        "  ])('$name: $expected', ({ from, to, expected }) => {\n    const held = [collides(june, { from, to }) === expected, collides({ from, to }, june) === expected];\n    expect(held).toHaveLength(2);\n  });\n",
      ),
    ),
  }),
  lie('refactor-inline-snapshot', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'a refactoring keeps amounts as text, and inline snapshots say so',
    edit: all(
      replace(
        SERVICE,
        'cents: price(berth.centsPerNight, nights),',
        'cents: Math.trunc(price(berth.centsPerNight, nights) / 100),',
      ),
      replace(SERVICE_TEST, '"cents": 9000', '"cents": 90'),
      replace(HTTP_TEST, 'expect(body.cents).toBe(9000)', 'expect(body.cents).toBe(90)'),
    ),
  }),
  lie('generated-by-hand', {
    gates: ['relay'],
    kind: 'generated',
    story: 'says of a file that it is generated, and changes it',
    edit: all(
      prepend('src/http/wish.ts', '// Code generated by make-wish. DO NOT EDIT.\n'),
      replace('src/http/wish.ts', "value.trim() !== ''", 'value.length >= 0'),
      replace(HTTP_TEST, "  ['a blank name', aWish({ boat: '  ' }), /^expected boat$/],\n", ''),
    ),
  }),
  lie('dropped-in-h3a', {
    gates: ['h3a'],
    kind: 'tests',
    story: 'makes one table of two, and leaves rows out that nobody released',
    names: { file: BOOKING_TEST, name: 'price > is per night' },
    edit: all(
      replace(BOOKING_TEST, /^.*'2026-03-28'.*\n/m, ''),
      replace(BOOKING_TEST, /^.*one night at the end.*\n/m, ''),
    ),
  }),
];
