import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LINT_BYTES_MAX } from '../../model/limits/limits.ts';
import { lintFiles } from './lint-files.ts';

const FIXTURES = fileURLToPath(new URL('../../../test/fixtures/quest-roles', import.meta.url));
const PLANNER = '.ai/roles/planner_agent.md';

const folder = (files: Readonly<Record<string, string | Uint8Array>> = {}): string => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'lint-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
};
const drifted = (): string => {
  const root = folder();
  cpSync(join(FIXTURES, 'before'), root, { recursive: true });
  return root;
};
const texts = (root: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(root, name)).isFile())
      .sort()
      .map((name) => [name, readFileSync(join(root, name), 'utf8')]),
  );
const lint = (cwd: string, paths: readonly string[] = [], fix = false) =>
  lintFiles({ cwd, project: cwd, paths, fix });

describe('a project', () => {
  it('has its folders found; without --fix nothing is written', async () => {
    const root = drifted();
    const { document, unreadable } = await lint(root);
    expect([document.ok, document.looked, document.results.length, unreadable]).toEqual([false, 7, 7, false]);
    expect(document.results.find(({ path }) => path === PLANNER)).toMatchObject({
      ok: false,
      role: 'planner',
    });
    expect(document.results[0]).not.toHaveProperty('rewritten');
    expect(texts(root)).toEqual(texts(join(FIXTURES, 'before')));
  });

  it('is fixed with --fix, told what was rewritten, and clean afterwards', async () => {
    const root = drifted();
    const found = (await lint(root)).document.results.flatMap(({ problems }) => problems);
    const { document } = await lint(root, [], true);
    expect(document.ok).toBe(true);
    expect(document.results.flatMap(({ rewritten }) => rewritten ?? [])).toEqual(found);
    expect(texts(root)).toEqual(texts(join(FIXTURES, 'after')));
    const again = await lint(root, [], true);
    expect(
      again.document.results.every(({ problems, rewritten }) => !problems.length && !rewritten?.length),
    ).toBe(true);
  });

  it('without any of the folders is an error, not a pass', async () => {
    await expect(lint(folder({ 'README.md': 'x' }))).rejects.toMatchObject({ code: 'FILE_MISSING' });
  });

  it('tells of two files of one role that disagree', async () => {
    const root = drifted();
    cpSync(join(FIXTURES, 'after', PLANNER), join(root, '.claude/agents/planner.md'), { recursive: true });
    const { document } = await lint(root);
    const planner = document.results.find(({ path }) => path === PLANNER);
    expect(planner?.problems.map(({ code }) => code)).toContain('LINT_FILES_DISAGREE');
    const fixed = await lint(root, [], true);
    expect(fixed.document.ok).toBe(true);
    expect(
      fixed.document.results.find(({ path }) => path === PLANNER)?.rewritten?.map(({ code }) => code),
    ).toContain('LINT_FILES_DISAGREE');
  });

  it('has other people’s agents left alone', async () => {
    const root = folder({ '.claude/agents/planner.md': '# Plans holidays\n', '.claude/agents/x.png': '\0' });
    const { document } = await lint(root, [], true);
    expect(document).toEqual({ ok: true, looked: 1, results: [] });
  });
});

describe('paths', () => {
  it('that are named are told of even when they are fine, once each', async () => {
    const root = folder({ 'a.md': 'Nothing.\n' });
    const { document } = await lint(root, ['a.md', join(root, 'a.md')]);
    expect(document.results).toEqual([{ path: 'a.md', ok: true, role: null, problems: [] }]);
  });

  it('of folders are looked through, whatever is above them', async () => {
    const root = drifted();
    const { document } = await lint(root, ['.ai']);
    expect(document.results.map(({ path }) => path)).toEqual(
      ['arbiter', 'builder', 'code_review', 'fixer', 'plan_review', 'planner'].map(
        (name) => `.ai/roles/${name}_agent.md`,
      ),
    );
  });

  it('that cannot be read do not hide the others', async () => {
    const root = drifted();
    writeFileSync(join(root, 'bad.md'), new Uint8Array([0xff, 0xfe, 0x00]));
    writeFileSync(join(root, 'long.md'), 'x'.repeat(LINT_BYTES_MAX + 1));
    const { document, unreadable } = await lint(root, ['gone.md', 'bad.md', 'long.md', PLANNER]);
    expect(unreadable).toBe(true);
    expect(document.results.map(({ path, problems }) => [path, problems[0]?.code])).toEqual([
      ['gone.md', 'FILE_MISSING'],
      ['bad.md', 'FILE_NOT_UTF8'],
      ['long.md', 'FILE_TOO_LARGE'],
      [PLANNER, 'LINT_HANDOFF_MISSING'],
    ]);
  });
});

describe('links', () => {
  it('that lead out of the project are told, not followed, not written through', async () => {
    const outside = drifted();
    const root = folder({ '.ai/roles/x.md': '' });
    symlinkSync(join(outside, PLANNER), join(root, PLANNER));
    symlinkSync(join(outside, '.skills'), join(root, '.skills'));
    const { document, unreadable } = await lint(root, [], true);
    expect([document.ok, unreadable]).toEqual([true, false]);
    expect(document.results.map(({ path, problems }) => [path, problems[0]?.code]).sort()).toEqual([
      [PLANNER, 'PATH_OUTSIDE'],
      ['.skills', 'PATH_OUTSIDE'],
    ]);
    expect(texts(outside)).toEqual(texts(join(FIXTURES, 'before')));
  });

  it('that stay inside are the same file, which is fixed where it is; a circle ends', async () => {
    const root = drifted();
    mkdirSync(join(root, '.claude'));
    symlinkSync('../.ai/roles', join(root, '.claude/agents'));
    symlinkSync('..', join(root, '.ai/roles/again'));
    const { document } = await lint(root, [], true);
    expect(document.results).toHaveLength(7);
    expect(readFileSync(join(root, PLANNER), 'utf8')).toBe(
      readFileSync(join(FIXTURES, 'after', PLANNER), 'utf8'),
    );
  });
});

describe('a file that is rewritten', () => {
  it('keeps its mode and leaves nothing beside it', async () => {
    const root = drifted();
    chmodSync(join(root, PLANNER), 0o666);
    await lint(root, [], true);
    expect(statSync(join(root, PLANNER)).mode & 0o7777).toBe(0o666);
    expect(Object.keys(texts(root))).toEqual(Object.keys(texts(join(FIXTURES, 'after'))));
  });

  it('that cannot be replaced stays as it is, and that is told', async () => {
    const root = drifted();
    // Something is in the way of the temporary file.
    mkdirSync(join(root, '.ai/roles/.planner_agent.md.tmp'));
    const { document, unwritable } = await lint(root, [], true);
    expect([document.ok, unwritable]).toEqual([false, true]);
    const planner = document.results.find(({ path }) => path === PLANNER);
    expect(planner?.problems.map(({ code }) => code)).toEqual([
      'LINT_HANDOFF_MISSING',
      'LINT_JSON_CONTRACT',
      'FILE_UNWRITABLE',
    ]);
    expect(planner?.rewritten).toEqual([]);
    expect(texts(root)[PLANNER]).toBe(texts(join(FIXTURES, 'before'))[PLANNER]);
    expect(texts(root)['.ai/roles/fixer_agent.md']).toBe(
      texts(join(FIXTURES, 'after'))['.ai/roles/fixer_agent.md'],
    );
  });
});
