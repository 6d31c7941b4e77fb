// A list that is read on says what one says that is read anew; one that has not been read whole says so; briefs replay nothing.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { compose } from '../../compose.ts';
import type { ListDocument } from '../../model/dashboard/documents.ts';
import type { KeptBrief, Stores } from '../../stores/store.ts';
import { placeOf } from '../project/state-directory.ts';
import { readRun } from '../runs/runs.ts';
import { briefOf } from '../status/brief.ts';
import type { System } from '../system.ts';
import { createLists } from './list-view.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const system = compose(ROOT, '0');
const linesOf = (name: string): string[] =>
  readFileSync(join(ROOT, 'test/histories', name), 'utf8')
    .trimEnd()
    .split('\n');
const RELAY = linesOf('0.2.0--relay-demo.jsonl');
const H3A = linesOf('0.1.0--h3a-demo.jsonl');

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const makeProject = () => {
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'lists-')));
  folders.push(project);
  const place = placeOf(project, { BATON_STATE: join(project, 'state') });
  const write = (run: string, lines: readonly string[]): void => {
    mkdirSync(join(place.stateDirectory, run), { recursive: true });
    writeFileSync(join(place.stateDirectory, run, 'journal.jsonl'), `${lines.join('\n')}\n`);
  };
  return { place, write, shown: [{ key: 'one', place }] };
};

/** The system with other stores, made of its own. */
const withStores = (change: (stores: Stores) => Partial<Stores>): System => ({
  ...system,
  stores: (place) => {
    const stores = system.stores(place);
    const rest = new Proxy(stores, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    return Object.assign(Object.create(rest), change(stores));
  },
});

const whatIsListed = ({ runs, waiting, unreadable }: ListDocument) => ({ runs, waiting, unreadable });

describe('a list of runs', () => {
  it.each([
    ['relay', RELAY, 'in approving'],
    ['h3a', H3A, 'in T001, G2'],
  ])('of %s follows a journal that grows as one that is read anew', async (_, lines, place) => {
    const { write, shown } = makeProject();
    write('demo', lines.slice(0, 1));
    const kept = createLists(system, shown);
    const seen = new Set<string>();
    for (let entries = 1; entries <= lines.length; entries += 1) {
      write('demo', lines.slice(0, entries));
      const anew = createLists(system, shown);
      const { runs, waiting, unreadable } = await kept.list({});
      expect({ runs, waiting, unreadable }).toEqual(whatIsListed(await anew.list({})));
      seen.add(`${runs[0]?.status} ${waiting.length}`).add(`in ${runs[0]?.phase}`);
      await anew.close();
    }
    expect([...seen]).toEqual(expect.arrayContaining(['running 0', 'waiting 1', 'complete 0', place]));
    await kept.close();
  });

  it('says what is known of an approval, and what yes does', async () => {
    const { write, shown } = makeProject();
    const lists = createLists(system, shown);
    const ask = RELAY.findIndex((line) => line.includes('"kind":"approval"'));
    for (let entries = ask + 1; ; entries += 1) {
      write('demo', RELAY.slice(0, entries));
      const { waiting } = await lists.list({});
      const [item] = waiting;
      if (item?.kind !== 'approval') continue;
      const { known } = item;
      expect(known?.measured).toBeGreaterThan(3);
      expect(known?.stated).toBeGreaterThan(0);
      expect(item.yes).toMatchObject({ choice: 'approve', to: 'committing', by: ['Baton'] });
      // The project has no repository, so nothing can be said of the change itself.
      expect(item.change).toBeUndefined();
      break;
    }
    await lists.close();
  });

  it('says how many of the assignments of a phase are done', async () => {
    const { write, shown } = makeProject();
    const lists = createLists(system, shown);
    const seen = new Set<string>();
    for (let entries = 1; entries <= RELAY.length; entries += 1) {
      write('demo', RELAY.slice(0, entries));
      const [row] = (await lists.list({})).runs;
      if (row?.progress !== undefined) seen.add(`${row.phase} ${row.progress.done} of ${row.progress.of}`);
    }
    expect([...seen]).toEqual(['coding 0 of 2', 'coding 1 of 2']);
    await lists.close();
  });

  it('is made of briefs where the store keeps them, and opens no journal', async () => {
    const { place, write, shown } = makeProject();
    const texts = new Map<string, KeptBrief>();
    let opened = 0;
    const brief = withStores((stores) => ({
      briefs: async () => [...texts.values()],
      reader: (run) => {
        opened += 1;
        return stores.reader(run);
      },
    }));
    const kept = createLists(brief, shown);
    for (const entries of [3, 12, 30, 31, 44, RELAY.length]) {
      write('demo', RELAY.slice(0, entries));
      const found = await readRun(system, place, 'demo');
      if (found === undefined) throw new Error('expected a run');
      const { text } = briefOf(found.workflow)(found.state);
      texts.set('demo', { run: 'demo', held: false, at: found.state.at, seq: found.state.seq, text });
      const replayed = createLists(system, shown);
      expect(whatIsListed(await kept.list({}))).toEqual(whatIsListed(await replayed.list({})));
      await replayed.close();
    }
    expect(opened).toBe(0);
    // One of a version that kept less is replayed.
    const [told] = texts.values();
    if (told?.text === undefined) throw new Error('expected a brief');
    const { row: _, ...less } = JSON.parse(told.text);
    texts.set('demo', { ...told, text: JSON.stringify(less) });
    const [row] = (await kept.list({})).runs;
    expect(row).toMatchObject({ run: 'demo', status: 'complete', seq: RELAY.length });
    expect(opened).toBe(1);
    await kept.close();
  });

  it('is sent without what takes long, and says how much that is', async () => {
    const { write, shown } = makeProject();
    write('quick', RELAY);
    write('slow', RELAY);
    let open: (() => void) | undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const slow = withStores((stores) => ({
      reader: async (run) => {
        if (run === 'slow') await gate;
        return stores.reader(run);
      },
    }));
    const lists = createLists(slow, shown);
    let early = await lists.soon({}, 1);
    while (early.runs.length === 0) early = await lists.soon({}, 1);
    expect(early.runs.map(({ run }) => run)).toEqual(['quick']);
    expect(early.unread).toBe(1);
    open?.();
    const whole = await lists.list({});
    expect(whole.runs.map(({ run }) => run).sort()).toEqual(['quick', 'slow']);
    expect(whole.unread).toBe(0);
    await lists.close();
  });
});
