import { describe, expect, it } from 'vitest';
import { command } from '../../checks/evidence.fixture.ts';
import type { TestCase } from '../../model/measured.ts';
import { judgeCanary } from './canary-verdict.ts';

const names = { fails: 'fails', passes: 'passes', nonce: 'n', complaint: 'c' };

/** The run of one file, which reports these tests and neither of the two that were added. */
const without = (runner: 'go' | 'pytest', file: string, cases: readonly TestCase[]) =>
  judgeCanary(
    command({
      only: [file],
      tests: {
        total: cases.length,
        passed: cases.length,
        failed: 0,
        skipped: 0,
        failures: [],
        cases: [...cases],
      },
    }),
    { file, names, runner },
  ).status;

describe('two tests that are not reported', () => {
  it('say nothing of a file of Go that a tag leaves out: its package has others', () => {
    const other: TestCase = { name: 'TestKeeps', file: 'store/store_test.go', status: 'passed' };
    expect(without('go', 'store/large_test.go', [other])).toBe('again');
  });

  it('are kept from running where other tests of their file run', () => {
    const other: TestCase = { name: 'TestMany', file: 'store/large_test.go', status: 'passed' };
    expect(without('go', 'store/large_test.go', [other])).toBe('unsound');
    expect(
      without('pytest', 'tests/test_a.py', [{ name: 'test_b', file: 'tests/test_b.py', status: 'passed' }]),
    ).toBe('unsound');
  });
});
