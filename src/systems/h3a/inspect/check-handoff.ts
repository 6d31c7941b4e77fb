// The handoff of a run against its ledger, its task and its reports.
import type { Handoff } from '../../../model/handoff.ts';
import { isRecord, parsePercent, plainPath, shown } from '../handoff/values.ts';
import { type Contract, isApproval, sendsBack, verdictOfWord, WAYS } from '../handoff/vocabulary.ts';
import { isSetback } from './ledger-words.ts';
import { entryOf, REPORTERS, type Reporter, reportFile } from './reports.ts';
import { FILES, type Found, problemAt, type RunView } from './run-view.ts';

interface Given {
  readonly view: RunView;
  readonly handoff: Handoff;
  readonly contract: Contract;
}

const payloadOf = ({ details }: Handoff): Readonly<Record<string, unknown>> =>
  isRecord(details['payload']) ? details['payload'] : {};

const at = (
  path: readonly string[],
  message: string,
  more: Pick<Partial<Found>, 'severity' | 'hint'> = {},
): Found => problemAt(FILES.handoff, path, message, more);

/** What was handed over as done must have passed its gate, by the last word of the ledger. */
const gateProblems = (given: Given): Found[] => {
  const { view, handoff, contract } = given;
  if (view.events === undefined) return [];
  const { gate } = WAYS[contract];
  const event = view.states.of(`G${gate}`, handoff.task);
  const who = handoff.task ?? 'the task';
  const last = event === undefined ? 'has no event of it' : `says ${event.state} last (line ${event.line})`;
  if (handoff.status === 'rejected') {
    const receiver = view.states.of(`G${gate + 1}`, handoff.task);
    const rejected = view.events.some((one) => one.gate === `G${gate + 1}` && one.state === 'rejected');
    return rejected || receiver?.state === 'rejected'
      ? []
      : [
          at(['status'], `${contract} is rejected, and the ledger has no REJECTED at G${gate + 1}`, {
            severity: 'warning',
          }),
        ];
  }
  const word = payloadOf(handoff)['verdict'];
  const verdict = typeof word === 'string' ? verdictOfWord(word)?.verdict : undefined;
  if (contract === 'H3') {
    if (verdict === undefined) return [];
    const result = view.states.resultOf(`G${gate}`, handoff.task);
    const agrees =
      (isApproval(verdict) && result?.state === 'passed') ||
      (sendsBack(verdict) && result !== undefined && isSetback(result.state)) ||
      (verdict === 'escalation' && event !== undefined && result?.state !== 'passed');
    return agrees
      ? []
      : [at(['payload', 'verdict'], `the verdict on ${who} is ${verdict}, and the ledger ${last} for G2`)];
  }
  if (handoff.status !== 'complete' || event?.state === 'passed') return [];
  return [
    at(['gate_transition'], `${contract} is handed over, and the ledger ${last} for G${gate} of ${who}`, {
      hint: `A gate is passed by the last event of its task: append one, or take the handoff back.`,
    }),
  ];
};

const taskProblems = (given: Given): Found[] => {
  const { view, handoff, contract } = given;
  const task = view.task;
  if (task === undefined || handoff.task === null) return [];
  if (task.task !== undefined && task.task !== handoff.task)
    return [
      at(
        ['payload', 'task_id'],
        `the handoff is of ${shown(handoff.task)}, CURRENT_TASK.json of ${shown(task.task)}`,
        // After a verdict the planner may be at the next task already.
        contract === 'H3' ? { severity: 'warning' } : {},
      ),
    ];
  if (task.untouched) return [at(['payload', 'task_id'], 'CURRENT_TASK.json still waits for its planner')];
  const found: Found[] = [];
  if (
    contract === 'H1' &&
    task.goal !== undefined &&
    handoff.summary !== null &&
    task.goal !== handoff.summary
  )
    found.push(
      at(['payload', 'goal'], 'the goal is another one than in CURRENT_TASK.json', {
        severity: 'warning',
      }),
    );
  const changed = payloadOf(handoff)['files_changed'];
  if (contract === 'H2' && Array.isArray(changed) && task.files.length > 0) {
    const planned = new Set(task.files.map(plainPath));
    const extra = changed.filter((file) => typeof file === 'string' && !planned.has(plainPath(file)));
    if (extra.length > 0)
      found.push(
        at(['payload', 'files_changed'], `changed, and not planned: ${extra.slice(0, 5).join(', ')}`, {
          severity: 'warning',
        }),
      );
  }
  return found;
};

const SENDER: Readonly<Record<Contract, Reporter>> = { H1: 'planner', H2: 'executor', H3: 'validator' };

const percentsDiffer = (one: unknown, other: string | undefined): boolean => {
  const [a, b] = [parsePercent(one), parsePercent(other)];
  return a !== undefined && b !== undefined && a !== b;
};

const reportProblems = (given: Given): Found[] => {
  const { view, handoff, contract } = given;
  const agent = SENDER[contract];
  const file = reportFile(agent);
  if (!view.files.has(file))
    return [at(['handoff_id'], `${contract} is handed over, and ${file} is not there`)];
  const report = view.reports.get(agent);
  if (report === undefined) return [];
  const entry = entryOf(report, handoff.task);
  if (entry === undefined)
    return [at(['payload', 'task_id'], `${file} has no entry of ${shown(handoff.task)}`)];
  const payload = payloadOf(handoff);
  const found: Found[] = [];
  for (const [key, reported] of [
    ['coverage_delta', entry.coverageDelta],
    ['coverage_absolute', entry.coverageAbsolute],
  ] as const)
    if (contract === 'H2' && percentsDiffer(payload[key], reported))
      found.push(at(['payload', key], `${key} is ${shown(payload[key])}, in ${file} ${shown(reported)}`));
  const word = payload['verdict'];
  const verdict = typeof word === 'string' ? verdictOfWord(word)?.verdict : undefined;
  if (contract === 'H3' && verdict !== undefined && entry.verdict !== undefined && verdict !== entry.verdict)
    found.push(at(['payload', 'verdict'], `the verdict is ${verdict}, in ${file} ${entry.verdict}`));
  const approval = payload['approval_for_next_task'];
  if (
    contract === 'H3' &&
    typeof approval === 'boolean' &&
    entry.approval !== undefined &&
    approval !== entry.approval
  )
    found.push(
      at(['payload', 'approval_for_next_task'], `approval is ${approval}, in ${file} ${entry.approval}`),
    );
  return found;
};

/** All files of a run are of one run. */
const runProblems = (view: RunView, handoff: Handoff | undefined): Found[] => {
  const run = handoff?.details['run_id'];
  if (typeof run !== 'string') return [];
  return REPORTERS.flatMap((agent) => {
    const other = view.reports.get(agent)?.run;
    return other === undefined || other === run
      ? []
      : [
          problemAt(
            reportFile(agent),
            ['run_id'],
            `a report of run ${shown(other)}, the handoff is of ${shown(run)}`,
          ),
        ];
  });
};

export const handoffProblems = (view: RunView): readonly Found[] => {
  const handoff = view.handoff?.handoff;
  const { contract } = view;
  if (handoff === undefined || contract === undefined) return runProblems(view, handoff);
  // Nobody has handed over anything as long as it is pending.
  if (handoff.status === 'pending') return runProblems(view, handoff);
  const given: Given = { view, handoff, contract };
  return [
    ...gateProblems(given),
    ...taskProblems(given),
    ...reportProblems(given),
    ...runProblems(view, handoff),
  ];
};
