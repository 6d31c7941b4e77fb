// Honest work on the tests of an HTTP API for Vitest: they move, are split, and are written in another way.
import type { Work } from '../case.ts';
import { all, append, partsOf, remove, replace, write } from '../edits.ts';
import { HARBOR } from '../projects/harbor.ts';
import { inProject } from './stranger.ts';

const work = inProject('vitest', 'harbor', HARBOR, {
  file: 'test/bookings/booking.test.ts',
  name: 'price > is per night',
});

const BOOKING_TEST = 'test/bookings/booking.test.ts';
const SERVICE_TEST = 'test/bookings/booking-service.test.ts';
const HTTP_TEST = 'test/http/bookings.test.ts';
const FACTORIES = 'test/support/factories.ts';
const part = partsOf(HARBOR);
/** In all files that have it. */
const everywhere = (from: string, to: string) => (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replaceAll(from, to)]));

export const harborTestsWork: readonly Work[] = [
  work('factories-split', {
    gates: ['relay'],
    kind: 'tests',
    story: 'factories stand in files of their own',
    edit: all(
      remove(FACTORIES),
      write({
        'test/support/a-berth.ts':
          `import type { Berth } from '../../src/berths/berth.ts';\n\n${part(FACTORIES, 'export const aBerth', 'export const aWish')}`.trimEnd() +
          '\n',
        'test/support/a-wish.ts':
          `import type { Wish } from '../../src/bookings/booking-service.ts';\n\n${part(FACTORIES, 'export const aWish', 'export const somePorts')}`.trimEnd() +
          '\n',
        'test/support/some-ports.ts': `import { vi } from 'vitest';\nimport { MemoryBerths } from '../../src/berths/berth-repository.ts';\nimport { MemoryBookings } from '../../src/bookings/booking-repository.ts';\nimport type { Ports } from '../../src/bookings/booking-service.ts';\nimport { aBerth } from './a-berth.ts';\n\n${part(FACTORIES, 'export const somePorts')}`,
      }),
      everywhere(
        "import { aWish, somePorts } from '../support/factories.ts';",
        "import { aWish } from '../support/a-wish.ts';\nimport { somePorts } from '../support/some-ports.ts';",
      ),
      replace('test/http/berths.test.ts', '../support/factories.ts', '../support/some-ports.ts'),
    ),
  }),
  work('snapshots-spelled-out', {
    gates: ['relay'],
    kind: 'tests',
    story: 'inline snapshots become plain comparisons',
    edit: all(
      replace(
        SERVICE_TEST,
        /toMatchInlineSnapshot\(`[\s\S]*?`\)/,
        "toEqual({\n        ...{ id: 'b1', berth: 'A1', boat: 'Gull', from: '2026-06-01', to: '2026-06-04' },\n        ...{ cents: 9000, cancelled: false },\n      })",
      ),
      replace(
        HTTP_TEST,
        /toMatchInlineSnapshot\(`[\s\S]*?`\)/,
        "toEqual({ status: 500, body: { error: 'something went wrong' } })",
      ),
    ),
  }),
  work('booking-tests-split', {
    gates: ['relay'],
    kind: 'tests',
    story: 'each function has a test file of its own',
    edit: all(
      remove(BOOKING_TEST),
      write({
        'test/bookings/nights.test.ts': `import { describe, expect, it } from 'vitest';\nimport { nightsBetween } from '../../src/bookings/booking.ts';\n\n${part(BOOKING_TEST, "describe('nightsBetween'", "\ndescribe('collides'")}`,
        'test/bookings/collides.test.ts': `import { describe, expect, it } from 'vitest';\nimport { collides } from '../../src/bookings/booking.ts';\n\n${part(BOOKING_TEST, "describe('collides'", "\ndescribe('price'")}`,
        'test/bookings/price.test.ts': `import { describe, expect, it } from 'vitest';\nimport { price } from '../../src/bookings/booking.ts';\n\n${part(BOOKING_TEST, "describe('price'")}`,
      }),
    ),
    names: { file: 'test/bookings/price.test.ts', name: 'price > is per night' },
  }),
  work('folder-renamed', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'code and tests of HTTP move to a folder with another name',
    edit: (files) =>
      Object.fromEntries(
        Object.entries(files).map(([path, text]) => [
          path.replace('/http/', '/web/'),
          text.replaceAll('/http/', '/web/'),
        ]),
      ),
  }),
  work('double-quotes', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'a formatter writes other quotes in code and tests',
    edit: (files) =>
      Object.fromEntries(
        Object.entries(files).map(([path, text]) => [
          path,
          /\.ts$/.test(path) && !text.includes('"') ? text.replaceAll("'", '"') : text,
        ]),
      ),
  }),
  work('client-methods', {
    gates: ['relay'],
    kind: 'tests',
    story: 'the client of the tests has a method for each verb',
    edit: all(
      replace('test/support/client.ts', 'return async (method: string', 'const call = async (method: string'),
      append('test/support/client.ts', ''),
      replace(
        'test/support/client.ts',
        'body: await reply.json() };\n  };\n',
        "body: await reply.json() };\n  };\n  return {\n    get: (path: string) => call('GET', path),\n    put: (path: string) => call('PUT', path),\n    post: (path: string, body: unknown) => call('POST', path, body),\n    delete: (path: string) => call('DELETE', path),\n  };\n",
      ),
      (files) =>
        Object.fromEntries(
          Object.entries(files).map(([path, text]) => [
            path,
            path.startsWith('test/http/')
              ? text
                  .replace(
                    /call\('(GET|PUT|POST|DELETE)', /g,
                    (_all, verb: string) => `client.${verb.toLowerCase()}(`,
                  )
                  .replaceAll('const call =', 'const client =')
              : text,
          ]),
        ),
    ),
  }),
];
