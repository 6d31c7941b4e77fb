// Traps of the original in who does what, who counts, and who waits; and what Baton does instead.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { REJECTIONS_MAX } from '../../src/model/limits/limits.ts';
import { h3a } from '../../src/systems/h3a/workflow/h3a.ts';
import { policy } from '../../src/systems/h3a/workflow/policy.ts';
import { workOf } from '../fixtures/h3a-documents.ts';
import { H3aInMemory } from '../fixtures/h3a-in-memory.ts';
import { shortly } from '../fixtures/h3a-verdicts.ts';

const RED_WORK = { ...workOf('T001'), 'src/t001.js': 'nothing\n' };

describe('trap 10: nobody counts rejections; here the work does, and its end is certain', () => {
  it('each is numbered in the ledger; none is an iteration', () => {
    const run = new H3aInMemory();
    run.planned();
    run.executed({ change: RED_WORK });
    run.executed({ change: RED_WORK });
    run.executed({ change: RED_WORK });
    expect(run.wanted).toEqual([]);
    run.help('Let it pass.');
    const rejected = run.ledger.filter((line) => line.includes('REJECTED'));
    expect(rejected.map((line) => /rejected (\d) times/.exec(line)?.[1])).toEqual([undefined, '2', '3']);
    expect(run.state.counters).toEqual({});
    run.executed();
    expect(run.json('state/SESSION_HANDOFF.json')).toMatchObject({ payload: { iteration_count: 1 } });
  });

  it('after so many the run ends, with the last reason', () => {
    const run = new H3aInMemory();
    run.planned();
    for (let n = 0; n < REJECTIONS_MAX; n += 1) {
      run.executed({ change: RED_WORK });
      run.help('Try again.');
    }
    expect(run.state).toMatchObject({ status: 'failed', cause: { code: 'LIMIT_REACHED' } });
    expect(run.json('state.json')).toMatchObject({ status: 'failed' });
  });
});

describe('trap 11: two iterations, of what and counted by whom; here a policy says it and Baton counts', () => {
  it('only a verdict that sends back is counted, on the task', () => {
    const run = new H3aInMemory();
    run.planned();
    run.executed({ change: RED_WORK });
    run.executed();
    expect(run.state.counters).toEqual({});
    run.validated('fail');
    expect(run.state.counters).toEqual({ 'remediations/T001': 1 });
  });

  it('the counter that a person sets back is named in the ledger', () => {
    const run = new H3aInMemory({ policy: { remediations: 0 } });
    run.planned();
    run.executed();
    run.validated('fail');
    run.decided('executor', 'Go on.');
    expect(run.phase).toBe('G1');
    expect(run.ledger.at(-1)).toMatch(/^G1_implementation - STARTED - executor - T001: round 2/);
    expect(run.ledger.at(-2)).toContain('STARTED - human - T001: escalation answered');
  });
});

describe('trap 12: everybody waits for a status that nobody writes; here Baton writes it', () => {
  it('"ready" and who is next are in every handoff that was accepted', () => {
    const run = new H3aInMemory();
    const seen: unknown[] = [];
    const look = (): void => {
      const { handoff_id, status, next_agent, to_agent } = run.json('state/SESSION_HANDOFF.json');
      seen.push([handoff_id, status, next_agent, to_agent]);
    };
    run.planned();
    look();
    run.executed();
    look();
    run.validated('needs_remediation');
    look();
    run.executed({ change: { ...workOf('T001'), 'src/t001.js': 'T001 fixed\n' } });
    run.validated('escalation');
    look();
    run.decided('validator');
    run.validated('pass');
    look();
    expect(seen).toEqual([
      ['H1', 'ready', 'executor', 'executor'],
      ['H2', 'ready', 'validator', 'validator'],
      ['H3', 'ready', 'executor', 'executor'],
      ['H3', 'ready', 'human', 'human'],
      ['H3', 'ready', 'system', 'system'],
    ]);
  });

  it('no receiver starts before: it is asked for only when its handoff was accepted', () => {
    const run = new H3aInMemory();
    run.planned({ task: { files_affected: [] } });
    expect(run.json('state/SESSION_HANDOFF.json')['status']).toBe('rejected');
    expect(run.wanted).toEqual(['G0.planner.T001.1']);
  });
});

describe('trap 13: a task file with two owners and one slot; here it has one owner, and none is lost', () => {
  it('every file of a run has one role that may write it; the roadmap is checked off by the engine', () => {
    const owners = new Map<string, string[]>();
    for (const [role, { mayWrite }] of Object.entries(h3a.roles))
      for (const artifact of mayWrite) owners.set(artifact, [...(owners.get(artifact) ?? []), role]);
    expect([...owners].filter(([, roles]) => roles.length > 1)).toEqual([['roadmap', ['planner', 'engine']]]);
    expect(owners.get('task')).toEqual(['planner']);
  });

  it('what was planned for an earlier task stays in the log and in the journal', () => {
    const run = new H3aInMemory();
    run.planned({ tasks: ['T001', 'T002'] });
    const first = run.state.artifacts['task']!.digest;
    run.executed();
    run.validated();
    run.approved();
    run.planned();
    expect(run.json('state/CURRENT_TASK.json')['task_id']).toBe('T002');
    expect(run.file('state/EVIDENCE_LOG.md')).toContain(`[hash:${first.slice(7, 23)}]`);
    expect(JSON.stringify(run.events)).toContain(first);
  });
});

describe('trap 14: one handoff file without a past, and writers who overwrite each other; here it is made by one', () => {
  it('keeps every handoff, also those that were rejected, in order', () => {
    const run = new H3aInMemory();
    run.planned({ task: { files_affected: [] } });
    run.planned();
    run.executed();
    run.validated();
    const { history } = run.json('state/SESSION_HANDOFF.json') as {
      history: { from: string; to: string; notes: string }[];
    };
    expect(history.map(({ from, to, notes }) => `${from} ${to} ${notes.slice(0, 17)}`)).toEqual([
      'planner executor H1 T001: rejected',
      'planner executor H1 T001: ready',
      'executor validator H2 T001: ready',
      'validator system H3 T001: ready',
    ]);
  });

  it('is a projection: no contract lets an agent hand it in', () => {
    const paths = Object.values(h3a.artifacts).map(({ path }) => path);
    expect(paths).not.toContain('state/SESSION_HANDOFF.json');
    expect(h3a.projections!(new H3aInMemory().view).map(({ path }) => path)).toContain(
      'state/SESSION_HANDOFF.json',
    );
  });
});

describe('trap 16: the last gate is the system’s, or a person’s; here the system lets in and a person decides', () => {
  it('both words are there: PASSED in the ledger, APPROVED in the report', () => {
    const run = new H3aInMemory();
    run.done();
    expect(run.ledger.filter((line) => line.startsWith('G3'))).toEqual([
      'G3_production_ready - ACCEPTED - system - T001: H3 accepted',
      'G3_production_ready - STARTED - system - T001: round 1',
      'G3_production_ready - PASSED - human - T001: approved',
    ]);
    expect(run.json('g3_approval_report.json')).toMatchObject({ decision: 'APPROVED', approver: 'human' });
  });
});

describe('trap 18: people are waited for three times a task; here once, or twice if a project wants it', () => {
  const decisions = (bridge_h1: string): string[] => {
    const run = new H3aInMemory({ policy: { bridge_h1 } });
    const asked = new Set<string>();
    run.afterEntry = () => {
      for (const { id } of run.questions) asked.add(id);
    };
    run.planned();
    if (bridge_h1 === 'person') run.decided('go');
    run.executed();
    run.validated();
    run.approved();
    return [...asked];
  };

  it('auto: the approval alone', () => {
    expect(decisions('auto')).toEqual(['G3.human.T001.1']);
  });

  it('person: the plan, and the approval', () => {
    expect(decisions('person')).toEqual(['bridge.human.T001.1', 'G3.human.T001.1']);
  });

  it('a plan that is sent back is planned anew with the words, and both are in the ledger', () => {
    const run = new H3aInMemory({ policy: { bridge_h1: 'person' } });
    run.planned();
    run.decided('back', 'Smaller, please.');
    expect([run.phase, run.wanted]).toEqual(['G0', ['G0.planner.T001.2']]);
    expect(run.ledger).toContain(
      'G1_implementation - REJECTED - human - Reason: H1 sent back by a person: Smaller, please. (T001)',
    );
    expect(run.json('state/SESSION_HANDOFF.json')).toMatchObject({
      handoff_id: 'H1',
      status: 'rejected',
      rejected_by: 'human',
    });
    expect(run.file('artifacts/escalation/handoff_rejection_H1.md')).toContain('Smaller, please.');
    expect(run.state.positions['task/T001']?.remark).toBe('Smaller, please.');
    run.planned();
    run.decided('go', 'Good.');
    expect(run.ledger).toContain(
      'G1_implementation - STARTED - human - T001: H1 carried over by a person: Good.',
    );
    expect(shortly(run.executed())).toBe('accepted done');
  });
});

describe('trap 19: figures of defects and coverage that nobody measured', () => {
  const page = fileURLToPath(new URL('../../docs/h3a.md', import.meta.url));

  it('there is nothing to run: the page of the workflow states marks of the policy and no result', () => {
    expect(existsSync(page)).toBe(true);
    const marks = new Set(
      Object.values(policy.parse({}))
        .filter((one) => typeof one === 'number')
        .map(String),
    );
    const claims = [...readFileSync(page, 'utf8').matchAll(/(\d+(?:\.\d+)?) ?%/g)].map(
      ([, number]) => number!,
    );
    expect(claims.filter((number) => !marks.has(number) && number !== '100')).toEqual([]);
  });
});
