// A store of a board for Vitest: reducers, middleware, selectors, tests beside the code, tables in JSON, fixtures, snapshots in files.
import type { Files } from '../case.ts';
import { KANBAN_TESTS } from './kanban-tests.ts';

export const KANBAN: Files = {
  'baton.yaml':
    "commands:\n  test: npm test\n  prepare: sh -c 'mkdir -p node_modules/.bin && ln -s {vitest}/vitest node_modules/vitest && ln -s ../vitest/vitest.mjs node_modules/.bin/vitest'\n",
  ...KANBAN_TESTS,
  '.gitignore': 'node_modules/\n',
  'README.md': '# Kanban\n\nThe state of a board.\n',
  'package.json': `{
  "name": "@kanban/store",
  "version": "4.0.1",
  "private": true,
  "type": "module",
  "exports": "./src/index.ts",
  "scripts": { "test": "vitest run" }
}
`,
  'vitest.config.ts': `import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['src/**/*.spec.ts'], setupFiles: ['./src/testing/setup.ts'], clearMocks: true },
});
`,
  'src/index.ts': `export * as actions from './board/actions.ts';
export { reduce } from './board/reducer.ts';
export { cardsOf, progress, search } from './board/selectors.ts';
export type { Board, Card, Column } from './board/types.ts';
export { persist } from './middleware/persist.ts';
export { undoable } from './middleware/undo.ts';
export { createStore } from './store.ts';
`,
  'src/board/types.ts': `export interface Card {
  readonly id: string;
  readonly title: string;
  readonly labels: readonly string[];
}

export interface Column {
  readonly name: string;
  readonly limit?: number;
  readonly cards: readonly string[];
}

export interface Board {
  readonly cards: Readonly<Record<string, Card>>;
  readonly columns: readonly Column[];
}

export const EMPTY: Board = {
  cards: {},
  columns: [
    { name: 'todo', cards: [] },
    { name: 'doing', limit: 2, cards: [] },
    { name: 'done', cards: [] },
  ],
};
`,
  'src/board/actions.ts': `export const add = (id: string, title: string, labels: readonly string[] = []) =>
  ({ type: 'add', id, title, labels }) as const;
export const move = (id: string, to: string, at = 0) => ({ type: 'move', id, to, at }) as const;
export const rename = (id: string, title: string) => ({ type: 'rename', id, title }) as const;
export const remove = (id: string) => ({ type: 'remove', id }) as const;

export type Action = ReturnType<typeof add | typeof move | typeof rename | typeof remove>;
`,
  'src/board/reducer.ts': `import type { Action } from './actions.ts';
import { type Board, type Column, EMPTY } from './types.ts';

const without = (columns: readonly Column[], id: string): Column[] =>
  columns.map((column) => (column.cards.includes(id) ? { ...column, cards: column.cards.filter((card) => card !== id) } : column));

const withCard = (columns: readonly Column[], name: string, id: string, at: number): Column[] =>
  columns.map((column) =>
    column.name === name ? { ...column, cards: [...column.cards.slice(0, at), id, ...column.cards.slice(at)] } : column,
  );

const isFull = (column: Column): boolean => column.limit !== undefined && column.cards.length >= column.limit;

/** What cannot be done leaves the board as it is. */
export const reduce = (board: Board = EMPTY, action: Action): Board => {
  switch (action.type) {
    case 'add': {
      const { id, title, labels } = action;
      if (board.cards[id] !== undefined || title.trim() === '') return board;
      const cards = { ...board.cards, [id]: { id, title: title.trim(), labels } };
      return { cards, columns: withCard(board.columns, board.columns[0]?.name ?? '', id, 0) };
    }
    case 'move': {
      const target = board.columns.find(({ name }) => name === action.to);
      if (board.cards[action.id] === undefined || target === undefined) return board;
      if (!target.cards.includes(action.id) && isFull(target)) return board;
      return { ...board, columns: withCard(without(board.columns, action.id), action.to, action.id, action.at) };
    }
    case 'rename': {
      const card = board.cards[action.id];
      if (card === undefined || action.title.trim() === '') return board;
      return { ...board, cards: { ...board.cards, [action.id]: { ...card, title: action.title.trim() } } };
    }
    case 'remove': {
      if (board.cards[action.id] === undefined) return board;
      const { [action.id]: _gone, ...cards } = board.cards;
      return { cards, columns: without(board.columns, action.id) };
    }
    default:
      return board;
  }
};
`,
  'src/board/selectors.ts': `import type { Board, Card } from './types.ts';

export const cardsOf = (board: Board, name: string): Card[] =>
  (board.columns.find((column) => column.name === name)?.cards ?? []).flatMap((id) => board.cards[id] ?? []);

/** In whole percent; an empty board is at 0. */
export const progress = (board: Board): number => {
  const all = Object.keys(board.cards).length;
  return all === 0 ? 0 : Math.floor((cardsOf(board, 'done').length / all) * 100);
};

/** Words of titles, and labels after \`#\`; all of them must be there. */
export const search = (board: Board, text: string): Card[] => {
  const words = text.toLowerCase().split(/\\s+/).filter((word) => word !== '');
  return Object.values(board.cards).filter(({ title, labels }) =>
    words.every((word) => (word.startsWith('#') ? labels.includes(word.slice(1)) : title.toLowerCase().includes(word))),
  );
};
`,
  'src/store.ts': `export type Reducer<State, Action> = (state: State | undefined, action: Action) => State;
export type Middleware<State, Action> = (store: Store<State, Action>) => (next: (action: Action) => void) => (action: Action) => void;

export interface Store<State, Action> {
  readonly getState: () => State;
  readonly dispatch: (action: Action) => void;
  readonly subscribe: (listener: (state: State) => void) => () => void;
}

export const createStore = <State, Action extends { type: string }>(
  reducer: Reducer<State, Action>,
  initial: State,
  ...middleware: readonly Middleware<State, Action>[]
): Store<State, Action> => {
  let state = initial;
  let busy = false;
  const listeners = new Set<(state: State) => void>();
  const store: Store<State, Action> = {
    getState: () => state,
    dispatch: (action) => chain(action),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const base = (action: Action): void => {
    if (busy) throw new Error('a reducer may not dispatch');
    busy = true;
    const before = state;
    try {
      state = reducer(state, action);
    } finally {
      busy = false;
    }
    if (state !== before) for (const listener of [...listeners]) listener(state);
  };
  const chain = middleware.reduceRight<(action: Action) => void>((next, layer) => layer(store)(next), base);
  return store;
};
`,
  'src/middleware/undo.ts': `import type { Reducer } from '../store.ts';

export interface History<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
}

export const UNDO = { type: 'undo' } as const;
export const REDO = { type: 'redo' } as const;

/** Remembers \`limit\` states. */
export const undoable =
  <State, Action extends { type: string }>(reducer: Reducer<State, Action>, limit = 50) =>
  (history: History<State> | undefined, action: Action | typeof UNDO | typeof REDO): History<State> => {
    const { past, present, future } = history ?? { past: [], present: reducer(undefined, action as Action), future: [] };
    if (action.type === 'undo') {
      const last = past.at(-1);
      return last === undefined ? { past, present, future } : { past: past.slice(0, -1), present: last, future: [present, ...future] };
    }
    if (action.type === 'redo') {
      const [next, ...rest] = future;
      return next === undefined ? { past, present, future } : { past: [...past, present], present: next, future: rest };
    }
    const after = reducer(present, action as Action);
    return after === present ? { past, present, future } : { past: [...past, present].slice(-limit), present: after, future: [] };
  };
`,
  'src/middleware/persist.ts': `import { saveBoard } from '../api/client.ts';
import type { Middleware } from '../store.ts';

/** Saves when nothing has happened for a while; one save at a time. */
export const persist =
  <State, Action extends { type: string }>(pause = 500): Middleware<State, Action> =>
  (store) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let saving = Promise.resolve();
    return (next) => (action) => {
      const before = store.getState();
      next(action);
      if (store.getState() === before) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        saving = saving.then(() => saveBoard(store.getState())).catch(() => {});
      }, pause);
    };
  };
`,
  'src/api/client.ts': `export const saveBoard = async (board: unknown): Promise<void> => {
  const response = await fetch('http://kanban.internal/board', { method: 'PUT', body: JSON.stringify(board) });
  if (!response.ok) throw new Error(\`saving failed: \${response.status}\`);
};
`,
};
