// Missing proof is never a pass: whatever is taken away of the evidence, no check passes that did not pass before.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Assignment } from '../model/event.ts';
import {
  commandEvidenceSchema,
  type Evidence,
  type EvidenceRequest,
  evidenceKey,
  evidenceSchema,
} from '../model/evidence.ts';
import type { Digest } from '../model/sealed.ts';
import type { Check, Part, SubmissionView, View } from '../model/workflow.ts';
import { changesWithin } from './changes-within.ts';
import { mergesCleanly } from './merges-cleanly.ts';
import { testsGreen } from './tests-green.ts';

const tree = (n: number): Digest => `git-tree:${String(n).padStart(40, '0')}`;

const CHECKS: readonly Check[] = [
  testsGreen({ command: 'test', base: (s) => s.start, head: (s) => s.digest('work') }),
  testsGreen({ command: 'test', base: () => undefined, head: (s) => s.digest('work') }),
  mergesCleanly({ artifact: 'work', base: 'base' }),
  changesWithin({
    from: (s) => s.start,
    to: (s) => s.digest('work'),
    allowed: () => ['a', 'b'],
    isWithin: (file, allowed) => allowed.includes(file),
    says: 'you change only a and b',
  }),
];

interface Candidate {
  readonly start: Digest | undefined;
  readonly work: Digest | undefined;
  readonly base: Digest | undefined;
  readonly parts: readonly Part[];
}

const submissionOf = ({ start, work, base, parts }: Candidate): SubmissionView => ({
  assignment: { id: 'coding.coder.a.1', item: 'a' } as Assignment,
  outcome: 'done',
  args: {},
  view: { digest: (artifact: string) => (artifact === 'base' ? base : undefined) } as View,
  value: () => undefined,
  text: () => undefined,
  digest: (artifact) => (artifact === 'work' ? work : undefined),
  source: () => undefined,
  start,
  parts: () => parts,
});

const anyTree = fc.integer({ min: 0, max: 3 }).map(tree);
const anyPart = fc.record({ item: fc.constantFrom('a', 'b', 'c'), start: anyTree, tree: anyTree });
const anyCandidate: fc.Arbitrary<Candidate> = fc.record({
  start: fc.option(anyTree, { nil: undefined }),
  work: fc.option(anyTree, { nil: undefined }),
  base: fc.option(anyTree, { nil: undefined }),
  parts: fc.array(anyPart, { maxLength: 3 }),
});

const count = fc.integer({ min: 0, max: 3 });
const anyCounts = fc.record({
  total: count,
  passed: count,
  failed: count,
  skipped: count,
  failures: fc.array(fc.record({ name: fc.string(), message: fc.string() }), { maxLength: 2 }),
});
const anyCommand: fc.Arbitrary<Evidence> = fc.record({
  kind: fc.constant('command' as const),
  line: fc.constant('npm test'),
  end: fc.constantFrom(...commandEvidenceSchema.shape.end.options),
  exit: fc.constantFrom(0, 1, null),
  tests: fc.option(anyCounts, { nil: null }),
  tail: fc.string(),
  durationMs: count,
  sandbox: fc.constantFrom('none' as const, 'no-network' as const),
});
const anyMerge: fc.Arbitrary<Evidence> = fc.record({
  kind: fc.constant('merge' as const),
  tree: anyTree,
  others: anyTree,
  conflicts: fc.array(fc.record({ item: fc.constantFrom('a', 'b'), files: fc.array(fc.string()) }), {
    maxLength: 2,
  }),
});
const anyChanges: fc.Arbitrary<Evidence> = fc.record({
  kind: fc.constant('changes' as const),
  files: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }),
});
const unavailable: fc.Arbitrary<Evidence> = fc.record({
  kind: fc.constant('unavailable' as const),
  cause: fc.string(),
});
/** Mostly of the kind that was asked for. */
const anyEvidence = (request: EvidenceRequest): fc.Arbitrary<Evidence> => {
  const fitting = {
    command: anyCommand,
    merge: anyMerge,
    changes: anyChanges,
    diff: unavailable,
    'test-changes': unavailable,
  }[request.kind];
  return fc.oneof({ weight: 6, arbitrary: fitting }, anyCommand, anyMerge, anyChanges, unavailable);
};

/** A check, what it judges, and what was observed of all that it asks for. */
const anyCase = fc.tuple(fc.constantFrom(...CHECKS), anyCandidate).chain(([check, candidate]) => {
  const submission = submissionOf(candidate);
  const needs = check.needs(submission);
  return fc.tuple(...needs.map(anyEvidence)).map((found) => ({
    check,
    submission,
    evidence: new Map(needs.map((need, index) => [evidenceKey(need), found[index]!])),
  }));
});

const passes = (
  { check, submission }: { check: Check; submission: SubmissionView },
  evidence: ReadonlyMap<string, Evidence>,
): boolean => check.judge(submission, (request) => evidence.get(evidenceKey(request))).status === 'met';

describe('removing evidence never makes a check pass', () => {
  it('one piece gone, or said to be unavailable', () => {
    let lost = 0;
    fc.assert(
      fc.property(anyCase, fc.nat(), fc.boolean(), (one, at, said) => {
        const keys = [...one.evidence.keys()];
        if (keys.length === 0) return;
        const less = new Map(one.evidence);
        const key = keys[at % keys.length]!;
        if (said) less.set(key, { kind: 'unavailable', cause: 'gone' });
        else less.delete(key);
        const [before, after] = [passes(one, one.evidence), passes(one, less)];
        if (before && !after) lost += 1;
        expect(after && !before).toBe(false);
      }),
      { numRuns: 5_000 },
    );
    expect(lost).toBeGreaterThan(50);
  });

  it('nothing passes with all evidence gone, where any was asked for', () => {
    fc.assert(
      fc.property(anyCase, (one) => one.evidence.size === 0 || !passes(one, new Map())),
      { numRuns: 1_000 },
    );
  });

  it('the report of the code before, where it passed and nobody can say how many tests it had', () => {
    const submission = submissionOf({ start: tree(1), work: tree(2), base: undefined, parts: [] });
    const report = (passed: number): Evidence => ({
      ...{
        kind: 'command',
        line: 'npm test',
        end: 'exited',
        exit: 0,
        tail: '',
        durationMs: 1,
        sandbox: 'none',
      },
      tests: { total: passed, passed, failed: 0, skipped: 0, failures: [] },
    });
    const statusWith = (before: Evidence): string =>
      CHECKS[0]!.judge(submission, (request) =>
        request.kind === 'command' && request.tree === tree(1) ? before : report(3),
      ).status;
    expect(statusWith(report(5))).toBe('unmet');
    expect(statusWith({ ...report(5), tests: null } as Evidence)).toBe('unproven');
    // A project that had no tests may get its first, and one that was broken may be mended.
    expect(statusWith(report(0))).toBe('met');
    expect(statusWith({ ...report(5), exit: 1, tests: null } as Evidence)).toBe('met');
  });

  it('a report that falls silent, where tests were seen to pass before', () => {
    fc.assert(
      fc.property(anyCounts, anyCommand, anyCommand, (counts, was, is) => {
        if (was.kind !== 'command' || is.kind !== 'command') return;
        const one = {
          check: CHECKS[0]!,
          submission: submissionOf({ start: tree(1), work: tree(2), base: undefined, parts: [] }),
        };
        const evidence = new Map<string, Evidence>([
          [`command:test@${tree(1)}`, { ...was, tests: { ...counts, passed: counts.passed + 1 } }],
          [`command:test@${tree(2)}`, { ...is, tests: null }],
        ]);
        expect(passes(one, evidence)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('a field that nobody knows changes nothing, there or gone', () => {
    fc.assert(
      fc.property(anyCase, fc.string(), fc.jsonValue(), (one, name, value) => {
        const more = new Map(
          [...one.evidence].map(([key, found]) => [key, { [`x-${name}`]: value, ...found } as Evidence]),
        );
        expect(passes(one, more)).toBe(passes(one, one.evidence));
        for (const found of more.values())
          expect(evidenceSchema.parse(found)).not.toHaveProperty(`x-${name}`);
      }),
      { numRuns: 1_000 },
    );
  });
});
