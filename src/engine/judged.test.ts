// What the journal keeps of each verdict, and the bytes that a person's word is about.
import { describe, expect, it } from 'vitest';
import { RelayInMemory, testsWere, treeOf } from '../../test/fixtures/relay-in-memory.ts';
import { CHANGE_CLAUSES } from '../checks/change/change-clauses.ts';
import { JUDGED_CLAIMS_MAX, JUDGED_PROBLEMS_MAX, JUDGED_TEXT_CHARS_MAX } from '../model/limits/limits.ts';
import { problem } from '../model/problem.ts';
import type { Entry } from '../model/run/entry.ts';
import type { Event } from '../model/run/event.ts';
import { plan } from './plan.ts';
import { judgedOf } from './rules/judged.ts';

const lastOf = <K extends Event['kind']>(run: RelayInMemory, kind: K): Extract<Event, { kind: K }> =>
  run.entries
    .flatMap(({ events }) => events)
    .filter((event): event is Extract<Event, { kind: K }> => event.kind === kind)
    .at(-1)!;

const shortly = (event: {
  readonly judged?: readonly { clause: string; status: string; basis: string }[] | undefined;
}) => event.judged?.map(({ clause, status, basis }) => [clause, status, basis]);

const factsOf = (run: RelayInMemory) =>
  lastOf(run, 'submission-accepted').facts.map(({ fact, basis, rests }) => ({ fact, basis, rests }));

describe('what was judged', () => {
  it('stands with what was rejected: its form, or every clause', () => {
    const run = new RelayInMemory();
    run.begin('planning.planner.1');
    run.submitFile('planning.planner.1', 'submit_plan', 'plan', 'version: 1\n');
    expect(shortly(lastOf(run, 'submission-rejected'))).toEqual([['form', 'unmet', 'stated']]);
    expect(lastOf(run, 'submission-rejected').judged?.[0]?.problems.length).toBeGreaterThan(0);
    expect(run.state.works['planning.planner.1']?.judged?.[0]?.clause).toBe('form');

    const coding = new RelayInMemory();
    coding.plan();
    coding.submitTree('coding.coder.alpha.1', 'work/alpha', 3);
    coding.observe(testsWere(2));
    const rejected = lastOf(coding, 'submission-rejected');
    expect(shortly(rejected)?.map(([clause]) => clause)).toEqual([
      'form',
      ...CHANGE_CLAUSES,
      'merges-cleanly',
    ]);
    expect(shortly(rejected)).toContainEqual(['tests-green', 'unmet', 'measured']);
    expect(shortly(rejected)).toContainEqual(['tests-hold', 'met', 'measured']);
    // Nobody else has handed in yet, so there is nothing that could be measured.
    expect(shortly(rejected)).toContainEqual(['merges-cleanly', 'met', 'stated']);
    const green = rejected.judged?.find(({ clause }) => clause === 'tests-green');
    expect(green?.problems.map(({ code }) => code)).toEqual(
      rejected.rejection.problems.map(({ code }) => code),
    );
    expect(new Set(rejected.rejection.evidence)).toEqual(
      new Set(rejected.judged?.flatMap(({ evidence }) => evidence)),
    );
  });

  it('stands with what was accepted, and its facts are worth the weakest of it', () => {
    const run = new RelayInMemory();
    run.plan();
    expect(factsOf(run)).toEqual([{ fact: 'plan.valid', basis: 'stated', rests: undefined }]);
    run.submitTree('coding.coder.alpha.1', 'work/alpha', 3);
    run.observe(testsWere(0));
    expect(factsOf(run)).toEqual([
      {
        fact: 'work.done/alpha',
        basis: 'measured',
        rests: ['tests-green', 'tests-hold', 'tests-kept', 'runner-sound'],
      },
    ]);
    run.submitTree('coding.coder.beta.1', 'work/beta', 4);
    run.observe(testsWere(0));
    const sealed = [{ artifact: 'tree', path: '.', digest: treeOf(9), bytes: 0 }];
    const result = { outcome: 'merged', sealed, details: {}, problems: [] };
    run.give({ kind: 'perform', assignment: 'merging.engine.1', result });
    expect(shortly(lastOf(run, 'submission-accepted'))).toEqual([['effect', 'met', 'measured']]);
    expect(factsOf(run)).toEqual([{ fact: 'tree.ready', basis: 'measured', rests: undefined }]);
  });

  it('is bounded, errors first, and measured only with evidence', () => {
    const long = 'x'.repeat(JUDGED_TEXT_CHARS_MAX + 1);
    const warnings = Array.from({ length: JUDGED_PROBLEMS_MAX }, () =>
      problem('TESTS_SKIPPED', long, { severity: 'warning', hint: long }),
    );
    const claims = Array.from({ length: JUDGED_CLAIMS_MAX + 5 }, () => ({
      ...{ name: long, claimed: long, measured: long },
    }));
    const problems = [...warnings, problem('TESTS_FAILED', 'red')];
    const kept = judgedOf({
      name: 'c',
      evidence: [],
      verdict: { status: 'unmet', basis: 'measured', problems, claims },
    });
    expect([kept.basis, kept.problems.length, kept.claims.length]).toEqual([
      'stated',
      JUDGED_PROBLEMS_MAX + 1,
      JUDGED_CLAIMS_MAX,
    ]);
    expect([kept.problems[0]?.code, kept.problems.at(-1)]).toEqual([
      'TESTS_FAILED',
      { code: 'LIMIT_REACHED', severity: 'warning', message: '1 more problems are not listed' },
    ]);
    expect(Math.max(...kept.problems.map(({ message }) => message.length))).toBe(JUDGED_TEXT_CHARS_MAX);
    expect(kept.claims[0]?.claimed).toHaveLength(JUDGED_TEXT_CHARS_MAX);
  });
});

describe('the word of a person', () => {
  const ITEM = 'approving.human.1';
  const waiting = (): RelayInMemory => {
    const run = new RelayInMemory();
    run.plan();
    run.code();
    return run;
  };
  const aboutNow = (run: RelayInMemory) => plan(run.state).questions[0]!.ask.about!;
  const say = (
    run: RelayInMemory,
    about?: Readonly<Record<string, string>>,
    choice = 'approve',
  ): Entry | undefined =>
    run.give(
      {
        ...{ kind: 'answer', item: ITEM, choice, text: 'fine', args: {} },
        ...(about === undefined ? {} : { about: about as Record<string, never> }),
      },
      { person: 'ada' },
    );

  it('is kept with who said it and the bytes that it is about', () => {
    const run = waiting();
    const about = aboutNow(run);
    expect(Object.keys(about)).toEqual(['tree', 'review']);
    say(run, about);
    expect(lastOf(run, 'submission-accepted')).toMatchObject({
      outcome: 'approve',
      facts: [{ fact: 'tree.approved', basis: 'stated' }],
      judged: [{ clause: 'decision', status: 'met', basis: 'stated', person: 'ada', about }],
    });
  });

  it.each([
    ['other bytes', (about: Readonly<Record<string, string>>) => ({ ...about, tree: treeOf(7) })],
    ['less than there is', ({ tree }: Readonly<Record<string, string>>) => ({ tree: tree! })],
    ['more than there is', (about: Readonly<Record<string, string>>) => ({ ...about, other: treeOf(7) })],
  ])('about %s is refused', (_, seen) => {
    const run = waiting();
    const entry = say(run, seen(aboutNow(run)));
    expect(entry?.events).toMatchObject([{ kind: 'submission-refused', code: 'CONTENT_CHANGED' }]);
    expect(run.state.works[ITEM]?.outcome).toBeUndefined();
    expect(say(run)?.events[0]?.kind).toBe('submission-received');
  });

  it('is asked for again about what changed while it waited', () => {
    const run = waiting();
    const before = aboutNow(run);
    const tree = { artifact: 'tree', path: '.', digest: treeOf(7), bytes: 0 };
    // No rule of relay changes the tree while a person looks at it; other workflows may.
    run.state = { ...run.state, artifacts: { ...run.state.artifacts, tree } };
    expect(aboutNow(run)).toEqual({ ...before, tree: treeOf(7) });
    for (const stale of [before, undefined])
      expect(say(run, stale)?.events).toMatchObject([{ code: 'CONTENT_CHANGED' }]);
    run.state.artifacts['tree'] = tree;
    expect(say(run, aboutNow(run), 'changes')?.events[0]?.kind).toBe('submission-received');
  });
});
