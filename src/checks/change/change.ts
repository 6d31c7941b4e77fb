// What is judged about a change, whatever gate it stands at: plain values, so that a hook without a run can have it judged.
import type { EvidenceRequest, TestRunsEvidence } from '../../model/evidence.ts';
import { NAMED_TESTS_MAX } from '../../model/limits/limits.ts';
import type { Problem } from '../../model/problem.ts';
import type { Digest } from '../../model/run/sealed.ts';
import type { View } from '../../model/workflow/view.ts';
import { DEFAULT_WORK_KIND, owesTest, type WorkKind } from '../../model/workflow/work-kind.ts';
import type { Seen } from '../../model/workflow/workflow.ts';
import { observed } from '../observed.ts';
import { lastPart, normalName } from './test-names.ts';

export interface NamedTest {
  readonly file?: string | undefined;
  readonly name?: string | undefined;
}

export interface Change {
  /** The project's command that runs its tests. */
  readonly command: string;
  /** What the change is judged against. */
  readonly base: Digest | undefined;
  readonly head: Digest | undefined;
  /** Where this piece of work began, when that is not the base: a fix that changes nothing is not done. */
  readonly start?: Digest | undefined;
  /** Decided by whoever owns the plan. */
  readonly kind: WorkKind;
  /** Tests (by name or file) and files of configuration that their owner lets this change remove or rewrite. */
  readonly released: readonly string[];
  /** Tests that may stay red, by name; without a list every test that was red before and is unchanged may. */
  readonly knownFailures?: readonly string[] | undefined;
  /** Tests that are said to show the change. */
  readonly named?: readonly NamedTest[] | undefined;
  /** Whether a test that is dropped or rewritten together with the code needs a release. */
  readonly strict: boolean;
  /** Whether a test is owed that fails without the change; by default the kind says so. */
  readonly owesTest?: boolean | undefined;
  /** Commands that the project names. */
  readonly commands: readonly string[];
  /** Whether each hunk of the code is taken away alone, to see whether a test misses it. Without it, none is. */
  readonly probe?: ProbePolicy | undefined;
}

/** What becomes of hunks that no test misses, and how many are tried for how long. */
export interface ProbePolicy {
  readonly mode: 'off' | 'warn' | 'reject';
  readonly hunksMax: number;
  readonly minutesMax: number;
}

export const isOwed = ({ kind, owesTest: owed }: Change): boolean => owed ?? owesTest(kind);

const blankless = ({ file, name }: NamedTest): NamedTest => ({
  ...(file === undefined || file.trim() === '' ? {} : { file: file.trim() }),
  ...(name === undefined || name.trim() === '' ? {} : { name }),
});

export const namedTests = ({ named = [] }: Change): readonly NamedTest[] =>
  named.map(blankless).filter(({ file, name }) => file !== undefined || name !== undefined);

/** The four runs. Undefined where there is no tree to compare. */
export const runsOf = (change: Change): EvidenceRequest | undefined => {
  const { command, base, head, released } = change;
  if (base === undefined || head === undefined) return undefined;
  const named = namedTests(change).slice(0, NAMED_TESTS_MAX);
  return {
    ...{ kind: 'test-runs', command, base, head },
    ...(named.length === 0 ? {} : { named: [...named] }),
    ...(released.length === 0 ? {} : { released: [...released] }),
  };
};

export const seenRuns = (change: Change, seen: Seen): TestRunsEvidence | Problem =>
  observed('test-runs', seen, runsOf(change), 'the tests could not be run');

/** A function of Go: what runs inside of it goes by its name and a slash; behind that of a suite, or of another test, stands ` > `. */
const GO_FUNCTION = /^(?:Test|Fuzz)\w*$/;

/** What a case of pytest is a case of: `test_load[half]` is one of `test_load`. */
const functionOfCase = (name: string, files: readonly (string | undefined)[]): string | undefined =>
  files.some((file) => file?.endsWith('.py') === true) ? /^([^[]+)\[[\s\S]*\]$/.exec(name)?.[1] : undefined;

/** Cargo says behind the name of a test what it expects; nobody calls the test so. */
const unmarked = (name: string): string => name.replace(/ - should panic$/, '');

/** Cargo names a test by the first file of its program: the module in its name tells the file that it stands in. */
const rustModules = (name: string, file: string | undefined): string[] => {
  const root = /^(?:(.*)\/)?\w+\.rs$/.exec(file ?? '');
  if (root === null) return [];
  const folder = root[1] === undefined ? '' : `${root[1]}/`;
  const modules = name.split('::').slice(0, -1);
  return modules.flatMap((_, depth) => {
    const stem = folder + modules.slice(0, depth + 1).join('/');
    return [`${stem}.rs`, `${stem}/mod.rs`];
  });
};

/** Whether the owner of the tests has released a test: by its file, or by its name, written out. */
export const isReleased = (
  test: { readonly name?: string | undefined; readonly files: readonly (string | undefined)[] },
  released: readonly string[],
): boolean =>
  released.some((entry) => {
    const wanted = normalName(entry).replace(/^\.\//, '');
    if (wanted === '') return false;
    const modules = test.files.flatMap((file) => rustModules(test.name ?? '', file));
    const inFile = [...test.files, ...modules].some((file) => {
      const own = file?.replace(/^\.\//, '');
      return own === wanted || (wanted.endsWith('/') && own?.startsWith(wanted) === true);
    });
    if (inFile) return true;
    const { name } = test;
    if (name === undefined) return false;
    const isInside =
      (GO_FUNCTION.test(wanted) && normalName(name).startsWith(`${wanted}/`)) ||
      normalName(name).startsWith(`${wanted} > `);
    const names = [name, functionOfCase(name, test.files) ?? name];
    return (
      isInside ||
      [normalName, lastPart].some((of) => names.some((one) => [of(one), unmarked(of(one))].includes(wanted)))
    );
  });

/** What a plan says of one piece of work. */
export interface Declared {
  readonly kind?: WorkKind | undefined;
  readonly released?: readonly string[] | undefined;
}

/** Several pieces together: of several kinds the whole is a feature, and it owes a test if one of them does. */
export const declaredTogether = (
  parts: readonly Declared[],
): Pick<Change, 'kind' | 'released' | 'owesTest'> => {
  const kinds = [...new Set(parts.map(({ kind = DEFAULT_WORK_KIND }) => kind))];
  const [first = DEFAULT_WORK_KIND, ...others] = kinds;
  return {
    kind: others.length === 0 ? first : DEFAULT_WORK_KIND,
    released: [...new Set(parts.flatMap(({ released = [] }) => released))],
    owesTest: kinds.length === 0 || kinds.some(owesTest),
  };
};

/**
 * Names of the commands that the project of a run has in baton.yaml.
 *
 * @example
 * ```ts
 * const hasLint = guard('the project lints', (view) => commandsOf(view).includes('lint'));
 * ```
 */
export const commandsOf = (view: View): readonly string[] => {
  const commands = view.run.options['commands'];
  return Array.isArray(commands) ? commands.filter((name): name is string => typeof name === 'string') : [];
};
