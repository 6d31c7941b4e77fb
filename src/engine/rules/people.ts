// What people answer: words to a question, or the outcome of a decision.

import { TEXT_CHARS_MAX } from '../../model/limits/limits.ts';
import { BUDGET_ITEM } from '../../model/run/budget.ts';
import type { Ask } from '../../model/run/event.ts';
import type { Input } from '../../model/run/input.ts';
import { type Work, workOf } from '../../model/run/state.ts';
import { validateWith } from '../../model/validate-with.ts';
import { GIVE_UP } from '../../model/workflow/names.ts';
import { changedSince, currentAsk } from '../current-ask.ts';
import type { Draft } from '../draft.ts';
import { isActive } from '../satisfied.ts';
import { answerBudget } from './budget.ts';
import { giveUp } from './give-up.ts';
import { acceptSubmission } from './judge.ts';
import { decisionJudged } from './judged.ts';
import { answerPermission } from './permits.ts';

type Of<K extends Input['kind']> = Extract<Input, { kind: K }>;

const refuse = (draft: Draft, code: string, message: string): void =>
  draft.emit({ kind: 'submission-refused', code, message });

const leavesOut = ({ args }: Of<'answer'>): boolean =>
  Array.isArray(args['exclude']) && args['exclude'].length > 0;

/** Who approves but leaves files out has chosen something else than who approves. */
const choiceOf = (ask: Ask, input: Of<'answer'>): string | undefined =>
  leavesOut(input) && input.choice === ask.approve && ask.exclude !== undefined ? ask.exclude : input.choice;

type Chosen = { readonly choice: string } | { readonly refusal: string };

const chosenIn = (ask: Ask, input: Of<'answer'>): Chosen => {
  const choice = choiceOf(ask, input);
  if (choice === undefined || !ask.choices.includes(choice))
    return { refusal: `expected one of ${ask.choices.join(', ')}, got ${input.choice ?? 'none'}` };
  // Taking it in silence would commit what a person wanted left out.
  if (leavesOut(input) && choice !== ask.exclude)
    return { refusal: `${input.item} cannot leave files out; reject it and say which files must go` };
  return choice === ask.exclude && !leavesOut(input)
    ? { refusal: 'expected the files to leave out: --exclude FILE' }
    : { choice };
};

/** What was chosen, where the ask and the contract both take it. */
const choiceTaken = (draft: Draft, work: Work, ask: Ask, input: Of<'answer'>, text: string): Chosen => {
  const chosen = chosenIn(ask, input);
  if ('refusal' in chosen) return chosen;
  const contract = draft.workflow.contracts[work.assignment.contract];
  const refusal = contract?.refuses?.(draft.view(work.assignment.scope), { choice: chosen.choice, text });
  return refusal === undefined ? chosen : { refusal };
};

/** Values that the workflow knows and that fit; undefined when the answer changes none, words when it cannot. */
const policyIn = (draft: Draft, { args }: Of<'answer'>): Record<string, unknown> | string | undefined => {
  const given = args['policy'];
  if (typeof given !== 'object' || given === null || Object.keys(given).length === 0) return undefined;
  const schema = draft.workflow.policy;
  if (schema === undefined)
    return `workflow ${draft.workflow.name} leaves nothing open that could be changed`;
  const read = validateWith(schema.partial().strict(), given);
  if (read.value === undefined) return read.problems.map(({ message }) => message).join('; ');
  // Defaults of what was not said are none of the person's words.
  return Object.fromEntries(Object.entries(read.value).filter(([name]) => Object.hasOwn(given, name)));
};

export const answer = (draft: Draft, input: Of<'answer'>): void => {
  const policy = policyIn(draft, input);
  if (typeof policy === 'string') {
    refuse(draft, 'FIELD_INVALID', `the policy cannot be changed so: ${policy}`);
    return;
  }
  answerItem(draft, input, () => {
    if (policy !== undefined) draft.emit({ kind: 'policy-changed', policy });
  });
};

const personOf = ({ context: { by } }: Draft): string | undefined =>
  by !== undefined && 'person' in by ? by.person : undefined;

/** A person wants no further try of work that repeats a mistake. */
const abandon = (draft: Draft, id: string, why: string): void => {
  const work = workOf(draft.state, id);
  if (!isActive(draft.state, work)) return;
  const repeated = work.lastRejection?.mistakes?.[0]?.says ?? '';
  giveUp(draft, work, {
    code: 'WORK_STUCK',
    message: `${id} was given up by a person${why === '' ? '' : ` (${why})`}; it repeated: ${repeated}`,
    hint: 'change what keeps it from passing, then `baton resume`',
  });
};

/** `first` is done once it is sure that the answer is taken, before anything follows from it. */
const answerItem = (draft: Draft, input: Of<'answer'>, first: () => void): void => {
  if (input.item.startsWith(BUDGET_ITEM)) {
    answerBudget(draft, input, first);
    return;
  }
  const text = input.text.slice(0, TEXT_CHARS_MAX);
  const request = draft.state.requests[input.item];
  if (request?.permit !== undefined) {
    answerPermission(draft, request, { ...input, text }, first);
    return;
  }
  if (request?.person) {
    const asker = draft.state.works[request.assignment]?.assignment;
    first();
    const givenUp = request.stuck === true && input.choice === GIVE_UP;
    draft.emit({
      ...{ kind: 'request-answered', request: input.item },
      answer: givenUp ? `given up by a person${text === '' ? '' : `: ${text}`}` : text,
    });
    if (asker !== undefined)
      draft.note(() => ({
        ...{ kind: 'answered', at: draft.context.at, view: draft.view(asker.scope), assignment: asker },
        ...{ request: request.request, args: request.args, answer: text },
      }));
    if (givenUp && asker !== undefined) abandon(draft, asker.id, text);
    return;
  }
  const work = draft.state.works[input.item];
  const ask = work?.assignment.ask;
  if (work === undefined || ask === undefined || !isActive(draft.state, work)) {
    refuse(draft, 'ITEM_UNKNOWN', `nothing called "${input.item}" waits for a person`);
    return;
  }
  const about = currentAsk(draft.state, ask).about;
  const changed = changedSince(input.about ?? ask.about ?? {}, about ?? {});
  if (changed.length > 0) {
    refuse(
      draft,
      'CONTENT_CHANGED',
      `${input.item}: ${changed.join(', ')} changed since you looked; look again, then answer`,
    );
    return;
  }
  const chosen = choiceTaken(draft, work, ask, input, text);
  if ('refusal' in chosen) {
    refuse(draft, 'CHOICE_INVALID', chosen.refusal);
    return;
  }
  const { message } = input.args;
  first();
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
  acceptSubmission(draft, input.item, chosen.choice, {
    remark: text,
    judged: decisionJudged(personOf(draft), about),
    details: typeof message === 'string' && message.trim() !== '' ? { message } : {},
  });
};
