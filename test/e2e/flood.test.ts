// 8 clients hand in 1,000 times each, all at once, while the disk fills and empties. Whenever the holder ends, another
// one goes on. Every acknowledged submission is there exactly once, and in the end all are.
import { afterAll, describe, expect, it } from 'vitest';
import type { Entry } from '../../src/model/run/entry.ts';
import { type HolderEnd, openHolder } from '../../src/runtime/holder.ts';
import type { Ports } from '../../src/runtime/ports.ts';
import { openFileStore } from '../../src/stores/file/file-store.ts';
import { openFileStoreReadOnly } from '../../src/stores/file/file-store-reader.ts';
import { verifyJournal } from '../../src/stores/file/verify-journal.ts';
import { DesksInMemory } from '../../src/testing/files-in-memory.ts';
import { FloodClients } from './flood-clients.ts';
import { floodDisk } from './flood-disk.ts';
import { floodWorkflow } from './flood-workflow.ts';

const LANES = 8;
const ROUNDS = 1_000;
/** The disk fills this often. */
const FLOODS = 12;
const LEFT_BYTES = 24 * 1024;
const HOLDERS_MAX = 100;

const workflow = floodWorkflow(LANES, ROUNDS);
const place = floodDisk();
const clients = new FloodClients();

const ports: Ports = {
  clock: {
    now: () => new Date().toISOString(),
    at: (time, call) => {
      const timer = setTimeout(call, Math.max(0, Date.parse(time) - Date.now()));
      return () => clearTimeout(timer);
    },
  },
  desks: new DesksInMemory(),
  workspaces: {
    open: async () => '/',
    seal: async () => Promise.reject(new Error('there are no trees here')),
    close: async () => {},
    sweep: async () => {},
  },
  files: {
    directory: '/',
    read: async (path) => ({ value: clients.files.get(path), problems: [] }),
    write: async () => [],
    remove: async () => {},
    list: async () => [],
    append: async () => {},
  },
  outside: {
    observe: async () => ({ kind: 'unavailable', cause: 'there is nothing to observe here' }),
    perform: async () => Promise.reject(new Error('there are no effects here')),
  },
  agentFor: () => clients.agent,
  endOrphans: async () => {},
};

/** One process: it goes on until the run ends or the disk is full. */
const hold = async (floodAt: number): Promise<HolderEnd> => {
  const tree = `git-tree:${'0'.repeat(40)}`;
  const holder = await openHolder({
    workflow,
    opened: await openFileStore(place.disk, place.directory),
    ports,
    project: '/',
    url: () => 'http://flood',
    start: {
      kind: 'start',
      run: {
        name: 'flood',
        workflow: workflow.name,
        workflowVersion: workflow.version,
        definition: 'flood',
        request: 'Count',
        options: {},
        base: { commit: null, tree },
        isolation: 'none',
        attemptMs: 3_600_000,
        startedAt: ports.clock.now(),
      },
      given: [],
    },
    marker: 'flood',
    leaveWhenWaiting: false,
  });
  clients.door = holder.door;
  const stop = holder.loop.onEntry((_, { handoffs }) => {
    if (handoffs.accepted < floodAt) return;
    stop();
    place.fill(LEFT_BYTES);
  });
  return holder.ended;
};

const runToEnd = async (): Promise<{ holders: number; full: number }> => {
  let full = 0;
  for (let holders = 1; holders <= HOLDERS_MAX; holders++) {
    const end = await hold(((full + 1) * LANES * ROUNDS) / (FLOODS + 1));
    if (end.end === 'ended') return { holders, full };
    expect(end).toMatchObject({ end: 'broken', cause: { code: 'STORE_FULL' } });
    full += 1;
    place.empty();
  }
  throw new Error(`the run did not end with ${HOLDERS_MAX} holders`);
};

const entriesOf = async (): Promise<Entry[]> => {
  const { store } = await openFileStoreReadOnly(place.disk, place.directory);
  const entries: Entry[] = [];
  for await (const entry of store.read(1)) entries.push(entry);
  await store.close();
  return entries;
};

describe('a flood of submissions on a disk that fills and empties', () => {
  afterAll(() => place.remove());

  it(`takes each of ${LANES} × ${ROUNDS} exactly once`, async () => {
    const began = performance.now();
    const { holders, full } = await runToEnd();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(
      `${LANES * ROUNDS} submissions on ${place.name}: ${seconds} s, ${holders} holders, ` +
        `${full} times full, ${clients.unanswered} calls unanswered`,
    );
    expect(full).toBe(FLOODS);
    const entries = await entriesOf();
    const accepted = new Map<string, { submission: string; seq: number }>();
    for (const { seq, events } of entries)
      for (const event of events)
        if (event.kind === 'submission-accepted') {
          expect(accepted.has(event.assignment)).toBe(false);
          accepted.set(event.assignment, { submission: event.submission, seq });
        }
    expect(accepted.size).toBe(LANES * ROUNDS);
    for (const { assignment, submission, seq } of clients.acknowledged)
      expect(accepted.get(assignment)).toEqual({ submission, seq });
    expect(clients.acknowledged.length).toBeGreaterThan(LANES * ROUNDS * 0.9);
    const verified = await verifyJournal(place.disk, place.directory);
    expect(verified.problems).toEqual([]);
    expect(verified.entries).toBe(entries.length);
  });
});
