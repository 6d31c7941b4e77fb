// Judging a submission: what rejects it at once, what evidence it needs, and the verdict when all is in.
import * as z from 'zod';
import { BatonError, causeText } from '../../errors.ts';
import { type EvidenceRequest, evidenceKey } from '../../model/evidence.ts';
import { PROBLEMS_MAX, TEXT_CHARS_MAX } from '../../model/limits/limits.ts';
import { isError, type Problem, problem } from '../../model/problem.ts';
import type { Declined } from '../../model/run/event.ts';
import { FORM_CLAUSE, type Judged } from '../../model/run/judged.ts';
import { type Judging, type Work, workOf } from '../../model/run/state.ts';
import { allOf, fromProblems, impossible, unproven, type Verdict } from '../../model/run/verdict.ts';
import { validateWith } from '../../model/validate-with.ts';
import { artifactOf, contractOf } from '../../model/workflow/lookup.ts';
import type { Submission } from '../../model/workflow/view.ts';
import type { Check, ContractSpec } from '../../model/workflow/workflow.ts';
import type { Draft } from '../draft.ts';
import { judgedAs } from '../line.ts';
import type { Fault } from '../mistakes.ts';
import { artifactKey, itemOf, parseSealed, submissionOf, textOf } from '../view.ts';
import { answerAll } from './answers.ts';
import { consequencesOf } from './consequences.ts';
import { advance } from './enter.ts';
import { factsOf } from './facts.ts';
import { judgedOf, type Result } from './judged.ts';
import { joinsOf, lineClause } from './line-clause.ts';
import { rejectSubmission } from './reject.ts';

type AnyContract = ContractSpec<string, string, string>;
type Candidate = Pick<Judging, 'args' | 'sealed'> & Partial<Pick<Judging, 'evidence'>>;

/** Every problem of the files themselves: missing, unreadable, not what their parser expects. */
export const fileProblems = (
  draft: Draft,
  work: Work,
  contract: AnyContract,
  candidate: Candidate,
): Problem[] => {
  const subject = itemOf(work.assignment);
  return contract.produces.flatMap((artifact): Problem[] => {
    const spec = artifactOf(draft.workflow, artifact);
    const key = artifactKey(draft.workflow, artifact, subject);
    const sealed = candidate.sealed.find((s) => s.artifact === key);
    if (sealed === undefined) {
      const path = spec.kind === 'tree' ? 'the working tree' : spec.path.replaceAll('{item}', subject ?? '');
      return [
        problem('ARTIFACT_MISSING', `expected ${path}, found none`, {
          file: path,
          hint: `write ${path}, then call the tool again`,
        }),
      ];
    }
    const text = spec.kind === 'file' ? textOf(sealed, draft.context.contents) : undefined;
    return text === undefined ? [] : [...parseSealed(spec, sealed, text).problems];
  });
};

const NO_ARGUMENTS = z.strictObject({});
const strictArguments = new WeakMap<z.ZodObject, z.ZodObject>();

/** Remembered, because a schema costs more to make than to use. */
const strictly = (schema: z.ZodObject): z.ZodObject => {
  const known = strictArguments.get(schema) ?? schema.strict();
  strictArguments.set(schema, known);
  return known;
};

export const argumentProblems = (
  contract: AnyContract,
  args: Readonly<Record<string, unknown>>,
): readonly Problem[] => {
  // Most calls: nothing is expected, and nothing came.
  if (contract.args === undefined && Object.keys(args).length === 0) return [];
  return validateWith(strictly(contract.args ?? NO_ARGUMENTS), args).problems;
};

export const viewWithOutcome = (
  draft: Draft,
  work: Work,
  contract: AnyContract,
  candidate: Candidate,
): Submission => {
  const view = submissionOf(draft.workflow, draft.state, work, candidate, draft.context.contents);
  const names = Object.keys(contract.outcomes);
  const outcome = contract.outcome === undefined ? (names[0] ?? '') : contract.outcome(view);
  if (contract.outcomes[outcome] === undefined)
    throw new TypeError(
      `contract ${work.assignment.contract} has no outcome "${outcome}"; it has ${names.join(', ')}`,
    );
  return { ...view, merged: judgedAs(draft.workflow, draft.state, work, candidate, outcome), outcome };
};

export const applicable = (contract: AnyContract, outcome: string): readonly Check[] =>
  (contract.checks ?? []).filter((check) => check.on === undefined || check.on.includes(outcome));

interface Judgement {
  readonly view: Submission;
  readonly judged: readonly Judged[];
  readonly faults: readonly Fault[];
  readonly verdict: Verdict;
  /** Evidence that is still missing; with any, the verdict is not one yet. */
  readonly missing: readonly EvidenceRequest[];
  readonly used: readonly string[];
}

/** A check that breaks proves nothing, and no sender can do anything about it. The rest of the run goes on. */
const guarded = (check: Check, judge: () => Verdict): Verdict => {
  try {
    return judge();
  } catch (cause) {
    return impossible(
      unproven(
        problem('WORKFLOW_INVALID', `the check ${check.name} broke: ${causeText(cause)}`, {
          hint: 'a person has to fix the workflow; if what you wrote is unusual, write it in a usual way',
        }),
      ),
    );
  }
};

interface Needed {
  readonly needs: readonly EvidenceRequest[];
  readonly broken?: Verdict;
}

const neededBy = (check: Check, view: Submission): Needed => {
  let needs: readonly EvidenceRequest[] = [];
  const broken = guarded(check, () => {
    needs = check.needs(view);
    return fromProblems([]);
  });
  return broken.status === 'met' ? { needs } : { needs, broken };
};

/** Checks that need nothing are judged at once; the others only when those passed and their evidence is in. */
const judge = (draft: Draft, work: Work, contract: AnyContract, judging: Judging): Judgement => {
  const view = viewWithOutcome(draft, work, contract, judging);
  const checks = applicable(contract, view.outcome).map((check) => ({ check, ...neededBy(check, view) }));
  const line = lineClause(draft, work, view.outcome, judging);
  const merged = line?.result === undefined ? [] : [line.result];
  const judged = (only: (needs: readonly EvidenceRequest[]) => boolean): Result[] =>
    checks
      .filter(({ needs }) => only(needs))
      .map(({ check, needs, broken }) => ({
        name: check.name,
        evidence: needs.map(evidenceKey),
        verdict:
          broken ??
          guarded(check, () => check.judge(view, (request) => judging.evidence[evidenceKey(request)])),
      }));
  /** As the contract has them, whichever was judged first. */
  const inOrder = (results: readonly Result[]): Result[] => [
    ...merged,
    ...new Set(checks.flatMap(({ check }) => results.filter(({ name }) => name === check.name))),
  ];
  const close = (results: readonly Result[], missing: readonly EvidenceRequest[]): Judgement => ({
    view,
    judged: inOrder(results)
      .filter(({ verdict }) => verdict.asked !== false)
      .map(judgedOf),
    faults: results
      .filter((r) => r.verdict.status !== 'met')
      .map(({ name, evidence, verdict: { problems } }) => ({
        ...{ clause: name, measured: evidence.length > 0, problems },
      })),
    verdict: allOf(results.map((r) => r.verdict)),
    missing,
    used: [
      ...merged.flatMap(({ evidence }) => evidence),
      ...checks.flatMap(({ needs }) => needs.map(evidenceKey)),
    ],
  });
  // What does not merge cannot be looked at: the other clauses are about the merge.
  if (line !== undefined && line.result === undefined) return close([], [line.request]);
  if (merged.some((r) => r.verdict.status !== 'met')) return close(merged, []);
  const atOnce = [...merged, ...judged((needs) => needs.length === 0)];
  if (atOnce.some((r) => r.verdict.status !== 'met')) return close(atOnce, []);
  const missing = [
    ...checks.flatMap(({ needs }) => needs),
    ...(contract.renews?.needs(view) ?? []),
    ...(contract.observes?.(view) ?? []),
  ].filter((n) => judging.evidence[evidenceKey(n)] === undefined);
  if (missing.length > 0) return close(atOnce, missing);
  return close([...atOnce, ...judged((needs) => needs.length > 0)], []);
};

/** What must be fixed first, each thing once: several checks may lack the same evidence. */
const inRank = (problems: readonly Problem[]): readonly Problem[] => {
  const once = [...new Map(problems.map((found) => [JSON.stringify(found), found])).values()];
  return [...once.filter(isError), ...once.filter((found) => !isError(found))];
};

const clip = (found: readonly Problem[]): Problem[] => {
  const problems = inRank(found);
  const kept = problems
    .slice(0, PROBLEMS_MAX)
    .map((p) => ({ ...p, message: p.message.slice(0, TEXT_CHARS_MAX) }));
  const more = problems.length - kept.length;
  return more === 0 ? kept : [...kept, problem('LIMIT_REACHED', `${more} more problems are not listed`)];
};

/** Judges what is being judged; accepts, rejects, or asks for the evidence that is still missing. */
export const judgeWork = (draft: Draft, id: string, sealing: readonly Problem[] = []): void => {
  const work = draft.state.works[id];
  const judging = work?.judging;
  if (work === undefined || judging === undefined) return;
  const contract = contractOf(draft.workflow, work.assignment.contract);
  // Where an ending could not be read there are no arguments that could be wrong.
  const isUnread = contract.handedIn !== undefined && sealing.some(isError);
  const structural = fromProblems([
    ...sealing,
    ...(isUnread ? [] : argumentProblems(contract, judging.args)),
    ...fileProblems(draft, work, contract, judging).filter((p) => !sealing.some((s) => s.file === p.file)),
  ]);
  const form = judgedOf({ name: FORM_CLAUSE, evidence: [], verdict: structural });
  if (structural.status !== 'met') {
    const problems = structural.problems.filter(isError);
    rejectSubmission(draft, id, {
      status: 'unmet',
      blame: 'sender',
      faults: [{ clause: FORM_CLAUSE, measured: false, problems }],
      problems: clip(problems),
      judged: [form],
    });
    return;
  }
  const { view, judged, faults, verdict, missing, used } = judge(draft, work, contract, judging);
  if (missing.length > 0) {
    const needs = [...new Map([...judging.needs, ...missing].map((n) => [evidenceKey(n), n])).values()];
    if (needs.length !== judging.needs.length) draft.emit({ kind: 'evidence-wanted', assignment: id, needs });
    return;
  }
  if (verdict.status !== 'met') {
    rejectSubmission(draft, id, {
      status: verdict.status,
      blame: verdict.blame ?? (verdict.status === 'unproven' ? 'environment' : 'sender'),
      faults,
      problems: clip(verdict.problems),
      evidence: used,
      judged: [form, ...judged],
      submission: view,
    });
    return;
  }
  acceptSubmission(draft, id, view.outcome, { judged: [form, ...judged] });
};

/** The only place that writes "accepted". */
export const acceptSubmission = (
  draft: Draft,
  id: string,
  outcome: string,
  more: {
    readonly judged: readonly Judged[];
    readonly details?: Readonly<Record<string, string>>;
    readonly remark?: string;
    readonly declined?: Declined;
  },
): void => {
  const work = workOf(draft.state, id);
  const { judging } = work;
  if (judging === undefined) throw new BatonError('INTERNAL', `nothing was handed in for ${id}`);
  const contract = contractOf(draft.workflow, work.assignment.contract);
  const { derived, renewed, kept, effects, notices, line, view } = consequencesOf(draft, {
    ...{ work, judging, contract, outcome },
  });
  const sealed = [...judging.sealed, ...derived];
  draft.emit({
    kind: 'submission-accepted',
    submission: judging.submission,
    assignment: id,
    outcome,
    facts: [...factsOf(draft, work, { contract, outcome, sealed, judged: more.judged }), ...renewed],
    details: { ...kept, ...more.details },
    judged: [...more.judged],
    ...(more.remark === undefined ? {} : { remark: more.remark }),
    ...(derived.length === 0 ? {} : { derived: [...derived] }),
    ...(effects.length === 0 ? {} : { effects: [...effects] }),
    ...(notices.length === 0 ? {} : { notices: [...notices] }),
    ...(line === undefined ? {} : { line }),
    ...(more.declined === undefined ? {} : { declined: more.declined }),
    ...joinsOf(draft, work, outcome, judging),
  });
  const said = more.remark === undefined ? {} : { said: more.remark };
  draft.note(() => ({ kind: 'accepted', at: draft.context.at, submission: view, ...said }));
  answerAll(draft, work);
  advance(draft, work.assignment.scope);
};
