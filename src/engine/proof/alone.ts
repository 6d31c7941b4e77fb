// Items of a scope that may end alone: those that follow them are blocked, and a person says what becomes of them.
import type { Workflow } from '../../model/workflow/workflow.ts';
import { awaitsPerson, own, type Route, type Scope } from './definition.ts';
import type { ProofProblem } from './problem.ts';

const owner = (message: string, ...path: string[]): ProofProblem => ({ code: 'PROOF_OWNER', message, path });

const isAlone = ({ as }: Route): boolean => as === 'item-failed' || as === 'item-cancelled';

const endsAlone = (workflow: Workflow, scope: Scope): string | undefined =>
  scope.phases.find((phase) => own(workflow.phases, phase)?.routes.some(isAlone));

const blockedProblems = (workflow: Workflow, name: string, scope: Scope): ProofProblem[] => {
  const { blocked, phases } = scope;
  const alone = endsAlone(workflow, scope);
  const at = ['scopes', name, 'blocked'];
  if (blocked === undefined)
    return alone === undefined
      ? []
      : [
          owner(
            `scope "${name}": an item may end alone in phase "${alone}", and nothing says where items go that follow it; name a phase of a person in "blocked"`,
            ...at,
          ),
        ];
  if (!phases.includes(blocked))
    return [
      owner(`scope "${name}": blocked items go to "${blocked}"; expected one of its own phases`, ...at),
    ];
  return awaitsPerson(workflow, blocked)
    ? []
    : [
        owner(
          `scope "${name}": blocked items go to phase "${blocked}", where no person is asked; give that phase work of a person, without "until"`,
          ...at,
        ),
      ];
};

/** Only who is blocked knows what failed before it. */
const retryProblems = (workflow: Workflow): ProofProblem[] =>
  Object.entries(workflow.phases).flatMap(([name, { routes }]) =>
    routes.flatMap(({ as }, index) =>
      as !== 'retry-failed' || Object.values(workflow.scopes ?? {}).some(({ blocked }) => blocked === name)
        ? []
        : [
            owner(
              `phase "${name}" lets what failed begin again ("retry-failed"); expected that in the "blocked" phase of a scope alone`,
              ...['phases', name, 'routes', String(index), 'as'],
            ),
          ],
    ),
  );

export const aloneProblems = (workflow: Workflow): ProofProblem[] => [
  ...Object.entries(workflow.scopes ?? {}).flatMap(([name, scope]) => blockedProblems(workflow, name, scope)),
  ...retryProblems(workflow),
];
