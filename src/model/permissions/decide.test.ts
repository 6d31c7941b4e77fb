import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Action, decide } from './decide.ts';
import { matchesPathGlob } from './path-globs.ts';
import { type Policy, permissionsSchema } from './permissions.ts';
import { wishKey, wishText } from './wish.ts';

const POLICY: Policy = {
  role: 'builder',
  write: ['src/**', 'docs/*.md', 'täst/*', '.quest/**/notes.md'],
  run: ['npm test', 'git diff', 'npm run build -- --all | tee log'],
  web: false,
  places: [
    { directory: '/project/.quest/q', prefix: '.quest/q' },
    { directory: '/tree', prefix: '' },
  ],
  outputs: ['/project/.quest/q/logs/plan.json'],
};
const write = (...paths: (string | undefined)[]): Action => ({ kind: 'write', paths });
const run = (command: string | undefined): Action => ({ kind: 'run', command });

describe('a role', () => {
  it.each<readonly [Action, boolean, string]>([
    [write('/tree/src/a/b.ts'), true, 'may write src/** '],
    [write('/tree/docs/a.md'), true, 'may write docs/*.md '],
    [write('/tree/täst/ü.ts'), true, 'may write täst/* '],
    [write('/project/.quest/q/logs/plan.json'), true, 'hands this file in'],
    [write('/project/.quest/q/a/notes.md'), true, 'may write .quest/**/notes.md '],
    [write('/tree/docs/a/b.md'), false, 'and not docs/a/b.md (permissions: write)'],
    [write('/tree/lib/a.ts'), false, 'may write src/**, docs/*.md'],
    [write('/tree/src/.git/hooks/x'), false, 'and not src/.git'],
    [write('/tree/SRC/a.ts'), false, 'and not SRC/a.ts'],
    // The same letters to the eye, other bytes on the disk.
    [write('/tree/ta\u0308st/a.ts'), false, 'and not'],
    [write('/project/.quest/q/state.json'), false, 'and not .quest/q/state.json'],
    [write('/project/src/a.ts'), false, 'outside of the folders'],
    [write('/treesrc/a.ts'), false, 'outside of the folders'],
    [write('/tree'), false, 'outside of the folders'],
    [write('/tree/src/a.ts', '/tree/lib/a.ts'), false, 'and not lib/a.ts'],
    [write('/tree/src/a.ts', undefined), false, 'nobody can tell'],
    [write(), false, 'nobody can tell'],
    [run('npm test'), true, 'may run npm test '],
    [run('npm test -- --watch=false'), true, 'may run npm test '],
    [run('npm run build -- --all | tee log'), true, 'may run npm run build'],
    [run('npm run evil'), false, 'may run npm test, git diff'],
    [run('npm test && rm -rf .'), false, 'must stand alone'],
    [run('git diff > /etc/x'), false, 'must stand alone'],
    [run('git diff "'), false, 'a quotation does not end'],
    [run('/tmp/npm test'), false, 'and not this'],
    [run(''), false, 'and not this'],
    [run(undefined), false, 'and not this'],
    [{ kind: 'web' }, false, 'may not use the web'],
    [{ kind: 'unknown', name: 'Launch' }, false, 'nothing says that builder may use Launch'],
  ])('%j: %s', (action, allowed, words) => {
    const decision = decide(POLICY, action);
    expect(decision).toEqual({ allowed, because: expect.stringContaining(words) });
    expect(decision.because.length).toBeLessThanOrEqual(1_000);
  });

  it('of whom nothing is named may do nothing but hand in', () => {
    const none = { ...POLICY, write: [], run: [] };
    expect(decide(none, write('/tree/src/a.ts')).because).toContain('may write nothing');
    expect(decide(none, run('npm test')).allowed).toBe(false);
    expect(decide(none, write('/project/.quest/q/logs/plan.json')).allowed).toBe(true);
    expect(decide({ ...none, web: true }, { kind: 'web' }).allowed).toBe(true);
  });

  it('is told in one plain line, whatever the path is called', () => {
    const { because } = decide(POLICY, write('/tree/\u001b[31ma\nb'));
    expect(because).not.toMatch(/[\u0000-\u001f]/);
  });

  it('never writes what no pattern means', () => {
    const step = fc.constantFrom('src', 'docs', 'a.md', '..', '.', '.git', 'täst', 'lib', '', ' ', 'x\u0000');
    const entry = fc.constantFrom('src/**', '**/a.md', 'docs/*', '*', 'täst/*', '../**', '/tree/**', '**/..');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), fc.array(entry, { maxLength: 3 }), (steps, entries) => {
        const path = `/tree/${steps.join('/')}`;
        const { allowed } = decide({ ...POLICY, write: entries }, write(path));
        if (!allowed) return;
        const plain = steps.filter((one) => one !== '' && one !== '.').join('/');
        expect(entries.some((one) => matchesPathGlob(one, plain))).toBe(true);
        expect(steps).not.toContain('..');
        expect(steps).not.toContain('.git');
      }),
    );
  });
});

describe('what no rule decides', () => {
  const asks: Policy = { ...POLICY, asks: { waitMs: 1_000, web: true } };

  it.each<readonly [Action, unknown]>([
    [write('/tree/lib/a.ts'), { kind: 'write', files: ['lib/a.ts'] }],
    [
      write('/tree/src/a.ts', '/tree/lib/b.ts', '/tree/lib/a.ts'),
      { kind: 'write', files: ['lib/a.ts', 'lib/b.ts'] },
    ],
    [run('npm test && rm -rf .'), { kind: 'run', command: 'npm test && rm -rf .' }],
    [
      { kind: 'web', url: 'https://example.com' },
      { kind: 'web', url: 'https://example.com' },
    ],
    [
      { kind: 'unknown', name: 'Launch', input: '{"a":1}' },
      { kind: 'use', tool: 'Launch', input: '{"a":1}' },
    ],
    // What is decided for all roles, or cannot be read whole, is put to nobody.
    [write('/tree/src/.git/hooks/x'), undefined],
    [write('/elsewhere/a.ts'), undefined],
    [write('/tree/lib/a.ts', undefined), undefined],
    [write('/tree/lib/a.ts', '/elsewhere/a.ts'), undefined],
    [run(undefined), undefined],
    [run(' '), undefined],
    [run(`echo ${'x'.repeat(3_000)}`), undefined],
    [{ kind: 'unknown', name: 'Launch', input: 'x'.repeat(3_000) }, undefined],
  ])('%j may be put to a person: %j', (action, wish) => {
    expect(decide(asks, action)).toMatchObject({ allowed: false });
    expect(decide(asks, action).wish).toEqual(wish);
    expect(decide(POLICY, action).wish).toBeUndefined();
  });

  it('of the web is decided where somebody has said so', () => {
    expect(decide({ ...asks, asks: { waitMs: 1, web: false } }, { kind: 'web' }).wish).toBeUndefined();
  });

  it('hides nothing in its words', () => {
    expect(wishText({ kind: 'run', command: 'npm test\nrm x \u202e\u001b[2K' })).toBe(
      'run: npm test^Jrm x <U+202E>^[[2K',
    );
  });

  it('is the same wish only when all of it is the same', () => {
    const key = (command: string) => wishKey({ kind: 'run', command });
    expect(key('npm test')).toBe(key('npm test'));
    expect(key('npm test')).not.toBe(key('npm  test'));
    expect(wishKey({ kind: 'write', files: ['a'] })).not.toBe(wishKey({ kind: 'write', files: ['a', 'b'] }));
  });
});

it.each([
  [{}, true],
  [{ otherwise: 'ask', waitMs: 60_000 }, true],
  [{ otherwise: 'allow' }, false],
  [{ otherwise: 'ask', waitMs: 1 }, false],
  [{ write: ['src/**'], run: ['npm test'], web: true }, true],
  [{ write: 'src/**' }, false],
  [{ write: [' '] }, false],
  [{ run: ['a\nb'] }, false],
  [{ read: ['**'] }, false],
  [{ web: 'yes' }, false],
])('permissions are a closed schema: %j', (value, isFine) => {
  expect(permissionsSchema.safeParse(value).success).toBe(isFine);
});
