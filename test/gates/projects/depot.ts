// A program in Bash, with tests for bats that are known by TAP: libraries that are sourced, a helper, and the program itself.
import type { Files } from '../case.ts';

export const DEPOT: Files = {
  'baton.yaml': 'commands:\n  test: bats --tap test\n',
  '.gitignore': '*.tmp\n',
  'README.md': '# Depot\n\nCounts what is in store.\n\n    depot add nails 5\n',
  'share/help.txt':
    'usage: depot COMMAND\n\n  add NAME N    put N pieces in\n  take NAME N   take N pieces out\n  count NAME    how many there are\n  list          everything\n',
  'bin/depot': `#!/usr/bin/env bash
set -euo pipefail
here="$(cd "$(dirname "\${BASH_SOURCE[0]}")/.." && pwd)"
source "$here/lib/text.sh"
source "$here/lib/stock.sh"

case "\${1:-help}" in
  add) stock_add "$(slug "$2")" "$3" ;;
  take) stock_take "$(slug "$2")" "$3" ;;
  count) stock_count "$(slug "$2")" ;;
  list) stock_list ;;
  help) cat "$here/share/help.txt" ;;
  *)
    cat "$here/share/help.txt" >&2
    exit 2
    ;;
esac
`,
  'lib/text.sh': `# Words and columns.

# In small letters, with dashes for everything else.
slug() {
  local text="\${1,,}"
  text="\${text//[^a-z0-9]/-}"
  printf '%s\\n' "$text"
}

# To the right, in so many columns.
pad() {
  printf '%*s\\n' "$2" "$1"
}

join_by() {
  local sign="$1" all=""
  shift
  for word in "$@"; do all+="\${all:+$sign}$word"; done
  printf '%s\\n' "$all"
}
`,
  'lib/stock.sh': `# One file for each thing in $DEPOT.

stock_count() {
  local file="$DEPOT/$1"
  if [ -f "$file" ]; then cat "$file"; else echo 0; fi
}

stock_add() {
  if ! [[ "$2" =~ ^[0-9]+$ ]]; then
    echo "depot: expected a number, got $2" >&2
    return 2
  fi
  echo $(($(stock_count "$1") + $2)) > "$DEPOT/$1"
}

stock_take() {
  local left=$(($(stock_count "$1") - $2))
  if [ "$left" -lt 0 ]; then
    echo "depot: only $(stock_count "$1") of $1" >&2
    return 1
  fi
  echo "$left" > "$DEPOT/$1"
}

stock_list() {
  local file
  for file in "$DEPOT"/*; do
    [ -f "$file" ] || continue
    printf '%s %s\\n' "$(basename "$file")" "$(cat "$file")"
  done
}
`,
  'test/helper.bash': `# What all tests share.

root="$(cd "$BATS_TEST_DIRNAME/.." && pwd)"

fresh_depot() {
  export DEPOT="$BATS_TEST_TMPDIR/depot"
  mkdir -p "$DEPOT"
}

equals() {
  if [ "$1" != "$2" ]; then
    echo "expected $2, got $1"
    return 1
  fi
}
`,
  'test/text.bats': `load helper

setup() {
  source "$root/lib/text.sh"
}

@test "slugs are small and dashed" {
  equals "$(slug 'Red Paint')" red-paint
  equals "$(slug 'A/B')" a-b
}

@test "pads to the right" {
  equals "$(pad 7 3)" '  7'
}

@test "joins words" {
  equals "$(join_by , a b c)" a,b,c
  equals "$(join_by ,)" ''
}
`,
  'test/stock.bats': `load helper

setup() {
  fresh_depot
  source "$root/lib/stock.sh"
}

@test "counts nothing as 0" {
  equals "$(stock_count nails)" 0
}

@test "adds up" {
  stock_add nails 5
  stock_add nails 2
  equals "$(stock_count nails)" 7
}

@test "adds numbers only" {
  run stock_add nails five
  [ "$status" -eq 2 ]
  [ "$output" = "depot: expected a number, got five" ]
}

@test "takes out" {
  stock_add nails 5
  stock_take nails 2
  equals "$(stock_count nails)" 3
}

@test "takes out no more than there is" {
  stock_add nails 5
  run stock_take nails 6
  [ "$status" -eq 1 ]
  [ "$output" = "depot: only 5 of nails" ]
  equals "$(stock_count nails)" 5
}

@test "lists in order" {
  stock_add screws 1
  stock_add nails 5
  run stock_list
  [ "\${lines[0]}" = "nails 5" ]
  [ "\${lines[1]}" = "screws 1" ]
  [ "\${#lines[@]}" -eq 2 ]
}
`,
  'test/program.bats': `load helper

setup() {
  fresh_depot
}

depot() {
  bash "$root/bin/depot" "$@"
}

@test "the program adds and counts" {
  depot add 'Red Paint' 3
  run depot count 'red paint'
  [ "$status" -eq 0 ]
  [ "$output" = 3 ]
}

@test "the program helps" {
  run depot help
  [ "$status" -eq 0 ]
  [ "\${lines[0]}" = "usage: depot COMMAND" ]
}

@test "the program knows its commands" {
  run depot dance
  [ "$status" -eq 2 ]
  [[ "$output" == usage:* ]]
}
`,
};
