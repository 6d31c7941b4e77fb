// The ledger of a run against itself and against what the other files claim about gates.

import { isRecord } from '../handoff/values.ts';
import { AGENTS, OWNERS_OF_GATE } from '../handoff/vocabulary.ts';
import type { GateEvent } from './ledger.ts';
import { isSetback } from './ledger-words.ts';
import { REPORTERS, reportFile } from './reports.ts';
import { FILES, type Found, problemAt, problemInLine, type RunView } from './run-view.ts';

const named = (task: string | null): string => (task === null ? 'the task' : task);

const told = (event: GateEvent | undefined): string =>
  event === undefined
    ? 'the ledger says nothing of it'
    : `the ledger's last word is ${event.state} (line ${event.line})`;

const WHOLE_GATE = /^G(\d)$/;

/** Gates are passed one after the other, by those whose gates they are. */
const orderProblems = ({ states }: RunView): Found[] =>
  states.last.flatMap((event) => {
    const number = Number(WHOLE_GATE.exec(event.gate)?.[1] ?? Number.NaN);
    if (Number.isNaN(number) || event.state !== 'passed') return [];
    const found: Found[] = [];
    const owners = OWNERS_OF_GATE[number];
    const isOther = (AGENTS as readonly string[]).includes(event.agent ?? '') && event.agent !== 'human';
    if (owners !== undefined && isOther && !owners.includes(event.agent!))
      found.push(
        problemInLine(
          FILES.ledger,
          event.line,
          `${event.gate} is passed by ${owners[0]}, not by ${event.agent}`,
        ),
      );
    if (number === 0) return found;
    // What is done again was passed before: the gate after it is to be passed again, too, and was passed in order.
    const before = states.resultOf(`G${number - 1}`, event.task);
    if (before?.state !== 'passed')
      found.push(
        problemInLine(
          FILES.ledger,
          event.line,
          `${event.gate} is passed for ${named(event.task)}, and of G${number - 1} ${told(before)}`,
          // Small tasks are planned by hand; then nobody writes an event for the plan.
          number === 1 && before === undefined ? { severity: 'warning' } : {},
        ),
      );
    return found;
  });

const REJECTIONS_TOLD = 2;

const rejectionProblems = ({ events = [] }: RunView): Found[] => {
  const counts = new Map<string, { readonly event: GateEvent; readonly count: number }>();
  for (const event of events) {
    if (event.state !== 'rejected') continue;
    const key = `${event.gate} ${event.task ?? ''}`;
    counts.set(key, { event, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()]
    .filter(({ count }) => count >= REJECTIONS_TOLD)
    .map(({ event, count }) =>
      problemInLine(FILES.ledger, event.line, `rejected ${count} times at ${event.gate}`, {
        severity: 'warning',
        hint: 'Requirements may be unclear, the sender may lack context, or the receiver is too strict.',
      }),
    );
};

interface Claim {
  readonly file: string;
  readonly path: readonly (string | number)[];
  readonly task: string | null;
  readonly gateStatus: string;
}

const claimsOf = ({ task, reports }: RunView): Claim[] => {
  const claims: Claim[] = [];
  if (task?.gateStatus !== undefined)
    claims.push({
      file: FILES.task,
      path: ['gate_status'],
      task: task.task ?? null,
      gateStatus: task.gateStatus,
    });
  for (const agent of REPORTERS) {
    const entries = reports.get(agent)?.entries ?? [];
    const lastOf = new Map(entries.map((entry) => [entry.task, entry]));
    for (const entry of entries)
      if (entry.gateStatus !== undefined && lastOf.get(entry.task) === entry)
        claims.push({
          file: reportFile(agent),
          path: [...entry.path, 'gate_status'],
          task: entry.task ?? null,
          gateStatus: entry.gateStatus,
        });
  }
  return claims;
};

const CLAIM = /^(G\d+(?:\.\d+)?)_(passed|complete|failed)$/;

/** What a task or a report says of its gate, the ledger must say too. */
const claimProblems = (view: RunView): Found[] =>
  view.events === undefined
    ? []
    : claimsOf(view).flatMap(({ file, path, task, gateStatus }) => {
        const [, gate, word] = CLAIM.exec(gateStatus) ?? [];
        if (gate === undefined || word === 'complete') return [];
        const event = view.states.of(gate, task);
        // The file of the last round stays until the next one is handed in.
        const agrees =
          word === 'passed'
            ? view.states.resultOf(gate, task)?.state === 'passed'
            : event !== undefined && event.state !== 'passed';
        return agrees
          ? []
          : [
              problemAt(file, path, `${gateStatus} for ${named(task)}, and ${told(event)}`, {
                hint: 'Append the event that is missing, or fix the file.',
              }),
            ];
      });

/** The history beside the state folder counts gates too. */
const historyProblems = (view: RunView): Found[] => {
  const text = view.files.get('state.json');
  if (text === undefined || view.events === undefined || view.events.length === 0) return [];
  let gates: unknown;
  try {
    const value: unknown = JSON.parse(text);
    gates = isRecord(value) ? value['gates'] : undefined;
  } catch {
    return [problemInLine('state.json', 1, 'not readable as JSON')];
  }
  if (!isRecord(gates)) return [];
  return Object.entries(gates).flatMap(([name, state]) => {
    const gate = name.split('_', 1)[0]!;
    const last = view.events!.findLast((event) => event.gate === gate);
    return state === 'passed' && (last === undefined || isSetback(last.state))
      ? [
          problemAt('state.json', ['gates', name], `${name} is passed here, and ${told(last)}`, {
            severity: 'warning',
          }),
        ]
      : [];
  });
};

export const gateProblems = (view: RunView): readonly Found[] => [
  ...orderProblems(view),
  ...rejectionProblems(view),
  ...claimProblems(view),
  ...historyProblems(view),
];
