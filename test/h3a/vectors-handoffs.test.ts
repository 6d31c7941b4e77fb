// Vectors of the format that are about handoffs: what a receiver looks at, what a rejection leaves behind, what is measured.
import { describe, expect, it } from 'vitest';
import type { Evidence, EvidenceRequest } from '../../src/model/evidence.ts';
import { treeNumber } from '../fixtures/driven-run.ts';
import {
  type Json,
  PLAN,
  resultsOf,
  roadmapText,
  taskOf,
  testOf,
  verdictEntry,
  workOf,
} from '../fixtures/h3a-documents.ts';
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

const plan = (more: Json): Came => planning().planned({ task: more });

const RED = 'artifacts/executor/test_output_red.txt';
const GREEN = 'artifacts/executor/test_output_green.txt';

describe('vector 4: what a receiver looks at before it starts', () => {
  const steps = taskOf('T001')['tdd_plan'] as Json;

  it.each<[string, string, string, () => Came]>([
    ['H1', 'a RED step that is null', 'tdd_plan.red', () => plan({ tdd_plan: { ...steps, red: null } })],
    ['H1', 'a GREEN step that is empty', 'tdd_plan.green', () => plan({ tdd_plan: { ...steps, green: '' } })],
    [
      'H1',
      'no REFACTOR step',
      'tdd_plan.refactor',
      () => plan({ tdd_plan: { red: steps['red'], green: steps['green'] } }),
    ],
    [
      'H1',
      'two criteria',
      'at least 3 criteria',
      () => plan({ definition_of_done: ['`npm test` exits with 0', 'src/t001.js has at most 20 lines'] }),
    ],
    [
      'H1',
      'a RED step that says nothing',
      'Write tests',
      () => plan({ tdd_plan: { ...steps, red: 'Write tests' } }),
    ],
    [
      'H1',
      'a criterion that cannot be measured',
      'Fast performance',
      () =>
        plan({ definition_of_done: ['Fast performance', '`npm test` exits with 0', 'src/t001.js exists'] }),
    ],
    ['H1', 'no files', 'files_affected', () => plan({ files_affected: [] })],
    ['H1', 'another task', 'expected the task T001, came T007', () => plan({ task_id: 'T007' })],
    [
      'H1',
      'a task that is done before what it needs',
      'expected T009 to be done before',
      () => plan({ dependencies: ['T009'] }),
    ],
    [
      'H1',
      'no strategy',
      'Overall Strategy',
      () => planning().planned({ roadmap: roadmapText(['T001']).replace('## Overall Strategy', '## Other') }),
    ],
    [
      'H1',
      'no entry in the report',
      'an entry of T001',
      () => planning().planned({ entry: { task_id: 'T002' } }),
    ],
    ['H2', 'no RED output', RED, () => executing().executed({ files: { [RED]: undefined } })],
    ['H2', 'an empty GREEN output', GREEN, () => executing().executed({ files: { [GREEN]: ' \n' } })],
    [
      'H2',
      'no coverage_delta',
      'coverage_delta',
      () => executing().executed({ entry: { coverage_delta: undefined } }),
    ],
    [
      'H2',
      'no test_file',
      'test_file',
      () => executing().executed({ entry: { tdd_phases: { red: {}, green: {} } } }),
    ],
    [
      'H2',
      'an entry of another task',
      'an entry of T001',
      () => executing().executed({ entry: { task_id: 'T002' } }),
    ],
    [
      'H3',
      'a verdict of another task',
      'a verdict of T001',
      () => validating().validated('pass', { entry: { task_id: 'T002' } }),
    ],
    [
      'H3',
      'no verdict',
      'expected the verdict',
      () => validating().validated('pass', { entry: { status: undefined } }),
    ],
    [
      'H3',
      'no scan',
      'security_scan.json',
      () =>
        validating().validated('pass', { files: { 'artifacts/validator/security_scan.json': undefined } }),
    ],
    [
      'H3',
      'an empty scan',
      'what a scanner found',
      () => validating().validated('pass', { files: { 'artifacts/validator/security_scan.json': '{}' } }),
    ],
    [
      'H3',
      'nine checks',
      'intent_alignment',
      () =>
        validating().validated('pass', {
          entry: { verification_results: resultsOf({ intent_alignment: undefined }) },
        }),
    ],
    [
      'H3',
      'a plan that says nothing',
      'fix bugs',
      () =>
        validating().validated('fail', {
          entry: { remediation_plan: { issue: 'x', fix_steps: ['fix bugs'] } },
        }),
    ],
  ])('%s is rejected with %s', (id, _, words, came) => {
    const found = came();
    expect(clausesOf(found)).toEqual([`${id.toLowerCase()}-preflight`]);
    expect(wordsOf(found)).toContain(words);
  });

  it('a red baseline, red tests and lost coverage are found by running, not by reading', () => {
    const red = planning({
      project: { 'src/a.js': 'x\n', 'test/a.test.js': 'test is red: src/a.js has y\n' },
    });
    expect(clausesOf(red.planned())).toEqual(['baseline-known']);
    const work = { ...workOf('T001'), 'src/t001.js': 'nothing\n' };
    expect(clausesOf(executing().executed({ change: work }))).toContain('tests-green');
    const uncovered = { ...workOf('T001'), 'src/t001.js': 'T001 // uncovered\n' };
    expect(clausesOf(executing({ commands: ['coverage'] }).executed({ change: uncovered }))).toEqual([
      'coverage-kept',
    ]);
  });

  it('tells all that it finds at once', () => {
    const found = plan({
      tdd_plan: { red: 'Write tests', green: '', refactor: null },
      definition_of_done: ['Fast performance'],
      files_affected: ['a.js', 'b.js', 'c.js', 'd.js'],
      dependencies: ['T009'],
    });
    const words = wordsOf(found);
    for (const word of [
      'tdd_plan.red',
      'tdd_plan.green',
      'tdd_plan.refactor',
      'Fast performance',
      'at most 3 files',
      'T009',
    ])
      expect(words).toContain(word);
  });
});

describe('vector 5: what a rejection leaves behind', () => {
  const run = planning();
  run.planned({
    task: { tdd_plan: { red: 'Write tests', green: 'Implement src/t001.js', refactor: 'None' } },
  });
  const reason = 'tdd_plan.red: expected a test that can be written as it is described, came "Write tests"';

  it('is one line at the gate of the receiver, with the reason', () => {
    expect(run.file('state/GATES_LEDGER.md')).toContain(
      `\n[2026-11-15T10:00:03Z] G1_implementation - REJECTED - executor - Reason: H1 ${reason} (T001)\n`,
    );
    expect(run.ledger).toHaveLength(2);
  });

  it('is four fields in the handoff', () => {
    expect(run.json('state/SESSION_HANDOFF.json')).toMatchObject({
      status: 'rejected',
      rejection_reason: reason,
      rejected_by: 'executor',
      rejected_at: '2026-11-15T10:00:03Z',
    });
  });

  it('is a file for people, and an item in their inbox at once', () => {
    expect(run.file('artifacts/escalation/handoff_rejection_H1.md')).toContain(`- Reason: ${reason}`);
    expect(run.notices).toMatchObject([
      { assignment: 'G0.planner.T001.1', ask: { kind: 'escalation', choices: [] }, notice: true },
    ]);
  });

  it('a second one is told as such, and the acceptance is logged too', () => {
    run.planned({ task: { definition_of_done: [] } });
    expect(run.ledger.at(-1)).toMatch(/, rejected 2 times \(T001\)$/);
    expect(run.file('artifacts/escalation/handoff_rejection_H1.md')).toContain(
      'Rejected 2 times: are the requirements unclear, does the sender lack context, or is the receiver too strict?',
    );
    expect(run.notices).toHaveLength(1);
    expect(shortly(run.planned())).toBe('accepted ready');
    expect(run.ledger).toContain('G1_implementation - ACCEPTED - executor - T001: H1 accepted');
    expect(run.json('state/SESSION_HANDOFF.json')).toMatchObject({ status: 'ready', next_agent: 'executor' });
    expect(run.json('state/SESSION_HANDOFF.json')).not.toHaveProperty('rejection_reason');
    expect(run.notices).toEqual([]);
  });
});

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
    expect([clausesOf(found), codesOf(found)]).toEqual([['coverage-kept'], ['CLAIM_DIFFERS']]);
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

describe('vector 8: a verdict agrees with itself', () => {
  const given = (verdict: string, entry: Json, policy: Json = {}) =>
    shortly(validating({ policy }).validated(verdict, { entry }));
  const lint = {
    verification_results: resultsOf({ lint: { status: 'fail', notes: 'one warning is left' } }),
  };

  it.each<[string, string, Json, Json, string]>([
    ['pass with an approval', 'pass', {}, {}, 'accepted pass'],
    ['pass without one', 'pass', { approval_for_next_task: false }, {}, 'rejected h3-preflight'],
    ['fail with a plan', 'fail', {}, {}, 'accepted fail'],
    ['fail without a plan', 'fail', { remediation_plan: null }, {}, 'rejected h3-preflight'],
    ['fail with an approval', 'fail', { approval_for_next_task: true }, {}, 'rejected h3-preflight'],
    [
      'needs_remediation with an empty plan',
      'needs_remediation',
      { remediation_plan: { ...PLAN, fix_steps: [] } },
      {},
      'rejected h3-preflight',
    ],
    ['escalation', 'escalation', {}, {}, 'accepted escalation'],
    ['nine of ten, with the exception written down', 'pass_with_notes', lint, {}, 'accepted pass_with_notes'],
    [
      'nine of ten, without any words',
      'pass_with_notes',
      { ...lint, notes: '' },
      {},
      'rejected h3-preflight',
    ],
    [
      'nine of ten where all ten are asked for',
      'pass_with_notes',
      lint,
      { checks: 'strict' },
      'rejected h3-preflight',
    ],
    ['all ten where all ten are asked for', 'pass', {}, { checks: 'strict' }, 'accepted pass'],
    [
      'pass with an open criterion',
      'pass',
      { verification_results: resultsOf({ dod_checklist: { status: 'pass', unmet: ['coverage 95%'] } }) },
      {},
      'rejected h3-preflight',
    ],
  ])('%s', (_, verdict, entry, policy, wanted) => {
    expect(given(verdict, entry, policy)).toBe(wanted);
  });

  it('without a user interface accessibility counts as passed, with one it does not', () => {
    expect(given('pass', {}, { checks: 'strict' })).toBe('accepted pass');
    const run = planning();
    const page = { 'web/page.html': 'T001\n', [testOf('T001')]: 'test does T001: web/page.html has T001\n' };
    run.planned({ task: { files_affected: Object.keys(page) } });
    run.executed({ change: page });
    expect(wordsOf(run.validated())).toContain(
      'accessibility is not_applicable, and the task changes web/page.html',
    );
  });

  it('an entry of the task that is on counts, not the last one of the file', () => {
    const run = validating();
    const entries = [verdictEntry('T001', 'fail'), verdictEntry('T000', 'pass')];
    const report = JSON.stringify({ run_id: 'r', agent: 'validator', verdicts: entries });
    expect(shortly(run.validated('pass', { files: { 'validator_report.json': report } }))).toBe(
      'accepted fail',
    );
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

  it('a score that was only claimed is held against it too', () => {
    const claimed = (score: string, policy: Json = {}) =>
      shortly(
        validating({ policy }).validated('pass', {
          entry: { verification_results: resultsOf({ mutation: { status: 'pass', score } }) },
          files: { 'artifacts/validator/mutation_report.txt': 'killed most of them\n' },
        }),
      );
    expect(claimed('84.9%')).toBe('rejected h3-preflight');
    expect(claimed('70%', { mutation: 70 })).toBe('accepted pass');
    expect(claimed('89%', { mutation: 90 })).toBe('rejected h3-preflight');
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
