import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  gitIn,
  pictureOf,
  repositoryWith,
  temporaryFolder,
  writeFiles,
} from '../../test/fixtures/repository.ts';
import { scratchDirectory } from '../runners/place.ts';
import { hookStop } from './hook-stop.ts';
import { placeOf } from './state-directory.ts';

const PASSING = "require('node:test')('adds', () => require('node:assert').equal(1 + 1, 2));\n";
const FAILING =
  "const test = require('node:test');\ntest('adds', () => require('node:assert').equal(1 + 1, 3));\n";

const stopIn = (project: string, more: Record<string, string> = {}) => {
  const env = { ...process.env, BATON_STATE: join(temporaryFolder(), 'state'), ...more };
  const raw = (input: string | undefined) => hookStop({ input, cwd: project, env, now: Date.now() });
  const stop = async (active: boolean | undefined, session: string | undefined = 'session-1') => {
    const input = {
      session_id: session,
      transcript_path: '/x',
      hook_event_name: 'Stop',
      stop_hook_active: active,
    };
    const { stdout, exit } = await raw(JSON.stringify(input));
    expect(exit).toBe(0);
    return stdout;
  };
  return { stop, raw, env };
};

describe('baton hook stop', () => {
  it('lets go when the tests pass, and says what it proved', async () => {
    const { stop } = stopIn(repositoryWith({ 'a.test.js': PASSING }));
    const answer = await stop(false);
    expect(answer.decision).toBeUndefined();
    expect(answer.systemMessage).toMatch(
      /^Baton: proven\. `node --test`: 1 of 1 tests passed on a clean checkout, tree [0-9a-f]{12} \(isolation none, no attestation/,
    );
  });

  it('judges what the agent left, untracked files too, and touches nothing', async () => {
    const project = repositoryWith({ 'a.test.js': PASSING });
    writeFiles(project, { 'b.test.js': FAILING });
    gitIn(project, 'add', '--intent-to-add', 'b.test.js');
    const { stop, env } = stopIn(project);
    const before = pictureOf(project);
    const { decision, reason } = await stop(false);
    expect(decision).toBe('block');
    expect(reason).toContain('Baton re-ran `node --test` on a clean checkout');
    expect(reason).toContain('1 of 2 tests failed');
    expect(reason).toMatch(/b\.test\.js:2 {2}TESTS_FAILED {2}adds: .*2 == 3/);
    expect(reason).toContain('held back 1 of 3 times');
    expect(pictureOf(project)).toEqual(before);
    expect(readdirSync(scratchDirectory(placeOf(project, env)))).toEqual([]);
  });

  it('holds back three times in a row, then tells the person', async () => {
    const { stop } = stopIn(repositoryWith({ 'a.test.js': FAILING }));
    const answers = [
      await stop(false),
      await stop(true),
      await stop(true),
      await stop(true),
      await stop(true),
    ];
    expect(answers.map((answer) => answer.decision)).toEqual([
      'block',
      'block',
      'block',
      undefined,
      undefined,
    ]);
    expect(answers[3]?.systemMessage).toMatch(
      /^Baton: NOT PROVEN\. The agent was held back 3 times.*\n.*1 of 1 tests failed/,
    );
  });

  it('begins to count again with a new turn', async () => {
    const { stop } = stopIn(repositoryWith({ 'a.test.js': FAILING }));
    for (const active of [false, true, true, true]) await stop(active);
    const answers = [await stop(false), await stop(true), await stop(true), await stop(true)];
    expect(answers.map((answer) => answer.decision)).toEqual(['block', 'block', 'block', undefined]);
  });

  it('does not take stop_hook_active alone for a reason to let go', async () => {
    const { stop } = stopIn(repositoryWith({ 'a.test.js': FAILING }));
    expect((await stop(true)).decision).toBe('block');
    expect((await stop(undefined)).reason).toContain('held back 2 of 3');
  });

  it('begins to count again after a green stop', async () => {
    const project = repositoryWith({ 'a.test.js': FAILING });
    const { stop } = stopIn(project);
    for (const active of [false, true, true]) await stop(active);
    writeFiles(project, { 'a.test.js': PASSING });
    expect((await stop(true)).systemMessage).toContain('proven');
    writeFiles(project, { 'a.test.js': FAILING });
    expect((await stop(true)).reason).toContain('held back 1 of 3');
  });

  it('counts each session by itself, whatever its name', async () => {
    const project = repositoryWith({ 'a.test.js': FAILING });
    const { stop, env } = stopIn(project);
    for (const active of [false, true, true, true]) await stop(active, 'one');
    for (const name of ['two', '../../../evil', '', '\0', 'x'.repeat(10_000)])
      expect((await stop(true, name)).reason).toContain('held back 1 of 3');
    const { stateDirectory } = placeOf(project, env);
    expect(
      readdirSync(join(stateDirectory, '.hook')).every((name) => /^[0-9a-f]{64}\.json$/.test(name)),
    ).toBe(true);
  });

  it('mends a broken count instead of letting go or looping', async () => {
    const project = repositoryWith({ 'a.test.js': FAILING });
    const { stop, env } = stopIn(project);
    await stop(false);
    const folder = join(placeOf(project, env).stateDirectory, '.hook');
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '{"v":1,"blocks":"many"');
    const answers = [await stop(true), await stop(true), await stop(true), await stop(true)];
    expect(answers.map((answer) => answer.decision)).toEqual(['block', 'block', 'block', undefined]);
  });

  it('holds back an agent that left no test, or only skipped ones', async () => {
    const none = await stopIn(repositoryWith({ 'a.txt': 'a' })).stop(false);
    expect(none.decision).toBe('block');
    expect(none.reason).toContain('TESTS_NOT_RUN');
    const skipped = PASSING.replace("'adds', ", "'adds', { skip: true }, ");
    expect((await stopIn(repositoryWith({ 'a.test.js': skipped })).stop(false)).decision).toBe('block');
  });

  it('holds back an agent whose tests do not end or print without end', async () => {
    const slow = repositoryWith({ 'baton.yaml': 'commands: { test: { run: sleep 60, timeoutMs: 300 } }\n' });
    expect((await stopIn(slow).stop(false)).reason).toContain('TIME_EXCEEDED');
    const loud = repositoryWith({
      'baton.yaml': 'commands: { test: "yes" }\nlimits: { commandOutputBytes: 1000 }\n',
    });
    expect((await stopIn(loud).stop(false)).reason).toContain('OUTPUT_EXCEEDED');
  });

  it('holds back where the report shows failures although the command ended with 0', async () => {
    const project = repositoryWith({
      'a.test.js': FAILING,
      'baton.yaml': 'commands: { test: node --test || true }\n',
    });
    expect((await stopIn(project).stop(false)).reason).toContain('1 of 1 tests failed');
  });

  it('prints no escapes of the tested program', async () => {
    const nasty = "console.log('\\x1b]0;title\\x07\\x1b[2Jx'); process.exit(1)";
    const { reason } = await stopIn(
      repositoryWith({ 'a.js': nasty, 'baton.yaml': 'commands: { test: node a.js }\n' }),
    ).stop(false);
    expect(reason).toContain('ended with 1');
    expect(reason).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f]/);
  });
});

describe('baton hook stop, where the agent cannot mend it', () => {
  const notProven = async (answer: Promise<{ decision?: string; systemMessage?: string }>, words: RegExp) => {
    const { decision, systemMessage } = await answer;
    expect(decision).toBeUndefined();
    expect(systemMessage).toMatch(/^Baton: NOT PROVEN\. /);
    expect(systemMessage).toMatch(words);
  };

  it('says that there is no repository', async () => {
    await notProven(stopIn(temporaryFolder()).stop(false), /git init/);
  });

  it('says that the test command cannot be run', async () => {
    const project = repositoryWith({ 'baton.yaml': 'commands: { test: no-such-program }\n' });
    await notProven(stopIn(project).stop(false), /no-such-program/);
  });

  it('says that a report cannot be read: nobody knows whether a test ran', async () => {
    const project = repositoryWith({ 'baton.yaml': 'commands: { test: echo all good }\n' });
    await notProven(stopIn(project).stop(false), /no test was seen to pass/);
  });

  it('says what is wrong in baton.yaml', async () => {
    const project = repositoryWith({ 'baton.yaml': 'comands: {}\n' });
    await notProven(stopIn(project).stop(false), /baton\.yaml:1:1.*comands/);
  });

  it('says that dependencies cannot be installed', async () => {
    const project = repositoryWith({ 'a.test.js': PASSING, 'baton.yaml': 'commands: { prepare: exit 1 }\n' });
    await notProven(stopIn(project).stop(false), /installs the dependencies/);
  });

  it('says that the state directory cannot be written', async () => {
    const project = repositoryWith({ 'a.test.js': PASSING });
    await notProven(stopIn(project, { BATON_STATE: '/proc/baton' }).stop(false), /BATON_STATE/);
  });

  it('says that the project is not there', async () => {
    const project = repositoryWith({ 'a.test.js': PASSING });
    await notProven(stopIn(project, { CLAUDE_PROJECT_DIR: '/no/such' }).stop(false), /\/no\/such/);
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
    const { raw, env } = stopIn(project);
    await notProven(
      raw(input).then(({ stdout }) => stdout),
      /input/,
    );
    expect(existsSync(env.BATON_STATE)).toBe(false);
  });
});
