// The engine alone: relay from request to commit, decided and reduced in memory.
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../model/evidence.ts';
import { evidenceKey } from '../model/evidence.ts';
import type { Event } from '../model/run/event.ts';
import type { Input } from '../model/run/input.ts';
import type { Sealed } from '../model/run/sealed.ts';
import type { State } from '../model/run/state.ts';
import { answerWith } from '../testing/test-evidence.ts';
import { relay } from '../workflows/relay/relay.ts';
import { decide } from './decide.ts';
import { onlyPeopleAwaited, plan } from './plan.ts';
import { applyEntry } from './reduce/reduce.ts';

const tree = (n: number): string => `git-tree:${n.toString(16).padStart(40, '0')}`;
const green: Evidence = {
  kind: 'command',
  line: 'node --test',
  end: 'exited',
  exit: 0,
  tests: { total: 3, passed: 3, failed: 0, skipped: 0, failures: [] },
  tail: '',
  durationMs: 5,
  sandbox: 'none',
};
const red: Evidence = {
  ...green,
  exit: 1,
  tests: {
    total: 3,
    passed: 2,
    failed: 1,
    skipped: 0,
    failures: [{ name: 'adds', file: 'add.test.js', line: 4, message: '3 !== 4' }],
  },
};

const PLAN =
  'version: 1\nsummary: Add things\nitems:\n  - {key: a, title: A, task: do a}\n  - {key: b, title: B, task: do b}\n';

const bench = () => {
  let state: State | undefined;
  let seq = 0;
  const log: Event[] = [];
  const give = (input: Input): readonly Event[] => {
    const at = new Date(1_700_000_000_000 + seq * 1000).toISOString();
    const { events } = decide(relay, state, input, { at, contents: () => undefined });
    if (events.length > 0) {
      seq += 1;
      state = applyEntry(state, { seq, at, events });
      log.push(...events);
    }
    return events;
  };
  const now = (): State => state!;
  const file = (artifact: string, path: string, text: string): Sealed => ({
    artifact,
    path,
    digest: `sha256:${Buffer.from(text).toString('hex').padEnd(64, '0').slice(0, 64)}`,
    bytes: text.length,
    text,
  });
  return { give, now, log, file };
};

const start = (b: ReturnType<typeof bench>): void => {
  b.give({
    kind: 'start',
    run: {
      name: 'demo',
      workflow: 'relay',
      workflowVersion: 1,
      definition: 'x',
      request: 'Add things',
      options: {},
      base: { commit: null, tree: tree(1) },
      isolation: 'none',
      attemptMs: 60_000,
      startedAt: '2026-11-15T00:00:00.000Z',
    },
    given: [{ artifact: 'base', path: '.', digest: tree(1), bytes: 0 }],
  });
};

let submission = 0;
const submit = (
  b: ReturnType<typeof bench>,
  assignment: string,
  tool: string,
  sealed: Sealed[],
): readonly Event[] => {
  if (b.now().works[assignment]?.attemptState !== 'running') b.give({ kind: 'attempt-start', assignment });
  submission += 1;
  return b.give({
    kind: 'submit',
    submission: `s${submission}`,
    assignment,
    attempt: b.now().works[assignment]!.attempt,
    tool,
    args: {},
    sealed,
    problems: [],
  });
};

const observeAll = (b: ReturnType<typeof bench>, evidence: (key: string) => Evidence): void => {
  for (let jobs = plan(b.now()).jobs; jobs.some((j) => j.kind === 'observe'); jobs = plan(b.now()).jobs)
    for (const job of jobs)
      if (job.kind === 'observe')
        b.give({
          kind: 'observe',
          key: job.key,
          evidence:
            job.request.kind === 'merge'
              ? evidence(evidenceKey(job.request))
              : answerWith(job.request, evidence(evidenceKey(job.request))),
        });
};

const byKey = (key: string): Evidence =>
  key.startsWith('merge') ? { kind: 'merge', tree: tree(9), others: tree(8), conflicts: [] } : green;

describe('relay, decided and reduced', () => {
  it('goes from a rejected plan to a commit', () => {
    const b = bench();
    start(b);
    expect(plan(b.now()).assignments.map((a) => a.id)).toEqual(['planning.planner.1']);
    submit(b, 'planning.planner.1', 'submit_plan', [b.file('plan', 'plan.yaml', 'version: 2\nitems: []\n')]);
    expect(b.now().handoffs).toEqual({ submitted: 1, accepted: 0, rejected: 1 });
    expect(b.now().works['planning.planner.1']?.lastRejection?.problems.length).toBeGreaterThanOrEqual(3);
    submit(b, 'planning.planner.1', 'submit_plan', [b.file('plan', 'plan.yaml', PLAN)]);
    expect(plan(b.now()).assignments.map((a) => a.id)).toEqual(['coding.coder.a.1', 'coding.coder.b.1']);

    submit(b, 'coding.coder.a.1', 'submit_done', [
      { artifact: 'work/a', path: '.', digest: tree(2), bytes: 0 },
    ]);
    expect(plan(b.now()).jobs.map((j) => j.id)).toEqual([
      `observe test-runs:test@${tree(1)}>${tree(2)}`,
      `observe canary:test@${tree(1)}>${tree(2)}`,
      `observe test-changes:${tree(1)}>${tree(2)}`,
      `observe diff:${tree(1)}>${tree(2)}`,
    ]);
    observeAll(b, (key) => (key.includes(tree(2)) ? red : green));
    expect(b.now().works['coding.coder.a.1']?.lastRejection?.problems[0]).toMatchObject({
      file: 'add.test.js',
      line: 4,
    });
    submit(b, 'coding.coder.a.1', 'submit_done', [
      { artifact: 'work/a', path: '.', digest: tree(3), bytes: 0 },
    ]);
    observeAll(b, byKey);
    submit(b, 'coding.coder.b.1', 'submit_done', [
      { artifact: 'work/b', path: '.', digest: tree(4), bytes: 0 },
    ]);
    expect(plan(b.now()).jobs.some((j) => j.id.includes('merge'))).toBe(true);
    observeAll(b, byKey);
    expect(plan(b.now()).jobs.map((j) => j.id)).toEqual(['effect merging.engine.1']);
    b.give({
      kind: 'perform',
      assignment: 'merging.engine.1',
      result: {
        outcome: 'merged',
        sealed: [{ artifact: 'tree', path: '.', digest: tree(9), bytes: 0 }],
        details: {},
        problems: [],
      },
    });
    submit(b, 'reviewing.reviewer.1', 'submit_review', [
      b.file(
        'review',
        'review.yaml',
        'verdict: fail\nsummary: no\nfindings:\n  - {location: a, issue: b, recommendation: c}\n',
      ),
    ]);
    expect(plan(b.now()).assignments.map((a) => a.id)).toEqual(['fixing.coder.1']);
    expect(b.now().counters).toEqual({ fixes: 1 });
    submit(b, 'fixing.coder.1', 'submit_done', [{ artifact: 'tree', path: '.', digest: tree(10), bytes: 0 }]);
    observeAll(b, byKey);
    submit(b, 'reviewing.reviewer.2', 'submit_review', [
      b.file('review', 'review.yaml', 'verdict: pass\nsummary: yes\n'),
    ]);
    observeAll(b, byKey);
    expect(onlyPeopleAwaited(plan(b.now()))).toBe(true);
    const leftOut = { exclude: ['a.js'] };
    expect(
      b.give({ kind: 'answer', item: 'approving.human.1', choice: 'approve', text: '', args: leftOut }),
    ).toMatchObject([{ kind: 'submission-refused', code: 'CHOICE_INVALID' }]);
    const args = { exclude: [], message: 'Mine' };
    b.give({ kind: 'answer', item: 'approving.human.1', choice: 'approve', text: 'fine', args });
    expect(plan(b.now()).jobs[0]).toMatchObject({
      request: { action: 'commit', tree: tree(10), branch: 'baton/demo', message: 'Mine\n' },
    });
    b.give({
      kind: 'perform',
      assignment: 'committing.engine.1',
      result: { outcome: 'committed', sealed: [], details: { commit: 'abc' }, problems: [] },
    });
    expect(b.now().status).toBe('complete');
    expect(b.now().details['commit']).toBe('abc');
  });
});
