import { describe, expect, it } from 'vitest';
import { scratchTask } from '../../../test/fixtures/task.ts';
import { askedOf, mayDo, optionFor } from './permission.ts';

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
    expect(mayDo(task, askedOf(toolCall, task.workingDirectory))).toBe(expected);
  });

  it('on the web is for work that is there', () => {
    expect(mayDo({ ...task, web: true }, askedOf({ kind: 'fetch' }, '/tree'))).toBe(true);
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
    expect(optionFor(options.slice(0, 1), 'reject')).toBeUndefined();
  });
});
