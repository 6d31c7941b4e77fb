// Honest work in a program in Bash whose tests are known by TAP.
import type { Work } from '../case.ts';
import { all, append, move, replace, write } from '../edits.ts';
import { DEPOT } from '../projects/depot.ts';
import { MOVED, moveStock, TAKES_NO_MORE } from '../projects/depot-edits.ts';
import { COMMIT } from '../projects/gauge-edits.ts';
import { inProject } from './stranger.ts';

const work = inProject('bats', 'depot', DEPOT, MOVED);
const STOCKS = 'test/stock.bats';
const relay = { gates: ['relay'] } as const;
const everywhere = (from: RegExp, to: string) => (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replace(from, to)]));

export const depotWork: readonly Work[] = [
  work('feature', {
    gates: ['relay', 'hook', 'agentmux', 'h3a'],
    story: 'moves pieces, with a test',
    edit: moveStock,
  }),
  work('feature-in-file', {
    gates: ['relay', 'h3a'],
    names: { file: STOCKS, name: 'empties' },
    story: 'a function and its test in files that are there',
    edit: all(
      append('lib/stock.sh', '\nstock_empty() {\n  rm -f "$DEPOT/$1"\n}\n'),
      append(
        STOCKS,
        '\n@test "empties" {\n  stock_add nails 5\n  stock_empty nails\n  equals "$(stock_count nails)" 0\n}\n',
      ),
    ),
  }),
  work('command', {
    gates: ['relay', 'hook'],
    tested: true,
    story: 'a command of the program, in its help and with a test',
    edit: all(
      replace(
        'bin/depot',
        '  list) stock_list ;;\n',
        '  list) stock_list ;;\n  join) shift; join_by , "$@" ;;\n',
      ),
      append('share/help.txt', '  join WORD...  with commas\n'),
      append(
        'test/program.bats',
        '\n@test "the program joins" {\n  run depot join a b\n  [ "$output" = a,b ]\n}\n',
      ),
    ),
  }),
  work('fix', {
    ...relay,
    kind: 'fix',
    names: { file: STOCKS, name: 'takes numbers only' },
    story: 'takes numbers only, with a test',
    edit: all(
      replace(
        'lib/stock.sh',
        '  local left=',
        '  if ! [[ "$2" =~ ^[0-9]+$ ]]; then\n    echo "depot: expected a number, got $2" >&2\n    return 2\n  fi\n  local left=',
      ),
      append(STOCKS, '\n@test "takes numbers only" {\n  run stock_take nails -1\n  [ "$status" -eq 2 ]\n}\n'),
    ),
  }),
  work('refactor', {
    gates: ['relay', 'agentmux'],
    kind: 'refactor',
    story: 'one function for what must be a number',
    edit: all(
      replace('lib/stock.sh', / {2}if ! \[\[[\s\S]*? {2}fi\n/, '  must_be_number "$2" || return\n'),
      append(
        'lib/stock.sh',
        '\nmust_be_number() {\n  [[ "$1" =~ ^[0-9]+$ ]] && return\n  echo "depot: expected a number, got $1" >&2\n  return 2\n}\n',
      ),
    ),
  }),
  work('refactor-library', {
    ...relay,
    kind: 'refactor',
    story: 'a library in two files',
    edit: (files) => {
      const at = files['lib/stock.sh']!.indexOf('stock_list()');
      return {
        ...files,
        'lib/list.sh': files['lib/stock.sh']!.slice(at),
        'lib/stock.sh': `${files['lib/stock.sh']!.slice(0, at)}source "$(dirname "\${BASH_SOURCE[0]}")/list.sh"\n`,
      };
    },
  }),
  work('rename-function', {
    ...relay,
    kind: 'rename',
    story: 'a function under another name everywhere',
    edit: everywhere(/\bstock_take\b/g, 'stock_remove'),
  }),
  work('tests-helper', {
    ...relay,
    kind: 'tests',
    story: 'a helper under another name, and one more',
    edit: all(
      everywhere(/\bequals\b/g, 'assert_equal'),
      append('test/helper.bash', '\nassert_status() {\n  assert_equal "$status" "$1"\n}\n'),
      replace(STOCKS, '[ "$status" -eq 2 ]', 'assert_status 2'),
    ),
  }),
  work('tests-split', {
    ...relay,
    kind: 'tests',
    story: 'tests of taking out in a file of their own',
    edit: (files) => ({
      ...files,
      [STOCKS]: files[STOCKS]!.replace(TAKES_NO_MORE, ''),
      'test/take.bats': `load helper\n\nsetup() {\n  fresh_depot\n  source "$root/lib/stock.sh"\n}\n\n${TAKES_NO_MORE.exec(files[STOCKS]!)![0].trimEnd()}\n`,
    }),
  }),
  work('tests-retitled', {
    ...relay,
    kind: 'tests',
    story: 'other titles for tests',
    edit: all(
      replace(STOCKS, '"adds up"', '"adds up what comes in"'),
      replace('test/text.bats', '"joins words"', '"joins words with a sign"'),
    ),
  }),
  work('tests-more', {
    ...relay,
    kind: 'tests',
    story: 'one more test of what is there',
    edit: append(
      'test/text.bats',
      '\n@test "pads nothing that is long" {\n  equals "$(pad 1234 3)" 1234\n}\n',
    ),
  }),
  work('docs', {
    ...relay,
    kind: 'docs',
    story: 'documents and a picture',
    edit: all(append('README.md', '\n    depot take nails 2\n'), write({ 'docs/ideas.md': '# Ideas\n' })),
  }),
  work('docs-comments', {
    ...relay,
    kind: 'docs',
    story: 'comments of functions',
    edit: replace('lib/text.sh', 'join_by() {', '# With a sign between.\njoin_by() {'),
  }),
  work('docs-test-comments', {
    ...relay,
    kind: 'docs',
    story: 'a comment in a helper of the tests',
    edit: replace(
      'test/helper.bash',
      '# What all tests share.',
      '# What all tests share: a depot for each, and what compares.',
    ),
  }),
  work('respecified', {
    gates: ['relay', 'h3a'],
    released: ['lists in order'],
    names: { file: STOCKS, name: 'lists in order' },
    story: 'lists with counts first, as the plan releases',
    edit: all(
      replace(
        'lib/stock.sh',
        '"$(basename "$file")" "$(cat "$file")"',
        '"$(cat "$file")" "$(basename "$file")"',
      ),
      replace(STOCKS, '"nails 5"', '"5 nails"'),
      replace(STOCKS, '"screws 1"', '"1 screws"'),
    ),
  }),
  work('indented', {
    gates: ['relay', 'hook'],
    kind: 'refactor',
    story: 'tabs in the place of blanks',
    edit: (files) =>
      Object.fromEntries(
        Object.entries(files).map(([path, text]) => [
          path,
          /^(?:lib|test|bin)\//.test(path)
            ? text.replace(/^( {2})+/gm, (blanks) => '\t'.repeat(blanks.length / 2))
            : text,
        ]),
      ),
  }),
  work('session', {
    gates: ['hook'],
    story: 'a failing test with NOT DONE, the code, and a document, each committed',
    turns: [
      {
        edit: (files) => ({ ...files, 'test/move.bats': moveStock(files)['test/move.bats']! }),
        run: COMMIT,
        says: 'NOT DONE: the function is missing',
        unproven: true,
      },
      { edit: (files) => ({ ...files, 'lib/stock.sh': moveStock(files)['lib/stock.sh']! }), run: COMMIT },
      { edit: append('README.md', '\nIt moves, too.\n'), run: COMMIT },
    ],
  }),
  work('two-rounds', {
    gates: ['relay', 'agentmux'],
    story: 'a feature, and in the round of fixes a check of its arguments',
    turns: [
      { edit: moveStock },
      {
        edit: all(
          replace(
            'lib/stock.sh',
            '  stock_take "$1" "$3" &&',
            '  [ "$#" -eq 3 ] || return 2\n  stock_take "$1" "$3" &&',
          ),
          append(
            'test/move.bats',
            '\n@test "moves with three words only" {\n  run stock_move nails\n  [ "$status" -eq 2 ]\n}\n',
          ),
        ),
      },
    ],
  }),
  work('program-moved', {
    ...relay,
    kind: 'refactor',
    story: 'the program in another folder',
    edit: all(move('bin/depot', 'cmd/depot'), replace('test/program.bats', 'bin/depot', 'cmd/depot')),
  }),
];
