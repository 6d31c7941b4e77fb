import { describe, expect, test } from 'vitest';
import { BatonError } from '../errors.ts';
import { reportError } from './report-error.ts';

const report = (cause: unknown, options: { json?: boolean; debug?: boolean } = {}) => {
  const written = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const exit = reportError(
    cause,
    { stdout: stream('stdout'), stderr: stream('stderr') },
    { json: options.json ?? false, color: false, debug: options.debug ?? false },
  );
  return { exit, ...written };
};

describe('an error', () => {
  test('names its code, what is wrong and what to do', () => {
    const { exit, stdout, stderr } = report(new BatonError('CONFIG_INVALID', 'bad file', { hint: 'fix it' }));
    expect({ exit, stdout, stderr }).toEqual({
      exit: 3,
      stdout: '',
      stderr: 'error CONFIG_INVALID: bad file\n  fix it\n',
    });
  });

  test('is one JSON document where that was asked for', () => {
    const { exit, stdout, stderr } = report(new BatonError('RUN_EXISTS', 'there'), { json: true });
    expect(JSON.parse(stdout)).toEqual({ ok: false, error: { code: 'RUN_EXISTS', message: 'there' } });
    expect([exit, stderr]).toEqual([2, '']);
  });

  test('of our own has no stack unless it is asked for', () => {
    const fault = new TypeError('x is not a function');
    const quiet = report(fault);
    expect(quiet.exit).toBe(1);
    expect(quiet.stderr).toMatch(/^error INTERNAL: x is not a function\n/);
    expect(quiet.stderr).not.toContain('    at ');
    expect(report(fault, { debug: true }).stderr).toContain('    at ');
  });

  test('cannot take over the terminal', () => {
    const { stderr } = report(
      new BatonError('FILE_MISSING', 'no \x1b]0;title\x07file\x1b[2J', { hint: '\x1b[31mred' }),
    );
    expect(stderr).not.toContain('\x1b');
  });
});
