// The figures as a table for other programs: one row for each contract, and one for each role with its agent.
import type { Metrics } from '../../model/metrics.ts';

const FORMULA = /^[=+\-@\t\r]/;

/** Agents choose names: one that begins like a formula is kept from being one. */
const cell = (value: string | number | null): string => {
  const text = value === null ? '' : String(value);
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const HEAD = [
  ...['by', 'workflow', 'name', 'agent', 'model', 'submitted', 'accepted', 'rejected', 'accept_rate'],
  ...['first_pass_yield', 'rounds_mean', 'target', 'met'],
];

export const metricsCsv = ({ contracts, agents }: Metrics): string => {
  const rows = [
    ...contracts.map((one) => [
      ...['contract', one.workflow, one.contract, null, null, one.submitted, one.accepted, one.rejected],
      ...[
        one.acceptRate,
        one.firstPassYield,
        one.rounds.mean,
        one.target,
        one.met === null ? null : String(one.met),
      ],
    ]),
    ...agents.map((one) => [
      ...['role', null, one.role, one.agent, one.model, one.submitted, one.accepted, one.rejected],
      ...[one.acceptRate, one.firstPassYield, one.rounds.mean, null, null],
    ]),
  ];
  return `${[HEAD, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
};
