// What is checked of a handoff before anybody relies on it: that the hub can take it, and that what it claims is so.
import { commandsOf } from '../../../checks/change/change.ts';
import { changeOfTree, provenChecks } from '../../../checks/change/change-proven.ts';
import { changesWithin } from '../../../checks/change/changes-within.ts';
import { claimProblem } from '../../../checks/measures/claimed-number.ts';
import { type ClaimedTests, claimsMatch } from '../../../checks/measures/claims-match.ts';
import { isVerdict, passedRun, withoutReport } from '../../../checks/measures/measured-run.ts';
import { commandOn, known } from '../../../checks/observed.ts';
import { coveragePercent } from '../../../model/measured.ts';
import { isMeant } from '../../../model/path-patterns.ts';
import { isError, problem } from '../../../model/problem.ts';
import type { Digest } from '../../../model/run/sealed.ts';
import { fromProblems, MET, unmet, unproven } from '../../../model/run/verdict.ts';
import type { Submission } from '../../../model/workflow/view.ts';
import { type WorkKind, workKindSchema } from '../../../model/workflow/work-kind.ts';
import type { Check } from '../../../model/workflow/workflow.ts';
import { percentOf } from '../metrics/units.ts';
import type { AgentEntry } from '../registry/agent-entry.ts';
import { handoffOf } from './handing-in.ts';
import { main, work } from './nouns.ts';
import { codersWith, routed } from './standing.ts';
import { reportedBy, type Tasks } from './tasks-of-run.ts';

const COMPLETE = ['complete'] as const;
type Complete = (typeof COMPLETE)[number];

/** Whom it names exists, its phase may follow the one before, and work does not go round without end. */
export const hubTakes = (tasks: Tasks): Check<Complete> => ({
  name: 'hub-takes',
  says: 'phase may follow the phase before, and `to` is an agent of the registry or "None"',
  on: COMPLETE,
  needs: () => [],
  judge: (submission) => {
    const reported = reportedBy(submission, tasks);
    return fromProblems(routed(tasks.standing(submission.view), reported, tasks).problems.filter(isError));
  },
});

const kindIn = (text: string | undefined): WorkKind | undefined => workKindSchema.safeParse(text).data;

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

const countOf = (metrics: Readonly<Record<string, unknown>>, name: string): number | undefined => {
  const value = metrics[name];
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
};

const claimedTests = (submission: Submission, tasks: Tasks): ClaimedTests => {
  const { metrics } = handoffOf(submission, tasks.registry);
  return {
    total: countOf(metrics, 'tests_total'),
    passed: countOf(metrics, 'tests_passed'),
    failed: countOf(metrics, 'tests_failed'),
  };
};

const headOf = (submission: Submission): Digest | undefined => {
  const own = submission.merged(work)?.tree ?? submission.digest(work);
  if (own !== undefined) return own;
  return submission.view.has(work) ? submission.view.digest(work) : submission.view.digest(main);
};

/** A handoff that is complete and counts failures contradicts itself. */
export const isCoherent = (tasks: Tasks): Check<Complete> => ({
  name: 'complete-is-complete',
  says: 'a handoff that is complete counts no failures',
  on: COMPLETE,
  needs: () => [],
  judge: (submission) => {
    const { metrics } = handoffOf(submission, tasks.registry);
    return fromProblems(
      ['tests_failed', 'scenarios_failed', 'failures'].flatMap((name) => {
        const count = countOf(metrics, name) ?? 0;
        return count === 0
          ? []
          : [
              problem('HANDOFF_CONTRADICTION', `${name}: expected 0 with status complete, got ${count}`, {
                field: `metrics.${name}`,
                hint: 'Fix what fails, or say that it failed.',
              }),
            ];
      }),
    );
  },
});

const testsAreAsClaimed = (tasks: Tasks): Check<Complete> =>
  claimsMatch({
    command: 'test',
    head: headOf,
    claimed: (submission) => claimedTests(submission, tasks),
    on: COMPLETE,
  });

const COVERAGE = 'coverage';

/** Of lines; what is said of anything else ("User workflows: 90%") is kept as it is. */
const claimedCoverage = (submission: Submission, tasks: Tasks): string | undefined => {
  const said = handoffOf(submission, tasks.registry).metrics[COVERAGE];
  const found = typeof said === 'number' ? { percent: said, of: null } : percentOf(String(said ?? ''));
  return found === undefined || found.of !== null ? undefined : String(said);
};

/** Nobody claims a coverage that nobody measured. */
const coverageIsAsClaimed = (tasks: Tasks): Check<Complete> => {
  const run = (submission: Submission) => commandOn(COVERAGE, headOf(submission));
  const isNamed = ({ view }: Submission): boolean => commandsOf(view).includes(COVERAGE);
  return {
    name: 'coverage-claimed',
    says: 'a coverage that you claim is the one that Baton measures with the command `coverage` of the project',
    on: COMPLETE,
    needs: (submission) =>
      claimedCoverage(submission, tasks) !== undefined && isNamed(submission) ? known(run(submission)) : [],
    judge: (submission, seen) => {
      const claimed = claimedCoverage(submission, tasks);
      if (claimed === undefined) return MET;
      if (!isNamed(submission))
        return unmet(
          problem('CLAIM_DIFFERS', `coverage: ${claimed} was claimed, and nobody measured it`, {
            field: 'metrics.coverage',
            hint: 'Leave it out, or name the command `coverage` in baton.yaml.',
          }),
        );
      const found = passedRun(seen, run(submission), COVERAGE);
      if (isVerdict(found)) return found;
      const percent = found.coverage === undefined ? null : coveragePercent(found.coverage.lines);
      return percent === null
        ? unproven(withoutReport(found, COVERAGE))
        : fromProblems(claimProblem(COVERAGE, claimed, percent));
    },
  };
};

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
  submission.view.has(work) &&
  routed(tasks.standing(submission.view), reportedBy(submission, tasks), tasks).decision.kind === 'end';

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
