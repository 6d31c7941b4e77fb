// The three reports as they are handed in: what the reader makes of them, and the last entry as it was written.

import { isError, type Parsed, type Problem } from '../../../model/problem.ts';
import { readJson } from '../../../text/json-text.ts';
import { entryOf, parseReport, type Report, type ReportEntry, type Reporter } from '../inspect/reports.ts';
import { isRecord, valueAt } from './task-file.ts';

type JsonRecord = Readonly<Record<string, unknown>>;

export interface AgentReport {
  readonly report: Report;
  readonly json: JsonRecord;
  readonly problems: readonly Problem[];
}

/** That an entry is not whole, or contradicts itself, is for its receiver to say. */
const isForm = ({ code }: Problem): boolean =>
  code !== 'FIELD_MISSING' && code !== 'HANDOFF_VAGUE' && code !== 'HANDOFF_CONTRADICTION';

export const reportParser =
  (agent: Reporter) =>
  (text: string, file: string): Parsed<AgentReport> => {
    const { value, problems } = parseReport(agent, text, file);
    const json = readJson(text, file).value?.json;
    const form = problems.filter(isForm);
    if (value === undefined || !isRecord(json)) return { value: undefined, problems: form };
    return {
      value: { report: value, json, problems: problems.filter((found) => isError(found) && !isForm(found)) },
      problems: form,
    };
  };

export const entryFor = (report: AgentReport | undefined, task: string): ReportEntry | undefined =>
  report?.report.entries.findLast((entry) => entry.task === task) ??
  (report === undefined ? undefined : entryOf(report.report, task));

/** The entry itself, by its path in the file. */
export const recordOf = (report: AgentReport | undefined, entry: ReportEntry | undefined): JsonRecord => {
  const value = valueAt(report?.json, ...(entry?.path ?? []));
  return isRecord(value) ? value : {};
};

export const emptyReport = (agent: Reporter, list: string, run: string): string =>
  `${JSON.stringify({ run_id: run, agent, [list]: [] }, null, 2)}\n`;
