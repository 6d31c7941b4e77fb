import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { BatonError } from '../../errors.ts';
import type { Entry } from '../../model/run/entry.ts';
import { nodeDisk } from '../../std/disk/node-disk.ts';
import { sampleDraft } from '../store.contract.ts';
import { openFileStore } from './file-store.ts';
import { type Passed, readWantedEntries } from './wanted-entries.ts';

const ALL = Buffer.from('"seq":');

describe('a journal of which only some lines are wanted', () => {
  let directory: string;
  let path: string;
  beforeEach(async () => {
    directory = fs.mkdtempSync(join(tmpdir(), 'baton-wanted-'));
    onTestFinished(() => fs.rmSync(directory, { recursive: true, force: true }));
    path = join(directory, 'journal.jsonl');
    const { store } = await openFileStore(nodeDisk, directory);
    for (let n = 1; n <= 5; n += 1)
      await store.append(sampleDraft(n, n === 4 ? 'a mark of its own' : 'x'), n - 1);
    await store.close();
  });

  const read = async (mark: Buffer, enough = 100): Promise<Passed & { readonly seqs: readonly number[] }> => {
    const entries: Entry[] = [];
    const passed = await readWantedEntries(nodeDisk, directory, {
      wants: (line) => line.includes(mark),
      onEntry: (entry) => entries.push(entry) < enough,
    });
    return { ...passed, seqs: entries.map(({ seq }) => seq) };
  };

  const refused = (): Promise<string> =>
    read(ALL).then(
      () => 'none',
      (cause: BatonError) => cause.code,
    );

  it('gives each line with a mark, parsed, and the digest of the first line', async () => {
    const all = await read(ALL);
    expect(all.seqs).toEqual([1, 2, 3, 4, 5]);
    expect(all.first).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(await read(Buffer.from('a mark of its own'))).toEqual({ first: all.first, seqs: [4] });
  });

  it('ends when it is told to', async () => {
    expect((await read(ALL, 2)).seqs).toEqual([1, 2]);
  });

  it('passes over a tail that was never acknowledged', async () => {
    fs.appendFileSync(path, '{"v":1,"seq":6,"id":"half');
    expect((await read(ALL)).seqs).toEqual([1, 2, 3, 4, 5]);
  });

  it('refuses a changed line, also one that nobody wants', async () => {
    fs.writeFileSync(path, fs.readFileSync(path, 'utf8').replace('a mark of its own', 'a mark of my own!'));
    expect(await refused()).toBe('JOURNAL_CORRUPT');
    await expect(read(Buffer.from('no line has this'))).rejects.toMatchObject({ code: 'JOURNAL_CORRUPT' });
  });

  it('refuses a journal without one of its lines', async () => {
    const lines = fs.readFileSync(path, 'utf8').split('\n');
    fs.writeFileSync(path, lines.toSpliced(2, 1).join('\n'));
    expect(await refused()).toBe('JOURNAL_CORRUPT');
  });

  it('has no first line where there is none', async () => {
    fs.writeFileSync(path, '');
    expect(await read(ALL)).toEqual({ first: undefined, seqs: [] });
  });
});
