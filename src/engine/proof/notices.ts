// Notices reach somebody: each receiver is a role with prompts, or the people.
import { PEOPLE } from '../../model/run/notice.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { kindOf, own } from './definition.ts';
import { type ProofProblem, quoted } from './problem.ts';

const receiverProblems = (workflow: Workflow): ProofProblem[] =>
  Object.entries(workflow.contracts).flatMap(([name, { tells }]) => {
    if (tells === undefined) return [];
    const path = ['contracts', name, 'tells'];
    const problem = (message: string): ProofProblem => ({ code: 'PROOF_REFERENCE', message, path });
    const promptless = tells.to.filter(
      (role) => own(workflow.roles, role) !== undefined && kindOf(workflow, role) !== 'agent',
    );
    return [
      ...(tells.to.length === 0
        ? [problem(`contract "${name}" tells nobody; name who is told ("tellsWhom" of its step)`)]
        : []),
      ...(promptless.length === 0
        ? []
        : [
            problem(
              `contract "${name}" tells ${quoted(promptless)}, which has no prompt; tell an agent's role or "${PEOPLE}"`,
            ),
          ]),
    ];
  });

/** What people are told would be in the prompts of such a role. */
const nameProblems = (workflow: Workflow): ProofProblem[] =>
  own(workflow.roles, PEOPLE) === undefined || kindOf(workflow, PEOPLE) !== 'agent'
    ? []
    : [
        {
          code: 'PROOF_REFERENCE',
          message: `roles.${PEOPLE}: "${PEOPLE}" are those who follow the run; give this role another name`,
          path: ['roles', PEOPLE],
        },
      ];

export const noticeProblems = (workflow: Workflow): ProofProblem[] => [
  ...receiverProblems(workflow),
  ...nameProblems(workflow),
];
