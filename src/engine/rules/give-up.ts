// Work that cannot be done. What answers a request is the asker's loss alone: it hears why. Anything else leaves its
// phase by the way for that, or ends the run.

import { TEXT_CHARS_MAX } from '../../model/limits/limits.ts';
import type { Cause } from '../../model/run/event.ts';
import type { Work } from '../../model/run/state.ts';
import type { Draft } from '../draft.ts';
import { exit } from './enter.ts';

export const giveUp = (draft: Draft, { assignment }: Work, cause: Cause): void => {
  const { request, item, contract } = assignment;
  if (request === undefined || draft.state.requests[request] === undefined) {
    exit(draft, assignment.scope, assignment.phase, 'gave-up', cause);
    return;
  }
  const said = draft.workflow.contracts[contract]?.failed?.(item, cause.message);
  const answer = (said ?? `it could not be answered: ${cause.message}`).slice(0, TEXT_CHARS_MAX);
  draft.emit({ kind: 'request-answered', request, answer });
};
