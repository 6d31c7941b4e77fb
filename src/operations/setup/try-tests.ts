// The test command on a clean checkout of what is here now: does it pass, and if not, what is missing and what fixes it.
import { firstError } from '../../evidence/failures/first-error.ts';
import { passedText } from '../../evidence/failures/passed-text.ts';
import { whyRed } from '../../evidence/failures/why-red.ts';
import type { Config, EnvironmentPolicy, ProjectCommand } from '../../model/config.ts';
import type { CommandEvidence } from '../../model/evidence.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { type Place, scratchDirectory } from '../../runners/commands/place.ts';
import { reexecute } from '../../runners/commands/reexecute.ts';
import { findRepository } from '../../runners/trees/repository.ts';
import { sealTree } from '../../runners/trees/sealed-tree.ts';
import { withOwnInstall } from './python-install.ts';
import { lineBehind, namesTests } from './wrapped-runner.ts';

export interface Tried {
  readonly ok: boolean;
  readonly says: string;
  /** What fixes it: a line of baton.yaml, or something to do. */
  readonly fix?: string;
  /** A line that names the tests where the one of the project does not: it was tried, and passed. */
  readonly proposes?: string;
  /** A line of baton.yaml that was tried green twice and opens nothing to the tests. */
  readonly adapts?: string;
}

/** What of the clean place may be the cause, and what would change it; the likeliest first. */
const POLICIES: readonly {
  readonly policy: EnvironmentPolicy;
  readonly says: string;
  readonly fix: string;
  /** Nobody has to be asked: it gives the tests nothing to reach. */
  readonly isHarmless?: true;
}[] = [
  {
    isHarmless: true,
    policy: { unset: ['NO_COLOR', 'CI'] },
    says: 'they fail where NO_COLOR and CI are set',
    fix: 'environment: { unset: [NO_COLOR, CI] }',
  },
  {
    policy: { pass: ['HOME'] },
    says: 'they need something in your home directory',
    fix: 'environment: { pass: [HOME] }',
  },
  {
    policy: { network: true },
    says: 'they need the network',
    fix: 'environment: { network: true }',
  },
];

const REFS = 'refs/baton/doctor';
const NAMES_SHOWN_MAX = 5;

interface Trial {
  readonly place: Place;
  readonly config: Config;
  readonly test: ProjectCommand;
  readonly tree: Digest;
  readonly signal?: AbortSignal | undefined;
}

const run = (
  { place, config, test, tree, signal }: Trial,
  policy: EnvironmentPolicy | undefined,
  { other, again }: { readonly other?: string; readonly again?: true } = {},
): ReturnType<typeof reexecute> =>
  reexecute({
    ...{ place, tree, name: 'test', policy, prepare: config.commands.prepare?.line },
    ...(other === undefined
      ? { line: test.line, reports: test.reports, byExit: test.basis === 'exit-code' }
      : { line: other }),
    ...{ timeMsMax: test.timeMsMax, refs: REFS, scriptsOf: tree, again },
    ...(signal === undefined ? {} : { signal }),
  });

const isGreen = ({ end, exit, tests }: CommandEvidence): boolean =>
  end === 'exited' && exit === 0 && (tests?.failed ?? 0) === 0;

const greenOf = ({ line, tests, basis, durationMs }: CommandEvidence): Tried => {
  const time = `${(durationMs / 1000).toFixed(1)} s`;
  if (basis === 'exit-code')
    return { ok: true, says: `\`${line}\` ended with 0 on a clean checkout (${time}); it names no tests` };
  if (tests === null || tests.passed === 0)
    return {
      ok: false,
      says: `\`${line}\` ended with 0 on a clean checkout, but ${tests === null ? 'what it prints names no test' : 'no test passed'}`,
      fix:
        tests === null
          ? `commands: { test: { run: ${JSON.stringify(line)}, basis: exit-code } }`
          : 'write a test, or for a project without tests: waived: { test: "why" }',
    };
  return {
    ok: true,
    says: `\`${line}\`: ${passedText(tests)} on a clean checkout (${time})`,
  };
};

/** Where the line hides its runner: the runner itself, tried in the same place. */
const behindOf = async (trial: Trial, seen: CommandEvidence): Promise<Tried | undefined> => {
  if (seen.basis === 'exit-code' || namesTests(seen)) return undefined;
  const line = await lineBehind(trial.place.project, seen.line);
  const other = line === undefined ? undefined : await run(trial, trial.config.environment, { other: line });
  if (line === undefined || other?.kind !== 'command' || !isGreen(other) || !namesTests(other))
    return undefined;
  // A line that runs fewer tests would be a loss.
  if ((other.tests?.total ?? 0) < (seen.tests?.total ?? 0)) return undefined;
  return {
    ok: false,
    says: `\`${seen.line}\` ${isGreen(seen) ? 'names no tests' : 'fails'} on a clean checkout; ${greenOf(other).says}`,
    fix: `commands: { test: ${JSON.stringify(line)} }`,
    proposes: line,
  };
};

const ENDS: Readonly<Record<Exclude<CommandEvidence['end'], 'exited'>, string>> = {
  'timed-out': 'limits: { commandMs: … }',
  'out-of-memory': 'limits: { commandMemoryBytes: … }',
  'too-much-output': 'limits: { commandOutputBytes: … }',
  killed: 'run it again',
};

const isGreenIn = async (
  trial: Trial,
  policy: EnvironmentPolicy | undefined,
  again?: true,
): Promise<boolean> => {
  const seen = await run(trial, policy, again === undefined ? {} : { again });
  return seen.kind === 'command' && isGreen(seen);
};

/** No cause is named for what a second run of the same says otherwise of. */
const unsteady = ({ line, tests }: CommandEvidence): Tried => {
  const names = (tests?.failures ?? []).map(({ name }) => name).slice(0, NAMES_SHOWN_MAX);
  return {
    ok: false,
    says: `\`${line}\` fails now and then on a clean checkout${names.length === 0 ? '' : `: ${names.join(', ')}`}`,
    fix: 'make the tests steady: one that fails by chance proves little, and holds up honest work',
  };
};

const MEANWHILE =
  'meanwhile work can be proved: a test that fails before and after counts neither for nor against it (in h3a, name it under known_failures)';

const redOf = async (trial: Trial, red: CommandEvidence): Promise<Tried> => {
  const { passed = 0, failed = 0, total = 0 } = red.tests ?? {};
  const count = passed > 0 && failed > 0 ? ` (${failed} of ${total} tests)` : '';
  const says = (why: string): string => `\`${red.line}\` fails on a clean checkout${count}: ${why}`;
  if (red.end !== 'exited') return { ok: false, says: says(red.end), fix: ENDS[red.end] };
  const known = whyRed(red.tail);
  if (known !== undefined) {
    const { says: why, fix } = await withOwnInstall(trial.place.project, known);
    return { ok: false, says: says(why), fix };
  }
  if (await isGreenIn(trial, trial.config.environment, true)) return unsteady(red);
  for (const { policy, says: why, fix, isHarmless } of POLICIES) {
    const adapted = { ...trial.config.environment, ...policy };
    if (!(await isGreenIn(trial, adapted))) continue;
    if (!(await isGreenIn(trial, adapted, true))) return unsteady(red);
    return { ok: false, says: says(why), fix, ...(isHarmless ? { adapts: fix } : {}) };
  }
  const behind = await behindOf(trial, red);
  if (behind !== undefined) return behind;
  const failures = (red.tests?.failures ?? []).map(({ name, message }) => `${name}: ${message}`);
  return {
    ok: false,
    says: says(firstError(failures.join('\n')) || firstError(red.tail)),
    fix: `fix the tests; where they pass in your checkout, something that they need is ignored by git or not installed by the lock file${count === '' ? '' : `; ${MEANWHILE}`}`,
  };
};

/** Nothing of the project is changed but a ref that keeps the tree. */
export const tryTests = async (place: Place, config: Config, signal?: AbortSignal): Promise<Tried> => {
  if (config.waived['test'] !== undefined && !config.namedCommands.includes('test'))
    return { ok: true, says: `no tests: waived (${config.waived['test'].why})` };
  const { test } = config.commands;
  if (test === undefined)
    return { ok: false, says: 'the project has no `test` command', fix: 'commands: { test: … }' };
  const repository = await findRepository(place.project);
  const tree = await sealTree(repository, { scratchDirectory: scratchDirectory(place), ref: `${REFS}/tree` });
  const trial = { place, config, test, tree, signal };
  const evidence = await run(trial, config.environment);
  if (evidence.kind === 'unavailable')
    return {
      ok: false,
      says: evidence.cause,
      ...(evidence.hint === undefined ? {} : { fix: evidence.hint }),
    };
  if (!isGreen(evidence)) return redOf(trial, evidence);
  const plain = greenOf(evidence);
  const behind = await behindOf(trial, evidence);
  return behind === undefined ? plain : { ...behind, ok: plain.ok };
};
