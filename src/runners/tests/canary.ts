// Second, uncounted runs of a few test files with two tests of Baton's own in each: does a test that must fail fail, and
// are the modules under test those of the sealed tree, also once all changed code is loaded?
import { randomBytes } from 'node:crypto';
import { BatonError, causeText, errnoOf } from '../../errors.ts';
import { CANARY_RUNNERS, type CanaryNames, type CanaryRunner } from '../../evidence/canary/canary-of.ts';
import { leftOver, nextFile } from '../../evidence/canary/canary-plan.ts';
import { canaryText } from '../../evidence/canary/canary-text.ts';
import { type CanaryOutcome, type CanaryTry, judgeCanary } from '../../evidence/canary/canary-verdict.ts';
import { resolvedLine } from '../../evidence/commands/command-line.ts';
import { isTestFile } from '../../evidence/source/test-files.ts';
import { pythonModules } from '../../evidence/source/test-imports.ts';
import type { CanaryEvidence } from '../../model/evidence.ts';
import {
  CANARY_FILES_READ_MAX,
  CANARY_LOADED_MAX,
  CANARY_SOUND_MAX,
  CANARY_TRIES_MAX,
} from '../../model/limits/limits.ts';
import { reexecute, type UnavailableEvidence } from '../commands/reexecute.ts';
import { runnerOfLine } from '../reports/ask-report.ts';
import {
  type CanaryOptions,
  type Candidate,
  candidatesOf,
  misledCode,
  misledImport,
  namedFrom,
  type Project,
  readProject,
  shadowsIn,
} from './canary-project.ts';

/** Words of a line that choose tests by name: others are not run, whoever appends them. */
const CHOOSES =
  /(?:^|\s)(?:-k|-t|-g|--f?grep|--testNamePattern|--test-name-pattern|-m(?!\s+pytest)|-run|-skip)(?:[\s=]|$)/;

/** What is the same for every file that is tried. */
interface Trial {
  readonly options: CanaryOptions;
  readonly project: Project;
  readonly runner: CanaryRunner;
  readonly shadows: readonly string[];
}

interface More {
  readonly loads: readonly string[];
  readonly plain: boolean;
}

const newNames = (): CanaryNames => {
  const random = (): string => randomBytes(9).toString('hex');
  return { fails: `a${random()}`, passes: `b${random()}`, nonce: random(), complaint: random() };
};

const textFor = (
  { project, runner, shadows }: Trial,
  candidate: Candidate,
  names: CanaryNames,
  more: More,
): string | undefined => {
  const changed = [...project.changed].flatMap((file) =>
    isTestFile(file) ? [] : pythonModules(file).map((name) => ({ name, file })),
  );
  return canaryText(runner, {
    ...{ ...names, ...candidate, ...more, shadows },
    changed: changed.slice(0, CANARY_FILES_READ_MAX),
  });
};

const runFile = async (trial: Trial, candidate: Candidate, more: More): Promise<CanaryOutcome> => {
  const names = newNames();
  const text = textFor(trial, candidate, names, more) ?? '';
  const overlay = { path: candidate.path, text, tests: names.fails };
  const evidence = await reexecute({ ...trial.options, only: [candidate.path], overlay, bare: true });
  if (evidence.kind !== 'command') return { status: 'again', why: evidence.cause, unloaded: false };
  return judgeCanary(evidence, { file: candidate.path, names, runner: trial.runner });
};

const tryFile = async (
  trial: Trial,
  candidate: Candidate,
  loads: readonly string[],
): Promise<CanaryOutcome> => {
  if (loads.length > 0) {
    const outcome = await runFile(trial, candidate, { loads, plain: false });
    // Modules of other test files may need what these do before: without certainty they tell nothing.
    if (outcome.status === 'sound' || (outcome.status === 'unsound' && outcome.certain)) return outcome;
  }
  const outcome = await runFile(trial, candidate, { loads: [], plain: false });
  // What was added may be what could not be loaded: once more with less.
  return outcome.status === 'again' && outcome.unloaded
    ? runFile(trial, candidate, { loads: [], plain: true })
    : outcome;
};

/** Places of the run's own folder, as from the project. */
const inTree = (why: string): string =>
  why.replace(/(?:file:\/\/)?\/\S*\/\.scratch\/[^/\s]+\/tree\/|(?:file:\/\/)?\/tmp\/baton\/tree\//g, '');

/** Until all changed code that tests import was loaded in a file that is sound. */
const tryFiles = async (trial: Trial, candidates: readonly Candidate[]): Promise<CanaryTry[]> => {
  const missing = new Set(candidates.flatMap(({ covers }) => covers));
  const extra = leftOver(candidates, CANARY_SOUND_MAX).slice(0, CANARY_LOADED_MAX);
  const sound: CanaryTry[] = [];
  let rest = candidates;
  let untried: readonly CanaryTry[] = [];
  for (let tries = 0; tries < CANARY_TRIES_MAX && sound.length < CANARY_SOUND_MAX; tries += 1) {
    const candidate = nextFile(rest, missing, sound.length === 0);
    if (candidate === undefined || trial.options.signal?.aborted) break;
    rest = rest.filter((one) => one !== candidate);
    const loads = sound.length === 0 ? namedFrom(candidate.path, extra, candidates) : [];
    const outcome = await tryFile(trial, candidate, loads);
    const about = { runner: trial.runner, file: candidate.path };
    if (outcome.status === 'unsound') return [{ ...about, status: 'unsound', why: inTree(outcome.why) }];
    if (outcome.status === 'again') {
      untried = [...untried, { ...about, status: 'untried', why: inTree(outcome.why) }];
      continue;
    }
    sound.push({ ...about, status: 'sound' });
    for (const file of candidate.covers) missing.delete(file);
  }
  // A file that could not be tried matters where no other one had loaded the same code.
  const open = untried.filter(({ file }) =>
    candidates.some(({ path, covers }) => path === file && covers.some((one) => missing.has(one))),
  );
  return sound.length > 0 ? [...sound, ...open] : untried.slice(-1);
};

const isRunner = (name: string): name is CanaryRunner => CANARY_RUNNERS.some((one) => one === name);

const tryRunner = async (options: CanaryOptions, project: Project): Promise<CanaryTry[]> => {
  const runner = runnerOfLine(options.line, project.executed.scripts, (options.reports ?? []).length > 0);
  const untried = (why: string): CanaryTry[] => [
    { runner: runner ?? 'unknown', file: '', status: 'untried', why },
  ];
  const misledByCode = await misledCode(project, resolvedLine(options.line, project.executed.scripts));
  if (misledByCode !== undefined)
    return [{ runner: runner ?? 'unknown', status: 'unsound', ...misledByCode }];
  if (runner === undefined || !isRunner(runner))
    return untried(`\`${options.line}\` does not come to one call of a runner that Baton knows`);
  const read = await candidatesOf(project, runner);
  const misled = runner === 'cargo' ? undefined : await misledImport(project, read);
  if (misled !== undefined) return [{ runner, status: 'unsound', ...misled }];
  if (CHOOSES.test(resolvedLine(options.line, project.executed.scripts)))
    return untried('the line chooses tests by their names, so that no other test is run');
  const trial = { options, project, runner, shadows: shadowsIn(project, read) };
  const more = { loads: [], plain: true };
  const candidates = read.filter((one) => textFor(trial, one, newNames(), more) !== undefined);
  if (candidates.length === 0)
    return untried('the project has no test file that two tests could be added to');
  return tryFiles(trial, candidates);
};

/** Never throws for what the machine, git or the project's files do. */
export const observeCanary = async (
  options: CanaryOptions,
): Promise<CanaryEvidence | UnavailableEvidence> => {
  try {
    const project = await readProject(options);
    return { kind: 'canary', tries: await tryRunner(options, project) };
  } catch (cause) {
    if (cause instanceof BatonError)
      return {
        kind: 'unavailable',
        cause: cause.message,
        ...(cause.hint === undefined ? {} : { hint: cause.hint }),
      };
    if (errnoOf(cause) === undefined) throw cause;
    return { kind: 'unavailable', cause: `the tests could not be tried: ${causeText(cause)}` };
  }
};
