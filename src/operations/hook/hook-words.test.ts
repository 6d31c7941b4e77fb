import { describe, expect, it } from 'vitest';
import { problem } from '../../model/problem.ts';
import { listedText, sentences } from './hook-words.ts';

describe('a problem as prose', () => {
  it.each([
    ['no test ran', 'add one', 'no test ran. Add one.'],
    ['no test ran.', 'Add one.', 'no test ran. Add one.'],
    ['no test ran', undefined, 'no test ran.'],
  ])('%j with the hint %j', (message, hint, expected) => {
    expect(sentences(problem('TESTS_NOT_RUN', message, hint === undefined ? {} : { hint }))).toBe(expected);
  });
});

describe('what is listed for the person', () => {
  it('names the command that releases a test, since there is no plan', () => {
    const hint = 'restore it, or let whoever owns the plan release it (released)';
    const warning = problem('TESTS_REMOVED', 'a test is gone', { severity: 'warning', hint });
    const verdict = { status: 'met', problems: [warning], evidence: [] } as const;
    const text = listedText({ verdict, warnings: [warning], run: undefined, rows: [], fixable: false });
    expect(text).toContain('or let a person release it: `baton release TEST --why "…"`');
    expect(text).not.toContain('plan');
  });
});
