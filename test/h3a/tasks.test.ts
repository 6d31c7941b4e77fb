// The tasks of a run: what is next, what may be added, what is never lost, and what each rests on.
import { describe, expect, it } from 'vitest';
import { roadmapText, testOf, workOf } from '../fixtures/h3a-documents.ts';
import { H3aInMemory } from '../fixtures/h3a-in-memory.ts';
import { clausesOf, codesOf, shortly, wordsOf } from '../fixtures/h3a-verdicts.ts';

const ROADMAP = 'state/ROADMAP.md';

const finish = (run: H3aInMemory): void => {
  run.executed();
  run.validated();
  run.approved();
};

describe('the roadmap', () => {
  it('is worked through from its first unchecked task to its last; then the run is complete', () => {
    const run = new H3aInMemory();
    const order: string[] = [];
    run.planned({ tasks: ['T001', 'T002', 'T003'] });
    order.push(run.task);
    finish(run);
    while (run.state.status === 'running') {
      order.push(run.task);
      run.planned();
      finish(run);
    }
    expect([order, run.state.status]).toEqual([['T001', 'T002', 'T003'], 'complete']);
    expect(
      run.file(ROADMAP).match(/- \[x\] T00\d: Bring T00\d ✅ \(Completed: 2026-11-15T10:\d\d:\d\dZ\)/g),
    ).toHaveLength(3);
    expect(run.file(ROADMAP)).not.toContain('- [ ]');
  });

  it('may get tasks in the middle: they are done where they stand', () => {
    const run = new H3aInMemory();
    run.planned({ tasks: ['T001', 'T002'] });
    finish(run);
    const done = run.file(ROADMAP);
    run.planned({
      roadmap: done
        .replace('- [ ] T002', '- [ ] T001a: Bring T001a\n- [ ] T002')
        .replace('- [ ] T002: Bring T002\n', '- [ ] T002: Bring T002\n- [ ] T003: Bring T003\n'),
    });
    expect(run.task).toBe('T002');
    finish(run);
    expect(run.task).toBe('T001a');
    run.planned();
    finish(run);
    expect(run.task).toBe('T003');
    run.planned();
    finish(run);
    expect(run.state.status).toBe('complete');
  });

  it.each([
    ['a task that was planned is gone', ['T001'], 'expected T002 to stay as it was'],
    ['a task that was done is open again', ['T001', 'T002'], 'expected T001 to stay as it was'],
    [
      'a task is checked off by its planner',
      [{ id: 'T001', done: 'x' }, 'T002', { id: 'T003', done: '2026' }],
      'expected T003 to be unchecked',
    ],
  ])('is rejected when %s', (_, tasks, words) => {
    const run = new H3aInMemory();
    run.planned({ tasks: ['T001', 'T002'] });
    finish(run);
    const came = run.planned({ roadmap: roadmapText(tasks) });
    expect(clausesOf(came)).toEqual(['h1-preflight']);
    expect(wordsOf(came)).toContain(words);
    expect(shortly(run.planned())).toBe('accepted ready');
  });

  it('that still says what its template says is a matter of form: every place is told, and the ledger is silent', () => {
    const run = new H3aInMemory();
    const came = run.planned({ roadmap: run.file(ROADMAP) });
    expect([clausesOf(came), codesOf(came)]).toEqual([['form'], ['HANDOFF_PLACEHOLDER']]);
    expect(run.ledger).toEqual(['G0_planning - STARTED - planner - T001: round 1']);
    expect([run.notices, run.files.has('artifacts/escalation/handoff_rejection_H1.md')]).toEqual([[], false]);
  });
});

describe('a file that cannot be read', () => {
  it.each([
    ['state/CURRENT_TASK.json', '{"task_id": "T001",', 'JSON_SYNTAX'],
    ['state/CURRENT_TASK.json', '{"task_id": 7, "status": "great"}', 'FIELD_INVALID'],
    ['planner_report.json', '[]', 'FIELD_INVALID'],
  ])('%s as %j goes back to its sender alone', (path, content, code) => {
    const run = new H3aInMemory();
    const came = run.planned({ files: { [path]: content } });
    expect(clausesOf(came)).toEqual(['form']);
    expect(codesOf(came)).toContain(code);
    expect(run.ledger).toHaveLength(1);
    expect(run.json('state/SESSION_HANDOFF.json')['next_agent']).toBeNull();
    expect(run.notices).toEqual([]);
  });
});

describe('the baseline', () => {
  const project = {
    'src/a.js': 'x\n',
    'test/a.test.js': 'test is red: src/a.js has y\ntest is green: src/a.js has x\n',
  };

  it('that is red sends the plan back to the planner, before any executor starts', () => {
    const run = new H3aInMemory({ project });
    const came = run.planned();
    expect([clausesOf(came), wordsOf(came)]).toEqual([['baseline-known'], 'the baseline is red: is red']);
    expect(run.wanted).toEqual(['G0.planner.T001.1']);
    expect(run.ledger.at(-1)).toBe(
      'G1_implementation - REJECTED - executor - Reason: H1 the baseline is red: is red (T001)',
    );
  });

  it('whose failures the planner names is taken; they are not held against the executor, others are', () => {
    const run = new H3aInMemory({ project });
    run.planned({ task: { known_failures: ['is red'] } });
    const broken = { ...workOf('T001'), 'src/a.js': 'z\n' };
    expect(clausesOf(run.executed({ change: broken }))).toContain('tests-green');
    expect(shortly(run.executed())).toBe('accepted done');
    expect(shortly(run.validated())).toBe('accepted pass');
  });

  it('a known failure may not be deleted', () => {
    const run = new H3aInMemory({ project });
    run.planned({
      task: { known_failures: ['is red'], files_affected: ['src/t001.js', testOf('T001'), 'test/a.test.js'] },
    });
    const came = run.executed({
      change: { ...workOf('T001'), 'test/a.test.js': 'test is green: src/a.js has x\n' },
    });
    expect(codesOf(came)).toContain('TESTS_REMOVED');
  });

  it('is the code that was approved last, not the one that the run began with', () => {
    const run = new H3aInMemory();
    run.planned({ tasks: ['T001', 'T002'] });
    finish(run);
    const approved = run.state.artifacts['approved']!.digest;
    run.observed.length = 0;
    run.planned();
    expect(run.observed).toEqual([{ kind: 'command', command: 'test', tree: approved }]);
    expect(run.tree(approved)).toHaveProperty(['src/t001.js']);
  });

  it('of a project without a test has nothing that could be red', () => {
    expect(shortly(new H3aInMemory({ project: { 'src/a.js': 'x\n' } }).planned())).toBe('accepted ready');
  });
});

describe('what an executor may touch', () => {
  const executing = (task = {}): H3aInMemory => {
    const run = new H3aInMemory();
    run.planned({ task });
    return run;
  };

  it.each<[string, Record<string, string | undefined>, string]>([
    ['a file that was not declared', { 'src/other.js': 'x\n' }, 'scope-kept'],
    ['a lock file', { 'package-lock.json': '{}\n' }, 'protected-kept'],
    [
      'a test that was there',
      { 'test/base.test.js': 'test keeps the base: src/base.js has b\n' },
      'protected-kept',
    ],
    ['the deletion of a test', { 'test/base.test.js': undefined }, 'tests-hold'],
    [
      'a test that is skipped',
      { 'test/base.test.js': 'skip test keeps the base: src/base.js has base\n' },
      'tests-hold',
    ],
  ])('is not %s', (_, change, clause) => {
    const came = executing().executed({ change: { ...workOf('T001'), ...change } });
    expect(clausesOf(came)).toContain(clause);
  });

  it('a test that its owner releases for the task may go', () => {
    const task = {
      files_affected: ['src/t001.js', testOf('T001'), 'test/base.test.js'],
      released: ['test/base.test.js'],
    };
    const change = { ...workOf('T001'), 'test/base.test.js': undefined };
    // As many tests as before pass all the same: the new one has its place.
    expect(shortly(executing(task).executed({ change }))).toBe('accepted done');
  });

  it('lint and types are run where the project has them', () => {
    for (const [command, word] of [
      ['lint', 'LINT'],
      ['types', 'TYPES'],
    ] as const) {
      const run = new H3aInMemory({ commands: [command] });
      run.planned();
      const came = run.executed({ change: { ...workOf('T001'), 'src/t001.js': `T001 ${word}\n` } });
      expect(clausesOf(came)).toEqual([`${command}-green`]);
    }
  });

  it('numbers of tests that it claims are those that were counted', () => {
    const came = executing().executed({ entry: { tests: { total: 47, passed: 47, failed: 0 } } });
    expect(clausesOf(came)).toEqual(['claims-match']);
    expect(wordsOf(came)).toContain('tests passed: 47 was claimed, 2 was measured');
  });
});

describe('what a validator lets through', () => {
  const validating = (source: string, policy = {}): H3aInMemory => {
    const run = new H3aInMemory({ commands: ['security'], policy });
    run.planned();
    run.executed({ change: { ...workOf('T001'), 'src/t001.js': source } });
    return run;
  };

  it('a high finding is measured, and rejects a pass; a medium one only where the policy says so', () => {
    expect(clausesOf(validating('T001 // FINDING high sql-injection\n').validated())).toEqual([
      'findings-clean',
    ]);
    expect(shortly(validating('T001 // FINDING medium weak-hash\n').validated())).toBe('accepted pass');
    expect(
      clausesOf(validating('T001 // FINDING medium weak-hash\n', { security: 'medium' }).validated()),
    ).toEqual(['findings-clean']);
  });

  it('a verdict that sends back needs no green tests', () => {
    expect(shortly(validating('T001 // FINDING high sql-injection\n').validated('fail'))).toBe(
      'accepted fail',
    );
  });
});
