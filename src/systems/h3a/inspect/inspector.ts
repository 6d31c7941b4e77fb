// A run directory of H3A, as far as its files can contradict each other without anything being run: the reports against the
// task, the roadmap, the outputs, the scans, the ledger and the history.

import type { Inspector } from '../../../handoffs/inspector.ts';
import { boundedProblems, isError, type Problem } from '../../../model/problem.ts';
import { readJson } from '../../../text/json-text.ts';
import { plannerClaims } from '../claims/compare-planner.ts';
import { type Compared, differences, listedValues, told } from '../claims/compared.ts';
import { changedFiles, executorClaims } from '../claims/executor-claims.ts';
import { outputClaims } from '../claims/output-claims.ts';
import type { Entry, JsonRecord } from '../claims/report-claims.ts';
import { validatorClaims } from '../claims/validator-claims.ts';
import {
  APPROVAL,
  EXECUTOR_FILES,
  EXECUTOR_REPORT,
  HANDOFF,
  LEDGER,
  PLANNER_REPORT,
  ROADMAP,
  STATE,
  TASK,
  VALIDATOR_REPORT,
} from '../files/files.ts';
import { type AgentReport, entryFor, recordOf, reportParser } from '../files/report-file.ts';
import { parseRoadmap } from '../files/roadmap-file.ts';
import { isRecord, parseTask, type Task, valueAt } from '../files/task-file.ts';
import { isText, plainPath } from '../handoff/values.ts';
import { gateStates } from './gate-states.ts';
import { h3aInspector as readerOfFiles } from './inspect-files.ts';
import { type GateState, isUnderWay } from './ledger-words.ts';
import type { Reporter } from './reports.ts';
import { type Found, withPlaces } from './run-view.ts';

type Files = ReadonlyMap<string, string>;

interface Claims {
  readonly compared: readonly Compared[];
  readonly problems: readonly Problem[];
}
const NOTHING: Claims = { compared: [], problems: [] };

const jsonOf = (files: Files, name: string): JsonRecord => {
  const json = readJson(files.get(name) ?? '', name).value?.json;
  return isRecord(json) ? json : {};
};

const reportOf = (files: Files, agent: Reporter, name: string): AgentReport | undefined => {
  const text = files.get(name);
  return text === undefined ? undefined : reportParser(agent)(text, name).value;
};

const entryOf = (report: AgentReport | undefined, task: string, file: string): Entry | undefined => {
  const found = report?.report.entries.some((one) => one.task === task) ? entryFor(report, task) : undefined;
  return report === undefined || found === undefined
    ? undefined
    : { file, path: found.path, record: recordOf(report, found), json: report.json };
};

interface Run {
  readonly files: Files;
  readonly task: Task;
  readonly id: string;
  /** How the gate of the task stands by the last word of the ledger; undefined where there is none. */
  readonly gate: (gate: string) => { readonly state: GateState; readonly notes: string } | undefined;
}

const runOf = (files: Files): Run | undefined => {
  const task = parseTask(files.get(TASK) ?? '', TASK).value;
  if (task?.task === undefined) return undefined;
  const states = gateStates(files.get(LEDGER) ?? '', [task.task]);
  const id = task.task;
  return {
    ...{ files, task, id },
    gate: (gate) => {
      const event = states.of(gate, id);
      return event === undefined ? undefined : { state: event.state, notes: event.notes };
    },
  };
};

/** While a gate is under way again, what lies there is half of the last round and half of this one. */
const isSettled = ({ gate }: Run, name: string): boolean => {
  const event = gate(name);
  return event !== undefined && !isUnderWay(event.state) && event.state !== 'rejected';
};

const planned = (run: Run): Claims => {
  const entry = entryOf(reportOf(run.files, 'planner', PLANNER_REPORT), run.id, PLANNER_REPORT);
  if (entry === undefined || !isSettled(run, 'G0')) return NOTHING;
  const roadmap = parseRoadmap(run.files.get(ROADMAP) ?? '', ROADMAP).value;
  return {
    compared: plannerClaims({ entry, task: run.task, roadmap, before: undefined, again: false }),
    problems: [],
  };
};

const sameLists = (one: readonly string[], other: readonly string[]): boolean => {
  const [a, b] = [new Set(one.map(plainPath)), new Set(other.map(plainPath))];
  return a.size === b.size && [...a].every((path) => b.has(path));
};

/** The change as the handoff and the history tell it. */
const repeated = (run: Run, entry: Entry): Compared[] => {
  const claimed = changedFiles(entry);
  const compare = (file: string, path: readonly (string | number)[], value: unknown): Compared[] =>
    !Array.isArray(value)
      ? []
      : [
          {
            ...{ name: 'files_changed', file, path },
            claimed: listedValues(value.filter(isText)),
            measured: listedValues(claimed),
            same: sameLists(value.filter(isText), claimed),
            source: `stands in ${EXECUTOR_REPORT}`,
          },
        ];
  const handoff = jsonOf(run.files, HANDOFF);
  const isIt = handoff['handoff_id'] === 'H2' && valueAt(handoff, 'payload', 'task_id') === run.id;
  const steps = jsonOf(run.files, STATE)['steps'];
  const list = Array.isArray(steps) ? steps : [];
  const at = list.findLastIndex(
    (one) => valueAt(one, 'task_id') === run.id && valueAt(one, 'agent') === 'executor',
  );
  return [
    ...(isIt
      ? compare(HANDOFF, ['payload', 'files_changed'], valueAt(handoff, 'payload', 'files_changed'))
      : []),
    ...(at === -1 ? [] : compare(STATE, ['steps', at, 'files_changed'], valueAt(list[at], 'files_changed'))),
  ];
};

const ITERATION = /\biteration (\d{1,4})\b/;

const executed = (run: Run): Claims => {
  const { files, task } = run;
  const entry = entryOf(reportOf(files, 'executor', EXECUTOR_REPORT), run.id, EXECUTOR_REPORT);
  if (entry === undefined || !isSettled(run, 'G1')) return NOTHING;
  const round = ITERATION.exec(run.gate('G1')?.notes ?? '')?.[1];
  const own = executorClaims({
    entry,
    criteria: task.criteria,
    round: round === undefined ? undefined : Number(round),
    planned: entryOf(reportOf(files, 'planner', PLANNER_REPORT), run.id, PLANNER_REPORT)?.record['timestamp'],
    text: (path) => files.get(plainPath(path)),
  });
  const outputs = outputClaims({
    ...{
      entry,
      owesTest: true,
      head: undefined,
      oldCode: undefined,
      known: task.knownFailures,
      isWhole: false,
    },
    text: (name) => files.get(EXECUTOR_FILES[name]),
  });
  return {
    compared: [...own.compared, ...outputs.compared, ...repeated(run, entry)],
    problems: [...own.problems, ...outputs.problems],
  };
};

const validated = (run: Run): Claims => {
  const { files, task } = run;
  const report = reportOf(files, 'validator', VALIDATOR_REPORT);
  const entry = entryOf(report, run.id, VALIDATOR_REPORT);
  if (entry === undefined || !isSettled(run, 'G2')) return NOTHING;
  return validatorClaims({
    entry,
    verdict: entryFor(report, run.id)?.verdict,
    criteria: task.criteria,
    executed: entryOf(reportOf(files, 'executor', EXECUTOR_REPORT), run.id, EXECUTOR_REPORT)?.record[
      'timestamp'
    ],
    least: undefined,
    text: (path) => files.get(plainPath(path)),
  });
};

/** What a person decided, against the ledger. */
const approved = (files: Files): Compared[] => {
  const report = jsonOf(files, APPROVAL);
  const [task, decision] = [report['task_id'], report['decision']];
  if (!isText(task) || !isText(decision) || !files.has(LEDGER)) return [];
  const event = gateStates(files.get(LEDGER) ?? '', [task]).resultOf('G3', task);
  const passed = event?.state === 'passed';
  return [
    {
      ...{ name: 'decision', file: APPROVAL, path: ['decision'] },
      claimed: decision,
      measured: event?.state ?? 'nothing',
      same: /^approved?$/i.test(decision) === passed,
      source: `is the last word of ${LEDGER} on G3 of ${told(task)}`,
    },
  ];
};

const contradictions = (files: Files): readonly Found[] => {
  const run = runOf(files);
  const all = run === undefined ? [] : [planned(run), executed(run), validated(run)];
  return [
    ...differences([...all.flatMap(({ compared }) => compared), ...approved(files)]),
    ...all.flatMap(({ problems }) => problems.filter(isError)),
  ];
};

const withClaims = (inner: Inspector): Inspector => {
  const withWords = inner.withWords?.bind(inner);
  return {
    ...inner,
    reads: (name) => name === APPROVAL || inner.reads(name),
    run: (files) => boundedProblems([...inner.run(files), ...withPlaces(files, contradictions(files))]),
    ...(withWords === undefined ? {} : { withWords: (words) => withClaims(withWords(words)) }),
  };
};

export const h3aInspector: Inspector = withClaims(readerOfFiles);
