// The demo of h3a as a stranger plays it, and the lines of shell with which the documents of H3A look at a run.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leftovers } from '../crash/leftovers.ts';
import { playedDemo } from './played-demo.ts';
import { baton, gitIn, type Scratch } from './scratch.ts';

/** A line of shell in the project; it throws where it ends with anything but 0. */
const shell = (world: Scratch, line: string): string =>
  execFileSync('sh', ['-c', line], { cwd: world.project, encoding: 'utf8' });

const RUN = 'runs/demo';

describe('baton demo h3a', () => {
  const demo = playedDemo('h3a');

  const read = (path: string): string => readFileSync(join(demo.world.project, RUN, path), 'utf8');

  it('ends with 0 and three tasks committed on a branch of its own', async () => {
    expect(demo.outcome.exit, demo.outcome.stderr).toBe(0);
    expect(JSON.parse(demo.outcome.stdout)).toMatchObject({ workflow: 'h3a', status: 'complete' });
    expect(gitIn(demo.world.project, 'log', '--format=%s', 'main..baton/demo').trim().split('\n')).toEqual([
      'T003: Count greetings and goodbyes',
      'T002: Say goodbye by name',
      'T001: Greet people by name',
    ]);
    expect(gitIn(demo.world.project, 'status', '--porcelain')).toBe('');
    expect(await leftovers({ ...demo.world, tmp: join(demo.world.root, 'none') }, 'demo')).toEqual([]);
  });

  it('rejects a vague plan and green tests that are red, each by a clause with a name', () => {
    expect(
      demo.all('submission-rejected').map(({ assignment, rejection }) => [assignment, rejection.clauses[0]]),
    ).toEqual([
      ['G0.planner.T001.1', 'h1-preflight'],
      ['G1.executor.T001.1', 'tests-green'],
    ]);
  });

  it('fixes a task after validation, is blocked, escalates, and goes on by what a person says', () => {
    expect(
      demo
        .all('submission-accepted')
        .filter(({ assignment }) => !assignment.includes('engine'))
        .map(({ assignment, outcome: how }) => `${assignment} ${how}`),
    ).toEqual([
      ...['G0.planner.T001.1 ready', 'G1.executor.T001.1 done', 'G2.validator.T001.1 pass'],
      ...['G3.human.T001.1 approve', 'G0.planner.T002.1 ready', 'G1.executor.T002.1 done'],
      ...['G2.validator.T002.1 needs_remediation', 'G1.executor.T002.2 done', 'G2.validator.T002.2 pass'],
      ...['G3.human.T002.1 approve', 'G0.planner.T003.1 ready', 'G1.executor.T003.1 done'],
      ...['G2.validator.T003.1 escalation', 'escalated.human.T003.1 executor', 'G1.executor.T003.2 done'],
      ...['G2.validator.T003.2 pass_with_notes', 'G3.human.T003.1 approve'],
    ]);
    const blocked = demo.all('request-opened').filter(({ request }) => request.request === 'submit_blocked');
    expect(blocked.map(({ request }) => request.args['blocked_by'])).toEqual([
      ["It is not said whether 'hello' in small letters counts"],
    ]);
  });

  it('leaves every file of the layout', () => {
    const wanted = [
      ...[
        'README.md',
        'state.json',
        'g3_approval_report.json',
        'planner_report.json',
        'executor_report.json',
      ],
      ...['validator_report.json', 'state/ROADMAP.md', 'state/CURRENT_TASK.json', 'state/GATES_LEDGER.md'],
      ...['state/EVIDENCE_LOG.md', 'state/SESSION_HANDOFF.json', 'artifacts/executor/test_output_red.txt'],
      ...['artifacts/executor/test_output_green.txt', 'artifacts/executor/coverage_delta.json'],
      ...['artifacts/validator/security_scan.json', 'artifacts/escalation/handoff_rejection_H1.md'],
      ...['artifacts/escalation/handoff_rejection_H2.md', 'artifacts/escalation/issue_T003.md'],
    ];
    expect(wanted.filter((path) => !existsSync(join(demo.world.project, RUN, path)))).toEqual([]);
    expect(read('state/ROADMAP.md').match(/^- \[x\] T00\d: .* ✅ \(Completed: .*Z\)$/gm)).toHaveLength(3);
  });

  it.each([
    `test -f ${RUN}/state/CURRENT_TASK.json`,
    `jq -e '.tdd_plan.red != null and .tdd_plan.green != null and .tdd_plan.refactor != null' ${RUN}/state/CURRENT_TASK.json`,
    `jq -e '.definition_of_done | length >= 3' ${RUN}/state/CURRENT_TASK.json`,
    `grep -q "G0_planning - PASSED" ${RUN}/state/GATES_LEDGER.md`,
    `test -f ${RUN}/artifacts/executor/test_output_red.txt`,
    `test -f ${RUN}/artifacts/executor/test_output_green.txt`,
    `jq -e '.tdd_cycles[-1].coverage_delta' ${RUN}/executor_report.json`,
    `jq -e '.tdd_cycles[-1].tdd_phases.red.test_file' ${RUN}/executor_report.json`,
    `grep -q "G1_implementation - PASSED" ${RUN}/state/GATES_LEDGER.md`,
    `test -f ${RUN}/validator_report.json`,
    `jq -e '.verdicts[-1].status' ${RUN}/validator_report.json`,
    `test -f ${RUN}/artifacts/validator/security_scan.json`,
    `grep -E "G2_validation - (PASSED|FAILED)" ${RUN}/state/GATES_LEDGER.md`,
  ])('satisfies: %s', (line) => {
    expect(() => shell(demo.world, line)).not.toThrow();
  });

  it('has a ledger that grep can follow: rejections on the gate of the receiver, acceptance logged', () => {
    const ledger = read('state/GATES_LEDGER.md');
    for (const pattern of [
      /^\[.*Z\] G1_implementation - REJECTED - executor - Reason: .*Write tests.*\(T001\)$/m,
      /^\[.*Z\] G1_implementation - ACCEPTED - executor - T001: /m,
      /^\[.*Z\] G2_validation - REJECTED - validator - Reason: .*\(T001\)$/m,
      /^\[.*Z\] G2_validation - FAILED - validator - T002: verdict needs_remediation$/m,
      /^\[.*Z\] G1_implementation - ESCALATION - executor - T003: blocked by /m,
      /^\[.*Z\] G2_validation - ESCALATION - /m,
      /^\[.*Z\] G3_production_ready - PASSED - human - T003: approved/m,
    ])
      expect(ledger).toMatch(pattern);
    expect(JSON.parse(read('state/SESSION_HANDOFF.json'))).toMatchObject({
      ...{ handoff_id: 'H3', next_agent: 'system', status: 'ready' },
      payload: { task_id: 'T003', verdict: 'pass_with_notes', approval_for_next_task: true },
    });
  });

  it('verifies, is found sound by check, and is measured and attested', async () => {
    expect((await baton(demo.world, ['verify', 'demo'])).exit).toBe(0);
    const checked = await baton(demo.world, ['check', RUN, '--json']);
    expect(JSON.parse(checked.stdout)).toMatchObject({
      ok: true,
      results: [{ kind: 'run', dialect: 'h3a' }],
    });
    const { contracts } = JSON.parse((await baton(demo.world, ['metrics', 'demo', '--json'])).stdout) as {
      contracts: { contract: string; submitted: number; accepted: number }[];
    };
    const counts = contracts.map(({ contract, submitted, accepted }) => [contract, submitted, accepted]);
    expect(counts).toEqual(
      expect.arrayContaining([
        ['H1', 4, 3],
        ['H2', 6, 5],
        ['H3', 5, 5],
      ]),
    );
    expect((await baton(demo.world, ['attest', 'demo'])).exit).toBe(0);
    const verifier = join(import.meta.dirname, '../../tools/verify-attestation.mjs');
    const said = execFileSync(
      process.execPath,
      [verifier, join(demo.world.project, RUN, 'attestations.json')],
      {
        encoding: 'utf8',
      },
    );
    expect(said).not.toBe('');
  });
});
