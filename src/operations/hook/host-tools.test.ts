import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type Policy, policyWord } from '../../model/permissions/permissions.ts';
import { patchPaths } from './patch-paths.ts';
import { hookPreToolUse, toolAnswer } from './pre-tool-use.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'baton-host-')));
const tree = join(root, 'tree');
for (const folder of ['src', 'lib']) mkdirSync(join(tree, folder), { recursive: true });
writeFileSync(join(tree, 'lib/there.js'), '');
writeFileSync(join(tree, 'src/there.js'), '');
afterAll(() => rmSync(root, { recursive: true }));

const POLICY: Policy = {
  ...{ role: 'coder', write: ['src/**', '*.js'], run: ['npm test'], web: false },
  ...{ places: [{ directory: tree, prefix: '' }], outputs: [] },
};
const by = (host: string) => ({ policy: policyWord(POLICY), host, directory: tree });

/** As each host writes down what it asks. */
const asked = (host: string, tool: string, input: unknown): string =>
  JSON.stringify(
    host === 'copilot'
      ? { sessionId: 's', timestamp: 1, cwd: tree, toolName: tool, toolArgs: input }
      : { session_id: 's', cwd: tree, tool_name: tool, tool_input: input },
  );
/** Of a decision in the words of each host. */
const wordsOf = (answer: object): string =>
  /"(?:permissionDecision|decision)":"(\w+)"/.exec(JSON.stringify(answer))?.[1] ?? 'nothing';
const decided = async (host: string, tool: string, input: unknown): Promise<string> =>
  wordsOf(await toolAnswer(by(host), asked(host, tool, input)));

const patch = (...lines: readonly string[]): string =>
  ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');

describe('what programs are about to do', () => {
  it.each([
    ['codex', 'apply_patch', { command: patch('*** Add File: src/a.js', '+a') }, true],
    ['codex', 'apply_patch', { command: patch(`*** Add File: ${tree}/lib/a.js`, '+a') }, false],
    ['codex', 'Bash', { command: 'npm test' }, true],
    ['codex', 'Bash', { command: 'npm test > lib/a.js' }, false],
    ['codex', 'spawn_agent', { message: 'x' }, false],
    ['gemini', 'write_file', { file_path: `${tree}/src/a.js`, content: '' }, true],
    ['gemini', 'write_file', { file_path: `${tree}/lib/a.js`, content: '' }, false],
    ['gemini', 'replace', { file_path: 'src/there.js' }, true],
    // Gemini CLI would find `lib/there.js` under this name.
    ['gemini', 'replace', { file_path: 'there.js' }, false],
    ['gemini', 'write_file', { file_path: '@src/a.js' }, false],
    ['gemini', 'run_shell_command', { command: 'npm test' }, true],
    ['gemini', 'run_shell_command', { command: 'npm test', dir_path: 'src' }, true],
    ['gemini', 'run_shell_command', { command: 'npm test', dir_path: root }, false],
    ['gemini', 'run_shell_command', { command: 'npm test', dir_path: 7 }, false],
    ['gemini', 'save_memory', { fact: 'x' }, false],
    ['gemini', 'web_fetch', { prompt: 'https://example.com' }, false],
    ['qwen', 'write_file', { file_path: `${tree}/src/a.js` }, true],
    ['qwen', 'edit', { file_path: `${tree}/lib/a.js` }, false],
    ['qwen', 'run_shell_command', { command: 'npm test', directory: tree }, true],
    ['qwen', 'run_shell_command', { command: 'npm test', directory: '/' }, false],
    ['qwen', 'cron_create', {}, false],
    ['copilot', 'create', { path: `${tree}/src/a.js` }, true],
    ['copilot', 'edit', { path: `${tree}/lib/a.js` }, false],
    ['copilot', 'bash', { command: 'npm test' }, true],
    ['copilot', 'bash', { command: 'npm test; id' }, false],
    ['copilot', 'bash', '{"command":"npm test"}', true],
    ['copilot', 'apply_patch', patch('*** Add File: src/a.js', '+a'), true],
    ['copilot', 'apply_patch', patch('*** Add File: src/a.js', '*** Add File: lib/a.js'), false],
    ['copilot', 'apply_patch', { path: 'src/a.js' }, false],
    ['copilot', 'web_fetch', { url: 'https://example.com' }, false],
  ])('%s: %s %j', async (host, tool, input, isAllowed) => {
    const allowed = host === 'codex' || host === 'gemini' ? 'nothing' : 'allow';
    expect(await decided(host, tool, input)).toBe(isAllowed ? allowed : 'deny');
  });

  it.each([
    ['codex', 'mcp__baton__submit_done'],
    ['gemini', 'mcp_baton_submit_done'],
    ['qwen', 'mcp__baton__submit_done'],
    ['copilot', 'baton-submit_done'],
    ['gemini', 'read_file'],
    ['qwen', 'tool_search'],
    ['copilot', 'view'],
  ])('%s: %s is left to it', async (host, tool) => {
    expect(await toolAnswer(by(host), asked(host, tool, {}))).toEqual({});
  });

  it.each(['codex', 'gemini', 'qwen', 'copilot'])(
    '%s is told no, with words, when nothing can be read',
    async (host) => {
      for (const input of [undefined, '', '[]', '{}', asked(host, 'x', 7)]) {
        const answer = await toolAnswer(by(host), input);
        expect(wordsOf(answer)).toBe('deny');
        expect(JSON.stringify(answer)).toContain('Baton: ');
      }
    },
  );

  it('of a program that nobody knows nothing is said, so that the hook fails', async () => {
    for (const host of ['opencode', '__proto__', ''])
      await expect(hookPreToolUse(by(host), Promise.resolve(asked(host, 'x', {})))).rejects.toThrow(
        'expected the name of a program',
      );
  });
});

describe('the files of a patch', () => {
  it.each([
    [['*** Update File: src/a.js', '@@', '-a', '+*** Add File: lib/x.js'], ['src/a.js']],
    [
      ['*** Update File: src/a.js', '*** Move to: lib/a.js', '*** Delete File: src/b.js'],
      ['src/a.js', 'lib/a.js', 'src/b.js'],
    ],
    [['  *** Add File: lib/a.js', '+a'], ['lib/a.js']],
    [['*** Add File: src/a.js\r', '+a\r'], ['src/a.js']],
    // What cannot be followed is no file that a rule could name.
    [['*** Add File: src/a\u2028/../../lib/a.js'], [undefined]],
    [['*** Add File: src/a\rb'], [undefined]],
    [['*** Copy File: lib/a.js'], [undefined]],
    [['***Add File: lib/a.js'], [undefined]],
    [
      ['*** Environment ID: other', '*** Add File: src/a.js'],
      [undefined, 'src/a.js'],
    ],
    [['+nothing'], [undefined]],
  ])('%j', (lines, expected) => {
    expect(patchPaths(patch(...lines), tree)).toEqual(
      expected.map((path) => (path === undefined ? undefined : join(tree, path))),
    );
  });

  it('are at least one, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.jsonValue()), (value) => {
        expect(patchPaths(value, tree).length).toBeGreaterThan(0);
      }),
    );
  });
});
