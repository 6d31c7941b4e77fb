import { describe, expect, it } from 'vitest';
import { problem } from '../../model/problem.ts';
import type { CheckDocument } from '../../operations/check/check-files.ts';
import type { CheckResult } from '../../operations/check/check-outcome.ts';
import { checkText } from './check-text.ts';
import { paintWith } from './paint.ts';

const result = (
  path: string,
  problems: CheckResult['problems'] = [],
  dialect: string | null = 'agentmux',
): CheckResult => ({
  path,
  ok: !problems.some(({ severity }) => severity === 'error'),
  kind: 'artifact',
  dialect,
  variant: null,
  handoff: null,
  problems,
});
const text = (results: readonly CheckResult[], color = false): string => {
  const document: CheckDocument = { ok: results.every(({ ok }) => ok), results };
  return checkText(document, paintWith(color));
};

const wrong = problem('FIELD_INVALID', 'mode must be serial', {
  file: 'plan.yaml',
  line: 3,
  column: 5,
  hint: 'Write serial.',
});
const untidy = problem('FIELD_UNKNOWN', 'unknown key', { file: 'plan.yaml', line: 9, severity: 'warning' });

describe('what a check found', () => {
  it('is a line for each problem, and one for the file', () => {
    expect(text([result('plan.yaml', [wrong, untidy])])).toBe(
      [
        'plan.yaml:3:5  FIELD_INVALID  mode must be serial',
        '    → Write serial.',
        'plan.yaml:9  FIELD_UNKNOWN  (warning) unknown key',
        'plan.yaml: NOT OK (agentmux artifact), 1 error, 1 warning',
      ].join('\n'),
    );
  });

  it('ends with the sum when there are several', () => {
    expect(text([result('a.yaml'), result('-', [wrong, wrong], null), result('b.yaml', [untidy])])).toBe(
      [
        'a.yaml: ok (agentmux artifact)',
        'plan.yaml:3:5  FIELD_INVALID  mode must be serial',
        '    → Write serial.',
        'plan.yaml:3:5  FIELD_INVALID  mode must be serial',
        '    → Write serial.',
        'standard input: NOT OK, 2 errors',
        'plan.yaml:9  FIELD_UNKNOWN  (warning) unknown key',
        'b.yaml: ok (agentmux artifact), 1 warning',
        '2 of 3 ok',
      ].join('\n'),
    );
  });

  it('has colours that say no more than the words', () => {
    const plain = text([result('plan.yaml', [wrong, untidy])]);
    const coloured = text([result('plan.yaml', [wrong, untidy])], true);
    expect(coloured).toContain('\x1b[31mFIELD_INVALID\x1b[39m');
    expect(coloured).toContain('\x1b[33mFIELD_UNKNOWN\x1b[39m');
    expect(coloured.replaceAll(/\x1b\[\d+m/g, '')).toBe(plain);
  });

  it('lets no name or text of a file reach the terminal as it is', () => {
    const hostile = problem('FIELD_INVALID', 'a\x1b[2Jb', { file: 'x\x1b]0;title\x07y' });
    expect(text([result('z\x1b[31m\nz', [hostile])])).not.toMatch(/\x1b|\x07/);
  });
});
