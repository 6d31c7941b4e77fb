import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  gitIn,
  pictureOf,
  repositoryWith,
  temporaryFolder,
  writeFiles,
} from '../../../test/fixtures/repository.ts';
import { findRepository } from '../trees/repository.ts';
import { sealTree } from '../trees/sealed-tree.ts';
import { type Place, resultsDirectory, scratchDirectory } from './place.ts';
import { type ReexecuteOptions, reexecute } from './reexecute.ts';
import { usableSandbox } from './sandbox.ts';
import { toolchainEnvironment } from './toolchains.ts';

const withBwrap = (await usableSandbox(process.env['PATH'] ?? '')) === 'no-network';
const KINDS = withBwrap ? (['auto', 'none'] as const) : (['none'] as const);

const placeOf = (project: string, env: Record<string, string> = {}): Place => {
  const stateRoot = join(temporaryFolder(), 'state');
  const stateDirectory = join(stateRoot, 'project-1');
  mkdirSync(stateDirectory, { recursive: true });
  return { project, stateRoot, stateDirectory, env: { ...process.env, ...env } };
};

const runOn = async (place: Place, line: string, more: Partial<ReexecuteOptions> = {}) => {
  const repository = await findRepository(place.project);
  const tree = await sealTree(repository, {
    scratchDirectory: scratchDirectory(place),
    ref: 'refs/baton/test/one',
  });
  return reexecute({ place, tree, line, ...more });
};

const PASSING = {
  'package.json': '{"name":"x"}',
  'a.test.js': "require('node:test')('adds', () => require('node:assert').equal(1 + 1, 2));\n",
};
const FAILING = "require('node:test')('adds', () => require('node:assert').equal(1 + 1, 3));\n";

describe.each(KINDS)('reexecute (sandbox %s)', (sandbox) => {
  it('runs the tests of what is there, not of what was committed', async () => {
    const place = placeOf(repositoryWith(PASSING));
    expect(await runOn(place, 'node --test', { sandbox })).toMatchObject({
      kind: 'command',
      line: 'node --test',
      end: 'exited',
      exit: 0,
      tests: { total: 1, passed: 1 },
      sandbox: sandbox === 'auto' ? 'no-network' : 'none',
    });
    writeFiles(place.project, { 'a.test.js': FAILING, 'b.test.js': PASSING['a.test.js'] });
    expect(await runOn(place, 'node --test', { sandbox })).toMatchObject({
      exit: 1,
      tests: { total: 2, passed: 1, failed: 1, failures: [{ name: 'adds', file: 'a.test.js', line: 1 }] },
    });
  });

  it('leaves the checkout, index, stash, refs and worktrees as they were, and nothing behind', async () => {
    const root = repositoryWith({ ...PASSING, '.gitignore': 'x.log\n' });
    writeFiles(root, { 'a.test.js': `${FAILING}//`, 'x.log': 'x' });
    gitIn(root, 'stash');
    writeFiles(root, { 'b.txt': 'staged' });
    gitIn(root, 'add', 'b.txt');
    writeFiles(root, { 'b.txt': 'changed', 'c.txt': 'new' });
    const place = placeOf(root);
    const before = pictureOf(root);
    const line =
      'echo changed > a.test.js; rm b.txt; git checkout -b other; git commit -am x; git stash drop; exit 7';
    expect(await runOn(place, line, { sandbox })).toMatchObject({ end: 'exited', exit: 7 });
    expect(pictureOf(root)).toEqual(before);
    expect(readdirSync(scratchDirectory(place))).toEqual([]);
  });

  it('lets nothing through that could change a verdict', async () => {
    const root = repositoryWith({ 'a.txt': 'a' });
    const evil = join(temporaryFolder(), 'evil.cjs');
    writeFileSync(evil, 'console.log("EVIL"); process.exit(0)');
    const place = placeOf(root, {
      NODE_OPTIONS: `--require ${evil}`,
      LD_PRELOAD: '/no/such.so',
      PYTEST_ADDOPTS: '--collect-only',
      GIT_DIR: '/no/such',
      BATON_TOKEN: 'secret',
      npm_config_script_shell: evil,
      NODE_TEST_CONTEXT: 'child-v8',
      LANG: 'C.UTF-8',
    });
    const evidence = await runOn(place, 'env; node -e "console.log(1)"', { sandbox });
    const text = evidence.kind === 'command' ? evidence.tail : evidence.cause;
    expect(text).not.toContain('EVIL');
    const names = text
      .split('\n')
      .filter((row) => /^\w+=/.test(row))
      .map((row) => row.split('=')[0]);
    const shell = ['PWD', 'OLDPWD', 'SHLVL', '_'];
    const allowed = [
      ...['PATH', 'LANG', 'TZ', 'HOME', 'TMPDIR', 'TERM', 'CI', 'NO_COLOR', ...shell],
      ...['CARGO_NET_OFFLINE', 'COREPACK_ENABLE_DOWNLOAD_PROMPT', 'COREPACK_ROOT'],
      ...Object.keys(toolchainEnvironment(place.env)),
    ];
    expect(names.filter((name) => !allowed.includes(name!) && !name!.startsWith('LC_'))).toEqual([]);
  });

  it('does not find programs of the live checkout', async () => {
    const root = repositoryWith({ 'a.txt': 'a' });
    writeFiles(root, { 'node_modules/.bin/node': '#!/bin/sh\necho EVIL\n' });
    const bin = join(root, 'node_modules/.bin');
    const place = placeOf(root, { PATH: `.:${bin}:${process.env['PATH']}` });
    expect(await runOn(place, 'echo $PATH', { sandbox })).toMatchObject({
      tail: expect.not.stringContaining(bin),
    });
  });

  it('ends what takes too long, prints too much or takes too much memory', async () => {
    const place = placeOf(repositoryWith({ 'a.txt': 'a' }));
    expect(await runOn(place, 'sleep 60', { sandbox, timeMsMax: 400 })).toMatchObject({ end: 'timed-out' });
    expect(await runOn(place, 'yes', { sandbox, outputBytesMax: 5_000 })).toMatchObject({
      end: 'too-much-output',
    });
    const hungry = `node -e "const a=[];setInterval(()=>a.push(Buffer.alloc(2e7,1)),10)"`;
    expect(await runOn(place, hungry, { sandbox, memoryBytesMax: 3e8 })).toMatchObject({
      end: 'out-of-memory',
    });
    expect(readdirSync(scratchDirectory(place))).toEqual([]);
  });

  it('remembers results by tree, command and environment, and only of commands that ended', async () => {
    const place = placeOf(repositoryWith({ 'a.txt': 'a' }));
    const first = await runOn(place, 'date +%N', { sandbox });
    expect(await runOn(place, 'date +%N', { sandbox })).toEqual(first);
    expect(await runOn(place, 'date +%N ', { sandbox })).not.toEqual(first);
    expect(
      await runOn({ ...place, env: { ...place.env, TZ: 'Asia/Tokyo' } }, 'date +%N', { sandbox }),
    ).not.toEqual(first);
    writeFiles(place.project, { 'b.txt': 'b' });
    expect(await runOn(place, 'date +%N', { sandbox })).not.toEqual(first);
    const kept = readdirSync(resultsDirectory(place)).length;
    await runOn(place, 'sleep 60', { sandbox, timeMsMax: 300 });
    expect(readdirSync(resultsDirectory(place))).toHaveLength(kept);
  });

  it('ignores a remembered result that was broken or forged', async () => {
    const place = placeOf(repositoryWith({ 'a.txt': 'a' }));
    const first = await runOn(place, 'exit 1', { sandbox });
    const [name] = readdirSync(resultsDirectory(place));
    const path = join(resultsDirectory(place), name!);
    const text = readFileSync(path, 'utf8');
    for (const broken of [
      '',
      '{',
      text.slice(0, -20),
      text.replace('"exit":1', '"exit":0'),
      '{"v":2}',
      'null',
    ]) {
      writeFileSync(path, broken);
      expect(await runOn(place, 'exit 1', { sandbox })).toMatchObject({
        exit: 1,
        end: first.kind === 'command' ? first.end : '',
      });
    }
  });

  it('runs in the folder of the project inside of a larger repository', async () => {
    const root = repositoryWith({ 'packages/app/here.txt': 'h', 'top.txt': 't' });
    const place = placeOf(join(root, 'packages/app'));
    expect(await runOn(place, 'ls; ls ../..; pwd', { sandbox })).toMatchObject({
      tail: 'here.txt\npackages\ntop.txt\npackages/app\n',
    });
  });

  it('says what cannot be run, and never takes it for a result', async () => {
    const place = placeOf(repositoryWith({ 'a.txt': 'a' }));
    expect(await runOn(place, 'no-such-program --x', { sandbox })).toMatchObject({
      kind: 'unavailable',
      cause: expect.stringContaining('no-such-program'),
    });
    expect(existsSync(resultsDirectory(place)) ? readdirSync(resultsDirectory(place)) : []).toEqual([]);
    const tree = `git-tree:${'0'.repeat(40)}`;
    expect(await reexecute({ place, tree, line: 'true', sandbox })).toMatchObject({ kind: 'unavailable' });
    const nowhere = { ...place, project: temporaryFolder() };
    expect(await reexecute({ place: nowhere, tree, line: 'true', sandbox })).toMatchObject({
      kind: 'unavailable',
    });
  });

  it('can be stopped', async () => {
    const place = placeOf(repositoryWith({ 'a.txt': 'a' }));
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 500);
    expect(await runOn(place, 'sleep 60', { sandbox, signal: controller.signal })).toMatchObject({
      end: 'killed',
    });
  });
});

describe.runIf(withBwrap)('reexecute with bwrap', () => {
  it('has no network, no way to write outside, and no sight of other processes or of the state directory', async () => {
    // Outside of /tmp, which is a private folder for every command anyway.
    const folder = temporaryFolder('/var/tmp');
    const stateRoot = join(folder, 'state');
    const place: Place = {
      project: repositoryWith({ 'a.txt': 'a' }, folder),
      ...{ stateRoot, stateDirectory: join(stateRoot, 'project-1'), env: process.env },
    };
    writeFiles(place.stateRoot, { 'project-1/run/journal.jsonl': 'secret' });
    const connect = `node -e "require('net').connect(9,'127.0.0.1').on('error',e=>console.log('net',e.code))"`;
    const interfaces = `node -e "console.log('interfaces', Object.keys(require('os').networkInterfaces()).filter(n=>n!=='lo').join())"`;
    const line = [
      connect,
      interfaces,
      `echo state $(ls -A ${place.stateRoot})`,
      'touch /etc/evil /usr/evil 2>/dev/null; echo processes $(ls /proc | grep -c "^[0-9]")',
      `ls ${place.project}; touch ${place.project}/evil || echo refused`,
      'echo tree > made.txt; echo tmp > /tmp/made.txt; echo home > ~/made.txt; cat made.txt /tmp/made.txt ~/made.txt',
    ].join('\n');
    const evidence = await runOn(place, line);
    const rows = evidence.kind === 'command' ? evidence.tail.split('\n') : [];
    expect(rows).toEqual(
      expect.arrayContaining(['interfaces ', 'state', 'a.txt', 'refused', 'tree', 'tmp', 'home']),
    );
    expect(rows.find((row) => row.startsWith('net '))).toMatch(/ECONNREFUSED|ENETUNREACH/);
    expect(Number(rows.find((row) => row.startsWith('processes '))?.split(' ')[1])).toBeLessThan(10);
    expect(existsSync('/tmp/made.txt')).toBe(false);
    expect(existsSync(join(place.project, 'evil'))).toBe(false);
  });

  it('shows a toolchain that the user keeps in the folder for temporary files', async () => {
    const CARGO_HOME = temporaryFolder();
    writeFiles(CARGO_HOME, { 'config.toml': 'offline' });
    const place = placeOf(repositoryWith({ 'a.txt': '' }), { CARGO_HOME });
    const line = 'cat "$CARGO_HOME/config.toml"; touch "$CARGO_HOME/new" 2>/dev/null || echo " is read-only"';
    expect(await runOn(place, line)).toMatchObject({ tail: 'offline is read-only\n' });
  });
});
