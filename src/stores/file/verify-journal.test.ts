import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatonError } from '../../errors.ts';
import { isError, type Problem } from '../../model/problem.ts';
import type { EntryDraft } from '../../model/run/entry.ts';
import { nodeDisk } from '../../std/disk/node-disk.ts';
import { sha256 } from '../../std/sha256.ts';
import { sampleDraft, sampleState } from '../store.contract.ts';
import { openFileStore } from './file-store.ts';
import { verifyJournal } from './verify-journal.ts';

const LARGE = Buffer.from('a large artifact\n'.repeat(8));
const SMALL = 'a small artifact';

const sealing = (n: number): EntryDraft => ({
  ...sampleDraft(n),
  events: [
    {
      kind: 'run-started',
      run: { name: 'r' } as never,
      given: [
        { artifact: 'large', path: 'large.txt', digest: sha256(LARGE), bytes: LARGE.length },
        { artifact: 'small', path: 'small.txt', digest: sha256(SMALL), bytes: SMALL.length, text: SMALL },
      ],
    },
  ],
});

describe('verifyJournal', () => {
  let root: string;
  let journal: string;
  let object: string;
  const verify = () => verifyJournal(nodeDisk, root);

  beforeEach(async () => {
    root = fs.mkdtempSync(join(tmpdir(), 'baton-verify-'));
    journal = join(root, 'journal.jsonl');
    const { store } = await openFileStore(nodeDisk, root);
    const digest = await store.putObject(LARGE);
    object = join(root, 'objects', digest.slice(7, 9), digest.slice(9));
    await store.append(sealing(1), 0);
    await store.append(sampleDraft(2), 1);
    await store.writeSnapshot({ state: sampleState(2), head: store.head });
    await store.append(sampleDraft(3), 2);
    await store.close();
  });
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  it('finds nothing wrong with a sound run', async () => {
    const lines = fs.readFileSync(journal, 'utf8').trimEnd().split('\n');
    expect(await verify()).toEqual({
      entries: 3,
      chain: sha256(lines[2]!),
      objects: 1,
      unreferenced: [],
      torn: [],
      problems: [],
    });
  });

  const finds = async (): Promise<boolean> => {
    try {
      return (await verify()).problems.some(isError);
    } catch (cause) {
      return cause instanceof BatonError;
    }
  };

  it('finds each flipped byte of the journal and of the objects', async () => {
    fs.rmSync(join(root, 'snapshot.json'));
    const missed: string[] = [];
    for (const path of [journal, object]) {
      const sound = fs.readFileSync(path);
      for (let at = 0; at < sound.length; at++) {
        const flipped = Buffer.from(sound);
        flipped[at]! ^= 1 << (at % 8);
        fs.writeFileSync(path, flipped, { flag: 'r+' });
        if (!(await finds())) missed.push(`${path}:${at}`);
      }
      fs.writeFileSync(path, sound);
    }
    expect(missed).toEqual([]);
  });

  it.each<[string, (lines: string[]) => string[], Partial<Problem>[]]>([
    [
      'a line is damaged',
      (lines) => lines.with(1, lines[1]!.replace('ada', 'eve')),
      [{ line: 2 }, { code: 'SNAPSHOT_STALE' }],
    ],
    [
      'a line is removed',
      (lines) => lines.toSpliced(1, 1),
      [{ line: 2 }, { line: 2 }, { code: 'SNAPSHOT_STALE' }],
    ],
    ['the last lines are cut off', (lines) => lines.slice(0, 1), [{ code: 'SNAPSHOT_STALE' }]],
    ['garbage follows', (lines) => [...lines, 'garbage'], [{ code: 'JOURNAL_CORRUPT', line: 4 }]],
  ])('says where %s', async (_, change, problems) => {
    const lines = fs.readFileSync(journal, 'utf8').trimEnd().split('\n');
    fs.writeFileSync(journal, `${change(lines).join('\n')}\n`);
    expect((await verify()).problems).toMatchObject(problems);
  });

  it('says that the last line is torn', async () => {
    fs.appendFileSync(journal, '{"v":1,');
    expect((await verify()).problems).toMatchObject([{ code: 'JOURNAL_TORN', line: 4, severity: 'error' }]);
  });

  it('says which object is missing and who sealed it', async () => {
    fs.rmSync(object);
    const { problems } = await verify();
    expect(problems).toMatchObject([{ code: 'OBJECT_MISSING' }]);
    expect(problems[0]!.message).toContain('sealed by line 1');
  });

  it('names objects that no entry mentions, and pieces that were set aside', async () => {
    const { store } = await openFileStore(nodeDisk, root);
    const digest = await store.putObject(Buffer.from('orphan'));
    fs.writeFileSync(join(root, 'torn-9-1.bin'), 'x');
    expect(await verify()).toMatchObject({ unreferenced: [digest], torn: ['torn-9-1.bin'], problems: [] });
  });
});
