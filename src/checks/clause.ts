// STAND-IN for the clause of the one family of checks, until it lands.
import type { Evidence, EvidenceRequest } from '../model/evidence.ts';
import type { Verdict } from '../model/verdict.ts';

export interface Clause {
  readonly name: string;
  readonly says: string;
  readonly needs: readonly EvidenceRequest[];
  judge(seen: (request: EvidenceRequest) => Evidence | undefined): Verdict;
}
