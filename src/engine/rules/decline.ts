// Work that is declined: nothing is handed in, nothing is judged, and it ends with the outcome that its contract names.
import type { Input } from '../../model/run/input.ts';
import { FORM_CLAUSE, type Judged } from '../../model/run/judged.ts';
import { validateWith } from '../../model/validate-with.ts';
import type { ContractSpec } from '../../model/workflow/workflow.ts';
import type { Draft } from '../draft.ts';
import { acceptSubmission } from './judge.ts';
import { receive } from './receive.ts';

type Declines = NonNullable<ContractSpec<string, string, string>['declines']>;

/** Whoever declines states a reason; nothing else is known. */
const STATED: Judged = {
  ...{ clause: FORM_CLAUSE, status: 'met', basis: 'stated', evidence: [], problems: [], claims: [] },
};

export const decline = (
  draft: Draft,
  input: Extract<Input, { kind: 'submit' }>,
  { tool, args, outcome }: Declines,
): void => {
  const { value, problems } = validateWith(args.strict(), input.args);
  if (value === undefined) {
    const message = `${tool}: ${problems.map((one) => one.message).join('; ')}`;
    draft.emit({ kind: 'submission-refused', code: 'FIELD_INVALID', message });
    return;
  }
  receive(draft, { ...input, tool, sealed: [] });
  acceptSubmission(draft, input.assignment, outcome, { judged: [STATED] });
};
