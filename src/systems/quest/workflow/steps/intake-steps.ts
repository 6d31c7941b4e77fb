// From a request to a brief: how it is to be handled, what is missing in it, and what a person says to that.

import { put } from '../../../../authoring/accepted.ts';
import { record } from '../../../../authoring/actions.ts';
import { guard } from '../../../../authoring/flow.ts';
import { request } from '../../../../authoring/request.ts';
import { agent, engine, fork, person, type Work } from '../../../../authoring/step.ts';
import { optional } from '../../../../model/workflow/handles.ts';
import type { View } from '../../../../model/workflow/view.ts';
import { briefText } from '../../files/brief-file.ts';
import { matchesOf, matchesText, parseDeferred } from '../../files/deferred.ts';
import { DIMENSIONS, routeOf } from '../../files/router-file.ts';
import { routeTaken } from '../modes.ts';
import {
  allowlist,
  brief,
  briefed,
  chosenMode,
  classification,
  deferredBefore,
  deferredMatches,
  questioner,
  questions,
  router,
  set,
} from '../nouns.ts';

/** Ten questions in all: the second pass is a short one. */
const FIRST_QUESTIONS_MAX = 7;
const SECOND_QUESTIONS_MAX = 3;

const routerPrompt = (view: View): string =>
  [
    'Judge this request:',
    view.request,
    ...(view.has(questions) ? [`What questions made clear since is in ${questions.path}.`] : []),
    'Judge each dimension by what is said, never by how long it is; words such as "simple" or "quick" are no evidence.',
  ].join('\n\n');

const routerSpec = {
  prompt: routerPrompt,
  reads: [optional(questions)],
  writes: [classification],
  outcomes: ['questioner', 'workflow', 'solo', 'manual'] as const,
};

export const routing = agent(router, {
  ...routerSpec,
  contract: 'route',
  says: 'How the request is to be handled, by seven dimensions, risk and complexity.',
  outcome: (submission) => routeOf(submission.value(classification)),
});

export const rerouting = agent(router, {
  ...routerSpec,
  contract: 'reroute',
  says: 'The same once more, with what questions made clear.',
  outcome: (submission) => routeOf(submission.value(classification)),
});

const asking = (name: string, max: number) =>
  request(name, {
    says: `Asks a person one question, up to ${max} times; the next one may follow from the answer.`,
    max,
    waits: true,
  });

const questionerPrompt = (view: View, max: number): string =>
  [
    'A request is too thin to be planned:',
    view.request,
    `What is missing is in ${classification.path}. Ask for it, one question at a time, at most ${max}; label them Q1, Q2 and so on, and go on counting where an earlier pass ended. Stop as soon as you know enough, or when the person says so. Then write the summary. Whatever stays open is listed as such; you decide nothing.`,
  ].join('\n\n');

const questionerSpec = { reads: [classification, optional(questions)], writes: [questions] };

export const questioning = agent(questioner, {
  ...questionerSpec,
  contract: 'questions',
  says: 'What a few questions made clear.',
  prompt: (view: View, _: Work<undefined>) => questionerPrompt(view, FIRST_QUESTIONS_MAX),
  requests: [asking('ask_first', FIRST_QUESTIONS_MAX)],
});

export const clarifying = agent(questioner, {
  ...questionerSpec,
  contract: 'clarification',
  says: 'What a second, short pass of questions made clear.',
  prompt: (view: View) => questionerPrompt(view, SECOND_QUESTIONS_MAX),
  requests: [asking('ask_again', SECOND_QUESTIONS_MAX)],
});

const isHighRisk = (view: View): boolean => view.value(classification).risk_level === 'high';

const assessmentText = (view: View): string => {
  const { confidence, risk_level, complexity, reason, dimensions, missing_information } =
    view.value(classification);
  const of = (presence: string): string =>
    DIMENSIONS.filter((name) => dimensions[name] === presence).join(', ') || 'nothing';
  return [
    `Route: ${routeTaken(view)} (confidence ${confidence}, risk ${risk_level}, complexity ${complexity})`,
    reason,
    `Present: ${of('present')}. Partial: ${of('partial')}. Missing: ${of('missing')}.`,
    ...missing_information.map((text) => `- missing: ${text}`),
    'proceed: go that way; workflow: two reviewers and an arbiter; solo: one reviewer; manual: no quest, you do it yourself; cancel: give it up.',
    ...(isHighRisk(view) ? ['The risk is high: say with your choice that you have seen it.'] : []),
  ].join('\n');
};

export const intake = fork();
export const mode = fork();

export const asksAtIntake = guard(
  'a person confirms the route',
  (view) => view.setting(set.intake) === 'ask' || isHighRisk(view),
);

export const isManual = guard('it is done by hand', (view) => routeTaken(view) === 'manual');

export const assessing = person(['proceed', 'workflow', 'solo', 'manual', 'cancel'], {
  contract: 'assessment',
  says: 'A person has seen how the request is to be handled.',
  reads: [classification],
  ask: assessmentText,
  refuses: (view, { choice, text }) =>
    isHighRisk(view) && choice !== 'cancel' && choice !== 'manual' && text.trim() === ''
      ? 'the risk is high: expected a word that you have seen it, got none'
      : undefined,
  onAccepted: { remember: ({ outcome }) => ({ [chosenMode.name]: outcome }) },
});

const deferredText = (view: View, text: string): string =>
  matchesText(matchesOf(text, parseDeferred(view.text(deferredBefore), deferredBefore.path).value ?? []));

const textOfBrief = (view: View): string =>
  briefText({
    request: view.request,
    questioner: view.maybe(questions),
    router: view.value(classification),
  });

export const briefing = engine(record(brief, textOfBrief), {
  contract: 'brief',
  says: 'The request word for word, what questions made clear, and the route.',
  reads: [classification, allowlist, deferredBefore],
  guarantees: [briefed],
  onAccepted: {
    writes: [deferredMatches],
    files: ({ view }) => [put(deferredMatches, deferredText(view, textOfBrief(view)))],
  },
});
