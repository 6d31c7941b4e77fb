// Where only an exit code is known, all tests are one: a new test that is red without the change would hide an old one that was
// hollowed out. So each old file of the tests' side that changed is tried alone, and judged as a test of its own.
import { lacksName } from '../../evidence/failures/missing-name.ts';
import { isBuildList } from '../../evidence/source/test-files.ts';
import type { CommandEvidence, TestCell, TestRow } from '../../model/evidence.ts';
import { TEST_FILES_TRIED_MAX } from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import type { UnavailableEvidence } from '../commands/reexecute.ts';
import { projectPath, type TestsSide } from '../side/tests-side.ts';
import type { Repository } from '../trees/repository.ts';

interface Tried {
  readonly sides: TestsSide & { readonly repository: Repository };
  readonly base: Digest;
  readonly head: Digest;
  readonly four: Readonly<Record<'base' | 'oldTests' | 'oldCode' | 'head', CommandEvidence>>;
  readonly run: (
    tree: Digest,
    variant: { readonly testsOf: Digest; readonly isTests: (path: string) => boolean; readonly bare: true },
  ) => Promise<CommandEvidence | UnavailableEvidence>;
}

const cellOf = (run: CommandEvidence | UnavailableEvidence): TestCell => {
  if (run.kind === 'unavailable' || run.end !== 'exited') return 'unknown';
  return run.exit === 0 ? 'passed' : 'failed';
};

const SHADOWED_PARTS = 2;
const tailOf = (path: string): string | undefined => {
  const parts = path.split('/');
  return parts.length < SHADOWED_PARTS ? undefined : parts.slice(-SHADOWED_PARTS).join('/');
};

/** New files beside the tests that are called as changed code is: they may be loaded in its place. */
const shadowsIn = ({ changes, isTests }: Pick<TestsSide, 'changes' | 'isTests'>): ReadonlySet<string> => {
  const code = new Set(
    changes.flatMap(({ path, before }) =>
      before === undefined || isTests(path) ? [] : (tailOf(path) ?? []),
    ),
  );
  return new Set(
    changes.flatMap(({ path, before }) =>
      before === undefined && isTests(path) && code.has(tailOf(path) ?? '') ? [path] : [],
    ),
  );
};

/** Old files of the tests' side that changed, each with its former name; of many all together. */
const oldFiles = ({
  changes,
  isTests,
}: TestsSide): { readonly paths: ReadonlySet<string>; readonly isThere: boolean }[] => {
  const shadows = shadowsIn({ changes, isTests });
  const old = changes
    .filter(
      ({ path, was, before }) =>
        shadows.has(path) || (before !== undefined && (isTests(path) || isTests(was ?? path))),
    )
    .map(({ path, was, after }) => ({ paths: new Set([path, was ?? path]), isThere: after !== undefined }));
  if (old.length <= TEST_FILES_TRIED_MAX) return old;
  const paths = new Set(old.flatMap((one) => [...one.paths]));
  return [{ paths, isThere: old.some(({ isThere }) => isThere) }];
};

const messageOf = (run: CommandEvidence | UnavailableEvidence): string | undefined =>
  run.kind === 'command' ? run.tests?.failures[0]?.message : undefined;

/** A list of what is built may leave tests out: with the list as it was, the new code must pass, as far as it can be built. */
const rowOfLists = async ({ sides, base, head, run }: Tried): Promise<TestRow[]> => {
  const lists = sides.changes
    .filter(({ path, before, after }) => isBuildList(path) && before !== undefined && after !== undefined)
    .map(({ path }) => path);
  const [first] = lists;
  if (first === undefined) return [];
  const onNew = await run(head, { testsOf: base, isTests: (path) => lists.includes(path), bare: true });
  const [oldTests, message] = [cellOf(onNew), messageOf(onNew)];
  if (oldTests === 'passed' || lacksName(message)) return [];
  const name = projectPath(sides.repository, first);
  const cells = { base: 'passed', oldTests, oldCode: 'unloaded', head: 'passed', text: 'changed' } as const;
  return [{ name, file: name, ...cells, ...(message === undefined ? {} : { message }) }];
};

/** The rows, with one for each old file where the four runs do not tell enough: these say what the one of all tests could not. */
export const rowsByFile = async (tried: Tried, known: readonly TestRow[]): Promise<TestRow[]> => {
  const { sides, base, head, four, run } = tried;
  const isKnown = [four.base, four.head].every(
    (one) => one.basis === 'exit-code' && cellOf(one) === 'passed',
  );
  if (!isKnown) return [...known];
  const lists = await rowOfLists(tried);
  if (cellOf(four.oldTests) !== 'failed' || cellOf(four.oldCode) !== 'failed') return [...lists, ...known];
  const rows: TestRow[] = [];
  for (const { paths, isThere } of oldFiles(sides)) {
    const isTests = (path: string): boolean => paths.has(path);
    const onNew = await run(head, { testsOf: base, isTests, bare: true });
    const oldTests = cellOf(onNew);
    // It still passes as it was, so nothing was hidden by what became of it.
    if (oldTests === 'passed') continue;
    const oldCode = isThere ? cellOf(await run(base, { testsOf: head, isTests, bare: true })) : 'gone';
    const [name = ''] = [...paths].map((path) => projectPath(sides.repository, path));
    const message = messageOf(onNew);
    rows.push({
      ...{ name, file: name, base: 'passed', oldTests, oldCode, text: 'changed' },
      head: isThere ? 'passed' : 'gone',
      ...(oldCode === 'passed' && message !== undefined ? { message } : {}),
    });
  }
  return [...lists, ...(rows.length === 0 ? known : rows)];
};

/** Which files are taken from the other tree: new tests stay beside old ones, and a list of what is built goes with its tests. */
export const mixedByExit = (
  { changes, isTests }: TestsSide,
  byExit: boolean,
): { readonly back: (path: string) => boolean; readonly ahead: (path: string) => boolean } => {
  if (!byExit) return { back: isTests, ahead: isTests };
  const shadows = shadowsIn({ changes, isTests });
  const added = new Set(
    changes.flatMap(({ path, before }) => (before === undefined && !shadows.has(path) ? [path] : [])),
  );
  const lists = new Set(changes.flatMap(({ path }) => (isBuildList(path) ? [path] : [])));
  return {
    back: (path) => isTests(path) && !added.has(path),
    ahead: (path) => isTests(path) || lists.has(path),
  };
};
