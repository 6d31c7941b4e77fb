// Every changed path was declared: both ends of a rename, modes, links and submodules.
import { describe, expect, it } from 'vitest';
import type { Evidence, FileChange } from '../../model/evidence.ts';
import { change, codes, diff, from, judged, to, told, treeless } from '../evidence.fixture.ts';
import { scopeKept } from './scope-kept.ts';

const check = (declared: readonly string[] | undefined, ignore: readonly string[] = []) =>
  scopeKept({ base: from, head: to, declared: () => declared, ignore: () => ignore });
const judge = (declared: readonly string[] | undefined, ...files: (FileChange | string)[]) =>
  judged(check(declared), { diff: diff(...files) });
const link = (path: string, target: string | undefined, more: Partial<FileChange> = {}) =>
  change(path, { kind: 'link', ...(target === undefined ? {} : { target }), ...more });

describe('the scope', () => {
  it('holds declared files, directories and patterns, and a change of nothing', () => {
    expect(judge(['src/', 'lib/a.js', 'docs/*.md'], 'src/x/y.js', 'lib/a.js', 'docs/a.md').status).toBe(
      'met',
    );
    expect(judge([]).status).toBe('met');
  });

  it('names each path outside, with what was declared', () => {
    const verdict = judge(['src/'], 'src/a', 'lib/b', change('c', { change: 'added' }));
    expect([verdict.status, told(verdict)]).toEqual([
      'unmet',
      [
        'FILES_NOT_OWNED expected changes in src/ only, lib/b: was changed',
        'FILES_NOT_OWNED expected changes in src/ only, c: was added',
      ],
    ]);
    expect(verdict.problems[0]).toMatchObject({
      file: 'lib/b',
      hint: expect.stringContaining('put it back'),
    });
  });

  it('says how a directory is declared', () => {
    expect(judge(['src'], 'src/a.js').problems[0]?.hint).toBe(
      'a directory is declared with a slash at its end: src/',
    );
  });

  it('has both ends of a rename', () => {
    const renamed = change('src/b.js', { change: 'renamed', was: 'lib/a.js', added: 0, removed: 0 });
    expect(told(judge(['src/'], renamed))).toEqual([
      'FILES_NOT_OWNED expected changes in src/ only, lib/a.js: was renamed to src/b.js',
    ]);
    expect(told(judge(['lib/'], renamed))).toEqual([
      'FILES_NOT_OWNED expected changes in lib/ only, src/b.js: was renamed from lib/a.js',
    ]);
    expect(judge(['lib/', 'src/'], renamed).status).toBe('met');
  });

  it('has modes', () => {
    const mode = change('run.sh', { kind: 'executable', modeChanged: true, added: 0, removed: 0 });
    expect(told(judge(['src/'], mode))[0]).toContain('run.sh: its mode was changed');
    expect(judge(['run.sh'], mode).status).toBe('met');
  });

  it.each([
    ['src/l', 'a.js', true],
    ['src/l', '../lib/a.js', true],
    ['src/l', './../lib/./a.js', true],
    ['src/l', '../../etc/passwd', false],
    ['src/l', '/etc/passwd', false],
    ['src/l', '~/x', false],
    ['src/l', 'x/../../lib', false],
    ['src/l', '../.git/config', false],
    ['src/l', '../.GIT/hooks', false],
    ['src/l', '..', true],
    ['src/l', '../..', false],
    ['src/l', undefined, false],
  ])('lets the link %s point to %s: %s', (path, target, fine) => {
    const verdict = judge(['src/'], link(path, target));
    expect([verdict.status, codes(verdict)]).toEqual(fine ? ['met', []] : ['unmet', ['PATH_OUTSIDE']]);
  });

  it('has links that were not declared, and lets a link be deleted', () => {
    expect(codes(judge(['src/'], link('l', '/etc')))).toEqual(['FILES_NOT_OWNED', 'PATH_OUTSIDE']);
    expect(judge(['src/'], link('src/l', '/etc', { change: 'deleted' })).status).toBe('met');
  });

  it('has submodules only by their own path', () => {
    const module = change('vendor/x', { kind: 'submodule' });
    for (const declared of [['vendor/'], ['vendor/*'], ['**'], []])
      expect(told(judge(declared, module))).toEqual([
        'FILES_NOT_OWNED expected no submodule to change, vendor/x: was changed',
      ]);
    expect(judge(['vendor/x'], module).status).toBe('met');
  });

  it('leaves out what is ignored, but no link out of the project and no submodule', () => {
    const ignoring = (...files: FileChange[]) => judged(check([], ['out/']), { diff: diff(...files) });
    expect(ignoring(change('out/a')).status).toBe('met');
    expect(codes(ignoring(link('out/l', '/etc')))).toEqual(['PATH_OUTSIDE']);
    expect(codes(ignoring(change('out/m', { kind: 'submodule' })))).toEqual(['FILES_NOT_OWNED']);
  });

  it('is unproven when the list is cut, and unmet when a listed file is outside all the same', () => {
    const cut = (...files: string[]): Evidence => ({ ...diff(...files), cut: true }) as Evidence;
    expect(judged(check(['src/']), { diff: cut('src/a') }).status).toBe('unproven');
    expect(judged(check(['src/']), { diff: cut('a') }).status).toBe('unmet');
  });

  it('is unproven without evidence, trees or a declaration', () => {
    expect(judged(check(['src/']), {}).status).toBe('unproven');
    expect(judged(check(['src/']), { diff: diff() }, treeless).status).toBe('unproven');
    expect(judge(undefined).status).toBe('unproven');
  });
});
