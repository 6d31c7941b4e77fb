// Tests count, or somebody said that they do not: never in silence.
import { describe, expect, it } from 'vitest';
import { MET } from '../../../model/run/verdict.ts';
import type { Setting } from '../../../model/workflow/handles.ts';
import type { Submission, View } from '../../../model/workflow/view.ts';
import type { Check } from '../../../model/workflow/workflow.ts';
import { whereTestsCount } from './checks.ts';

const green: Check = {
  ...{ name: 'tests-green', says: 'tests pass' },
  needs: () => [{ kind: 'command', command: 'test', tree: `git-tree:${'1'.repeat(40)}` }],
  judge: () => MET,
};

const judged = (tests: string, options: Readonly<Record<string, unknown>>) => {
  const view = {
    setting: ({ name, initial }: Setting) => (name === 'tests' ? tests : initial),
    run: { options },
  } as unknown as View;
  const submission = { view } as Submission;
  const check = whereTestsCount(green);
  const { status, basis } = check.judge(submission, () => undefined);
  return [check.needs(submission).length, status, basis];
};

describe('tests in agentmux', () => {
  it.each([
    ['auto', { commands: ['test'] }, [1, 'met', undefined]],
    ['auto', { commands: ['test'], waived: { test: { why: 'x' } } }, [1, 'met', undefined]],
    ['required', { commands: [] }, [1, 'met', undefined]],
    ['auto', { commands: [] }, [0, 'unproven', undefined]],
    ['auto', { commands: [], waived: { test: { why: 'x' } } }, [0, 'met', 'waived']],
    ['off', { commands: ['test'] }, [0, 'met', 'waived']],
  ])('%s with %j: %j', (tests, options, expected) => {
    expect(judged(tests, options)).toEqual(expected);
  });
});
