// The tests of the board: beside the code, with fixtures, tables in JSON, a mocked client, a matcher and a snapshot.
import type { Files } from '../case.ts';

export const KANBAN_TESTS: Files = {
  'src/testing/setup.ts': `import { expect } from 'vitest';
import type { Board } from '../board/types.ts';

expect.extend({
  toShow(received: Board, expected: Record<string, readonly string[]>) {
    const shown = Object.fromEntries(received.columns.map(({ name, cards }) => [name, [...cards]]));
    return { pass: this.equals(shown, expected), actual: shown, expected, message: () => 'expected other columns' };
  },
});
`,
  'src/testing/fixtures.ts': `import { test as base } from 'vitest';
import * as actions from '../board/actions.ts';
import { type Board, EMPTY } from '../board/types.ts';
import { reduce } from '../board/reducer.ts';
import { createStore, type Store } from '../store.ts';

export const someBoard = (): Board =>
  [
    actions.add('a', 'Write tests', ['dev']),
    actions.add('b', 'Paint the shed', ['home']),
    actions.add('c', 'Write a letter', ['home', 'post']),
    actions.move('c', 'done'),
  ].reduce<Board>(reduce, EMPTY);

export const test = base.extend<{ board: Board; store: Store<Board, actions.Action> }>({
  board: async ({}, use) => {
    await use(someBoard());
  },
  store: async ({ board }, use) => {
    await use(createStore<Board, actions.Action>(reduce, board));
  },
});
`,
  'src/board/__fixtures__/searches.json': `[
  { "text": "write", "found": ["a", "c"] },
  { "text": "WRITE letter", "found": ["c"] },
  { "text": "#home", "found": ["b", "c"] },
  { "text": "#home write", "found": ["c"] },
  { "text": "#hom", "found": [] },
  { "text": "", "found": ["a", "b", "c"] }
]
`,
  'src/board/reducer.spec.ts': `import { describe, expect } from 'vitest';
import { test } from '../testing/fixtures.ts';
import * as actions from './actions.ts';
import { reduce } from './reducer.ts';
import { EMPTY } from './types.ts';

describe('add', () => {
  test('puts a card on top of the first column', ({ board }) => {
    expect(reduce(board, actions.add('d', ' Call Bob '))).toShow({ todo: ['d', 'b', 'a'], doing: [], done: ['c'] });
    expect(reduce(board, actions.add('d', ' Call Bob ')).cards['d']).toEqual({ id: 'd', title: 'Call Bob', labels: [] });
  });

  test.for([actions.add('a', 'Again'), actions.add('d', '  ')])('does nothing for %o', (action, { board }) => {
    expect(reduce(board, action)).toBe(board);
  });
});

describe('move', () => {
  test('moves between columns', ({ board }) => {
    expect(reduce(board, actions.move('a', 'doing'))).toShow({ todo: ['b'], doing: ['a'], done: ['c'] });
  });

  test('moves in a column', ({ board }) => {
    expect(reduce(board, actions.move('b', 'todo', 1))).toShow({ todo: ['a', 'b'], doing: [], done: ['c'] });
  });

  test('keeps the limit of a column', ({ board }) => {
    const full = [actions.move('a', 'doing'), actions.move('b', 'doing')].reduce(reduce, board);
    expect(reduce(full, actions.move('c', 'doing'))).toBe(full);
    expect(reduce(full, actions.move('a', 'doing', 1))).toShow({ todo: [], doing: ['b', 'a'], done: ['c'] });
  });

  test.for([
    ['x', 'done'],
    ['a', 'nowhere'],
  ] as const)('knows %s and %s', ([id, to], { board }) => {
    expect(reduce(board, actions.move(id, to))).toBe(board);
  });
});

test('renames', ({ board }) => {
  expect(reduce(board, actions.rename('a', 'Test')).cards['a']?.title).toBe('Test');
  expect(reduce(board, actions.rename('a', ' '))).toBe(board);
});

test('removes', ({ board }) => {
  const after = reduce(board, actions.remove('c'));
  expect(after).toShow({ todo: ['b', 'a'], doing: [], done: [] });
  expect(Object.keys(after.cards)).toEqual(['a', 'b']);
  expect(reduce(after, actions.remove('c'))).toBe(after);
});

test('changes no board', ({ board }) => {
  const before = structuredClone(board);
  for (const action of [actions.add('d', 'D'), actions.move('a', 'done'), actions.rename('a', 'A'), actions.remove('a')]) reduce(board, action);
  expect(board).toEqual(before);
});

test('begins empty', () => {
  expect(reduce(undefined, actions.remove('x'))).toBe(EMPTY);
});
`,
  'src/board/selectors.spec.ts': `import { describe, expect } from 'vitest';
import { test } from '../testing/fixtures.ts';
import searches from './__fixtures__/searches.json';
import { cardsOf, progress, search } from './selectors.ts';
import { EMPTY } from './types.ts';

describe('search', () => {
  test.for(searches)('finds "$text"', ({ text, found }, { board }) => {
    expect(search(board, text).map(({ id }) => id)).toEqual(found);
  });
});

test('shows a column', ({ board }) => {
  expect(cardsOf(board, 'todo')).toMatchSnapshot();
  expect(cardsOf(board, 'nowhere')).toEqual([]);
});

test('knows the progress', ({ board }) => {
  expect(progress(board)).toBe(33);
  expect(progress(EMPTY)).toBe(0);
});
`,
  'src/board/__snapshots__/selectors.spec.ts.snap': `// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html

exports[\`shows a column 1\`] = \`
[
  {
    "id": "b",
    "labels": [
      "home",
    ],
    "title": "Paint the shed",
  },
  {
    "id": "a",
    "labels": [
      "dev",
    ],
    "title": "Write tests",
  },
]
\`;
`,
  'src/store.spec.ts': `import { describe, expect, vi } from 'vitest';
import * as actions from './board/actions.ts';
import { createStore } from './store.ts';
import { test } from './testing/fixtures.ts';

describe('subscribe', () => {
  test('tells what changed', ({ store }) => {
    const listener = vi.fn();
    store.subscribe(listener);
    store.dispatch(actions.rename('a', 'Test'));
    expect(listener).toHaveBeenCalledExactlyOnceWith(store.getState());
  });

  test('tells nothing where nothing changed', ({ store }) => {
    const listener = vi.fn();
    store.subscribe(listener);
    store.dispatch(actions.remove('x'));
    expect(listener).not.toHaveBeenCalled();
  });

  test('ends', ({ store }) => {
    const listener = vi.fn();
    store.subscribe(listener)();
    store.dispatch(actions.remove('a'));
    expect(listener).not.toHaveBeenCalled();
  });
});

test('lets no reducer dispatch', () => {
  const store = createStore<number, { type: string }>((state = 0, action) => {
    if (action.type === 'twice') store.dispatch({ type: 'once' });
    return state + 1;
  }, 0);
  expect(() => store.dispatch({ type: 'twice' })).toThrow('a reducer may not dispatch');
  store.dispatch({ type: 'once' });
  expect(store.getState()).toBe(1);
});

test('runs middleware from the first to the last', () => {
  const seen: string[] = [];
  const layer = (name: string) => () => (next: (action: { type: string }) => void) => (action: { type: string }) => {
    seen.push(name);
    next(action);
  };
  createStore((state = 0) => state, 0, layer('outer'), layer('inner')).dispatch({ type: 'x' });
  expect(seen).toEqual(['outer', 'inner']);
});
`,
  'src/middleware/undo.spec.ts': `import { describe, expect, test } from 'vitest';
import { type History, REDO, UNDO, undoable } from './undo.ts';

const count = undoable((state: number = 0, { type }: { type: string }) => (type === 'more' ? state + 1 : state), 2);
const after = (...types: readonly string[]): History<number> =>
  types.reduce<History<number>>((history, type) => count(history, { type }), { past: [], present: 0, future: [] });

describe.each([
  { name: 'nothing', types: [], past: [], present: 0, future: [] },
  { name: 'changes', types: ['more', 'more'], past: [0, 1], present: 2, future: [] },
  { name: 'an undo', types: ['more', 'more', 'undo'], past: [0], present: 1, future: [2] },
  { name: 'a redo', types: ['more', 'more', 'undo', 'redo'], past: [0, 1], present: 2, future: [] },
  { name: 'a change after an undo', types: ['more', 'undo', 'more'], past: [0], present: 1, future: [] },
  { name: 'more than it remembers', types: ['more', 'more', 'more'], past: [1, 2], present: 3, future: [] },
])('after $name', ({ types, past, present, future }) => {
  test('shows the present', () => expect(after(...types).present).toBe(present));
  test('remembers the past', () => expect(after(...types).past).toEqual(past));
  test('remembers the future', () => expect(after(...types).future).toEqual(future));
});

test('has nothing to undo', () => {
  expect(count(after(), UNDO)).toEqual(after());
  expect(count(after('more'), REDO)).toEqual(after('more'));
});

test('forgets what changed nothing', () => {
  expect(after('more', 'other')).toEqual(after('more'));
});
`,
  'src/middleware/persist.spec.ts': `import { afterEach, beforeEach, expect, vi } from 'vitest';
import { saveBoard } from '../api/client.ts';
import * as actions from '../board/actions.ts';
import { reduce } from '../board/reducer.ts';
import { createStore } from '../store.ts';
import { test } from '../testing/fixtures.ts';
import { persist } from './persist.ts';

vi.mock('../api/client.ts', () => ({ saveBoard: vi.fn(async () => {}) }));

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('saves once for several changes', async ({ board }) => {
  const store = createStore(reduce, board, persist());
  store.dispatch(actions.rename('a', 'A'));
  await vi.advanceTimersByTimeAsync(499);
  store.dispatch(actions.rename('b', 'B'));
  await vi.advanceTimersByTimeAsync(499);
  expect(saveBoard).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(saveBoard).toHaveBeenCalledExactlyOnceWith(store.getState());
});

test('saves nothing where nothing changed', async ({ board }) => {
  createStore(reduce, board, persist()).dispatch(actions.remove('x'));
  await vi.runAllTimersAsync();
  expect(saveBoard).not.toHaveBeenCalled();
});

test('goes on after a failure', async ({ board }) => {
  vi.mocked(saveBoard).mockRejectedValueOnce(new Error('down'));
  const store = createStore(reduce, board, persist(10));
  store.dispatch(actions.rename('a', 'A'));
  await vi.runAllTimersAsync();
  store.dispatch(actions.rename('a', 'B'));
  await vi.runAllTimersAsync();
  expect(saveBoard).toHaveBeenCalledTimes(2);
});
`,
};
