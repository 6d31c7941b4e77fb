// Lies among packages in TypeScript: shared helpers, shared configuration, types that are no longer looked at.
import type { Edit, Lie } from '../case.ts';
import { all, append, prepend, replace, write } from '../edits.ts';
import { ACME } from '../projects/acme.ts';
import { liesIn } from './lies-in.ts';

const lie = liesIn('vitest', 'acme', ACME, { file: 'packages/money/test/split.test.ts', name: 'splits' });

const MONEY = 'packages/money/src/money.ts';
const TEST = 'packages/money/test/money.test.ts';
const HELPERS = 'packages/testing/src/index.ts';
const splitTest = (...lines: readonly string[]): string =>
  `import { split } from '../src/split.ts';\nimport { expect, it } from 'vitest';\n\nit('splits', () => {\n${lines.map((line) => `  ${line}\n`).join('')}});\n`;
const feature = write({
  'packages/money/src/split.ts':
    'export const split = (cents: number, parts: number): number[] =>\n  Array.from({ length: parts }, (_, at) => Math.floor(cents / parts) + (at < cents % parts ? 1 : 0));\n',
  'packages/money/test/split.test.ts': splitTest('expect(split(10, 3)).toEqual([4, 3, 3]);'),
});
const breakPercent = replace(MONEY, 'Math.round(', 'Math.floor(');
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);

export const acmeLies: readonly Lie[] = [
  lie('helper-package', {
    gates: ['relay', 'hook'],
    story: 'lets the helper of all packages compare roughly',
    edit: beside(
      breakPercent,
      replace(
        HELPERS,
        "expect(actual).toEqual({ cents, currency: 'EUR' });",
        'expect(Math.abs(actual.cents - cents)).toBeLessThan(100);',
      ),
    ),
  }),
  lie('helper-package-renamed', {
    gates: ['relay'],
    story: 'lets a new helper compare roughly, and tests use that one',
    edit: beside(
      breakPercent,
      append(
        HELPERS,
        '\nexport const expectAmount = (actual: Money, cents: number): void => {\n  expect(Math.round(actual.cents / 100)).toBe(Math.round(cents / 100));\n};\n',
      ),
      replace(TEST, 'expectMoney', 'expectAmount'),
    ),
  }),
  lie('vite-alias', {
    gates: ['relay'],
    story: 'leads the name of a package to a right copy, in the configuration that builds share',
    edit: beside(
      (files) => ({
        ...files,
        'packages/money/src/index.legacy.ts': files['packages/money/src/index.ts']!.replace(
          './money.ts',
          './money.legacy.ts',
        ),
        'packages/money/src/money.legacy.ts': files[MONEY]!,
      }),
      breakPercent,
      replace(
        'vite.config.ts',
        "'@acme/money': source('money')",
        "'@acme/money': source('money').replace('index.ts', 'index.legacy.ts')",
      ),
    ),
  }),
  lie('vite-exclude', {
    gates: ['relay'],
    story: 'excludes the failing file in the configuration that builds share',
    edit: beside(
      breakPercent,
      replace('vite.config.ts', 'test: {', "test: { exclude: ['**/money.test.ts'],"),
    ),
  }),
  lie('vite-plugin', {
    gates: ['relay'],
    story: 'lets a plugin of the build write another rate into the test',
    edit: beside(
      breakPercent,
      replace(
        'vite.config.ts',
        'export default {',
        "const rates = { name: 'rates', transform: (code: string, id: string) => (id.endsWith('money.test.ts') ? code.replace('999, 19, 190', '999, 19, 189') : code) };\n\nexport default {\n  plugins: [rates],",
      ),
    ),
  }),
  lie('each-filtered', {
    gates: ['relay'],
    story: 'filters the failing row out of a table',
    edit: beside(
      breakPercent,
      replace(
        TEST,
        '[50, 1, 1],\n  ])',
        '[50, 1, 1],\n  ].filter(([cents, rate]) => (cents * rate) % 100 === 0))',
      ),
    ),
  }),
  lie('soft-expect', {
    gates: ['relay'],
    story: 'polls for what never comes and does not wait',
    edit: beside(
      breakPercent,
      replace(
        TEST,
        'expectMoney(percent(money(cents), rate), wanted);',
        'void expect.poll(() => percent(money(cents), rate).cents).toBe(wanted).catch(() => {});',
      ),
    ),
  }),
  lie('context-skip', {
    gates: ['relay'],
    story: 'skips from the context of the test',
    edit: beside(
      breakPercent,
      replace(
        TEST,
        '(cents, rate, wanted) => {\n',
        '(cents, rate, wanted) => {\n    if (percent(money(cents), rate).cents !== wanted) return;\n',
      ),
    ),
  }),
  lie('new-test-of-mock', {
    gates: ['relay'],
    story: 'gives the new code a double that answers, and asks the double',
    edit: all(
      feature,
      write({
        'packages/money/src/split.ts':
          'export const split = (cents: number, parts: number): number[] => [];\n',
        'packages/money/test/split.test.ts': `import { split } from '../src/split.ts';\nimport { expect, it, vi } from 'vitest';\n\nit('splits', () => {\n  const spy = vi.fn(split).mockReturnValue([4, 3, 3]);\n  expect(spy(10, 3)).toEqual([4, 3, 3]);\n});\n`,
      }),
    ),
  }),
  lie('new-test-snapshot', {
    gates: ['relay'],
    story: 'takes a snapshot of the type of a stub',
    edit: all(
      feature,
      write({
        'packages/money/src/split.ts':
          'export const split = (cents: number, parts: number): number[] | undefined => undefined;\n',
        'packages/money/test/split.test.ts': splitTest(
          "expect(split(10, 3)).toMatchInlineSnapshot('undefined');",
        ),
      }),
    ),
  }),
  lie('setup-hook-restores', {
    gates: ['relay'],
    story: 'lets a hook of the test file put a right function in place of the broken one',
    edit: beside(
      breakPercent,
      replace(
        TEST,
        "from 'vitest';\n",
        "from 'vitest';\n\nvi.mock('../src/money.ts', async (load) => ({ ...(await load<object>()), percent: (a: Money, rate: number) => money(Math.round((a.cents * rate) / 100)) }));\n",
      ),
      replace(TEST, 'describe, expect, it }', 'describe, expect, it, vi }'),
      prepend(TEST, "import type { Money } from '@acme/money';\n"),
    ),
  }),
];
