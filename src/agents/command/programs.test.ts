// What the programs print at the end of a turn, and what is made of it. The lines are theirs.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchTask } from '../../../test/fixtures/task.ts';
import { attemptFiles } from '../attempt-files.ts';
import type { ProgramEnd } from '../process-session.ts';
import { programInPane } from '../tmux/pane-recipe.ts';
import { outputReader } from './output-reader.ts';
import { type ProgramOptions, programRecipe } from './program.ts';
import { AGENT_PROGRAMS, programNamed } from './programs.ts';

const exited = (exit: number | null, more: Partial<ProgramEnd> = {}): ProgramEnd => ({
  ...{ exit, signal: null, left: [] },
  ...more,
});
/** What the exit and the last lines tell. */
const otherwise = { end: 'failed', why: 'its last lines' } as const;

const read = (name: string, lines: readonly object[], end: ProgramEnd, model?: string) => {
  const { title, take, isOfInterest } = programNamed(name)!;
  const reader = outputReader(title, take(model === undefined ? {} : { model }), isOfInterest);
  for (const line of lines) reader.line(JSON.stringify(line));
  return reader.ended(end, otherwise);
};

const filesIn = (folder: string | undefined): readonly string[] =>
  folder === undefined
    ? []
    : readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), 'utf8') : [],
      );

interface Case {
  /** A turn that ends well, with `Done.` as the last message. */
  readonly good: readonly object[];
  readonly session: string;
  /** Where that is another one for a turn that did not end. */
  readonly cutSession?: string;
  readonly usage?: unknown;
  readonly turn?: { readonly tokens: number; readonly usd: number };
  /** The turn goes wrong, and the program says so. */
  readonly bad: readonly object[];
  /** The last line that says that all is over, left out. */
  readonly cut: readonly object[];
}

const GEMINI_INIT = { type: 'init', session_id: 'S', model: 'gemini-2.5-pro' };
const GEMINI_SAID = [
  { type: 'message', role: 'assistant', content: 'I write it.', delta: true },
  { type: 'tool_use', tool_name: 'write_file' },
  { type: 'message', role: 'assistant', content: 'Do', delta: true },
  { type: 'message', role: 'assistant', content: 'ne.', delta: true },
];
const GEMINI_STATS = {
  models: { 'gemini-2.5-pro': { total_tokens: 107, input_tokens: 100, output_tokens: 7, cached: 3 } },
};
const QWEN_INIT = { type: 'system', subtype: 'init', session_id: 'S', model: 'qwen3' };
const QWEN_RESULT = {
  ...{ type: 'result', subtype: 'success', is_error: false, result: 'Done.', permission_denials: [] },
  usage: { input_tokens: 100, output_tokens: 7, cache_read_input_tokens: 0 },
};
const OPENCODE_STEP = {
  type: 'step_finish',
  sessionID: 'S',
  part: {
    reason: 'tool-calls',
    cost: 0.5,
    tokens: { input: 90, output: 7, reasoning: 1, cache: { read: 10, write: 0 } },
  },
};
const OPENCODE_LAST = [
  { type: 'step_start', sessionID: 'S' },
  { type: 'text', sessionID: 'S', part: { text: 'Done.' } },
];
const COPILOT_SAID = [
  { type: 'session.start', data: { sessionId: 'S' } },
  { type: 'assistant.message', data: { content: 'I write it.', toolRequests: [{ name: 'create' }] } },
  { type: 'assistant.message', data: { content: 'Done.', toolRequests: [] } },
];

const CASES: Readonly<Record<string, Case>> = {
  codex: {
    good: [
      { type: 'thread.started', thread_id: 'S' },
      { type: 'item.completed', item: { type: 'agent_message', text: 'Done.' } },
      {
        type: 'turn.completed',
        usage: { input_tokens: 100, cached_input_tokens: 3, output_tokens: 7, reasoning_output_tokens: 0 },
      },
    ],
    session: 'S_100_3_7_0',
    cutSession: 'S_0_0_0_0',
    usage: [{ model: 'm', inputTokens: 100, cachedInputTokens: 3, outputTokens: 7, reasoningTokens: 0 }],
    bad: [
      { type: 'thread.started', thread_id: 'S' },
      { type: 'turn.failed', error: { message: 'out of luck' } },
    ],
    cut: [
      { type: 'thread.started', thread_id: 'S' },
      { type: 'item.completed', item: { type: 'agent_message', text: 'Done.' } },
    ],
  },
  gemini: {
    good: [GEMINI_INIT, ...GEMINI_SAID, { type: 'result', status: 'success', stats: GEMINI_STATS }],
    session: 'S',
    usage: [{ model: 'gemini-2.5-pro', inputTokens: 100, cachedInputTokens: 3, outputTokens: 7 }],
    bad: [GEMINI_INIT, { type: 'result', status: 'error', error: { message: 'out of luck' } }],
    cut: [GEMINI_INIT, ...GEMINI_SAID],
  },
  qwen: {
    good: [QWEN_INIT, QWEN_RESULT],
    session: 'S',
    usage: [{ model: 'qwen3', inputTokens: 100, cachedInputTokens: 0, outputTokens: 7 }],
    bad: [
      QWEN_INIT,
      {
        type: 'result',
        subtype: 'error_during_execution',
        is_error: true,
        error: { message: 'out of luck' },
      },
    ],
    cut: [QWEN_INIT],
  },
  opencode: {
    good: [
      OPENCODE_STEP,
      ...OPENCODE_LAST,
      { ...OPENCODE_STEP, part: { ...OPENCODE_STEP.part, reason: 'stop' } },
    ],
    session: 'S',
    usage: [
      {
        ...{ model: 'm', inputTokens: 200, cachedInputTokens: 20, outputTokens: 14 },
        ...{ reasoningTokens: 2, costUsd: 1 },
      },
    ],
    turn: { tokens: 107, usd: 0.5 },
    bad: [{ type: 'error', sessionID: 'S', error: { name: 'APIError', data: { message: 'out of luck' } } }],
    cut: [OPENCODE_STEP, ...OPENCODE_LAST],
  },
  copilot: {
    good: [...COPILOT_SAID, { type: 'result', sessionId: 'S', exitCode: 0 }],
    session: 'S',
    bad: [
      { type: 'session.error', data: { message: 'out of luck' } },
      { type: 'result', sessionId: 'S', exitCode: 1 },
    ],
    cut: COPILOT_SAID,
  },
};

describe.each(Object.entries(CASES))(
  'the output of %s',
  (name, { good, session, usage, turn, bad, cut, ...more }) => {
    const cutSession = more.cutSession ?? session;
    const told = {
      session,
      ...(usage === undefined ? {} : { usage }),
      ...(turn === undefined ? {} : { turn }),
    };

    it('tells a good end, its session and what it used', () => {
      expect(read(name, good, exited(0), 'm')).toEqual({ end: 'finished', message: 'Done.', ...told });
    });

    it('is not a good end when the program exits with another code, or was killed', () => {
      const { title } = programNamed(name)!;
      expect(read(name, good, exited(3), 'm')).toEqual({
        end: 'failed',
        why: `${title} exited with 3`,
        ...told,
      });
      expect(read(name, good, exited(null, { signal: 'SIGKILL' }))).toMatchObject({ end: 'failed' });
    });

    it('tells what went wrong, whatever the exit code is', () => {
      for (const exit of [0, 1]) {
        const ended = read(name, bad, exited(exit));
        expect(ended).toMatchObject({ end: 'failed', session: cutSession });
        expect(ended.why).toContain('out of luck');
      }
    });

    it('that stops in the middle is no good end, also with exit code 0', () => {
      expect(read(name, cut, exited(0))).toMatchObject({
        end: 'failed',
        why: expect.stringContaining('did not say that its turn was over'),
        session: cutSession,
      });
      expect(read(name, cut, exited(1))).toMatchObject({ ...otherwise, session: cutSession });
    });

    it('keeps the session of a turn that was stopped', () => {
      expect(read(name, cut, exited(143, { ended: 'stopped' }))).toMatchObject({
        end: 'stopped',
        session: cutSession,
      });
    });

    it('that is nonsense says nothing', () => {
      const { title, take, isOfInterest } = programNamed(name)!;
      const reader = outputReader(title, take({}), isOfInterest);
      for (const line of ['{', '[]', '"x"', '{"type":', 'null', '{"type":"result"}', '{"type":7}', 'hello'])
        reader.line(line);
      expect(reader.ended(exited(1), otherwise).end).toBe('failed');
      expect(reader.ended(exited(0), otherwise).end).toBe('failed');
    });
  },
);

describe('tools that were denied', () => {
  it.each([
    [
      'opencode',
      {
        type: 'tool_use',
        sessionID: 'S',
        part: {
          tool: 'bash',
          state: { status: 'error', error: 'The user rejected permission to use this specific tool call.' },
        },
      },
    ],
    [
      'copilot',
      {
        type: 'tool.execution_complete',
        data: { toolName: 'bash', success: false, error: { code: 'denied', message: 'Permission denied' } },
      },
    ],
  ])('by %s are told beside a good end', (name, denied) => {
    const ended = read(name, [denied, ...CASES[name]!.good], exited(0));
    expect(ended).toMatchObject({ end: 'finished', why: 'it was denied: bash' });
  });
});

it('there are six programs, each under its own name', () => {
  expect(AGENT_PROGRAMS.map(({ name }) => name)).toEqual([
    ...['claude', 'codex', 'gemini', 'opencode', 'qwen', 'copilot'],
  ]);
});

it('Codex counts a whole thread: what was used before is not counted again', () => {
  const { title, take } = programNamed('codex')!;
  const reader = outputReader(title, take({ model: 'm' }, 'S_60_3_5_0'));
  for (const line of CASES['codex']!.good) reader.line(JSON.stringify(line));
  expect(reader.ended(exited(0), otherwise)).toMatchObject({
    ...{ end: 'finished', session: 'S_100_3_7_0' },
    usage: [{ model: 'm', inputTokens: 40, cachedInputTokens: 0, outputTokens: 2, reasoningTokens: 0 }],
  });
});

it('Qwen Code counts a whole session at its end: of one that is continued, the turns are counted', () => {
  const { title, take, isOfInterest } = programNamed('qwen')!;
  const reader = outputReader(title, take({}, 'S'), isOfInterest);
  const usage = { input_tokens: 100, output_tokens: 7, cache_read_input_tokens: 60 };
  const said = { type: 'assistant', message: { id: 'm', model: 'qwen3', usage } };
  const end = { ...QWEN_RESULT, usage: { ...usage, input_tokens: 200, output_tokens: 14 } };
  for (const line of [QWEN_INIT, said, end]) reader.line(JSON.stringify(line));
  expect(reader.ended(exited(0), otherwise).usage).toEqual([
    { model: 'qwen3', inputTokens: 100, cachedInputTokens: 60, outputTokens: 7 },
  ]);
});

it.each(AGENT_PROGRAMS.map((program) => [program.name, program] as const))(
  '%s is started for a role that may not do everything only where it asks',
  (name, program) => {
    const { task, remove } = scratchTask(undefined, { permissions: {} });
    const launch = (options: ProgramOptions, files = attemptFiles(task.workingDirectory)) =>
      programRecipe(program, { env: { HOME: task.workingDirectory }, ...options }).launch(task, files);
    const refusal = `${program.title} does not ask Baton before it acts`;
    expect(() => launch({})).toThrow(refusal);
    const permissionHook = (_: string, host: string) => `ask as ${host}`;
    if (program.heedsPermissions !== true) expect(() => launch({ permissionHook })).toThrow(refusal);
    else {
      const files = attemptFiles(task.workingDirectory);
      const { args, env } = launch({ permissionHook }, files);
      const put = filesIn(files.directory);
      expect([...args, ...Object.values(env), ...put].join('\n')).toContain(`ask as ${name}`);
    }
    remove();
  },
);

it.each([
  ['gemini', 'tree', '.gemini/settings.json', '{ "hooksConfig": {} }', 'remove `hooksConfig` from it'],
  ['copilot', 'home', '.copilot/settings.json', '{ "disableAllHooks": true }', 'remove `disableAllHooks`'],
])(
  '%s is not started for such a role where settings could turn its hook off',
  (name, place, path, text, why) => {
    const { task, directory, remove } = scratchTask(undefined, { permissions: {} });
    const home = join(directory, 'home');
    const file = join(place === 'home' ? home : task.workingDirectory, path);
    mkdirSync(dirname(file), { recursive: true });
    const program = programNamed(name)!;
    const launch = () =>
      programRecipe(program, { env: { HOME: home }, permissionHook: () => 'ask' }).launch(
        task,
        attemptFiles(directory),
      );
    expect(launch).not.toThrow();
    writeFileSync(file, text);
    expect(launch).toThrow(why);
    remove();
  },
);

it.each([
  ['codex', 'Codex in a pane does not ask Baton'],
  ['gemini', 'Gemini CLI in a pane does not ask Baton'],
])('%s in a pane has no such hook, and is not started for such a role', (name, why) => {
  const { task, directory, remove } = scratchTask(undefined, { permissions: {} });
  const recipe = programInPane(programNamed(name)!, {
    env: { HOME: directory },
    permissionHook: () => 'ask',
  });
  expect(() => recipe.launch(task, attemptFiles(directory))).toThrow(why);
  remove();
});

it('Gemini CLI in a pane tells when its prompt was taken and when its turn is over', () => {
  const { task, directory, remove } = scratchTask();
  const recipe = programInPane(programNamed('gemini')!, { env: { HOME: directory }, stopHook: 'gate' });
  const { args, env } = recipe.launch(task, attemptFiles(directory));
  expect(args).not.toContain('--output-format');
  const path = join(env['GEMINI_CLI_HOME'] ?? '', '.gemini/settings.json');
  const { hooks } = JSON.parse(readFileSync(path, 'utf8')) as { hooks: Record<string, unknown> };
  expect(JSON.stringify([hooks['BeforeAgent'], hooks['Notification']])).not.toContain('tell-end.sh');
  expect(JSON.stringify(hooks['AfterAgent'])).toContain('tell-end.sh');
  remove();
});
