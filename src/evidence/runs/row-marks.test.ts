import { describe, expect, it } from 'vitest';
import type { TestFileChange, TestRow } from '../../model/evidence.ts';
import { marksIn } from './row-marks.ts';

const change = (more: Partial<TestFileChange>): TestFileChange => ({
  ...{ path: 'tests/test_show.py', change: 'modified', declared: ['test_show'], removed: [] },
  ...{ skipped: [], only: [], weakened: [] },
  ...more,
});
const ROW: TestRow = {
  ...{ name: 'test_show', file: 'tests/test_show.py', base: 'passed', oldTests: 'failed' },
  ...{ oldCode: 'failed', head: 'passed', text: 'changed' },
};

describe('a test that only hands over more', () => {
  const changes = [change({ argued: ['test_show'] })];

  it('is marked, and so are the cases of its function', () => {
    const mark = marksIn({ changes, support: [] });
    expect(mark(ROW)).toMatchObject({ argued: true });
    expect(mark({ ...ROW, name: 'test_show[a]' })).toMatchObject({ argued: true });
  });

  it('is not where a helper of old changed as well, in another file, or with the same text', () => {
    expect(marksIn({ changes, support: [{ added: false }] })(ROW)).toEqual(ROW);
    const mark = marksIn({ changes, support: [{ added: true }] });
    for (const row of [
      { ...ROW, file: 'tests/test_other.py' },
      { ...ROW, text: 'same' as const },
    ])
      expect(mark(row)).toEqual(row);
  });
});

describe('a test whose doubles only have more', () => {
  const mark = marksIn({ changes: [change({ grown: ['flush'] })], support: [] });
  const row: TestRow = {
    ...{ ...ROW, text: 'same', oldCode: 'passed' },
    message: "AttributeError: 'Fake' object has no attribute 'flush'",
  };

  it('is marked where the old one lacks that method', () => {
    expect(mark(row)).toMatchObject({ grown: true });
  });

  it.each<Partial<TestRow>>([
    { message: "AttributeError: 'Fake' object has no attribute 'write'" },
    { message: 'AssertionError: 1 != 2' },
    { text: 'changed' },
    { oldCode: 'failed' },
    { head: 'failed' },
  ])('is not with %j', (other) => {
    expect(mark({ ...row, ...other })).not.toHaveProperty('grown');
  });
});
