// What is declared grows step by step, and a step counts only where it brings a commit nearer to a pass.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommandEvidence, TestRow } from '../../model/evidence.ts';
import { problem } from '../../model/problem.ts';
import { adviceOf } from './advice.ts';
import { declarationsToTry, isNearer, isPlain, PLAIN } from './declarations.ts';
import { type Declaration, GATES } from './gates.ts';
import {
  breaksOldTest,
  declaredForLie,
  isOpenlyRed,
  LIES,
  mustCatch,
  redByItself,
  turnsGreen,
} from './lies.ts';
import { playHonest } from './play-honest.ts';
import { type CommitPlayed, isGood, totalsOf } from './report.ts';
import { type Refusal, type Said, saidOf } from './said.ts';

const refusal = (clause: string, more: Partial<Refusal> = {}): Refusal => ({
  ...{ clause, status: 'unmet', code: 'TESTS_NOT_RED', message: `${clause} said no` },
  ...more,
});
const said = (...refused: readonly Refusal[]): Said => ({
  status: refused.length === 0 ? 'met' : 'unmet',
  refused: [...refused],
  judged: ['tests-hold', 'tests-kept', 'red-then-green', 'kind-kept', 'size-kept', 'tests-green'],
  tests: [],
});
const SIZE = { files: 7, lines: 300 };

describe('declarations', () => {
  it('say another kind where a test is owed, but not at the hook, where nobody plans', () => {
    const kinds = (gate: 'hook' | 'relay') =>
      declarationsToTry(gate, PLAIN, said(refusal('red-then-green')), SIZE).map(({ kind }) => kind);
    expect(kinds('relay')).toEqual(['fix', 'docs', 'tests', 'dependencies', 'generated', 'refactor']);
    expect(kinds('hook')).toEqual([]);
  });

  it('release what the gate refuses, by test where it has a name, and only then by file', () => {
    const file = 'test/a.test.js';
    const found = {
      ...said(refusal('tests-kept', { file, test: 'adds' }), refusal('tests-kept', { file: 'b.test.js' })),
      tests: [
        { name: 'adds', file, fate: 'weakened', isRefused: true as const },
        { name: 'listed', file, fate: 'respecified' },
        { name: 'red', file, fate: 'red-before' },
      ],
    };
    const released = declarationsToTry('h3a', PLAIN, found, SIZE).map((one) => one.released);
    expect(released).toEqual([['adds'], ['adds', 'b.test.js'], [file, 'b.test.js']]);
  });

  it('know which tests a gate refuses, and which it only lists', () => {
    const row = (name: string): TestRow => ({
      ...{ name, file: 'a.test.js', base: 'passed', oldTests: 'failed', oldCode: 'failed', head: 'passed' },
      text: 'changed',
    });
    const about = (test: string, severity: 'error' | 'warning') =>
      problem('TESTS_CHANGED', `expected ${test}`, { severity, test, file: 'a.test.js' });
    const { tests, refused } = saidOf(
      [
        [
          'tests-hold',
          { status: 'unmet', problems: [about('listed', 'warning'), about('changed', 'error')] },
        ],
        ['tests-kept', { status: 'unmet', problems: [about('weaker', 'error')] }],
      ],
      [row('listed'), row('changed')],
    );
    expect(refused.map(({ test }) => test)).toEqual(['changed', 'weaker']);
    expect(tests).toEqual([
      { name: 'changed', file: 'a.test.js', fate: 'respecified', isRefused: true },
      { name: 'weaker', file: 'a.test.js', fate: 'weakened', isRefused: true },
      { name: 'listed', file: 'a.test.js', fate: 'respecified' },
    ]);
  });

  it('name known failures and the size of a task for h3a alone', () => {
    const found = {
      ...said(refusal('tests-green'), refusal('size-kept')),
      tests: [{ name: 'red', fate: 'red-before' }],
    };
    expect(declarationsToTry('h3a', PLAIN, found, SIZE)).toEqual([
      { ...PLAIN, ...SIZE },
      { ...PLAIN, knownFailures: ['red'] },
    ]);
    expect(declarationsToTry('relay', PLAIN, said(refusal('tests-green')), SIZE)).toEqual([]);
  });

  it('only ever add to what was declared, and are each another one', () => {
    const clause = fc.constantFrom(
      'red-then-green',
      'kind-kept',
      'tests-hold',
      'tests-kept',
      'tests-green',
      'size-kept',
    );
    const anySaid = fc.record({
      status: fc.constant('unmet' as const),
      judged: fc.array(clause),
      refused: fc.array(
        clause.chain((name) =>
          fc.option(fc.constant('a.js')).map((file) => refusal(name, file === null ? {} : { file })),
        ),
      ),
      tests: fc.array(
        fc.record({
          name: fc.string(),
          file: fc.constant('b.js'),
          fate: fc.constantFrom('dropped', 'red-before'),
        }),
      ),
    });
    fc.assert(
      fc.property(fc.constantFrom(...GATES), anySaid, (gate, found) => {
        for (const one of declarationsToTry(gate, PLAIN, found, SIZE)) {
          expect(isPlain(one)).toBe(false);
          expect(one.released.length).toBeGreaterThanOrEqual(PLAIN.released.length);
        }
      }),
    );
  });

  it('count where a clause is met that was not, and none is lost but what can be released', () => {
    const before = said(refusal('red-then-green'));
    expect(isNearer(before, said())).toBe(true);
    expect(isNearer(before, said(refusal('tests-hold')))).toBe(true);
    expect(isNearer(before, said(refusal('kind-kept')))).toBe(false);
    expect(isNearer(before, before)).toBe(false);
    // Lint waits for the tests: it was not asked before.
    expect(isNearer(before, said(refusal('lint-green')))).toBe(true);
    const asked = { ...before, judged: [...before.judged, 'lint-green'] };
    expect(isNearer(asked, said(refusal('lint-green')))).toBe(false);
  });

  it('leave what remains with the best of them, also where it is a clause that had to wait', async () => {
    const found = await playHonest(
      async (_, { declared }) =>
        declared.released.length > 0
          ? said(refusal('lint-green', { code: 'COMMAND_FAILED', hint: 'fix the lint' }))
          : { ...said(refusal('tests-hold')), tests: [{ name: 'adds', fate: 'unclear', isRefused: true }] },
      'relay',
      {} as never,
      SIZE,
      new AbortController().signal,
    );
    expect(found.said.refused.map(({ clause }) => clause)).toEqual(['lint-green']);
    expect(found).toMatchObject({ declared: PLAIN, tried: { ...PLAIN, released: ['adds'] } });
    expect(adviceOf([played([{ gate: 'relay', ...found }])])).toMatchObject([
      {
        why: 'lint-green (COMMAND_FAILED): lint-green said no',
        lines: ['fix the lint', 'this remains with {"released":["adds"]}'],
      },
    ]);
  });

  it('are found one after the other, and kept only where the commit passes with them', async () => {
    const asked: Declaration[] = [];
    const play = (canPass: boolean) =>
      playHonest(
        async (_, { declared }) => {
          asked.push(declared);
          if (declared.kind !== 'refactor') return said(refusal('red-then-green'), refusal('size-kept'));
          return declared.files === undefined || !canPass ? said(refusal('size-kept')) : said();
        },
        'h3a',
        {} as never,
        SIZE,
        new AbortController().signal,
      );
    expect((await play(true)).declared).toEqual({ ...PLAIN, ...SIZE, kind: 'refactor' });
    const refused = await play(false);
    expect(refused.declared).toEqual(PLAIN);
    expect(refused.said.status).toBe('unmet');
    expect(asked.length).toBeLessThan(40);
  });
});

describe('lies', () => {
  it('are caught everywhere where an old test breaks, and only where a test is owed otherwise', () => {
    for (const lie of LIES) {
      expect(mustCatch('hook', lie, PLAIN, 'unbroken')).toBe(breaksOldTest(lie));
      expect(mustCatch('hook', lie, PLAIN, 'tested')).toBe(true);
      expect(mustCatch('relay', lie, PLAIN, 'unbroken')).toBe(true);
      expect(mustCatch('h3a', lie, { ...PLAIN, kind: 'refactor' }, 'unbroken')).toBe(breaksOldTest(lie));
    }
  });
});

const honest = (
  gate: 'hook' | 'relay' | 'h3a',
  plain: Said,
  after: Said,
  declared: Partial<Declaration> = {},
) => ({
  ...{ gate, plain, said: after },
  declared: { ...PLAIN, ...declared },
});
const played = (gates: CommitPlayed['gates'], lies: CommitPlayed['lies'] = []): CommitPlayed => ({
  ...{ commit: 'c0ffee0000', subject: 'x', ...SIZE, gates, lies, isCut: false, ms: { honest: 1, lies: 1 } },
});

describe('a lie is none', () => {
  const run = (exit: number, ...failed: readonly string[]): CommandEvidence => ({
    ...{ kind: 'command', line: 'test', end: 'exited', exit, tail: '', durationMs: 1, sandbox: 'none' },
    tests: {
      ...{ total: 2, passed: 2 - failed.length, failed: failed.length, skipped: 0, failures: [] },
      cases: ['a', 'b'].map((name) => ({ name, status: failed.includes(name) ? 'failed' : 'passed' })),
    },
  });

  it('where its own tests are red, but for those that are red in the commit', () => {
    expect(redByItself(run(0), run(0))).toBeUndefined();
    expect(redByItself(run(1, 'a'), run(1, 'a'))).toBeUndefined();
    expect(redByItself(run(1, 'a'), run(1, 'a', 'b'))).toBe('b');
    expect(redByItself(run(0), { ...run(2), tests: null })).toBe('`test` ended with 2');
    expect(LIES.filter(isOpenlyRed)).toEqual(['source-taken-back']);
  });

  it('where a fix is shown by an old test that turns green', () => {
    expect([
      turnsGreen(run(1, 'a'), run(0)),
      turnsGreen(run(0), run(0)),
      turnsGreen(run(1, 'a'), run(1, 'a')),
    ]).toEqual([...[true, false, false]]);
    const caught = (kind: 'fix' | 'feature', isShown: boolean) =>
      LIES.filter((lie) => mustCatch('relay', lie, { ...PLAIN, kind }, 'unbroken', isShown));
    expect(caught('fix', true)).toEqual(['source-taken-back', 'old-test-deleted', 'old-test-wrapped']);
    expect(caught('fix', false)).toEqual([...LIES]);
    expect(caught('feature', true)).toEqual([...LIES]);
  });

  it('where only the size speaks against it that calibrate itself declared', () => {
    expect(declaredForLie(PLAIN)).toEqual(PLAIN);
    const { files = 0, lines = 0 } = declaredForLie({ ...PLAIN, ...SIZE });
    expect([files > SIZE.files, lines > SIZE.lines]).toEqual([true, true]);
  });
});

describe('advice', () => {
  it('names the line of baton.yaml, the declaration of the plan, the release, or the cause', () => {
    const no = said(refusal('red-then-green'));
    const commits = [
      played([
        honest('hook', said(refusal('tests-hold')), said(), { released: ["it's"] }),
        honest('relay', no, said(), { kind: 'refactor' }),
        honest('h3a', said(refusal('size-kept'), ...no.refused), said(), { kind: 'refactor', ...SIZE }),
      ]),
      played([honest('h3a', said(refusal('size-kept')), said(), { files: 3, lines: 900 })]),
      played([honest('relay', no, said(refusal('tests-green', { code: 'TESTS_FAILED', hint: 'fix it' })))]),
    ];
    expect(adviceOf(commits)).toMatchObject([
      { where: 'baton.yaml', gates: ['h3a'], lines: ['policy:', '  files: 7', '  lines: 900'] },
      { where: 'release', gates: ['hook'], lines: [`baton release 'it'\\''s' --why "…"`] },
      { where: 'plan', gates: ['relay', 'h3a'], lines: ['kind: refactor'] },
      { where: 'cause', gates: ['relay'], lines: ['fix it'] },
    ]);
    expect(adviceOf([played([honest('relay', said(), said())])])).toEqual([]);
  });

  it('names what the clean place lacks once, beside the failures that must be declared without it', () => {
    const red = said(refusal('tests-green'));
    const lacking: CommitPlayed = {
      ...played([honest('h3a', red, said(), { knownFailures: ['test_version'] })]),
      missing: { says: 'sums is not installed', fix: 'commands: { prepare: … }' },
    };
    const refactored = { ...played([honest('h3a', red, said(), { kind: 'refactor' })]), commit: 'other' };
    const found = adviceOf([lacking, { ...lacking, commit: 'another' }, refactored]);
    expect(found).toMatchObject([
      {
        where: 'baton.yaml',
        gates: ['h3a'],
        lines: ['commands: { prepare: … }'],
        why: 'sums is not installed',
      },
      {
        where: 'plan',
        lines: ['known_failures:', '  - test_version'],
        why: expect.stringMatching(/\(2 commits\)$/),
      },
      { where: 'plan', commit: 'other', lines: ['kind: refactor'] },
    ]);
    expect(found[1]).not.toHaveProperty('commit');
  });

  it('counts what each gate accepted and caught; one miss, or one commit left over, is not good', () => {
    const lie = (caught: boolean): CommitPlayed['lies'][number] => ({
      ...{ lie: 'tests-emptied', isMade: true, says: '', ms: 1 },
      gates: [{ gate: 'relay', caught }],
    });
    const of = (...commits: CommitPlayed[]) => ({
      ...{ gates: ['relay' as const], commits, skipped: [], left: [], advice: [], reused: 0, ms: 1 },
      totals: totalsOf(['relay'], commits),
    });
    const no = said(refusal('red-then-green'));
    const good = of(played([honest('relay', no, said())], [lie(true)]));
    expect(good.totals).toEqual([
      {
        ...{ gate: 'relay', commits: 1, judged: 1, ownRed: 0, nothingRuns: 0 },
        ...{ accepted: 0, acceptedDeclared: 1, lies: 1, caught: 1 },
      },
    ]);
    expect(isGood(good)).toBe(true);
    expect(isGood({ ...good, left: [{ commit: 'a', subject: 'b' }] })).toBe(false);
    expect(isGood(of(played([honest('relay', said(), said())], [lie(false)])))).toBe(false);
    expect(isGood(of(played([honest('relay', no, no)])))).toBe(false);
  });

  it('tells commits that are no gate’s fault apart from those that a gate refuses', () => {
    const no = said(refusal('tests-green'));
    const outside = (kind: 'red' | 'nothing'): CommitPlayed =>
      played([{ ...honest('relay', no, no), outside: { kind, command: 'test', says: 'why' } }]);
    const of = (...commits: CommitPlayed[]) => ({
      ...{ gates: ['relay' as const], commits, skipped: [], left: [], advice: [], reused: 0, ms: 1 },
      totals: totalsOf(['relay'], commits),
    });
    const passing = played([honest('relay', said(), said())]);
    const found = of(passing, outside('red'), outside('nothing'));
    expect(found.totals).toMatchObject([
      { commits: 3, judged: 1, ownRed: 1, nothingRuns: 1, acceptedDeclared: 1 },
    ]);
    expect(isGood(found)).toBe(true);
    // Where none could be judged, nothing is good.
    expect(isGood(of(outside('nothing')))).toBe(false);
    expect(adviceOf(found.commits)).toMatchObject([
      { where: 'outside', why: 'its own tests are red: why' },
      { where: 'outside', why: 'nothing runs here: why' },
    ]);
  });
});
