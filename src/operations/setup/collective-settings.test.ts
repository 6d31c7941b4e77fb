import { describe, expect, it } from 'vitest';
import { repositoryWith } from '../../../test/fixtures/repository.ts';
import {
  AGENT_HOOKS,
  COLLECTIVE_HOOKS,
  HOOK_NAMES,
  hooksIn,
  withHooks,
  withoutHooks,
} from './claude-settings.ts';
import { applyInit, planInit, planRemoval } from './init.ts';

const FILE = '.claude/settings.json';
const command = (name: string): string => `baton hook ${name}`;
const withAll = (text: string | undefined): string => withHooks(text, command, FILE, HOOK_NAMES);

/** A user's own hooks on the same events, and settings that Baton does not know. */
const OWN = `{
    "permissions": { "allow": ["Bash(ls)"] },
    "hooks": {
        "PostToolUse": [{ "matcher": "Write", "hooks": [{ "type": "command", "command": "prettier" }] }],
        "SubagentStop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]
    },
    "zeta": 1
}
`;

describe('the hooks of a collective in the settings', () => {
  it('are added beside those of the user, with the tools that start subagents', () => {
    const text = withAll(OWN);
    const { hooks, ...others } = JSON.parse(text);
    expect(Object.keys(others)).toEqual(['permissions', 'zeta']);
    expect(hooks.PostToolUse).toHaveLength(2);
    expect(hooks.PostToolUse[1]).toMatchObject({
      matcher: 'Task|Agent',
      hooks: [{ type: 'command', command: 'baton hook post-tool-use' }],
    });
    expect(hooks.SubagentStop[1]).not.toHaveProperty('matcher');
    expect(hooksIn(text)).toEqual(HOOK_NAMES);
  });

  it('are the same text the second time', () => {
    const text = withAll(OWN);
    expect(withAll(text)).toBe(text);
  });

  it('are moved where Baton was moved', () => {
    const text = withAll(undefined);
    const moved = withHooks(text, (name) => `node /new/bin/baton.js hook ${name}`, FILE, HOOK_NAMES);
    expect(moved.match(/baton hook/g)).toBeNull();
    expect(hooksIn(moved)).toEqual(HOOK_NAMES);
  });

  it('are removed again, and nothing else', () => {
    expect(JSON.parse(withoutHooks(withAll(OWN), FILE, HOOK_NAMES))).toEqual(JSON.parse(OWN));
    expect(JSON.parse(withoutHooks(withAll(undefined), FILE, HOOK_NAMES))).toEqual({});
    expect(withoutHooks(OWN, FILE, HOOK_NAMES)).toBe(OWN);
  });

  it('are removed without those of the agent', () => {
    const left = withoutHooks(withAll(OWN), FILE, COLLECTIVE_HOOKS);
    expect(hooksIn(left)).toEqual(AGENT_HOOKS);
  });

  it('are not added to a file that cannot be read, or whose events are no lists', () => {
    expect(() => withAll('{')).toThrow(/is left as it is: expected JSON/);
    expect(() => withAll('{"hooks":{"SubagentStop":{}}}')).toThrow(
      /expected each event in hooks to be a list/,
    );
    expect(() => withoutHooks('{', FILE, HOOK_NAMES)).toThrow(/is left as it is/);
  });
});

describe('baton init --collective', () => {
  const options = (project: string) => ({
    ...{ project, collective: true, launcher: '/opt/baton/bin/baton.js', env: { PATH: '/none' } },
  });
  const settingsOf = async (project: string) =>
    (await planInit(options(project))).find(({ path }) => path === FILE);

  it('installs all four hooks, once', async () => {
    const project = repositoryWith({ 'a.js': '' });
    const first = await settingsOf(project);
    expect(hooksIn(first?.text ?? '')).toEqual(HOOK_NAMES);
    await applyInit(project, await planInit(options(project)));
    expect(await settingsOf(project)).toMatchObject({ action: 'keep' });
  });

  const HOW = { launcher: '/baton.js', env: {} };

  it('adds the hooks of the collective to those of an agent, and takes them out again', async () => {
    const project = repositoryWith({ [FILE]: withHooks(undefined, command, FILE) });
    await applyInit(project, await planInit(options(project)));
    const [removal] = await planRemoval({ ...HOW, project, collective: true });
    expect(hooksIn(removal?.text ?? '')).toEqual(AGENT_HOOKS);
    const [all] = await planRemoval({ ...HOW, project });
    expect(hooksIn(all?.text ?? '')).toEqual([]);
    expect(await planRemoval({ ...HOW, project: repositoryWith({ 'a.js': '' }) })).toEqual([]);
  });
});
