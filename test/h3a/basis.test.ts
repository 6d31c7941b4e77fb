// What each verdict rests on: measured, stated or waived; and what a project must say that measures nothing.
import { describe, expect, it } from 'vitest';
import type { Judged } from '../../src/model/run/judged.ts';
import { H3aInMemory } from '../fixtures/h3a-in-memory.ts';
import { clausesOf, codesOf, shortly, wordsOf } from '../fixtures/h3a-verdicts.ts';

const judgedIn = (run: H3aInMemory, contract: string): Readonly<Record<string, Judged>> => {
  const works = Object.values(run.state.works).filter(({ assignment }) => assignment.contract === contract);
  return Object.fromEntries((works.at(-1)?.judged ?? []).map((one) => [one.clause, one]));
};

const basisOf = (run: H3aInMemory, fact: string): string | undefined =>
  run.state.facts[`${fact}/T001`]?.basis ?? run.state.facts[fact]?.basis;

const FACTS = ['red.discriminates', 'tests.green', 'scope.kept', 'coverage.kept'];

describe('a project without a coverage command', () => {
  it('is told so before anybody works, unless it waives it', () => {
    const run = new H3aInMemory({ commands: ['lint', 'types'], waived: [] });
    const came = run.planned();
    expect([clausesOf(came), codesOf(came)]).toEqual([['commands-known'], ['EVIDENCE_UNAVAILABLE']]);
    expect(wordsOf(came)).toContain('the project has no `coverage` command and does not waive it');
  });

  it('that waives it has the fact on that basis, and on no better one', () => {
    const run = new H3aInMemory();
    run.planned();
    expect(shortly(run.executed())).toBe('accepted done');
    expect(FACTS.map((fact) => basisOf(run, fact))).toEqual(['measured', 'measured', 'measured', 'waived']);
    const waiver = { why: 'not here', by: 'ada', on: '2026-01-31' };
    for (const clause of ['coverage-kept', 'lint-green', 'types-green'])
      expect(judgedIn(run, 'H2')[clause]).toEqual({
        ...{ clause, status: 'met', basis: 'waived', evidence: [], problems: [], claims: [], waiver },
      });
    expect(judgedIn(run, 'H2')['tests-green']).toMatchObject({ basis: 'measured', status: 'met' });
    expect(judgedIn(run, 'H2')['tests-green']!.evidence.length).toBeGreaterThan(0);
    expect(basisOf(run, 'task.executable')).toBe('stated');
  });

  it('that has it has the fact measured', () => {
    const run = new H3aInMemory({ commands: ['coverage', 'lint', 'types'] });
    run.planned();
    expect(shortly(run.executed())).toBe('accepted done');
    expect(FACTS.map((fact) => basisOf(run, fact))).toEqual(FACTS.map(() => 'measured'));
  });
});

describe('a validator', () => {
  it('cannot pass what nobody measures, states or waives', () => {
    const run = new H3aInMemory({ commands: ['coverage', 'lint', 'types'], waived: [] });
    run.planned();
    run.executed();
    expect(clausesOf(run.validated())).toEqual(expect.arrayContaining(['mutation-kept']));
  });

  it('gives a fact that is worth what the weakest clause is', () => {
    const run = new H3aInMemory();
    run.planned();
    run.executed();
    run.validated();
    expect(basisOf(run, 'validated')).toBe('waived');
    run.approved();
    expect(basisOf(run, 'approved')).toBe('stated');
  });
});
