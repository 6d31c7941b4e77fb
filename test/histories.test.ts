// Every journal that a release wrote is replayed to the end that it had. The convention: test/histories/README.md.

import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allWorks } from '../src/engine/reduce/past.ts';
import { applyEntry } from '../src/engine/reduce/reduce.ts';
import { JOURNAL_FORMAT } from '../src/model/run/entry.ts';
import type { State } from '../src/model/run/state.ts';
import { nodeDisk } from '../src/std/disk/node-disk.ts';
import { openFileStoreReadOnly } from '../src/stores/file/file-store-reader.ts';
import { verifyJournal } from '../src/stores/file/verify-journal.ts';

const DIRECTORY = fileURLToPath(new URL('histories', import.meta.url));
const SUFFIX = '.jsonl';
const names = readdirSync(DIRECTORY)
  .filter((name) => name.endsWith(SUFFIX))
  .map((name) => name.slice(0, -SUFFIX.length));

const sorted = <V, W>(record: Readonly<Record<string, V>>, of: (value: V) => W): Record<string, W> =>
  Object.fromEntries(
    Object.entries(record)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, of(value)]),
  );

/** What a release promises of a run that is there, whatever its state looks like inside. */
const endOf = (state: State, chain: string) => ({
  seq: state.seq,
  chain,
  run: {
    name: state.run.name,
    workflow: state.run.workflow,
    request: state.run.request,
    base: state.run.base,
  },
  status: state.status,
  phase: state.positions['']?.phase ?? null,
  artifacts: sorted(state.artifacts, ({ digest, path }) => ({ path, digest })),
  facts: sorted(state.facts, ({ about }) => about),
  counters: state.counters,
  outcomes: sorted(
    Object.fromEntries(allWorks(state).map((work) => [work.assignment.id, work])),
    ({ outcome }) => outcome ?? null,
  ),
  handoffs: state.handoffs,
  peopleAnswered: state.peopleAnswered,
  details: state.details,
});

const withRun = async <T>(name: string, use: (directory: string) => Promise<T>): Promise<T> => {
  const directory = mkdtempSync(join(tmpdir(), 'history-'));
  try {
    cpSync(join(DIRECTORY, `${name}${SUFFIX}`), join(directory, 'journal.jsonl'));
    const objects = join(DIRECTORY, `${name}.objects`);
    if (existsSync(objects)) cpSync(objects, join(directory, 'objects'), { recursive: true });
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

const replayed = (name: string) =>
  withRun(name, async (directory) => {
    const { store } = await openFileStoreReadOnly(nodeDisk, directory);
    try {
      let state: State | undefined;
      for await (const entry of store.read(1)) state = applyEntry(state, entry);
      return endOf(state!, store.head.chain);
    } finally {
      await store.close();
    }
  });

describe('the histories', () => {
  it('cover every format that was released', () => {
    const formats = names.map((name) => {
      const [line = ''] = readFileSync(join(DIRECTORY, `${name}${SUFFIX}`), 'utf8').split('\n', 1);
      return (JSON.parse(line) as { v: number }).v;
    });
    expect([...new Set(formats)].sort()).toEqual(Array.from({ length: JOURNAL_FORMAT }, (_, at) => at + 1));
    expect(names.filter((name) => !/^\d+\.\d+\.\d+--[a-z0-9-]+$/.test(name))).toEqual([]);
  });

  it.each(names)('%s is replayed to its end', async (name) => {
    const end = await replayed(name);
    const expected = join(DIRECTORY, `${name}.expected.json`);
    if (process.env['RECORD'] && !existsSync(expected))
      writeFileSync(expected, `${JSON.stringify(end, null, 2)}\n`);
    expect(end).toEqual(JSON.parse(readFileSync(expected, 'utf8')));
  });

  it.each(names)('%s is whole', async (name) => {
    const { problems } = await withRun(name, (directory) => verifyJournal(nodeDisk, directory));
    expect(problems).toEqual([]);
  });
});
