import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type Policy, policyWord } from '../../model/permissions/permissions.ts';
import { hookPreToolUse, toolAnswer } from './pre-tool-use.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'baton-tool-')));
const tree = join(root, 'tree');
mkdirSync(join(tree, 'src'), { recursive: true });
mkdirSync(join(tree, 'lib'));
symlinkSync('../lib', join(tree, 'src/link'));
afterAll(() => rmSync(root, { recursive: true }));

const POLICY: Policy = {
  ...{ role: 'coder', write: ['src/**', '.claude/**'], run: ['npm test'], web: false },
  ...{ places: [{ directory: tree, prefix: '' }], outputs: [] },
};
const asked = (tool_name: string, tool_input: unknown): string =>
  JSON.stringify({ session_id: 's', hook_event_name: 'PreToolUse', cwd: tree, tool_name, tool_input });
const inWord = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** As Claude Code reads it. */
interface Told {
  readonly hookSpecificOutput?: { readonly permissionDecision: string };
}
const answer = async (input: string | undefined, policy: string | undefined = policyWord(POLICY)) => {
  const told: Told = await toolAnswer({ policy, directory: root }, input);
  return told.hookSpecificOutput;
};

describe('what Claude Code is about to do', () => {
  it.each([
    ['Write', { file_path: `${tree}/src/a.ts`, content: '' }, 'allow', 'may write src/**'],
    ['Edit', { file_path: 'src/a.ts' }, 'allow', 'may write src/**'],
    ['NotebookEdit', { notebook_path: `${tree}/src/a.ipynb` }, 'allow', 'may write src/**'],
    ['Write', { file_path: `${tree}/lib/a.ts` }, 'deny', 'and not lib/a.ts'],
    ['MultiEdit', { file_path: `${tree}/src/link/a.ts` }, 'deny', 'and not lib/a.ts'],
    ['Write', { file_path: `${tree}/src/../lib/a.ts` }, 'deny', 'nobody can tell'],
    ['Write', { file_path: '/etc/passwd' }, 'deny', 'outside of the folders'],
    ['Write', { path: `${tree}/src/a.ts` }, 'deny', 'nobody can tell'],
    ['Write', {}, 'deny', 'nobody can tell'],
    ['Bash', { command: 'npm test' }, 'allow', 'may run npm test'],
    ['Bash', { command: 'npm test; id' }, 'deny', 'must stand alone'],
    ['Bash', { command: ['npm', 'test'] }, 'deny', 'and not this'],
    ['WebFetch', { url: 'https://example.com' }, 'deny', 'may not use the web'],
    ['mcp__other__write', {}, 'deny', 'nothing says that coder may use mcp__other__write'],
    ['SomethingNew', {}, 'deny', 'nothing says'],
  ])('%s %j: %s', async (tool, input, permissionDecision, words) => {
    expect(await answer(asked(tool, input))).toEqual({
      hookEventName: 'PreToolUse',
      permissionDecision,
      permissionDecisionReason: expect.stringContaining(words),
    });
  });

  it.each([
    ['Read', { file_path: '/etc/hosts' }],
    ['mcp__baton__submit_done', { summary: 'x' }],
    ['TodoWrite', {}],
    // It is allowed, and the host still asks about its own settings.
    ['Write', { file_path: `${tree}/.claude/settings.json` }],
  ])('%s %j is left to the host', async (tool, input) => {
    expect(await toolAnswer({ policy: policyWord(POLICY), directory: root }, asked(tool, input))).toEqual({});
  });

  it.each([
    ['no policy', asked('Read', {}), undefined],
    ['a policy that is none', asked('Read', {}), '{'],
    ['a policy with another field', asked('Read', {}), inWord({ ...POLICY, read: [] })],
    ['half a policy', asked('Read', {}), inWord({ role: 'coder' })],
    ['too much', undefined, policyWord(POLICY)],
    ['nothing', '', policyWord(POLICY)],
    ['no JSON', 'Bash npm test', policyWord(POLICY)],
    ['no tool', '{"tool_input":{}}', policyWord(POLICY)],
    ['a list', asked('Bash', ['npm test']), policyWord(POLICY)],
    [
      'another folder than one',
      JSON.stringify({ tool_name: 'Read', tool_input: {}, cwd: 7 }),
      policyWord(POLICY),
    ],
  ])('%s is a no', async (_, input, policy) => {
    expect(await toolAnswer({ policy, directory: root }, input)).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny' },
    });
  });

  it('may be anything without a crash, and is never allowed without a rule', async () => {
    const tools = fc.oneof(fc.constantFrom('Write', 'Edit', 'Bash', 'WebFetch', '__proto__'), fc.string());
    const inputs = fc.dictionary(fc.constantFrom('file_path', 'command', 'url'), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(tools, inputs, async (tool, input) => {
        const told = await answer(asked(tool, input));
        if (told?.permissionDecision !== 'allow') return;
        const { file_path: path, command } = input;
        expect(
          (typeof path === 'string' && path.startsWith('src/')) ||
            (typeof command === 'string' && command.startsWith('npm test')),
        ).toBe(true);
      }),
    );
  });

  it('is put to a person where no rule decides and the role says so, and else not', async () => {
    const asking: Policy = { ...POLICY, asks: { waitMs: 5_000, web: false } };
    const wishes: unknown[] = [];
    const ask = async (policy: Policy, tool: string, input: unknown, allowed: boolean) => {
      const askPerson = async (wish: unknown, waitMs: number) => {
        wishes.push([wish, waitMs]);
        return { allowed, because: 'by a person' };
      };
      const by = { policy: policyWord(policy), directory: root, askPerson };
      const told: Told = await toolAnswer(by, asked(tool, input));
      return told.hookSpecificOutput?.permissionDecision;
    };
    expect(await ask(asking, 'Write', { file_path: 'lib/a.ts' }, true)).toBe('allow');
    expect(await ask(asking, 'Bash', { command: 'npm test; id' }, false)).toBe('deny');
    expect(await ask(asking, 'mcp__x__y', { a: 1 }, true)).toBe('allow');
    expect(wishes).toEqual([
      [{ kind: 'write', files: ['lib/a.ts'] }, 5_000],
      [{ kind: 'run', command: 'npm test; id' }, 5_000],
      [{ kind: 'use', tool: 'mcp__x__y', input: '{"a":1}' }, 5_000],
    ]);
    expect(await ask(asking, 'Write', { file_path: '/etc/passwd' }, true)).toBe('deny');
    expect(await ask(asking, 'WebFetch', { url: 'https://x' }, true)).toBe('deny');
    expect(await ask(asking, 'Write', { file_path: 'src/a.ts' }, false)).toBe('allow');
    expect(await ask(POLICY, 'Write', { file_path: 'lib/a.ts' }, true)).toBe('deny');
    expect(wishes).toHaveLength(3);
  });

  it('is a no when the host does not say it, or cannot be read', async () => {
    const never = new Promise<string>(() => {});
    const by = { policy: policyWord(POLICY), directory: root, timeMsMax: 10 };
    const no = { hookSpecificOutput: { permissionDecision: 'deny' } };
    expect(await hookPreToolUse(by, never)).toMatchObject(no);
    expect(await hookPreToolUse(by, Promise.reject(new Error('EIO')))).toMatchObject(no);
  });
});
