// Real runners beside those of named-tests.test.ts: each names every test, goes on after a file that cannot be loaded,
// and runs some files only.
import { chmodSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/repository.ts';
import { has, placeWith, runIn, runOn, short, TOOLS, unloaded } from '../../../test/fixtures/run-on.ts';

const VITEST = resolve(import.meta.dirname, '../../../node_modules/.bin/vitest');
const PYTEST = '/usr/bin/python3 -m pytest -p no:cacheprovider';

describe.runIf(has(`${PYTEST} --version`))('tests of pytest', () => {
  it('run although a file cannot be loaded, and after the first failure', async () => {
    const files = {
      'tests/test_a.py': 'def test_bad():\n    assert 1 == 2\n\ndef test_good():\n    pass\n',
      'tests/test_broken.py': 'import no_such_module\n\ndef test_never():\n    pass\n',
    };
    const evidence = await runOn(files, `${PYTEST} -x`);
    expect(short(evidence)).toEqual([
      'tests/test_a.py: test_bad failed',
      'tests/test_a.py: test_good passed',
      'tests/test_broken.py: tests/test_broken.py failed',
    ]);
    expect(unloaded(evidence)).toEqual(['tests/test_broken.py']);
    expect(evidence.tests?.unloaded?.[0]?.message).toContain("No module named 'no_such_module'");
  });

  it('are all not loaded where conftest.py cannot be', async () => {
    const files = { 'tests/conftest.py': 'import nope\n', 'tests/test_a.py': 'def test_a():\n    pass\n' };
    const evidence = await runOn(files, `${PYTEST} tests`);
    expect(evidence.tests).toMatchObject({ failed: 1, unloaded: [{ file: '*' }] });
  });

  it('are named as people write them', async () => {
    const files = {
      'test_a.py':
        'import pytest\n\n@pytest.mark.parametrize("word", ["é", "日本", "a\\\\xe9", "🙂", "a b"])\ndef test_x(word):\n    assert word\n\nclass TestÜ:\n    def test_ß(self):\n        pass\n',
    };
    const escaped = await runOn(files, PYTEST);
    const names = [
      'TestÜ > test_ß',
      'test_x[a b]',
      'test_x[a\\\\xe9]',
      'test_x[é]',
      'test_x[日本]',
      'test_x[🙂]',
    ];
    expect(escaped.tests?.cases?.map(({ name }) => name).sort()).toEqual(names);
    const plain = await runOn(
      files,
      `${PYTEST} -o disable_test_id_escaping_and_forfeit_all_rights_to_community_support=true -k "not xe9"`,
    );
    expect(plain.tests?.cases?.map(({ name }) => name).sort()).toEqual(
      names.filter((name) => !name.includes('xe9')),
    );
    const printed = await runOn(files, `${PYTEST} -v; exit $?`);
    expect(printed.tests?.cases?.map(({ name }) => name).sort()).toEqual(names);
  });

  it('are those of the wanted files', async () => {
    const files = {
      'tests/test_a.py': 'def test_a():\n    pass\n',
      'tests/test_b.py': 'def test_b():\n    pass\n',
      'other/test_c.py': 'def test_c():\n    pass\n',
    };
    const only = ['tests/test_b.py', 'other/test_c.py'];
    const evidence = await runOn(files, `${PYTEST} -q tests`, { only });
    expect(short(evidence)).toEqual(['tests/test_b.py: test_b passed']);
    expect(evidence).toMatchObject({ line: `${PYTEST} -q tests`, only });
  });
});

describe('tests of Node', () => {
  const files = {
    'package.json': JSON.stringify({
      scripts: {
        test: 'npm run lint && npm run unit -- lib/b.test.js lib/broken.test.js lib/late.test.js',
        lint: 'echo fine',
        unit: "node --test 'a.test.js'",
      },
    }),
    'a.test.js': "require('node:test')('a', () => {});\n",
    'lib/b.test.js': "require('node:test')('b', () => {});\n",
    'lib/broken.test.js': "require('./no-such-file.js');\nrequire('node:test')('never', () => {});\n",
    'lib/late.test.js':
      "require('node:test')('late', () => {});\nsetTimeout(() => { throw new Error('after') }, 50).unref();process.on('exit', () => { process.exitCode = 1 });\n",
  };
  const NODE_TEST = "node --test 'a.test.js' lib/*.test.js";

  it.each(['npm test', NODE_TEST])('of a file that cannot be loaded: %s', async (line) => {
    const evidence = await runOn(files, line);
    expect(unloaded(evidence)).toEqual(['lib/broken.test.js']);
    expect(short(evidence)).toEqual(
      expect.arrayContaining([
        'a.test.js: a passed',
        'lib/b.test.js: b passed',
        'lib/broken.test.js: lib/broken.test.js failed',
        'lib/late.test.js: late passed',
      ]),
    );
    if (line === 'npm test') expect(evidence.tail).toContain('fine');
  });

  it.each(['npm test', NODE_TEST, 'node --test --import ./a.test.js'])(
    'of the wanted files: %s',
    async (line) => {
      const evidence = await runOn(files, line, { only: ['lib/b.test.js'] });
      expect(short(evidence)).toContain('lib/b.test.js: b passed');
      expect(short(evidence)?.join()).not.toContain('broken');
      expect(evidence).toMatchObject({ line, exit: 0, only: ['lib/b.test.js'] });
    },
  );

  it.each([
    ['none', [], 'npm test'],
    ['one that the tree does not have', ['gone.test.js'], 'npm test'],
    ['one that the line does not run', ['lib/b.test.js'], 'node --test a.test.js'],
  ])('of no file where the wanted one is %s', async (_which, only, line) => {
    expect(await runOn(files, line, { only })).toMatchObject({
      ...{ exit: 0, only, durationMs: 0, line },
      tests: { total: 0, passed: 0, failed: 0, skipped: 0, failures: [] },
    });
  });

  it.each(['node --test --some-option a.test.js; exit $?', 'echo 1 passed in 0.01s'])(
    'are all of them where the line cannot be told: %s',
    async (line) => {
      const evidence = await runOn(files, line, { only: ['lib/b.test.js'] });
      expect(evidence.only).toBeUndefined();
    },
  );
});

describe('tests of Vitest', () => {
  const files = {
    'a.test.ts': "it('a', () => { throw new Error('red') });",
    'b.test.ts': "it('b', () => {});",
    'broken.test.ts': "import './no-such-file';\nit('never', () => {});",
  };

  it('run although a file cannot be loaded, and after the first failure', async () => {
    const evidence = await runOn(files, `${VITEST} run --globals --bail 1 --no-file-parallelism`);
    expect(short(evidence)).toEqual([
      'a.test.ts: a failed',
      'b.test.ts: b passed',
      'broken.test.ts: broken.test.ts failed',
    ]);
    expect(unloaded(evidence)).toEqual(['broken.test.ts']);
  });

  it('are those of the wanted files', async () => {
    const evidence = await runOn(files, `${VITEST} run --globals`, { only: ['b.test.ts'] });
    expect(short(evidence)).toEqual(['b.test.ts: b passed']);
    expect(evidence.only).toEqual(['b.test.ts']);
  });
});

/** It knows no `--no-bail`, as Mocha before 6. */
const OLD_MOCHA = `#!/usr/bin/env node
const { writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const words = process.argv.slice(2);
if (words.includes('--no-bail')) {
  console.error("\\n  error: unknown option \`--no-bail'\\n");
  process.exit(1);
}
const file = join(process.cwd(), 'test/a.js');
const tests = [{ ancestorTitles: [], title: 'one', status: 'passed', failureMessages: [] }];
const testResults = [{ name: file, status: 'passed', message: '', assertionResults: tests }];
const counts = { numPassedTests: 1, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, success: true };
const folder = dirname(words[words.indexOf('--reporter') + 1]);
writeFileSync(join(folder, 'report.json'), JSON.stringify({ numTotalTests: 1, ...counts, testResults }));
`;

it('a runner that refuses what only newer versions know is asked for the rest', async () => {
  const place = placeWith({ 'bin/mocha': OLD_MOCHA, 'test/a.js': "it('one', () => {});\n" });
  chmodSync(join(place.project, 'bin/mocha'), 0o755);
  expect(short(await runIn(place, './bin/mocha test'))).toEqual(['test/a.js: one passed']);
});

describe.each(TOOLS)('with the tools of %s', (folder) => {
  const tool = (name: string): string => join(folder, 'node_modules/.bin', name);

  it.runIf(existsSync(tool('mocha')))('names the tests of mocha', async () => {
    const files = {
      'test/a.js': `describe('s', () => {
  it('one', () => {});
  it('two', () => { throw new Error('red') });
  xit('three', () => {});
  describe('deep', () => { before(() => { throw new Error('hook') }); it('four', () => {}); });
});
it('last', () => {});
`,
      'test/b.js': "it('b', async () => {});\n",
      '.mocharc.json': '{"bail": true, "reporter": "dot"}',
    };
    const evidence = await runOn(files, `${tool('mocha')} --bail 'test/*.js'`);
    expect(short(evidence)).toEqual([
      'test/a.js: last passed',
      'test/a.js: s > deep > "before all" hook for "four" failed',
      'test/a.js: s > deep > four failed',
      'test/a.js: s > one passed',
      'test/a.js: s > three skipped',
      'test/a.js: s > two failed',
      'test/b.js: b passed',
    ]);
    const parallel = await runOn(files, `${tool('mocha')} --parallel test`, { only: ['test/b.js'] });
    expect(short(parallel)).toEqual(['test/b.js: b passed']);
    expect(parallel.only).toEqual(['test/b.js']);
    const broken = { ...files, 'test/broken.js': "require('./no-such-file.js');\n" };
    expect((await runOn(broken, tool('mocha'))).tests).toMatchObject({
      failed: 1,
      unloaded: [{ file: '*' }],
    });
  });

  it.runIf(existsSync(tool('mocha')))('names the tests of mocha whose line has a reporter', async () => {
    const files = { 'test/b.js': "it('b', async () => {});\n" };
    expect(short(await runOn(files, `${tool('mocha')} --reporter dot --exit`))).toEqual([
      'test/b.js: b passed',
    ]);
  });

  it.runIf(existsSync(tool('jest')))('names the tests of jest', async () => {
    const files = {
      'package.json': '{"jest":{"bail":1}}',
      'a.test.js': "test('one', () => {}); test('two', () => { throw new Error('red') });",
      'ba.test.js': "describe('s', () => { test('b', () => {}) });",
      'broken.test.js': "require('./no-such-file.js'); test('never', () => {});",
    };
    const evidence = await runOn(files, `${tool('jest')} --bail -i`);
    expect(short(evidence)).toEqual([
      'a.test.js: one passed',
      'a.test.js: two failed',
      'ba.test.js: s > b passed',
      'broken.test.js: broken.test.js failed',
    ]);
    expect(unloaded(evidence)).toEqual(['broken.test.js']);
    const some = await runOn(files, tool('jest'), { only: ['a.test.js'] });
    expect(short(some)).toEqual(['a.test.js: one passed', 'a.test.js: two failed']);
    expect(some.only).toEqual(['a.test.js']);
  });
});

describe('the same request', () => {
  it('at the same time is run once, and ended by nobody else', async () => {
    const place = placeWith({ 'a.txt': 'a' });
    const line = 'sleep 1; date +%N';
    const [one, two] = await Promise.all([runIn(place, line), runIn(place, line)]);
    expect(two.tail).toBe(one.tail);
    const first = new AbortController();
    const mark = join(temporaryFolder(), 'started');
    const marked = `touch ${mark}; ${line}`;
    const begun = runIn(place, marked, { signal: first.signal });
    const waiting = runIn(place, marked);
    while (!existsSync(mark)) await sleep(20);
    first.abort();
    const [ended, whole] = await Promise.all([begun, waiting]);
    expect(ended.end).toBe('killed');
    expect(whole).toMatchObject({ end: 'exited', exit: 0 });
  });
});
