// The files that a run rests on: are they there, do they show what they must, are they those that were logged?

import { problem } from '../../../model/problem.ts';
import { readJson } from '../../../text/json-text.ts';
import { readOutcome } from '../handoff/coherence.ts';
import { isRecord, isText, plainPath, shown } from '../handoff/values.ts';
import { GREEN_OUTPUT, RED_OUTPUT } from '../handoff/vocabulary.ts';
import { type EvidenceEntry, hashFits } from './evidence-log.ts';
import { isUnderWay } from './ledger-words.ts';
import { FILES, type Found, problemAt, problemInLine, type RunView } from './run-view.ts';

/** Files of a run that are looked into; whether others are there cannot be told. */
const READ: readonly RegExp[] = [
  /^state\/[^/]+\.(?:json|md)(?:\.tmp)?$/,
  /^(?:planner|executor|validator)_report\.json$/,
  /^state\.json$/,
  /^artifacts\/[^/]+\/(?:[^/]+\/)?[^/]+\.(?:txt|json|md|log)$/,
];

export const isReadInRun = (name: string): boolean => READ.some((pattern) => pattern.test(name));

const LOOKED_AT_CHARS = 1024 * 1024;
const FAILURE = /fail|error|assert|✗|not ok|panic/i;
/** `3 failed`, `FAILED tests/x`; `0 failed` is none. */
const FAILED = /\b[1-9]\d{0,8} (?:failed|failing|failures?)\b|^FAILED |^not ok /m;

const payloadOf = (view: RunView): Readonly<Record<string, unknown>> => {
  const payload = view.handoff?.handoff?.details['payload'];
  return isRecord(payload) ? payload : {};
};

const missing = (file: string, why: string): Found =>
  problem('FILE_MISSING', `${why}, and this file is not there`, { file, line: 1, column: 1 });

const phaseProblems = (view: RunView, why: string): Found[] => {
  const evidence = payloadOf(view)['tdd_evidence'];
  const told = isRecord(evidence) ? evidence : {};
  const [red, green] = [told['red_phase'] ?? RED_OUTPUT, told['green_phase'] ?? GREEN_OUTPUT];
  return [
    ['red', red],
    ['green', green],
  ].flatMap(([phase, path]) => {
    const file = isText(path) ? plainPath(path) : '';
    if (file === '' || !isReadInRun(file)) return [];
    const text = view.files.get(file);
    if (text === undefined) return [missing(file, why)];
    const looked = text.slice(0, LOOKED_AT_CHARS);
    if (looked.trim() === '') return [problemInLine(file, 1, `the output of the ${phase} phase is empty`)];
    if (phase === 'red' && !FAILURE.test(looked))
      return [problemInLine(file, 1, 'the red phase shows no failure', { severity: 'warning' })];
    if (phase === 'green' && FAILED.test(looked))
      return [problemInLine(file, 1, 'the green phase shows a failure', { severity: 'warning' })];
    return [];
  });
};

const SECURITY = 'artifacts/validator/security_scan.json';
const MUTATION = 'artifacts/validator/mutation_report.txt';

/** The validator's last word on it, when the handoff is of another kind. */
const reportedMutation = ({ files }: RunView): unknown => {
  const read = readJson(files.get('validator_report.json') ?? '', 'validator_report.json').value?.json;
  const verdicts = isRecord(read) ? read['verdicts'] : undefined;
  const last: unknown = Array.isArray(verdicts) ? verdicts.at(-1) : undefined;
  const results = isRecord(last) ? last['verification_results'] : undefined;
  const mutation = isRecord(results) ? results['mutation'] : undefined;
  return isRecord(mutation) ? mutation['status'] : undefined;
};

const mutationExcused = (view: RunView): boolean => {
  const summary = payloadOf(view)['verification_summary'];
  const told = isRecord(summary) ? summary['mutation'] : undefined;
  if (isText(told)) return readOutcome(told)?.outcome === 'not_applicable';
  return reportedMutation(view) === 'not_applicable';
};

/** The task that the run is at. Files of the tasks before it make room for its own. */
const currentTask = ({ task, handoff }: RunView): string | null =>
  task?.task ?? handoff?.handoff?.task ?? null;

const isPassed = (view: RunView, gate: string): boolean => {
  const task = currentTask(view);
  return task === null
    ? view.states.last.some((event) => event.gate === gate && event.state === 'passed')
    : view.states.of(gate, task)?.state === 'passed';
};

const isAgain = (view: RunView, gate: string): boolean => {
  const event = view.states.of(gate, currentTask(view));
  return event !== undefined && isUnderWay(event.state);
};

const validationProblems = (view: RunView, why: string): Found[] => [
  ...(view.files.has(SECURITY) ? [] : [missing(SECURITY, why)]),
  ...(view.files.has(MUTATION) || mutationExcused(view) ? [] : [missing(MUTATION, why)]),
];

/** No artifact, no progress: what a passed gate or a handoff needs must be there. */
const neededProblems = (view: RunView): Found[] => {
  const handoff = view.handoff?.handoff;
  const done = handoff !== undefined && handoff.status !== 'pending' && handoff.status !== 'in_progress';
  return [
    ...(done && view.contract === 'H2'
      ? phaseProblems(view, 'H2 is handed over')
      : isPassed(view, 'G1')
        ? phaseProblems(view, 'G1 is passed')
        : []),
    ...(done && view.contract === 'H3' && !isAgain(view, 'G2')
      ? validationProblems(view, 'H3 is handed over')
      : isPassed(view, 'G2')
        ? validationProblems(view, 'G2 is passed')
        : []),
  ];
};

const BOM = '\ufeff';
/** Files that grow while a run goes on. */
const GROWS = /^(?:state\/|state\.json$|[a-z]+_report\.json$)/;

/** Whose gate a file is shown at. */
const gateOf = (file: string): string | undefined =>
  file.startsWith('artifacts/executor/') ? 'G1' : file.startsWith('artifacts/validator/') ? 'G2' : undefined;

/** A new round, or the next task, begins without the files of the one before. */
const isReplaced = (view: RunView, file: string): boolean => {
  const gate = gateOf(file);
  return gate !== undefined && view.events !== undefined && isAgain(view, gate);
};

const entryProblems = (view: RunView, entry: EvidenceEntry): Found[] => {
  const file = plainPath(entry.path);
  if (!isReadInRun(file)) return [];
  const text = view.files.get(file);
  if (text === undefined)
    return isReplaced(view, file)
      ? []
      : [problemInLine(FILES.evidence, entry.line, `${shown(entry.path)} is logged, and is not there`)];
  // A file that could not be read is there as an empty text.
  if (text === '' || hashFits(entry.hash, text) || hashFits(entry.hash, `${BOM}${text}`)) return [];
  return [
    problemInLine(
      FILES.evidence,
      entry.line,
      `${shown(entry.path)} was changed after it was logged: its hash is another one`,
      {
        ...(GROWS.test(file) ? { severity: 'warning' as const } : {}),
        hint: 'If the change is right, append an entry with the new hash; never change the old one.',
      },
    ),
  ];
};

const HEX = /^[0-9a-f]+$/;

const loggedProblems = (view: RunView): Found[] => {
  if (view.evidence === undefined) return [];
  const last = new Map(view.evidence.map((entry) => [plainPath(entry.path), entry]));
  const unlogged = [RED_OUTPUT, GREEN_OUTPUT, SECURITY].filter(
    (file) => view.files.has(file) && !last.has(file),
  );
  return [
    ...[...last.values()].filter(({ hash }) => HEX.test(hash)).flatMap((entry) => entryProblems(view, entry)),
    ...unlogged.map((file) =>
      problemInLine(FILES.evidence, 1, `${file} is there, and is not logged`, { severity: 'warning' }),
    ),
  ];
};

const leftProblems = (view: RunView): Found[] =>
  [...view.files.keys()]
    .filter((name) => name.endsWith('.tmp'))
    .map((name) =>
      problemInLine(name, 1, 'a write was cut off here', {
        severity: 'warning',
        hint: 'Look whether the file beside it is whole, then remove this one.',
      }),
    );

const REQUIRED = [FILES.handoff, FILES.task, FILES.ledger];
const USUAL = [FILES.evidence, FILES.roadmap];

const absentProblems = (view: RunView): Found[] =>
  [...REQUIRED, ...USUAL]
    .filter((name) => !view.files.has(name))
    .map((name) => ({
      ...problem('FILE_MISSING', 'expected in every run, and not there', {
        file: name,
        hint: 'The initialiser of a run writes it.',
      }),
      severity: REQUIRED.some((one) => one === name) ? ('error' as const) : ('warning' as const),
    }));

export const evidenceProblems = (view: RunView): readonly Found[] => [
  ...absentProblems(view),
  ...leftProblems(view),
  ...neededProblems(view),
  ...loggedProblems(view),
];

export const blockedProblems = (view: RunView): readonly Found[] => {
  const { task } = view;
  const handoff = view.handoff?.handoff;
  if (task === undefined || task.blockedBy.length === 0 || handoff === undefined) return [];
  return handoff.status === 'complete' && handoff.task === (task.task ?? null)
    ? [
        problemAt(
          FILES.task,
          ['blocked_by'],
          `the task is blocked by ${shown(task.blockedBy[0])}, and it is handed over`,
        ),
      ]
    : [];
};
