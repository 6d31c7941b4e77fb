// Vectors of the format that are about numbers: coverage, mutation, and the policies that move their marks.
import { describe, expect, it } from 'vitest';
import type { Evidence, EvidenceRequest } from '../../src/model/evidence.ts';
import { treeNumber } from '../fixtures/driven-run.ts';
import { type Json, mutantsText, resultsOf, workOf } from '../fixtures/h3a-documents.ts';
import { type Came, H3aInMemory, type Options } from '../fixtures/h3a-in-memory.ts';
import { runCommand } from '../fixtures/h3a-toy-project.ts';
import { clausesOf, codesOf, shortly, wordsOf } from '../fixtures/h3a-verdicts.ts';

const planning = (options: Options = {}): H3aInMemory => new H3aInMemory(options);

const executing = (options: Options = {}): H3aInMemory => {
  const run = planning(options);
  run.planned();
  return run;
};

const validating = (options: Options = {}): H3aInMemory => {
  const run = executing(options);
  run.executed();
  return run;
};

/** A run in which coverage was measured so, in tenths of a percent. */
const measured = (delta: number, absolute: number, policy: Json = {}): Came => {
  const lines = (covered: number) => ({ covered, total: 1_000 });
  const evidence = (request: EvidenceRequest): Evidence | undefined => {
    if (request.kind !== 'command' || request.command !== 'coverage') return undefined;
    const isBase = request.tree === treeNumber(0);
    const covered = Math.round((isBase ? absolute - delta : absolute) * 10);
    return {
      ...runCommand('coverage', {}),
      coverage: {
        format: 'lcov',
        lines: lines(covered),
        files: { 'src/t001.js': { ...lines(covered), missed: [] } },
      },
    };
  };
  const run = executing({ commands: ['coverage'], policy, evidence });
  const sign = delta < 0 ? '' : '+';
  return run.executed({
    entry: { coverage_delta: `${sign}${delta.toFixed(1)}%`, coverage_absolute: `${absolute.toFixed(1)}%` },
  });
};

describe('vector 6: coverage, as it was measured', () => {
  it.each([
    [5.2, 94.2, 'accepted done'],
    [0, 94, 'accepted done'],
    [0.1, 50, 'accepted done'],
    [0, 80, 'rejected h2-preflight'],
    [-0.1, 99, 'rejected h2-preflight'],
  ])('%d to %d: %s', (delta, absolute, wanted) => {
    expect(shortly(measured(delta, absolute))).toBe(wanted);
  });

  it('a text that is no percentage is a matter of form: no line in the ledger', () => {
    const run = executing();
    const found = run.executed({ entry: { coverage_delta: 'about 5%' } });
    expect([clausesOf(found), codesOf(found)]).toEqual([['form'], ['FIELD_INVALID']]);
    expect(run.ledger.filter((line) => line.includes('REJECTED'))).toEqual([]);
  });

  it('a claim that differs from what was measured is told with both numbers', () => {
    const found = executing({ commands: ['coverage'] }).executed({
      entry: { coverage_delta: '+5.2%', coverage_absolute: '94.2%' },
    });
    expect([clausesOf(found), codesOf(found)]).toEqual([['h2-claims', 'coverage-kept'], ['CLAIM_DIFFERS']]);
    expect(wordsOf(found)).toContain('94.2% was claimed, 100 was measured');
    expect(wordsOf(found)).toContain('+5.2% was claimed, 0 was measured');
  });
});

/** Nine hundred of a thousand lines detected, and the like. */
const mutants = (percent: number, policy: Json = {}): Came => {
  const killed = Math.round(percent * 10);
  const counts = { detected: killed, undetected: 1_000 - killed };
  const evidence = (request: EvidenceRequest): Evidence | undefined =>
    request.kind === 'command' && request.command === 'mutation'
      ? {
          ...runCommand('mutation', {}),
          mutation: {
            ...{ format: 'mutation-testing-report', killed, timeout: 0, survived: 1_000 - killed },
            ...{ noCoverage: 0, invalid: 0, files: { 'src/t001.js': counts }, survivors: [] },
          },
        }
      : undefined;
  return validating({ commands: ['mutation'], policy, evidence }).validated();
};

describe('vector 7: mutation', () => {
  it.each([
    [85, {}, 'accepted pass'],
    [84.9, {}, 'rejected mutation-kept'],
    [90, { mutation: 90, mutation_changed: true }, 'accepted pass'],
    [89.9, { mutation: 90, mutation_changed: true }, 'rejected mutation-kept'],
  ])('%d with %j: %s', (percent, policy, wanted) => {
    expect(shortly(mutants(percent, policy))).toBe(wanted);
  });

  it('that is not applicable says why', () => {
    const without = (mutation: Json) =>
      shortly(validating().validated('pass', { entry: { verification_results: resultsOf({ mutation }) } }));
    expect(without({ status: 'not_applicable' })).toBe('rejected h3-preflight');
    expect(without({ status: 'not_applicable', notes: 'only documentation was changed' })).toBe(
      'accepted pass',
    );
    expect(without({ status: 'pass', score: '95%' })).toBe('rejected h3-preflight');
  });
});

describe('vectors 6 and 7 under another policy', () => {
  it.each([
    [0, 80, { coverage: 80 }, 'accepted done'],
    [0, 94, { coverage: 95 }, 'rejected h2-preflight'],
    [0, 50, { coverage_delta: 0 }, 'accepted done'],
    [0.3, 50, { coverage_delta: 0.5 }, 'rejected h2-preflight'],
    [-0.1, 99, { coverage: 50 }, 'rejected h2-preflight'],
    [0, 94, { coverage_changed: 90 }, 'accepted done'],
    [0, 94, { coverage_changed: 95 }, 'rejected coverage-kept'],
  ])('coverage %d to %d with %j: %s', (delta, absolute, policy, wanted) => {
    expect(shortly(measured(delta, absolute, policy))).toBe(wanted);
  });

  it('a score that only the file shows is held against it too', () => {
    const claimed = (score: string, policy: Json = {}) =>
      shortly(
        validating({ policy }).validated('pass', {
          entry: { verification_results: resultsOf({ mutation: { status: 'pass', score } }) },
          files: {
            'artifacts/validator/mutation_report.txt': mutantsText(Number.parseFloat(score) * 10, 1_000),
          },
        }),
      );
    expect(claimed('84.9%')).toBe('rejected h3-preflight h3-report');
    expect(claimed('70%', { mutation: 70 })).toBe('accepted pass');
    expect(claimed('89%', { mutation: 90 })).toBe('rejected h3-preflight h3-report');
  });

  it('criteria, files, lines and files of evidence are counted by it', () => {
    const two = ['`npm test` exits with 0', 'src/t001.js has at most 20 lines'];
    const planned = (policy: Json, task: Json) => shortly(planning({ policy }).planned({ task }));
    expect(planned({ criteria: 2 }, { definition_of_done: two })).toBe('accepted ready');
    expect(planned({ criteria: 4 }, {})).toBe('rejected h1-preflight');
    expect(planned({ files: 1 }, {})).toBe('rejected h1-preflight');
    expect(planned({ files: 10 }, { files_affected: ['a.js', 'b.js', 'c.js', 'd.js'] })).toBe(
      'accepted ready',
    );
    const work = {
      ...workOf('T001'),
      'src/t001.js': Array.from({ length: 30 }, (_, n) => `T001 ${n}\n`).join(''),
    };
    expect(shortly(executing({ policy: { lines: 20 } }).executed({ change: work }))).toBe(
      'rejected size-kept',
    );
    expect(shortly(executing().executed({ change: work }))).toBe('accepted done');
    expect(shortly(executing({ policy: { artifacts: 4 } }).executed())).toBe('rejected h2-preflight');
    const lint = { 'artifacts/executor/lint_output.txt': 'no complaints\n' };
    expect(shortly(executing({ policy: { artifacts: 4 } }).executed({ files: lint }))).toBe('accepted done');
  });
});
