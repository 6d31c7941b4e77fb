// The report of a gate that a project has added between validation and approval.
import * as z from 'zod';
import type { Parsed } from '../../../model/problem.ts';
import { validateWith } from '../../../model/validate-with.ts';
import { placesOf } from '../../../text/json-places.ts';
import { readJson } from '../../../text/json-text.ts';

export const gateReportSchema = z.looseObject({
  gate: z.string().min(1, 'expected the gate'),
  status: z.enum(['pass', 'fail']),
  evidence: z.array(z.string().min(1, 'expected what was seen')).min(1, 'expected what the status rests on'),
});
export type GateReport = z.infer<typeof gateReportSchema>;

export const parseGateReport = (text: string, file: string): Parsed<GateReport> => {
  const { value: read, problems } = readJson(text, file);
  if (read === undefined) return { value: undefined, problems };
  const locate = (path: readonly PropertyKey[], key?: string) =>
    placesOf(text, [
      {
        path: [...path, ...(key === undefined ? [] : [key])].map((step) =>
          typeof step === 'symbol' ? String(step) : step,
        ),
      },
    ])[0];
  const checked = validateWith(gateReportSchema, read.json, { file, locate });
  return { value: checked.value, problems: [...problems, ...checked.problems] };
};
