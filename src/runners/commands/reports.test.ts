// Reports that commands write: only those of this very run count.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryWith, temporaryFolder, writeFiles } from '../../../test/fixtures/repository.ts';
import type { CommandEvidence } from '../../model/evidence.ts';
import { findRepository } from '../trees/repository.ts';
import { sealTree } from '../trees/sealed-tree.ts';
import { type Place, scratchDirectory } from './place.ts';
import { type ReexecuteOptions, reexecute } from './reexecute.ts';

const JUNIT =
  '<testsuites><testsuite name="s"><testcase name="one" classname="s"/><testcase name="two" classname="s"/></testsuite></testsuites>';
const LCOV = 'SF:src/a.js\nDA:1,1\nDA:2,0\nLF:2\nLH:1\nend_of_record\n';
const SARIF = JSON.stringify({
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'scanner' } },
      results: [
        {
          ruleId: 'r',
          level: 'error',
          message: { text: 'bad' },
          locations: [
            { physicalLocation: { artifactLocation: { uri: 'src/a.js' }, region: { startLine: 1 } } },
          ],
        },
      ],
    },
  ],
});
const MUTATION = JSON.stringify({
  schemaVersion: '2',
  thresholds: { high: 80, low: 60 },
  files: {
    'src/a.js': {
      language: 'javascript',
      source: 'x',
      mutants: [
        {
          id: '1',
          mutatorName: 'M',
          status: 'Killed',
          location: { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } },
        },
      ],
    },
  },
});

const placeWith = (files: Record<string, string>, more: (root: string) => void = () => {}): Place => {
  const project = repositoryWith({ 'a.txt': 'a', ...files });
  more(project);
  const stateRoot = join(temporaryFolder(), 'state');
  const place = { project, stateRoot, stateDirectory: join(stateRoot, 'p'), env: process.env };
  mkdirSync(place.stateDirectory, { recursive: true });
  return place;
};

const runIn = async (
  place: Place,
  line: string,
  more: Partial<ReexecuteOptions> = {},
): Promise<CommandEvidence> => {
  const repository = await findRepository(place.project);
  const tree = await sealTree(repository, {
    scratchDirectory: scratchDirectory(place),
    ref: 'refs/baton/test/one',
  });
  const evidence = await reexecute({ place, tree, line, ...more });
  if (evidence.kind !== 'command') throw new Error(evidence.cause);
  return evidence;
};

const runOn = (files: Record<string, string>, line: string, more: Partial<ReexecuteOptions> = {}) =>
  runIn(placeWith(files), line, more);

const write = (path: string, text: string): string =>
  `mkdir -p "$(dirname ${path})" && cat > ${path} <<'END'\n${text}\nEND\n`;

describe('reports of a command', () => {
  it('that it wrote are read, by the place that is named or usual', async () => {
    const named = await runOn({}, write('out/j.xml', JUNIT), { reports: ['out/j.xml'] });
    expect(named).toMatchObject({
      tests: { total: 2, passed: 2, cases: [{ name: expect.stringContaining('one') }, {}] },
    });
    expect(named.reportFaults).toBeUndefined();
    const line = [
      write('coverage/lcov.info', LCOV),
      write('x.sarif', SARIF),
      write('reports/mutation/mutation.json', MUTATION),
      write('test-results-1.xml', JUNIT),
    ].join('');
    expect(await runOn({}, line)).toMatchObject({
      coverage: { format: 'lcov', lines: { covered: 1, total: 2 } },
      findings: { tools: ['scanner'], counts: { high: 1 } },
      mutation: { killed: 1 },
      tests: { total: 2 },
    });
  });

  it('from yesterday are not: neither those of the tree nor those that a link leads to', async () => {
    const files = { 'coverage/lcov.info': LCOV, 'junit.xml': JUNIT, 'old.sarif': SARIF, 'out/j.xml': JUNIT };
    const evidence = await runOn(files, 'ls; ls coverage out', { reports: ['out/j.xml'] });
    expect(evidence).toMatchObject({ tests: null, reportFaults: ['out/j.xml was not written by this run'] });
    expect(evidence.tail.trim().split('\n')).not.toEqual(expect.arrayContaining(['junit.xml']));
    for (const kind of ['coverage', 'findings', 'mutation'] as const) expect(evidence[kind]).toBeUndefined();
  });

  it('outside of the tree are neither removed nor read', async () => {
    const outside = temporaryFolder('/var/tmp');
    writeFiles(outside, { 'lcov.info': LCOV, 'j.xml': JUNIT });
    const place = placeWith({}, (root) => symlinkSync(outside, join(root, 'coverage')));
    for (const sandbox of ['auto', 'none'] as const) {
      const evidence = await runIn(place, `ls ${outside}`, { reports: ['coverage/j.xml'], sandbox });
      expect(evidence.tail).toBe('j.xml\nlcov.info\n');
      expect(evidence).toMatchObject({
        tests: null,
        reportFaults: [expect.stringContaining('symbolic link')],
      });
      expect(evidence.coverage).toBeUndefined();
    }
  });

  it('that cannot be read are a fault, and no result', async () => {
    const reports = ['j.xml', 'other.json', 'folder'];
    const line = `${write('j.xml', JUNIT.slice(0, 60))}${write('other.json', '{"a":1}')}mkdir folder`;
    const evidence = await runOn({}, line, { reports });
    expect(evidence.tests).toBeNull();
    expect(evidence.reportFaults).toEqual([
      expect.stringContaining('j.xml'),
      expect.stringContaining('other.json'),
      expect.stringContaining('folder'),
    ]);
  });

  it('of several tools add up', async () => {
    const line = `${write('a.xml', JUNIT)}${write('b.xml', JUNIT)}${write('a.sarif', SARIF)}${write('b.sarif', SARIF)}`;
    expect(await runOn({}, line, { reports: ['a.xml', 'b.xml'] })).toMatchObject({
      tests: { total: 4 },
      findings: { counts: { high: 2 } },
    });
  });

  it('name the tests better than what is printed', async () => {
    const line = `${write('junit.xml', JUNIT)}echo 'ℹ tests 47'; echo 'ℹ pass 47'; echo 'ℹ fail 0'`;
    expect(await runOn({}, line, { reports: ['junit.xml'] })).toMatchObject({ tests: { total: 2 } });
  });

  it('written by hand count less than what a runner was asked for', async () => {
    const files = {
      'a.test.js': `require('node:fs').writeFileSync('junit.xml', ${JSON.stringify(JUNIT)});\nrequire('node:test')('red', () => { throw new Error('red') });\n`,
    };
    expect(await runOn(files, 'node --test')).toMatchObject({
      exit: 1,
      tests: { total: 1, failed: 1, cases: [{ name: 'red' }] },
    });
  });

  it('that a command is there for are missed', async () => {
    expect(await runOn({}, 'echo x > y', { name: 'coverage' })).toMatchObject({
      reportFaults: [expect.stringContaining('coverage')],
    });
    expect(await runOn({}, 'echo x > y', { name: 'mutation' })).toMatchObject({
      reportFaults: [expect.stringContaining('mutation')],
    });
    expect((await runOn({}, 'echo x > y', { name: 'lint' })).reportFaults).toBeUndefined();
  });

  it('that are printed are read, too', async () => {
    expect(
      await runOn({ 'r.json': SARIF }, 'echo "> scanner"; cat r.json', { name: 'security' }),
    ).toMatchObject({ findings: { counts: { high: 1 } } });
    expect(
      (await runOn({ 'r.json': SARIF }, 'cat r.json', { name: 'security' })).reportFaults,
    ).toBeUndefined();
    expect((await runOn({}, 'echo "{ not json"', { name: 'test' })).tests).toBeNull();
  });

  it('name files as from the project, also inside of a larger repository', async () => {
    const place = placeWith({ 'app/a.txt': 'a' });
    const line = `printf 'SF:%s/src/a.js\\nDA:1,1\\nend_of_record\\n' "$PWD" > lcov.info`;
    for (const sandbox of ['auto', 'none'] as const)
      expect(
        (await runIn({ ...place, project: join(place.project, 'app') }, line, { sandbox })).coverage?.files,
      ).toEqual({ 'src/a.js': expect.anything() });
  });
});

describe('a command that cannot fail', () => {
  it.each([
    ['npm test', 'exit 0', 'always ends with 0'],
    ['npm test', 'node --test || true', 'makes every failure a success'],
    ['npm test', 'node --test no-such-folder/', undefined],
    ['npm test', 'node --test a.test.js', 'all 1 tests were skipped'],
  ])('%s with the script `%s`', async (line, script, why) => {
    const files = {
      'package.json': JSON.stringify({ scripts: { test: script } }),
      'a.test.js': "require('node:test').skip('a', () => {});\n",
    };
    const { cannotFail } = await runOn(files, line);
    if (why === undefined) expect(cannotFail).toBeUndefined();
    else expect(cannotFail).toContain(why);
  });
});
