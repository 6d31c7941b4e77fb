// Commands beside the tests, and claims that rest on commands.
import { describe, expect, it } from 'vitest';
import type { CommandEvidence, Evidence } from '../../model/evidence.ts';
import { codes, command, from, judged, submission, to, told, treeless } from '../evidence.fixture.ts';
import { commandGreen } from './command-green.ts';
import { normalCommand, projectCommand } from './project-commands.ts';

const check = (has?: boolean, required?: boolean) =>
  commandGreen({ command: 'lint', head: to, has: () => has, required: () => required });

describe('a command of the project', () => {
  it('is named after itself', () => {
    expect(check().name).toBe('lint-green');
    expect(check().needs(submission())).toHaveLength(1);
  });

  it.each<[string, Evidence | undefined, string, string[]]>([
    ['ends with 0', command(), 'met', []],
    ['ends with 1', command({ exit: 1, tail: 'x.js: unused' }), 'unmet', ['COMMAND_FAILED']],
    ['does not end', command({ end: 'timed-out', exit: null }), 'unmet', ['TIME_EXCEEDED']],
    ['is killed', command({ end: 'killed', exit: null }), 'unproven', ['EVIDENCE_UNAVAILABLE']],
    ['cannot fail', command({ cannotFail: 'it is `true`' }), 'unmet', ['TESTS_CANNOT_FAIL']],
    ['cannot be run', { kind: 'unavailable', cause: 'gone' }, 'unproven', ['EVIDENCE_UNAVAILABLE']],
    ['is not seen', undefined, 'unproven', ['EVIDENCE_UNAVAILABLE']],
    ['is another thing', { kind: 'changes', files: [] }, 'unproven', ['EVIDENCE_UNAVAILABLE']],
  ])('that %s', (_, head, status, expected) => {
    const verdict = judged(check(), head === undefined ? {} : { head });
    expect([verdict.status, codes(verdict)]).toEqual([status, expected]);
  });

  it.each<[string, CommandEvidence['before'], string, string | undefined]>([
    ['failed in the same way before', { exit: 1, added: [] }, 'met', 'waived'],
    ['passed before', { exit: 0, added: [] }, 'unmet', undefined],
    ['complains about more than before', { exit: 1, added: ['x.js:3: unused'] }, 'unmet', undefined],
    ['printed too much to compare', { exit: 1 }, 'unmet', undefined],
  ])('that fails and %s', (_, before, status, basis) => {
    const verdict = judged(check(), { head: command({ exit: 1, tail: 'x.js: unused', before }) });
    expect([verdict.status, verdict.basis]).toEqual([status, basis]);
    expect(codes(verdict)).toEqual(['COMMAND_FAILED']);
  });

  it('shows what it complains about only now', () => {
    const head = command({ exit: 1, tail: 'old\nnew', before: { exit: 1, added: ['new'] } });
    expect(told(judged(check(), { head })).join()).toMatch(/new since the change:\nnew$/);
  });

  it('shows what it printed', () => {
    expect(told(judged(check(), { head: command({ exit: 2, tail: 'x.js: unused' }) }))).toEqual([
      'COMMAND_FAILED expected `npm test` to end with 0, it ended with 2\nx.js: unused',
    ]);
  });

  it('that was not run, because the dependencies could not be installed, is told so', () => {
    const head = command({ line: 'npm ci', exit: 1, tests: null, failedInstall: 'npm error code EUSAGE' });
    expect(told(judged(check(), { head }))).toEqual([
      'COMMAND_FAILED expected `npm ci` to install the dependencies, it ended with 1: npm error code EUSAGE',
    ]);
  });

  it('that the project does not have is unproven, or told where it is not required', () => {
    expect(check(false).needs(submission())).toEqual([]);
    expect(judged(check(false), {}).status).toBe('unproven');
    const verdict = judged(check(false, false), {});
    expect([verdict.status, told(verdict)]).toEqual([
      'met',
      ['(warning) EVIDENCE_UNAVAILABLE the project has no `lint` command, so it was not checked'],
    ]);
    // One that it has must be seen to pass, required or not.
    expect(judged(check(true, false), {}).status).toBe('unproven');
    expect(judged(check(), { head: command() }, treeless).status).toBe('unproven');
  });
});

describe('by the standard of the base, a command that ends with 0', () => {
  const settings = [{ path: 'tsconfig.json', keys: ['strict', 'exclude'] }];
  const strict = (standard: Partial<NonNullable<CommandEvidence['standard']>>) =>
    command({ standard: { settings, end: 'exited', exit: 2, ...standard } });
  const silenced = (more: object = {}) =>
    command({ silenced: [{ path: 'a.ts', line: 1, what: '@ts-nocheck', whole: true, ...more }] });

  it.each<[string, CommandEvidence, string, string[]]>([
    ['passes there too', strict({ exit: 0 }), 'met', []],
    ['complains there', strict({ held: ['a.ts(1,1): error TS2322: no'] }), 'unmet', ['COMMAND_FAILED']],
    [
      'may not know what is needed',
      strict({ held: [], unclear: ['a.ts(1,1): error TS2307: no'] }),
      'met',
      ['COMMAND_FAILED'],
    ],
    ['says too much there', strict({}), 'unproven', ['EVIDENCE_UNAVAILABLE']],
    ['does not end there', strict({ end: 'timed-out', exit: null }), 'unproven', ['EVIDENCE_UNAVAILABLE']],
    ['is told to look away from a file', silenced(), 'unmet', ['CHECKS_SILENCED']],
    ['is told to look away from a line', silenced({ whole: false }), 'met', ['CHECKS_SILENCED']],
    [
      'is told to look away with an excuse',
      silenced({ excuse: 'it is generated' }),
      'met',
      ['CHECKS_SILENCED'],
    ],
    [
      'failed before, and is told to look away',
      { ...silenced(), exit: 1, before: { exit: 1, added: [] } },
      'unmet',
      ['CHECKS_SILENCED'],
    ],
  ])('and %s', (_, head, status, expected) => {
    const verdict = judged(check(), { head });
    expect([verdict.status, codes(verdict)]).toEqual([status, expected]);
  });

  it('names the settings, what it complains about, and where it is told to look away', () => {
    expect(told(judged(check(), { head: strict({ held: ['a.ts(1,1): error TS2322: no'] }) }))).toEqual([
      'COMMAND_FAILED expected `npm test` to complain about nothing new with tsconfig.json (strict, exclude) asking for no less than before the change, got:\na.ts(1,1): error TS2322: no',
    ]);
    expect(told(judged(check(), { head: silenced() }))).toEqual([
      'CHECKS_SILENCED expected code that linters and type checkers look at, got `@ts-nocheck` for all of it, at a.ts:1',
    ]);
  });

  it('is asked for where a base is given, and that it failed before excuses nothing then', () => {
    const based = commandGreen({ command: 'lint', head: to, base: from, released: () => ['tsconfig.json'] });
    const [request] = based.needs(submission());
    expect(request).toMatchObject({ before: from(submission()), released: ['tsconfig.json'] });
    const failed = command({ exit: 1, before: { exit: 1, added: [] } });
    expect(based.judge(submission(), () => failed).status).toBe('unmet');
    expect(based.judge(submission(), () => command()).status).toBe('met');
  });
});

describe('a claim that rests on a command', () => {
  const judge = (known: readonly string[] | undefined, ...lines: readonly string[]) =>
    judged(
      projectCommand({ claims: () => lines.map((cmd) => ({ cmd, about: 'tests' })), known: () => known }),
      {},
    );

  it.each([
    ['npm test', 'npm run test', true],
    ['npm run test', 'npm t', true],
    ['npm test -- --bail', 'npm run  test --  --bail', true],
    ['  make\tcheck ', 'make check', true],
    ['npm run lint', 'npm run lint', true],
    ['npm test', 'npm run test-all', false],
    ['npm test', 'npm test || true', false],
    ['npm test', 'npm testing', false],
    ['npm test', 'pnpm test', false],
    ['npm test', '', false],
  ])('%j is %j: %s', (known, cmd, same) => {
    expect(normalCommand(known) === normalCommand(cmd)).toBe(same);
    expect(judge([known], cmd).status).toBe(same ? 'met' : 'unproven');
  });

  it('names the command and those of the project', () => {
    expect(told(judge(['npm test', 'npm run lint'], 'npm test', 'exit 0'))).toEqual([
      'COMMAND_NOT_OF_PROJECT tests: expected a command of the project (`npm test`, `npm run lint`), got `exit 0`',
    ]);
  });

  it('is nothing where nothing is claimed, and unproven where nobody knows the commands', () => {
    expect(judge(undefined).status).toBe('met');
    expect(judge(undefined, 'npm test').status).toBe('unproven');
  });
});
