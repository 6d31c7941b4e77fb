// Has a gate judge a tree. Cheap evidence first: what the tests refuse needs no second look at the runner.
import type { Clause } from '../../checks/clause.ts';
import { type Evidence, type EvidenceRequest, evidenceKey, type TestRow } from '../../model/evidence.ts';
import type { Verdict } from '../../model/run/verdict.ts';
import { observe, type Work } from '../hook/judge-work.ts';
import { clausesAt, type Gated, type GateName } from './gates.ts';
import { type Said, saidOf } from './said.ts';
import type { VerdictCache } from './verdict-cache.ts';

export type Observing = Pick<Work, 'repository' | 'context' | 'signal'>;

/** Evidence of one commit and of the lies made of it: each observation is made once. */
export type Observatory = (request: EvidenceRequest) => Promise<Evidence>;

export const observatory = (work: Observing): Observatory => {
  const made = new Map<string, Promise<Evidence>>();
  return (request) => {
    const key = evidenceKey(request);
    const known = made.get(key) ?? observe(work, request);
    made.set(key, known);
    return known;
  };
};

/** They cost runs of their own, and say nothing new of work that the tests refuse. */
const LATE = new Set(['runner-sound', 'lint-green', 'types-green', 'coverage-kept']);

const judgeThese = async (
  look: Observatory,
  clauses: readonly Clause[],
): Promise<{
  readonly verdicts: readonly (readonly [string, Verdict])[];
  readonly rows: readonly TestRow[];
}> => {
  const needs = clauses.flatMap((clause) => clause.needs);
  const seen = new Map(
    await Promise.all(needs.map(async (need) => [evidenceKey(need), await look(need)] as const)),
  );
  const runs = [...seen.values()].find(({ kind }) => kind === 'test-runs');
  return {
    verdicts: clauses.map((clause) => [
      clause.name,
      clause.judge((request) => seen.get(evidenceKey(request))),
    ]),
    rows: runs?.kind === 'test-runs' ? runs.rows : [],
  };
};

const judgeNow = async (look: Observatory, gate: GateName, gated: Gated): Promise<Said> => {
  const clauses = clausesAt(gate, gated);
  const early = await judgeThese(
    look,
    clauses.filter(({ name }) => !LATE.has(name)),
  );
  const isMet = early.verdicts.every(([, { status }]) => status === 'met');
  const late = isMet
    ? await judgeThese(
        look,
        clauses.filter(({ name }) => LATE.has(name)),
      )
    : { verdicts: [] };
  const verdicts = [...early.verdicts, ...late.verdicts];
  return saidOf(verdicts, early.rows);
};

export type Judge = (gate: GateName, gated: Gated) => Promise<Said>;

/** With the verdicts of earlier calibrations. What could not be proved is looked at again. */
export const judgeWith =
  (look: Observatory, cache: VerdictCache, signal: AbortSignal): Judge =>
  async (gate, gated) => {
    const known = await cache.read(gate, gated);
    if (known !== undefined) return known;
    const said = await judgeNow(look, gate, gated);
    const isLasting = said.refused.every(({ status }) => status === 'unmet');
    if (isLasting && !signal.aborted) await cache.keep(gate, gated, said);
    return said;
  };
