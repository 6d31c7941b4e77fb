// The metrics for people (Markdown) and for spreadsheets (CSV). Names come from agents: nothing in them is markup.

import { plainLine } from '../../../std/terminal-text.ts';
import type { CollectiveMetrics, MetricsGroup, MetricsTarget } from './collective-metrics.ts';
import type { MetricSum } from './metric-sums.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

const timeText = (ms: number): string => {
  const hours = Math.floor(ms / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  const seconds = Math.round((ms % MINUTE_MS) / SECOND_MS);
  return (
    [hours > 0 ? `${hours}h` : '', minutes > 0 ? `${minutes}m` : '', seconds > 0 ? `${seconds}s` : '']
      .filter(Boolean)
      .join(' ') || '0s'
  );
};

/** One cell of a table: no line end, no new cell, no link, no code. */
const cell = (text: string): string => plainLine(text).replace(/[\\`*_[\]<>|#]/g, (mark) => `\\${mark}`);

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  row(head),
  row(head.map(() => '---')),
  ...rows.map(row),
];

const percentText = (value: number | null): string =>
  value === null ? 'unknown' : `${Math.round(value * 1_000) / 10}%`;

const groupRows = (groups: readonly MetricsGroup[]): string[][] =>
  groups.map((group) => [
    cell(group.name),
    ...[group.handoffs, group.complete, group.failed, group.blocked].map(String),
    ...[group.held, group.retries, group.escalations].map(String),
    percentText(group.success_rate),
  ]);

const GROUP_HEAD = [
  'name',
  'handoffs',
  'complete',
  'failed',
  'blocked',
  'held',
  'retries',
  'escalated',
  'success',
];

const valueText = (sum: MetricSum): string =>
  [
    sum.sum === null ? '' : String(sum.sum),
    sum.duration_ms === null ? '' : timeText(sum.duration_ms),
    sum.percent_mean === null ? '' : `${sum.percent_mean}% (lowest ${sum.percent_min}%)`,
    sum.gates_passed === null ? '' : sum.gates_passed ? 'all passed' : 'not all passed',
    ...sum.texts.map(cell),
  ]
    .filter(Boolean)
    .join('; ');

const targetRow = ({ name, bound, target, value, met }: MetricsTarget): string[] => [
  name,
  `${bound === 'min' ? 'at least' : 'at most'} ${target}`,
  value === null ? 'not measured' : String(Math.round(value * 1_000) / 1_000),
  met === null ? 'unknown' : met ? 'met' : 'NOT met',
];

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length <= 2 ? [] : ['', `## ${title}`, '', ...lines];

export const metricsMarkdown = (metrics: CollectiveMetrics): string => {
  const { total } = metrics;
  const claimed = total.metrics.map((sum) => [cell(sum.name), String(sum.samples), valueText(sum)]);
  const edges = metrics.edges.map(({ name, total: times, success_rate, trend }) => [
    ...[cell(name), String(times), percentText(success_rate), trend ?? 'unknown'],
  ]);
  const list = (names: readonly string[]): string => names.map(cell).join(', ') || 'none';
  return `${[
    '# Handoffs of the collective',
    '',
    `${total.handoffs} handoffs: ${total.complete} complete, ${total.failed} failed, ${total.blocked} blocked; ${total.retries} retries, ${total.escalations} escalated. Agents were held ${total.held} times.`,
    ...(metrics.unreadable > 0 ? ['', `${metrics.unreadable} lines of the log could not be read.`] : []),
    ...section('Targets', table(['target', 'wanted', 'value', 'verdict'], metrics.targets.map(targetRow))),
    ...section('Agents', table(GROUP_HEAD, groupRows(metrics.agents))),
    ...section('Phases', table(GROUP_HEAD, groupRows(metrics.phases))),
    ...section('Tasks', table(GROUP_HEAD, groupRows(metrics.tasks))),
    ...section('Edges', table(['edge', 'handoffs', 'success', 'trend'], edges)),
    ...(edges.length === 0
      ? []
      : ['', `Reliable: ${list(metrics.reliable)}. Problematic: ${list(metrics.problematic)}.`]),
    ...section('What agents reported', table(['metric', 'samples', 'value'], claimed)),
  ].join('\n')}\n`;
};

/** A program for tables runs what begins like a formula, so such a text gets a quotation mark before it. */
const csvCell = (value: string | number | boolean | null): string => {
  if (value === null) return '';
  const text = typeof value === 'string' ? plainLine(value) : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const CSV_HEAD = [
  ...['group', 'name', 'handoffs', 'complete', 'failed', 'blocked', 'held', 'let_go'],
  ...['retries', 'escalations', 'success_rate', 'metric', 'samples', 'sum', 'duration_ms'],
  ...['percent_min', 'percent_mean', 'gates_passed', 'texts'],
];

const csvRows = (kind: string, group: MetricsGroup): (string | number | boolean | null)[][] => {
  const own = [
    ...[kind, group.name, group.handoffs, group.complete, group.failed, group.blocked, group.held],
    ...[group.let_go, group.retries, group.escalations, group.success_rate],
  ];
  return [
    [...own, ...Array<null>(CSV_HEAD.length - own.length).fill(null)],
    ...group.metrics.map((sum) => [
      ...own,
      ...[sum.name, sum.samples, sum.sum, sum.duration_ms, sum.percent_min, sum.percent_mean],
      ...[sum.gates_passed, sum.texts.join(' / ') || null],
    ]),
  ];
};

/** One line for each group, and one more for each of its metrics. */
export const metricsCsv = (metrics: CollectiveMetrics): string => {
  const groups = [
    ['all', [metrics.total]],
    ['agent', metrics.agents],
    ['phase', metrics.phases],
    ['task', metrics.tasks],
  ] as const;
  const rows = groups.flatMap(([kind, list]) => list.flatMap((group) => csvRows(kind, group)));
  return `${[CSV_HEAD, ...rows].map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
};
