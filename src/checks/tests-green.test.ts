// A command that cannot fail is refused by name, on either tree.
import { describe, expect, it } from 'vitest';
import { codes, command, from, judged, ran, to, told } from './evidence.fixture.ts';
import { testsGreen } from './tests-green.ts';

const check = testsGreen({ command: 'test', base: from, head: to });
const blind = { cannotFail: '`|| true` hides every failure' };

describe('tests that cannot fail', () => {
  it('are refused on what is handed in', () => {
    const verdict = judged(check, { base: ran(['+a']), head: ran(['+a'], blind) });
    expect([verdict.status, told(verdict)]).toEqual([
      'unmet',
      [
        'TESTS_CANNOT_FAIL expected a command that fails when the code is wrong, `npm test` cannot fail: `|| true` hides every failure',
      ],
    ]);
  });

  it('are refused on the code before', () => {
    const verdict = judged(check, { base: ran(['+a'], blind), head: ran(['+a']) });
    expect([verdict.status, codes(verdict)]).toEqual(['unmet', ['TESTS_CANNOT_FAIL']]);
    expect(judged(check, { base: command(blind), head: ran(['+a']) }).status).toBe('unmet');
  });

  it('are told beside the tests that nobody saw', () => {
    const head = ran(['~a'], { cannotFail: 'all tests were skipped' });
    expect(codes(judged(check, { base: ran([]), head }))).toEqual(['TESTS_CANNOT_FAIL', 'TESTS_NOT_RUN']);
  });

  it('were no tests yet: a project may get its first', () => {
    const base = ran([], { cannotFail: 'no test was collected' });
    expect(judged(check, { base, head: ran(['+a']) }).status).toBe('met');
  });
});
