// Clauses that only agentmux has.
import { check } from '../../../authoring/check.ts';
import { isNamed, waivedBy, withoutCommand } from '../../../checks/waived.ts';
import { problem } from '../../../model/problem.ts';
import type { Verdict } from '../../../model/run/verdict.ts';
import type { View } from '../../../model/workflow/view.ts';
import type { Check } from '../../../model/workflow/workflow.ts';
import { keepsRequest } from '../files/requirements-file.ts';
import { AGENT_ROLES, isReviewer, REVIEWERS } from '../files/vocabulary.ts';
import { preferenceArgs } from './call-args.ts';
import { requirements, review, set } from './nouns.ts';
import { reviewersOf } from './run-facts.ts';

const listOf = (names: readonly string[]): string => `[${names.map((name) => `'${name}'`).join(', ')}]`;

export const keepsOriginalRequest = check({
  name: 'request-kept',
  title: 'The request is kept word for word',
  says: 'requirements.md still has the original request, word for word, below "## Initial Request"',
  judge: (s) => keepsRequest(s.text(requirements), s.view.request, 'requirements.md'),
});

export const knownTargets = check({
  name: 'preferences-known',
  title: 'Preferences are for roles that exist',
  says: 'preferences are for roles that there are',
  judge: ({ args }) =>
    (preferenceArgs.parse(args).preferences ?? [])
      .filter(({ target_role }) => !AGENT_ROLES.some((role) => role === target_role))
      .map(({ target_role }) =>
        problem(
          'FIELD_INVALID',
          `preferences: expected a role of ${listOf(AGENT_ROLES)}, got '${target_role}'`,
          {
            field: 'preferences',
          },
        ),
      ),
});

/** The index of this assignment and no other: a late call cannot end somebody else's work. */
export const ownIndex = check({
  name: 'own-index',
  title: 'It is the sub-plan that was asked for',
  says: 'subplan_index is the one that you were asked for',
  judge: ({ args, assignment }) => {
    const wanted = assignment.inputs['subplan_index'];
    if (args['subplan_index'] === wanted) return [];
    return [
      problem(
        'FIELD_INVALID',
        `subplan_index: expected ${String(wanted)}, which is what ${assignment.id} does, got ${String(args['subplan_index'])}`,
        { field: 'subplan_index', hint: `call submit_done with subplan_index ${String(wanted)}` },
      ),
    ];
  },
});

export const ownTopic = check({
  name: 'own-topic',
  title: 'It is the topic that was asked for',
  says: 'topic and type are those that you were asked for',
  judge: ({ args, assignment }) => {
    const item = `${String(args['type'])}-${String(args['topic'])}`;
    if (item === assignment.item) return [];
    return [
      problem(
        'FIELD_INVALID',
        `research ${item} was not dispatched to you; expected ${String(assignment.item)}`,
        { field: 'topic', hint: 'name the topic and the type that you were asked for' },
      ),
    ];
  },
});

export const ownRole = check({
  name: 'own-role',
  title: 'It is the role that was asked',
  says: 'role, where you give it, is your own',
  judge: ({ args, assignment, source, view }) => {
    const role = args['role'];
    if (role !== undefined && !isReviewer(role))
      return [
        problem('FIELD_INVALID', `Invalid role '${String(role)}'. Must be one of ${listOf(REVIEWERS)}`, {
          field: 'role',
        }),
      ];
    if (role !== undefined && role !== assignment.role)
      return [
        problem('FIELD_INVALID', `role: expected '${assignment.role}', which is who you are, got '${role}'`, {
          field: 'role',
        }),
      ];
    // One file for all: what is in it may be another reviewer's.
    if (source(review) === undefined || reviewersOf(view).length === 1) return [];
    return [
      problem(
        'FIELD_INVALID',
        `review.yaml is for a lone reviewer, and there are ${reviewersOf(view).length} here`,
        {
          file: '07_review/review.yaml',
          hint: `write 07_review/review_${assignment.role}.yaml and call submit_review with role "${assignment.role}"`,
        },
      ),
    ];
  },
});

/** Whether tests are evidence in this run. */
const testsCount = (view: View): boolean => {
  const wanted = view.setting(set.tests);
  return wanted === 'required' || (wanted === 'auto' && isNamed(view, 'test'));
};

/** What holds where they are not: a person switched them off, the project waives them, or they are missing. */
const withoutTests = (view: View): Verdict =>
  view.setting(set.tests) === 'off'
    ? waivedBy({ why: 'policy.tests is off', by: 'policy' })
    : withoutCommand(view, 'test');

/** Where the project waives its tests, or a person switched them off, they are no evidence, and that is said. */
export const whereTestsCount = <O extends string>(tested: Check<O>): Check<O> => ({
  ...tested,
  needs: (submission) => (testsCount(submission.view) ? tested.needs(submission) : []),
  judge: (submission, evidence) =>
    testsCount(submission.view) ? tested.judge(submission, evidence) : withoutTests(submission.view),
});
