import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAILING, hooked, PASSING, SUM, testText } from '../../../test/fixtures/hooked-project.ts';
import {
  gitIn,
  pictureOf,
  repositoryWith,
  temporaryFolder,
  writeFiles,
} from '../../../test/fixtures/repository.ts';
import { scratchDirectory } from '../../runners/commands/place.ts';
import { placeOf } from '../project/state-directory.ts';

type Files = Readonly<Record<string, string>>;

/** What a command names stands as in the base; what that calls is work like any other. */
const SCRIPTS = { 't.sh': 'sh inner.sh', 'inner.sh': 'echo "ok 1 - a"; echo 1..1' };

/** A session that began with the first files, and has written the others. */
const working = async (before: Files, after: Files, more: Record<string, string> = {}) => {
  const project = repositoryWith(before);
  const hook = hooked(project, more);
  await hook.start();
  writeFiles(project, after);
  return { project, ...hook };
};

describe('baton hook stop', () => {
  it('says that nothing broke when the tests pass with the change', async () => {
    const { stop } = await working(SUM, { 'add.js': `${SUM['add.js']}// faster\n` });
    const answer = await stop();
    expect(answer.decision).toBeUndefined();
    expect(answer.systemMessage).toMatch(
      /^Baton: proven, nothing broke; no test fails without this change\. `node --test`: 1 of 1 tests passed on a clean checkout, tree [0-9a-f]{12} \(isolation none, no attestation/,
    );
  });

  it('says that the change is tested when a test fails without it, and names new tests that prove nothing', async () => {
    const { stop } = await working(SUM, {
      'twice.js': 'exports.twice = (n) => n * 2;\n',
      'twice.test.js': testText('doubles', "assert.equal(require('./twice.js').twice(4), 8)"),
      'idle.test.js': testText('idles', 'assert.equal(2, 2)'),
    });
    const { systemMessage } = await stop();
    expect(systemMessage).toMatch(/^Baton: proven, the change is tested: without it doubles fails\./);
    expect(systemMessage).toContain('These new tests prove nothing, they pass without the change: idles.');
  });

  it('judges what the agent left, untracked files too, and touches nothing', async () => {
    const { project, stop, env } = await working(SUM, { 'b.test.js': FAILING.replace('adds', 'subtracts') });
    gitIn(project, 'add', '--intent-to-add', 'b.test.js');
    const before = pictureOf(project);
    const { decision, reason } = await stop();
    expect(decision).toBe('block');
    expect(reason).toContain('Baton checked your work on a clean checkout');
    expect(reason).toContain('1 of 2 tests failed');
    expect(reason).toMatch(/b\.test\.js.* {2}TESTS_FAILED {2}subtracts/);
    expect(reason).toContain('held back 1 of 3 times');
    expect(reason).toContain('"NOT DONE: why"');
    expect(pictureOf(project)).toEqual(before);
    expect(readdirSync(scratchDirectory(placeOf(project, env)))).toEqual([]);
    expect(gitIn(project, 'for-each-ref', 'refs/baton/hook')).not.toContain('/trees/');
  });

  it('holds back three times in a row, then tells the person', async () => {
    const { stop } = await working(SUM, { 'add.js': 'exports.add = () => 0;\n' });
    const answers = [await stop(), await stop(true), await stop(true), await stop(true), await stop(true)];
    expect(answers.map((answer) => answer.decision)).toEqual([
      ...['block', 'block', 'block'],
      ...[undefined, undefined],
    ]);
    expect(answers[3]?.systemMessage).toMatch(
      /^Baton: NOT PROVEN\. The agent was held back 3 times.*\n.*1 of 1 tests failed/,
    );
  });

  it('begins to count again with a new turn', async () => {
    const { stop } = await working(SUM, { 'add.js': 'exports.add = () => 0;\n' });
    for (const active of [false, true, true, true]) await stop(active);
    const answers = [await stop(), await stop(true), await stop(true), await stop(true)];
    expect(answers.map((answer) => answer.decision)).toEqual(['block', 'block', 'block', undefined]);
  });

  it('does not take stop_hook_active alone for a reason to let go', async () => {
    const { stop } = await working(SUM, { 'add.js': 'exports.add = () => 0;\n' });
    expect((await stop(true)).decision).toBe('block');
    expect((await stop(undefined, { stop_hook_active: undefined })).reason).toContain('held back 2 of 3');
  });

  it('begins to count again after a green stop', async () => {
    const { project, stop } = await working(SUM, { 'add.js': 'exports.add = () => 0;\n' });
    for (const active of [false, true, true]) await stop(active);
    writeFiles(project, { 'add.js': `${SUM['add.js']}// fixed\n` });
    expect((await stop(true)).systemMessage).toContain('proven');
    writeFiles(project, { 'add.js': 'exports.add = () => 0;\n' });
    expect((await stop(true)).reason).toContain('held back 1 of 3');
  });

  it('counts each session by itself, whatever its name', async () => {
    const { project, stop, env, state } = await working(SUM, { 'add.js': 'exports.add = () => 0;\n' });
    for (const active of [false, true, true, true]) await stop(active, { session_id: 'one' });
    for (const name of ['two', '../../../evil', '', '\0', 'x'.repeat(10_000)])
      expect((await stop(true, { session_id: name })).reason).toContain('held back 1 of 3');
    expect(placeOf(project, env).stateDirectory).toBe(state);
    expect(readdirSync(join(state, '.hook')).every((name) => /^[0-9a-f]{64}\.json$/.test(name))).toBe(true);
  });

  it('replaces a broken count instead of letting go or looping', async () => {
    const { stop, state } = await working(SUM, { 'add.js': 'exports.add = () => 0;\n' });
    await stop();
    const folder = join(state, '.hook');
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '{"v":1,"blocks":"many"');
    const answers = [await stop(true), await stop(true), await stop(true), await stop(true)];
    expect(answers.map((answer) => answer.decision)).toEqual(['block', 'block', 'block', undefined]);
  });

  it('holds back an agent that left no test, or only skipped ones', async () => {
    const none = await (await working({ 'a.txt': 'a' }, { 'b.js': '' })).stop();
    expect(none.decision).toBe('block');
    expect(none.reason).toContain('TESTS_NOT_RUN');
    const skipped = PASSING.replace("'adds', ", "'adds', { skip: true }, ");
    const { stop } = await working({ 'a.test.js': PASSING }, { 'a.test.js': skipped });
    expect((await stop()).decision).toBe('block');
  });

  it('holds back an agent whose tests do not end or print without end', async () => {
    const yaml = (command: string, rest = '') => ({
      'baton.yaml': `commands: { test: ${command} }\n${rest}`,
    });
    const slow = await working(
      { ...yaml('{ run: sh t.sh, timeoutMs: 2000 }'), ...SCRIPTS },
      { 'inner.sh': 'sleep 60' },
    );
    expect((await slow.stop()).reason).toContain('TIME_EXCEEDED');
    const loud = await working(
      { ...yaml('sh t.sh', 'limits: { commandOutputBytes: 1000 }\n'), ...SCRIPTS },
      { 'inner.sh': 'yes' },
    );
    expect((await loud.stop()).reason).toContain('OUTPUT_EXCEEDED');
  });

  it('prints no escapes of the tested program', async () => {
    const nasty = "console.log('\\x1b]0;title\\x07\\x1b[2Jx'); process.exit(1)";
    const before = {
      'a.js': "console.log('ok 1 - a\\n1..1')",
      't.sh': 'node a.js',
      'baton.yaml': 'commands: { test: sh t.sh }\n',
    };
    const { stop } = await working(before, { 'a.js': nasty });
    const { reason } = await stop();
    expect(reason).toContain('ended with 1');
    expect(reason).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f]/);
  });
});

describe('baton hook stop, where nothing is to be proved', () => {
  it('is silent when nothing changed, and runs nothing, also where the tests were red before', async () => {
    const project = repositoryWith({
      'a.test.js': FAILING,
      'baton.yaml': 'commands: { test: no-such-program }\n',
    });
    const { start, stop } = hooked(project);
    await start();
    for (let turn = 0; turn < 3; turn += 1) expect(await stop()).toEqual({});
  });

  it('is silent when everything is as it was again', async () => {
    const { project, stop } = await working(SUM, { 'add.js': 'exports.add = () => 0;\n' });
    expect((await stop()).decision).toBe('block');
    writeFiles(project, SUM);
    expect(await stop(true)).toEqual({});
  });

  it.each([
    ['NOT DONE: the API is down', 'the API is down'],
    ['I tried.\n\n**NOT DONE:** no `key` here  \n', 'no `key` here'],
    ['- NOT DONE: x\x1b[2Jy', 'xy'],
  ])('lets go of an agent that says %j, and shows it to the person', async (text, why) => {
    const { stop } = await working(SUM, { 'add.js': 'exports.add = () => 0;\n' });
    expect(await stop(true, { last_assistant_message: text })).toEqual({
      systemMessage: `Baton: the agent says NOT DONE: ${why}`,
    });
  });

  it('reads the last message from the transcript where the host does not send it', async () => {
    const { project, stop } = await working(SUM, { 'add.js': 'exports.add = () => 0;\n' });
    const line = (type: string, content: unknown) => JSON.stringify({ type, message: { content } });
    const text = (words: string) => [{ type: 'text', text: words }];
    const transcript = (...lines: string[]) => {
      const path = join(temporaryFolder(), 'transcript.jsonl');
      writeFileSync(path, `${lines.join('\n')}\n`);
      return { transcript_path: path };
    };
    const done = line('assistant', text('NOT DONE: no time'));
    const tool = line('assistant', [{ type: 'tool_use', name: 'Bash' }]);
    const ended = transcript(
      line('user', 'go'),
      'not json',
      done,
      tool,
      line('user', text('NOT DONE: me')),
      '',
    );
    expect((await stop(true, ended)).systemMessage).toContain('NOT DONE: no time');
    expect((await stop(true, transcript(done, line('assistant', text('All done.'))))).decision).toBe('block');
    for (const path of [project, '/dev/zero', '/no/such', `${'['.repeat(5_000)}`])
      expect((await stop(false, { transcript_path: path })).decision).toBe('block');
  });

  it.each(['NOT DONE:', 'NOT DONE: x\nAll done.', 'I am NOT DONE: yet', 'not done: x'])(
    'does not take %j for it',
    async (text) => {
      const { stop } = await working(SUM, { 'add.js': 'exports.add = () => 0;\n' });
      expect((await stop(false, { last_assistant_message: text })).decision).toBe('block');
    },
  );
});

describe('baton hook stop, where the agent cannot fix it', () => {
  const notProven = async (answer: Promise<{ decision?: string; systemMessage?: string }>, words: RegExp) => {
    const { decision, systemMessage } = await answer;
    expect(decision).toBeUndefined();
    expect(systemMessage).toMatch(/^Baton: NOT PROVEN\. /);
    expect(systemMessage).toMatch(words);
  };
  const NEW = { 'new.txt': 'new' };

  it('says that there is no repository', async () => {
    await notProven(hooked(temporaryFolder()).stop(), /git init/);
  });

  it('says that the test command cannot be run', async () => {
    const { stop } = await working({ 'baton.yaml': 'commands: { test: no-such-program }\n' }, NEW);
    await notProven(stop(), /no-such-program/);
  });

  it('says that a report cannot be read: nobody knows whether a test ran', async () => {
    const { stop } = await working({ 'baton.yaml': 'commands: { test: ./t }\n', t: 'echo all good\n' }, NEW);
    await notProven(stop(), /could not be run|no test was seen to pass/);
  });

  it('holds back an agent that made unreadable what could be read before', async () => {
    const yaml = { 'baton.yaml': 'commands: { test: sh t.sh }\n' };
    const { stop } = await working({ ...yaml, ...SCRIPTS }, { 'inner.sh': 'echo all good' });
    expect((await stop()).decision).toBe('block');
  });

  it('says what is wrong in the baton.yaml of the base', async () => {
    const { stop } = await working({ 'baton.yaml': 'comands: {}\n' }, NEW);
    await notProven(stop(), /baton\.yaml:1:1.*comands/);
  });

  it('says that dependencies cannot be installed', async () => {
    const before = { 'a.test.js': PASSING, 'baton.yaml': 'commands: { prepare: exit 1 }\n' };
    await notProven((await working(before, NEW)).stop(), /installs the dependencies/);
  });

  it('says that the state directory cannot be written', async () => {
    const project = repositoryWith({ 'a.test.js': PASSING });
    await notProven(hooked(project, { BATON_STATE: '/proc/baton' }).stop(), /BATON_STATE/);
  });

  it.each(['.hook-base', '.scratch', '.hook'])(
    'says FILE_UNWRITABLE in words where %s cannot be written, and calls it no fault of its own',
    async (name) => {
      const project = repositoryWith(SUM);
      const { start, stop, state } = hooked(project);
      writeFileSync(join(state, name), 'in the way');
      writeFiles(project, { 'add.js': 'exports.add = () => 0;\n' });
      const answers = [await start(), await stop()].map((answer) => answer.systemMessage ?? '');
      expect(answers.join('\n')).toMatch(/cannot be written: E[A-Z]+/);
      expect(answers.join('\n')).toContain('BATON_STATE');
      expect(answers.join('\n')).not.toContain('fault of Baton');
    },
  );

  it('says that the project is not there', async () => {
    const project = repositoryWith({ 'a.test.js': PASSING });
    await notProven(hooked(project, { CLAUDE_PROJECT_DIR: '/no/such' }).stop(), /\/no\/such/);
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['no JSON', 'hello'],
    ['half a document', '{"session_id":"a"'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number as session', '{"session_id":3}'],
    ['text as stop_hook_active', '{"session_id":"a","stop_hook_active":"false"}'],
    ['more than the limit', undefined],
    ['very deep nesting', `${'['.repeat(100_000)}`],
  ])('says that it got %s', async (_what, input) => {
    const project = repositoryWith({ 'a.test.js': FAILING });
    const { raw, env } = hooked(project);
    await notProven(
      raw(input).then(({ stdout }) => stdout),
      /input/,
    );
    expect(existsSync(env.BATON_STATE)).toBe(false);
  });
});
