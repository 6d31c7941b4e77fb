// The runs of a project as folders of one directory.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeDisk } from '../../std/disk/node-disk.ts';
import { sampleDraft } from '../store.contract.ts';
import type { Stores } from '../store.ts';
import { storesContract } from '../stores.contract.ts';
import { fileStores } from './file-stores.ts';

const makeRoot = (): string => mkdtempSync(join(tmpdir(), 'baton-stores-'));

storesContract({ describe, it }, 'a directory', async () => {
  const root = makeRoot();
  return {
    stores: fileStores(nodeDisk, join(root, 'state')),
    others: fileStores(nodeDisk, join(root, 'state')),
    target: join(root, 'exported'),
    cleanUp: async () => rmSync(root, { recursive: true }),
  };
});

const homeOf = (): { root: string; stores: Stores } => {
  const root = makeRoot();
  onTestFinished(() => rmSync(root, { recursive: true }));
  return { root, stores: fileStores(nodeDisk, root) };
};

const start = async (stores: Stores, run: string): Promise<void> => {
  const hold = await stores.take(run);
  const { store } = await hold.open();
  await store.append(sampleDraft(1), 0);
  await store.close();
  await hold.release();
};

it('lists the run that was written to last first', async () => {
  const { root, stores } = homeOf();
  for (const [run, at] of [
    ['old', 1],
    ['new', 3],
    ['middle', 2],
  ] as const) {
    await start(stores, run);
    utimesSync(join(root, run, 'journal.jsonl'), at, at);
  }
  expect(await stores.list()).toEqual(['new', 'middle', 'old']);
});

it('takes nothing else in its directory for a run', async () => {
  const { root, stores } = homeOf();
  await start(stores, 'run');
  for (const folder of ['.cache', 'empty']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'empty', 'journal.jsonl'), '');
  writeFileSync(join(root, '.cache', 'journal.jsonl'), '{}\n');
  symlinkSync('/nowhere', join(root, 'link'));
  expect(await stores.list()).toEqual(['run']);
});

it('exports the journal as it is', async () => {
  const { root, stores } = homeOf();
  await start(stores, 'run');
  await stores.export('run', join(root, 'out'));
  expect(readFileSync(join(root, 'out', 'journal.jsonl'))).toEqual(
    readFileSync(join(root, 'run', 'journal.jsonl')),
  );
});

it('exports the beginning of a journal, and no object, also over an earlier copy', async () => {
  const { root, stores } = homeOf();
  const hold = await stores.take('run');
  const { store } = await hold.open();
  await store.append(sampleDraft(1), 0);
  await store.append(sampleDraft(2), 1);
  await store.putObject(Buffer.from('large'));
  await store.close();
  await hold.release();
  const copy = (): string => readFileSync(join(root, 'out', 'journal.jsonl'), 'utf8');
  await stores.export('run', join(root, 'out'));
  const whole = copy();
  expect(existsSync(join(root, 'out', 'objects'))).toBe(true);
  await stores.export('run', join(root, 'out'), 1);
  expect(copy()).toBe(whole.slice(0, whole.indexOf('\n') + 1));
  expect(existsSync(join(root, 'out', 'objects'))).toBe(false);
});
