import { describe, expect, it } from 'vitest';
import { validateWith } from '../../../model/validate-with.ts';
import { decodeCollective } from '../handoff/decode.ts';
import { AGENTS_MAX } from '../limits.ts';
import { DRUPAL_AGENTS } from './drupal-agents.ts';
import {
  agentNamed,
  collectiveConfigSchema,
  DRUPAL_REGISTRY,
  findAgent,
  registryOf,
  worksIn,
} from './registry.ts';

const configOf = (given: unknown) => {
  const { value, problems } = validateWith(collectiveConfigSchema, given);
  if (value === undefined) throw new Error(JSON.stringify(problems));
  return registryOf(value);
};
const OWN = [
  { name: 'boss', brief: 'Decides.', coordinator: true },
  { name: '@coder', brief: 'Codes.', writes: ['src/'], program: 'command:claude', aliases: ['developer'] },
];

describe('the default registry', () => {
  it('has the fifteen agents, of which three coordinate, and nothing is wrong with it', () => {
    expect(registryOf(collectiveConfigSchema.parse({})).problems).toEqual([]);
    expect(DRUPAL_REGISTRY.agents.size).toBe(15);
    const coordinators = DRUPAL_AGENTS.filter(({ coordinator }) => coordinator);
    expect(coordinators.map(({ name }) => name)).toEqual([
      'routing-agent',
      'workflow-agent',
      'enhanced-project-manager-agent',
    ]);
    // The hub never implements.
    expect(coordinators.every(({ writes }) => writes.length === 0)).toBe(true);
  });

  it.each([
    ['@implementation-agent', 'module-development-agent'],
    ['@task-generator-agent', 'enhanced-project-manager-agent'],
    ['@feature-implementation-agent', 'module-development-agent'],
    ['task-orchestrator', 'enhanced-project-manager-agent'],
    ['@Research-Agent', 'research-agent'],
  ])('knows %s, which the documents of the collective route to', (name, meant) => {
    expect(agentNamed(DRUPAL_REGISTRY, name)?.name).toBe(meant);
  });

  it('says who works in which phase', () => {
    const tester = agentNamed(DRUPAL_REGISTRY, 'unit-testing-agent')!;
    expect([worksIn(tester, 'Testing'), worksIn(tester, 'Planning')]).toEqual([true, false]);
    expect(worksIn(agentNamed(DRUPAL_REGISTRY, 'routing-agent')!, 'Planning')).toBe(true);
  });
});

describe('a registry of a project', () => {
  it('replaces the default, or adds to it', () => {
    const alone = configOf({ base: 'none', agents: OWN, hub: 'boss' });
    expect([...alone.value!.agents.keys()]).toEqual(['boss', 'coder']);
    expect(agentNamed(alone.value!, '@developer')).toMatchObject({
      name: 'coder',
      program: 'command:claude',
    });
    const more = configOf({ agents: [{ name: 'research-agent', brief: 'Ours.' }, ...OWN] });
    expect(more.value?.agents.size).toBe(17);
    expect(more.value?.agents.get('research-agent')?.brief).toBe('Ours.');
  });

  it('may take over a name that the default has as an alias', () => {
    const { value } = configOf({ agents: [{ name: 'implementation-agent', brief: 'Ours.' }] });
    expect(agentNamed(value!, 'implementation-agent')?.brief).toBe('Ours.');
  });

  it.each([
    [{ base: 'none', agents: OWN, hub: 'bos' }, 'hub: expected an agent of the registry, got bos'],
    [{ base: 'none', agents: OWN, hub: 'coder' }, 'hub: expected a coordinator, got coder, which is none'],
    [{ agents: [OWN[0], OWN[0]] }, 'agents[1].name: expected each agent once, got boss again'],
    [
      { agents: [{ ...OWN[1], aliases: ['boss'] }, OWN[0]] },
      'aliases of coder: expected names that no other agent has, got boss',
    ],
    [
      { agents: Array.from({ length: AGENTS_MAX }, (_, at) => ({ name: `a${at}`, brief: 'x' })) },
      `agents: expected at most ${AGENTS_MAX}, got ${AGENTS_MAX + 15}`,
    ],
  ])('is refused when it makes no sense', (config, expected) => {
    const { value, problems } = configOf(config);
    expect(value).toBeUndefined();
    expect(problems.map(({ message }) => message)).toContain(expected);
  });

  it('is refused when a key or a name is misspelled', () => {
    const { problems } = validateWith(collectiveConfigSchema, {
      unknown_agents: 'hub',
      agents: [{ name: 'The Coder', brief: 'x' }],
    });
    expect(problems.map(({ field }) => field).sort()).toEqual(['agents[0].name', 'unknown_agents']);
  });
});

describe('an agent that does not exist', () => {
  it('is refused with the nearest name', () => {
    const { agent, problems } = findAgent(DRUPAL_REGISTRY, 'unit-test-agent', 'to');
    expect(agent).toBeUndefined();
    expect(problems).toMatchObject([
      {
        ...{ code: 'HANDOFF_AGENT_UNKNOWN', severity: 'error', field: 'to' },
        message: 'to: expected an agent of the registry, got @unit-test-agent',
        hint: 'Did you mean @unit-testing-agent?',
      },
    ]);
  });

  it('goes to the hub where the project wants it so', () => {
    const { value } = configOf({ unknown_agent: 'hub' });
    const { agent, problems } = findAgent(value!, 'zzz', 'to');
    expect(agent?.name).toBe('routing-agent');
    expect(problems[0]).toMatchObject({ severity: 'warning' });
    expect(problems[0]?.hint).toMatch(/^@routing-agent takes over\. Agents: /);
  });

  it('is not found by the names of an object', () => {
    expect(agentNamed(DRUPAL_REGISTRY, 'constructor')).toBeUndefined();
    expect(agentNamed(DRUPAL_REGISTRY, '__proto__')).toBeUndefined();
  });
});

describe('every agent that the schema of the collective names', () => {
  it.each(['workflow-agent', 'feature-implementation-agent', 'task-generator-agent', 'implementation-agent'])(
    'is found: %s',
    (name) => {
      const text = `\`\`\`yaml\nhandoff:\n  phase: "QA"\n  from: "@${name}"\n  to: "None"\n  status: "complete"\n\`\`\`\n`;
      const from = decodeCollective({ text, file: 'm.md' })?.handoff?.from ?? '';
      expect(agentNamed(DRUPAL_REGISTRY, from)).toBeDefined();
    },
  );
});
