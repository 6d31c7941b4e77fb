// Honest work in a store for Vitest: actions, selectors, fixtures, tables, snapshots, middleware, files that move.
import type { Work } from '../case.ts';
import { all, append, lines, move, remove, replace, write } from '../edits.ts';
import { KANBAN } from '../projects/kanban.ts';
import { inProject } from './stranger.ts';

const work = inProject('vitest', 'kanban', KANBAN, { file: 'src/board/reducer.spec.ts', name: 'removes' });

const ACTIONS = 'src/board/actions.ts';
const TYPES = 'src/board/types.ts';
const REDUCER = 'src/board/reducer.ts';
const SELECTORS = 'src/board/selectors.ts';
const UNDO = 'src/middleware/undo.ts';
const PERSIST = 'src/middleware/persist.ts';
const REDUCER_TEST = 'src/board/reducer.spec.ts';
const SELECTORS_TEST = 'src/board/selectors.spec.ts';
const STORE_TEST = 'src/store.spec.ts';
const UNDO_TEST = 'src/middleware/undo.spec.ts';
const PERSIST_TEST = 'src/middleware/persist.spec.ts';
const FIXTURES = 'src/testing/fixtures.ts';
const SETUP = 'src/testing/setup.ts';
const SEARCHES = 'src/board/__fixtures__/searches.json';
const SNAPSHOT = 'src/board/__snapshots__/selectors.spec.ts.snap';

export const kanbanWork: readonly Work[] = [
  work('label-action', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'cards can be labelled, with a table',
    names: { file: REDUCER_TEST, name: 'label > sets each label once' },
    edit: all(
      replace(
        ACTIONS,
        'export const remove',
        "export const label = (id: string, labels: readonly string[]) => ({ type: 'label', id, labels }) as const;\nexport const remove",
      ),
      replace(ACTIONS, 'typeof add |', 'typeof add | typeof label |'),
      replace(
        REDUCER,
        "    case 'remove': {",
        "    case 'label': {\n      const card = board.cards[action.id];\n      if (card === undefined) return board;\n      return { ...board, cards: { ...board.cards, [action.id]: { ...card, labels: [...new Set(action.labels)] } } };\n    }\n    case 'remove': {",
      ),
      append(
        REDUCER_TEST,
        "\ndescribe('label', () => {\n  test('sets each label once', ({ board }) => {\n    expect(reduce(board, actions.label('a', ['x', 'y', 'x'])).cards['a']?.labels).toEqual(['x', 'y']);\n  });\n\n  test('does nothing for a card that is not there', ({ board }) => {\n    expect(reduce(board, actions.label('x', ['x']))).toBe(board);\n  });\n});\n",
      ),
    ),
  }),
  work('card-dates', {
    gates: ['relay', 'h3a'],
    released: [REDUCER_TEST, SELECTORS_TEST, SNAPSHOT],
    story: 'cards know when they were made; snapshot and tests follow',
    names: { file: REDUCER_TEST, name: 'add > puts a card on top of the first column' },
    edit: all(
      replace(TYPES, '  readonly title: string;\n', '  readonly title: string;\n  readonly made: number;\n'),
      replace(
        ACTIONS,
        "labels: readonly string[] = []) =>\n  ({ type: 'add', id, title, labels })",
        "labels: readonly string[] = [], made = 0) =>\n  ({ type: 'add', id, title, labels, made })",
      ),
      replace(
        REDUCER,
        'const { id, title, labels } = action;',
        'const { id, title, labels, made } = action;',
      ),
      replace(REDUCER, 'title: title.trim(), labels }', 'title: title.trim(), labels, made }'),
      replace(REDUCER_TEST, "title: 'Call Bob', labels: [] }", "title: 'Call Bob', labels: [], made: 0 }"),
      replace(SNAPSHOT, / {4}"title":/g, '    "made": 0,\n    "title":'),
    ),
  }),
  work('search-quotes', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'words in quotes are one, with rows in the table',
    names: { file: SELECTORS_TEST, name: 'search > finds ""write a""' },
    edit: all(
      replace(
        SELECTORS,
        "text.toLowerCase().split(/\\s+/).filter((word) => word !== '')",
        '(text.toLowerCase().match(/"[^"]*"|\\S+/g) ?? []).map((word) => word.replaceAll(\'"\', \'\'))',
      ),
      replace(
        SEARCHES,
        '  { "text": "", ',
        '  { "text": "\\"write a\\"", "found": ["c"] },\n  { "text": "\\"a write\\"", "found": [] },\n  { "text": "", ',
      ),
    ),
  }),
  work('progress-rounds-down', {
    gates: ['hook', 'relay', 'h3a'],
    kind: 'fix',
    story: 'columns without a name of their own are found by case, too',
    names: { file: SELECTORS_TEST, name: 'finds columns in either case' },
    edit: all(
      replace(
        SELECTORS,
        '(column) => column.name === name',
        '(column) => column.name.toLowerCase() === name.toLowerCase()',
      ),
      append(
        SELECTORS_TEST,
        "\ntest('finds columns in either case', ({ board }) => {\n  expect(cardsOf(board, 'Done').map(({ id }) => id)).toEqual(['c']);\n});\n",
      ),
    ),
  }),
  work('reducers-split', {
    gates: ['hook', 'relay', 'h3a'],
    kind: 'refactor',
    story: 'columns have a file of their own, with tests of their own',
    edit: all(
      (files) => {
        const text = files[REDUCER] ?? '';
        const from = text.indexOf('const without');
        const to = text.indexOf('/** What cannot');
        return {
          ...files,
          [REDUCER]:
            text
              .slice(0, from)
              .replace('{ type Board, type Column, EMPTY }', '{ type Board, EMPTY }')
              .replace(
                'import { type Board',
                "import { isFull, withCard, without } from './columns.ts';\nimport { type Board",
              ) + text.slice(to),
          'src/board/columns.ts': `import type { Column } from './types.ts';\n\n${text.slice(from, to).replace(/^const /gm, 'export const ')}`,
        };
      },
      write({
        'src/board/columns.spec.ts':
          "import { expect, test } from 'vitest';\nimport { isFull, withCard, without } from './columns.ts';\n\nconst columns = [{ name: 'a', cards: ['x', 'y'] }, { name: 'b', limit: 1, cards: ['z'] }];\n\ntest('takes a card out', () => {\n  expect(without(columns, 'x').map(({ cards }) => cards)).toEqual([['y'], ['z']]);\n  expect(without(columns, 'x')[1]).toBe(columns[1]);\n});\n\ntest('puts a card in', () => {\n  expect(withCard(columns, 'a', 'n', 1)[0]?.cards).toEqual(['x', 'n', 'y']);\n});\n\ntest('is full at its limit', () => {\n  expect(columns.map(isFull)).toEqual([false, true]);\n});\n",
      }),
    ),
  }),
  work('undo-renamed', {
    gates: ['hook', 'relay', 'h3a'],
    kind: 'rename',
    story: 'the history has another name, and so has its file with its tests',
    edit: all(
      move(UNDO, 'src/middleware/history.ts'),
      move(UNDO_TEST, 'src/middleware/history.spec.ts'),
      (files) =>
        Object.fromEntries(
          Object.entries(files).map(([path, text]) => [
            path,
            path.startsWith('src/')
              ? text.replaceAll('/undo.ts', '/history.ts').replace(/\bundoable\b/g, 'withHistory')
              : text,
          ]),
        ),
    ),
  }),
  work('saving-told', {
    gates: ['relay', 'h3a'],
    released: [PERSIST_TEST],
    story: 'whoever persists hears of failures, and options are an object',
    names: { file: PERSIST_TEST, name: 'goes on after a failure' },
    edit: all(
      replace(
        PERSIST,
        '(pause = 500):',
        '({ pause = 500, onError = () => {} }: { pause?: number; onError?: (error: unknown) => void } = {}):',
      ),
      replace(PERSIST, '.catch(() => {})', '.catch(onError)'),
      replace(
        PERSIST_TEST,
        'const store = createStore(reduce, board, persist(10));',
        'const onError = vi.fn();\n  const store = createStore(reduce, board, persist({ pause: 10, onError }));',
      ),
      replace(
        PERSIST_TEST,
        'expect(saveBoard).toHaveBeenCalledTimes(2);',
        "expect(saveBoard).toHaveBeenCalledTimes(2);\n  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('down'));",
      ),
    ),
  }),
  work('fixtures-merged', {
    gates: ['hook', 'relay'],
    kind: 'tests',
    story: 'a fixture listens, and tests of subscribing use it',
    edit: all(
      replace(
        FIXTURES,
        "import { test as base } from 'vitest';",
        "import { type Mock, test as base, vi } from 'vitest';",
      ),
      replace(
        FIXTURES,
        'store: Store<Board, actions.Action> }>({',
        'store: Store<Board, actions.Action>; listener: Mock }>({',
      ),
      replace(
        FIXTURES,
        /\n\}\);\n$/,
        '\n  listener: async ({ store }, use) => {\n    const listener = vi.fn();\n    const end = store.subscribe(listener);\n    await use(listener);\n    end();\n  },\n});\n',
      ),
      replace(
        STORE_TEST,
        "  test('tells what changed', ({ store }) => {\n    const listener = vi.fn();\n    store.subscribe(listener);\n",
        "  test('tells what changed', ({ listener, store }) => {\n",
      ),
      replace(
        STORE_TEST,
        "  test('tells nothing where nothing changed', ({ store }) => {\n    const listener = vi.fn();\n    store.subscribe(listener);\n",
        "  test('tells nothing where nothing changed', ({ listener, store }) => {\n",
      ),
    ),
  }),
  work('suites-by-table', {
    gates: ['relay', 'h3a'],
    kind: 'tests',
    released: [UNDO_TEST],
    story: 'a table of suites becomes a table of tests, with the same rows',
    edit: all(
      replace(UNDO_TEST, 'describe.each([', 'test.each(['),
      replace(
        UNDO_TEST,
        /\n {2}test\('shows the present'[\s\S]*?\n\}\);\n/,
        '\n  expect(after(...types)).toEqual({ past, present, future });\n});\n',
      ),
      replace(UNDO_TEST, '{ describe, expect, test }', '{ expect, test }'),
    ),
  }),
  work('searches-in-code', {
    gates: ['hook', 'relay'],
    kind: 'tests',
    story: 'the rows of a table in JSON move into the test',
    edit: all(
      remove(SEARCHES),
      replace(SELECTORS_TEST, "import searches from './__fixtures__/searches.json';\n", ''),
      replace(
        SELECTORS_TEST,
        "describe('search'",
        `const searches = ${KANBAN['src/board/__fixtures__/searches.json']?.trim()};\n\ndescribe('search'`,
      ),
    ),
  }),
  work('matcher-in-its-file', {
    gates: ['hook', 'relay'],
    kind: 'tests',
    story: 'the matcher has a file of its own, and a better message',
    edit: all(
      write({
        'src/testing/to-show.ts':
          "import type { Board } from '../board/types.ts';\n\nexport function toShow(this: { equals: (a: unknown, b: unknown) => boolean }, received: Board, expected: Record<string, readonly string[]>) {\n  const shown = Object.fromEntries(received.columns.map(({ name, cards }) => [name, [...cards]]));\n  const pass = this.equals(shown, expected);\n  return { pass, actual: shown, expected, message: () => `expected ${pass ? 'other ' : ''}columns ${JSON.stringify(expected)}, got ${JSON.stringify(shown)}` };\n}\n",
        'src/testing/setup.ts':
          "import { expect } from 'vitest';\nimport { toShow } from './to-show.ts';\n\nexpect.extend({ toShow });\n",
      }),
    ),
  }),
  work('select-once', {
    gates: ['hook', 'relay'],
    story: 'the store tells only who selects something that changed',
    names: { file: STORE_TEST, name: 'subscribe > tells of a part' },
    edit: all(
      replace(
        'src/store.ts',
        'readonly subscribe: (listener',
        'readonly select: <Part>(part: (state: State) => Part, listener: (part: Part) => void) => () => void;\n  readonly subscribe: (listener',
      ),
      replace(
        'src/store.ts',
        '    subscribe: (listener) => {',
        '    select: (part, listener) => {\n      let last = part(state);\n      return store.subscribe((next) => {\n        const now = part(next);\n        if (now !== last) listener(now);\n        last = now;\n      });\n    },\n    subscribe: (listener) => {',
      ),
      replace(
        STORE_TEST,
        "  test('ends', (",
        "  test('tells of a part', ({ store }) => {\n    const listener = vi.fn();\n    store.select(({ columns }) => columns, listener);\n    store.dispatch(actions.rename('a', 'A'));\n    expect(listener).not.toHaveBeenCalled();\n    store.dispatch(actions.move('a', 'done'));\n    expect(listener).toHaveBeenCalledTimes(1);\n  });\n\n  test('ends', (",
      ),
    ),
  }),
  work('redo-removed', {
    gates: ['relay', 'h3a'],
    kind: 'refactor',
    released: [UNDO_TEST],
    story: 'nobody does again what was undone; the released tests of it go',
    edit: all(
      replace(UNDO, / {4}if \(action\.type === 'redo'\) \{[\s\S]*?\n {4}\}\n/, ''),
      replace(UNDO, "export const REDO = { type: 'redo' } as const;\n", ''),
      replace(UNDO, ' | typeof REDO)', ')'),
      replace(UNDO_TEST, / {2}\{ name: 'a redo'.*\n/, ''),
      replace(UNDO_TEST, "  expect(count(after('more'), REDO)).toEqual(after('more'));\n", ''),
      replace(UNDO_TEST, ' REDO,', ''),
    ),
  }),
  work('client-put-elsewhere', {
    gates: ['hook', 'relay', 'h3a'],
    kind: 'refactor',
    story: 'the client has another place, which the mock of a test follows',
    edit: all(
      move('src/api/client.ts', 'src/http/board-client.ts'),
      replace(PERSIST, '../api/client.ts', '../http/board-client.ts'),
      replace(PERSIST_TEST, '../api/client.ts', '../http/board-client.ts'),
    ),
  }),
  work('documented', {
    gates: ['hook', 'relay'],
    kind: 'docs',
    story: 'the store is documented',
    edit: all(
      append(
        'README.md',
        lines('', '## Undo', '', '```ts', 'const store = createStore(undoable(reduce), undefined);', '```'),
      ),
      replace(
        'src/store.ts',
        'export const createStore',
        '/**\n * A store with one state.\n * Middleware runs from the first to the last.\n */\nexport const createStore',
      ),
    ),
  }),
  work('board-from-json', {
    gates: ['hook', 'relay'],
    kind: 'tests',
    story: 'the board of the fixtures is data, and it is larger in one column',
    edit: all(
      write({
        'src/testing/board.json': `${JSON.stringify(
          {
            cards: {
              a: { id: 'a', title: 'Write tests', labels: ['dev'] },
              b: { id: 'b', title: 'Paint the shed', labels: ['home'] },
              c: { id: 'c', title: 'Write a letter', labels: ['home', 'post'] },
            },
            columns: [
              { name: 'todo', cards: ['b', 'a'] },
              { name: 'doing', limit: 2, cards: [] },
              { name: 'done', cards: ['c'] },
            ],
          },
          null,
          2,
        )}\n`,
      }),
      replace(
        FIXTURES,
        /export const someBoard[\s\S]*?EMPTY\);\n/,
        'export const someBoard = (): Board => structuredClone(json);\n',
      ),
      replace(
        FIXTURES,
        "import { type Board, EMPTY } from '../board/types.ts';",
        "import type { Board } from '../board/types.ts';",
      ),
      replace(FIXTURES, 'import { createStore,', "import json from './board.json';\nimport { createStore,"),
      replace(
        SETUP,
        "import type { Board } from '../board/types.ts';",
        "import type { Board } from '../board/types.ts';\n",
      ),
    ),
  }),
];
