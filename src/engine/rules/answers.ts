// An accepted piece of work that was asked for is the answer to whoever asked.
import { TEXT_CHARS_MAX } from '../../model/limits/limits.ts';
import type { Work } from '../../model/run/state.ts';
import type { Draft } from '../draft.ts';

export const answerTextOf = (
  draft: Draft,
  contract: string,
  scope: string,
  item: string | undefined,
): string => {
  const said = draft.workflow.contracts[contract]?.answer?.(draft.view(scope), item);
  return (said ?? 'done').slice(0, TEXT_CHARS_MAX);
};

/** The request that the work was opened for. */
export const answerAll = (draft: Draft, { assignment }: Work): void => {
  const { request, contract, scope, item } = assignment;
  if (request !== undefined && draft.state.requests[request] !== undefined)
    draft.emit({
      kind: 'request-answered',
      request,
      answer: answerTextOf(draft, contract, scope, item),
    });
};
