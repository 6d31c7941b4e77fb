// Which files a holder takes away: those that only a projection has made, and that none makes any more.
import { expect, it } from 'vitest';
import { RelayInMemory } from '../../../test/fixtures/relay-in-memory.ts';
import { openMemoryStore } from '../../stores/memory/memory-store.ts';
import { relay } from '../../workflows/relay/relay.ts';
import type { RunFiles } from '../ports.ts';
import { contentsOf } from './contents.ts';
import { createProjector } from './projector.ts';

/** The artifacts of relay, and a folder in which a projection makes files beside two of them. */
const workflow = {
  ...relay,
  artifacts: {
    ...relay.artifacts,
    note: { kind: 'file', path: 'notes/note.md' },
    page: { kind: 'file', path: 'notes/page_{item}.md' },
  },
  projections: () => [{ path: 'notes/made.md', text: '' }],
  owns: ['notes/*'],
} as const;

const removedOf = async (names: readonly string[]): Promise<readonly string[]> => {
  const removed: string[] = [];
  const files: RunFiles = {
    directory: '/run',
    read: async () => ({ value: '', problems: [] }),
    write: async () => [],
    remove: async (path) => void removed.push(path),
    list: async () => names,
    append: async () => {},
  };
  const { store } = await openMemoryStore();
  const traces = { entry: () => {}, seen: async () => {}, sessions: () => {}, idle: async () => {} };
  const foreign = { settle: async () => [], stop: () => {} };
  await createProjector({ workflow, store, files, traces, foreign }).write(new RelayInMemory().state);
  return removed;
};

it('takes away what it made before and does not make now', async () => {
  expect(await removedOf(['made.md', 'gone.md'])).toEqual(['notes/gone.md']);
});

it('leaves what somebody is about to hand in, also for one item of several', async () => {
  expect(await removedOf(['note.md', 'page_one.md', 'page_.md'])).toEqual(['notes/page_.md']);
});

const archiving = {
  ...relay,
  artifacts: { ...relay.artifacts, kept: { kind: 'file', path: 'old/{item}', each: true, archived: true } },
} as const;

it('writes an archived file once, and loads it for nobody', async () => {
  const { store } = await openMemoryStore();
  const digest = await store.putObject(Buffer.from('a large one\n'));
  const sealed = { artifact: 'kept/1/plan.md', path: 'old/1/plan.md', digest, bytes: 12 };
  const { state } = new RelayInMemory();
  const later = { ...state, artifacts: { ...state.artifacts, [sealed.artifact]: sealed } };
  const written: string[] = [];
  const files: RunFiles = {
    directory: '/run',
    read: async () => ({ value: '', problems: [] }),
    write: async (all) => {
      written.push(
        ...all.filter(({ path }) => path.startsWith('old/')).map(({ path, text }) => `${path} ${text}`),
      );
      return [];
    },
    remove: async () => {},
    list: async () => [],
    append: async () => {},
  };
  const traces = { entry: () => {}, seen: async () => {}, sessions: () => {}, idle: async () => {} };
  const foreign = { settle: async () => [], stop: () => {} };
  const projector = createProjector({ workflow: archiving, store, files, traces, foreign });
  await projector.write(later);
  await projector.write(later);
  expect(written).toEqual(['old/1/plan.md a large one\n']);
  expect((await contentsOf(store, archiving, later))(digest)).toBeUndefined();
  // Another holder finds it there.
  const sized = { ...files, size: async () => 12 };
  await createProjector({ workflow: archiving, store, files: sized, traces, foreign }).write(later);
  expect(written).toHaveLength(1);
});
