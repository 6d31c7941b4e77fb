// A test of Node that only holds subtests. Where one of them fails its report does not name it, so it would seem to be gone;
// what it says is what its subtests say, which have rows of their own.
import type { TestFileChange } from '../../model/evidence.ts';
import type { Matched } from './match-tests.ts';
import { normalTestName } from './side-tests.ts';

const SCRIPT = /\.(?:[cm]?[jt]s|[jt]sx)$/i;

/** Whether a test asserts nothing itself, as it was and as it is, and did not fail itself. */
export const parentsIn = (changes: readonly TestFileChange[]): ((matched: Matched) => boolean) => {
  const byPath = new Map(changes.map((change) => [change.path, change]));
  return ({ old, now }) => {
    if (old === undefined || now === undefined || !SCRIPT.test(now.file ?? '')) return false;
    const change = byPath.get(now.file ?? '');
    const name = normalTestName(now.name);
    // A test that asserts something is declared, or was.
    const has = (names: readonly string[], test: (one: string) => boolean): boolean =>
      names.some((one) => test(normalTestName(one)));
    const isPlain = old.onBase === 'passed' && now.onHead === 'passed' && old.onHead !== 'failed';
    return (
      isPlain &&
      change !== undefined &&
      has(change.declared, (one) => one.startsWith(`${name} > `)) &&
      !has([...change.declared, ...change.removed], (one) => one === name)
    );
  };
};
