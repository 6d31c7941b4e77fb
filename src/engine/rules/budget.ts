// A person raises a budget that is used up, or ends the run.
import type { Input } from '../../model/run/input.ts';
import { GIVE_UP } from '../../model/workflow/names.ts';
import { amountText, budgetName, nextOf, type Standing, standings } from '../budget.ts';
import type { Draft } from '../draft.ts';
import { plan } from '../plan.ts';

type Answer = Extract<Input, { kind: 'answer' }>;

const refuse = (draft: Draft, code: string, message: string): void =>
  draft.emit({ kind: 'submission-refused', code, message });

const AMOUNT = /^(?:(tokens|usd)\s*=\s*)?\$?(\d{1,15}(?:\.\d{1,6})?)$/;

/** The new limit, or what is wrong with it. */
const limitIn = (text: string, { unit, used }: Standing, next: number): number | string => {
  const least = unit === 'tokens' ? used + Math.max(next, 1) : used + Math.max(next, 0.01);
  const [, named, digits] = AMOUNT.exec(text.trim().replaceAll(/[_,](?=\d)/g, '')) ?? [];
  const limit = Number(digits);
  if (digits === undefined || (named ?? unit) !== unit)
    return `expected the new budget in ${unit}, such as ${unit}=${Math.ceil(least)}, got ${JSON.stringify(text.slice(0, 80))}`;
  if (unit === 'tokens' && !Number.isSafeInteger(limit)) return `expected whole tokens, got ${digits}`;
  return limit >= least ? limit : `expected at least ${amountText(unit, least)}, got ${digits}`;
};

export const answerBudget = (draft: Draft, input: Answer, first: () => void): void => {
  const { state } = draft;
  const waits = plan(state).questions.find(({ id }) => id === input.item);
  const standing = standings(state).find(({ id }) => id === input.item);
  if (waits === undefined || standing === undefined) {
    refuse(draft, 'ITEM_UNKNOWN', `nothing called "${input.item}" waits for a person`);
    return;
  }
  const { of, role, unit, used } = standing;
  if (input.choice === GIVE_UP) {
    first();
    const message = `${budgetName(standing)} is used up (${amountText(unit, used)}), and a person did not raise it`;
    draft.emit({ kind: 'run-ended', status: 'cancelled', cause: { code: 'LIMIT_REACHED', message } });
    return;
  }
  const waiting = state.works[waits.assignment]?.assignment.role ?? '';
  const limit = limitIn(input.text, standing, nextOf(state, waiting, unit));
  if (typeof limit === 'string') {
    refuse(draft, 'FIELD_INVALID', limit);
    return;
  }
  first();
  draft.emit({ kind: 'budget-raised', of, ...(role === undefined ? {} : { role }), unit, limit });
};
