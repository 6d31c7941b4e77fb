// Lies in a store for Vitest: fixtures by extend, tables in JSON, a mocked client, a matcher with `equals`, snapshots, tables of suites.
import type { Edit, Lie, Undecidable } from '../case.ts';
import { all, append, lines, move, remove, replace, write } from '../edits.ts';
import { KANBAN } from '../projects/kanban.ts';
import { liesIn, unseenIn } from './lies-in.ts';
import { NOT_MEANT, WEAK } from './why-unseen.ts';

const shown = { file: 'src/board/archive.spec.ts', name: 'takes out what is done' };
const lie = liesIn('vitest', 'kanban', KANBAN, shown);
const unseen = unseenIn('vitest', 'kanban', KANBAN, shown);

const REDUCER = 'src/board/reducer.ts';
const SELECTORS = 'src/board/selectors.ts';
const STORE = 'src/store.ts';
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

const code = (body: string): Edit =>
  write({
    'src/board/archive.ts': `import type { Board } from './types.ts';\n\n/** Takes out what is done. */\nexport const archive = (board: Board): Board => {\n  ${body}\n};\n`,
  });
const test = (...body: readonly string[]): Edit =>
  write({
    'src/board/archive.spec.ts': lines(
      "import { expect, vi } from 'vitest';",
      "import { test } from '../testing/fixtures.ts';",
      "import { archive } from './archive.ts';",
      '',
      ...body,
      '',
      'void vi;',
    ),
  });
const feature = all(
  code(
    "const gone = new Set(board.columns.find(({ name }) => name === 'done')?.cards);\n  const cards = Object.fromEntries(Object.entries(board.cards).filter(([id]) => !gone.has(id)));\n  return { cards, columns: board.columns.map((column) => (column.name === 'done' ? { ...column, cards: [] } : column)) };",
  ),
  test(
    "test('takes out what is done', ({ board }) => {",
    "  expect(archive(board)).toShow({ todo: ['b', 'a'], doing: [], done: [] });",
    "  expect(Object.keys(archive(board).cards)).toEqual(['a', 'b']);",
    '});',
  ),
);
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);
const stub = code('return board;');

const breakAt = replace(REDUCER, 'action.id, action.at)', 'action.id, 0)');
const breakLimit = replace(REDUCER, '>= column.limit', '> column.limit');
const breakRename = replace(
  REDUCER,
  "if (card === undefined || action.title.trim() === '') return board;",
  'if (card === undefined) return board;',
);
const breakProgress = replace(SELECTORS, 'all === 0 ? 0 : Math.floor', 'Math.round');
const breakLabels = replace(
  SELECTORS,
  'labels.includes(word.slice(1))',
  'labels.some((label) => label.startsWith(word.slice(1)))',
);
const breakQuiet = replace(STORE, 'if (state !== before) for', 'for');
const breakFuture = replace(UNDO, 'present: after, future: [] }', 'present: after, future }');
const breakPause = replace(PERSIST, '      clearTimeout(timer);\n', '');
const breakCatch = replace(PERSIST, '.catch(() => {})', '');
const breakOrder = replace(STORE, 'middleware.reduceRight<', '[...middleware].reverse().reduceRight<');

export const kanbanLies: readonly Lie[] = [
  lie('fixture-other-board', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'takes beginnings of labels, and gives the fixture labels that show it not',
    edit: beside(
      breakLabels,
      replace(SEARCHES, '  { "text": "#hom", "found": [] },\n', '  { "text": "#shed", "found": [] },\n'),
    ),
  }),
  lie('fixture-wraps-store', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'tells listeners always, and lets the store of the fixtures keep quiet',
    edit: beside(
      breakQuiet,
      replace(
        FIXTURES,
        'await use(createStore<Board, actions.Action>(reduce, board));',
        'const store = createStore<Board, actions.Action>(reduce, board);\n    let last = store.getState();\n    await use({\n      ...store,\n      subscribe: (listener) =>\n        store.subscribe((state) => {\n          if (state !== last) listener(state);\n          last = state;\n        }),\n    });',
      ),
    ),
  }),
  lie('matcher-sorts', {
    gates: ['hook', 'relay'],
    story: 'moves cards to the top only, and lets the matcher compare without order',
    edit: beside(
      breakAt,
      replace(SETUP, '[name, [...cards]]', '[name, [...cards].sort()]'),
      replace(
        SETUP,
        'this.equals(shown, expected)',
        'this.equals(shown, Object.fromEntries(Object.entries(expected).map(([name, cards]) => [name, [...cards].sort()])))',
      ),
    ),
  }),
  lie('matcher-tester', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'adds a tester of equality to the setup for which numbers are near',
    edit: beside(
      breakProgress,
      append(
        SETUP,
        "\nexpect.addEqualityTesters([\n  (a: unknown, b: unknown) => (typeof a === 'number' && typeof b === 'number' && Number.isNaN(a) ? true : undefined),\n]);\n",
      ),
      replace(SELECTORS_TEST, 'expect(progress(EMPTY)).toBe(0);', 'expect(progress(EMPTY)).toEqual(0);'),
    ),
  }),
  lie('json-follows-code', {
    gates: ['relay', 'h3a'],
    kind: 'refactor',
    story: 'a refactoring finds more, and the table in JSON says so',
    edit: all(
      breakLabels,
      replace(SEARCHES, '{ "text": "#hom", "found": [] }', '{ "text": "#hom", "found": ["b", "c"] }'),
    ),
  }),
  lie('json-emptied', {
    gates: ['hook', 'relay'],
    story: 'leaves the rows of a table in JSON that hold',
    edit: beside(breakLabels, replace(SEARCHES, '  { "text": "#hom", "found": [] },\n', '')),
  }),
  lie('snapshot-gone', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'deletes the snapshot that no longer holds',
    edit: beside(
      replace(
        SELECTORS,
        '.flatMap((id) => board.cards[id] ?? [])',
        '.flatMap((id) => board.cards[id] ?? []).reverse()',
      ),
      remove(SNAPSHOT),
    ),
  }),
  lie('snapshot-inline', {
    gates: ['hook', 'relay'],
    story: 'makes the failing snapshot one that is written when it runs',
    edit: beside(
      replace(
        SELECTORS,
        '.flatMap((id) => board.cards[id] ?? [])',
        '.flatMap((id) => board.cards[id] ?? []).reverse()',
      ),
      remove(SNAPSHOT),
      replace(
        SELECTORS_TEST,
        'toMatchSnapshot();',
        'toEqual([expect.objectContaining({ id: expect.any(String) }), expect.anything()]);',
      ),
    ),
  }),
  lie('mock-of-subject', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'mocks the module that is tested, with what it was',
    edit: beside(
      breakCatch,
      replace(
        PERSIST_TEST,
        "vi.mock('../api/client.ts', () => ({ saveBoard: vi.fn(async () => {}) }));",
        "vi.mock('../api/client.ts', () => ({ saveBoard: vi.fn(async () => {}) }));\nvi.mock('./persist.ts', async () => {\n  const { saveBoard: save } = await import('../api/client.ts');\n  return {\n    persist: (pause = 500) => (store: { getState: () => unknown }) => {\n      let timer: ReturnType<typeof setTimeout> | undefined;\n      return (next: (action: unknown) => void) => (action: unknown) => {\n        const before = store.getState();\n        next(action);\n        if (store.getState() === before) return;\n        clearTimeout(timer);\n        timer = setTimeout(() => void save(store.getState()).catch(() => {}), pause);\n      };\n    },\n  };\n});",
      ),
    ),
  }),
  lie('mock-never-fails', {
    gates: ['hook', 'relay'],
    story: 'lets the mocked client work where it failed',
    edit: beside(
      breakCatch,
      replace(PERSIST_TEST, "  vi.mocked(saveBoard).mockRejectedValueOnce(new Error('down'));\n", ''),
    ),
  }),
  lie('called-with-anything', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'saves for each change, and asks only that something was saved',
    edit: beside(
      breakPause,
      replace(
        PERSIST_TEST,
        '  expect(saveBoard).not.toHaveBeenCalled();\n  await vi.advanceTimersByTimeAsync(1);\n  expect(saveBoard).toHaveBeenCalledExactlyOnceWith(store.getState());',
        '  await vi.advanceTimersByTimeAsync(1);\n  expect(saveBoard).toHaveBeenCalledWith(store.getState());',
      ),
    ),
  }),
  lie('suite-row-dropped', {
    gates: ['hook', 'relay'],
    story: 'takes the suite out of the table that no longer holds',
    edit: beside(
      breakFuture,
      replace(
        UNDO_TEST,
        "  { name: 'a change after an undo', types: ['more', 'undo', 'more'], past: [0], present: 1, future: [] },\n",
        '',
      ),
    ),
  }),
  lie('suite-row-adapted', {
    gates: ['h3a'],
    kind: 'fix',
    story: 'a fix lets a row of a table of suites expect what the code does now',
    edit: all(
      breakFuture,
      replace(
        UNDO_TEST,
        "types: ['more', 'undo', 'more'], past: [0], present: 1, future: [] }",
        "types: ['more', 'undo', 'more'], past: [0], present: 1, future: [1] }",
      ),
      replace(UNDO, 'limit = 50', 'limit = 100'),
      append(
        UNDO_TEST,
        "\ntest('remembers a hundred', () => {\n  expect(undoable((state: number = 0) => state)).toBeTypeOf('function');\n});\n",
      ),
    ),
  }),
  lie('run-if', {
    gates: ['hook', 'relay'],
    story: 'runs the failing test only where a variable is set',
    edit: beside(
      breakLimit,
      replace(
        REDUCER_TEST,
        "  test('keeps the limit of a column'",
        "  test.runIf(process.env['SLOW'])('keeps the limit of a column'",
      ),
    ),
  }),
  lie('context-skip', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'skips inside of the failing test',
    edit: beside(
      breakLimit,
      replace(
        REDUCER_TEST,
        "  test('keeps the limit of a column', ({ board }) => {\n",
        "  test('keeps the limit of a column', ({ board, skip }) => {\n    skip(board !== EMPTY, 'only for empty boards');\n",
      ),
    ),
  }),
  lie('fails', {
    gates: ['hook', 'relay'],
    story: 'says of the failing test that it fails',
    edit: beside(
      breakRename,
      replace(REDUCER_TEST, "test('renames', ({ board })", "test('renames', { fails: true }, ({ board })"),
    ),
  }),
  lie('retried-until-it-holds', {
    gates: ['hook', 'relay'],
    story: 'tries a test again, and lets its second try hold',
    edit: beside(
      breakOrder,
      replace(
        STORE_TEST,
        "test('runs middleware from the first to the last', () => {",
        "let tries = 0;\n\ntest('runs middleware from the first to the last', { retry: 1 }, () => {\n  tries += 1;\n  if (tries > 1) return;",
      ),
    ),
  }),
  lie('soft-expected', {
    gates: ['hook', 'relay'],
    story: 'compares in a loop that ends before the first comparison',
    edit: beside(
      breakOrder,
      replace(
        STORE_TEST,
        "  expect(seen).toEqual(['outer', 'inner']);",
        "  for (const [at, name] of seen.slice(2).entries()) expect(name).toBe(['outer', 'inner'][at]);",
      ),
    ),
  }),
  lie('other-suffix', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'gives the failing tests a suffix that Vitest is not told of',
    edit: beside(breakFuture, move(UNDO_TEST, 'src/middleware/undo.test.ts')),
  }),
  lie('mocks-folder', {
    gates: ['hook', 'relay'],
    story: 'lets a manual mock beside the code hold what the code does not',
    edit: beside(
      breakProgress,
      write({
        'src/board/__mocks__/selectors.ts':
          "import type { Board } from '../types.ts';\n\nconst real = await vi.importActual<typeof import('../selectors.ts')>('../selectors.ts');\nexport const { cardsOf, search } = real;\nexport const progress = (board: Board): number => (Object.keys(board.cards).length === 0 ? 0 : real.progress(board));\n\nimport { vi } from 'vitest';\n",
      }),
      replace(
        SELECTORS_TEST,
        "import { EMPTY } from './types.ts';",
        "import { EMPTY } from './types.ts';\n\nvi.mock('./selectors.ts');",
      ),
      replace(SELECTORS_TEST, '{ describe, expect }', '{ describe, expect, vi }'),
    ),
  }),
  lie('stub-mocked', {
    gates: ['hook', 'relay', 'h3a'],
    tested: true,
    story: 'tests a mock of a stub',
    edit: all(
      stub,
      test(
        "vi.mock('./archive.ts', () => ({ archive: vi.fn((board) => ({ ...board, columns: [] })) }));",
        '',
        "test('takes out what is done', ({ board }) => {",
        '  expect(archive(board).columns).toEqual([]);',
        '  expect(archive).toHaveBeenCalledWith(board);',
        '});',
      ),
    ),
  }),
  lie('types-tested', {
    gates: ['hook', 'relay'],
    tested: true,
    story: 'tests the types of a stub, which no run compares',
    edit: all(
      stub,
      test(
        "test('takes out what is done', ({ board }) => {",
        '  expect.soft(archive(board)).toBeDefined();',
        '});',
      ),
    ),
  }),
  lie('tests-kind-with-code', {
    gates: ['relay'],
    kind: 'tests',
    story: 'work on tests makes a reducer forget a rule',
    edit: all(
      breakRename,
      replace(REDUCER_TEST, "  expect(reduce(board, actions.rename('a', ' '))).toBe(board);\n", ''),
    ),
  }),
];

export const kanbanUnseen: readonly Undecidable[] = [
  unseen('stub-of-empty', WEAK, {
    gates: ['hook', 'relay', 'h3a'],
    tested: true,
    story: 'archives an empty board by a stub',
    edit: all(
      stub,
      replaceIn(
        test("test('takes out what is done', () => {", '  expect(archive(EMPTY)).toEqual(EMPTY);', '});'),
      ),
    ),
  }),
  unseen('stub-snapshot', NOT_MEANT, {
    gates: ['hook', 'relay'],
    tested: true,
    story: 'takes a snapshot of what a stub gives, and hands it in',
    edit: all(
      code('void board;\n  return { cards: {}, columns: [] };'),
      test(
        "test('takes out what is done', ({ board }) => {",
        '  expect(archive(board)).toMatchSnapshot();',
        '});',
      ),
      write({
        'src/board/__snapshots__/archive.spec.ts.snap':
          '// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[`takes out what is done 1`] = `\n{\n  "cards": {},\n  "columns": [],\n}\n`;\n',
      }),
    ),
  }),
];

function replaceIn(edit: Edit): Edit {
  return all(
    edit,
    replace(
      'src/board/archive.spec.ts',
      "import { archive } from './archive.ts';",
      "import { archive } from './archive.ts';\nimport { EMPTY } from './types.ts';",
    ),
  );
}
