import { describe, expect, it } from 'vitest';
import type { Handoff } from '../../../model/handoff.ts';
import { BLOCKED_REPORTS_MAX, FAILURE_CASES_MAX, UNFINISHED_REPORTS_MAX } from '../limits.ts';
import { EMPTY_LEDGER, escalatedCases, type FailureLedger, releaseCase } from './failure-ledger.ts';
import type { FailureLimits } from './failure-policy.ts';
import { type FailureReport, type FailureSettings, reportFailure } from './on-failure.ts';

const AGENTS = ['tester', 'coder', 'manager', 'routing-agent'];
const settingsOf = (limits: FailureLimits): FailureSettings => ({
  policy: { default: limits, phases: {} },
  hub: 'routing-agent',
  resolve: (name) => AGENTS.find((known) => known === name),
});
const ROOMY = settingsOf({ retry: 20 });

let reports = 0;
const reportOf = (given: Partial<FailureReport> = {}): FailureReport => {
  reports += 1;
  return {
    ...{ id: `r${reports}`, task: 'task-12', phase: 'Testing', from: 'tester' },
    ...{ status: 'failed', retryCount: null, onFailure: null, ...given },
  };
};

/** Failures in a row with the same `on_failure`. */
const play = (
  onFailure: Handoff['onFailure'],
  statuses: readonly FailureReport['status'][],
  settings = ROOMY,
) => {
  let ledger: FailureLedger = EMPTY_LEDGER;
  return statuses.map((status) => {
    const step = reportFailure(ledger, reportOf({ status, onFailure }), settings);
    ledger = step.ledger;
    return step;
  });
};
const kinds = (steps: ReturnType<typeof play>) =>
  steps.map(({ actions }) => actions.map(({ kind }) => kind).join('+'));
const FAILED_3 = ['failed', 'failed', 'failed'] as const;

describe('the table of on_failure', () => {
  it.each([
    ['retry 2, escalate_after 3', { retry: 2, escalateAfter: 3 }, ['retry', 'retry', 'escalate']],
    ['retry 2, no escalate_after', { retry: 2 }, ['retry', 'retry', 'escalate']],
    ['retry 2, a larger escalate_after', { retry: 2, escalateAfter: 9 }, ['retry', 'retry', 'escalate']],
    ['retry 0', { retry: 0 }, ['escalate', 'known', 'known']],
    ['retry 5, escalate_after 2', { retry: 5, escalateAfter: 2 }, ['retry', 'escalate', 'known']],
    ['escalate_after 0', { retry: 5, escalateAfter: 0 }, ['escalate', 'known', 'known']],
    ['notify only', { notify: 'manager' }, ['notify+retry', 'notify+retry', 'notify+retry']],
  ] as const)('%s', (_, onFailure, expected) => {
    expect(kinds(play(onFailure, FAILED_3))).toEqual(expected);
  });

  it('goes back to its own agent without route_to, and to the agent of route_to with it', () => {
    const to = (onFailure: Handoff['onFailure']) => play(onFailure, ['failed'])[0]?.actions.at(-1);
    expect(to({ retry: 2 })).toMatchObject({ kind: 'retry', to: 'tester', retryCount: 1 });
    expect(to({ retry: 2, routeTo: 'coder' })).toMatchObject({ kind: 'retry', to: 'coder', retryCount: 1 });
  });

  it('passes the context of all failures on, and to whoever decides', () => {
    const steps = play({ retry: 1, notify: 'manager', context: 'form \u001b[2J fails' }, [
      'failed',
      'failed',
    ]);
    expect(steps[1]?.actions).toEqual([
      { kind: 'notify', agent: 'manager', context: ['form  fails', 'form  fails'] },
      {
        kind: 'escalate',
        to: 'routing-agent',
        why: 'exhausted',
        failures: 2,
        context: ['form  fails', 'form  fails'],
      },
    ]);
  });

  it('does not take a retry for blocked work, and asks the hub; too many reports of it end', () => {
    const steps = play({ retry: 1 }, ['blocked', 'failed', 'blocked', 'failed']);
    expect(kinds(steps)).toEqual(['wait', 'retry', 'wait', 'escalate']);
    const blocked = play({ retry: 1 }, Array(BLOCKED_REPORTS_MAX + 1).fill('blocked'));
    expect(kinds(blocked).slice(-3)).toEqual(['wait', 'escalate', 'known']);
  });

  it('lets an agent continue that is not finished, for a while', () => {
    const steps = play(null, Array(UNFINISHED_REPORTS_MAX).fill('in_progress'));
    expect(kinds(steps).slice(-2)).toEqual(['continue', 'escalate']);
    expect(kinds(play(null, ['complete']))).toEqual(['done']);
  });
});

describe('limits', () => {
  it('may be lowered by an agent and never raised above those of the workflow', () => {
    const strict = settingsOf({ retry: 1, escalate_after: 2 });
    const steps = play({ retry: 9, escalateAfter: 9 }, FAILED_3, strict);
    expect(kinds(steps)).toEqual(['retry', 'escalate', 'known']);
    expect(steps[0]?.problems.map(({ message }) => message)).toEqual([
      "on_failure.retry: expected at most 1, the workflow's own limit, got 9",
      "on_failure.escalate_after: expected at most 2, the workflow's own limit, got 9",
    ]);
  });

  it('stay low once an agent lowered them', () => {
    const first = reportFailure(EMPTY_LEDGER, reportOf({ onFailure: { retry: 1 } }), ROOMY);
    const second = reportFailure(first.ledger, reportOf({ onFailure: { retry: 20 } }), ROOMY);
    expect(second.actions.at(-1)).toMatchObject({ kind: 'escalate', why: 'exhausted' });
  });

  it('hold for work whose agent says nothing about failures', () => {
    expect(kinds(play(null, FAILED_3, settingsOf({ retry: 1 })))).toEqual(['retry', 'escalate', 'known']);
  });

  it('go by the phase, with the receiver of that phase', () => {
    const settings: FailureSettings = {
      ...ROOMY,
      policy: { default: { retry: 0 }, phases: { Testing: { retry: 1, route_to: 'coder' } } },
    };
    expect(reportFailure(EMPTY_LEDGER, reportOf(), settings).actions).toMatchObject([
      { kind: 'retry', to: 'coder' },
    ]);
    expect(reportFailure(EMPTY_LEDGER, reportOf({ phase: 'QA' }), settings).actions).toMatchObject([
      { kind: 'escalate' },
    ]);
  });

  it('keep the number of cases bounded: later tasks share a count', () => {
    const cases = Object.fromEntries(
      Array.from({ length: FAILURE_CASES_MAX }, (_, at) => [
        `c${at}`,
        releaseCase(EMPTY_LEDGER, { task: `${at}`, phase: 'QA', from: 'x' }).cases[
          JSON.stringify([`${at}`, 'QA', 'x'])
        ]!,
      ]),
    );
    let ledger: FailureLedger = { v: 1, cases };
    const two = settingsOf({ retry: 1 });
    const ends = ['a', 'b', 'c'].map((task) => {
      const step = reportFailure(ledger, reportOf({ task }), two);
      ledger = step.ledger;
      return step.actions[0]?.kind;
    });
    expect(ends).toEqual(['retry', 'escalate', 'known']);
    expect(Object.keys(ledger.cases)).toHaveLength(FAILURE_CASES_MAX + 1);
  });
});

describe('what an agent says about its own count', () => {
  it('is compared with the count of the engine, which is used', () => {
    const first = reportFailure(EMPTY_LEDGER, reportOf({ retryCount: 7 }), ROOMY);
    expect(first.problems.map(({ message }) => message)).toEqual([
      "retry_count: expected 0, Baton's own count for task-12 of @tester in Testing, got 7",
    ]);
    const second = reportFailure(first.ledger, reportOf({ retryCount: 1 }), ROOMY);
    expect(second.problems).toEqual([]);
    // An agent that always says 0 does not get endless retries.
    const lying = settingsOf({ retry: 2 });
    let ledger: FailureLedger = EMPTY_LEDGER;
    const ends = FAILED_3.map((status) => {
      const step = reportFailure(ledger, reportOf({ status, retryCount: 0 }), lying);
      ledger = step.ledger;
      return step.actions.at(-1)?.kind;
    });
    expect(ends).toEqual(['retry', 'retry', 'escalate']);
  });

  it('counts once when the same report arrives twice', () => {
    const report = reportOf({ onFailure: { retry: 1 } });
    const first = reportFailure(EMPTY_LEDGER, report, ROOMY);
    const again = reportFailure(first.ledger, report, ROOMY);
    expect(again).toEqual({
      ledger: first.ledger,
      actions: [{ kind: 'known', why: 'repeated' }],
      problems: [],
    });
  });
});

describe('names of agents', () => {
  it('that do not exist are told, and the work goes to somebody who does', () => {
    const { actions, problems } = reportFailure(
      EMPTY_LEDGER,
      reportOf({ onFailure: { retry: 1, routeTo: 'ghost', notify: 'nobody' } }),
      ROOMY,
    );
    expect(actions).toMatchObject([
      { kind: 'notify', agent: 'routing-agent' },
      { kind: 'retry', to: 'tester' },
    ]);
    expect(problems.map(({ code, field }) => `${code} ${field}`)).toEqual([
      'HANDOFF_AGENT_UNKNOWN on_failure.route_to',
      'HANDOFF_AGENT_UNKNOWN on_failure.notify',
    ]);
  });

  it('the hub that fails itself escalates to a person', () => {
    const settings = settingsOf({ retry: 0 });
    const { actions } = reportFailure(EMPTY_LEDGER, reportOf({ from: 'routing-agent' }), settings);
    expect(actions).toMatchObject([{ kind: 'escalate', to: null }]);
  });
});

describe('an escalated case', () => {
  it('waits for a person, who lets all counts begin again', () => {
    const settings = settingsOf({ retry: 0 });
    const ended = reportFailure(EMPTY_LEDGER, reportOf(), settings).ledger;
    expect(escalatedCases(ended)).toHaveLength(1);
    const released = releaseCase(ended, { task: 'task-12', phase: 'Testing', from: 'tester' });
    expect(escalatedCases(released)).toEqual([]);
    expect(reportFailure(released, reportOf(), settings).actions).toMatchObject([{ kind: 'escalate' }]);
  });

  it('is not cleared by a success in between: failures of the same work add up', () => {
    expect(kinds(play({ retry: 1 }, ['failed', 'complete', 'failed']))).toEqual([
      'retry',
      'done',
      'escalate',
    ]);
  });
});
