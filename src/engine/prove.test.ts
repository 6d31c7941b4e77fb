import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collective } from '../../test/fixtures/workflows/collective.ts';
import { h3a } from '../../test/fixtures/workflows/h3a.ts';
import { quest } from '../../test/fixtures/workflows/quest.ts';
import { diceOf, randomWorkflow } from '../../test/fixtures/workflows/random.ts';
import { changed, guarantees, isWay, route, seeded } from '../../test/fixtures/workflows/seeded.ts';
import { small } from '../../test/fixtures/workflows/small.ts';
import { walk } from '../../test/fixtures/workflows/walk.ts';
import type { Workflow } from '../model/workflow/workflow.ts';
import { agentmux } from '../systems/agentmux/workflow/agentmux.ts';
import { relay } from '../workflows/relay/relay.ts';
import { prove } from './prove.ts';

describe('sound workflows', () => {
  it.each([small, relay, agentmux, quest, collective, h3a].map((w) => [w.name, w] as const))(
    '%s',
    (_, workflow) => {
      expect(prove(workflow)).toEqual({
        workflow: workflow.name,
        phases: Object.keys(workflow.phases).length,
        facts: Object.keys(workflow.facts).length,
        problems: [],
      });
    },
  );
});

describe('one seeded fault', () => {
  it.each([
    [
      'quest',
      seeded(quest, [['limits', 'plans', 'atLimit'], 'presenting'], [['phases', 'planStuck'], undefined]),
      'PROOF_FACT',
      ['intake', 'plan', 'plan_review', 'presenting'],
    ],
    [
      'collective',
      seeded(collective, [guarantees('ruling', 'again'), []], [guarantees('dispatch', 'to'), []]),
      'PROOF_FACT',
      ['hub', 'spoke'],
    ],
    ['h3a', seeded(h3a, [[...route('G2', 2), 'counts'], undefined]), 'PROOF_LOOP', ['G1', 'G2', 'G1']],
  ] as const)('in %s', (_, workflow, code, path) => {
    expect(
      prove(workflow)
        .problems.filter((p) => p.code === code)
        .map((p) => p.path),
    ).toContainEqual(path);
    expect(isWay(workflow, path)).toBe(true);
  });
});

describe('whatever it is given', () => {
  const breakages = [
    'first',
    'roles',
    'artifacts',
    'facts',
    'contracts',
    'phases',
    'limits',
    'requests',
    'scopes',
  ];

  it('it answers, once per problem and always in the same order', () => {
    for (const key of breakages)
      for (const value of [
        undefined,
        null,
        7,
        'x',
        [],
        [null],
        { a: null },
        { a: {} },
        { __proto__: null },
      ]) {
        const broken = { ...changed(h3a, [key], value), [key]: value } as Workflow;
        const { problems } = prove(broken);
        expect(prove(broken).problems).toEqual(problems);
        expect(new Set(problems.map((p) => JSON.stringify(p))).size).toBe(problems.length);
      }
    for (const value of [undefined, null, 7, 'x', [], {}])
      expect(prove(value as never).problems).not.toEqual([]);
  });

  it('it calls none of the functions of a definition', () => {
    const never = () => {
      throw new Error('called');
    };
    const contracts = Object.fromEntries(
      Object.entries(small.contracts).map(([name, contract]) => [
        name,
        { ...contract, ask: never, effect: never, outcome: never, asks: never, answer: never },
      ]),
    );
    expect(prove({ ...small, contracts, projections: never }).problems).toEqual([]);
  });
});

describe('what is proved holds', () => {
  const proved = (from: number, count: number): Workflow[] =>
    Array.from({ length: count }, (_, i) => randomWorkflow(from * count + i)).flatMap((w) =>
      w === undefined ? [] : [w],
    );

  it('no random walk through a proved workflow meets a broken assumption, a missing artifact or a case without a route', () => {
    let workflows = 0;
    let checked = 0;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer(), (from, seed) => {
        for (const workflow of proved(from, 5)) {
          workflows += 1;
          for (let n = 0; n < 10; n++) {
            const end = walk(workflow, diceOf(seed + n));
            checked += end.checked;
            expect(end.fault).toBeUndefined();
          }
        }
      }),
      { numRuns: 60 },
    );
    expect(workflows).toBeGreaterThan(100);
    expect(checked).toBeGreaterThan(5_000);
  });

  it('the four and relay, too', () => {
    for (const workflow of [small, relay, agentmux, quest, collective, h3a])
      for (let seed = 0; seed < 100; seed++) expect(walk(workflow, diceOf(seed)).fault).toBeUndefined();
  });

  it('without the guarantees of a fact that is assumed it is refused', () => {
    let tried = 0;
    for (const workflow of [small, agentmux, quest, collective, h3a, ...proved(7, 100)]) {
      const used = new Set(
        Object.values(workflow.phases).flatMap((phase) => phase.work.map((w) => w.contract)),
      );
      for (const fact of new Set([...used].flatMap((name) => workflow.contracts[name]!.assumes ?? []))) {
        const contracts = Object.fromEntries(
          Object.entries(workflow.contracts).map(([name, contract]) => [
            name,
            {
              ...contract,
              outcomes: Object.fromEntries(
                Object.entries(contract.outcomes).map(([outcome, { guarantees }]) => [
                  outcome,
                  { guarantees: guarantees.filter((other) => other !== fact) },
                ]),
              ),
            },
          ]),
        );
        tried += 1;
        expect(prove({ ...workflow, contracts }).problems.map((p) => p.code)).toContain('PROOF_FACT');
      }
    }
    expect(tried).toBeGreaterThan(50);
  });
});
