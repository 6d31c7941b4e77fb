// approval.json: a person's yes at the end of a run.
import * as z from 'zod';
import type { Parsed } from '../../../model/problem.ts';
import { validateWith } from '../../../model/validate-with.ts';
import { parseJson } from './json-file.ts';

export const APPROVAL_FILE = '08_completion/approval.json';

const approvalSchema = z.looseObject({
  action: z.literal('approve'),
  exclude_files: z.array(z.string()).optional(),
  commit_message: z.string().nullish(),
});
export type Approval = z.infer<typeof approvalSchema>;

export const parseApproval = (source: string, file: string = APPROVAL_FILE): Parsed<Approval> => {
  const read = parseJson(source, file);
  if (read.value === undefined) return { value: undefined, problems: read.problems };
  const { value, locate } = read.value;
  return validateWith(approvalSchema, value, { file, locate });
};
