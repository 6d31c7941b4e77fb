import { existsSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hooked, PASSING, SUM, testText } from '../../../test/fixtures/hooked-project.ts';
import {
  gitIn,
  pictureOf,
  repositoryWith,
  temporaryFolder,
  writeFiles,
} from '../../../test/fixtures/repository.ts';
import { release } from '../people/release.ts';
import { placeOf } from '../project/state-directory.ts';

const BROKEN = { 'add.js': 'exports.add = () => 0;\n' };
const recordsIn = (state: string): string[] => readdirSync(join(state, '.hook-base'));
const recordOf = (state: string, name = recordsIn(state)[0]) =>
  JSON.parse(readFileSync(join(state, '.hook-base', name ?? ''), 'utf8')) as {
    tree: string;
    rules: string;
    how: string;
  };
const releaseBase = (project: string, env: Readonly<Record<string, string | undefined>>) =>
  release({
    ...{ place: placeOf(project, env), tests: [], base: true, hook: false },
    ...{ why: 'pulled', by: 'ada', now: Date.now() },
  });

describe('the base of a session', () => {
  it('is the working tree of the first start, files that are not committed too, and touches nothing', async () => {
    const project = repositoryWith(SUM);
    writeFiles(project, { 'b.test.js': testText('dirty', "assert.equal(require('./add.js').add(2, 2), 4)") });
    const before = pictureOf(project);
    const { start, stop, state } = hooked(project);
    const { hookSpecificOutput } = await start();
    expect(hookSpecificOutput?.additionalContext).toContain('NOT DONE: why');
    expect(pictureOf(project)).toEqual(before);
    expect(recordsIn(state)).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.json$/)]);
    // The test was never committed; it is missed all the same.
    rmSync(join(project, 'b.test.js'));
    writeFiles(project, { 'add.js': 'exports.add = () => 3;\n' });
    const { decision, reason } = await stop();
    expect(decision).toBe('block');
    expect(reason).toMatch(/TESTS_REMOVED {2}.*dirty/);
  });

  it.each(['resume', 'clear', 'compact', 'startup'])('stays where it was at a later %s', async (source) => {
    const project = repositoryWith(SUM);
    const { start, stop, state } = hooked(project);
    await start();
    const { tree } = recordOf(state);
    writeFiles(project, BROKEN);
    await start(source);
    expect(recordOf(state).tree).toBe(tree);
    expect((await stop()).decision).toBe('block');
  });

  it('goes with a session that was cleared or forked under another name', async () => {
    const project = repositoryWith(SUM);
    const { start, stop } = hooked(project);
    await start();
    writeFiles(project, BROKEN);
    await start('clear', 'session-2');
    const { decision, reason } = await stop(false, { session_id: 'session-2' });
    expect(decision).toBe('block');
    expect(reason).not.toContain('no sealed start');
  });

  it('is sealed by nothing but a first start', async () => {
    const project = repositoryWith(SUM);
    const { start, state } = hooked(project);
    await start('resume');
    expect(existsSync(join(state, '.hook-base'))).toBe(false);
  });

  it('does not move when work is held, or not done, and moves when it is proved', async () => {
    const project = repositoryWith(SUM);
    const { start, stop, state } = hooked(project);
    await start();
    const { tree } = recordOf(state);
    writeFiles(project, BROKEN);
    await stop();
    await stop(true, { last_assistant_message: 'NOT DONE: hard' });
    expect(recordOf(state).tree).toBe(tree);
    writeFiles(project, { 'add.js': `${SUM['add.js']}// same\n` });
    expect((await stop(true)).systemMessage).toContain('proven');
    expect(recordOf(state)).toMatchObject({ how: 'proved', rules: tree });
    expect(recordOf(state).tree).not.toBe(tree);
    expect(await stop()).toEqual({});
  });

  it('moves, and the tests of the start hold all the same: what one stop drops no later one can use', async () => {
    const more = testText('more', "assert.equal(require('./add.js').add(2, 2), 4)");
    const project = repositoryWith({ ...SUM, 'more.test.js': more });
    const { start, stop } = hooked(project);
    await start();
    rmSync(join(project, 'more.test.js'));
    expect((await stop()).systemMessage).toContain('proven');
    writeFiles(project, { 'add.js': 'exports.add = (a, b) => (a === 2 ? 0 : a + b);\n' });
    expect((await stop()).reason).toMatch(/TESTS_REMOVED.*"more"/);
  });

  it('goes back to what was proved before, or to the start, without a new proof', async () => {
    const project = repositoryWith(SUM);
    const { start, stop, state } = hooked(project);
    await start();
    const twice = testText('twice', "assert.equal(require('./twice.js')(2), 4)");
    writeFiles(project, { 'twice.js': 'module.exports = (a) => 2 * a;\n', 'twice.test.js': twice });
    expect((await stop()).systemMessage).toContain('twice fails');
    const { tree } = recordOf(state);
    writeFiles(project, { 'more.js': 'exports.more = 1;\n' });
    expect((await stop()).systemMessage).toContain('proven');
    rmSync(join(project, 'more.js'));
    expect((await stop()).systemMessage).toContain('every file is as it was when it was proved');
    expect(recordOf(state).tree).toBe(tree);
    rmSync(join(project, 'twice.js'));
    expect((await stop()).decision).toBe('block');
    rmSync(join(project, 'twice.test.js'));
    expect((await stop()).systemMessage).toContain('every file is as it was at the start of this session');
    expect(recordOf(state)).toMatchObject({ how: 'proved', tree: recordOf(state).rules });
    writeFiles(project, BROKEN);
    expect((await stop()).decision).toBe('block');
  });

  it('moves with its tree alone: commands, scripts and configuration stay those of the start', async () => {
    const scripts = (test: string) => ({ 'package.json': JSON.stringify({ scripts: { test } }) });
    const project = repositoryWith({ ...SUM, ...scripts('node --test') });
    const { start, stop } = hooked(project);
    await start();
    writeFiles(project, {
      ...scripts("echo '1..1\nok 1 - a'"),
      'baton.yaml': "commands: { test: 'true' }\n",
    });
    const first = await stop();
    expect(first.systemMessage).toMatch(/proven.*`npm test`: 1 of 1/);
    expect(first.systemMessage).toContain('baton.yaml names other commands now (test)');
    writeFiles(project, BROKEN);
    expect((await stop()).reason).toMatch(/`npm test`: 1 of 1 tests failed\.\n.*adds/);
  });

  it('is forgotten with its refs after a while, and not while the session is used', async () => {
    const project = repositoryWith(SUM);
    const { start, stop, state } = hooked(project);
    await start();
    await start('startup', 'other');
    const old = new Date(Date.now() - 15 * 24 * 60 * 60 * 1000);
    for (const name of recordsIn(state)) utimesSync(join(state, '.hook-base', name), old, old);
    // A start takes its session up again before anything is forgotten.
    await start('resume', 'other');
    await stop(false, { session_id: 'other' });
    expect(recordsIn(state)).toHaveLength(1);
    expect(gitIn(project, 'for-each-ref', 'refs/baton/hook').trim().split('\n')).toHaveLength(3);
  });

  it('without a start is the merge-base with the upstream, else HEAD, and that is said', async () => {
    const project = repositoryWith(SUM);
    gitIn(project, 'branch', 'upstream');
    gitIn(project, 'checkout', '--quiet', '-b', 'work', '--track', 'upstream');
    writeFiles(project, BROKEN);
    gitIn(project, 'commit', '--quiet', '-am', 'lie');
    const { stop } = hooked(project);
    const { reason } = await stop();
    expect(reason).toMatch(/no sealed start .*compared with the merge-base with the upstream, [0-9a-f]{12}/);
    gitIn(project, 'branch', '--unset-upstream');
    expect(await stop()).toEqual({});
    gitIn(project, 'revert', '--no-edit', 'HEAD');
    writeFiles(project, BROKEN);
    expect((await stop()).reason).toContain('compared with HEAD, ');
  });

  it('without a start and without a commit is nothing', async () => {
    const project = repositoryWith({});
    writeFiles(project, SUM);
    const { systemMessage } = await hooked(project).stop();
    expect(systemMessage).toContain('compared with nothing');
    expect(systemMessage).toContain('proven');
  });

  it('that is gone from the repository proves nothing', async () => {
    const project = repositoryWith(SUM);
    const { start, stop } = hooked(project);
    await start();
    rmSync(join(project, '.git'), { recursive: true });
    rmSync(join(project, 'add.test.js'));
    writeFiles(project, { ...BROKEN, 'b.test.js': PASSING });
    gitIn(project, 'init', '--quiet');
    const { systemMessage } = await stop();
    expect(systemMessage).toMatch(/^Baton: NOT PROVEN\. .*is not in .* any more.*baton release --base/);
  });
});

describe('HEAD that moved under a session', () => {
  const moved = async (move: (project: string) => void) => {
    const project = repositoryWith(SUM);
    gitIn(project, 'checkout', '--quiet', '-b', 'other');
    writeFiles(project, { 'other.js': 'exports.other = 1;\n' });
    gitIn(project, 'add', '-A');
    gitIn(project, 'commit', '--quiet', '-m', 'other');
    gitIn(project, 'checkout', '--quiet', 'main');
    const { start, stop } = hooked(project);
    await start();
    move(project);
    writeFiles(project, { 'note.js': '// note\n' });
    return stop();
  };

  it.each([
    ['checkout', /checkout: moving from main to other/],
    ['merge', /merge other/],
    ['reset', /reset: moving to other/],
  ])('by %s is told, with what to do', async (command, words) => {
    const { systemMessage } = await moved((project) =>
      gitIn(project, command, ...(command === 'reset' ? ['--hard'] : []), '--quiet', 'other'),
    );
    expect(systemMessage).toMatch(words);
    expect(systemMessage).toContain('`baton release --base --why "…"`');
  });

  it('by commits of the session is not', async () => {
    const { systemMessage } = await moved((project) => {
      writeFiles(project, { 'mine.js': '// mine\n' });
      gitIn(project, 'add', '-A');
      gitIn(project, 'commit', '--quiet', '-m', 'mine');
      gitIn(project, 'commit', '--quiet', '--amend', '-m', 'mine again');
    });
    expect(systemMessage).toContain('proven');
    expect(systemMessage).not.toContain('HEAD was moved');
  });

  it('to another history is told where there is no reflog', async () => {
    const { systemMessage } = await moved((project) => {
      gitIn(project, 'checkout', '--quiet', 'other');
      gitIn(project, 'commit', '--quiet', '--amend', '-m', 'elsewhere');
      gitIn(project, 'branch', '--force', 'main', 'other');
      rmSync(join(project, '.git/logs'), { recursive: true });
      gitIn(project, 'checkout', '--quiet', '--orphan', 'new');
      gitIn(project, 'commit', '--quiet', '-m', 'new');
    });
    expect(systemMessage).toMatch(/HEAD was moved since the base was sealed \(from [0-9a-f]{12} to/);
  });

  it('is the new base when a person releases it, for all sessions', async () => {
    const project = repositoryWith(SUM);
    const { start, stop, env } = hooked(project);
    await start();
    rmSync(join(project, 'add.test.js'));
    writeFiles(project, {
      ...BROKEN,
      'b.test.js': PASSING,
      'baton.yaml': 'commands: { test: node --test }\n',
    });
    expect((await stop()).decision).toBe('block');
    await releaseBase(project, env);
    expect(await stop()).toEqual({});
    expect(await stop(false, { session_id: 'without a start' })).toEqual({});
    writeFiles(project, { 'b.test.js': PASSING.replace('2)', '3)') });
    expect((await stop()).decision).toBe('block');
  });
});

describe('places where the hook works', () => {
  const lie = async (project: string, files: Record<string, string>, more: Record<string, string> = {}) => {
    const { start, stop } = hooked(project, more);
    await start();
    writeFiles(project, files);
    return stop();
  };

  it('a project with run directories of every workflow, ignored or not', async () => {
    const project = repositoryWith({ ...SUM, '.gitignore': '.baton/\n' });
    const hook = hooked(project);
    writeFiles(hook.state, { 'one/journal.jsonl': '{}\n' });
    const touch = (text: string) =>
      writeFiles(project, {
        ...{ '.baton/runs/one/a.md': text, '.baton/runs/.gitignore': '*\n' },
        ...{ '.agentmux/.sessions/one/b.yaml': text, 'runs/one/c.json': text },
      });
    touch('1');
    await hook.start();
    touch('2');
    expect(await hook.stop()).toEqual({});
    writeFiles(project, BROKEN);
    expect((await hook.stop()).decision).toBe('block');
    // A folder of that name which is no run of Baton's is work like any other.
    writeFiles(project, { ...SUM, 'runs/two/own.js': '// own\n' });
    expect((await hook.stop()).systemMessage).toContain('proven');
  });

  it('a worktree of the repository', async () => {
    const main = repositoryWith(SUM);
    const project = join(temporaryFolder(), 'linked');
    gitIn(main, 'worktree', 'add', '--quiet', project);
    expect((await lie(project, BROKEN)).decision).toBe('block');
  });

  it('a project in a sub-folder, also when its baton.yaml is removed', async () => {
    const root = repositoryWith({
      'packages/app/add.js': SUM['add.js'],
      'packages/app/add.test.js': SUM['add.test.js'],
      'packages/app/baton.yaml': 'commands: { test: node --test }\n',
      'packages/app/.claude/settings.json':
        '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"baton hook stop"}]}]}}',
      'other.test.js': testText('other', 'throw new Error()'),
    });
    const project = join(root, 'packages/app');
    const { start, stop } = hooked(project);
    await start();
    writeFiles(project, BROKEN);
    expect((await stop()).reason).toContain('1 of 1 tests failed');
    rmSync(join(project, 'baton.yaml'));
    const { reason } = await stop();
    expect(reason).toContain('1 of 1 tests failed');
    expect(reason).toContain('baton.yaml was removed, so that of the base was used');
  });

  it('a project with repositories inside of it', async () => {
    const project = repositoryWith(SUM);
    repositoryWith({ 'in.txt': 'in' }, join(project, 'vendor'));
    repositoryWith({}, join(project, 'unborn'));
    writeFiles(project, { 'unborn/project/new.txt': 'n' });
    expect((await lie(project, BROKEN)).decision).toBe('block');
  });

  it('a project whose baton.yaml is broken since: that of the base is used, and it is said', async () => {
    const project = repositoryWith({ ...SUM, 'baton.yaml': 'commands: { test: node --test }\n' });
    const { reason } = await lie(project, { ...BROKEN, 'baton.yaml': 'commands: [' });
    expect(reason).toContain('1 of 1 tests failed');
    expect(reason).toMatch(/baton\.yaml cannot be used, so that of the base was: /);
  });

  it('a project whose baton.yaml git ignores', async () => {
    const project = repositoryWith({ ...SUM, '.gitignore': 'baton.yaml\n' });
    writeFiles(project, { 'baton.yaml': 'commands: { test: node --test add.test.js }\n' });
    const { reason } = await lie(project, { ...BROKEN, 'baton.yaml': "commands: { test: 'true' }\n" });
    expect(reason).toContain('`node --test add.test.js`: 1 of 1 tests failed');
  });

  it('a project where new tests are ignored: they are named', async () => {
    const project = repositoryWith({
      ...SUM,
      '.gitignore': 'scratch/\nold.test.js\n*.tmp.test.js\nnode_modules\n',
    });
    writeFiles(project, { 'old.test.js': PASSING });
    const { start, stop } = hooked(project);
    await start();
    writeFiles(project, {
      ...{ 'scratch/new.test.js': PASSING, 'a.tmp.test.js': PASSING, 'scratch/notes.md': '' },
      'node_modules/x/x.test.js': PASSING,
    });
    const words =
      'New tests that git ignores are not part of the work and were not run: a.tmp.test.js, scratch/new.test.js.';
    expect(await stop()).toEqual({ systemMessage: words });
    writeFiles(project, { 'add.js': `${SUM['add.js']}// x\n` });
    expect((await stop()).systemMessage).toContain(words);
    expect(await stop()).toEqual({});
  });
});
