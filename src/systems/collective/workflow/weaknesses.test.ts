// Weaknesses of the collective that only a run can have or not have; `../weaknesses.test.ts` has those of reading and counting.
// Shown elsewhere: 3 and 4, hooks that never fire, with the real Claude Code (test/agents/claude-collective.test.ts); 12, an
// installer that leaves settings without hooks (src/operations/setup/init.test.ts). 11 (agents told two things at once), 13
// (documents that say something else than the code) and 17 (a list of dangerous commands) are nothing that Baton has.
import { describe, expect, it } from 'vitest';
import type { Scene } from '../../../testing/script.ts';
import { testEvidence } from '../../../testing/test-evidence.ts';
import { readRecords } from '../metrics/handoff-record.ts';
import { blockOf, codes, played, tasksText } from './scripts.fixture.ts';

const DIRECT = tasksText({ id: 1, agent: 'module-development-agent' });
const red = testEvidence({ failing: ['greets'] });

type Run = Awaited<ReturnType<typeof played>>;
const recordsOf = (run: Run) => readRecords(run.files['handoffs.jsonl'] ?? '').records;

describe('weaknesses that a run of Baton does not have', () => {
  it('5: a gate that runs its own tests, and cannot fail', async () => {
    const run = await played({ tasks: DIRECT, evidence: red });
    expect(run.verdicts.map(({ accepted }) => accepted)).not.toContain(true);
    expect(run.facts).not.toContain('work.proven/1');
    expect(run.status).not.toBe('complete');
  });

  it('6: a validation that only writes a log', async () => {
    const run = await played({ tasks: DIRECT, evidence: red });
    expect(recordsOf(run)[0]).toMatchObject({ verdict: 'held', problems: [{ severity: 'error' }] });
    expect(run.trees['main']).not.toHaveProperty(['src/1.js']);
  });

  it('9: gates that always pass, and ways around them that nobody records', async () => {
    const run = await played({
      tasks: DIRECT,
      agents: {
        'module-development-agent': (scene: Scene) => ({
          say: blockOf(scene, { status: 'failed', on_failure: { retry: 0, context: 'It is too hard.' } }),
        }),
      },
      people: { escalated: () => ({ says: 'give-up', why: 'Not now.' }) },
    });
    // Whoever leaves a task aside is in the journal, with the words.
    const said = run.entries.flatMap(({ events }) =>
      events.filter((event) => event.kind === 'submission-accepted' && event.remark === 'Not now.'),
    );
    expect(said).toHaveLength(1);
    expect(JSON.parse(run.files['state.json'] ?? '').tasks).toEqual({ 1: 'failed' });
  });

  it('10: work that ends with an agent that was removed', async () => {
    let turns = 0;
    const run = await played({
      agents: {
        'routing-agent': (scene: Scene) => {
          turns += 1;
          const to = turns === 1 ? '@mock-deliverable-agent' : '@module-development-agent';
          return { say: blockOf(scene, { phase: 'Planning', to }) };
        },
        'module-development-agent': codes(),
      },
    });
    expect(recordsOf(run)[0]).toMatchObject({
      verdict: 'held',
      problems: [{ code: 'HANDOFF_AGENT_UNKNOWN' }],
    });
    expect(run.status).toBe('complete');
  });

  it('16: two handoffs at the same moment, of which one is lost', async () => {
    const tasks = tasksText(...[1, 2, 3, 4, 5, 6].map((id) => ({ id, agent: 'module-development-agent' })));
    const run = await played({ tasks });
    expect(
      recordsOf(run)
        .map(({ task }) => task)
        .toSorted(),
    ).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(Object.keys(run.trees['main'] ?? {}).filter((path) => path.startsWith('src/'))).toHaveLength(6);
  });
});
