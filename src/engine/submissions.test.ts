// What was handed in before, handed in again; and what is asked again when a run that was given up is resumed.
import { describe, expect, it } from 'vitest';
import { RandomHistory, treeOf } from '../../test/fixtures/random-history.ts';
import { RELAY_PLAY } from '../../test/fixtures/runnable-workflows.ts';
import type { Evidence } from '../model/evidence.ts';
import type { Event } from '../model/run/event.ts';
import type { Sealed } from '../model/run/sealed.ts';
import { answerWith } from '../testing/test-evidence.ts';
import { relay } from '../workflows/relay/relay.ts';
import { plan } from './plan.ts';

const GREEN: Evidence = {
  kind: 'command',
  line: 'test',
  end: 'exited',
  exit: 0,
  tests: { total: 1, passed: 1, failed: 0, skipped: 0, failures: [] },
  tail: '',
  durationMs: 1,
  sandbox: 'none',
};
const TOOLS: Readonly<Record<string, string>> = {
  planner: 'submit_plan',
  coder: 'submit_done',
  reviewer: 'submit_review',
};

const bench = () => {
  const run = new RandomHistory(
    relay,
    RELAY_PLAY,
    () => 0,
    () => {},
  );
  run.run(1);
  const last = (before: number): readonly Event['kind'][] =>
    run.events.slice(before).flatMap(({ events }) => events.map((event) => event.kind));
  const give = (input: Parameters<RandomHistory['give']>[0]): readonly Event['kind'][] => {
    const before = run.events.length;
    run.give(input);
    return last(before);
  };
  const submit = (
    assignment: string,
    submission: string,
    sealed: Omit<Sealed, 'bytes'>,
  ): readonly Event['kind'][] => {
    if (run.state!.works[assignment]!.attemptState !== 'running')
      run.give({ kind: 'attempt-start', assignment });
    const { attempt, assignment: work } = run.state!.works[assignment]!;
    const tool = TOOLS[work.role]!;
    return give({
      kind: 'submit',
      submission,
      assignment,
      attempt,
      tool,
      args: {},
      sealed: [{ bytes: 0, ...sealed }],
      problems: [],
    });
  };
  const observe = (evidence: (kind: string) => Evidence): void => {
    const next = () => plan(run.state!).jobs.find((job) => job.kind === 'observe');
    for (let job = next(); job !== undefined; job = next())
      run.give({
        kind: 'observe',
        key: job.key,
        evidence:
          job.request.kind === 'merge'
            ? evidence('merge')
            : answerWith(job.request, evidence(job.request.kind)),
      });
  };
  return { run, give, submit, observe };
};

const file = (artifact: 'plan' | 'review', choice: number): Omit<Sealed, 'bytes'> => ({
  artifact,
  path: `${artifact}.yaml`,
  digest: `sha256:${String(choice).repeat(64)}`,
  text: RELAY_PLAY.text(artifact, () => choice),
});
const work = (item: string, n: number): Omit<Sealed, 'bytes'> => ({
  artifact: `work/${item}`,
  path: '.',
  digest: treeOf(n),
});

const planned = () => {
  const b = bench();
  b.submit('planning.planner.1', 'p1', file('plan', 0));
  return b;
};

describe('the same submission again', () => {
  it('counts nowhere while it is judged, and after it was rejected or accepted', () => {
    const b = bench();
    expect(b.submit('planning.planner.1', 'p0', file('plan', 2))).toContain('submission-rejected');
    expect(b.submit('planning.planner.1', 'p0', file('plan', 2))).toEqual([]);
    expect(b.submit('planning.planner.1', 'p1', file('plan', 0))).toContain('submission-accepted');
    expect(b.submit('planning.planner.1', 'p1', file('plan', 0))).toEqual([]);
    expect(b.submit('coding.coder.a.1', 'a1', work('a', 1))).toContain('evidence-wanted');
    expect(b.submit('coding.coder.a.1', 'a1', work('a', 1))).toEqual([]);
  });

  it('is judged again where it could not be proved', () => {
    const b = planned();
    b.submit('coding.coder.a.1', 'a1', work('a', 1));
    b.observe(() => ({ kind: 'unavailable', cause: 'there was no room' }));
    expect(b.run.state!.works['coding.coder.a.1']?.lastRejection?.status).toBe('unproven');
    expect(b.submit('coding.coder.a.1', 'a1', work('a', 1))).toContain('evidence-wanted');
    b.observe(() => GREEN);
    expect(b.run.state!.works['coding.coder.a.1']?.outcome).toBe('done');
  });
});

describe('a merge with conflicts', () => {
  const inConflict = () => {
    const b = planned();
    b.submit('coding.coder.a.1', 'a1', work('a', 1));
    b.observe(() => GREEN);
    b.submit('coding.coder.b.1', 'b1', work('b', 2));
    const conflicts = [{ item: 'b', files: ['shared'] }];
    b.observe((kind) =>
      kind === 'merge' ? { kind: 'merge', tree: treeOf(9), others: treeOf(1), conflicts } : GREEN,
    );
    const fail = (draft: number): void => {
      const { attempt } = b.run.state!.works['coding.coder.b.1']!;
      const ended = { kind: 'attempt-end', assignment: 'coding.coder.b.1', attempt, end: 'failed' } as const;
      b.run.give({ ...ended, draft: treeOf(draft) });
    };
    return { ...b, fail, work: () => b.run.state!.works['coding.coder.b.1'] };
  };

  it('is not taken for work while nobody has touched it', () => {
    const b = inConflict();
    expect(b.run.state!.works['coding.coder.b.1']).toMatchObject({ start: treeOf(1), from: treeOf(9) });
    for (const again of ['b2', 'b3'])
      expect(b.submit('coding.coder.b.1', again, work('b', 9))).toContain('submission-rejected');
    expect(b.run.state!.works['coding.coder.b.1']?.lastRejection?.problems[0]?.code).toBe('MERGE_CONFLICT');
    b.submit('coding.coder.b.1', 'b4', work('b', 3));
    b.observe((kind) =>
      kind === 'merge' ? { kind: 'merge', tree: treeOf(4), others: treeOf(1), conflicts: [] } : GREEN,
    );
    expect(b.run.state!.positions['']?.phase).toBe('merging');
  });

  it('is work where an attempt that failed has resolved it, and the next one hands that in', () => {
    const b = inConflict();
    b.run.give({ kind: 'rebase', assignment: 'coding.coder.b.1' });
    b.fail(5);
    expect(b.work()?.from).toBe(treeOf(5));
    expect(b.submit('coding.coder.b.1', 'b5', work('b', 5))).toContain('evidence-wanted');
  });

  it('is what the next attempt begins with where the last one failed before it was laid down', () => {
    const b = inConflict();
    expect(b.work()?.rebasePending).toBe(true);
    b.fail(2);
    expect(b.work()?.from).toBe(treeOf(9));
  });
});

describe('conflicts with the work of others', () => {
  const conflictsWith = (...others: readonly number[]) => {
    const b = planned();
    b.submit('coding.coder.a.1', 'a1', work('a', 1));
    b.observe(() => GREEN);
    return others.map((other, at) => {
      b.submit('coding.coder.b.1', `b${at}`, work('b', 20 + at));
      const conflicts = [{ item: 'b', files: ['shared'] }];
      b.observe((kind) =>
        kind === 'merge' ? { kind: 'merge', tree: treeOf(40 + at), others: treeOf(other), conflicts } : GREEN,
      );
      return b.run.state!.works['coding.coder.b.1']!.lastRejection?.next;
    });
  };

  it('are no mistake that repeats while those have handed in more', () => {
    expect(conflictsWith(11, 12, 13, 14)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('are one while they stay as they are', () => {
    expect(conflictsWith(11, 11, 11)).toEqual([undefined, 'fresh-session', 'person']);
  });
});

describe('a run that was given up', () => {
  it('asks again when it is resumed', () => {
    const b = planned();
    for (const item of ['a', 'b']) {
      b.submit(`coding.coder.${item}.1`, item, work(item, 1));
      b.observe((kind) =>
        kind === 'merge' ? { kind: 'merge', tree: treeOf(1), others: treeOf(1), conflicts: [] } : GREEN,
      );
    }
    const sealed = [{ artifact: 'tree', path: '.', digest: treeOf(1), bytes: 0 }];
    b.give({
      kind: 'perform',
      assignment: 'merging.engine.1',
      result: { outcome: 'merged', sealed, details: {}, problems: [] },
    });
    for (let round = 1; round <= 4; round++) {
      b.submit(`reviewing.reviewer.${round}`, `r${round}`, file('review', 1));
      if (round === 4) break;
      b.submit(`fixing.coder.${round}`, `f${round}`, {
        artifact: 'tree',
        path: '.',
        digest: treeOf(round + 1),
      });
      b.observe(() => GREEN);
    }
    expect(
      b.give({ kind: 'answer', item: 'stuck.human.1', choice: 'abandon', text: '', args: {} }),
    ).toContain('run-ended');
    expect(b.run.state?.status).toBe('cancelled');
    b.give({ kind: 'resume' });
    expect(plan(b.run.state!).questions.map(({ id }) => id)).toEqual(['stuck.human.2']);
    expect(b.give({ kind: 'answer', item: 'stuck.human.2', choice: 'again', text: '', args: {} })).toContain(
      'phase-entered',
    );
    expect(plan(b.run.state!).assignments.map(({ id }) => id)).toEqual(['fixing.coder.4']);
  });
});
