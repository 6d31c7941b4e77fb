// At the end of an attempt whose work is handed in by message or file: what it left goes to the loop as a submission.
import type { Ended } from '../agents/agent.ts';
import { closedBecause } from '../engine/rules/closed.ts';
import { handOverId, isCalled } from '../engine/rules/hand-over.ts';
import { filesOfWork } from './files/desks.ts';
import { createSealer, submissionId } from './files/seal-work.ts';
import type { DoorOptions } from './visitors.ts';

/** Whether something was handed over. */
export type HandOver = (assignment: string, attempt: number, ended: Ended) => Promise<boolean>;

/** An attempt that was stopped or has failed hands nothing in. */
export const createHandOver = (
  options: Pick<DoorOptions, 'workflow' | 'loop' | 'store' | 'files' | 'desks' | 'workspaces'>,
): HandOver => {
  const { workflow, loop } = options;
  const seal = createSealer(options);
  return async (assignment, attempt, { end, message }) => {
    const state = loop.state;
    const work = state?.works[assignment];
    const contract = work === undefined ? undefined : workflow.contracts[work.assignment.contract];
    if (state === undefined || work === undefined || contract?.handedIn === undefined) return false;
    if (isCalled(contract, work.assignment)) return false;
    if (end !== 'finished' || closedBecause(state, assignment, attempt) !== undefined) return false;
    const path = contract.handedIn.file?.(work.assignment);
    const files = filesOfWork(options, state, work);
    const file = path === undefined ? undefined : (await files.read(path)).value;
    const ending = {
      ...(message === undefined ? {} : { message }),
      ...(file === undefined ? {} : { file }),
    };
    const tool = contract.tool ?? '';
    const handed = await seal(work, {});
    const submission = handOverId(attempt, submissionId(assignment, tool, ending, handed));
    const { role } = work.assignment;
    await loop.give(
      { kind: 'submit', submission, assignment, attempt, tool, args: {}, ending, ...handed },
      { role, assignment, attempt },
    );
    return true;
  };
};
