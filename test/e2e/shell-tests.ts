// The tests of a small project as shell scripts, and a runner that prints TAP: no toolchain, and done in a moment.

/** Runs every script of a folder. With a pause, evidence is under way for long enough to be killed. */
export const shellTests = (folder: string, pause?: string): string => `n=0; bad=0
echo "TAP version 13"
for check in ${folder}/*.sh; do
  n=$((n+1))${pause === undefined ? '' : `; sleep ${pause}`}
  if sh "$check"; then echo "ok $n - says $(basename "$check" .sh)"
  else echo "not ok $n - says $(basename "$check" .sh)"; bad=1; fi
done
echo "1..$n"
exit $bad
`;
