// Defects of the original in how calls reach a run, and what Baton does instead.
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/model/run/answer.ts';
import { AgentmuxInMemory } from '../fixtures/agentmux-in-memory.ts';
import {
  architect,
  code,
  failText,
  plan,
  review,
  startAgentmux,
  toImplementing,
  toReviewing,
} from '../fixtures/agentmux-steps.ts';

const LOG = 'tool_events.jsonl';
const ROUNDS = 300;
const AT_ONCE = 25;

const lineOf = (tool: string, payload: object = {}): string =>
  `${JSON.stringify({ tool, timestamp: '2026-11-15T10:00:00+00:00', payload })}\n`;

/** So many rounds, some of them at the same time; gives back which of them failed, and why. */
const failedRounds = async (play: (round: number) => Promise<void>): Promise<string[]> => {
  const failed: string[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let round = next++; round < ROUNDS; round = next++)
      await play(round).catch((cause: unknown) => failed.push(`${round}: ${String(cause)}`));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return failed;
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const refusedLines = (run: AgentmuxInMemory): string[] =>
  run
    .events('submission-refused')
    .filter(({ code: found, message }) => found === 'TOKEN_MISSING' && message.includes(`appended to ${LOG}`))
    .map(({ message }) => message);

describe('defect 4: what came while the watcher started was lost, 11 times in 300; here nothing is', () => {
  it(`a call at the door as soon as there is one is taken, in ${ROUNDS} of ${ROUNDS} rounds`, async () => {
    const failed = await failedRounds(async () => {
      const answers: Promise<Answer>[] = [];
      const run = new AgentmuxInMemory({
        onTask: (task, inside) => {
          if (task.role !== 'architect') return;
          inside.write('02_architecting/architecture.md', '# Architecture\n');
          answers.push(inside.callAs(task, 'submit_architecture'));
        },
      });
      try {
        await run.open();
        await run.until(() => answers.length > 0, 'the call');
        expect((await answers[0]!).status).toBe('accepted');
        // And what follows from it has begun.
        await run.task('planning.planner.1');
      } finally {
        await run.close();
      }
    });
    expect(failed).toEqual([]);
  });

  it(`a line that is appended at any moment meanwhile is noticed, in ${ROUNDS} of ${ROUNDS} rounds`, async () => {
    const failed = await failedRounds(async (round) => {
      const run = new AgentmuxInMemory();
      try {
        // Before the holder is there, while it opens, and after that.
        const opened = pause(round % 10 === 0 ? 5 : 0).then(() => run.open());
        await pause(round % 12);
        run.append(LOG, lineOf('submit_architecture'));
        await opened;
        await run.until(() => refusedLines(run).length > 0, `round ${round}: the refusal`);
        await run.until(() => run.read(LOG) === '', 'the file as it was');
        expect(refusedLines(run)).toHaveLength(1);
        expect(run.phase).toBe('architecting');
      } finally {
        await run.close();
      }
    });
    expect(failed).toEqual([]);
  });

  it('a line is noticed also when nothing else happens', async () => {
    const run = await startAgentmux();
    await run.task('architecting.architect.1');
    await pause(200);
    const before = run.entries.length;
    run.append(LOG, lineOf('submit_architecture'));
    await run.until(() => refusedLines(run).length > 0, 'the refusal');
    expect(run.entries).toHaveLength(before + 1);
  });

  it('a line that was there before the holder is refused in words that say what to do', async () => {
    const run = new AgentmuxInMemory();
    run.write(LOG, lineOf('submit_architecture'));
    await run.open();
    await run.until(() => refusedLines(run).length > 0, 'the refusal');
    expect(refusedLines(run)[0]).toContain('It carries no token, so nothing was handed in');
    expect(run.entries.at(-1)).toMatchObject({
      by: { unknown: true },
      input: { kind: 'refuse', tool: 'submit_architecture' },
    });
    await run.close();
  });
});

describe('defect 5: a line written in two pieces became two broken lines; here it is one', () => {
  it('half a line is waited for, and the whole of it is judged once', async () => {
    const run = await startAgentmux();
    await run.task('architecting.architect.1');
    const line = lineOf('submit_architecture', { reviewers: ['reviewer_expert'] });
    run.append(LOG, line.slice(0, 40));
    // Long enough for the holder to have looked at the half.
    await pause(150);
    // Something is accepted meanwhile: the file is due to be written, and still the half is not torn away.
    const asked = { topic: 'x', context: 'c', questions: ['q?'] };
    expect(await run.call('architecting.architect.1', 'research_dispatch_code', asked)).toMatchObject({
      status: 'asked',
    });
    await pause(150);
    expect(refusedLines(run)).toEqual([]);
    expect(run.read(LOG)).toContain(line.slice(0, 40));
    run.append(LOG, line.slice(40));
    await run.until(() => refusedLines(run).length > 0, 'the refusal');
    await run.until(() => run.read(LOG)?.includes('research_dispatch_code') ?? false, 'what was accepted');
    await pause(150);
    expect(refusedLines(run)).toHaveLength(1);
    expect(refusedLines(run)[0]).toContain(line.trimEnd());
    const lines = run.read(LOG)!.trimEnd().split('\n');
    expect(lines.map((text) => (JSON.parse(text) as { tool: string }).tool)).toEqual([
      'research_dispatch_code',
    ]);
  });
});

describe('defect 10: any submit_done ended whatever was under way; here it counts for its own work alone', () => {
  it('an index that is not the one of this work is rejected, and leaves no marker', async () => {
    const run = await startAgentmux();
    await toImplementing(run);
    // The same mistake twice ends the session: the third is another one.
    for (const index of [99, 0, 2]) {
      const answer = await run.call('implementing.coder.1.1', 'submit_done', { subplan_index: index });
      expect(answer).toMatchObject({ status: 'rejected' });
      expect(JSON.stringify(answer)).toContain(
        index === 0
          ? 'subplan_index must be an integer >= 1.'
          : `expected 1, which is what implementing.coder.1.1 does, got ${index}`,
      );
    }
    await run.call('implementing.coder.1.1', 'status');
    expect(run.phase).toBe('implementing');
    for (const index of [0, 1, 2, 99]) expect(run.read(`06_implementation/done_${index}`)).toBeUndefined();
    expect(run.state.works['implementing.coder.1.1']!.outcome).toBeUndefined();
  });

  it('late and doubled calls of coders that are done do not end the fix', async () => {
    const run = await startAgentmux();
    await toImplementing(run);
    const late = await run.task('implementing.coder.2.1');
    await Promise.all([code(run, 1), code(run, 2)]);
    await review(run, { text: failText() });
    await run.task('fixing.coder.1');
    for (const subplan_index of [1, 2])
      expect(await run.callAs(late, 'submit_done', { subplan_index })).toMatchObject({
        status: 'refused',
        code: 'ASSIGNMENT_CLOSED',
      });
    run.change('fixing.coder.1', { 'part-1/a': 'fixed\n' });
    expect(await run.call('fixing.coder.1', 'submit_done', { subplan_index: 2 })).toMatchObject({
      status: 'rejected',
      problems: [{ field: 'subplan_index' }],
    });
    expect(run.phase).toBe('fixing');
    await run.accept('fixing.coder.1', 'submit_done', { subplan_index: 1 });
    await run.reach('reviewing');
  });

  it('a review in the name of another reviewer is rejected', async () => {
    const run = await startAgentmux();
    await toReviewing(run, ['reviewer_logic', 'reviewer_quality']);
    await run.task('reviewing.reviewer_logic.1');
    run.write('07_review/review_reviewer_logic.yaml', 'verdict: pass\nsummary: Good.\n');
    expect(
      await run.call('reviewing.reviewer_logic.1', 'submit_review', { role: 'reviewer_quality' }),
    ).toMatchObject({
      status: 'rejected',
      problems: [{ field: 'role' }],
    });
    await review(run);
    expect(run.state.works['reviewing.reviewer_quality.1']!.outcome).toBeUndefined();
    expect(run.phase).toBe('reviewing');
  });
});

const RESEARCH = { topic: 'auth-flow', context: 'We add a login.', questions: ['Where is it?'] };

describe('defect 11: a call in the wrong phase was told "done" and dropped; here it is refused in words, and kept', () => {
  it('research while coders work', async () => {
    const run = await startAgentmux();
    const architectTask = await run.task('architecting.architect.1');
    await toImplementing(run);
    await run.task('implementing.coder.1.1');
    await run.until(() => run.read(LOG)?.includes('submit_plan') ?? false, 'the record');
    const [log, cursor] = [run.read(LOG), run.read('tool_event_state.json')];
    const byCoder = await run.call('implementing.coder.1.1', 'research_dispatch_code', RESEARCH);
    expect(byCoder).toMatchObject({ status: 'refused', code: 'TOOL_UNKNOWN' });
    expect(byCoder.message).toMatch(/expected one of submit_done, .*got research_dispatch_code/);
    const byArchitect = await run.callAs(architectTask, 'research_dispatch_code', RESEARCH);
    expect(byArchitect).toMatchObject({ status: 'refused', code: 'ASSIGNMENT_CLOSED' });
    expect(byArchitect.message).toContain('the run has moved on');
    const journalled = run.entries.filter(({ input }) => input.kind === 'refuse');
    expect(journalled.map(({ by, input }) => [by, 'tool' in input ? input.tool : undefined])).toEqual([
      [{ role: 'coder', assignment: 'implementing.coder.1.1', attempt: 1 }, 'research_dispatch_code'],
      [{ role: 'architect', assignment: 'architecting.architect.1', attempt: 1 }, 'research_dispatch_code'],
    ]);
    // It shows what was accepted, and nothing was.
    expect([run.read(LOG), run.read('tool_event_state.json')]).toEqual([log, cursor]);
    expect(run.state.requests).toEqual({});
  });

  it.each(['submit_plan', 'submit_review', 'submit_architecture', 'submit_nothing'])(
    '%s by a coder',
    async (tool) => {
      const run = await startAgentmux();
      await toImplementing(run);
      expect(await run.call('implementing.coder.2.1', tool)).toMatchObject({
        status: 'refused',
        code: 'TOOL_UNKNOWN',
      });
      expect(run.events('submission-refused')).toHaveLength(1);
      expect(run.phase).toBe('implementing');
    },
  );
});

describe('defect 12: a topic that was asked for before was ignored, and its asker waited for ever; here there is an answer', () => {
  const ARCHITECT = 'architecting.architect.1';
  const RESEARCHER = 'architecting.code-researcher.code-auth-flow';

  const answerResearch = async (run: AgentmuxInMemory, round = 1): Promise<void> => {
    await run.task(`${RESEARCHER}.${round}`);
    run.write('03_research/code-auth-flow/summary.md', `1. In login.ts, round ${round}.\n`);
    await run.accept(`${RESEARCHER}.${round}`, 'submit_research_done', { topic: 'auth-flow', type: 'code' });
  };

  it('twice while it is under way: one research, and both hear of it', async () => {
    const run = await startAgentmux();
    const first = await run.call(ARCHITECT, 'research_dispatch_code', RESEARCH);
    const second = await run.call(ARCHITECT, 'research_dispatch_code', RESEARCH);
    expect([first, second]).toMatchObject([{ status: 'asked' }, { status: 'asked' }]);
    expect(run.events('request-opened')).toHaveLength(1);
    const waiting = run.call(ARCHITECT, 'await_verdict');
    await answerResearch(run);
    expect(await waiting).toMatchObject({
      status: 'answered',
      answer: expect.stringContaining('03_research/code-auth-flow/summary.md'),
    });
  });

  it('again when it is done: answered at once, by what was found', async () => {
    const run = await startAgentmux();
    await run.call(ARCHITECT, 'research_dispatch_code', RESEARCH);
    await answerResearch(run);
    const again = await run.call(ARCHITECT, 'research_dispatch_code', RESEARCH);
    expect(again).toMatchObject({ status: 'answered' });
    expect(again.status === 'answered' && again.answer).toContain("Code-research on 'auth-flow' is complete");
    expect(run.state.works[`${RESEARCHER}.2`]).toBeUndefined();
    // Another role, later, is answered as well.
    await architect(run);
    const later = await run.call('planning.planner.1', 'research_dispatch_code', RESEARCH);
    expect(later).toMatchObject({ status: 'answered' });
  });

  it('other questions under the same name: refused in words while it is under way, researched anew afterwards', async () => {
    const run = await startAgentmux();
    const other = { ...RESEARCH, questions: ['Who wrote it?'] };
    await run.call(ARCHITECT, 'research_dispatch_code', RESEARCH);
    const clash = await run.call(ARCHITECT, 'research_dispatch_code', other);
    expect(clash).toMatchObject({ status: 'refused' });
    expect(clash.message).toContain('code-auth-flow is under way with other questions');
    await answerResearch(run);
    expect(await run.call(ARCHITECT, 'research_dispatch_code', other)).toMatchObject({ status: 'asked' });
    await run.task(`${RESEARCHER}.2`);
    expect(run.read('03_research/code-auth-flow/request.md')).toContain('Who wrote it?');
    // What the first one found is no answer to this.
    expect(run.read('03_research/code-auth-flow/summary.md')).toBeUndefined();
    await answerResearch(run, 2);
    expect(await run.call(ARCHITECT, 'await_verdict')).toMatchObject({ status: 'answered' });
    expect(run.read('03_research/code-auth-flow/summary.md')).toContain('round 2');
  });

  it('code and web research of one name are two', async () => {
    const run = await startAgentmux();
    await run.call(ARCHITECT, 'research_dispatch_code', RESEARCH);
    expect(await run.call(ARCHITECT, 'research_dispatch_web', RESEARCH)).toMatchObject({ status: 'asked' });
    await run.task(`${RESEARCHER}.1`);
    await run.task('architecting.web-researcher.web-auth-flow.1');
    await architect(run);
    await plan(run);
  });
});
