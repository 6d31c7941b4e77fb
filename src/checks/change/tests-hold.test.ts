// The table of docs/evidence.md, row by row: what four runs say of a test, and what follows from it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TestCell } from '../../model/evidence.ts';
import { testCellSchema } from '../../model/evidence.ts';
import { WORK_KINDS } from '../../model/workflow/work-kind.ts';
import { codes, testFile } from '../evidence.fixture.ts';
import { isReleased } from './change.ts';
import { changeWith, row, runs, verdictOf } from './change-cases.fixture.ts';
import { fateOf } from './test-fates.ts';
import { testsHold } from './tests-hold.ts';

describe('what became of a test', () => {
  it('that fails on either side only for the lack of a name is told by its text', () => {
    const message = 'TypeError: tax is not a function';
    expect(fateOf(row('+--+', { text: 'same', message }))).toBe('kept');
    expect(fateOf(row('+-!+', { text: 'same', message }))).toBe('kept');
    expect(fateOf(row('+--+', { message }))).toBe('unclear');
    expect(fateOf(row('+--+', { text: 'same', message: 'expected 2, got 3' }))).toBe('respecified');
  });

  it('whose double lacked a method is kept, if nothing else differs', () => {
    expect(fateOf(row('+-++', { text: 'same', grown: true }))).toBe('kept');
    expect(fateOf(row('+-++', { text: 'changed', grown: true }))).toBe('hollow');
    expect(fateOf(row('+-++', { text: 'same' }))).toBe('hollow');
  });

  it('that hands over what the old code does not take is a new version only if nothing else differs', () => {
    const message = "TypeError: show() got an unexpected keyword argument 'sep'";
    expect(fateOf(row('+--+', { message }))).toBe('unclear');
    expect(fateOf(row('+--+', { message, argued: true }))).toBe('respecified');
    expect(fateOf(row('+--+', { message, text: 'same' }))).toBe('kept');
    expect(fateOf(row('+-++', { message, argued: true }))).toBe('hollow');
  });

  it.each([
    ['++++', 'changed', 'kept'],
    ['++-+', 'changed', 'kept'],
    ['+--+', 'changed', 'respecified'],
    ['+-++', 'same', 'hollow'],
    ['+-++', 'changed', 'hollow'],
    ['--++', 'changed', 'hollow'],
    ['+-~+', 'changed', 'hollow'],
    ['+-.+', 'changed', 'hollow'],
    ['+-..', 'changed', 'removed'],
    ['+-~~', 'changed', 'removed'],
    ['--..', 'changed', 'removed'],
    ['++..', 'changed', 'dropped'],
    ['++~~', 'changed', 'dropped'],
    ['~~..', 'changed', 'dropped'],
    ['~~~~', 'changed', 'kept'],
    ['~~-+', 'changed', 'kept'],
    ['++--', 'changed', 'broken'],
    ['+-+-', 'same', 'broken'],
    ['----', 'changed', 'broken'],
    ['----', 'same', 'red-before'],
    ['!!!!', 'same', 'red-before'],
    ['+!!!', 'same', 'broken'],
    ['+!-+', 'same', 'kept'],
    ['+!-+', 'changed', 'unclear'],
    ['+!..', 'changed', 'unclear'],
    ['+-!+', 'changed', 'unclear'],
    ['+...', 'changed', 'unclear'],
    ['..-+', 'changed', 'new'],
    ['..++', 'changed', 'new'],
    ['+?++', 'changed', 'unknown'],
    ['?+++', 'changed', 'unknown'],
    ['+++?', 'changed', 'unknown'],
    ['+-?+', 'changed', 'unknown'],
  ] as const)('%s, text %s: %s', (cells, text, fate) => {
    expect(fateOf(row(cells, { text }))).toBe(fate);
  });
});

describe('a release', () => {
  it.each([
    ['TestRun', 'TestRun/plain.in', true],
    ['TestRun', 'TestRun/deep/er', true],
    ['TestRun/plain.in', 'TestRun/plain.in', true],
    ['TestRun/plain.in', 'TestRun/other.in', false],
    ['TestRun', 'TestRunner/plain.in', false],
    ['TestRun', 'TestOther/TestRun/a', false],
    ['api', 'api/users', false],
    ['mean', 'mean > leaves blanks out', true],
    ['sums > mean', 'sums > mean > of nothing', true],
    ['mean', 'means > leaves blanks out', false],
    ['mean', 'sums > mean > of nothing', false],
  ])('of %s for %s: %s', (entry, name, isCovered) => {
    expect(isReleased({ name, files: ['main_test.go'] }, [entry])).toBe(isCovered);
  });

  it.each([
    ['test_load', 'test_load[half]', true],
    ['test_load', 'TestDay > test_load[a > b]', true],
    ['TestDay > test_load', 'TestDay > test_load[half]', true],
    ['test_load[half]', 'test_load[half]', true],
    ['test_load[half]', 'test_load[whole]', false],
    ['test_load', 'test_load_again[half]', false],
    ['TestDay', 'TestDay > test_load[half]', true],
  ])('of %s for %s in Python: %s', (entry, name, isCovered) => {
    expect(isReleased({ name, files: ['tests/test_day.py'] }, [entry])).toBe(isCovered);
    // Elsewhere brackets are a part of the name.
    expect(isReleased({ name, files: ['test/day.test.js'] }, [entry])).toBe(
      isCovered && (entry.endsWith(']') || entry === 'TestDay'),
    );
  });

  it('of Rust is by the name of its function, also where it is expected to panic', () => {
    const test = { name: 'length::tests::divides - should panic', files: ['src/lib.rs'] };
    for (const entry of ['length::tests::divides', 'divides', 'length::tests::divides - should panic'])
      expect(isReleased(test, [entry])).toBe(true);
    expect(isReleased(test, ['length::tests'])).toBe(false);
  });
});

describe('a release of a source file of Rust', () => {
  it.each([
    ['src/template.rs', 'template::tests::fills', true],
    ['src/template/mod.rs', 'template::tests::fills', true],
    ['src/template/tests.rs', 'template::tests::fills', true],
    ['src/template/', 'template::tests::fills', true],
    ['src/lib.rs', 'template::tests::fills', true],
    ['src/cache.rs', 'template::tests::fills', false],
    ['src/fills.rs', 'template::tests::fills', false],
    ['src/template.rs', 'tests::template', false],
  ])('%s, for %s: %s', (entry, name, isCovered) => {
    expect(isReleased({ name, files: ['src/lib.rs'] }, [entry])).toBe(isCovered);
  });
});

const held = (
  cells: string,
  more: Parameters<typeof changeWith>[0] = {},
  text: 'same' | 'changed' = 'changed',
) => verdictOf(testsHold(changeWith(more)), { runs: runs([row(cells, { text })]) });

describe('tests-hold', () => {
  it.each([
    ['+-++', 'unmet', ['TESTS_HOLLOW']],
    ['+-..', 'unmet', ['TESTS_REMOVED']],
    ['+-~~', 'unmet', ['TESTS_SKIPPED']],
    ['+!..', 'unmet', ['TESTS_CHANGED']],
    ['+-!+', 'unmet', ['TESTS_CHANGED']],
    ['++..', 'met', ['TESTS_REMOVED']],
    ['++~~', 'met', ['TESTS_SKIPPED']],
    ['+--+', 'met', ['TESTS_CHANGED']],
    ['++-+', 'met', []],
    ['..++', 'met', []],
    ['+++?', 'unproven', ['EVIDENCE_UNAVAILABLE']],
  ])('%s is %s', (cells, status, told) => {
    const verdict = held(cells);
    expect([verdict.status, codes(verdict)]).toEqual([status, told]);
  });

  it.each(['++..', '++~~', '+--+'])('strict work needs a release for %s', (cells) => {
    expect(held(cells, { strict: true }).status).toBe('unmet');
    expect(held(cells, { strict: true, released: ['adds'] }).status).toBe('met');
  });

  it.each(['+-++', '+-..', '+!..', '++..'])('%s is fine once its owner released it', (cells) => {
    for (const released of [['adds'], ['test/add.test.js'], ['test/']])
      expect(held(cells, { strict: true, released })).toMatchObject({ status: 'met', problems: [] });
    expect(held(cells, { strict: true, released: ['add'] }).status).toBe('unmet');
  });

  it('a function of Go whose golden file changed is told by its subtests, unless its own file changed', () => {
    const file = 'render_test.go';
    const rows = ['TestWrite', 'TestWrite/text'].map((name) => row('+--+', { name, file }));
    const judged = (files: readonly string[], released: string[]) =>
      verdictOf(testsHold(changeWith({ strict: true, released })), {
        runs: runs(rows, { support: ['text.golden'] }),
        changes: files.map((one) => testFile(one)),
      }).problems.map(({ message }) => /"(.*?)"/.exec(message)?.[1]);
    expect(judged([], [])).toEqual(['TestWrite/text']);
    expect(judged([], ['TestWrite/text'])).toEqual([]);
    expect(judged([file], ['TestWrite/text'])).toEqual(['TestWrite']);
  });

  describe('what cannot be compared is told', () => {
    const told = (cells: string, support: string[], files: string[] = [], released: string[] = []) =>
      verdictOf(testsHold(changeWith({ released })), {
        runs: runs([row(cells)], { support }),
        changes: files.map((file) => testFile(file)),
      }).problems[0];

    it('by the text of the test where its file changed', () => {
      for (const support of [[], ['tests/conftest.py']]) {
        const { message = '' } = told('+!-+', support, ['test/add.test.js']) ?? {};
        expect(message).toContain(
          'its text changed, and the old version cannot be loaded on the new code, the new one fails on the old code',
        );
        expect(message).not.toContain('conftest');
      }
    });

    it('by the support that changed where its file is the same', () => {
      const { message = '', hint = '' } = told('+!!+', ['a.json', 'b.json'], [], ['a.json']) ?? {};
      expect(message).toContain("its file is the same, but the tests' support changed (b.json), and");
      expect(hint).toContain('restore b.json');
      const many = told('+!!+', ['a', 'b', 'c', 'd', 'e']);
      expect(many?.message).toContain('(a, b, c and 2 more)');
    });

    it('by what became of it where it is gone', () => {
      expect(told('+!..', [])?.message).toContain(
        'it was removed or renamed; the old version cannot be loaded on the new code, so nobody knows if it still holds',
      );
    });
  });

  it('a refactoring keeps behaviour: a test that is changed with the code is refused', () => {
    expect(held('+--+', { kind: 'refactor' }).status).toBe('unmet');
    expect(held('+--+', { kind: 'fix' }).status).toBe('met');
  });

  it('reports that only count are compared by numbers where the tests changed', () => {
    const counted = (base: number, old: number, now: number) => {
      const run = (passed: number) => ({
        ...runs([]).runs.base,
        tests: { total: passed, passed, failed: 0, skipped: 0, failures: [] },
      });
      const four = { base: run(base), oldTests: run(old), oldCode: run(base), head: run(now) };
      return runs([], { byNumbers: true, runs: four });
    };
    const judge = (found: ReturnType<typeof counted>, isChanged: boolean) =>
      verdictOf(testsHold(changeWith()), {
        runs: found,
        changes: isChanged ? [testFile('test/add.test.js')] : [],
      }).status;
    expect(judge(counted(3, 3, 4), true)).toBe('met');
    expect(judge(counted(3, 2, 3), true)).toBe('unproven');
    expect(judge(counted(3, 3, 2), true)).toBe('unproven');
    expect(judge(counted(3, 3, 2), false)).toBe('met');
  });

  it('more rows than are listed are no proof', () => {
    expect(verdictOf(testsHold(changeWith()), { runs: runs([], { cut: true }) }).status).toBe('unproven');
  });
});

const CELLS = testCellSchema.options;
const ORDER: readonly TestCell[] = ['passed', 'skipped', 'gone', 'unknown'];

describe('properties of the rule', () => {
  const anyRow = fc.record({
    ...{ base: fc.constantFrom(...CELLS), oldTests: fc.constantFrom(...CELLS) },
    ...{ oldCode: fc.constantFrom(...CELLS), head: fc.constantFrom(...CELLS) },
    text: fc.constantFrom('same' as const, 'changed' as const, 'unknown' as const),
  });
  const anyChange = fc.record({
    strict: fc.boolean(),
    kind: fc.constantFrom(...WORK_KINDS),
    released: fc.constantFrom([], ['adds']),
  });
  const RANK = { met: 0, unproven: 1, unmet: 2 };

  it('a head that does less never makes it pass', () => {
    fc.assert(
      fc.property(anyRow, anyChange, (cells, change) => {
        const status = (head: TestCell) =>
          RANK[
            verdictOf(testsHold(changeWith(change)), { runs: runs([row('++++', { ...cells, head })]) }).status
          ];
        // What fails is told by tests-green; here a test that does not run is never better than one that passes.
        const known = cells.base !== 'gone' && cells.oldTests !== 'failed';
        for (const head of ORDER.slice(1))
          if (known && change.released.length === 0 && cells.base === 'passed')
            expect(Math.max(status(head), change.strict ? 0 : status('passed'))).toBeGreaterThanOrEqual(
              change.strict ? Math.min(1, status('passed')) : status('passed'),
            );
      }),
    );
  });

  it('without a release, strict judges at least as hard', () => {
    fc.assert(
      fc.property(anyRow, anyChange, (cells, change) => {
        const status = (strict: boolean) =>
          RANK[
            verdictOf(testsHold(changeWith({ ...change, strict })), { runs: runs([row('++++', cells)]) })
              .status
          ];
        expect(status(true)).toBeGreaterThanOrEqual(status(false));
      }),
    );
  });

  it('a release never makes it worse', () => {
    fc.assert(
      fc.property(anyRow, anyChange, (cells, change) => {
        const status = (released: string[]) =>
          RANK[
            verdictOf(testsHold(changeWith({ ...change, released })), { runs: runs([row('++++', cells)]) })
              .status
          ];
        expect(status(['adds'])).toBeLessThanOrEqual(status([]));
      }),
    );
  });
});
