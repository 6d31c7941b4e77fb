// Metrics in words: one table for each kind of figure, none wider than a terminal usually is.
import { METRICS_TASKS_SHOWN_MAX } from '../../model/limits/limits.ts';
import type {
  AgentMetrics,
  ContractMetrics,
  Latency,
  Metrics,
  PhaseMetrics,
  TaskMetrics,
} from '../../model/metrics.ts';
import { plainLine } from '../../std/terminal-text.ts';
import { fitText, padText, textWidth } from '../../std/text-width.ts';
import { elapsed } from './elapsed.ts';
import type { Paint } from './paint.ts';
import { usageWords } from './usage-text.ts';

const COLUMNS_MAX = 100;
/** A name that is longer is cut, and the cut is shown. */
const NAME_CELLS_MAX = 24;
const NAME_CELLS_MIN = 6;
const GAP = '  ';

type Row = readonly string[];

const name = (text: string): string => fitText(plainLine(text), NAME_CELLS_MAX);

const percent = (value: number | null): string =>
  value === null ? '-' : `${Number((value * 100).toFixed(1))}%`;

const decimal = (value: number | null): string => (value === null ? '-' : String(Number(value.toFixed(2))));

const SECOND_MS = 1_000;

const time = (ms: number | null): string => {
  if (ms === null) return '-';
  return ms < SECOND_MS ? `${Math.round(ms)}ms` : elapsed(ms);
};

const MET = 'met';
const MISSED = 'MISSED';

const verdict = (target: string, met: boolean | null): string => {
  if (met === null) return target;
  return `${target} ${met ? MET : MISSED}`;
};

const atLeast = ({ target, met }: Pick<ContractMetrics, 'target' | 'met'>): string =>
  target === null ? '' : verdict(`≥ ${percent(target)}`, met);

const withinTime = ({ target, met }: Pick<Latency, 'target' | 'met'>): string =>
  target === null ? '' : verdict(`≤ ${time(target)}`, met);

/** The colour says what the word says already. */
const painted = (cell: string, paint: Paint): string => {
  if (cell.endsWith(MISSED)) return `${cell.slice(0, -MISSED.length)}${paint.red(MISSED)}`;
  return cell.endsWith(MET) ? `${cell.slice(0, -MET.length)}${paint.green(MET)}` : cell;
};

/** Names give way where a table would be too wide; a figure or a verdict is never cut. */
const shrunk = (widths: readonly number[], names: number): readonly number[] => {
  const fitted = [...widths];
  for (;;) {
    const total = fitted.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
    const widest = Math.max(...fitted.slice(0, names));
    if (total <= COLUMNS_MAX || widest <= NAME_CELLS_MIN) return fitted;
    fitted[fitted.indexOf(widest)] = widest - 1;
  }
};

/** The first so many columns are names. */
const table = (title: string, names: number, lines: readonly Row[], paint: Paint): string[] => {
  const [head, ...rows] = lines;
  if (head === undefined || rows.length === 0) return [];
  const widths = shrunk(
    head.map((_, at) => Math.max(...lines.map((row) => textWidth(row[at] ?? '')))),
    names,
  );
  const lineOf = (row: Row, last: (cell: string) => string = (cell) => cell): string =>
    row
      .map((cell, at) => {
        if (at === row.length - 1) return last(cell);
        const width = widths[at] ?? 0;
        return padText(at < names ? fitText(cell, width) : cell, width);
      })
      .join(GAP)
      .trimEnd();
  const verdicts = (cell: string): string => painted(cell, paint);
  return ['', paint.bold(title), paint.dim(lineOf(head)), ...rows.map((row) => lineOf(row, verdicts))];
};

const contractRow = (one: ContractMetrics): Row => [
  name(one.workflow),
  name(one.contract),
  String(one.submitted),
  String(one.accepted),
  String(one.rejected),
  percent(one.acceptRate),
  percent(one.firstPassYield),
  `${decimal(one.rounds.mean)} / ${decimal(one.rounds.p95)} / ${decimal(one.rounds.max)}`,
  atLeast(one),
];

const CONTRACT_HEAD: Row = [
  'workflow',
  'contract',
  'in',
  'acc.',
  'rej.',
  'rate',
  'first',
  'rounds ø/p95/max',
  'target',
];

const namedCounts = (entries: readonly (readonly [string, number])[]): string =>
  entries.map(([key, count]) => `${plainLine(key)} ${count}`).join(', ');

/** Why, below the table: the clause says what was asked, the code what was found. */
const rejectionLines = (contracts: readonly ContractMetrics[]): string[] =>
  contracts
    .filter(({ rejected }) => rejected > 0)
    .flatMap(({ contract, rejections: { clauses, codes, blame } }) => [
      `${name(contract)} rejected by: ${namedCounts(clauses.map((one) => [one.clause, one.count]))}`,
      `${GAP}codes: ${namedCounts(codes.map((one) => [one.code, one.count]))}`,
      `${GAP}blame: ${namedCounts(blame.map((one) => [one.blame, one.count]))}`,
    ])
    .map((line) => fitText(line, COLUMNS_MAX));

const LATENCIES = [
  ['validationMs', 'received → judged'],
  ['humanHandoffMs', 'a person asked → answered'],
  ['startMs', 'accepted → next agent started'],
  ['questionMs', 'an agent’s question → answered'],
] as const;

const latencyRow = (says: string, one: Latency): Row => [
  says,
  String(one.count),
  time(one.p50),
  time(one.p95),
  time(one.max),
  withinTime(one),
];

const phaseRow = ({ workflow, phase, open, timeMs }: PhaseMetrics): Row => [
  name(workflow),
  name(phase),
  String(timeMs.count),
  String(open),
  time(timeMs.mean),
  time(timeMs.p50),
  time(timeMs.p95),
  time(timeMs.total),
  withinTime(timeMs),
];

const LATENCY_HEAD: Row = ['from → to', 'times', 'p50', 'p95', 'max', 'p95 within'];
const GATE_HEAD: Row = ['workflow', 'gate', 'tasks', 'passed', 'rate', 'target'];

const gateRow = ({ workflow, phase, firstTry }: PhaseMetrics): readonly Row[] =>
  firstTry === null
    ? []
    : [
        [
          name(workflow),
          name(phase),
          String(firstTry.tried),
          String(firstTry.passed),
          percent(firstTry.rate),
          atLeast(firstTry),
        ],
      ];

const PHASE_HEAD: Row = ['workflow', 'phase', 'left', 'open', 'mean', 'p50', 'p95', 'total', 'mean within'];

const agentRow = (one: AgentMetrics): Row => [
  name(one.role),
  name(one.agent),
  name(one.model ?? '-'),
  String(one.attempts),
  `${one.failures} / ${one.retries} / ${one.lost}`,
  String(one.accepted),
  String(one.rejected),
  percent(one.acceptRate),
  percent(one.firstPassYield),
];

const AGENT_HEAD: Row = [
  'role',
  'agent',
  'model',
  'attempts',
  'fail/retry/lost',
  'acc.',
  'rej.',
  'rate',
  'first',
];

/** Those that made trouble first. */
const byTrouble = (a: TaskMetrics, b: TaskMetrics): number =>
  b.escalations - a.escalations || b.rejected - a.rejected || b.rounds - a.rounds;

const ESCALATION_HEAD: Row = ['workflow', 'tasks', 'escalated', 'share', 'target'];
const TASK_HEAD: Row = ['run', 'task', 'outcome', 'rounds', 'acc.', 'rej.', 'esc.', 'time'];

const taskLines = ({ tasks, escalations }: Metrics, paint: Paint): string[] => {
  const shares = escalations.map((one) => [
    name(one.workflow),
    String(one.tasks),
    String(one.escalated),
    percent(one.share),
    one.target === null ? '' : verdict(`≤ ${percent(one.target)}`, one.met),
  ]);
  const shown = tasks
    .toSorted(byTrouble)
    .slice(0, METRICS_TASKS_SHOWN_MAX)
    .map((task) => {
      const total = task.phases.reduce((sum, { totalMs }) => sum + totalMs, 0);
      const counts = [task.rounds, task.accepted, task.rejected, task.escalations].map(String);
      return [name(task.run), name(task.item), task.outcome, ...counts, time(total)];
    });
  const more = tasks.length - shown.length;
  return [
    ...table('Escalations', 1, [ESCALATION_HEAD, ...shares], paint),
    ...table('Tasks', 2, [TASK_HEAD, ...shown], paint),
    ...(more > 0 ? [`and ${more} more; --json has all of them`] : []),
  ];
};

const usedLines = (agents: Metrics['agents']): string[] =>
  agents.flatMap(({ role, agent, usage = [], unreported = 0 }) => {
    const more = unreported === 0 ? '' : `; ${unreported} attempts reported nothing`;
    return usage.length === 0 ? [] : [`${role} by ${agent} used ${usageWords(usage)}${more}`];
  });

export const metricsText = (metrics: Metrics, paint: Paint): string => {
  const { runs, contracts, latency, agents, phases } = metrics;
  if (runs.counted === 0) return 'no runs to count; see them with `baton list`';
  const kinds = (['complete', 'failed', 'cancelled', 'running'] as const)
    .filter((status) => runs[status] > 0)
    .map((status) => `${runs[status]} ${status}`);
  const latencies = LATENCIES.filter(([key]) => latency[key].count > 0).map(([key, says]) =>
    latencyRow(says, latency[key]),
  );
  return [
    `${runs.counted} run${runs.counted === 1 ? '' : 's'}: ${kinds.join(', ')}`,
    ...table('Contracts', 2, [CONTRACT_HEAD, ...contracts.map(contractRow)], paint),
    ...rejectionLines(contracts),
    ...table('Latency', 1, [LATENCY_HEAD, ...latencies], paint),
    ...table('Time in phases', 2, [PHASE_HEAD, ...phases.map(phaseRow)], paint),
    ...table('Gates passed at the first try', 2, [GATE_HEAD, ...phases.flatMap(gateRow)], paint),
    ...table('Agents', 3, [AGENT_HEAD, ...agents.map(agentRow)], paint),
    ...usedLines(agents),
    ...taskLines(metrics, paint),
  ].join('\n');
};
