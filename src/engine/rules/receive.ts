// A submission is on record before anybody judges it.
import type { Input } from '../../model/run/input.ts';
import type { Draft } from '../draft.ts';

type Submit = Extract<Input, { kind: 'submit' }>;

export const receive = (
  draft: Draft,
  { submission, assignment, attempt, tool, args, sealed }: Omit<Submit, 'kind' | 'problems'>,
): void =>
  draft.emit({
    ...{ kind: 'submission-received', submission, assignment, attempt, tool, args, sealed, needs: [] },
  });
