import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dialectsOf, type ForeignSystem } from '../../handoffs/foreign-system.ts';
import type { Inspector } from '../../handoffs/inspector.ts';
import { ARTIFACT_BYTES_MAX, HANDOFF_BYTES_MAX } from '../../model/limits/limits.ts';
import { problem } from '../../model/problem.ts';
import { SYSTEMS } from '../../systems/systems.ts';
import { type CheckOptions, checkFiles } from './check-files.ts';

const folder = (files: Readonly<Record<string, string | Uint8Array>> = {}): string => {
  const root = mkdtempSync(join(tmpdir(), 'check-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
};

/** These inspectors, and every dialect that there is. */
const inspectedBy = (...inspectors: readonly Inspector[]): readonly ForeignSystem[] => [
  ...inspectors.map((inspector) => ({ name: inspector.dialect, inspector })),
  ...dialectsOf(SYSTEMS).map((dialect) => ({ name: dialect.name, dialect })),
];

/** Knows files that begin with `note`, and directories with a file `notes.txt`; complains of each that says `bad`. */
const notes = (dialect: string, files: string[] = []): Inspector => ({
  dialect,
  says: 'notes',
  artifact: (path, text) =>
    text.startsWith('note')
      ? { problems: text.includes('bad') ? [problem('FIELD_INVALID', 'bad', { file: path, line: 1 })] : [] }
      : undefined,
  isRun: (names) => names.includes('notes.txt'),
  reads: (name) => name.endsWith('.txt'),
  run: (read) => {
    files.push(...read.keys());
    return [...read]
      .filter(([, text]) => !text.startsWith('note'))
      .map(([file]) => problem('FIELD_INVALID', 'no note', { file, severity: 'warning' }));
  },
});

const check = (paths: readonly string[], more: Partial<CheckOptions> = {}) =>
  checkFiles({ systems: inspectedBy(notes('notes')), paths, ...more });

describe('checking files', () => {
  it('gives one result for each argument, in their order', async () => {
    const root = folder({ 'good.txt': 'note', 'bad.txt': 'note bad' });
    const [good, bad] = [join(root, 'good.txt'), join(root, 'bad.txt')];
    const nothing = { variant: null, handoff: null };
    expect(await check([bad, good])).toEqual({
      unreadable: false,
      sources: new Map([
        [bad, 'note bad'],
        [good, 'note'],
      ]),
      document: {
        ok: false,
        results: [
          {
            path: bad,
            ok: false,
            kind: 'artifact',
            dialect: 'notes',
            ...nothing,
            problems: [{ code: 'FIELD_INVALID', severity: 'error', message: 'bad', file: bad, line: 1 }],
          },
          { path: good, ok: true, kind: 'artifact', dialect: 'notes', ...nothing, problems: [] },
        ],
      },
    });
  });

  it('says what it understands when nobody knows a file', async () => {
    const path = join(folder({ 'x.md': 'hello' }), 'x.md');
    const { document, unreadable } = await check([path]);
    expect(unreadable).toBe(false);
    expect(document.results).toMatchObject([
      {
        ok: false,
        kind: 'handoff',
        dialect: null,
        handoff: null,
        problems: [{ code: 'DIALECT_UNKNOWN', file: path }],
      },
    ]);
    expect(document.results[0]?.problems[0]?.hint).toBe(
      'Understood: handoffs of h3a, quest, collective; notes.',
    );
  });

  it.each([
    ['is not there', (root: string) => join(root, 'gone'), 'FILE_MISSING'],
    ['is too large', (root: string) => join(root, 'large'), 'FILE_TOO_LARGE'],
    ['is a pipe or device', () => '/dev/null', 'FILE_UNREADABLE'],
    ['is below a file', (root: string) => join(root, 'large', 'x'), 'FILE_MISSING'],
    ['is an impossible name', () => 'a\0b', 'FILE_UNREADABLE'],
  ])('tells that an input %s, and goes on with the others', async (_, pathIn, code) => {
    const root = folder({ large: 'n', 'good.txt': 'note' });
    truncateSync(join(root, 'large'), HANDOFF_BYTES_MAX + 1);
    const { document, unreadable } = await check([pathIn(root), join(root, 'good.txt')]);
    expect(unreadable).toBe(true);
    expect(document.results.map(({ ok, problems }) => [ok, problems.map((one) => one.code)])).toEqual([
      [false, [code]],
      [true, []],
    ]);
  });

  it('takes bytes that are no text for bad content, not for an unreadable file', async () => {
    const path = join(folder({ x: Uint8Array.of(0xff, 0xfe) }), 'x');
    const { document, unreadable } = await check([path]);
    expect([unreadable, document.results[0]?.problems[0]?.code]).toEqual([false, 'FILE_NOT_UTF8']);
  });

  it('asks the first that knows a file, or the one that was named', async () => {
    const path = join(folder({ x: 'note' }), 'x');
    const systems = inspectedBy(notes('first'), notes('second'));
    const dialectOf = async (dialect?: string) =>
      (await checkFiles({ systems, paths: [path], dialect })).document.results[0]?.dialect;
    expect([await dialectOf(), await dialectOf('second')]).toEqual(['first', 'second']);
    await expect(dialectOf('secnd')).rejects.toMatchObject({
      code: 'USAGE_INVALID',
      hint: 'Did you mean second?',
    });
  });
});

describe('checking standard input', () => {
  it('reads it once', async () => {
    let reads = 0;
    const stdin = async () => {
      reads += 1;
      return Buffer.from('note bad');
    };
    const { document } = await check(['-', '-'], { stdin });
    expect([reads, document.results.map(({ path, ok }) => [path, ok])]).toEqual([
      1,
      [
        ['-', false],
        ['-', false],
      ],
    ]);
  });

  it('refuses what is over the limit', async () => {
    const { document, unreadable } = await check(['-'], { stdin: async () => undefined });
    expect([unreadable, document.results[0]?.problems[0]?.code]).toEqual([true, 'FILE_TOO_LARGE']);
  });
});

const BLOCK = `Done.

---HANDOFF---
STATUS: complete
ARTIFACTS: docs/plan.md, docs/more.md
NEXT: plan_review
SUMMARY: Plan written
`;

describe('checking a handoff', () => {
  it('is asked after the inspectors, and of the dialect that was named', async () => {
    const path = join(folder({ 'message.md': BLOCK }), 'message.md');
    const found = async (more: Partial<CheckOptions> = {}) => (await check([path], more)).document.results[0];
    expect(await found()).toMatchObject({
      ok: true,
      kind: 'handoff',
      dialect: 'quest',
      handoff: { to: 'plan_review', artifacts: ['docs/plan.md', 'docs/more.md'] },
    });
    expect(await found({ dialect: 'h3a' })).toMatchObject({
      ok: false,
      dialect: null,
      problems: [{ code: 'DIALECT_UNKNOWN', message: expect.stringContaining('a file of h3a') }],
    });
  });

  it('with a role asks whether that one may name the next', async () => {
    const path = join(folder({ 'message.md': BLOCK }), 'message.md');
    const codes = async (role: string) =>
      (await check([path], { role })).document.results[0]?.problems.map(({ code }) => code);
    expect([await codes('planner'), await codes('fixer')]).toEqual([[], ['HANDOFF_NEXT_NOT_ALLOWED']]);
  });

  it('with a root asks whether its artifacts are there', async () => {
    const root = folder({ 'message.md': BLOCK, 'docs/plan.md': 'x', 'docs/more.md': '' });
    const path = join(root, 'message.md');
    const found = async (where: string) => (await check([path], { root: where })).document.results[0];
    expect(await found(root)).toMatchObject({
      ok: false,
      problems: [{ code: 'FILE_EMPTY', file: path, field: 'artifacts', line: 5, column: 26 }],
    });
    await expect(found(join(root, 'gone'))).rejects.toMatchObject({ code: 'FILE_MISSING' });
    await expect(found(path)).rejects.toMatchObject({ code: 'USAGE_INVALID' });
  });

  it('warns of a byte order mark, which an inspector never sees', async () => {
    const root = folder({ 'message.md': `\ufeff${BLOCK}`, 'note.txt': '\ufeffnote' });
    const { document } = await check([join(root, 'message.md'), join(root, 'note.txt')]);
    expect(
      document.results.map(({ ok, kind, problems }) => [ok, kind, problems.map((one) => one.code)]),
    ).toEqual([
      [true, 'handoff', ['HANDOFF_DECORATION']],
      [true, 'artifact', []],
    ]);
  });

  it('that is an object and says so is no artifact, unless its name says otherwise', async () => {
    const eager: Inspector = {
      ...notes('eager'),
      artifact: (path, text) =>
        path.endsWith('eager.json') || text.includes('summary') ? { problems: [] } : undefined,
    };
    const json = '{"status": "blocked", "artifacts": [], "next": null, "summary": "x"}';
    const root = folder({ 'eager.json': json, 'other.json': json, 'plain.json': '{"summary": "x"}' });
    const { document } = await check(
      ['eager.json', 'other.json', 'plain.json'].map((name) => join(root, name)),
      { systems: inspectedBy(eager) },
    );
    expect(document.results.map(({ kind, dialect }) => [kind, dialect])).toEqual([
      ['artifact', 'eager'],
      ['handoff', 'quest'],
      ['artifact', 'eager'],
    ]);
  });

  it('through a pipe has no name to go by', async () => {
    const { document } = await check(['-'], { stdin: async () => Buffer.from(BLOCK.replace('NEXT', 'NXT')) });
    expect(document.results[0]).toMatchObject({
      path: '-',
      ok: false,
      dialect: 'quest',
      handoff: { status: 'complete' },
    });
    expect(document.results[0]?.problems.every(({ file }) => file === '-')).toBe(true);
  });
});

describe('checking what a pattern means', () => {
  it('gives a result for each file, in the place of the pattern', async () => {
    const root = folder({ 'b.txt': 'note', 'a.txt': 'note bad', 'c.md': 'note', 'z.txt': 'note' });
    const { document } = await check([join(root, 'c.md'), join(root, '?.txt')]);
    expect(document.results.map(({ path, ok }) => [path, ok])).toEqual([
      [join(root, 'c.md'), true],
      [join(root, 'a.txt'), false],
      [join(root, 'b.txt'), true],
      [join(root, 'z.txt'), true],
    ]);
  });

  it('tells when nothing matches', async () => {
    const pattern = join(folder(), '*.md');
    const { document, unreadable } = await check([pattern]);
    expect([unreadable, document.results]).toMatchObject([
      true,
      [{ path: pattern, ok: false, problems: [{ code: 'FILE_MISSING', file: pattern }] }],
    ]);
  });
});

describe('checking a directory', () => {
  it('is one result, whose problems name files that can be opened from here', async () => {
    const root = folder({ 'notes.txt': 'note', 'sub/a.txt': 'hello', 'sub/b.md': 'ignored' });
    const files: string[] = [];
    const { document } = await check([root], { systems: inspectedBy(notes('notes', files)) });
    expect(document.results).toMatchObject([
      { path: root, ok: true, kind: 'run', dialect: 'notes', problems: [{ file: join(root, 'sub/a.txt') }] },
    ]);
    expect(files).toEqual(['notes.txt', 'sub/a.txt']);
  });

  it('looks again at an error, for files are written one after the other', async () => {
    const root = folder({ 'notes.txt': 'note' });
    const found = [['first', 'second'], ['second'], ['third'], ['third'], []];
    let looks = 0;
    const moving: Inspector = {
      ...notes('notes'),
      run: () => (found[looks++] ?? []).map((message) => problem('FIELD_INVALID', message)),
    };
    const { document } = await check([root], { systems: inspectedBy(moving) });
    expect([looks, document.results[0]?.problems.map(({ message }) => message)]).toEqual([4, ['third']]);
    looks = 4;
    await check([root], { systems: inspectedBy(moving) });
    expect(looks).toBe(5);
  });

  it('follows no link', async () => {
    const outside = folder({ 'secret.txt': 'note', 'deep/x.txt': 'hello' });
    const root = folder({ 'notes.txt': 'note' });
    symlinkSync(join(outside, 'secret.txt'), join(root, 'link.txt'));
    symlinkSync(join(outside, 'deep'), join(root, 'deep'));
    const { document, unreadable } = await check([root]);
    expect(unreadable).toBe(false);
    expect(document.results[0]?.problems.map(({ code, file }) => [code, file])).toEqual([
      ['PATH_OUTSIDE', join(root, 'link.txt')],
    ]);
  });

  it('takes an empty file for an empty text, and names only once what cannot be read', async () => {
    const root = folder({ 'notes.txt': 'note', 'empty.txt': '', 'binary.txt': Uint8Array.of(0xff) });
    const { document } = await check([root]);
    expect(document.results[0]?.problems.map(({ code, file }) => [code, file])).toEqual([
      ['FILE_NOT_UTF8', join(root, 'binary.txt')],
      ['FIELD_INVALID', join(root, 'empty.txt')],
    ]);
  });

  it('that nobody knows is a problem, unless the dialect is named', async () => {
    const root = folder({ 'other.txt': 'hello' });
    const found = async (dialect?: string) => (await check([root], { dialect })).document.results[0];
    expect(await found()).toMatchObject({
      kind: 'run',
      dialect: null,
      problems: [{ code: 'DIALECT_UNKNOWN', file: root }],
    });
    expect(await found('quest')).toMatchObject({
      problems: [
        {
          code: 'DIALECT_UNKNOWN',
          message: 'run directories of quest are not understood, only single files of it',
          hint: 'Understood: handoffs of quest.',
        },
      ],
    });
    expect(await found('notes')).toMatchObject({
      kind: 'run',
      dialect: 'notes',
      problems: [{ code: 'FIELD_INVALID' }],
    });
  });

  it.skipIf(process.getuid?.() === 0)('that may not be read is an unreadable input', async () => {
    const root = folder({ 'sub/x.txt': 'note' });
    chmodSync(join(root, 'sub'), 0o000);
    const { document, unreadable } = await check([root]);
    chmodSync(join(root, 'sub'), 0o700);
    expect([unreadable, document.results[0]?.problems[0]?.code]).toEqual([true, 'FILE_UNREADABLE']);
  });

  it('with too many bytes is over the limit', async () => {
    const text = 'note'.repeat(ARTIFACT_BYTES_MAX / 4);
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`${index}.txt`, text]));
    const root = folder({ 'notes.txt': 'note', ...files });
    const { document, unreadable } = await check([root]);
    expect([unreadable, document.results[0]?.problems[0]?.code]).toEqual([true, 'LIMIT_REACHED']);
  });
});
