// The files that only Baton writes, made of the run's notes: they can be deleted and written again.
import type { Projected } from '../../../authoring/workflow.ts';
import type { View } from '../../../model/workflow/view.ts';
import {
  APPROVAL,
  ESCALATIONS,
  EVIDENCE,
  HANDOFF,
  issueName,
  LEDGER,
  ROADMAP,
  rejectionName,
  STATE,
  TASK,
} from '../files/files.ts';
import { valueAt } from '../files/task-file.ts';
import { blockedTask, blockersOf } from '../files/task-shown.ts';
import { evidenceEntry } from '../inspect/evidence-log.ts';
import { ledgerLine } from '../inspect/ledger.ts';
import { GATES } from './chronicle.ts';
import { type Note, type NoteOf, notesAbout, notesOf, seconds } from './notes.ts';
import { branch, roadmap } from './nouns.ts';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const GATE_ROWS = [
  [GATES.G0, 'G0: Planning', 'planner', 'A plan that can be carried out and measured'],
  [GATES.G1, 'G1: Implementation', 'executor', 'RED→GREEN, tests, coverage, lint, types'],
  [GATES.G2, 'G2: Validation', 'validator', 'Ten checks, independent of the executor'],
  [GATES.G3, 'G3: Production-Ready', 'system and human', 'Eight points that a person looks at'],
] as const;

type GateNote = NoteOf<'gate'>;

const lastOf = (gates: readonly GateNote[], gate: string, task?: string): GateNote | undefined =>
  gates.findLast((note) => note.gate === gate && (task === undefined || note.task === task));

const SIGNS: Readonly<Record<GateNote['status'], string>> = {
  STARTED: '🟡 In Progress',
  ACCEPTED: '🟡 In Progress',
  PASSED: '🟢 Passed',
  FAILED: '🔴 Failed',
  REJECTED: '🔴 Failed',
  ESCALATION: '🔴 Failed',
};

const eventLine = ({ at, gate, status, agent, task, says }: GateNote): string =>
  ledgerLine({ at, gate, status, agent, task, notes: says });

const ledger = (view: View, gates: readonly GateNote[], started: string): string => {
  const current = gates.at(-1);
  const rows = GATE_ROWS.map(([gate, title, owner, purpose]) => {
    const last = lastOf(gates, gate, current?.task);
    return `| ${title} | ${owner} | ${purpose} | ${last === undefined ? '⚪ Not Started' : SIGNS[last.status]} |`;
  });
  return [
    '# H3A Gates Ledger',
    '',
    `**Run Initialized:** ${started}`,
    '',
    '## Gate Framework',
    '',
    '| Gate | Owner | Purpose | Status |',
    '|------|-------|---------|--------|',
    ...rows,
    '',
    '## Gate History',
    '',
    '### Gate Events Log',
    '',
    ...gates.map(eventLine),
    '',
    ...(current === undefined
      ? []
      : [
          `## Current Gate: ${current.gate}`,
          '',
          `- Task: ${current.task}`,
          `- Owner: ${current.agent}`,
          `- Entry Time: ${current.at}`,
          `- State of the run: ${view.run.status}`,
          '',
        ]),
    '## Escalation Protocol',
    '',
    'Rejections and issues are in artifacts/escalation/; what waits for a person is shown by `baton inbox`.',
    '',
  ].join('\n');
};

const SECTIONS = [
  ['planner', '### Planner Artifacts'],
  ['executor', '### Executor Artifacts'],
  ['validator', '### Validator Artifacts'],
] as const;

const evidenceLog = (entries: readonly NoteOf<'evidence'>[]): string =>
  [
    '# H3A Evidence Log',
    '',
    '## Artifact Index',
    '',
    ...SECTIONS.flatMap(([by, title]) => [
      title,
      '',
      ...entries
        .filter((entry) => entry.by === by)
        .map(({ path, hash, at, says }) => evidenceEntry({ path, hash, at, description: says })),
      '',
    ]),
    '## Hash Verification',
    '',
    'The first 16 hexadecimal digits of the SHA-256 of the bytes that were handed in. Of several entries of one path the last counts.',
    '',
    '## Compliance Mapping',
    '',
    '- OWASP LLM Top-10: artifacts/validator/security_scan.json',
    '- TDD: artifacts/executor/test_output_red.txt, artifacts/executor/test_output_green.txt',
    '- Coverage: artifacts/executor/coverage_delta.json',
    '- Mutation: artifacts/validator/mutation_report.txt',
    '',
  ].join('\n');

/** How a handoff stood then. */
const standing = (envelope: Readonly<Record<string, unknown>>): string => {
  if (envelope['status'] === 'rejected') return `rejected: ${String(envelope['rejection_reason'])}`;
  const blockers = valueAt(envelope, 'payload', 'blocked_by');
  return Array.isArray(blockers) ? `blocked by ${blockers.join(', ')}` : 'ready';
};

const sessionHandoff = (view: View, handoffs: readonly NoteOf<'handoff'>[]): string => {
  const last = handoffs.at(-1);
  const history = handoffs.map(({ at, id, task, envelope }) => ({
    from: envelope['from_agent'],
    to: envelope['to_agent'],
    time: at,
    gate: envelope['gate_transition'],
    notes: `${id} ${task}: ${standing(envelope)}`,
  }));
  if (last !== undefined) return json({ ...last.envelope, history });
  return json({
    run_id: view.run.name,
    current_agent: 'planner',
    next_agent: null,
    handoff_time: null,
    gate_status: 'G0_pending',
    payload: { task_id: null, context: '', files_to_review: [ROADMAP, TASK], action_required: '' },
    history,
  });
};

const GATE_WORDS: Readonly<Record<GateNote['status'], string>> = {
  STARTED: 'in_progress',
  ACCEPTED: 'in_progress',
  PASSED: 'passed',
  FAILED: 'failed',
  REJECTED: 'failed',
  ESCALATION: 'failed',
};

const stateJson = (
  view: View,
  notes: readonly Note[],
  gates: readonly GateNote[],
  started: string,
): string => {
  const task = gates.at(-1)?.task;
  const word = (gate: string): string => {
    const last = lastOf(gates, gate, task);
    return last === undefined ? (gate === GATES.G0 ? 'pending' : 'not_started') : GATE_WORDS[last.status];
  };
  const custom = [...new Set(gates.map(({ gate }) => gate))].filter(
    (gate) => !GATE_ROWS.some(([name]) => name === gate),
  );
  return json({
    run_id: view.run.name,
    h3a_version: '1.0.0',
    created_at: started,
    ...(view.run.status === 'running' ? {} : { status: view.run.status }),
    meta: {
      commit: view.run.base.commit,
      commit_short: view.run.base.commit?.slice(0, 7) ?? null,
      branch: view.memo(branch) ?? null,
      ci_green: false,
      dirty: false,
    },
    gates: Object.fromEntries(
      [...GATE_ROWS.map(([gate]) => gate), ...custom].map((gate) => [gate, word(gate)]),
    ),
    steps: notes.filter((note): note is NoteOf<'step'> => note.note === 'step').map(({ step }) => step),
  });
};

type Text = readonly [name: string, text: string];

/** One file for each kind of handoff; the last rejection of each is on top. */
const rejectionTexts = (rejections: readonly NoteOf<'rejection'>[]): readonly Text[] =>
  [...new Set(rejections.map(({ id }) => id))].map((id) => {
    const own = rejections.filter((note) => note.id === id).toReversed();
    const parts = own.flatMap(({ at, task, by, reason, problems, times }) => [
      `## ${task}, ${at}`,
      '',
      `- Rejected by: ${by}`,
      `- Reason: ${reason}`,
      ...(times > 1
        ? [
            `- Rejected ${times} times: are the requirements unclear, does the sender lack context, or is the receiver too strict?`,
          ]
        : []),
      '',
      'What must change:',
      '',
      ...problems.map((one) => `- ${one.replaceAll('\n', '\n  ')}`),
      '',
    ]);
    return [rejectionName(id), [`# Handoff ${id} rejected`, '', ...parts].join('\n')];
  });

const issueTexts = (issues: readonly NoteOf<'issue'>[]): readonly Text[] =>
  [...new Set(issues.map(({ task }) => task))].map((task) => {
    const parts = issues
      .filter((note) => note.task === task)
      .flatMap(({ at, title, lines }) => [`## ${title} (${at})`, '', ...lines, '']);
    return [issueName(task), [`# Issue of ${task}`, '', ...parts].join('\n')];
  });

const readme = (view: View, started: string): string => {
  const tasks = (view.maybe(roadmap)?.tasks ?? []).map(
    ({ id, text, done }) => `- [${done ? 'x' : ' '}] ${id}: ${text}`,
  );
  return [
    `# Run ${view.run.name}`,
    '',
    `Begun ${started}. State: ${view.run.status}.`,
    '',
    '- state/ROADMAP.md: the tasks; state/CURRENT_TASK.json: the one that is worked at',
    '- state/GATES_LEDGER.md, state/EVIDENCE_LOG.md, state/SESSION_HANDOFF.json, state.json: written by Baton alone',
    '- planner_report.json, executor_report.json, validator_report.json, artifacts/: what the agents handed in',
    '',
    ...tasks,
    '',
  ].join('\n');
};

const startedAt = (view: View): string => notesAbout(view.lines, 'gate')[0]?.at ?? seconds(view.run.at);

export const projections: Readonly<Record<string, (view: View) => Projected>> = {
  [TASK]: (view) => {
    const blockers = blockersOf(view);
    return blockers.length === 0 ? undefined : blockedTask(view, blockers);
  },
  'README.md': (view) => readme(view, startedAt(view)),
  [LEDGER]: (view) => ledger(view, notesAbout(view.lines, 'gate'), startedAt(view)),
  [EVIDENCE]: (view) => evidenceLog(notesAbout(view.lines, 'evidence')),
  [HANDOFF]: (view) => sessionHandoff(view, notesAbout(view.lines, 'handoff')),
  [STATE]: (view) => stateJson(view, notesOf(view.lines), notesAbout(view.lines, 'gate'), startedAt(view)),
  [ESCALATIONS]: ({ lines }) =>
    Object.fromEntries([
      ...rejectionTexts(notesAbout(lines, 'rejection')),
      ...issueTexts(notesAbout(lines, 'issue')),
    ]),
  [APPROVAL]: ({ lines }) => {
    const approval = notesAbout(lines, 'approval').at(-1);
    return approval === undefined ? undefined : json(approval.report);
  },
};
