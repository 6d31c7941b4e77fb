// Commands of the project's configuration as evidence: one on one tree, or the tests of two trees on the code of both.
import { boundedCases } from '../evidence/bounded-cases.ts';
import { type Compared, compareRuns, type FourRuns } from '../evidence/compare-runs.ts';
import type { Config } from '../model/config.ts';
import type { CommandEvidence, Evidence, EvidenceRequest, TestFileChange } from '../model/evidence.ts';
import { DOUBTFUL_RUNS_MAX } from '../model/limits.ts';
import type { Digest } from '../model/sealed.ts';
import { observeCanary } from './canary.ts';
import { markIdleTests } from './idle-run.ts';
import { type Place, scratchDirectory } from './place.ts';
import { reexecute, type UnavailableEvidence } from './reexecute.ts';
import { findRepository, type Repository } from './repository.ts';
import { testChangesOn } from './test-changes.ts';
import { projectPath, type TestsSide, testsSideOf } from './tests-side.ts';

export interface CommandContext {
  readonly place: Place;
  /** With the commands of the base. */
  readonly config: Config;
  /** The tree whose scripts and settings hold: the one that the work began from. */
  readonly base: Digest | undefined;
  /** `refs/baton/<run>`: trees that have to be made are kept below it. */
  readonly refs: string;
  /** Commands that the checkout names otherwise than the base. */
  readonly changed: readonly string[];
  /** The file that names the commands. */
  readonly configFile: string;
}

type CommandRequest = Extract<EvidenceRequest, { kind: 'command' }>;
type RunsRequest = Extract<EvidenceRequest, { kind: 'test-runs' }>;

interface Variant {
  readonly testsOf?: Digest;
  readonly released?: readonly string[];
  readonly isTests?: (path: string) => boolean;
  readonly only?: readonly string[];
}

const observeCommand = async (
  { place, config, base, refs, changed, configFile }: CommandContext,
  request: Pick<CommandRequest, 'command' | 'tree'>,
  variant: Variant,
  signal: AbortSignal,
): Promise<CommandEvidence | UnavailableEvidence> => {
  const command = config.commands[request.command as keyof Config['commands']];
  if (command === undefined)
    return {
      kind: 'unavailable',
      cause: `the project has no \`${request.command}\` command`,
      hint: `say it in baton.yaml: commands.${request.command}`,
    };
  const { limits } = config;
  const evidence = await reexecute({
    place,
    tree: request.tree,
    name: request.command,
    ...variant,
    scriptsOf: base,
    refs,
    line: command.line,
    reports: command.reports,
    prepare: config.commands.prepare?.line,
    timeMsMax: command.timeMsMax,
    ...(limits?.commandMemoryBytes === undefined ? {} : { memoryBytesMax: limits.commandMemoryBytes }),
    ...(limits?.commandOutputBytes === undefined ? {} : { outputBytesMax: limits.commandOutputBytes }),
    signal,
  });
  return evidence.kind === 'command' && changed.includes(request.command)
    ? { ...evidence, restored: [...new Set([configFile, ...(evidence.restored ?? [])])] }
    : evidence;
};

interface Sides extends TestsSide {
  readonly repository: Repository;
}

/** Files of the tests' side that differ, as one of the trees has them; from the project. */
const changedOn = ({ changes, isTests, repository }: Sides, tree: 'base' | 'head'): string[] =>
  changes
    .flatMap(({ path, was, before, after }) =>
      tree === 'base' ? (before === undefined ? [] : [was ?? path]) : after === undefined ? [] : [path],
    )
    .filter(isTests)
    .map((path) => projectPath(repository, path));

/** Source files that hold tests are part of the code, too: their tests cannot be run alone. */
const holdsTests = ({ changes, isTests }: Sides): boolean =>
  changes.some(({ path, after }) => !isTests(path) && after !== undefined && /\.rs$/i.test(path));

/** The files to run, where each of those that differ is known to be a test file; undefined for all. */
const onlyOf = (files: readonly string[], known: CommandEvidence): readonly string[] | undefined => {
  const reported = new Set((known.tests?.cases ?? []).map(({ file }) => file));
  return files.every((file) => reported.has(file)) ? files : undefined;
};

/** Changed files of the tests' side that are no test files: fixtures, helpers, configuration of runners. */
const supportOf = (
  { changes, isTests, repository, users }: Sides,
  runs: FourRuns,
  files: readonly TestFileChange[],
): Compared['support'] => {
  const reported = new Set(
    // A file that cannot be loaded may be told as a test of its own name.
    Object.values(runs).flatMap(({ tests: of }) =>
      (of?.cases ?? []).flatMap(({ file, name }) => (file === undefined || file === name ? [] : [file])),
    ),
  );
  const declaring = files
    .filter(({ declared, removed }) => declared.length + removed.length > 0)
    .flatMap(({ path, was }) => [path, ...(was === undefined ? [] : [was])]);
  // Functions of a helper may look like tests; where runners name files, those that no run names have none.
  const tests = reported.size === 0 ? new Set(declaring) : reported;
  const following = new Set(files.flatMap(({ path, follows }) => (follows === true ? [path] : [])));
  return changes
    .filter(({ path, was }) => isTests(path) || (was !== undefined && isTests(was)))
    .map(({ path, before }) => {
      const used = users.get(path)?.map((user) => projectPath(repository, user));
      return {
        path: projectPath(repository, path),
        added: before === undefined,
        ...(used === undefined ? {} : { users: used }),
      };
    })
    .filter(({ path }) => !tests.has(path) && !following.has(path));
};

/** One by one, because of several one may be a helper and another the code that it hides; many of them together. */
const doubtfulSets = (files: ReadonlySet<string>): readonly ReadonlySet<string>[] =>
  files.size > DOUBTFUL_RUNS_MAX ? [files] : [...files].map((file) => new Set([file]));

/**
 * A file that only tests import may be code or a helper of theirs. With the helper as it was, a test that it kept from
 * failing fails; code as it was makes no test fail that passed before.
 */
const withFailuresOf = (run: CommandEvidence, helped: CommandEvidence): CommandEvidence => {
  const failed = new Set(
    (helped.tests?.cases ?? []).flatMap(({ status, file }) => (status === 'failed' ? [file] : [])),
  );
  if (run.tests === null || helped.tests === null || failed.size === 0) return run;
  const cases = [
    ...(run.tests.cases ?? []).filter(({ file }) => !failed.has(file)),
    ...(helped.tests.cases ?? []).filter(({ file }) => failed.has(file)),
  ];
  const count = (status: string): number => cases.filter((one) => one.status === status).length;
  return {
    ...run,
    exit: helped.exit,
    tests: {
      ...run.tests,
      ...{ total: cases.length, passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
      failures: [...run.tests.failures, ...helped.tests.failures],
      cases,
    },
  };
};

const observeRuns = async (
  context: CommandContext,
  request: RunsRequest,
  signal: AbortSignal,
): Promise<Evidence> => {
  const repository = await findRepository(context.place.project);
  const { command, base, head, named, released } = request;
  const run = (tree: Digest, variant: Variant) =>
    observeCommand(
      context,
      { command, tree },
      { ...(released === undefined ? {} : { released }), ...variant },
      signal,
    );
  // Each tree with its own tests needs nobody to say which files those are.
  const own = [run(base, {}), run(head, {})] as const;
  const side = await testsSideOf(repository, base, head, context.config.tests ?? []);
  const { isTests } = side;
  const sides = { ...side, repository };
  const isTouched =
    changedOn(sides, 'base').length + changedOn(sides, 'head').length > 0 || holdsTests(sides);
  // All of the old tests, not those of changed files alone: a new test file can change what others see.
  const ofBase = run(head, { testsOf: base, isTests, ...(isTouched ? {} : { only: [] }) });
  // They are awaited one after the other; what goes wrong in one that is not reached is told by the first.
  for (const started of [...own, ofBase]) started.catch(() => {});
  const [onBase, onHead] = await Promise.all(own);
  if (onBase.kind === 'unavailable') return onBase;
  if (onHead.kind === 'unavailable') return onHead;
  const partial = (files: readonly string[], known: CommandEvidence): Pick<Variant, 'only'> => {
    const only = holdsTests(sides) ? undefined : onlyOf(files, known);
    return only === undefined ? {} : { only };
  };
  const [oldTests, oldCode, withHelpers] = await Promise.all([
    ofBase,
    run(base, { testsOf: head, isTests, ...partial(changedOn(sides, 'head'), onHead) }),
    Promise.all(
      doubtfulSets(side.doubtful).map((files) =>
        run(head, { testsOf: base, isTests: (path) => isTests(path) || files.has(path) }),
      ),
    ),
  ]);
  if (oldTests.kind === 'unavailable') return oldTests;
  if (oldCode.kind === 'unavailable') return oldCode;
  const helped = withHelpers.filter((one) => one.kind === 'command');
  const missing = withHelpers.find((one) => one.kind === 'unavailable');
  // A run that could not be made may have been the one that fails.
  if (missing !== undefined) return missing;
  const runs = {
    ...{ base: onBase, oldCode, head: onHead },
    oldTests: helped.reduce<CommandEvidence>(withFailuresOf, oldTests),
  };
  const changes = await testChangesOn(repository, side);
  const compared = compareRuns({
    ...{ runs, changes, support: supportOf(sides, runs, changes) },
    ...(named === undefined ? {} : { named }),
  });
  const rows = await markIdleTests(
    {
      ...{ repository, side, head, onHead, scratchDirectory: scratchDirectory(context.place) },
      takesFiles: oldCode.only !== undefined,
      isNamed: (named ?? []).length > 0,
      run: async (tree, only) => {
        const idle = await run(tree, { only });
        return idle.kind === 'command' ? idle : undefined;
      },
    },
    compared.rows,
  );
  return { kind: 'test-runs', ...compared, rows: [...rows] };
};

/** Whether the test command tells the truth about the tree that it is run on. */
const observeSoundness = async (
  { place, config, base, refs }: CommandContext,
  request: Extract<EvidenceRequest, { kind: 'canary' }>,
  signal: AbortSignal,
): Promise<Evidence> => {
  const command = config.commands[request.command as keyof Config['commands']];
  if (command === undefined)
    return { kind: 'unavailable', cause: `the project has no \`${request.command}\` command` };
  return observeCanary({
    ...{ place, base: request.base, tree: request.head, scriptsOf: base, refs, signal },
    ...{ name: request.command, line: command.line, reports: command.reports },
    ...{ prepare: config.commands.prepare?.line, timeMsMax: command.timeMsMax },
  });
};

export const observeTests = async (
  context: CommandContext,
  request: Extract<EvidenceRequest, { kind: 'command' | 'test-runs' | 'canary' }>,
  signal: AbortSignal,
): Promise<Evidence> => {
  switch (request.kind) {
    case 'command': {
      const variant = {
        ...(request.testsOf === undefined ? {} : { testsOf: request.testsOf }),
        ...(request.released === undefined ? {} : { released: request.released }),
      };
      const evidence = await observeCommand(context, request, variant, signal);
      return evidence.kind === 'command' ? boundedCases(evidence) : evidence;
    }
    case 'test-runs':
      return observeRuns(context, request, signal);
    case 'canary':
      return observeSoundness(context, request, signal);
  }
};
