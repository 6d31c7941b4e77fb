import { expect, it } from 'vitest';
import { testSources } from './brought-tests.ts';

const isKnown = (path: string): boolean => path === 'tests/it/orders.rs';

it('has the file of a module beside the first file of its program', () => {
  expect(testSources([{ name: 'orders::adds', file: 'tests/it/main.rs' }], isKnown)).toEqual([
    'tests/it/main.rs',
    'tests/it/orders.rs',
  ]);
});

it('has no file that is told as a test of its own name, and none for a test without a file', () => {
  expect(
    testSources([{ name: 'test/a.test.js', file: 'test/a.test.js' }, { name: 'adds' }], isKnown),
  ).toEqual([]);
});
