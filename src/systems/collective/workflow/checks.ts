// What is checked of a handoff before anybody relies on it: that the hub can take it, and that what it claims is so.
import { changeOfTree, provenChecks } from '../../../checks/change/change-proven.ts';
import { changesWithin } from '../../../checks/change/changes-within.ts';
import { type ClaimedTests, claimsMatch } from '../../../checks/measures/claims-match.ts';
import { coverageKept } from '../../../checks/measures/coverage-kept.ts';
import { isNamed } from '../../../checks/waived.ts';
import { isMeant } from '../../../model/path-patterns.ts';
import { isError, type Problem, problem } from '../../../model/problem.ts';
import type { Digest } from '../../../model/run/sealed.ts';
import { fromProblems, MET } from '../../../model/run/verdict.ts';
import type { Submission } from '../../../model/workflow/view.ts';
import { type WorkKind, workKindSchema } from '../../../model/workflow/work-kind.ts';
import type { Check } from '../../../model/workflow/workflow.ts';
import { deniesComplete, isMapping } from '../handoff/metrics.ts';
import type { AgentEntry } from '../registry/agent-entry.ts';
import { handoffOf } from './handing-in.ts';
import { main, work } from './nouns.ts';
import { codersWith, routed } from './standing.ts';
import { reportedBy, type Tasks } from './tasks-of-run.ts';

const COMPLETE = ['complete'] as const;
type Complete = (typeof COMPLETE)[number];

/** A task that says what kind of change it is does not end without one. */
const changeOwed = (submission: Submission, tasks: Tasks): readonly Problem[] => {
  const { view } = submission;
  const kind = kindIn(tasks.field(view, 'kind'));
  if (kind === undefined || view.has(work) || submission.digest(work) !== undefined) return [];
  return [
    problem(
      'HANDOFF_CONTRADICTION',
      `phase: task ${tasks.here(view).id} is of the kind ${kind}, and nobody has handed in a change for it`,
      { field: 'phase', hint: 'Name an agent who does it, or say that it failed.' },
    ),
  ];
};

const kindIn = (text: string | undefined): WorkKind | undefined => workKindSchema.safeParse(text).data;

/** Whom it names exists, its phase may follow the one before, and work does not go round without end. */
export const hubTakes = (tasks: Tasks): Check<Complete> => ({
  name: 'hub-takes',
  title: 'The phase and the next agent are allowed',
  says: 'phase may follow the phase before, and `to` is an agent of the registry or "None"',
  on: COMPLETE,
  needs: () => [],
  judge: (submission) => {
    const { problems, decision } = routed(
      tasks.standing(submission.view),
      reportedBy(submission, tasks),
      tasks,
    );
    return fromProblems([
      ...problems.filter(isError),
      ...(decision.kind === 'end' ? changeOwed(submission, tasks) : []),
    ]);
  },
});

const codersOf = (submission: Submission, tasks: Tasks): readonly AgentEntry[] =>
  codersWith(tasks.standing(submission.view), reportedBy(submission, tasks)).flatMap(
    (name) => tasks.registry.agents.get(name) ?? [],
  );

/** What the list of tasks says of a task counts; else what those are there for whose code it has. */
export const changeOf = (tasks: Tasks) =>
  changeOfTree(work, {
    declared: (submission) => {
      const said = kindIn(tasks.field(submission.view, 'kind'));
      return said === undefined
        ? codersOf(submission, tasks).map(({ kind }) => ({ kind }))
        : [{ kind: said }];
    },
  });

/** A number, or the things themselves in a list. */
const countOf = (metrics: Readonly<Record<string, unknown>>, name: string): number | undefined => {
  const value = metrics[name];
  if (Array.isArray(value)) return value.length;
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
};

const claimedTests = (submission: Submission, tasks: Tasks): ClaimedTests => {
  const { metrics } = handoffOf(submission, tasks.registry);
  return {
    total: countOf(metrics, 'tests_total'),
    passed: countOf(metrics, 'tests_passed'),
    failed: countOf(metrics, 'tests_failed'),
    skipped: countOf(metrics, 'tests_skipped'),
  };
};

const headOf = (submission: Submission): Digest | undefined => {
  const own = submission.merged(work)?.tree ?? submission.digest(work);
  if (own !== undefined) return own;
  return submission.view.has(work) ? submission.view.digest(work) : submission.view.digest(main);
};

const ends = (submission: Submission, tasks: Tasks): boolean =>
  routed(tasks.standing(submission.view), reportedBy(submission, tasks), tasks).decision.kind === 'end';

/** Whoever hands over may tell what is still wrong; failures of its own it may not, and whoever ends a task neither. */
const OWN_FAILURES: readonly string[] = ['tests_failed', 'scenarios_failed', 'failures'];

/** A handoff that is complete and counts failures contradicts itself. */
export const isCoherent = (tasks: Tasks): Check<Complete> => ({
  name: 'complete-is-complete',
  title: 'Complete work counts no failures',
  says: 'a handoff that is complete counts no failures, and one that ends the task says of nothing that it is not met',
  on: COMPLETE,
  needs: () => [],
  judge: (submission) => {
    const { metrics, context } = handoffOf(submission, tasks.registry);
    const isEnd = ends(submission, tasks);
    return fromProblems(
      deniesComplete({ metrics, context })
        // Numbers of tests are measured.
        .filter(({ key }) => key !== 'tests_passed' && (isEnd || OWN_FAILURES.includes(key)))
        .map(({ field, message }) =>
          problem('HANDOFF_CONTRADICTION', message, {
            field,
            hint: 'Fix what fails, or say that it failed.',
          }),
        ),
    );
  },
});

const PERCENT = /^\s*\d+(?:\.\d+)?\s*%?\s*$/;

/** In percent of lines, as it was written. */
const claimedCoverage = (submission: Submission, tasks: Tasks): string | undefined => {
  const { coverage } = handoffOf(submission, tasks.registry).metrics;
  const said = isMapping(coverage) ? coverage['lines'] : coverage;
  const text = typeof said === 'number' ? String(said) : said;
  return typeof text === 'string' && PERCENT.test(text) ? text : undefined;
};

/** Coverage that is claimed is measured; where nobody can measure it, nobody claims it. */
const coverageIsAsClaimed = (tasks: Tasks): Check<Complete> => {
  const measured = coverageKept<Complete>({
    base: headOf,
    head: headOf,
    mayDecrease: () => true,
    claimed: (submission) => ({ absolute: claimedCoverage(submission, tasks) }),
    on: COMPLETE,
  });
  const isMeasured = (submission: Submission): boolean =>
    claimedCoverage(submission, tasks) !== undefined && isNamed(submission.view, 'coverage');
  return {
    ...measured,
    name: 'coverage-as-claimed',
    title: 'Coverage is as claimed',
    says: 'coverage that you claim is what Baton measures with the `coverage` command of the project',
    needs: (submission) => (isMeasured(submission) ? measured.needs(submission) : []),
    judge: (submission, seen) => {
      if (isMeasured(submission)) return measured.judge(submission, seen);
      const said = claimedCoverage(submission, tasks);
      if (said === undefined) return MET;
      return fromProblems([
        problem(
          'CLAIM_DIFFERS',
          `coverage: ${said} was claimed, and the project has no \`coverage\` command that measures it`,
          { field: 'metrics.coverage', hint: 'Leave it out.' },
        ),
      ]);
    },
  };
};

const testsAreAsClaimed = (tasks: Tasks): Check<Complete> =>
  claimsMatch({
    command: 'test',
    head: headOf,
    claimed: (submission) => claimedTests(submission, tasks),
    on: COMPLETE,
  });

const staysInside = (tasks: Tasks): Check<Complete> =>
  changesWithin({
    says: 'the task changes only what the roles may write that worked on it',
    from: (submission) => submission.merged(work)?.onto ?? submission.start,
    to: (submission) => submission.merged(work)?.tree ?? submission.digest(work),
    allowed: (submission) => codersOf(submission, tasks).flatMap(({ writes }) => writes),
    isWithin: isMeant,
    on: COMPLETE,
  });

/** For agents who write code. */
export const codeChecks = (tasks: Tasks): readonly Check<Complete>[] => [
  hubTakes(tasks),
  isCoherent(tasks),
  staysInside(tasks),
  ...provenChecks(changeOf(tasks), { on: COMPLETE }),
  testsAreAsClaimed(tasks),
  coverageIsAsClaimed(tasks),
];

const endsTask = (submission: Submission, tasks: Tasks): boolean =>
  submission.view.has(work) && ends(submission, tasks);

/** Whoever ends a task answers for its code, merged with all that was done meanwhile. */
const whereItEnds = (check: Check<Complete>, tasks: Tasks): Check<Complete> => ({
  ...check,
  needs: (submission) => (endsTask(submission, tasks) ? check.needs(submission) : []),
  judge: (submission, seen) => (endsTask(submission, tasks) ? check.judge(submission, seen) : MET),
});

/** For those who write none. */
export const adviceChecks = (tasks: Tasks): readonly Check<Complete>[] => [
  hubTakes(tasks),
  isCoherent(tasks),
  ...provenChecks(changeOf(tasks), { on: COMPLETE }).map((check) => whereItEnds(check, tasks)),
  testsAreAsClaimed(tasks),
  coverageIsAsClaimed(tasks),
];
