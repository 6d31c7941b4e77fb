// What a stranger reads in a run directory, pinned as text.
import { describe, expect, it } from 'vitest';
import { expectGolden } from '../../../../test/fixtures/golden.ts';
import { workOf } from '../../../../test/fixtures/h3a-documents.ts';
import { H3aInMemory } from '../../../../test/fixtures/h3a-in-memory.ts';
import { h3a } from './h3a.ts';

/** A rejection of each kind, an escalation, a gate of the project, an approval. */
const run = new H3aInMemory({ policy: { gates: ['G2.5_performance'], remediations: 0 } });
run.planned({
  tasks: ['T001', 'T002'],
  task: { tdd_plan: { red: 'Write tests', green: 'Do it in src/t001.js', refactor: 'None' } },
});
run.planned({ tasks: ['T001', 'T002'], args: { summary: 'One file and its test.' } });
run.executed({ change: { ...workOf('T001'), 'src/t001.js': 'nothing\n' } });
run.executed({ args: { summary: 'T001 is there.' } });
run.validated('pass', { entry: { approval_for_next_task: false } });
run.validated('needs_remediation');
run.decided('executor', 'Handle the empty name.');
run.executed({ change: { ...workOf('T001'), 'src/t001.js': "export const name = 'T001' ?? '';\n" } });
run.validated('pass');
const path = run.state.works[run.wanted[0]!]!.assignment.writes[0]!.path;
run.handIn({
  [path]: JSON.stringify({ gate: 'G2.5_performance', status: 'pass', evidence: ['p95 is 120 ms'] }),
});
run.approved('Well done.');

describe('the files that only Baton writes', () => {
  const made = h3a.projections!(run.view);

  it('are these', () => {
    expect(made.map((one) => one.path)).toEqual([
      'README.md',
      'state/GATES_LEDGER.md',
      'state/EVIDENCE_LOG.md',
      'state/SESSION_HANDOFF.json',
      'state.json',
      'artifacts/escalation/handoff_rejection_H1.md',
      'artifacts/escalation/handoff_rejection_H2.md',
      'artifacts/escalation/handoff_rejection_H3.md',
      'artifacts/escalation/issue_T001.md',
      'g3_approval_report.json',
    ]);
  });

  it.each(made.map((one) => [one.path, one.text] as const))('%s', (name, text) => {
    expectGolden(`h3a/${name.replaceAll('/', '_')}`, text);
  });

  it('cost nothing twice: the same state makes the same bytes', () => {
    expect(h3a.projections!(run.view)).toEqual(made);
  });
});
