// Vectors of the format that are about rounds and people: iterations, escalation, the last gate.
import { describe, expect, it } from 'vitest';
import { gateStates } from '../../src/systems/h3a/inspect/gate-states.ts';
import { decisionOf, POINTS } from '../../src/systems/h3a/workflow/approval.ts';
import { workOf } from '../fixtures/h3a-documents.ts';
import { H3aInMemory, type Options } from '../fixtures/h3a-in-memory.ts';
import { shortly, wordsOf } from '../fixtures/h3a-verdicts.ts';

let round = 0;

/** Does the task once more, with other bytes. */
const fix = (run: H3aInMemory): void => {
  round += 1;
  const came = run.executed({
    change: { ...workOf(run.task), [`src/${run.task.toLowerCase()}.js`]: `${run.task} ${round}\n` },
  });
  expect(shortly(came)).toBe('accepted done');
};

const validating = (options: Options = {}): H3aInMemory => {
  const run = new H3aInMemory(options);
  run.planned({ tasks: ['T001', 'T002'] });
  run.executed();
  return run;
};

const approving = (options: Options = {}): H3aInMemory => {
  const run = validating(options);
  run.validated();
  return run;
};

const ISSUE = 'artifacts/escalation/issue_T001.md';

describe('vector 9: two attempts, then a person', () => {
  it('the second failure escalates, with a file that says why and what to do', () => {
    const run = validating();
    run.validated('needs_remediation');
    expect([run.phase, run.files.has(ISSUE)]).toEqual(['G1', false]);
    fix(run);
    run.validated('fail');
    expect(run.phase).toBe('escalated');
    expect(gateStates(run.file('state/GATES_LEDGER.md')).of('G2', 'T001')?.state).toBe('escalation');
    const issue = run.file(ISSUE);
    expect(issue).toContain('Why: the rounds of remediation are used up.');
    expect(issue).toContain('Return an empty text from src/t001.js when the name is empty');
    expect(run.questions.map(({ ask }) => ask.choices)).toEqual([
      ['executor', 'planner', 'validator', 'abort'],
    ]);
  });

  it('what a person rules sets the count back, and that is recorded with the words', () => {
    const run = validating();
    run.validated('fail');
    fix(run);
    run.validated('fail');
    run.decided('executor', 'The empty name returns an empty text.');
    expect(run.ledger.slice(-2)).toEqual([
      'G1_implementation - STARTED - human - T001: escalation answered, executor goes on: The empty name returns an empty text.',
      'G1_implementation - STARTED - executor - T001: round 3, iteration_count set back to 0 by a person (remediations)',
    ]);
    expect(run.file(ISSUE)).toContain('The empty name returns an empty text.');
    fix(run);
    run.validated('fail');
    expect(run.phase).toBe('G1');
    fix(run);
    run.validated('fail');
    expect(run.phase).toBe('escalated');
  });

  it.each([
    [0, 0],
    [1, 1],
    [3, 3],
  ])('with policy.remediations: %d there are %d rounds of mending', (remediations, rounds) => {
    const run = validating({ policy: { remediations } });
    for (let n = 0; n < rounds; n += 1) {
      run.validated('fail');
      expect(run.phase).toBe('G1');
      fix(run);
    }
    run.validated('fail');
    expect(run.phase).toBe('escalated');
  });

  it('a task that was escalated leaves the next one its own count', () => {
    const run = validating();
    run.validated('fail');
    fix(run);
    run.validated('pass');
    run.approved();
    run.planned();
    run.executed();
    run.validated('fail');
    expect([run.task, run.phase]).toEqual(['T002', 'G1']);
  });

  it('the validator can ask for a person at once, and can be asked again', () => {
    const run = validating();
    run.validated('escalation');
    expect(run.phase).toBe('escalated');
    run.decided('validator', 'The scan is right; judge the code.');
    expect(run.phase).toBe('G2');
    expect(run.ledger.at(-1)).toBe('G2_validation - STARTED - validator - T001: round 2');
    expect(shortly(run.validated('pass'))).toBe('accepted pass');
  });

  it('a person can give the run up', () => {
    const run = validating();
    run.validated('escalation');
    run.decided('abort', 'Not worth it.');
    expect(run.state.status).toBe('cancelled');
    expect(run.ledger.at(-1)).toBe('G2_validation - FAILED - human - T001: given up: Not worth it.');
    expect(run.json('state.json')).toMatchObject({ status: 'cancelled' });
  });

  it('a plan can be made anew, and is judged anew', () => {
    const run = validating();
    run.validated('escalation');
    run.decided('planner', 'Cut it.');
    expect([run.phase, gateStates(run.file('state/GATES_LEDGER.md')).of('G0', 'T001')?.state]).toEqual([
      'G0',
      'started',
    ]);
    expect(shortly(run.planned({ task: { files_affected: [] } }))).toBe('rejected h1-preflight');
    expect(shortly(run.planned())).toBe('accepted ready');
  });
});

describe('vector 12: what the last gate decides', () => {
  it.each([
    [[], 'approve'],
    [['docs_updated'], 'conditional'],
    [['docs_updated', 'code_readable'], 'conditional'],
    [['docs_updated', 'code_readable', 'tests_pass'], 'reject'],
    [['security_ok'], 'reject'],
    [['security_ok', 'docs_updated'], 'reject'],
    [POINTS, 'reject'],
  ] as const)('%j failed: %s', (failed, wanted) => {
    expect(decisionOf(failed)).toBe(wanted);
  });

  it.each([
    ['approve', '', 'accepted approve'],
    ['approve', 'code_readable: one name could be better', 'accepted approve'],
    ['approve', 'code_readable and docs_updated', 'refused'],
    ['conditional', 'docs_updated: the flag is missing', 'accepted conditional'],
    ['conditional', 'docs_updated, code_readable', 'accepted conditional'],
    ['conditional', 'docs_updated, code_readable, intent_aligned', 'refused'],
    ['approve', 'security_ok', 'refused'],
    ['conditional', 'security_ok', 'refused'],
    ['reject', 'security_ok: a token is logged', 'accepted reject'],
    ['reject', '', 'accepted reject'],
  ])('%s with %j: %s', (choice, words, wanted) => {
    const run = approving();
    expect(shortly(run.decided(choice, words))).toBe(wanted);
    if (wanted === 'refused') expect([run.phase, run.questions.length]).toEqual(['G3', 1]);
  });

  it('security always rejects, and says so', () => {
    const run = approving();
    expect(wordsOf(run.decided('approve', 'Fine, but security_ok is not.'))).toContain(
      'security always rejects',
    );
    expect(run.files.has('g3_approval_report.json')).toBe(false);
  });

  it('there is one round under conditions, and no second one', () => {
    const run = approving();
    expect(run.questions[0]?.ask.choices).toEqual(['approve', 'conditional', 'reject']);
    run.decided('conditional', 'docs_updated');
    expect(run.phase).toBe('G1');
    fix(run);
    run.validated();
    expect(run.questions[0]?.ask.choices).toEqual(['approve', 'reject']);
    expect(shortly(run.decided('conditional', 'docs_updated'))).toBe('refused');
    expect(shortly(run.approved())).toBe('accepted approve');
  });

  it('after two rejections another one goes to a person who rules', () => {
    const run = approving();
    for (let n = 0; n < 2; n += 1) {
      run.decided('reject', 'requirements_met');
      expect(run.phase).toBe('G1');
      fix(run);
      run.validated();
    }
    run.decided('reject', 'requirements_met');
    expect(run.phase).toBe('escalated');
    const states = gateStates(run.file('state/GATES_LEDGER.md'));
    expect([states.of('G3', 'T001')?.state, states.of('G2', 'T001')?.state]).toEqual([
      'escalation',
      'passed',
    ]);
  });

  it('the report names the points, the decision and the bytes that were seen', () => {
    const run = approving();
    run.decided('conditional', 'docs_updated: the flag is missing');
    expect(run.json('g3_approval_report.json')).toMatchObject({
      gate: 'G3',
      task_id: 'T001',
      decision: 'CONDITIONAL APPROVAL',
      human_verification: { docs_updated: false, security_ok: null },
      checklist_passed: null,
      checklist_failed: 1,
      deployment_approved: false,
      tree: run.state.artifacts['tree']!.digest,
    });
    fix(run);
    run.validated();
    run.approved('Thank you.');
    expect(run.json('g3_approval_report.json')).toMatchObject({
      decision: 'APPROVED',
      deployment_approved: true,
      notes: 'Thank you.',
    });
  });

  it('nobody is asked to approve what was not validated', () => {
    for (const verdict of ['fail', 'needs_remediation', 'escalation']) {
      const run = validating();
      run.validated(verdict);
      expect(run.phase).not.toBe('G3');
      expect(run.questions.some(({ id }) => id.startsWith('G3'))).toBe(false);
    }
  });
});
