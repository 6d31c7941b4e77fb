// What holds at every moment of a run: the handoff can be read, `baton check` finds no error, no gate is called passed
// that is not.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isError, type Problem } from '../../src/model/problem.ts';
import { fact } from '../../src/model/workflow/handles.ts';
import { h3aDialect } from '../../src/systems/h3a/handoff/h3a.ts';
import { gateStates } from '../../src/systems/h3a/inspect/gate-states.ts';
import { h3aInspector } from '../../src/systems/h3a/inspect/inspector.ts';
import { roadmapText, workOf } from '../fixtures/h3a-documents.ts';
import { H3aInMemory, type Options } from '../fixtures/h3a-in-memory.ts';

const LEDGER = 'state/GATES_LEDGER.md';

const told = (problems: readonly Problem[]): string[] =>
  problems.filter(isError).map(({ file, field, message }) => `${file} ${field ?? ''}: ${message}`);

const handoffErrors = (run: H3aInMemory): string[] => {
  const text = run.file('state/SESSION_HANDOFF.json');
  return told(h3aDialect.decode({ text, file: 'SESSION_HANDOFF.json' }, {})!.problems);
};

/** The facts that a gate's PASSED stands for. */
const FACTS: Readonly<Record<string, readonly string[]>> = {
  G0: ['task.executable'],
  G1: ['red.discriminates', 'tests.green', 'scope.kept', 'coverage.kept'],
  G2: ['validated'],
  G3: ['approved'],
};

/** Gates of the task that is on whose last word is PASSED, though what it stands for does not hold. */
const falselyPassed = (run: H3aInMemory): string[] => {
  const { task } = run;
  if (task === '' || run.phase === undefined) return [];
  const states = gateStates(run.file(LEDGER));
  return Object.entries(FACTS).flatMap(([gate, facts]) =>
    states.of(gate, task)?.state === 'passed' && !facts.every((name) => run.view.holds(fact(name)))
      ? [`${gate} of ${task} in ${run.phase}`]
      : [],
  );
};

interface Seen {
  readonly moments: number;
  readonly wrong: readonly string[];
}

const watch = (run: H3aInMemory): (() => Seen) => {
  let moments = 0;
  const wrong: string[] = [];
  run.afterEntry = () => {
    moments += 1;
    const where = `${run.task} ${run.phase}: ${run.ledger.at(-1)}`;
    const found = falselyPassed(run);
    // While something lies there that nobody has accepted, it may be as wrong as it likes.
    if (run.isSettled) found.push(...told(h3aInspector.run!(run.files)), ...handoffErrors(run));
    wrong.push(...found.map((one) => `${where}\n  ${one}`));
  };
  return () => ({ moments, wrong });
};

let count = 0;

const fix = (run: H3aInMemory): void => {
  count += 1;
  const { task } = run;
  const came = run.executed({
    change: { ...workOf(task), [`src/${task.toLowerCase()}.js`]: `${task} ${count}\n` },
  });
  expect(came.came).toBe('accepted');
};

describe('a run with everything in it', () => {
  const run = new H3aInMemory({ policy: { gates: ['G2.5_performance'], bridge_h1: 'person' } });
  const seen = watch(run);
  const gate = (status: string) =>
    run.handIn({
      [`artifacts/validator/gate_${run.task}~G2-5_performance.json`]: JSON.stringify({
        gate: 'G2.5_performance',
        status,
        evidence: ['p95 is 120 ms'],
      }),
    });

  run.planned({
    tasks: ['T001', 'T002'],
    task: { tdd_plan: { red: 'Write tests', green: 'x', refactor: '' } },
  });
  run.planned({ tasks: ['T001', 'T002'] });
  run.decided('back', 'Say which file.');
  run.planned();
  run.decided('go');
  run.executed({ change: { ...workOf('T001'), 'src/t001.js': 'red\n' } });
  run.executed();
  run.validated('needs_remediation');
  fix(run);
  run.validated('fail');
  run.decided('executor', 'Once more.');
  fix(run);
  run.validated('escalation');
  run.decided('validator', 'Again.');
  run.validated('pass');
  const custom = gate('fail');
  fix(run);
  run.validated('pass_with_notes');
  gate('pass');
  run.decided('conditional', 'docs_updated');
  fix(run);
  run.validated('pass');
  gate('pass');
  for (let n = 0; n < 2; n += 1) {
    run.decided('reject', 'security_ok');
    fix(run);
    run.validated('pass');
    gate('pass');
  }
  run.decided('reject', 'security_ok');
  run.decided('planner', 'Anew.');
  run.planned();
  run.decided('go');
  fix(run);
  run.validated('pass');
  gate('pass');
  run.approved();
  run.planned();
  run.decided('go');
  run.begin(run.wanted[0]!);
  run.executed();
  run.validated();
  gate('pass');
  run.approved();

  it('comes to its end', () => {
    expect([custom.came, run.state.status]).toEqual(['accepted', 'complete']);
    expect(run.file('state/ROADMAP.md').match(/- \[x\] T00\d/g)).toHaveLength(2);
  });

  it('is sound at every moment', () => {
    const { moments, wrong } = seen();
    expect(wrong).toEqual([]);
    expect(moments).toBeGreaterThan(100);
  });

  it('is sound at its end, with all its files', () => {
    expect(told(h3aInspector.run!(run.files))).toEqual([]);
    const states = gateStates(run.file(LEDGER));
    for (const task of ['T001', 'T002'])
      expect(['G0', 'G1', 'G2', 'G2.5', 'G3'].map((one) => states.of(one, task)?.state)).toEqual(
        Array(5).fill('passed'),
      );
  });
});

type Step = readonly [kind: string, choice: number];

const VERDICTS = ['pass', 'pass_with_notes', 'needs_remediation', 'fail', 'escalation'];

/** Plays whoever is asked now. */
const play = (run: H3aInMemory, [kind, choice]: Step): void => {
  const { task, phase } = run;
  run.help('Try again.');
  const [bad, number] = [kind === 'bad', choice % 5];
  if (phase === 'G0')
    run.planned(bad ? { task: { files_affected: [] } } : task === 'T001' ? { tasks: ['T001', 'T002'] } : {});
  else if (phase === 'G1' && bad)
    run.executed({ change: { ...workOf(task), [`src/${task.toLowerCase()}.js`]: 'red\n' } });
  else if (phase === 'G1') fix(run);
  else if (phase === 'G2' && bad) run.validated('pass', { entry: { approval_for_next_task: false } });
  else if (phase === 'G2') run.validated(VERDICTS[number]);
  else if (phase === 'custom')
    for (const id of run.wanted) {
      const path = run.state.works[id]!.assignment.writes[0]!.path;
      const report = { gate: 'x', status: number === 0 ? 'fail' : 'pass', evidence: ['seen'] };
      run.handIn({ [path]: JSON.stringify(report) });
    }
  else {
    const choices = run.questions.find(({ ask }) => ask.choices.length > 0)?.ask.choices ?? [];
    // Giving up ends the run, which is no news here.
    const chosen = choices.filter((one) => one !== 'abort')[choice % Math.max(1, choices.length - 1)];
    if (chosen === 'approve') run.approved();
    else if (chosen !== undefined) run.decided(chosen, 'because');
  }
};

describe('whatever the order of verdicts', () => {
  const step = fc.tuple(fc.constantFrom('good', 'good', 'good', 'bad'), fc.nat(20));
  const options = fc.constantFrom<Options>(
    {},
    { policy: { gates: ['G2.5_performance', 'G2.6_licence'] } },
    { policy: { bridge_h1: 'person', remediations: 3 } },
  );

  it('no gate of the task is called passed while what it stands for does not hold, and every file can be read', () => {
    fc.assert(
      fc.property(options, fc.array(step, { minLength: 5, maxLength: 18 }), (how, steps) => {
        const run = new H3aInMemory(how);
        const seen = watch(run);
        for (const one of steps) if (run.state.status === 'running') play(run, one);
        expect(seen().wrong).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it('a gate of the project that was passed by other code is passed no more', () => {
    const run = new H3aInMemory({ policy: { gates: ['G2.5_performance', 'G2.6_licence'] } });
    run.planned();
    run.executed();
    run.validated();
    const hand = (status: string) => {
      const path = run.state.works[run.wanted[0]!]!.assignment.writes[0]!.path;
      run.handIn({ [path]: JSON.stringify({ gate: 'x', status, evidence: ['seen'] }) });
    };
    hand('pass');
    hand('fail');
    expect(gateStates(run.file(LEDGER)).of('G2.5', 'T001')?.state).toBe('passed');
    fix(run);
    expect(gateStates(run.file(LEDGER)).of('G2.5', 'T001')?.state).toBe('started');
  });
});

describe('a run in the middle of its second task', () => {
  it('is sound while the files of the first make room for its own', () => {
    const run = new H3aInMemory();
    run.planned({ roadmap: roadmapText(['T001', 'T002']) });
    run.executed();
    run.validated();
    run.approved();
    run.planned();
    run.begin(run.wanted[0]!);
    expect(run.files.has('artifacts/executor/test_output_red.txt')).toBe(false);
    expect(told(h3aInspector.run!(run.files))).toEqual([]);
  });
});
