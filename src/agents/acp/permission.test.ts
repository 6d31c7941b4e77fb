import { describe, expect, it } from 'vitest';
import { scratchTask } from '../../../test/fixtures/task.ts';
import { askedOf, decideAsked, optionFor } from './permission.ts';

const { task, remove } = scratchTask('http://127.0.0.1:9', {
  ...{ workingDirectory: '/tree', runDirectory: '/run' },
});
remove();

describe('what an agent asks for', () => {
  it.each([
    ['an edit in its tree', { kind: 'edit', locations: [{ path: '/tree/a' }] }, true],
    [
      'an edit of the run directory',
      { kind: 'edit', content: [{ type: 'diff', path: '/run/plan.yaml' }] },
      true,
    ],
    ['an edit elsewhere', { kind: 'edit', locations: [{ path: '/etc/passwd' }] }, false],
    ['an edit beside its tree', { kind: 'edit', locations: [{ path: '/tree/../treeb/a' }] }, false],
    [
      'one path of two elsewhere',
      { kind: 'edit', rawInput: { file_path: '/tree/a', path: '/home/b' } },
      false,
    ],
    ['a tool without a kind', { title: 'Write', rawInput: { file_path: '/home/b' } }, false],
    ['a path from its tree', { kind: 'read', rawInput: { path: 'src/a' } }, true],
    ['a tool of the door', { title: 'submit_done', kind: 'other' }, true],
    ['a command', { kind: 'execute', rawInput: { command: 'npm test' } }, true],
    ['the web', { kind: 'fetch', rawInput: { url: 'https://example.com' } }, false],
  ])('%s', (_, toolCall, expected) => {
    expect(decideAsked(task, askedOf(toolCall, task.workingDirectory)).allowed).toBe(expected);
  });

  const bound = {
    ...{ ...task, project: '/project', runDirectory: '/project/.baton/runs/r', outputs: ['plan.yaml'] },
    permissions: { write: ['src/**'], run: ['npm test'] },
  };
  it.each([
    ['a file that it may write', { kind: 'edit', locations: [{ path: '/tree/src/a' }] }, true],
    [
      'a file that it hands in',
      { kind: 'edit', locations: [{ path: '/project/.baton/runs/r/plan.yaml' }] },
      true,
    ],
    ['another file', { kind: 'edit', locations: [{ path: '/tree/lib/a' }] }, false],
    ['a way around', { kind: 'edit', locations: [{ path: '/tree/src/../lib/a' }] }, false],
    ['one of two', { kind: 'move', rawInput: { old_path: 'src/a', new_path: 'lib/a' } }, false],
    ['a change of no file', { kind: 'edit', title: 'Edit' }, false],
    ['a change without a kind', { title: 'Write', rawInput: { file_path: '/tree/lib/a' } }, false],
    ['a look at any file of its own', { kind: 'read', locations: [{ path: '/tree/lib/a' }] }, true],
    ['a look elsewhere', { kind: 'read', locations: [{ path: '/etc/passwd' }] }, false],
    ['a command that it may run', { kind: 'execute', rawInput: { command: 'npm test' } }, true],
    ['the same in a shell', { kind: 'execute', rawInput: { command: ['bash', '-lc', 'npm test'] } }, true],
    ['a list of words', { kind: 'execute', rawInput: { command: ['npm', 'test'] } }, false],
    ['another command', { kind: 'execute', rawInput: { command: 'npm test; id' } }, false],
    ['a command that it does not tell', { kind: 'execute', title: 'npm test' }, false],
    ['a command without a kind', { title: 'Bash', rawInput: { command: 'npm test' } }, true],
    ['a command with a file that it may write', { rawInput: { command: 'id', path: 'src/a' } }, false],
    ['a command that calls itself a look', { kind: 'read', rawInput: { command: 'id' } }, false],
    ['the web', { kind: 'fetch', rawInput: { url: 'https://example.com' } }, false],
    ['the web by another name', { kind: 'search', rawInput: { url: 'https://example.com' } }, false],
    ['a tool of the door', { title: 'mcp__baton__submit_done', kind: 'other' }, true],
    ['the same with words behind it', { title: 'submit_done (baton MCP Server)' }, true],
    [
      'a command called like one',
      { title: 'submit_done; id', rawInput: { command: 'submit_done; id' } },
      false,
    ],
    ['a change called like one', { kind: 'edit', title: 'submit_done' }, false],
    ['any other tool', { title: 'launch', kind: 'other' }, false],
  ])('is decided by what its role may do: %s', (_, toolCall, expected) => {
    expect(decideAsked(bound, askedOf(toolCall, '/tree')).allowed).toBe(expected);
  });

  it('may be a tool of the door that is asked for in other words than it was told of', () => {
    const call = { kind: 'other', title: 'Hand in the work', rawInput: { summary: 'done' } };
    expect(decideAsked(bound, askedOf(call, '/tree')).allowed).toBe(false);
    expect(decideAsked(bound, askedOf(call, '/tree', 'baton-submit_done')).allowed).toBe(true);
    expect(decideAsked(bound, askedOf({ ...call, kind: 'edit' }, '/tree', 'baton-submit_done')).allowed).toBe(
      false,
    );
  });

  it('on the web is for work that is there', () => {
    expect(decideAsked({ ...task, web: true }, askedOf({ kind: 'fetch' }, '/tree')).allowed).toBe(true);
  });

  it('is answered by kind, whatever the options are called', () => {
    const options = [
      { optionId: 'always', kind: 'allow_always' },
      { optionId: 'approved', kind: 'allow_once' },
      { optionId: 'again', kind: 'allow_once' },
      { optionId: 'abort', kind: 'reject_once' },
    ];
    expect(optionFor(options, 'allow')).toBe('approved');
    expect(optionFor(options, 'reject')).toBe('abort');
    expect(optionFor(options.slice(0, 1), 'allow')).toBe('always');
    expect(optionFor(options.slice(0, 1), 'allow', true)).toBeUndefined();
    expect(optionFor(options.slice(0, 1), 'reject')).toBeUndefined();
  });
});
