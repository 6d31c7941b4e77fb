// Vectors of the format that are about files: what lies in a run directory, and what is read out of it.
import { describe, expect, it } from 'vitest';
import { applyEntry } from '../../src/engine/reduce/reduce.ts';
import { isError } from '../../src/model/problem.ts';
import { countedEntry } from '../../src/operations/metrics/metrics-events.ts';
import { figuresOf } from '../../src/operations/metrics/metrics-figures.ts';
import { RunCount } from '../../src/operations/metrics/metrics-run.ts';
import { decodeJson, fixture } from '../../src/systems/h3a/handoff/fixtures.fixture.ts';
import { h3aDialect } from '../../src/systems/h3a/handoff/h3a.ts';
import { evidenceHash, parseEvidenceLog } from '../../src/systems/h3a/inspect/evidence-log.ts';
import { gateStates } from '../../src/systems/h3a/inspect/gate-states.ts';
import { h3aInspector } from '../../src/systems/h3a/inspect/inspector.ts';
import { parseLedger } from '../../src/systems/h3a/inspect/ledger.ts';
import { h3a } from '../../src/systems/h3a/workflow/h3a.ts';
import { workOf } from '../fixtures/h3a-documents.ts';
import { H3aInMemory } from '../fixtures/h3a-in-memory.ts';

const LEDGER = 'state/GATES_LEDGER.md';

const finished = (): H3aInMemory => {
  const run = new H3aInMemory();
  run.planned({ tasks: ['T001', 'T002'] });
  run.executed();
  run.validated();
  run.approved();
  run.done();
  return run;
};

describe('vector 1: what a run begins with', () => {
  const run = new H3aInMemory();

  it('is the ten files of the layout, each in the form of its template', () => {
    expect([...run.files.keys()].sort()).toEqual([
      'README.md',
      'executor_report.json',
      'planner_report.json',
      'state.json',
      'state/CURRENT_TASK.json',
      'state/EVIDENCE_LOG.md',
      'state/GATES_LEDGER.md',
      'state/ROADMAP.md',
      'state/SESSION_HANDOFF.json',
      'validator_report.json',
    ]);
    expect(run.json('state/CURRENT_TASK.json')).toEqual({
      task_id: null,
      status: 'awaiting_planner',
      created_at: '2026-11-15T10:00:00Z',
      assigned_to: 'planner',
      goal: null,
      tdd_plan: { red: null, green: null, refactor: null },
      files_affected: [],
      definition_of_done: [],
      iteration_count: 0,
      max_iterations: 2,
      gate_status: 'G0_pending',
      notes: '',
    });
    expect(run.json('state/SESSION_HANDOFF.json')).toMatchObject({
      current_agent: 'planner',
      next_agent: null,
      handoff_time: null,
      gate_status: 'G0_pending',
      payload: { task_id: null, files_to_review: ['state/ROADMAP.md', 'state/CURRENT_TASK.json'] },
      history: [],
    });
    expect(run.json('executor_report.json')).toEqual({ run_id: 'r', agent: 'executor', tdd_cycles: [] });
    expect(run.file('state/ROADMAP.md')).toContain('**Status:** Planning Phase (G0)');
  });

  it('says of the project what is known, and never that a project without git is dirty', () => {
    expect(run.json('state.json')).toMatchObject({
      h3a_version: '1.0.0',
      meta: { commit: null, ci_green: false, dirty: false },
      gates: {
        G0_planning: 'in_progress',
        G1_implementation: 'not_started',
        G2_validation: 'not_started',
        G3_production_ready: 'not_started',
      },
      steps: [],
    });
  });

  it('is named by its time and an id, so that names sort as they began', () => {
    const name = h3a.runName!('Do it.', '2026-11-15T10:00:07.250Z');
    expect(name).toMatch(/^\d{8}-\d{6}-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(name.startsWith('20261115-100007-')).toBe(true);
    expect(h3a.runName!('Do it.', '2026-11-15T10:00:08.000Z') > name).toBe(true);
  });
});

describe('vector 2: the ledger is read as it was written', () => {
  it('holds one line for each event, and every line is sound', () => {
    const run = finished();
    const { value: events, problems } = parseLedger(run.file(LEDGER), LEDGER);
    expect(problems).toEqual([]);
    expect(events).toHaveLength(run.ledger.length);
    expect(events?.every(({ task, notation }) => task !== null && notation === 'line')).toBe(true);
  });

  it('the last event of a gate and a task is its state, in all notations', () => {
    const text = `# H3A Gates Ledger
[2026-01-01T10:00:00Z] G0_planning - PASSED - planner - T001: planned
2026-01-01T11:00:00Z | G1_passed | executor | T001 done
| 2026-01-01T12:00:00Z | G2_validation | validator | FAILED | T001 again |

## Gate: G3 (Production)
- **Status:** ✅ PASSED
- **Evidence:** T001

G3: ❌ REJECTED T001
`;
    const states = gateStates(text, ['T001']);
    expect(['G0', 'G1', 'G2', 'G3'].map((gate) => states.of(gate, 'T001')?.state)).toEqual([
      'passed',
      'passed',
      'failed',
      'rejected',
    ]);
  });

  it('two tasks have each their own states', () => {
    const run = new H3aInMemory();
    run.planned({ tasks: ['T001', 'T002'] });
    run.executed();
    run.validated();
    run.approved();
    run.planned();
    const states = gateStates(run.file(LEDGER));
    expect(['G0', 'G1', 'G2', 'G3'].map((gate) => states.of(gate, 'T001')?.state)).toEqual(
      Array(4).fill('passed'),
    );
    expect(['G0', 'G1', 'G2', 'G3'].map((gate) => states.of(gate, 'T002')?.state)).toEqual([
      'passed',
      'started',
      undefined,
      undefined,
    ]);
  });
});

describe('vector 3: the last word counts', () => {
  const stateOf = (...words: readonly string[]) =>
    gateStates(
      words
        .map((word) => `[2026-01-01T10:00:00Z] G2_validation - ${word} - validator - T001: a - b - c`)
        .join('\n'),
    ).of('G2', 'T001');

  it('PASSED and then FAILED is not passed; REJECTED and then PASSED is', () => {
    expect(stateOf('PASSED', 'FAILED')?.state).toBe('failed');
    expect(stateOf('REJECTED', 'PASSED')?.state).toBe('passed');
  });

  it('notes may hold what parts the fields', () => {
    expect(stateOf('PASSED')).toMatchObject({ agent: 'validator', notes: 'T001: a - b - c' });
  });

  it('a run writes FAILED behind the PASSED that it takes back', () => {
    const run = new H3aInMemory();
    run.planned();
    run.executed();
    run.validated('pass');
    run.decided('reject', 'intent_aligned: it does too much');
    run.executed({ change: { ...workOf('T001'), 'src/t001.js': 'T001, less\n' } });
    run.validated('fail');
    const words = run.ledger.filter((line) => line.startsWith('G2')).map((line) => line.split(' - ')[1]);
    expect(words.filter((word) => word === 'PASSED' || word === 'FAILED')).toEqual(['PASSED', 'FAILED']);
    expect(gateStates(run.file(LEDGER)).of('G2', 'T001')?.state).toBe('failed');
  });
});

describe('vector 10: hashes', () => {
  const run = finished();
  const red = 'artifacts/executor/test_output_red.txt';
  const check = (change: (files: Map<string, string>) => void) => {
    const files = new Map(run.files);
    change(files);
    return h3aInspector.run!(files);
  };
  const told = (found: ReturnType<typeof check>) => found.filter(isError).map(({ message }) => message);

  it('are the first 16 digits of the SHA-256 of what was handed in', () => {
    const entries = parseEvidenceLog(run.file('state/EVIDENCE_LOG.md')).value!;
    const last = entries.findLast(({ path }) => path === red);
    expect(last?.hash).toMatch(/^[0-9a-f]{16}$/);
    expect(last?.hash).toBe(evidenceHash(run.file(red)));
    expect(told(check(() => {}))).toEqual([]);
  });

  it('tell a file that was changed afterwards, and one that is gone', () => {
    expect(told(check((files) => files.set(red, 'FAILED another one\n')))).toEqual([
      `"${red}" was changed after it was logged: its hash is another one`,
    ]);
    expect(told(check((files) => files.delete(red)))).toContain(`"${red}" is logged, and is not there`);
  });

  it('of eight digits are an older form, and a warning', () => {
    const older = check((files) =>
      files.set(
        'state/EVIDENCE_LOG.md',
        run.file('state/EVIDENCE_LOG.md').replace(/\[hash:([0-9a-f]{8})[0-9a-f]{8}\]/g, '[hash:$1]'),
      ),
    );
    expect(told(older)).toEqual([]);
    expect(older.some(({ message }) => message.includes('older form'))).toBe(true);
  });
});

describe('vector 11: a write that was cut off', () => {
  const run = finished();

  it('leaves the old file readable, and is told', () => {
    const files = new Map([...run.files, ['state/GATES_LEDGER.md.tmp', '# H3A Ga'] as const]);
    expect(h3aInspector.run!(files).filter(({ file }) => file?.endsWith('.tmp'))).toMatchObject([
      { severity: 'warning', message: 'a write was cut off here' },
    ]);
  });

  it('costs nothing: what Baton writes is made again of the journal, byte for byte', () => {
    const copy = finished();
    const state = applyEntry(undefined, { seq: 1, at: copy.state.at, events: copy.events });
    expect(state.lines).toEqual(copy.state.lines);
    expect(h3a.projections!(copy.view)).toEqual(h3a.projections!(run.view));
  });
});

describe('vector 13: figures follow from what happened', () => {
  it('H2 rejected once of two is half accepted, with the target of 90 % missed', () => {
    const run = new H3aInMemory();
    const counted = new RunCount({ ...run.state.run });
    let seen = 0;
    const add = () => {
      const events = run.events.slice(seen);
      seen = run.events.length;
      counted.add(countedEntry({ seq: run.state.seq, at: run.state.at, events }));
    };
    add();
    run.afterEntry = add;
    run.planned();
    run.executed({ change: { ...workOf('T001'), 'src/t001.js': 'red\n' } });
    run.executed();
    run.validated();
    run.approved();
    const { contracts } = figuresOf(counted.close(), []);
    const of = (contract: string) => contracts.find((one) => one.contract === contract);
    expect(of('H1')).toMatchObject({ submitted: 1, accepted: 1, acceptRate: 1, target: 0.95, met: true });
    expect(of('H2')).toMatchObject({ submitted: 2, accepted: 1, rejected: 1, acceptRate: 0.5, met: false });
    expect(of('H3')).toMatchObject({ acceptRate: 1, firstPassYield: 1 });
  });
});

describe('vector 14: five sets of documents are one model', () => {
  it('sender, receiver, contract and task are found under all their names', () => {
    const read = (name: string) => {
      const { handoff, problems } = decodeJson(fixture(`variants/${name}.json`));
      expect(problems.filter(isError)).toEqual([]);
      return { from: handoff?.from, to: handoff?.to, task: handoff?.task };
    };
    expect(read('a')).toEqual({ from: 'executor', to: 'validator', task: 'T001' });
    expect(read('a-and-b')).toEqual({ from: 'executor', to: 'validator', task: 'T001' });
    expect(read('c')).toEqual({ from: 'planner', to: 'executor', task: 'task-001' });
    expect(read('d')).toEqual({ from: 'validator', to: 'human', task: 'T001' });
    expect(read('e')).toEqual({ from: 'planner', to: 'executor', task: 'T001' });
  });

  it('what a run writes is the union of the first two', () => {
    const run = finished();
    const decoded = h3aDialect.decode(
      { text: run.file('state/SESSION_HANDOFF.json'), file: 'SESSION_HANDOFF.json' },
      {},
    );
    expect(decoded).toMatchObject({
      variant: 'A+B',
      handoff: { from: 'validator', to: 'system', task: 'T002' },
    });
  });
});
