import { describe, expect, it } from 'vitest';
import { scratchTask } from '../../../../test/fixtures/task.ts';
import { policyIn } from '../../../model/permissions/permissions.ts';
import type { Task } from '../../agent.ts';
import type { ProgramEnd } from '../../process-session.ts';
import { outputReader } from '../output-reader.ts';
import { type ProgramOptions, programRecipe } from '../program.ts';
import { CLAUDE } from './claude.ts';

const claudeRecipe = (options: ProgramOptions) => programRecipe(CLAUDE, options);
/** No file is put down for it. */
const files = { put: () => expect.unreachable(), mirror: () => expect.unreachable(), remove: () => {} };
/** What the exit and the last lines tell. */
const otherwise = { end: 'failed', why: 'its last lines' } as const;

const exited = (exit: number | null, more: Partial<ProgramEnd> = {}): ProgramEnd => ({
  exit,
  signal: null,
  left: [],
  ...more,
});

/** As Claude Code 2.1.325 prints them; `type` is not always the first key. */
const init = (status = 'connected') =>
  JSON.stringify({
    type: 'system',
    subtype: 'init',
    session_id: 'S',
    mcp_servers: [{ name: 'baton', status }],
  });
const result = (more: object = {}) =>
  JSON.stringify({
    duration_ms: 5,
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: 'Done.',
    session_id: 'S',
    ...more,
  });

const read = (lines: readonly string[], end: ProgramEnd) => {
  const reader = outputReader(CLAUDE.title, CLAUDE.take({}), CLAUDE.isOfInterest);
  for (const line of lines) reader.line(line);
  return reader.ended(end, otherwise);
};

describe("Claude Code's output", () => {
  it.each([
    ['a good end', [init(), result()], exited(0), { end: 'finished', session: 'S', message: 'Done.' }],
    [
      'what was denied',
      [
        init(),
        result({
          permission_denials: [{ tool_name: 'Bash' }, { tool_name: 'Bash' }, { tool_name: 'Write' }],
        }),
      ],
      exited(0),
      { end: 'finished', session: 'S', message: 'Done.', why: 'it was denied: Bash (2 times), Write' },
    ],
    [
      'an error of the API that calls itself a success',
      [init(), result({ is_error: true, api_error_status: 401, result: 'Invalid key' })],
      exited(1),
      { end: 'failed', session: 'S', why: 'Claude Code exited with 1: the API answered 401: Invalid key' },
    ],
    [
      'an interrupt that exits with 0',
      [init(), result({ subtype: 'error_during_execution', result: undefined })],
      exited(0),
      { end: 'failed', session: 'S', why: 'Claude Code exited with 0: error_during_execution' },
    ],
    [
      'a door that is not there',
      [init('failed'), result()],
      exited(0),
      {
        end: 'finished',
        session: 'S',
        message: 'Done.',
        why: 'Claude Code could not connect to the door (failed)',
      },
    ],
    [
      'a lost session',
      [result({ is_error: true, subtype: 'error_during_execution', errors: ['No conversation'] })],
      exited(1),
      {
        end: 'failed',
        why: 'Claude Code exited with 1: error_during_execution: Done.; No conversation',
      },
    ],
    ['a stop', [init()], exited(143, { ended: 'stopped' }), { end: 'stopped', session: 'S' }],
    ['a kill', [init()], exited(null, { signal: 'SIGKILL' }), { ...otherwise, session: 'S' }],
    [
      'nonsense',
      ['{"type":"result"', '{"type":"result"}', 'hello', '"type":"system"', '[]'],
      exited(3),
      otherwise,
    ],
  ])('is read: %s', (_, lines, end, expected) => {
    expect(read(lines, end)).toEqual(expected);
  });
});

describe('Claude Code', () => {
  const env = {
    PATH: '/bin',
    HOME: '/home/me',
    ANTHROPIC_API_KEY: 'k',
    CLAUDE_CONFIG_DIR: '/c',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    CLAUDECODE: '1',
    AWS_SECRET_ACCESS_KEY: 'aws',
    GITHUB_TOKEN: 'gh',
    NODE_OPTIONS: '--require evil.cjs',
    BATON_STATE: '/outer',
    NO_PROXY: 'example.com',
  };

  it('gets its own keys and the task, nothing else, and never a proxy before the door', () => {
    const { task, remove } = scratchTask();
    remove();
    const launched = claudeRecipe({ env }).launch(task, files).env;
    expect(launched).toMatchObject({
      PATH: '/bin',
      ANTHROPIC_API_KEY: 'k',
      CLAUDE_CONFIG_DIR: '/c',
      BATON_TOKEN: 'test-token',
      DISABLE_AUTOUPDATER: '1',
      NO_PROXY: 'example.com,127.0.0.1,localhost',
    });
    const kept = [
      'CLAUDE_CODE_ENTRYPOINT',
      'CLAUDECODE',
      'AWS_SECRET_ACCESS_KEY',
      'GITHUB_TOKEN',
      'NODE_OPTIONS',
      'BATON_STATE',
    ];
    for (const name of kept) expect(launched).not.toHaveProperty(name);
    const cloud = claudeRecipe({ env: { ...env, CLAUDE_CODE_USE_BEDROCK: '1' } }).launch(task, files).env;
    expect(cloud['AWS_SECRET_ACCESS_KEY']).toBe('aws');
  });

  it('may read the run directory and write to its desk, wherever it works', () => {
    const besides = (more: Partial<Task>): readonly string[] => {
      const { task, remove } = scratchTask('http://127.0.0.1:9', { runDirectory: '/run', ...more });
      remove();
      const { args } = claudeRecipe({ env }).launch(task, files);
      return args.flatMap((arg, at) => (args[at - 1] === '--add-dir' ? [arg] : []));
    };
    expect(besides({ workingDirectory: '/run' })).toEqual([]);
    expect(besides({ workingDirectory: '/tree' })).toEqual(['/run']);
    expect(besides({ workingDirectory: '/tree', desk: '/desk' })).toEqual(['/run', '/desk']);
    expect(besides({ workingDirectory: '/desk', desk: '/desk' })).toEqual(['/run']);
  });

  it('is started with no token and no prompt among its arguments', () => {
    const { task, remove } = scratchTask('http://127.0.0.1:9', { session: 'S', prompt: 'Do it.' });
    remove();
    const { args, stdin, file } = claudeRecipe({ env, stopHook: 'baton hook stop', model: 'm' }).launch(
      task,
      files,
    );
    expect(file).toBe('claude');
    expect(stdin).toBe('Do it.');
    expect(args.join(' ')).not.toContain('test-token');
    expect(args).not.toContain('Do it.');
    const valueAfter = (flag: string) => args[args.indexOf(flag) + 1];
    expect(valueAfter('--resume')).toBe('S');
    expect(valueAfter('--allowedTools')).toBe('Bash,Read,Edit,Write,Glob,Grep,mcp__baton__submit_done');
    expect(valueAfter('--add-dir')).toBe(task.runDirectory);
    expect(JSON.parse(valueAfter('--settings')!)).toMatchObject({
      hooks: { Stop: [{ hooks: [{ command: 'baton hook stop' }] }] },
    });
    expect(JSON.parse(valueAfter('--mcp-config')!).mcpServers.baton.url).toBe(
      'http://127.0.0.1:9/mcp/coding.coder.1',
    );
  });

  describe('of a role that may not do everything', () => {
    const bound = (more: Partial<Task> = {}): Task => {
      const { task, remove } = scratchTask('http://127.0.0.1:9', {
        permissions: { write: ['src/**'] },
        ...more,
      });
      remove();
      return task;
    };
    const settingsOf = (task: Task) => {
      const permissionHook = (policy: string) => `ask ${policy}`;
      const { args } = claudeRecipe({ env, stopHook: 'baton hook stop', permissionHook }).launch(task, files);
      const at = args.indexOf('--settings');
      return at === -1 ? undefined : JSON.parse(args[at + 1] ?? '');
    };

    it('asks before each use of a tool, with what the role may do in its settings', () => {
      const { hooks, disableAllHooks } = settingsOf(bound());
      expect(disableAllHooks).toBe(false);
      expect(hooks.Stop).toHaveLength(1);
      const [{ matcher, hooks: run }] = hooks.PreToolUse;
      expect(matcher).toBe('*');
      expect(run[0].timeout).toBeGreaterThan(20);
      expect(policyIn(run[0].command.replace('ask ', ''))).toMatchObject({
        role: 'coder',
        write: ['src/**'],
        run: [],
        web: false,
      });
    });

    it('asks also where the work is handed in by message, and not where nothing is said of the role', () => {
      expect(settingsOf(bound({ byMessage: true })).hooks.PreToolUse).toHaveLength(1);
      const { permissions: _, ...free } = bound();
      expect(settingsOf(free).hooks.PreToolUse).toBeUndefined();
    });

    it('is not begun without the hook, nor with a policy that is too long', () => {
      expect(() => claudeRecipe({ env }).launch(bound(), files)).toThrow('cannot be held to the permissions');
      const write = Array.from({ length: 100 }, (_, at) => `${'a'.repeat(900)}${at}`);
      expect(() => settingsOf(bound({ permissions: { write } }))).toThrow('write fewer or shorter patterns');
    });
  });
});
