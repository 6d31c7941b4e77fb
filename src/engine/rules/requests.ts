// Requests inside an assignment, and what people answer.
import type { Input } from '../../model/input.ts';
import { TEXT_CHARS_MAX } from '../../model/limits.ts';
import type { Draft } from '../draft.ts';
import { isActive } from '../satisfied.ts';
import { closedBecause } from './closed.ts';
import { acceptSubmission } from './judge.ts';
import { openAssignment } from './open.ts';

type Of<K extends Input['kind']> = Extract<Input, { kind: K }>;

const refuse = (draft: Draft, code: string, message: string): void =>
  draft.emit({ kind: 'submission-refused', code, message });

export const openRequest = (draft: Draft, input: Of<'request'>): void => {
  const closed = closedBecause(draft.state, input.assignment, input.attempt);
  if (closed !== undefined) {
    refuse(draft, closed.code, closed.message);
    return;
  }
  const work = draft.state.works[input.assignment]!;
  const spec = draft.workflow.requests?.[input.request];
  if (
    spec === undefined ||
    !spec.by.includes(work.assignment.role) ||
    !spec.in.includes(work.assignment.phase)
  ) {
    refuse(
      draft,
      'TOOL_UNKNOWN',
      `${work.assignment.role} cannot call ${input.request} in ${work.assignment.phase}`,
    );
    return;
  }
  const text = input.text.slice(0, TEXT_CHARS_MAX);
  const asked = Object.values(draft.state.requests).filter((r) => r.assignment === input.assignment);
  // Asked twice, also at the same time, a question is one question.
  if (asked.some((r) => r.text === text) || work.answers.some((a) => a.question === text)) return;
  const count = work.answers.length + asked.length + 1;
  if (count > spec.max) {
    refuse(
      draft,
      'REQUEST_LIMIT',
      `expected at most ${spec.max} calls of ${input.request} in one assignment; decide with what you know`,
    );
    return;
  }
  const id = `${input.assignment}.${input.request}${count}`;
  const person = draft.workflow.roles[spec.to]?.kind === 'human';
  draft.emit({
    kind: 'request-opened',
    request: {
      id,
      request: input.request,
      assignment: input.assignment,
      to: spec.to,
      text,
      args: input.args,
      parks: spec.parks,
      person,
      openedAt: draft.context.at,
    },
  });
  if (person || spec.contract === undefined) return;
  const { scope, phase, visit, item: asker } = work.assignment;
  openAssignment(
    draft,
    { scope, phase, visit, starts: new Map() },
    { role: spec.to, contract: spec.contract },
    { key: [input.request, ...(asker === undefined ? [] : [asker]), count].join('-'), inputs: input.args },
    { request: id },
  );
};

/** A person's word: the answer to a question, or the outcome of a decision. */
export const answer = (draft: Draft, input: Of<'answer'>): void => {
  const text = input.text.slice(0, TEXT_CHARS_MAX);
  if (draft.state.requests[input.item]?.person) {
    draft.emit({ kind: 'request-answered', request: input.item, answer: text });
    return;
  }
  const work = draft.state.works[input.item];
  if (work === undefined || work.assignment.ask === undefined || !isActive(draft.state, work)) {
    refuse(draft, 'ITEM_UNKNOWN', `nothing called "${input.item}" waits for a person`);
    return;
  }
  const { choices } = work.assignment.ask;
  if (input.choice === undefined || !choices.includes(input.choice)) {
    refuse(draft, 'CHOICE_INVALID', `expected one of ${choices.join(', ')}, got ${input.choice ?? 'none'}`);
    return;
  }
  // Taking it in silence would commit what a person wanted left out.
  if (Array.isArray(input.args['exclude']) && input.args['exclude'].length > 0) {
    refuse(
      draft,
      'CHOICE_INVALID',
      `${input.item} cannot leave files out; reject it and say which files must go`,
    );
    return;
  }
  const { message } = input.args;
  draft.emit({
    kind: 'submission-received',
    submission: `answer ${input.item} ${draft.state.seq}`,
    assignment: input.item,
    attempt: work.attempt,
    tool: 'answer',
    args: { ...input.args, text },
    sealed: [],
    needs: [],
  });
  acceptSubmission(draft, input.item, input.choice, {
    remark: text,
    details: typeof message === 'string' && message.trim() !== '' ? { message } : {},
  });
};
