import { describe, expect, it } from 'vitest';
import { problem } from '../model/problem.ts';
import { MET, unmet, type Verdict } from '../model/run/verdict.ts';
import type { Submission } from '../model/workflow/view.ts';
import type { Check } from '../model/workflow/workflow.ts';
import { submission, to, viewWith } from './evidence.fixture.ts';
import { commandGreen } from './measures/command-green.ts';
import { unlessWaived, whereNamed } from './waived.ts';

const NEED = { kind: 'command', command: 'coverage', tree: `git-tree:${'1'.repeat(40)}` } as const;
const RED: Verdict = unmet(problem('COVERAGE_TOO_LOW', 'too low'));
const check: Check = { name: 'c', says: 'it is so', needs: () => [NEED], judge: () => RED };

const WAIVER = { why: 'no tool for it', by: 'ada', on: '2026-01-31' };
const given = (options: Readonly<Record<string, unknown>>): Submission => ({
  ...submission(),
  view: viewWith(options),
});
const nothing = (): undefined => undefined;
const judge = (asked: Check, options: Readonly<Record<string, unknown>>) => ({
  needs: asked.needs(given(options)).length,
  ...asked.judge(given(options), nothing),
});

describe('a clause whose command the project', () => {
  const named = whereNamed('coverage', check);

  it('names is measured, waived or not', () => {
    for (const options of [
      { commands: ['coverage'] },
      { commands: ['coverage'], waived: { coverage: WAIVER } },
    ])
      expect(judge(named, options)).toEqual({ needs: 1, ...RED });
  });

  it('waives is met on that basis alone, with who, when and why', () => {
    const met = { needs: 0, status: 'met', problems: [], basis: 'waived' };
    expect(judge(named, { waived: { coverage: WAIVER } })).toEqual({ ...met, waiver: WAIVER });
    expect(judge(named, { waived: { coverage: { why: 'x' } } })).toEqual({ ...met, waiver: { why: 'x' } });
  });

  it.each([
    ['nothing', {}],
    ['another one', { waived: { lint: WAIVER } }],
    ['without a reason', { waived: { coverage: {} } }],
    ['by a name of objects', { waived: Object.create({ coverage: WAIVER }) as object }],
    ['as a list', { waived: ['coverage'] }],
  ])('neither names nor waives (%s) is unproven, with what to write', (_, options) => {
    const { status, problems } = judge(named, options);
    expect([status, problems[0]?.code, problems[0]?.hint]).toEqual([
      'unproven',
      'EVIDENCE_UNAVAILABLE',
      'name the command in baton.yaml (commands.coverage) or waive it there: waived: { coverage: "why" }',
    ]);
  });

  it('does not name may be stated; that comes before a waiver', () => {
    const stated = whereNamed('coverage', check, () => MET);
    expect(judge(stated, { waived: { coverage: WAIVER } })).toEqual({ needs: 0, ...MET });
    const unread = whereNamed('coverage', check, nothing);
    expect(judge(unread, {}).status).toBe('unproven');
  });
});

describe('a command that is there without being named', () => {
  const tests = unlessWaived('test', check);
  it('is run unless the project names none and waives it', () => {
    expect(judge(tests, {})).toEqual({ needs: 1, ...RED });
    expect(judge(tests, { commands: ['test'], waived: { test: WAIVER } })).toEqual({ needs: 1, ...RED });
    expect(judge(tests, { commands: [], waived: { test: WAIVER } })).toMatchObject({
      ...{ needs: 0, status: 'met', basis: 'waived', waiver: WAIVER },
    });
  });
});

describe('lint and the like', () => {
  it('are waived by the project, or not asked for, and never silently met', () => {
    const has = (): boolean => false;
    const required = commandGreen({ command: 'lint', head: to, has });
    expect(judge(required, {}).status).toBe('unproven');
    expect(judge(required, { waived: { lint: WAIVER } })).toMatchObject({ status: 'met', basis: 'waived' });
    const optional = commandGreen({ command: 'lint', head: to, has, required: () => false });
    expect(judge(optional, {})).toMatchObject({ status: 'met', basis: 'waived', problems: [{}] });
  });
});
