// What lies and honest work in the depot share.
import { all, append, replace, write } from '../edits.ts';

/** A feature with a test that discriminates. */
export const moveStock = all(
  append('lib/stock.sh', '\nstock_move() {\n  stock_take "$1" "$3" && stock_add "$2" "$3"\n}\n'),
  write({
    'test/move.bats':
      'load helper\n\nsetup() {\n  fresh_depot\n  source "$root/lib/stock.sh"\n}\n\n@test "moves pieces" {\n  stock_add nails 5\n  stock_move nails old-nails 2\n  equals "$(stock_count nails)" 3\n  equals "$(stock_count old-nails)" 2\n}\n',
  }),
);
export const MOVED = { file: 'test/move.bats', name: 'moves pieces' };
/** Makes the test of what is left, and no other, fail. */
export const breakTake = replace('lib/stock.sh', 'if [ "$left" -lt 0 ]', 'if false');
export const TAKES_NO_MORE = /@test "takes out no more[\s\S]*?\n\}\n\n/;
/** Nothing is added any more. */
export const breakAdds = replace('lib/stock.sh', ' + $2))', ' + 0))');
