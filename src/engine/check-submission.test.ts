import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { CHANGE_CLAUSES } from '../checks/change/change-clauses.ts';
import { problem } from '../model/problem.ts';
import { fromProblems, MET, unmet, unproven, type Verdict } from '../model/run/verdict.ts';
import { file, tree } from '../model/workflow/handles.ts';
import { type Check, defineWorkflow } from '../model/workflow/workflow.ts';
import { agentmux } from '../systems/agentmux/workflow/agentmux.ts';
import { relay } from '../workflows/relay/relay.ts';
import { checkSubmission } from './check-submission.ts';

const PLAN = 'version: 1\nsummary: A search box\nitems:\n  - key: a\n    title: Box\n    task: Add it\n';
const PASS = 'verdict: pass\nsummary: Fine\n';

const codes = (found: { readonly problems: readonly { readonly code: string }[] }): string[] =>
  found.problems.map(({ code }) => code);

describe('a submission without a run', () => {
  it('that its contract accepts is ok, with what it claims', () => {
    expect(checkSubmission({ workflow: relay, contract: 'plan', files: { plan: PLAN } })).toEqual({
      ok: true,
      outcome: 'ready',
      problems: [],
      unproven: [],
    });
  });

  it('without its file, or with a bad one, is not', () => {
    const gone = checkSubmission({ workflow: relay, contract: 'plan' });
    expect([gone.ok, codes(gone), gone.outcome]).toEqual([false, ['ARTIFACT_MISSING'], undefined]);
    const bad = checkSubmission({ workflow: relay, contract: 'plan', files: { plan: 'items: 3\n' } });
    expect(bad.ok).toBe(false);
    expect(bad.problems.every(({ file, line }) => file === 'plan.yaml' && line !== undefined)).toBe(true);
    const misspelt = checkSubmission({ workflow: relay, contract: 'plan', files: { plann: PLAN } });
    expect(codes(misspelt)).toEqual(['ARTIFACT_MISSING']);
  });

  it('with arguments that the tool does not have is not', () => {
    const given = { workflow: relay, contract: 'code', item: 'a' } as const;
    expect(checkSubmission({ ...given, args: { summary: 3 } }).ok).toBe(false);
    expect(codes(checkSubmission({ ...given, args: { sumary: 'x' } }))).toEqual(['FIELD_UNKNOWN']);
    expect(checkSubmission({ ...given, args: { summary: 'x' } }).ok).toBe(true);
  });

  it('names the checks that need evidence, and they are no fault of it', () => {
    expect(checkSubmission({ workflow: relay, contract: 'code', item: 'a' })).toEqual({
      ok: true,
      outcome: 'done',
      problems: [],
      unproven: [...CHANGE_CLAUSES, 'change-probed'],
    });
    const review = { workflow: relay, contract: 'review' } as const;
    expect(checkSubmission({ ...review, files: { review: PASS } })).toMatchObject({
      ok: true,
      outcome: 'pass',
      unproven: CHANGE_CLAUSES,
    });
    const fail = `${PASS.replace('pass', 'fail')}findings:\n  - location: a\n    issue: b\n    recommendation: c\n`;
    expect(checkSubmission({ ...review, files: { review: fail } })).toMatchObject({
      ok: true,
      outcome: 'fail',
      unproven: [],
    });
  });

  it('of an item is read under the name of its item', () => {
    const given = { workflow: agentmux, contract: 'review', item: 'reviewer_logic' } as const;
    const found = checkSubmission({ ...given, files: { review: 'verdict: fail\nsummary: not yet\n' } });
    expect([found.ok, found.problems[0]?.file]).toEqual([
      false,
      expect.stringContaining('review_reviewer_logic.yaml'),
    ]);
  });

  it('can be compared with what was accepted before', () => {
    const longer: Check = {
      name: 'longer',
      says: 'longer than the draft',
      needs: () => [],
      judge: (s) =>
        s.text(file('note')).length > s.view.text(file('draft')).length
          ? MET
          : unmet(problem('FIELD_INVALID', 'too short')),
    };
    const workflow = workflowWith([longer]);
    const check = (files: Record<string, string>) => checkSubmission({ workflow, contract: 'note', files });
    expect(check({ note: 'long', draft: 'a' }).ok).toBe(true);
    expect(check({ note: 'a', draft: 'long' })).toMatchObject({
      ok: false,
      problems: [{ message: 'too short' }],
    });
    // Without it nobody can say.
    expect(check({ note: 'a' })).toMatchObject({ ok: true, unproven: ['longer'] });
  });

  it('has trees that nobody has looked at, and no two are taken for the same', () => {
    const seen: unknown[] = [];
    const looks: Check = {
      name: 'looks',
      says: '',
      needs: () => [],
      judge: (s) => {
        seen.push(s.start, s.view.run.base.tree, s.view.digest(tree('before')), s.view.digest(tree('after')));
        return MET;
      },
    };
    checkSubmission({ workflow: workflowWith([looks]), contract: 'note', files: { note: 'x' } });
    expect(new Set(seen).size).toBe(4);
    expect(seen.every((digest) => /^git-tree:[0-9a-f]{40}$/.test(String(digest)))).toBe(true);
  });

  it('is one of a contract that is handed in', () => {
    expect(() => checkSubmission({ workflow: relay, contract: 'paln' })).toThrow(
      /expected a contract of relay .*\(plan, code, review, fix\), got "paln"/,
    );
    expect(() => checkSubmission({ workflow: relay, contract: 'approval' })).toThrow(TypeError);
    expect(() => checkSubmission({ workflow: relay, contract: 'toString' })).toThrow(TypeError);
  });
});

const workflowWith = (checks: readonly Check[]) =>
  defineWorkflow({
    name: 'notes',
    version: 1,
    says: 'Notes.',
    directory: '.notes',
    first: 'writing',
    roles: { writer: { mayWrite: ['note', 'draft'] } },
    artifacts: {
      note: { path: 'note.md', kind: 'file' },
      draft: { path: 'draft.md', kind: 'file' },
      before: { path: '.', kind: 'tree' },
      after: { path: '.', kind: 'tree' },
    },
    facts: {},
    contracts: {
      note: {
        from: ['writer'],
        tool: 'submit_note',
        says: 'A note.',
        args: z.object({}),
        produces: ['note'],
        outcomes: { done: { guarantees: [] } },
        checks,
        asks: () => '',
      },
    },
    phases: {
      writing: {
        work: [{ role: 'writer', contract: 'note' }],
        routes: [{ when: { all: 'done' }, to: 'end' }],
      },
    },
    limits: {},
  });

interface Plain {
  readonly needs: boolean;
  readonly verdict: Verdict | 'throws';
}

const wrong = problem('FIELD_INVALID', 'no');
const untidy = problem('FIELD_INVALID', 'hm', { severity: 'warning' });
const anyVerdict: fc.Arbitrary<Plain['verdict']> = fc.constantFrom(
  MET,
  fromProblems([untidy]),
  unmet(wrong),
  unmet(),
  unproven(wrong),
  unproven(),
  'throws' as const,
);

const checkOf = ({ needs, verdict }: Plain, index: number): Check => ({
  name: `check-${index}`,
  says: '',
  needs: () =>
    needs ? [{ kind: 'changes', from: `git-tree:${'0'.repeat(40)}`, to: `git-tree:${'1'.repeat(40)}` }] : [],
  judge: () => {
    if (verdict === 'throws') throw new TypeError('there is no plan here');
    return verdict;
  },
});

describe('checks without evidence', () => {
  it('never make a submission ok that one of them refuses, and every other open one is named', () => {
    const plain = fc.record({ needs: fc.boolean(), verdict: anyVerdict });
    fc.assert(
      fc.property(fc.array(plain, { maxLength: 4 }), (list) => {
        const found = checkSubmission({
          workflow: workflowWith(list.map(checkOf)),
          contract: 'note',
          files: { note: 'x' },
        });
        const statusOf = ({ verdict }: Plain) => (verdict === 'throws' ? 'open' : verdict.status);
        const refused = list.some(
          (one) => statusOf(one) === 'unmet' || (!one.needs && statusOf(one) === 'unproven'),
        );
        expect(found.ok).toBe(!refused);
        expect(found.unproven).toEqual(
          list.flatMap((one, index) => {
            const open = statusOf(one) === 'open' || (one.needs && statusOf(one) !== 'unmet');
            return open ? [`check-${index}`] : [];
          }),
        );
      }),
    );
  });
});
