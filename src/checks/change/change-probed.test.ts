// What is said of pieces of a change that no test misses: a warning, or a rejection where the policy says so.
import { describe, expect, it } from 'vitest';
import type { Evidence, ProbedHunk } from '../../model/evidence.ts';
import { UNTESTED_NAMED_MAX } from '../../model/limits/limits.ts';
import { tree } from '../evidence.fixture.ts';
import type { Change } from './change.ts';
import { changeProbed, untestedHunks } from './change-probed.ts';

const change = (mode: 'off' | 'warn' | 'reject'): Change => ({
  ...{ command: 'test', base: tree(1), head: tree(2), kind: 'feature', released: [], strict: false },
  ...{ commands: [], probe: { mode, hunksMax: 7, minutesMax: 2 } },
});
const hunk = (status: ProbedHunk['status'], line = 3): ProbedHunk => ({
  ...{ path: 'src/a.js', line, lines: 2, status, text: 'return 0;' },
});
const found = (...hunks: readonly ProbedHunk[]): Evidence => ({
  ...{ kind: 'probe', hunks: [...hunks], left: 0, silent: 1, durationMs: 5 },
});
const judge = (mode: 'off' | 'warn' | 'reject', evidence: Evidence | undefined) =>
  changeProbed(change(mode)).judge(() => evidence);

describe('a change that was probed', () => {
  it('asks for as much as the policy allows, and for nothing where it is off', () => {
    expect(changeProbed(change('warn')).needs).toEqual([
      { kind: 'probe', command: 'test', base: tree(1), head: tree(2), hunksMax: 7, timeMsMax: 120_000 },
    ]);
    expect(changeProbed(change('off')).needs).toEqual([]);
    expect(changeProbed({ ...change('warn'), probe: undefined }).needs).toEqual([]);
    expect(judge('off', undefined)).toEqual({ status: 'met', problems: [], asked: false });
  });

  it.each([
    ['warn', 'met', 'warning'],
    ['reject', 'unmet', 'error'],
  ] as const)('names what no test misses: %s is %s', (mode, status, severity) => {
    const verdict = judge(mode, found(hunk('tested'), hunk('untested', 9), hunk('unbuilt')));
    expect(verdict.status).toBe(status);
    expect(verdict.problems).toMatchObject(
      [
        { code: 'CHANGE_UNTESTED', severity, file: 'src/a.js', line: 9, message: /these 2 lines.*return 0;/ },
      ].map((one) => ({ ...one, message: expect.stringMatching(one.message) })),
    );
  });

  it('is met where a test misses every piece, or where nothing can be built without it', () => {
    for (const mode of ['warn', 'reject'] as const)
      expect(judge(mode, found(hunk('tested'), hunk('unbuilt')))).toEqual({ status: 'met', problems: [] });
  });

  it.each([
    ['left over', { ...found(hunk('tested')), left: 2 } as Evidence],
    ['that could not be run', found(hunk('tested'), hunk('unknown'))],
    ['that nobody saw', undefined],
    ['that could not be tried', { kind: 'unavailable', cause: 'gone' } as Evidence],
  ])('says what is %s, and proves nothing where untested change is rejected', (_, evidence) => {
    expect(judge('warn', evidence)).toMatchObject({ status: 'met', problems: [{ severity: 'warning' }] });
    expect(judge('reject', evidence)).toMatchObject({
      status: 'unproven',
      problems: [{ severity: 'error' }],
    });
  });

  it('names so many and counts the rest', () => {
    const many = Array.from({ length: UNTESTED_NAMED_MAX + 2 }, (_, at) => hunk('untested', at + 1));
    const { problems } = judge('warn', found(...many));
    expect(problems).toHaveLength(UNTESTED_NAMED_MAX + 1);
    expect(problems.at(-1)?.message).toBe('2 more pieces of the change are untested');
  });

  it('gives its untested pieces as a list', () => {
    const seen = () => found(hunk('tested'), hunk('untested', 9));
    expect(untestedHunks(change('warn'), seen)).toEqual([
      { path: 'src/a.js', line: 9, lines: 2, text: 'return 0;' },
    ]);
    expect(untestedHunks(change('off'), seen)).toEqual([]);
    expect(untestedHunks(change('warn'), () => undefined)).toEqual([]);
  });
});
