// A wish of an agent that no rule of its role decides: put to a person once, answered at once when it comes again, and refused when
// nobody decides in time.
import { TEXT_CHARS_MAX } from '../../model/limits/limits.ts';
import { PERMISSIONS_ASKED_MAX } from '../../model/limits/permissions.ts';
import { PERMIT_CHOICES, type Permit } from '../../model/permissions/wish.ts';
import type { Request } from '../../model/run/event.ts';
import type { Input } from '../../model/run/input.ts';
import { workOf } from '../../model/run/state.ts';
import { PERMISSION } from '../../model/workflow/names.ts';
import { isAmong } from '../../std/among.ts';
import { later } from '../../std/later.ts';
import type { Draft } from '../draft.ts';
import { openWish, permitFor } from '../permits.ts';
import { closedBecause } from './closed.ts';

type Of<K extends Input['kind']> = Extract<Input, { kind: K }>;

const refuse = (draft: Draft, code: string, message: string): void =>
  draft.emit({ kind: 'submission-refused', code, message });

export const askPermission = (draft: Draft, input: Of<'permission'>): void => {
  const { assignment: id, attempt, key } = input;
  const closed = closedBecause(draft.state, id, attempt);
  if (closed !== undefined) {
    refuse(draft, closed.code, closed.message);
    return;
  }
  const work = workOf(draft.state, id);
  if (permitFor(draft.state, work, key) !== undefined || openWish(draft.state, work, key) !== undefined)
    return;
  const count = (work.wishes ?? 0) + 1;
  if (count > PERMISSIONS_ASKED_MAX) {
    refuse(
      draft,
      'REQUEST_LIMIT',
      `expected at most ${PERMISSIONS_ASKED_MAX} wishes to be put to a person in one assignment; do without, or end the turn`,
    );
    return;
  }
  const { at } = draft.context;
  draft.emit({
    kind: 'request-opened',
    request: {
      ...{ id: `${id}.${PERMISSION}${count}`, request: PERMISSION, assignment: id, to: 'human' },
      ...{ text: input.text.slice(0, TEXT_CHARS_MAX), args: {}, parks: true, person: true, openedAt: at },
      permit: { key, until: later(at, input.waitMs) },
    },
  });
};

const SAID: Readonly<Record<Permit, string>> = {
  allow: 'allowed',
  always: 'allowed for the rest of the run',
  refuse: 'refused',
  late: 'refused: nobody decided in time',
};

const decided = (draft: Draft, request: string, permit: Permit, why = ''): void =>
  draft.emit({
    kind: 'request-answered',
    request,
    answer: why === '' ? SAID[permit] : `${SAID[permit]}: ${why}`,
    permit,
  });

/** `first` is done once it is sure that the answer is taken. */
export const answerPermission = (
  draft: Draft,
  request: Request,
  { choice = '', text }: Of<'answer'>,
  first: () => void,
): void => {
  if (!isAmong(PERMIT_CHOICES, choice)) {
    refuse(draft, 'CHOICE_INVALID', `expected one of ${PERMIT_CHOICES.join(', ')}, got ${choice || 'none'}`);
    return;
  }
  first();
  decided(draft, request.id, choice, text === choice ? '' : text.slice(0, TEXT_CHARS_MAX));
};

export const passPermission = (draft: Draft, deadline: string, id: string): void => {
  if (draft.state.requests[id]?.permit === undefined) return;
  draft.emit({ kind: 'deadline-passed', deadline });
  decided(draft, id, 'late');
};
