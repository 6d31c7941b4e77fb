// The file store against the least that could do the same work.
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntryDraft } from '../src/model/entry.ts';
import type { State } from '../src/model/state.ts';
import { nodeDisk } from '../src/std/node-disk.ts';
import { sha256 } from '../src/std/sha256.ts';
import { openFileStore } from '../src/stores/file/file-store.ts';
import { EMPTY_HEAD, encodeLine } from '../src/stores/journal-line.ts';
import type { Head } from '../src/stores/store.ts';

export interface Row {
  readonly name: string;
  readonly oursMs: number;
  readonly floorMs: number;
  readonly ratio: number;
  readonly limit: number;
}

const ROUNDS = 9;
const REPLAY_ENTRIES = 100_000;

/** As large as a small submission: about 900 bytes a line. */
const draft = (n: number): EntryDraft => ({
  id: sha256(`entry ${n}`).slice(7, 39),
  at: '2026-11-15T03:00:00.000Z',
  by: { role: 'planner', assignment: `planning.planner.${n}`, attempt: 1 },
  input: {
    kind: 'submit',
    submission: `submission-${n}`,
    assignment: `planning.planner.${n}`,
    attempt: 1,
    tool: 'submit_plan',
    args: {
      summary: 'Add the parser, then the printer, then say in the manual how they fit.',
      items: ['a', 'b'],
    },
    sealed: [
      { artifact: 'plan', path: 'plan.yaml', digest: sha256(`${n}`), bytes: 12, text: 'items: [a, b]' },
    ],
    problems: [],
  },
  events: [
    {
      kind: 'submission-accepted',
      submission: `submission-${n}`,
      assignment: `planning.planner.${n}`,
      outcome: 'plan',
      facts: [{ fact: 'plan.valid', about: { plan: sha256(`${n}`) } }],
      details: {},
    },
  ],
});

/** Lines without a store: the bench is not to wait for 100,000 syncs. */
const writeJournal = (directory: string, entries: number): Head => {
  fs.mkdirSync(directory, { recursive: true });
  const fd = fs.openSync(join(directory, 'journal.jsonl'), 'w');
  let head = EMPTY_HEAD;
  for (let n = 1; n <= entries; n++) {
    const line = encodeLine(draft(n), head);
    fs.writeSync(fd, line.bytes);
    head = { seq: n, chain: line.chain };
  }
  fs.closeSync(fd);
  return head;
};

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!;

/** Interleaved, so that what disturbs the machine disturbs both. */
const compare = async (
  name: string,
  limit: number,
  {
    ours,
    floor,
    rounds = ROUNDS,
  }: { ours: () => Promise<void>; floor: () => Promise<void> | void; rounds?: number },
): Promise<Row> => {
  const times = { ours: [] as number[], floor: [] as number[] };
  const time = async (work: () => Promise<void> | void): Promise<number> => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  for (let round = -1; round < rounds; round++) {
    const floorMs = await time(floor);
    const oursMs = await time(ours);
    if (round < 0) continue;
    times.floor.push(floorMs);
    times.ours.push(oursMs);
  }
  const [oursMs, floorMs] = [median(times.ours), median(times.floor)];
  return { name, oursMs, floorMs, ratio: oursMs / floorMs, limit };
};

const replay = async (root: string): Promise<Row[]> => {
  const directory = join(root, 'replay');
  writeJournal(directory, REPLAY_ENTRIES);
  const path = join(directory, 'journal.jsonl');
  const floor = (): void => {
    let seen = 0;
    for (const line of fs.readFileSync(path, 'utf8').split('\n'))
      if (line) seen += JSON.parse(line).seq > 0 ? 1 : 0;
    if (seen !== REPLAY_ENTRIES) throw new Error(`floor read ${seen}`);
  };
  const { store } = await openFileStore(nodeDisk, directory);
  const readAll = async (from: { read(seq: number): AsyncIterable<unknown> }): Promise<void> => {
    let seen = 0;
    for await (const _ of from.read(1)) seen += 1;
    if (seen !== REPLAY_ENTRIES) throw new Error(`read ${seen}`);
  };
  const rows = [
    await compare('replay of 100,000 entries', 1.6, { ours: () => readAll(store), floor }),
    await compare('replay of 100,000 entries with the chain', 2.5, {
      ours: async () => {
        const opened = await openFileStore(nodeDisk, directory);
        await readAll(opened.store);
        await opened.store.close();
      },
      floor,
    }),
  ];
  await store.close();
  return rows;
};

const append = async (root: string): Promise<Row> => {
  const { store } = await openFileStore(nodeDisk, join(root, 'append'));
  const fd = fs.openSync(join(root, 'bare.jsonl'), 'a');
  const line = encodeLine(draft(1), EMPTY_HEAD).bytes;
  const row = await compare('append of one entry against write + fdatasync', 1.5, {
    ours: async () => void (await store.append(draft(1), store.head.seq)),
    floor: () => {
      fs.writeSync(fd, line);
      fs.fdatasyncSync(fd);
    },
    rounds: 999,
  });
  fs.closeSync(fd);
  await store.close();
  return row;
};

/** A run as long as `entries`, with a snapshot a few entries before its end. */
const prepareResume = async (directory: string, entries: number): Promise<void> => {
  const head = writeJournal(directory, entries - 5);
  const { store } = await openFileStore(nodeDisk, directory);
  await store.writeSnapshot({ state: { v: 1, seq: head.seq } as State, head });
  for (let n = entries - 4; n <= entries; n++) await store.append(draft(n), n - 1);
  await store.close();
};

const resume = async (root: string): Promise<Row> => {
  const directoryOf = (entries: number): string => join(root, `resume-${entries}`);
  for (const entries of [10, 10_000]) await prepareResume(directoryOf(entries), entries);
  const open = async (entries: number): Promise<void> => {
    const { store } = await openFileStore(nodeDisk, directoryOf(entries));
    const snapshot = await store.readSnapshot();
    let seq = snapshot?.head.seq ?? 0;
    for await (const entry of store.read(seq + 1)) seq = entry.seq;
    if (seq !== entries || snapshot === undefined) throw new Error(`resumed at ${seq}`);
    await store.close();
  };
  return await compare('resume of 10,000 entries against 10', 1.5, {
    ours: () => open(10_000),
    floor: () => open(10),
    rounds: 99,
  });
};

export const rows = async (): Promise<Row[]> => {
  const root = fs.mkdtempSync(join(tmpdir(), 'baton-bench-'));
  try {
    return [...(await replay(root)), await append(root), await resume(root)];
  } finally {
    fs.rmSync(root, { recursive: true, force: true });
  }
};
