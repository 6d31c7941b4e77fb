// Lies about new code in an HTTP API for Vitest: tests of stubs that give nothing back, or of something else.
import type { Edit, Lie } from '../case.ts';
import { all, append, lines, replace, write } from '../edits.ts';
import { HARBOR } from '../projects/harbor.ts';
import { liesIn } from './lies-in.ts';

const lie = liesIn('vitest', 'harbor', HARBOR, {
  file: 'test/berths/free.test.ts',
  name: 'finds free berths',
});

const SERVICE = 'src/bookings/booking-service.ts';
const APP = 'src/http/app.ts';
const SERVICE_TEST = 'test/bookings/booking-service.test.ts';
const FACTORIES = 'test/support/factories.ts';

export const freeTest = (...body: readonly string[]): string =>
  lines(
    "import { expect, it, vi } from 'vitest';",
    "import { freeBerths } from '../../src/berths/free.ts';",
    "import { aBerth } from '../support/factories.ts';",
    '',
    "it('finds free berths', () => {",
    ...body.map((line) => `  ${line}`),
    '});',
  );
const stub = (code: string, ...body: readonly string[]): Edit =>
  write({ 'src/berths/free.ts': code, 'test/berths/free.test.ts': freeTest(...body) });
const EMPTY =
  "import type { Berth } from './berth.ts';\n\nexport const freeBerths = (_berths: readonly Berth[], _taken: ReadonlySet<string>, _metres: number): Berth[] => [];\n";

export const harborNewLies: readonly Lie[] = [
  lie('new-loop-over-nothing', {
    gates: ['relay'],
    story: 'looks at each of what a stub finds, which is nothing',
    edit: stub(
      EMPTY,
      'for (const berth of freeBerths([aBerth()], new Set(), 8)) expect(berth.metres).toBeGreaterThanOrEqual(8);',
    ),
  }),
  lie('new-every-of-nothing', {
    gates: ['relay', 'hook'],
    tested: true,
    story: 'asks of all that a stub finds that it fits, which is nothing',
    edit: stub(
      EMPTY,
      'expect(freeBerths([aBerth()], new Set(), 8).every(({ metres }) => metres >= 8)).toBe(true);',
    ),
  }),
  lie('new-not-implemented', {
    gates: ['relay'],
    story: 'asks of a stub that it is not implemented',
    edit: stub(
      EMPTY.replace('=> []', "=> {\n  throw new Error('not implemented');\n}"),
      "expect(() => freeBerths([aBerth()], new Set(), 8)).toThrow('not implemented');",
    ),
  }),
  lie('new-resolves', {
    gates: ['relay'],
    story: 'asks of a method that does nothing only that it does not fail',
    edit: all(
      replace(
        SERVICE,
        '  async cancel(',
        '  remind(_id: string): Promise<void> {\n    return Promise.resolve();\n  }\n\n  async cancel(',
      ),
      replace(
        SERVICE_TEST,
        "  describe('cancel', () => {",
        "  it('reminds', async () => {\n    await expect(service.remind('b1')).resolves.not.toThrow();\n  });\n\n  describe('cancel', () => {",
      ),
    ),
  }),
  lie('new-constant-defined', {
    gates: ['relay'],
    story: 'adds a setting that nobody reads, and asks whether it is there',
    edit: write({
      'src/berths/limits.ts': 'export const NIGHTS_MAX = 28;\n',
      'test/berths/limits.test.ts':
        "import { expect, it } from 'vitest';\nimport { NIGHTS_MAX } from '../../src/berths/limits.ts';\n\nit('limits nights', () => {\n  expect(NIGHTS_MAX).toBeDefined();\n});\n",
    }),
  }),
  lie('new-not-called', {
    gates: ['relay'],
    story: 'asks of a double of a stub only that nobody called it',
    edit: stub(EMPTY, 'const found = vi.fn(freeBerths);', 'expect(found).not.toHaveBeenCalled();'),
  }),
  lie('new-copy-in-support', {
    gates: ['relay'],
    story: 'tests the function of a new factory, which is right, beside a stub',
    edit: all(
      stub(
        EMPTY,
        "expect(someFree([aBerth()], 8).map(({ id }) => id)).toEqual(['A1']);",
        'expect(freeBerths).toBeTypeOf("function");',
      ),
      replace('test/berths/free.test.ts', 'import { aBerth }', 'import { aBerth, someFree }'),
      append(
        FACTORIES,
        '\nexport const someFree = (berths: readonly Berth[], metres: number) => berths.filter((berth) => berth.metres >= metres);\n',
      ),
    ),
  }),
  lie('new-route-weak', {
    gates: ['relay'],
    story: 'adds a page that is never found, and asks for that',
    edit: all(
      replace(
        APP,
        "    throw new Problem(404, 'no such page');",
        "    if (collection === 'boats') throw new Problem(404, 'no such page');\n    throw new Problem(404, 'no such page');",
      ),
      append(
        'test/http/berths.test.ts',
        "\ntest('has a page of boats', async () => {\n  const call = await clientOf(somePorts());\n  expect((await call('GET', '/boats/1')).status).toBe(404);\n});\n",
      ),
    ),
  }),
];
