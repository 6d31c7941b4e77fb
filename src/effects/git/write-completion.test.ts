import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeCompletion } from './publish.ts';
import { temporaryDirectory } from './temporary-repository.fixture.ts';

const URL = 'https://github.com/o/r/pull/7';

describe('writeCompletion', () => {
  const completion = {
    feature_name: 'search',
    commit_hash: 'abc1234',
    pr_url: null,
    branch_name: 'feature/search',
  };
  const FILE = '.agentmux/.last_completion.json';

  it('leaves what came of the run, over what was there', async () => {
    const project = await temporaryDirectory();
    expect(await writeCompletion(project, { ...completion, pr_url: URL })).toEqual([]);
    expect(await writeCompletion(project, completion)).toEqual([]);
    expect(readFileSync(join(project, FILE), 'utf8')).toBe(
      '{\n  "feature_name": "search",\n  "commit_hash": "abc1234",\n  "pr_url": null,\n  "branch_name": "feature/search"\n}\n',
    );
    expect(readdirSync(join(project, '.agentmux'))).toEqual(['.last_completion.json']);
  });

  it('follows no link out of the project', async () => {
    const [project, outside] = [await temporaryDirectory(), await temporaryDirectory()];
    symlinkSync(outside, join(project, '.agentmux'));
    expect(await writeCompletion(project, completion)).toMatchObject([
      { code: 'PATH_OUTSIDE', severity: 'warning', file: FILE },
    ]);
    expect(readdirSync(outside)).toEqual([]);
    const other = await temporaryDirectory();
    writeFileSync(join(outside, 'victim'), 'mine');
    mkdirSync(join(other, '.agentmux'));
    symlinkSync(join(outside, 'victim'), join(other, FILE));
    expect(await writeCompletion(other, completion)).toEqual([]);
    expect(readFileSync(join(outside, 'victim'), 'utf8')).toBe('mine');
  });

  it('is JSON whatever the names are', async () => {
    const project = await temporaryDirectory();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), async (feature_name, branch_name) => {
        expect(await writeCompletion(project, { ...completion, feature_name, branch_name })).toEqual([]);
        const read: unknown = JSON.parse(readFileSync(join(project, FILE), 'utf8'));
        expect(read).toEqual({ ...completion, feature_name, branch_name });
      }),
      { numRuns: 20 },
    );
  });
});
