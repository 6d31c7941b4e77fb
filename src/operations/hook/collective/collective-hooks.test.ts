import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SUM } from '../../../../test/fixtures/hooked-project.ts';
import { repositoryWith, temporaryFolder, writeFiles } from '../../../../test/fixtures/repository.ts';
import { readRecords } from '../../../systems/collective/metrics/handoff-record.ts';
import { blockOf } from '../../../systems/collective/session/message.fixture.ts';
import { placeOf } from '../../project/state-directory.ts';
import type { HookAnswer, HookOptions } from '../hook-input.ts';
import { hookSessionStart } from '../hook-session-start.ts';
import { recordsFile } from './collective-files.ts';
import { collectiveSettings } from './collective-settings.ts';
import { hookStopOfAll } from './collective-stop.ts';
import { hookPostToolUse } from './hook-post-tool-use.ts';
import { hookSubagentStop } from './hook-subagent-stop.ts';
import { launched, oldSubagentStop, oldToolUse, stop, subagentStop, toolUse } from './payloads.fixture.ts';

const FAILED = blockOf({
  status: 'failed',
  dependencies: ['task-12'],
  on_failure: { retry: 2, route_to: '@module-development-agent', context: 'login "fails"' },
});

const collectiveIn = (files: Readonly<Record<string, string>> = {}) => {
  const project = repositoryWith({ ...SUM, ...files });
  const home = temporaryFolder();
  const env = { ...process.env, HOME: home, BATON_STATE: join(home, 'state') };
  const call =
    (hook: (options: HookOptions) => Promise<HookAnswer>) =>
    async (input: string | undefined): Promise<HookAnswer['stdout']> => {
      const { stdout, exit } = await hook({ input, cwd: project, env, now: Date.now(), runDirectories: [] });
      expect(exit).toBe(0);
      return stdout;
    };
  const place = placeOf(project, env);
  return {
    project,
    records: () => readRecords(readFileSync(recordsFile(place), 'utf8')),
    ended: call(hookSubagentStop),
    used: call(hookPostToolUse),
    stopped: call(hookStopOfAll),
    started: call(hookSessionStart),
  };
};

describe('baton hook subagent-stop', () => {
  it('lets a subagent go that ends with a good block, and keeps the block', async () => {
    const { ended, records } = collectiveIn();
    expect(await ended(subagentStop(blockOf({ metrics: { coverage: '95%' } })))).toEqual({});
    const [record] = records().records;
    expect(record).toMatchObject({
      ...{ session: 'session-1', agent: 'unit-testing-agent', verdict: 'accepted' },
      handoff: { status: 'complete', metrics: { coverage: '95%' } },
      text: blockOf({ metrics: { coverage: '95%' } }),
    });
    expect(Date.parse(record?.received_at ?? '')).not.toBeNaN();
  });

  it('holds one that ends with a bad block, three times in a row, then lets it go and tells the person', async () => {
    const { ended, records, stopped } = collectiveIn();
    const bad = blockOf({ status: 'finished' });
    const first = await ended(subagentStop(bad));
    expect(first.decision).toBe('block');
    expect(first.reason).toMatch(/Invalid status.*held back 1 of 3 times/s);
    await ended(subagentStop(bad, { stop_hook_active: true }));
    expect((await ended(subagentStop(bad, { stop_hook_active: true }))).reason).toContain('3 of 3');
    const last = await ended(subagentStop(bad, { stop_hook_active: true }));
    expect(last.decision).toBeUndefined();
    expect(last.systemMessage).toMatch(/ended without a usable handoff/);
    expect(records().records.map(({ verdict }) => verdict)).toEqual(['held', 'held', 'held', 'let_go']);
    // The subagent's own transcript is not where the person looks.
    expect((await stopped(stop())).systemMessage).toMatch(/Baton: @unit-testing-agent ended without/);
  });

  it('begins to count anew when the host says that the agent was not held', async () => {
    const { ended } = collectiveIn();
    for (let times = 0; times < 5; times += 1)
      expect((await ended(subagentStop('Done.'))).reason).toContain('held back 1 of 3 times');
  });

  it('counts each subagent apart, also when they end at the same moment', async () => {
    const { ended, records } = collectiveIn();
    const ids = Array.from({ length: 8 }, (_, at) => `agent-${at}`);
    const answers = await Promise.all(
      ids.map((agent_id, at) =>
        ended(subagentStop(at % 2 === 0 ? 'Done.' : blockOf({ dependencies: [`task-${at}`] }), { agent_id })),
      ),
    );
    expect(answers.map(({ decision }) => decision)).toEqual(
      ids.map((_, at) => (at % 2 === 0 ? 'block' : undefined)),
    );
    expect(records().records).toHaveLength(ids.length);
  });

  it('loses no failure of subagents that end at the same moment, and escalates once', async () => {
    const { ended, records } = collectiveIn();
    const ids = Array.from({ length: 8 }, (_, at) => `agent-${at}`);
    await Promise.all(ids.map((agent_id) => ended(subagentStop(FAILED, { agent_id }))));
    const kinds = records().records.flatMap(({ actions }) => actions);
    expect(kinds).toEqual(['retry', 'retry', 'escalate', ...Array(5).fill('known')]);
  });

  it('reads the own transcript of a subagent where the host does not say what it said', async () => {
    const { ended, project } = collectiveIn();
    const path = join(project, 'agent.jsonl');
    const line = (text: string) => ({
      type: 'assistant',
      message: { role: 'assistant', content: [{ type: 'text', text }] },
    });
    writeFileSync(
      path,
      `${JSON.stringify(line('Early.'))}\n${JSON.stringify(line(blockOf({ phase: 'x' })))}\n`,
    );
    const answer = await ended(
      subagentStop('', { last_assistant_message: undefined, agent_transcript_path: path }),
    );
    expect(answer.reason).toContain('Invalid phase');
  });

  it('says nothing where an old host tells nothing', async () => {
    const { ended } = collectiveIn();
    expect(await ended(oldSubagentStop())).toEqual({});
  });

  it.each([undefined, '', '{', '{"agent_id":7}'])(
    'tells the person of input that it cannot use: %s',
    async (input) => {
      const { ended, used } = collectiveIn();
      expect((await ended(input)).systemMessage).toMatch(/^Baton: HANDOFF NOT CHECKED\. /);
      expect((await used(input)).systemMessage).toMatch(/^Baton: HANDOFF NOT CHECKED\. /);
    },
  );

  it('leaves agents alone that are none of the collective', async () => {
    const { ended } = collectiveIn({ '.claude/agents/reviewer.md': '---\nname: reviewer\n---\nReview.\n' });
    await ended(subagentStop('NOT DONE: no disk', { agent_id: 'other' }));
    expect(await ended(subagentStop('Found it.', { agent_type: 'general-purpose' }))).toEqual({});
    expect(await ended(subagentStop('Fine.', { agent_type: 'reviewer' }))).toEqual({});
    // But it may be handed over to.
    const to = subagentStop(blockOf({ from: '@workflow-agent', to: '@reviewer' }), {
      agent_type: 'workflow-agent',
    });
    expect(await ended(to)).toEqual({});
  });
});

describe('the settings of the collective', () => {
  const OWN = `collective:\n  base: none\n  hub: boss\n  agents:\n    - { name: boss, brief: Decides., coordinator: true }\n    - { name: coder, brief: Codes. }\n  on_failure: { default: { retry: 1 } }\n`;

  it('come from baton.yaml', async () => {
    const { ended, used } = collectiveIn({ 'baton.yaml': OWN });
    expect(await ended(subagentStop('Done.'))).toEqual({});
    const failed = blockOf({ from: '@coder', status: 'failed' });
    expect(await ended(subagentStop(failed, { agent_type: 'coder' }))).toEqual({});
    expect((await used(toolUse(failed))).reason).toContain(
      'Start @coder now with what failed (retry 1 of 1)',
    );
  });

  it('are those of the start of the session: an agent does not raise its own limits', async () => {
    const { ended, used, started, project } = collectiveIn({ 'baton.yaml': OWN });
    await started(JSON.stringify({ session_id: 'session-1', source: 'startup' }));
    writeFiles(project, { 'baton.yaml': OWN.replace('retry: 1', 'retry: 20') });
    const failed = blockOf({ from: '@coder', status: 'failed', on_failure: { retry: 20 } });
    await ended(subagentStop(failed, { agent_type: 'coder' }));
    expect((await used(toolUse(failed))).reason).toContain('retry 1 of 1');
  });

  it('of the documentation can be used as they stand', async () => {
    const page = readFileSync(new URL('../../../../docs/hook.md', import.meta.url), 'utf8');
    const [, example = ''] = /```yaml\n(collective:\n[^`]*)```/.exec(page) ?? [];
    const { registry, policy, notes } = await collectiveSettings(
      repositoryWith({ 'baton.yaml': example }),
      undefined,
    );
    expect(notes).toEqual([]);
    expect([...registry.agents.keys()]).toEqual(['boss', 'coder']);
    expect(policy.phases.Testing).toEqual({ retry: 2, route_to: 'coder' });
  });

  it('that make no sense are told, and the default is used', async () => {
    const { ended } = collectiveIn({ 'baton.yaml': 'collective: { hub: nobody, unknown_agnt: hub }\n' });
    const answer = await ended(subagentStop(blockOf({})));
    expect(answer.decision).toBeUndefined();
    expect(answer.systemMessage).toMatch(/cannot be used, so the default was: .*unknown_agnt/s);
  });
});

describe('baton hook post-tool-use', () => {
  it('tells the main agent what follows from a failure, as JSON that nothing can break', async () => {
    const { ended, used } = collectiveIn();
    await ended(subagentStop(FAILED));
    const answer = await used(toolUse(FAILED));
    expect(answer.decision).toBe('block');
    expect(answer.reason).toContain(
      'Task 12 of @unit-testing-agent in Testing failed. Start @module-development-agent now with what failed (retry 1 of 2). Reported: login "fails"',
    );
    expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
  });

  it('counts a message once that the end of the subagent showed already', async () => {
    const { ended, used, records } = collectiveIn();
    await ended(subagentStop(FAILED));
    await used(toolUse(FAILED));
    expect(records().records).toHaveLength(1);
  });

  it.each([['Task'], ['Agent']])(
    'judges the handoff where the host has no end of subagents (%s)',
    async (tool) => {
      const { used, records } = collectiveIn();
      const bad = { ...JSON.parse(oldToolUse('All done, everything is complete.')), tool_name: tool };
      const answer = await used(JSON.stringify(bad));
      expect(answer.reason).toMatch(/Start @module-development-agent now .*no usable handoff/s);
      expect(answer.systemMessage).toMatch(/ended without a usable handoff.*It counts as failed/s);
      expect(records().records.map(({ verdict }) => verdict)).toEqual(['let_go']);
      expect(await used(oldToolUse(blockOf({})))).toEqual(
        expect.not.objectContaining({ systemMessage: expect.anything() }),
      );
    },
  );

  it('does not judge a subagent that was only launched', async () => {
    const { used } = collectiveIn();
    expect(await used(launched('unit-testing-agent'))).toEqual({});
  });

  it('is not about other tools', async () => {
    const { used } = collectiveIn();
    expect(await used(toolUse('x', { tool_name: 'Bash' }))).toEqual({});
  });

  it('names the next agent of a coordinator without holding anybody', async () => {
    const { ended, used, stopped } = collectiveIn();
    const text = blockOf({ from: '@workflow-agent', to: '@research-agent', phase: 'Research' });
    await ended(subagentStop(text, { agent_type: 'workflow-agent' }));
    const answer = await used(toolUse(text));
    expect(answer.decision).toBeUndefined();
    expect(answer.hookSpecificOutput).toEqual({
      ...{
        hookEventName: 'PostToolUse',
        additionalContext: expect.stringContaining('Next: @research-agent.'),
      },
    });
    expect(await stopped(stop())).toEqual({});
  });
});

describe('baton hook stop in a collective', () => {
  it('holds the main agent until the agent of on_failure is started, in the background too', async () => {
    const { ended, used, stopped } = collectiveIn();
    await used(launched('unit-testing-agent'));
    await ended(subagentStop(FAILED));
    expect((await stopped(stop())).reason).toContain('Start @module-development-agent now');
    await used(launched('module-development-agent'));
    expect(await stopped(stop(true))).toEqual({});
  });

  it('lets it go after the limit, and tells the person what was not followed', async () => {
    const { ended, stopped } = collectiveIn();
    await ended(subagentStop(FAILED));
    for (let times = 0; times < 3; times += 1)
      expect((await stopped(stop(times > 0))).decision).toBe('block');
    const last = await stopped(stop(true));
    expect(last.decision).toBeUndefined();
    expect(last.systemMessage).toMatch(/held back 3 times and did not follow: Task 12/);
    expect(await stopped(stop(true))).toEqual({});
  });

  it('escalates what is exhausted to the person, once', async () => {
    const { ended, stopped } = collectiveIn();
    const text = blockOf({ status: 'failed', on_failure: { retry: 0, context: 'no way' } });
    for (const agent_id of ['x', 'y', 'z']) await ended(subagentStop(text, { agent_id }));
    const { reason, systemMessage } = await stopped(stop());
    expect(reason).toContain('Do not start it again: tell the person, who decides.');
    expect(systemMessage?.match(/has no retries left/g)).toHaveLength(1);
    expect(await stopped(stop(true))).toEqual({});
  });

  it('still judges the work itself', async () => {
    const { started, stopped, project, ended } = collectiveIn();
    await started(JSON.stringify({ session_id: 'session-1', source: 'startup' }));
    await ended(subagentStop(blockOf({})));
    writeFiles(project, { 'add.js': 'exports.add = (a, b) => a - b;\n' });
    expect((await stopped(stop())).reason).toContain('TESTS_FAILED');
  });
});

describe('baton hook session-start in a collective', () => {
  it('tells the main agent what it is, and orders that were open before a compaction', async () => {
    const { started, ended, project } = collectiveIn();
    const input = JSON.stringify({ session_id: 'session-1', source: 'compact' });
    const context = async () => (await started(input)).hookSpecificOutput?.additionalContext ?? '';
    expect(await context()).not.toContain('collective');
    mkdirSync(join(project, '.claude'), { recursive: true });
    const hooks = { SubagentStop: [{ hooks: [{ type: 'command', command: 'baton hook subagent-stop' }] }] };
    writeFileSync(join(project, '.claude/settings.json'), JSON.stringify({ hooks }));
    await ended(subagentStop(FAILED));
    expect(await context()).toMatch(/You are the hub.*Start @module-development-agent now/s);
  });
});
