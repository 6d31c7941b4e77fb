// What happens in a run of H3A, in the words of its ledger: who passed which gate for which task, who refused what and why.

import { isError } from '../../../model/problem.ts';
import { problemText } from '../../../model/problem-text.ts';
import { STALEMATE } from '../../../model/workflow/names.ts';
import type { Submission, View } from '../../../model/workflow/view.ts';
import type { Happening } from '../../../model/workflow/workflow.ts';
import { evidenceNotes, stepNote } from '../claims/handed-in.ts';
import { type HandoffId, ROADMAP, TASK } from '../files/files.ts';
import { entryFor, recordOf } from '../files/report-file.ts';
import { checkOff } from '../files/roadmap-file.ts';
import { isRecord } from '../files/task-file.ts';
import { blockedTask } from '../files/task-shown.ts';
import { evidenceHash } from '../inspect/evidence-log.ts';
import { oneLine } from '../inspect/ledger.ts';
import { approvalReport, pointsIn } from './approval.ts';
import { envelopeOf } from './envelopes.ts';
import { type Note, noteLine, notesAbout, seconds } from './notes.ts';
import {
  conditionals,
  currentTask,
  gateReport,
  plansReturned,
  rejections,
  remediations,
  roadmap,
  taskId,
  validated,
  validatorReport,
  workReturned,
} from './nouns.ts';
import { returnedNotes } from './returns.ts';

type Of<K extends Happening['kind']> = Extract<Happening, { kind: K }>;
type Status = Extract<Note, { note: 'gate' }>['status'];

export const GATES = {
  G0: 'G0_planning',
  G1: 'G1_implementation',
  G2: 'G2_validation',
  G3: 'G3_production_ready',
} as const;

const SAID_CHARS = 500;

/** One line, and no longer than a ledger can be read with. */
const shortened = (text: string): string => {
  const line = oneLine(text);
  return line.length > SAID_CHARS ? `${line.slice(0, SAID_CHARS - 1)}…` : line;
};

const gate = (at: string, name: string, status: Status, agent: string, task: string, says: string): Note => ({
  note: 'gate',
  ...{ at: seconds(at), gate: name, status, agent, task, says: shortened(says) },
});

const VERDICT_STATUS: Readonly<Record<string, Status>> = {
  pass: 'PASSED',
  pass_with_notes: 'PASSED',
  needs_remediation: 'FAILED',
  fail: 'FAILED',
  escalation: 'ESCALATION',
};

/** Gates of the project that were passed by other code than the one that is handed in now. */
const outdated = (at: string, view: View): Note[] => {
  const task = taskId(view);
  const own: readonly string[] = Object.values(GATES);
  const last = new Map(
    notesAbout(view.lines, 'gate')
      .filter((note) => note.task === task && !own.includes(note.gate))
      .map((note) => [note.gate, note]),
  );
  return [...last.values()]
    .filter(({ status }) => status === 'PASSED')
    .map((note) => gate(at, note.gate, 'STARTED', 'validator', task, 'to be passed again by other code'));
};

const handedOver = (id: HandoffId, { at, submission }: Of<'accepted'>): Note[] => {
  const task = taskId(submission.view);
  const sender = { H1: 'planner', H2: 'executor', H3: 'validator' }[id];
  const handoff: Note = {
    note: 'handoff',
    at: seconds(at),
    id,
    task,
    envelope: envelopeOf(id, at, submission),
  };
  const evidence = evidenceNotes(id, sender, at, submission);
  if (id === 'H1')
    return [
      ...evidence,
      stepNote(id, sender, at, 'G0_passed', submission),
      gate(
        at,
        GATES.G0,
        'PASSED',
        sender,
        task,
        'the plan can be carried out and measured, the baseline is known',
      ),
      handoff,
      gate(at, GATES.G1, 'ACCEPTED', 'executor', task, 'H1 accepted'),
    ];
  if (id === 'H2')
    return [
      ...evidence,
      stepNote(id, sender, at, 'G1_passed', submission),
      gate(
        at,
        GATES.G1,
        'PASSED',
        sender,
        task,
        `RED→GREEN seen by re-execution, iteration ${submission.assignment.round}`,
      ),
      handoff,
      gate(at, GATES.G2, 'ACCEPTED', 'validator', task, 'H2 accepted'),
      ...outdated(at, submission.view),
    ];
  const status = VERDICT_STATUS[submission.outcome] ?? 'FAILED';
  const passed = status === 'PASSED';
  return [
    ...evidence,
    stepNote(id, sender, at, passed ? 'G2_passed' : 'G2_failed', submission),
    gate(at, GATES.G2, status, sender, task, `verdict ${submission.outcome}`),
    handoff,
    ...(passed ? [gate(at, GATES.G3, 'ACCEPTED', 'system', task, 'H3 accepted')] : []),
  ];
};

const isHandoff = (contract: string): contract is HandoffId =>
  contract === 'H1' || contract === 'H2' || contract === 'H3';

const RECEIVERS: Readonly<Record<HandoffId, readonly [gate: string, agent: string]>> = {
  H1: [GATES.G1, 'executor'],
  H2: [GATES.G2, 'validator'],
  H3: [GATES.G3, 'system'],
};

const decided = ({ at, submission, said }: Of<'accepted'>): Note[] => {
  const task = taskId(submission.view);
  const { outcome, view } = submission;
  const words = said === undefined || said === '' ? '' : `: ${said}`;
  const status: Status = outcome === 'approve' ? 'PASSED' : outcome === 'conditional' ? 'FAILED' : 'REJECTED';
  const verb =
    { approve: 'approved', conditional: 'approved under conditions', reject: 'rejected' }[outcome] ?? outcome;
  return [
    gate(at, GATES.G3, status, 'human', task, `${verb}${words}`),
    {
      note: 'approval',
      at: seconds(at),
      task,
      report: approvalReport(view, seconds(at), outcome, pointsIn(said ?? ''), said ?? ''),
    },
  ];
};

const ruled = ({ at, submission, said }: Of<'accepted'>): Note[] => {
  const task = taskId(submission.view);
  const words = said === undefined || said === '' ? '' : `: ${said}`;
  const where = { planner: GATES.G0, executor: GATES.G1, validator: GATES.G2 }[submission.outcome];
  if (where === undefined) return [gate(at, GATES.G2, 'FAILED', 'human', task, `given up${words}`)];
  return [
    gate(at, where, 'STARTED', 'human', task, `escalation answered, ${submission.outcome} goes on${words}`),
    {
      note: 'issue',
      ...{ at: seconds(at), task, title: `Resolved by a person: ${submission.outcome}` },
      lines: [said === undefined || said === '' ? 'No words were given.' : said],
    },
  ];
};

const BRIDGES: Readonly<Record<string, HandoffId>> = { bridge: 'H1', bridgeH2: 'H2', bridgeH3: 'H3' };

const bridged = (id: HandoffId, { at, submission, said }: Of<'accepted'>): Note[] => {
  const task = taskId(submission.view);
  const [name] = RECEIVERS[id];
  const words = said === undefined || said === '' ? '' : `: ${said}`;
  if (submission.outcome === 'go')
    return [gate(at, name, 'STARTED', 'human', task, `${id} carried over by a person${words}`)];
  const reason = `sent back by a person${words}`;
  return [
    gate(at, name, 'REJECTED', 'human', task, `${id} ${reason}`),
    ...returnedNotes(id, submission, { at, by: 'human', reason, problems: [] }),
  ];
};

/** The receiver's own no, at the receiver's gate. */
const declined = (id: HandoffId, { at, submission }: Of<'accepted'>): Note[] => {
  const [name, by] = RECEIVERS[id];
  const { clause, reason } = submission.args;
  const words = shortened(`${String(clause)}: ${String(reason)}`);
  return [
    gate(at, name, 'REJECTED', by, taskId(submission.view), `${id} ${words}`),
    ...returnedNotes(id, submission, {
      at,
      by,
      reason: words,
      problems: [`${String(clause)}: ${String(reason)}`],
    }),
  ];
};

/** The roadmap is another one by then, and the log says so. */
const checkedOff = ({ at, submission }: Of<'accepted'>): Note[] => {
  const { view } = submission;
  const text = checkOff(view.text(roadmap), taskId(view), seconds(view.run.at));
  return [
    {
      note: 'evidence',
      ...{ at: seconds(at), by: 'planner', path: ROADMAP, hash: evidenceHash(text) },
      says: `${taskId(view)}: checked off`,
    },
  ];
};

const gateEvidence = (at: string, name: string, submission: Submission): Note[] => {
  const path = submission.assignment.writes[0]?.path;
  if (path === undefined) return [];
  const entry = { at: seconds(at), by: 'validator', path, hash: evidenceHash(submission.text(gateReport)) };
  return [{ note: 'evidence', ...entry, says: `${taskId(submission.view)}: Report of ${name}` }];
};

const onAccepted = (happening: Of<'accepted'>): Note[] => {
  const { contract } = happening.submission.assignment;
  if (happening.submission.outcome === 'reject' && contract === 'H2') return declined('H1', happening);
  if (happening.submission.outcome === 'reject' && contract === 'H3') return declined('H2', happening);
  if (isHandoff(contract)) return handedOver(contract, happening);
  if (BRIDGES[contract] !== undefined) return bridged(BRIDGES[contract], happening);
  if (contract === 'G3') return decided(happening);
  if (contract === 'ruling' || contract === 'dispute') return ruled(happening);
  if (contract === 'commit') return checkedOff(happening);
  if (contract === 'gate') {
    const { at, submission } = happening;
    const name = String(submission.assignment.inputs['gate'] ?? submission.assignment.item);
    const status = submission.outcome === 'pass' ? 'PASSED' : 'FAILED';
    const task = taskId(submission.view);
    return [
      ...gateEvidence(at, name, submission),
      gate(at, name, status, 'validator', task, `custom gate ${submission.outcome}`),
    ];
  }
  return [];
};

const onRejected = ({ at, submission, rejection, times }: Of<'rejected'>): Note[] => {
  const { contract } = submission.assignment;
  if (!isHandoff(contract)) return [];
  const task = taskId(submission.view);
  const [name, by] = RECEIVERS[contract];
  const [first, ...more] = rejection.problems.filter(isError);
  const reason = shortened(
    `${first?.message ?? rejection.clauses.join(', ')}${more.length === 0 ? '' : ` (and ${more.length} more)`}`,
  );
  const again = times > 1 ? `, rejected ${times} times` : '';
  return [
    gate(at, name, 'REJECTED', by, task, `${contract} ${reason}${again}`),
    {
      note: 'handoff',
      ...{ at: seconds(at), id: contract, task },
      envelope: envelopeOf(contract, at, submission, { reason, by }),
    },
    {
      note: 'rejection',
      ...{ at: seconds(at), id: contract, task, by, reason, times },
      problems: rejection.problems.filter(isError).map(problemText),
    },
  ];
};

const blockersIn = (args: Readonly<Record<string, unknown>>): readonly string[] =>
  Array.isArray(args['blocked_by']) ? args['blocked_by'].map(String) : [];

/** The handoff that the executor works on, with what blocks it, or without it again. */
const blockedHandoff = (at: string, view: View, blockers: readonly string[]): Note[] => {
  // What the executor was given; one of its own that was rejected since is not what it works on.
  const last = notesAbout(view.lines, 'handoff').findLast(
    ({ id, task, envelope }) => id === 'H1' && task === view.here.item && envelope['status'] === 'ready',
  );
  if (last === undefined) return [];
  const given = last.envelope['payload'];
  const { blocked_by: _, ...payload } = isRecord(given) ? given : {};
  const blocked = blockers.length === 0 ? {} : { blocked_by: blockers };
  return [{ ...last, at: seconds(at), envelope: { ...last.envelope, payload: { ...payload, ...blocked } } }];
};

/** The task is shown with what blocks it, and the log knows the bytes that are shown. */
const taskEvidence = (at: string, view: View, blockers: readonly string[]): Note[] => {
  const text = blockers.length === 0 ? view.text(currentTask) : blockedTask(view, blockers);
  const says = `${taskId(view)}: ${blockers.length === 0 ? 'not blocked any more' : 'blocked'}`;
  return text === undefined
    ? []
    : [{ note: 'evidence', at: seconds(at), by: 'planner', path: TASK, hash: evidenceHash(text), says }];
};

const onAsked = ({ at, view, assignment, request, args }: Of<'asked'>): Note[] => {
  if (request !== 'submit_blocked') return [];
  const task = taskId(view);
  const blockers = blockersIn(args);
  return [
    gate(at, GATES.G1, 'ESCALATION', assignment.role, task, `blocked by ${blockers.join(', ')}`),
    ...blockedHandoff(at, view, blockers),
    ...taskEvidence(at, view, blockers),
    {
      note: 'issue',
      ...{ at: seconds(at), task, title: 'The executor is blocked' },
      lines: [
        ...blockers.map((one) => `- ${one}`),
        ...(typeof args['reason'] === 'string' ? ['', args['reason']] : []),
      ],
    },
  ];
};

const onAnswered = ({ at, view, request, answer }: Of<'answered'>): Note[] => {
  const task = taskId(view);
  if (request === 'rejection' || request === STALEMATE)
    return [
      { note: 'issue', at: seconds(at), task, title: 'A person said to the rejection', lines: [answer] },
    ];
  if (request !== 'submit_blocked') return [];
  return [
    gate(at, GATES.G1, 'STARTED', 'human', task, `blocker answered: ${answer}`),
    ...blockedHandoff(at, view, []),
    ...taskEvidence(at, view, []),
    { note: 'issue', at: seconds(at), task, title: 'Answered by a person', lines: [answer] },
  ];
};

const STARTS: Readonly<Record<string, readonly [gate: string, agent: string]>> = {
  G0: [GATES.G0, 'planner'],
  G1: [GATES.G1, 'executor'],
  G2: [GATES.G2, 'validator'],
  G3: [GATES.G3, 'system'],
};

const LIMITS: Readonly<Record<string, string>> = {
  [remediations.name]: 'the rounds of remediation are used up',
  [rejections.name]: 'the work was rejected at the last gate as often as it may be',
  [conditionals.name]: 'the one round under conditions is used up',
  [plansReturned.name]: 'the executor sent the plan back as often as it may',
  [workReturned.name]: 'the validator sent the work back as often as it may',
};

const escalated = (at: string, view: View, limit: string | undefined): Note[] => {
  const task = taskId(view);
  const why = limit === undefined ? 'the validator asks for a person' : (LIMITS[limit] ?? `limit ${limit}`);
  // What was validated stays so, when a gate behind it is what cannot be passed.
  const where = limit === plansReturned.name ? GATES.G1 : view.holds(validated) ? GATES.G3 : GATES.G2;
  const verdict = view.maybe(validatorReport);
  const entry = recordOf(verdict, entryFor(verdict, task));
  const plan = entry['remediation_plan'];
  return [
    gate(at, where, 'ESCALATION', 'system', task, why),
    {
      note: 'issue',
      ...{ at: seconds(at), task, title: 'A person must decide' },
      lines: [
        `Why: ${why}.`,
        ...(plan === undefined || plan === null
          ? []
          : ['', 'What the validator recommends:', '', '```json', JSON.stringify(plan, null, 2), '```']),
      ],
    },
  ];
};

const onEntered = ({ at, view, phase, limit, resets }: Of<'entered'>): Note[] => {
  if (phase === 'escalated' || phase === 'disputed') return escalated(at, view, limit);
  const start = STARTS[phase];
  if (start === undefined) return [];
  const task = taskId(view);
  const reset =
    resets.length === 0 ? '' : `, iteration_count set back to 0 by a person (${resets.join(', ')})`;
  return [gate(at, start[0], 'STARTED', start[1], task, `round ${view.here.visit}${reset}`)];
};

const notesFor = (happening: Happening): Note[] => {
  switch (happening.kind) {
    case 'accepted':
      return onAccepted(happening);
    case 'rejected':
      return onRejected(happening);
    case 'asked':
      return onAsked(happening);
    case 'answered':
      return onAnswered(happening);
    case 'entered':
      return onEntered(happening);
  }
};

export const chronicle = (happening: Happening): readonly string[] => notesFor(happening).map(noteLine);
