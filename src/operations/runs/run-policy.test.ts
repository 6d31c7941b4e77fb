import { describe, expect, it } from 'vitest';
import { agentmux } from '../../systems/agentmux/workflow/agentmux.ts';
import { relay } from '../../workflows/relay/relay.ts';
import { policyFor } from './run-policy.ts';

const ALL = [relay, agentmux];

describe('policyFor', () => {
  it('fills in defaults, then the project, then the run', () => {
    const config = { policy: { max_review_iterations: 5, single_coder: true } };
    expect(policyFor(ALL, agentmux, config, { single_coder: false })).toMatchObject({
      max_review_iterations: 5,
      single_coder: false,
      skip_final_approval: false,
      branch_prefix: 'feature/',
    });
  });

  it('leaves out what is meant for another workflow', () => {
    expect(policyFor(ALL, relay, { policy: { single_coder: true, probe: 'warn' } })).toEqual({
      ...{ probe: 'warn', probe_hunks: 20, probe_minutes: 5 },
    });
  });

  it('refuses what no workflow knows, with the name that was probably meant', () => {
    expect(() => policyFor(ALL, relay, { policy: { single_codr: true } })).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', hint: 'Did you mean "single_coder"?' }),
    );
  });

  it('refuses for a run what its workflow does not leave open', () => {
    expect(() => policyFor(ALL, relay, {}, { single_coder: true })).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID' }),
    );
  });

  it.each([
    ['max_review_iterations', -1],
    ['max_review_iterations', 'three'],
    ['skip_final_approval', 'yes'],
    ['tests', 'sometimes'],
    ['branch_prefix', 'a b'],
  ])('refuses %s: %j', (name, value) => {
    expect(() => policyFor(ALL, agentmux, { policy: { [name]: value } })).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', message: expect.stringContaining(name) }),
    );
  });
});
