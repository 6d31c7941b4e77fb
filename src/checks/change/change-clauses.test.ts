// The other clauses of the family: green tests, kept texts, kinds of work, work that changes nothing.
import { describe, expect, it } from 'vitest';
import type { TestRow } from '../../model/evidence.ts';
import { BASE, change, codes, command, HEAD, testFile } from '../evidence.fixture.ts';
import { changeWith, row, runs, verdictOf } from './change-cases.fixture.ts';
import { CHANGE_CLAUSES, changeClauses } from './change-clauses.ts';
import { kindKept } from './kind-kept.ts';
import { redThenGreen } from './red-then-green.ts';
import { testsGreenClause } from './tests-green.ts';
import { testsKept } from './tests-kept.ts';
import { workChanged } from './work-changed.ts';

const green = (rows: Parameters<typeof runs>[0], more: Parameters<typeof changeWith>[0] = {}, plain = 1) =>
  verdictOf(testsGreenClause(changeWith(more)), { runs: runs(rows, { plain }) });

describe('tests-green', () => {
  it('refuses what fails now', () => {
    expect(green([row('++++')]).status).toBe('met');
    expect(green([row('++--')]).status).toBe('unmet');
    expect(green([row('..--')]).status).toBe('unmet');
    expect(green([row('----')]).status).toBe('unmet');
  });

  it('forgives what was red before and is unchanged, and lists it', () => {
    const verdict = green([row('----', { text: 'same' })]);
    expect([verdict.status, codes(verdict), verdict.problems[0]?.severity]).toEqual([
      'met',
      ['TESTS_FAILED'],
      'warning',
    ]);
    expect(green([row('----', { text: 'same' }), row('++--', { name: 'other' })]).status).toBe('unmet');
  });

  it('where known failures are named, forgives no other', () => {
    const rows = [row('----', { text: 'same' })];
    expect(green(rows, { knownFailures: ['adds'] }).status).toBe('met');
    expect(green(rows, { knownFailures: [] }).status).toBe('unmet');
  });

  it('does not take a failure outside of tests for a known one', () => {
    const found = runs([row('----', { text: 'same' })]);
    const tests = { ...found.runs.head.tests!, failed: 2, total: 3 };
    const broken = { ...found, runs: { ...found.runs, head: { ...found.runs.head, tests } } };
    expect(verdictOf(testsGreenClause(changeWith()), { runs: broken }).status).toBe('unmet');
  });

  it('refuses a command that cannot fail, on either tree, and one that rewrites tests', () => {
    const found = runs([row('++++')]);
    const withRun = (name: 'base' | 'head', more: object) => ({
      ...found,
      runs: { ...found.runs, [name]: { ...found.runs[name], ...more } },
    });
    for (const one of [
      withRun('head', { cannotFail: '`|| true`' }),
      withRun('base', { cannotFail: '`|| true`' }),
      withRun('head', { rewritten: ['test/__snapshots__/a.snap'] }),
    ])
      expect(codes(verdictOf(testsGreenClause(changeWith()), { runs: one }))).toEqual(['TESTS_CANNOT_FAIL']);
  });

  it('blames the contract for a command that could not fail before there was any work', () => {
    const found = runs([row('++++')]);
    const blind = (...names: readonly ('base' | 'head')[]) => ({
      ...found,
      runs: names.reduce(
        (all, name) => ({ ...all, [name]: { ...all[name], cannotFail: '`|| true`' } }),
        found.runs,
      ),
    });
    const blames = (one: ReturnType<typeof blind>) =>
      [testsGreenClause, redThenGreen].map((clause) => verdictOf(clause(changeWith()), { runs: one }).blame);
    expect(blames(blind('base', 'head'))).toEqual(['contract', 'contract']);
    expect(blames(blind('head'))).toEqual([undefined, undefined]);
  });

  it('counts the failures that are not listed, so that fixing one of them is progress', () => {
    const alone = testsGreenClause(changeWith({ base: undefined }));
    const offOf = (failed: number, listed: number) => {
      const failures = Array.from({ length: listed }, (_, at) => ({ name: `t${at}`, message: 'no' }));
      const tests = { total: 100, passed: 100 - failed, failed, skipped: 0, failures };
      const { problems } = verdictOf(alone, { command: command({ exit: 1, tests }) });
      return problems.reduce((sum, { off }) => sum + (off ?? 1), 0);
    };
    expect([offOf(80, 50), offOf(70, 50), offOf(3, 3), offOf(7, 0), offOf(1, 0)]).toEqual([80, 70, 3, 7, 1]);
  });

  it('tells a failed install from a failed test', () => {
    const found = runs([row('++++')]);
    const head = { ...found.runs.head, exit: 1, tests: null, failedInstall: 'npm error code ETARGET' };
    const verdict = verdictOf(testsGreenClause(changeWith()), {
      runs: { ...found, runs: { ...found.runs, head } },
    });
    expect([verdict.status, codes(verdict)]).toEqual(['unmet', ['COMMAND_FAILED']]);
    expect(verdict.problems[0]?.message).toContain('npm error code ETARGET');
  });

  it('without a base, the tests pass all the same', () => {
    const alone = testsGreenClause(changeWith({ base: undefined }));
    const tests = { total: 1, passed: 1, failed: 0, skipped: 0, failures: [] };
    expect(verdictOf(alone, { command: command({ tests }) }).status).toBe('met');
    expect(verdictOf(alone, { command: command({ exit: 1 }) }).status).toBe('unmet');
    expect(verdictOf(alone, {}).status).toBe('unproven');
  });
});

const kept = (
  file: Parameters<typeof testFile>[1],
  more: Parameters<typeof changeWith>[0] = {},
  rows = [row('++++')],
) =>
  verdictOf(testsKept(changeWith(more)), { runs: runs(rows), changes: [testFile('test/add.test.js', file)] });

describe('tests-kept', () => {
  const weakened = [{ name: 'adds', before: 2, after: 1 }];

  it('refuses a test that says less and still passes', () => {
    expect(codes(kept({ weakened }))).toEqual(['TESTS_WEAKENED']);
    expect(kept({ weakened }, { released: ['adds'] }).status).toBe('met');
  });

  it('leaves to the runs what they have found', () => {
    expect(kept({ weakened }, {}, [row('+--+')]).status).toBe('met');
  });

  it('refuses "only" and lost examples of documentation', () => {
    expect(codes(kept({ only: ['adds'] }))).toEqual(['TESTS_SKIPPED']);
    expect(codes(kept({ removed: ['doctest: assert_eq!(add(1, 2), 3);'] }))).toEqual(['TESTS_REMOVED']);
    expect(kept({ removed: ['something else'] }).status).toBe('met');
  });

  it('refuses a test of the base that is to fail now, and takes a new one', () => {
    const judged = (name: string, one: TestRow): readonly string[] =>
      codes(kept({ inverted: [name] }, {}, [one]));
    expect(judged('adds', row('+--+'))).toEqual(['TESTS_SKIPPED']);
    expect(judged('adds %i', row('+--+', { name: 'adds 5' }))).toEqual(['TESTS_SKIPPED']);
    expect(judged('adds', row('..-+'))).toEqual([]);
    expect(kept({ inverted: ['adds'] }, { released: ['adds'] }, [row('+--+')]).status).toBe('met');
  });

  it('only names new tests without assertions where no test is owed', () => {
    const empty = [{ name: 'new', before: 0, after: 0 }];
    expect(kept({ weakened: empty }).status).toBe('unmet');
    expect(kept({ weakened: empty }, { owesTest: false }).status).toBe('met');
  });
});

describe('kind-kept', () => {
  const judge = (kind: Parameters<typeof changeWith>[0], ...files: Parameters<typeof change>[]) =>
    verdictOf(kindKept(changeWith(kind)), { files: files.map((one) => change(...one)) }).status;

  it.each([
    ['docs', 'README.md', 'met'],
    ['docs', 'docs/guide.md', 'met'],
    ['docs', 'src/add.js', 'unmet'],
    ['docs', 'requirements.txt', 'unmet'],
    ['docs', 'test/golden/out.txt', 'unmet'],
    ['tests', 'test/add.test.js', 'met'],
    ['tests', 'tests/conftest.py', 'met'],
    ['tests', 'src/add.js', 'unmet'],
    ['dependencies', 'package-lock.json', 'met'],
    ['dependencies', 'go.mod', 'met'],
    ['dependencies', 'src/add.js', 'unmet'],
    ['generated', 'src/generated/api.ts', 'met'],
    ['generated', 'api_pb2.py', 'met'],
    ['generated', 'src/api.ts', 'unmet'],
    ['feature', 'anything.xyz', 'met'],
    ['refactor', 'src/add.js', 'met'],
  ] as const)('%s may touch %s: %s', (kind, path, status) => {
    expect(judge({ kind }, [path])).toBe(status);
  });

  it.each([
    ['docs', 'shop/rates.txt', { side: 'code' }, 'unmet'],
    ['docs', 'src/add.js', { comments: true }, 'met'],
    ['tests', 'shop/spec/weights.py', { side: 'code' }, 'unmet'],
    ['tests', 'examples/receipt.txt', { side: 'tests' }, 'met'],
    ['dependencies', 'package.json', { keys: ['devDependencies', 'engines'] }, 'met'],
    ['dependencies', 'package.json', { keys: ['dependencies', 'config'] }, 'unmet'],
    ['dependencies', 'pyproject.toml', { keys: ['project.dependencies', 'tool.ruff.target-version'] }, 'met'],
    ['dependencies', 'pyproject.toml', { keys: ['tool.poetry.group.dev.dependencies.pytest'] }, 'met'],
    ['dependencies', 'pyproject.toml', { keys: ['project.scripts.shop'] }, 'unmet'],
    ['dependencies', 'pyproject.toml', { keys: ['tool.poetry.scripts.shop'] }, 'unmet'],
    ['dependencies', 'pyproject.toml', { keys: ['tool.setuptools.packages.find.where'] }, 'unmet'],
    ['dependencies', 'a/Cargo.toml', { keys: ['dependencies.serde.version', 'package.version'] }, 'met'],
    [
      'dependencies',
      'Cargo.toml',
      { keys: ['target.cfg(unix).dev-dependencies.nix', 'features.tls'] },
      'met',
    ],
    ['dependencies', 'Cargo.toml', { keys: ['features.default'] }, 'unmet'],
    ['dependencies', 'Cargo.toml', { keys: ['profile.test.debug-assertions'] }, 'unmet'],
    ['dependencies', 'Cargo.toml', { keys: ['bin.path'] }, 'unmet'],
    [
      'dependencies',
      'setup.cfg',
      {
        keys: ['metadata.version', 'options.install_requires', 'options.extras_require.dev', 'flake8.ignore'],
      },
      'met',
    ],
    ['dependencies', 'setup.cfg', { keys: ['options.entry_points.console_scripts'] }, 'unmet'],
    ['dependencies', 'setup.cfg', { keys: ['options.package_data.shop'] }, 'unmet'],
    ['dependencies', 'setup.cfg', { keys: ['build_ext.inplace'] }, 'unmet'],
    ['dependencies', 'shop.gemspec', { keys: ['version', 'add_development_dependency'] }, 'met'],
    ['dependencies', 'shop.gemspec', { keys: ['executables'] }, 'unmet'],
    ['dependencies', 'shop.gemspec', { keys: ['spec.version = `date`'] }, 'unmet'],
    ['generated', 'kind_string.go', { generated: true }, 'met'],
    ['generated', 'kind_string.go', {}, 'unmet'],
  ] as const)('%s may touch %s with the note %j: %s', (kind, path, note, status) => {
    const { keys, ...rest } = { keys: undefined, ...note };
    expect(judge({ kind }, [path, { ...rest, ...(keys === undefined ? {} : { keys: [...keys] }) }])).toBe(
      status,
    );
  });

  it('a renaming adds and deletes no file', () => {
    expect(judge({ kind: 'rename' }, ['src/b.js', { change: 'renamed', was: 'src/a.js' }])).toBe('met');
    expect(judge({ kind: 'rename' }, ['src/b.js', { change: 'added' }])).toBe('unmet');
  });

  it('a released file may be touched', () => {
    expect(judge({ kind: 'docs', released: ['src/version.js'] }, ['src/version.js'])).toBe('met');
  });
});

describe('work-changed', () => {
  it('refuses the tree that the work began with', () => {
    const judge = (more: Parameters<typeof changeWith>[0]) =>
      verdictOf(workChanged(changeWith(more)), {}).status;
    expect(judge({})).toBe('met');
    expect(judge({ head: BASE })).toBe('unmet');
    expect(judge({ start: HEAD })).toBe('unmet');
    expect(judge({ head: undefined })).toBe('unproven');
  });
});

describe('the family', () => {
  it('judges lint and types where the project names them', () => {
    const named = changeClauses(changeWith({ commands: ['test', 'lint'] }));
    const lint = named.find(({ name }) => name === 'lint-green')!;
    expect(verdictOf(lint, { command: command({ exit: 1 }) }).status).toBe('unmet');
    expect(verdictOf(lint, {}).status).toBe('unproven');
    const types = named.find(({ name }) => name === 'types-green')!;
    expect([types.needs, verdictOf(types, {}).status]).toEqual([[], 'met']);
  });

  it('has each clause once, under its name', () => {
    expect(changeClauses(changeWith()).map(({ name }) => name)).toEqual(CHANGE_CLAUSES);
    expect(new Set(CHANGE_CLAUSES).size).toBe(CHANGE_CLAUSES.length);
  });
});
