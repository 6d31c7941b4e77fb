// An executor's report against what Baton sees: the change, the commands, the runs, the outputs that were kept.

import { normalName } from '../../../checks/change/test-names.ts';
import { plainCommand } from '../../../checks/measures/project-commands.ts';
import { between } from '../../../checks/observed.ts';
import { isOnTestsSide, isTestData, isTestFile } from '../../../evidence/source/test-files.ts';
import type { EvidenceRequest, FileChange } from '../../../model/evidence.ts';
import { type Problem, problem } from '../../../model/problem.ts';
import { unproven } from '../../../model/run/verdict.ts';
import type { File } from '../../../model/workflow/handles.ts';
import type { Submission, View } from '../../../model/workflow/view.ts';
import type { Check, Seen } from '../../../model/workflow/workflow.ts';
import { EXECUTOR_FILES } from '../files/files.ts';
import { type AgentReport, entryFor, recordOf } from '../files/report-file.ts';
import { isRecord, valueAt } from '../files/task-file.ts';
import { isText, plainPath, samePath, withoutLine } from '../handoff/values.ts';
import {
  code,
  executorOutputs,
  executorReport,
  greenOutput,
  plannerReport,
  redOutput,
  taskId,
} from '../workflow/nouns.ts';
import { measuredCoverage, measuredNames } from './compare-runs.ts';
import { type Compared, comparedVerdict, listedValues, told } from './compared.ts';
import { changedFiles, executorClaims } from './executor-claims.ts';
import { outputClaims } from './output-claims.ts';
import { claimAt, type Entry, runClaim, takenPath } from './report-claims.ts';
import {
  baseOf,
  headRequest,
  oldCodeRequest,
  owesRed,
  runRequests,
  type SeenRun,
  seenRun,
  taskOf,
} from './seen-runs.ts';

type ReportFile = File<AgentReport>;

export const entryIn = (submission: Submission, file: ReportFile): Entry | undefined => {
  const report = submission.maybe(file);
  const found = entryFor(report, taskId(submission.view));
  return report === undefined || found === undefined
    ? undefined
    : { file: file.path, path: found.path, record: recordOf(report, found), json: report.json };
};

/** When the report of somebody before was written. */
export const reportedAt = (view: View, file: ReportFile): unknown =>
  entryFor(view.maybe(file), taskId(view))?.at;

export const filesOf = (submission: Submission, file: ReportFile): ReadonlyMap<string, string> =>
  new Map([[file.path, submission.text(file)]]);

const textAt = (submission: Submission, path: string): string | undefined => {
  const output = executorOutputs.find((one) => one.path === plainPath(path));
  return output === undefined ? undefined : submission.maybe(output);
};

export const executorReportAgrees: Check<never> = {
  name: 'h2-report',
  title: 'The report agrees with the task',
  says: `the report agrees with the task (definition_of_done: each criterion in its own words, met or not), with ${EXECUTOR_FILES.coverageDelta}, with the files that it names, with the round (iteration_count), and says G1_passed`,
  needs: () => [],
  judge: (submission) => {
    const entry = entryIn(submission, executorReport);
    if (entry === undefined) return comparedVerdict([], [], new Map(), 'stated');
    const { compared, problems } = executorClaims({
      entry,
      criteria: taskOf(submission)?.criteria,
      round: submission.assignment.round,
      planned: reportedAt(submission.view, plannerReport),
      text: (path) => textAt(submission, path),
    });
    const all = [...runClaim(entry, submission.view.run.name), ...compared];
    return comparedVerdict(all, problems, filesOf(submission, executorReport), 'stated');
  },
};

const endsOf = ({ path, was }: FileChange): readonly string[] => (was === undefined ? [path] : [was, path]);

const sameSet = (one: readonly string[], other: readonly string[]): boolean => {
  const [a, b] = [new Set(one.map(plainPath)), new Set(other.map(plainPath))];
  return a.size === b.size && [...a].every((path) => b.has(path));
};

interface Changes {
  readonly since: readonly FileChange[];
  /** Of this round alone, where it is not the first. */
  readonly round: readonly FileChange[] | undefined;
}

const diffRequests = (submission: Submission): readonly (EvidenceRequest | undefined)[] => {
  const head = submission.digest(code);
  const base = baseOf(submission);
  return [
    between('diff', base, head),
    submission.start === base ? undefined : between('diff', submission.start, head),
  ];
};

/** The test that the report names is one that the task names as failing already. */
const wasRed = (entry: Entry, known: readonly string[]): boolean => {
  const name = valueAt(entry.record, 'tdd_phases', 'red', 'test_name');
  return isText(name) && known.some((one) => normalName(one) === normalName(name));
};

/** A test implements nothing, where something else was changed. */
const implementationClaim = (entry: Entry, changed: readonly string[]): Compared[] => {
  const keys = ['tdd_phases', 'green', 'implementation_file'];
  const path = valueAt(entry.record, ...keys);
  const code = changed.filter((one) => !isOnTestsSide(one));
  if (!isText(path) || code.length === 0 || !isTestFile(plainPath(path))) return [];
  return [
    claimAt(entry, keys, {
      ...{ claimed: path, measured: listedValues(code), same: false, source: 'is the code of this change' },
      hint: 'Name the file that makes the test pass.',
    }),
  ];
};

const changeClaims = (
  entry: Entry,
  { since, round }: Changes,
  { owesTest, known }: { readonly owesTest: boolean; readonly known: readonly string[] },
): Compared[] => {
  const claimed = changedFiles(entry);
  const all = since.flatMap(endsOf);
  const same = sameSet(claimed, all) || (round !== undefined && sameSet(claimed, round.flatMap(endsOf)));
  const added = claimed.filter((path) => !all.some((one) => samePath(one, path)));
  const left = all.filter((path) => !claimed.some((one) => samePath(one, path)));
  const isChanged = (path: string): boolean => all.some((one) => samePath(one, path));
  const place = (keys: readonly string[], isEnough = false): Compared[] => {
    const path = withoutLine(valueAt(entry.record, ...keys));
    return isText(path)
      ? [
          claimAt(entry, keys, {
            ...{ claimed: path, measured: listedValues(all), same: isEnough || isChanged(path) },
            source: 'was changed',
            hint: 'Name a file of this change.',
          }),
        ]
      : [];
  };
  return [
    claimAt(entry, ['files_changed'], {
      claimed: listedValues(same ? claimed : added.length > 0 ? added : claimed),
      measured: listedValues(same ? all : left.length > 0 ? left : all),
      same,
      source: 'was changed',
      hint: 'List every file that differs from the code before the task, both names of a renamed one, and no other.',
    }),
    // Work that owes no new test may name one that is there.
    // What a test compares with may change without the test: a snapshot, a golden file. So may what a red test asks for.
    ...(owesTest
      ? place(['tdd_phases', 'red', 'test_file'], all.some(isTestData) || wasRed(entry, known))
      : []),
    ...place(['tdd_phases', 'green', 'implementation_file']),
    ...implementationClaim(entry, all),
  ];
};

interface Ran {
  readonly cmd: string;
  readonly exit: number;
  readonly artifact: string | undefined;
  readonly index: number;
}

const commandsIn = (entry: Entry): readonly Ran[] => {
  const list = entry.record['commands_run'];
  return (Array.isArray(list) ? list : []).flatMap((one, index) => {
    const [cmd, exit, artifact] = [valueAt(one, 'cmd'), valueAt(one, 'exit_code'), valueAt(one, 'artifact')];
    return isText(cmd) && typeof exit === 'number'
      ? [{ cmd, exit, artifact: isText(artifact) ? artifact : undefined, index }]
      : [];
  });
};

/** By the name that the project gives it; undefined for what only the executor names. */
export const projectCommandOf = (view: View, line: string): string | undefined => {
  const lines = view.run.options['commandLines'];
  return isRecord(lines)
    ? Object.keys(lines).find(
        (name) => typeof lines[name] === 'string' && plainCommand(lines[name]) === plainCommand(line),
      )
    : undefined;
};

/** A test run that failed and was followed by another is the one of the RED phase, also where no file says so. */
const isRed = (ran: Ran, all: readonly Ran[], view: View): boolean =>
  ran.artifact === undefined
    ? ran.exit !== 0 && all.some((one) => one.index > ran.index && projectCommandOf(view, one.cmd) === 'test')
    : takenPath(ran.artifact, Object.values(EXECUTOR_FILES)) === EXECUTOR_FILES.red;

const commandClaims = (submission: Submission, entry: Entry, seen: Seen): readonly Compared[] => {
  const all = commandsIn(entry);
  return all.map((ran): Compared => {
    const name = projectCommandOf(submission.view, ran.cmd);
    const keys = ['commands_run', ran.index, 'exit_code'];
    const red = name === 'test' && isRed(ran, all, submission.view);
    const request =
      name === undefined ? undefined : red ? oldCodeRequest(submission) : headRequest(submission, name);
    const found = seenRun(submission, seen, request);
    const about = `exit_code of ${told(ran.cmd)}`;
    if (found === undefined)
      // A narrower form, or a command that is not run at this gate: the executor's word.
      return claimAt(entry, keys, {
        name: about,
        claimed: String(ran.exit),
        measured: 'not measured: stated',
        same: true,
      });
    return claimAt(entry, keys, {
      ...{ name: about, claimed: String(ran.exit), measured: String(found.run.exit ?? found.run.end) },
      same: red
        ? (ran.exit !== 0) === (found.run.exit !== 0)
        : ran.exit === 0
          ? found.passed
          : found.run.exit !== 0,
      source: red ? 'was measured with the new tests on the old code' : 'was measured on what is handed in',
      hint: 'Write the exit code that the command really ended with.',
    });
  });
};

const refactorClaim = (entry: Entry, head: SeenRun | undefined): Compared[] => {
  const claimed = valueAt(entry.record, 'tdd_phases', 'refactor', 'test_still_passing');
  if (!['true', 'false'].includes(String(claimed)) || head === undefined) return [];
  return [
    claimAt(entry, ['tdd_phases', 'refactor', 'test_still_passing'], {
      ...{
        claimed: String(claimed),
        measured: String(head.passed),
        same: String(claimed) === String(head.passed),
      },
      source: 'was measured on what is handed in',
    }),
  ];
};

const judgeClaims = (submission: Submission, seen: Seen) => {
  const entry = entryIn(submission, executorReport);
  if (entry === undefined) return comparedVerdict([], [], new Map(), 'measured');
  const [since, round] = diffRequests(submission).map((request) =>
    request === undefined ? undefined : seen(request),
  );
  if (since?.kind !== 'diff' || since.cut)
    return unproven(
      problem('EVIDENCE_UNAVAILABLE', 'nobody can say which files were changed', {
        hint: 'make the change smaller, or fix what keeps it from being seen',
      }),
    );
  const changes = {
    since: since.files,
    round: round?.kind === 'diff' && !round.cut ? round.files : undefined,
  };
  const head = seenRun(submission, seen, headRequest(submission, 'test'));
  const oldCode = seenRun(submission, seen, oldCodeRequest(submission));
  const owesTest = owesRed(submission);
  const known = taskOf(submission)?.knownFailures ?? [];
  const outputs = outputClaims({
    entry,
    owesTest,
    head: head?.run,
    oldCode: oldCode?.run,
    known,
    text: (name) => submission.maybe(name === 'red' ? redOutput : greenOutput),
    isWhole: commandsIn(entry).every(
      ({ cmd, artifact }) =>
        artifact === undefined ||
        takenPath(artifact, Object.values(EXECUTOR_FILES)) !== EXECUTOR_FILES.green ||
        projectCommandOf(submission.view, cmd) === 'test',
    ),
  });
  return comparedVerdict(
    [
      ...changeClaims(entry, changes, { owesTest, known }),
      ...commandClaims(submission, entry, seen),
      ...refactorClaim(entry, head),
      ...measuredNames(entry, head?.run),
      ...measuredCoverage(submission, seen),
      ...outputs.compared,
    ],
    outputs.problems,
    filesOf(submission, executorReport),
    'measured',
  );
};

export const executorMeasured: Check<never> = {
  name: 'h2-claims',
  title: 'The report is what Baton sees',
  says: `what you report is what Baton sees: files_changed are the files of the change, both names of a renamed one; exit codes of the project's own commands; test_file, test_name and implementation_file; ${EXECUTOR_FILES.red} shows the named test failing and ${EXECUTOR_FILES.green} shows it passing, with the counts of the run; ${EXECUTOR_FILES.coverageDelta}`,
  needs: (submission) => [
    ...diffRequests(submission).filter((request) => request !== undefined),
    ...runRequests(submission, true),
  ],
  judge: judgeClaims,
};

const EXIT = /\.commands_run\[(\d+)\]\.exit_code$/;

/** The reader judges exits by the words of a line; those of the project's own commands are compared with what was measured. */
export const withoutMeasuredExits = (
  view: View,
  record: Readonly<Record<string, unknown>>,
  problems: readonly Problem[],
): Problem[] =>
  problems.filter(({ code, field }) => {
    const index = code === 'HANDOFF_CONTRADICTION' ? EXIT.exec(field ?? '')?.[1] : undefined;
    const cmd = index === undefined ? undefined : valueAt(record, 'commands_run', Number(index), 'cmd');
    return !isText(cmd) || projectCommandOf(view, cmd) === undefined;
  });
