// Clauses that only agentmux has.
import { type Problem, problem } from '../../model/problem.ts';
import { fromProblems } from '../../model/verdict.ts';
import type { Submission } from '../../model/view.ts';
import type { Check } from '../../model/workflow.ts';
import { testsCount, withoutTests } from './policy.ts';
import { keepsRequest } from './requirements-file.ts';
import { reviewersOf } from './run-facts.ts';
import { AGENT_ROLES, isReviewer, REVIEWERS } from './vocabulary.ts';

/** A clause that needs nothing but what was handed in. */
const atOnce = (name: string, says: string, find: (submission: Submission) => Problem[]): Check => ({
  name,
  says,
  needs: () => [],
  judge: (submission) => fromProblems(find(submission)),
});

const listOf = (names: readonly string[]): string => `[${names.map((name) => `'${name}'`).join(', ')}]`;

export const keepsOriginalRequest: Check = atOnce(
  'request-kept',
  'requirements.md still has the original request, word for word, below "## Initial Request"',
  (s) => keepsRequest(s.text('requirements') ?? '', s.view.request, 'requirements.md'),
);

export const knownTargets: Check = atOnce(
  'preferences-known',
  'preferences are for roles that there are',
  ({ args }) =>
    ((args['preferences'] ?? []) as readonly { readonly target_role: string }[])
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
);

/** The index of this assignment and no other: a late call cannot end somebody else's work. */
export const ownIndex: Check = atOnce(
  'own-index',
  'subplan_index is the one that you were asked for',
  ({ args, assignment }) => {
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
);

export const ownTopic: Check = atOnce(
  'own-topic',
  'topic and type are those that you were asked for',
  ({ args, assignment }) => {
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
);

export const ownRole: Check = atOnce(
  'own-role',
  'role, where you give it, is your own',
  ({ args, assignment, source, view }) => {
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
    if (source('review') === undefined || reviewersOf(view).length === 1) return [];
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
);

/** Where the project waives its tests, or a person switched them off, they are no evidence, and that is said. */
export const whereTestsCount = (check: Check): Check => ({
  ...check,
  needs: (submission) => (testsCount(submission.view) ? check.needs(submission) : []),
  judge: (submission, evidence) =>
    testsCount(submission.view) ? check.judge(submission, evidence) : withoutTests(submission.view),
});
