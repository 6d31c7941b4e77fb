// What was observed, in short: enough to see what a verdict rests on, with the digest of the whole.
import {
  type DigestSet,
  digestSetOf,
  digestText,
  type Observed,
  type Predicate,
} from '../../model/attestation.ts';
import { type CommandEvidence, type Evidence, evidenceKey } from '../../model/evidence.ts';
import type { Judging } from '../../model/run/state.ts';
import { canonicalJson } from '../../std/canonical-json.ts';
import { sha256 } from '../../std/sha256.ts';
import { askedAbout } from './attest-trail.ts';

const observedCommand = (evidence: CommandEvidence): Observed => {
  const { kind, line, end, exit, sandbox, tests, coverage, findings, mutation, cannotFail, restored } =
    evidence;
  return {
    ...{ kind, line, end, exit, sandbox },
    tests:
      tests === null
        ? null
        : { total: tests.total, passed: tests.passed, failed: tests.failed, skipped: tests.skipped },
    ...(coverage === undefined
      ? {}
      : { coverage: { covered: coverage.lines.covered, total: coverage.lines.total } }),
    ...(findings === undefined ? {} : { findings: findings.counts }),
    ...(mutation === undefined
      ? {}
      : {
          mutants: {
            killed: mutation.killed,
            timeout: mutation.timeout,
            survived: mutation.survived,
            noCoverage: mutation.noCoverage,
          },
        }),
    ...(cannotFail === undefined ? {} : { cannotFail }),
    ...(restored === undefined ? {} : { restored }),
  };
};

const observed = (evidence: Evidence): Observed => {
  switch (evidence.kind) {
    case 'command':
      return observedCommand(evidence);
    case 'merge':
      return {
        kind: evidence.kind,
        conflicts: evidence.conflicts.length,
        made: once([evidence.tree, evidence.others].map(digestSetOf)),
      };
    case 'unavailable':
      return { kind: evidence.kind, cause: evidence.cause };
    case 'test-runs':
      return {
        ...observedCommand({ ...evidence.runs.head, kind: 'command' }),
        ...{ kind: evidence.kind, files: evidence.rows.length },
      };
    case 'canary':
      return { kind: evidence.kind, files: evidence.tries.length };
    case 'probe':
      return { kind: evidence.kind, files: evidence.hunks.length };
    default:
      return { kind: evidence.kind, files: evidence.files.length };
  }
};

const once = (digests: readonly DigestSet[]): DigestSet[] => [
  ...new Map(digests.map((digest) => [digestText(digest), digest])).values(),
];

export const attestEvidence = (judging: Judging | undefined): Predicate['evidence'] => {
  const asked = new Map((judging?.needs ?? []).map((request) => [evidenceKey(request), request]));
  return Object.entries(judging?.evidence ?? {}).map(([key, evidence]) => {
    const request = asked.get(key);
    return {
      key,
      digest: sha256(canonicalJson(evidence)),
      about: request === undefined ? [] : once(askedAbout(request)),
      observed: observed(evidence),
      ...('observedBy' in evidence && evidence.observedBy !== undefined
        ? { observedBy: evidence.observedBy }
        : {}),
    };
  });
};
