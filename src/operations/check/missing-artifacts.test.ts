import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PROBLEMS_MAX } from '../../model/limits/limits.ts';
import { missingArtifacts } from './missing-artifacts.ts';

const folder = (files: Readonly<Record<string, string>>): string => {
  const root = mkdtempSync(join(tmpdir(), 'missing-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
};

const found = (artifacts: string[], root: string, text = '', offset = 0) =>
  missingArtifacts({ artifacts }, { root }, { text, offset });
const codes = async (artifacts: string[], root: string) =>
  (await found(artifacts, root)).map(({ code }) => code);

describe('the artifacts of a handoff', () => {
  it('that are there and hold something are fine', async () => {
    const root = folder({ 'a.md': 'x', 'sub/b c.md': 'y' });
    expect(await codes(['a.md', './sub/b c.md', 'sub', 'sub/', 'sub/../a.md'], root)).toEqual([]);
  });

  it('that are missing or empty are told, folders too', async () => {
    const root = folder({ 'empty.md': '', 'a.md': 'x' });
    mkdirSync(join(root, 'nothing'));
    expect(await codes(['gone.md', 'empty.md', 'nothing/', 'a.md/x'], root)).toEqual([
      'ARTIFACT_MISSING',
      'FILE_EMPTY',
      'FILE_EMPTY',
      'ARTIFACT_MISSING',
    ]);
  });

  it('that a link leads out of the folder are told', async () => {
    const root = folder({ 'a.md': 'x' });
    symlinkSync(folder({ 'secret.md': 'x' }), join(root, 'out'));
    expect(await codes(['out/secret.md', '../x', '/etc/passwd'], root)).toEqual([
      'HANDOFF_ARTIFACT_PATH',
      'HANDOFF_ARTIFACT_PATH',
      'HANDOFF_ARTIFACT_PATH',
    ]);
  });

  it('are shown where they are written, as whole words', async () => {
    const text = 'a.md\n---HANDOFF---\nARTIFACTS: data.md, a.md\n';
    const root = folder({ 'data.md': 'x' });
    expect(await found(['data.md', 'a.md', 'else.md'], root, text, 5)).toMatchObject([
      { message: expect.stringContaining('a.md is listed'), line: 3, column: 21 },
      { message: expect.stringContaining('else.md is listed'), line: 2, column: 1 },
    ]);
  });

  it('are told once each, and a bounded number of them', async () => {
    const root = folder({});
    expect(await codes(['x', 'x'], root)).toHaveLength(1);
    const many = Array.from({ length: 2_000 }, (_, index) => `f${index}`);
    expect(await codes(many, root)).toHaveLength(PROBLEMS_MAX);
  });

  it('whose name is everywhere cost no quadratic search', async () => {
    const text = 'a'.repeat(5_000_000);
    expect(await found(['a', 'aa'], folder({}), text)).toMatchObject([{ line: 1, column: 1 }, { line: 1 }]);
  });
});
