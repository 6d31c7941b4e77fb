// A run goes from files to PostgreSQL and back: the same bytes. BATON_MOVE_ENTRIES and BATON_MOVE_OBJECTS make it a long one.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeDisk } from '../../src/std/disk/node-disk.ts';
import { fileStores } from '../../src/stores/file/file-stores.ts';
import { openDatabase, postgresStores } from '../../src/stores/postgres/postgres-stores.ts';
import { rejectsWith, sampleDraft } from '../../src/stores/store.contract.ts';
import type { Stores } from '../../src/stores/store.ts';
import { HAS_SERVER, testDatabase } from './database.ts';

const ENTRIES = Number(process.env['BATON_MOVE_ENTRIES'] ?? 60);
const OBJECTS = Number(process.env['BATON_MOVE_OBJECTS'] ?? 5);
const RUN = 'moved';

const filesOf = (root: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => /journal\.jsonl$|objects\//.test(path) && statSync(join(root, path)).isFile())
      .map((path) => [path, readFileSync(join(root, path), 'latin1')]),
  );

const carry = async (from: Stores, to: Stores, words: string): Promise<void> => {
  const source = await from.take(RUN, { moving: true });
  const target = await to.take(RUN, { moving: true });
  await source.moveAway(words);
  await target.adopt(await from.carry(RUN));
  // The same again, as after a crash: it ends the same.
  await target.adopt(await from.carry(RUN));
  await source.remove({ moved: true });
  await target.release();
  await source.release();
};

describe.skipIf(!HAS_SERVER)('a run that is moved', () => {
  const database = testDatabase();

  it(`comes back with the same bytes (${ENTRIES} entries, ${OBJECTS} objects)`, async () => {
    const root = mkdtempSync(join(tmpdir(), 'baton-move-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const home = openDatabase(database().url('holder'), {});
    onTestFinished(() => home.link.close());
    const [files, shared] = [fileStores(nodeDisk, join(root, 'project')), postgresStores(home, 'project')];
    const hold = await files.take(RUN);
    const { store } = await hold.open();
    for (let n = 1; n <= OBJECTS; n += 1) await store.putObject(Buffer.alloc(n * 3_000, `object ${n}`));
    for (let n = 1; n <= ENTRIES; n += 1) await store.append(sampleDraft(n), n - 1);
    await store.close();
    await hold.release();
    const [before, verified, head] = [filesOf(root), await files.verify(RUN), await files.head(RUN)];
    expect(verified).toMatchObject({ entries: ENTRIES, objects: OBJECTS, problems: [] });

    await carry(files, shared, 'PostgreSQL');
    expect(filesOf(root)).toEqual({});
    expect([await files.list(), await files.movedTo(RUN)]).toEqual([[], 'PostgreSQL']);
    await rejectsWith('RUN_MOVED', files.take(RUN));
    expect(await shared.verify(RUN)).toEqual(verified);
    expect([await shared.head(RUN), await shared.movedTo(RUN)]).toEqual([head, undefined]);

    await carry(shared, files, 'files');
    await rejectsWith('RUN_MOVED', shared.take(RUN));
    expect([await shared.list(), await shared.movedTo(RUN)]).toEqual([[], 'files']);
    expect(filesOf(root)).toEqual(before);
    expect([await files.verify(RUN), await files.head(RUN), await files.movedTo(RUN)]).toEqual([
      verified,
      head,
      undefined,
    ]);
  });

  it('is not taken in with a line that does not name the one before it', async () => {
    const home = openDatabase(database().url('holder'), {});
    onTestFinished(() => home.link.close());
    const shared = postgresStores(home, 'project');
    const first = await shared.take('whole');
    const { store } = await first.open();
    for (let n = 1; n <= 4; n += 1) await store.append(sampleDraft(n), n - 1);
    const whole = await shared.carry('whole');
    const target = await shared.take('torn');
    const adopted = target.adopt({
      ...whole,
      async *lines() {
        const lines: Buffer[] = [];
        for await (const line of whole.lines()) lines.push(line);
        for (const at of [0, 2, 1, 3]) yield lines[at] ?? Buffer.of();
      },
    });
    expect((await rejectsWith('STORE_CONFLICT', adopted)).message).toContain('torn');
    expect(await shared.has('torn')).toBe(false);
  });
});
