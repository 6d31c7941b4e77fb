// Commands of the project's configuration as evidence: one on one tree, or the tests of two trees on the code of both.

import { namedTestFolders } from '../../evidence/commands/test-folders.ts';
import { addedComplaints } from '../../evidence/failures/added-complaints.ts';
import { boundedCases } from '../../evidence/reports/tests/bounded-cases.ts';
import { testSources } from '../../evidence/runs/brought-tests.ts';
import { type Compared, compareRuns, type FourRuns } from '../../evidence/runs/compare-runs.ts';
import { withFailuresOf } from '../../evidence/runs/helped-run.ts';
import { type Config, commandNamed } from '../../model/config.ts';
import type { CommandEvidence, Evidence, EvidenceRequest, TestFileChange } from '../../model/evidence.ts';
import { DOUBTFUL_RUNS_MAX } from '../../model/limits/limits.ts';
import { isMeant } from '../../model/path-patterns.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { byStandard } from '../commands/by-standard.ts';
import { type Place, scratchDirectory } from '../commands/place.ts';
import { reexecute, type UnavailableEvidence } from '../commands/reexecute.ts';
import { observeProbe } from '../probe/observe-probe.ts';
import { testChangesOn } from '../side/test-changes.ts';
import { projectPath, type TestsSide, testsSideOf } from '../side/tests-side.ts';
import { findRepository, type Repository } from '../trees/repository.ts';
import { observeCanary } from './canary.ts';
import { givingHelpers } from './giving-helpers.ts';
import { markIdleTests } from './idle-run.ts';
import { markKnownNames } from './known-names.ts';
import { mixedByExit, rowsByFile } from './rows-by-file.ts';
import { ranAgain, type TestedHead } from './run-again.ts';

/** What of the configuration decides how commands are run. */
export type CommandConfig = Pick<Config, 'commands' | 'limits' | 'environment' | 'tests'>;

export interface CommandContext {
  readonly place: Place;
  /** With the commands of the base. */
  readonly config: CommandConfig;
  /** The tree whose scripts and settings hold: the one that the work began from. */
  readonly base: Digest | undefined;
  /** `refs/baton/<run>`: trees that have to be made are kept below it. */
  readonly refs: string;
  /** Commands that the checkout names otherwise than the base. */
  readonly changed: readonly string[];
  /** The file that names the commands. */
  readonly configFile: string;
  /** Where nothing but tests fail that the change does not touch, they are run once more before that counts. */
  readonly doubts?: boolean;
}

type CommandRequest = Extract<EvidenceRequest, { kind: 'command' }>;
type RunsRequest = Extract<EvidenceRequest, { kind: 'test-runs' }>;

interface Variant {
  readonly testsOf?: Digest;
  readonly released?: readonly string[];
  readonly isTests?: (path: string) => boolean;
  readonly only?: readonly string[];
  readonly functions?: readonly string[];
  readonly twice?: boolean;
  readonly again?: true | 'third';
  readonly bare?: boolean;
}

const seen = (evidence: CommandEvidence | UnavailableEvidence): CommandEvidence | undefined =>
  evidence.kind === 'command' ? evidence : undefined;

const observeCommand = async (
  { place, config, base, refs, changed, configFile }: CommandContext,
  request: Pick<CommandRequest, 'command' | 'tree'>,
  variant: Variant,
  signal: AbortSignal,
): Promise<CommandEvidence | UnavailableEvidence> => {
  const command = commandNamed(config, request.command);
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
    byExit: command.basis === 'exit-code',
    policy: config.environment,
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

/** A command that fails may have failed before the change. */
const withBefore = async (
  context: CommandContext,
  { command, before }: CommandRequest,
  evidence: CommandEvidence,
  signal: AbortSignal,
): Promise<CommandEvidence> => {
  if (before === undefined || evidence.end !== 'exited' || evidence.exit === 0) return evidence;
  const was = await observeCommand(context, { command, tree: before }, {}, signal);
  if (was.kind !== 'command' || was.end !== 'exited') return evidence;
  const added = addedComplaints(evidence.tail, was.tail);
  return { ...evidence, before: { exit: was.exit, ...(added === undefined ? {} : { added }) } };
};

interface Sides extends TestsSide {
  readonly repository: Repository;
  /** Tests differ: code and tests of two trees make one that nobody wrote. */
  readonly bare: boolean;
  /** Whether a file is that of the base where the old tests run on the new code. */
  readonly back: (path: string) => boolean;
  /** Whether a file is that of the head where the new tests run on the old code. */
  readonly ahead: (path: string) => boolean;
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
  // A report that only counts says nothing of the files that are left out.
  return reported.size > 0 && files.every((file) => reported.has(file)) ? files : undefined;
};

/** Changed files of the tests' side that are no test files: fixtures, helpers, configuration of runners. */
const supportOf = (
  { changes, isTests, repository, users }: Sides,
  runs: FourRuns,
  files: readonly TestFileChange[],
  released: readonly string[],
): Compared['support'] => {
  const changed = new Set(changes.map(({ path }) => projectPath(repository, path)));
  const reported = new Set(
    Object.values(runs).flatMap(({ tests: of }) => testSources(of?.cases ?? [], (path) => changed.has(path))),
  );
  const declaring = files
    .filter(({ declared, removed }) => declared.length + removed.length > 0)
    .flatMap(({ path, was }) => [path, ...(was === undefined ? [] : [was])]);
  // Functions of a helper may look like tests; where runners name files, those that no run names have none.
  const tests = reported.size === 0 ? new Set(declaring) : reported;
  const following = new Set(files.flatMap(({ path, follows }) => (follows === true ? [path] : [])));
  return changes
    .filter(({ path, was }) => isTests(path) || (was !== undefined && isTests(was)))
    .map(({ path, was, before, after }) => {
      const used = users.get(path)?.map((user) => projectPath(repository, user));
      return {
        path: projectPath(repository, path),
        // What moved with its bytes says what it said.
        added: before === undefined || (was !== undefined && before === after),
        ...(used === undefined ? {} : { users: used }),
        ...(isMeant(projectPath(repository, path), released) ? { released: true } : {}),
      };
    })
    .filter(({ path }) => !tests.has(path) && !following.has(path));
};

/** One by one, because of several one may be a helper and another the code that it hides; many of them together. */
const doubtfulSets = (sets: TestsSide['doubtful']): TestsSide['doubtful'] =>
  sets.length > DOUBTFUL_RUNS_MAX ? [new Set(sets.flatMap((files) => [...files]))] : sets;

type Observing = Promise<CommandEvidence | UnavailableEvidence>;
type Run = (tree: Digest, variant: Variant) => Observing;

interface Started {
  readonly sides: Sides;
  readonly onBase: CommandEvidence;
  readonly onHead: CommandEvidence;
  readonly oldTests: Observing;
  /** Where all of the new tests run on the old code; undefined where the changed ones may be enough. */
  readonly oldCode: Observing | undefined;
}

const filesIn = (...runs: readonly CommandEvidence[]): Set<string> =>
  new Set(runs.flatMap(({ tests }) => (tests?.cases ?? []).flatMap(({ file }) => file ?? [])));

/**
 * The two trees as they are, and the old tests on the new code beside them as soon as it is known which files those are.
 * All of the old tests, not those of changed files alone: a new test file can change what others see.
 */
const startRuns = async (
  { place, config }: CommandContext,
  { command, base, head }: RunsRequest,
  run: Run,
): Promise<Started | UnavailableEvidence> => {
  const repository = await findRepository(place.project);
  // A base that is red may be so by chance.
  const [ofBase, ofHead] = [run(base, { twice: true }), run(head, {})];
  const asked = commandNamed(config, command);
  const byExit = asked?.basis === 'exit-code';
  const declared = [...(config.tests ?? []), ...namedTestFolders(asked?.line ?? '')];
  const sidesBy = async (reported: ReadonlySet<string>): Promise<Sides> => {
    const side = await testsSideOf(repository, base, head, declared, reported);
    const bare = side.changes.some(({ path, was }) => [path, was ?? path].some(side.isTests));
    const [mixed, giving] = [mixedByExit(side, byExit), await givingHelpers(repository, side)];
    const back = (path: string): boolean => mixed.back(path) && !giving.has(path);
    return { ...side, repository, bare, ...mixed, back };
  };
  // Where no test differs, both are trees that are run already, and nothing runs twice.
  const mixed = (sides: Sides) => {
    const { back, ahead, bare } = sides;
    const oldTests = run(head, { testsOf: base, isTests: back, bare });
    const isWhole = changedOn(sides, 'head').length === 0 || holdsTests(sides);
    const oldCode = isWhole ? run(base, { testsOf: head, isTests: ahead, bare }) : undefined;
    // They are awaited later; what goes wrong before that is told by the first.
    for (const started of [oldTests, oldCode]) started?.catch(() => {});
    return { sides, oldTests, oldCode };
  };
  ofHead.catch(() => {});
  const onBase = await ofBase;
  if (onBase.kind === 'unavailable') return onBase;
  const early = mixed(await sidesBy(filesIn(onBase)));
  const onHead = await ofHead;
  if (onHead.kind === 'unavailable') return onHead;
  // A new test file with a name that nobody knows is seen in the report of the head alone.
  const reported = filesIn(onBase, onHead);
  const isLate = early.sides.changes.some(
    ({ path, after }) =>
      after !== undefined && !early.sides.isTests(path) && reported.has(projectPath(repository, path)),
  );
  return { onBase, onHead, ...(isLate ? mixed(await sidesBy(reported)) : early) };
};

const passing = ({ tests }: CommandEvidence): Set<string> =>
  new Set(
    (tests?.cases ?? []).flatMap(({ name, file, status }) =>
      status === 'passed' ? [JSON.stringify([file, name])] : [],
    ),
  );

/**
 * Data that only tests mention goes with them where an old test fails without it as it is now: it says what is expected.
 * Where none does, it may be the product.
 */
const withData = async (
  { sides, onBase, oldTests }: Started,
  { base, head }: RunsRequest,
  run: Run,
): Promise<Sides | UnavailableEvidence> => {
  if (sides.data.size === 0) return sides;
  const isTests = (path: string): boolean => sides.isTests(path) || sides.data.has(path);
  const [asItIs, asItWas] = await Promise.all([oldTests, run(head, { testsOf: base, isTests, bare: true })]);
  if (asItIs.kind === 'unavailable') return asItIs;
  if (asItWas.kind === 'unavailable') return asItWas;
  const [still, before] = [passing(asItWas), passing(onBase)];
  return [...passing(asItIs)].some((test) => before.has(test) && !still.has(test))
    ? { ...sides, isTests, back: isTests, ahead: isTests, bare: true }
    : sides;
};

const observeRuns = async (
  context: CommandContext,
  request: RunsRequest,
  signal: AbortSignal,
): Promise<Evidence> => {
  const { command, base, head, named, released } = request;
  const run: Run = (tree, variant) =>
    observeCommand(
      context,
      { command, tree },
      { ...(released === undefined ? {} : { released }), ...variant },
      signal,
    );
  const started = await startRuns(context, request, run);
  if ('kind' in started) return started;
  const { onBase, onHead } = started;
  const sides = await withData(started, request, run);
  if ('kind' in sides) return sides;
  const { repository, isTests, back, ahead, doubtful, bare } = sides;
  const only = onlyOf(changedOn(sides, 'head'), onHead);
  const early = sides === started.sides ? started : undefined;
  const [oldTests, oldCode, withHelpers] = await Promise.all([
    early?.oldTests ?? run(head, { testsOf: base, isTests: back, bare }),
    early?.oldCode ?? run(base, { testsOf: head, isTests: ahead, bare, ...(only && { only }) }),
    Promise.all(
      doubtfulSets(doubtful).map((files) =>
        run(head, { testsOf: base, isTests: (path) => isTests(path) || files.has(path), bare: true }),
      ),
    ),
  ]);
  if (oldTests.kind === 'unavailable') return oldTests;
  if (oldCode.kind === 'unavailable') return oldCode;
  const helped = withHelpers.filter((one) => one.kind === 'command');
  const missing = withHelpers.find((one) => one.kind === 'unavailable');
  // A run that could not be made may have been the one that fails.
  if (missing !== undefined) return missing;
  const changes = await testChangesOn(repository, sides);
  const compare = (of: TestedHead) => {
    const runs = {
      ...{ base: onBase, oldCode, head: of.head },
      oldTests: helped.reduce<CommandEvidence>(withFailuresOf, of.oldTests),
    };
    const support = supportOf(sides, runs, changes, released ?? []);
    return compareRuns({ runs, changes, support, ...(named === undefined ? {} : { named }) });
  };
  const first = { head: onHead, oldTests };
  const oldOnes = { testsOf: base, isTests: back, bare };
  const second = context.doubts
    ? await ranAgain(first, compare(first), {
        head: (again) => run(head, { again }),
        oldTests: (again) => run(head, { ...oldOnes, again }),
      })
    : first;
  const compared = compare(second);
  const rows = await markIdleTests(
    {
      ...{ repository, side: sides, head, onHead: second.head },
      scratchDirectory: scratchDirectory(context.place),
      takesFiles: oldCode.only !== undefined,
      isNamed: (named ?? []).length > 0,
      run: async (tree, choice) => seen(await run(tree, { ...choice, bare: true })),
      runOnOldCode: async (tree, choice) =>
        seen(await run(base, { testsOf: tree, isTests, ...choice, bare: true })),
    },
    compared.rows,
  );
  const four = { base: onBase, oldTests, oldCode, head: second.head };
  const marked = await markKnownNames(repository, sides, rows);
  return { kind: 'test-runs', ...compared, rows: await rowsByFile({ sides, base, head, four, run }, marked) };
};

/** Whether the test command tells the truth about the tree that it is run on. */
const observeSoundness = async (
  { place, config, base, refs }: CommandContext,
  request: Extract<EvidenceRequest, { kind: 'canary' }>,
  signal: AbortSignal,
): Promise<Evidence> => {
  const command = commandNamed(config, request.command);
  if (command === undefined)
    return { kind: 'unavailable', cause: `the project has no \`${request.command}\` command` };
  return observeCanary({
    ...{ place, base: request.base, tree: request.head, scriptsOf: base, refs, signal },
    ...{ name: request.command, line: command.line, reports: command.reports },
    byExit: command.basis === 'exit-code',
    policy: config.environment,
    ...{ prepare: config.commands.prepare?.line, timeMsMax: command.timeMsMax },
  });
};

const TEST_REQUESTS = ['command', 'test-runs', 'canary', 'probe'] as const;
type TestRequest = Extract<EvidenceRequest, { kind: (typeof TEST_REQUESTS)[number] }>;

/** What commands of the project can answer; all else is for git. */
export const isTestRequest = (request: EvidenceRequest): request is TestRequest =>
  TEST_REQUESTS.some((kind) => kind === request.kind);

export const observeTests = async (
  context: CommandContext,
  request: TestRequest,
  signal: AbortSignal,
): Promise<Evidence> => {
  switch (request.kind) {
    case 'command': {
      const variant = {
        ...(request.testsOf === undefined ? {} : { testsOf: request.testsOf }),
        ...(request.released === undefined ? {} : { released: request.released }),
      };
      const evidence = await observeCommand(context, request, variant, signal);
      if (evidence.kind !== 'command') return evidence;
      const compared = await withBefore(context, request, evidence, signal);
      const judged = await byStandard(context, request, compared, (tree) =>
        observeCommand(context, { command: request.command, tree }, variant, signal),
      );
      return judged.kind === 'command' ? boundedCases(judged) : judged;
    }
    case 'test-runs':
      return observeRuns(context, request, signal);
    case 'canary':
      return observeSoundness(context, request, signal);
    case 'probe':
      return observeProbe(
        {
          ...{ place: context.place, patterns: context.config.tests ?? [], request },
          run: (tree, only, until) =>
            observeCommand(context, { command: request.command, tree }, { ...only, bare: true }, until),
        },
        signal,
      );
  }
};
