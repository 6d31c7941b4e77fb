// Real runners, asked for the names of their tests without any configuration.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryWith, temporaryFolder } from '../../../test/fixtures/repository.ts';
import type { CommandEvidence } from '../../model/evidence.ts';
import { type Place, scratchDirectory } from '../commands/place.ts';
import { type ReexecuteOptions, reexecute } from '../commands/reexecute.ts';
import { usableSandbox } from '../commands/sandbox.ts';
import { findRepository } from '../trees/repository.ts';
import { sealTree } from '../trees/sealed-tree.ts';

const withBwrap = (await usableSandbox(process.env['PATH'] ?? '')) === 'no-network';
const KINDS = withBwrap ? (['auto', 'none'] as const) : (['none'] as const);
const VITEST = resolve(import.meta.dirname, '../../../node_modules/.bin/vitest');
/** A sandbox has a /tmp of its own: where this project lies there, its programs cannot be reached from inside. */
const sandboxWithVitest = (sandbox: 'auto' | 'none'): 'auto' | 'none' =>
  VITEST.startsWith('/tmp/') ? 'none' : sandbox;

const has = (program: string, ...args: string[]): boolean => {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const runOn = async (
  files: Record<string, string>,
  line: string,
  more: Partial<ReexecuteOptions> = {},
): Promise<CommandEvidence> => {
  const stateRoot = join(temporaryFolder(), 'state');
  const place: Place = {
    project: repositoryWith(files),
    ...{ stateRoot, stateDirectory: join(stateRoot, 'p'), env: process.env },
  };
  mkdirSync(place.stateDirectory, { recursive: true });
  const scratch = scratchDirectory(place);
  const repository = await findRepository(place.project);
  const tree = await sealTree(repository, { scratchDirectory: scratch, ref: 'refs/baton/test/one' });
  const evidence = await reexecute({ place, tree, line, ...more });
  if (evidence.kind !== 'command') throw new Error(evidence.cause);
  return evidence;
};

const short = ({ tests }: CommandEvidence) =>
  tests?.cases?.map(({ name, file, status }) => `${file} ${name} ${status}`).sort();

const NODE = {
  'a.test.js': `const { test, describe, it } = require('node:test');
const assert = require('node:assert');
test('one', () => {});
describe('suite', () => {
  it('two', () => assert.equal(1, 2));
  it('three', { skip: true }, () => {});
  describe('deep', () => { it('four', () => {}); });
});
test('outer', async (t) => { await t.test('inner', () => {}); });
`,
  'lib/plain.test.js': "require('node:assert').equal(1, 1);\n",
};
const NODE_CASES = [
  'a.test.js one passed',
  'a.test.js outer > inner passed',
  'a.test.js outer passed',
  'a.test.js suite > deep > four passed',
  'a.test.js suite > three skipped',
  'a.test.js suite > two failed',
  'lib/plain.test.js lib/plain.test.js passed',
];

describe.each(KINDS)('tests by name (sandbox %s)', (sandbox) => {
  it.each([
    ['node --test', {}],
    ['npm test', { 'package.json': '{"scripts":{"pretest":"echo before","test":"node --test"}}' }],
    ['npm run unit', { 'package.json': '{"scripts":{"unit":"node --test a.test.js lib/*.test.js"}}' }],
  ])('of Node by `%s`', async (line, more) => {
    const evidence = await runOn({ ...NODE, ...more }, line, { sandbox });
    expect(evidence).toMatchObject({
      line,
      exit: 1,
      tests: {
        total: 7,
        passed: 5,
        failed: 1,
        skipped: 1,
        failures: [{ name: 'suite > two', file: 'a.test.js', line: 5 }],
      },
    });
    expect(short(evidence)).toEqual(NODE_CASES);
    expect(evidence.tail).toContain('ℹ fail 1');
    if ('package.json' in more && line === 'npm test') expect(evidence.tail).toContain('before');
  });

  it.each([
    ['at the end of the file', "test('never', async () => { throw new Error('red') }); process.exit(0);"],
    [
      'inside of a test',
      "test('a', () => {}); test('b', () => process.exit(0)); test('c', () => { throw new Error('red') });",
    ],
    [
      'after a while',
      "test('a', () => {}); test('b', async () => { await new Promise((r) => setTimeout(r, 300)); throw new Error('red') }); setTimeout(() => process.exit(0), 150);",
    ],
  ])('of a file that ends its own process %s are not taken for passed', async (_where, text) => {
    const evidence = await runOn(
      { 'a.test.js': `const { test } = require('node:test');\n${text}\n` },
      'node --test',
      { sandbox },
    );
    expect(evidence).toMatchObject({ exit: 0, tests: { failed: 1, failures: [{ file: 'a.test.js' }] } });
  });

  it('of Vitest', async () => {
    const files = {
      'a.test.ts':
        "describe('s', () => { it('one', () => {}); it('two', () => expect(1).toBe(2)); it('three', (t) => t.skip()) });",
    };
    const evidence = await runOn(files, `${VITEST} run --globals`, { sandbox: sandboxWithVitest(sandbox) });
    expect(short(evidence)).toEqual([
      'a.test.ts s > one passed',
      'a.test.ts s > three skipped',
      'a.test.ts s > two failed',
    ]);
    expect(evidence).toMatchObject({ exit: 1, tests: { total: 3, passed: 1, failed: 1, skipped: 1 } });
    expect(evidence.tail).toContain('Tests  1 failed | 1 passed | 1 skipped (3)');
  });

  it
    .runIf(has('/usr/bin/python3', '-m', 'pytest', '--version'))
    .each(['/usr/bin/python3 -m pytest', '/usr/bin/python3 -m pytest -q -p no:cacheprovider'])(
    'of pytest by `%s`',
    async (line) => {
      const files = {
        'test_a.py':
          'import pytest\n\nclass TestA:\n    def test_one(self):\n        assert 1 + 1 == 2\n\n@pytest.mark.skip\ndef test_two():\n    pass\n\ndef test_three():\n    assert 1 == 2\n',
      };
      const evidence = await runOn(files, line, { sandbox });
      expect(evidence).toMatchObject({ exit: 1, tests: { total: 3, passed: 1, failed: 1, skipped: 1 } });
      expect(evidence.tests?.cases?.map(({ name, status }) => `${name} ${status}`).sort()).toEqual([
        expect.stringMatching(/TestA.*test_one passed$/),
        expect.stringMatching(/test_three failed$/),
        expect.stringMatching(/test_two skipped$/),
      ]);
      const early = await runOn({ 'test_a.py': 'import os\ndef test_a():\n    os._exit(0)\n' }, line, {
        sandbox,
      });
      expect(early).toMatchObject({
        exit: 0,
        tests: null,
        reportFaults: [expect.stringContaining('ended it early')],
      });
    },
  );

  it('are not asked of a runner that the project lets write a report itself', async () => {
    const files = {
      'a.test.ts': "it('one', () => {});",
      'vitest.config.mjs':
        "export default { test: { reporters: ['default', 'junit'], outputFile: 'out/j.xml' } };",
    };
    const evidence = await runOn(files, `${VITEST} run --globals`, {
      sandbox: sandboxWithVitest(sandbox),
      reports: ['out/j.xml'],
    });
    expect(evidence).toMatchObject({ exit: 0, tests: { passed: 1, cases: [{ status: 'passed' }] } });
    expect(evidence.reportFaults).toBeUndefined();
  });

  it('of a script that a test runs again elsewhere are not mixed up with its own', async () => {
    const inner = `require('node:child_process').execSync('npm test', { cwd: 'inner', env: { ...process.env, NODE_TEST_CONTEXT: undefined } })`;
    const files = {
      'package.json': '{"scripts":{"test":"node --test a.test.js"}}',
      'a.test.js': `require('node:test')('outer', () => ${inner});\n`,
      'inner/package.json': '{"scripts":{"test":"node --test a.test.js"}}',
      'inner/a.test.js': "require('node:test')('inner', () => {});\n",
    };
    expect(short(await runOn(files, 'npm test', { sandbox }))).toEqual(['a.test.js outer passed']);
  });

  it('are read from the output where the line is more than one command, or names a reporter of its own', async () => {
    const files = { 'a.test.js': "require('node:test')('one', () => {});\n" };
    for (const line of ['node --test; exit $?', 'node --test --test-reporter=tap'])
      expect(await runOn(files, line, { sandbox })).toMatchObject({
        exit: 0,
        tests: { total: 1, passed: 1 },
      });
  });
});
