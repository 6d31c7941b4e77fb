import { describe, expect, it } from 'vitest';
import { EVENTS, isEvent, labelOf, unknownEventMessage } from './event-catalog.ts';

describe('the catalog of events', () => {
  it('has twelve, each with words for people', () => {
    expect(Object.entries(EVENTS).map(([name, { label }]) => `${name}: ${label}`)).toEqual([
      'feature_created: starting up',
      'resumed: resumed',
      'pm_completed: pm done',
      'architecture_written: architecture ready',
      'plan_written: plan ready',
      'design_written: design ready',
      'implementation_completed: code done',
      'review_failed: fix needed',
      'review_passed: review passed',
      'changes_requested: changes asked',
      'run_canceled: canceled',
      'run_failed: run failed',
    ]);
  });

  it('reads an event that it does not know as words', () => {
    expect(labelOf('review_passed')).toBe('review passed');
    expect(labelOf('plan_written')).toBe('plan ready');
    expect(labelOf('coffee_is_ready')).toBe('coffee is ready');
    expect(labelOf('toString')).toBe('toString');
  });

  it('knows its own names only', () => {
    expect([isEvent('resumed'), isEvent('toString'), isEvent('')]).toEqual([true, false, false]);
  });

  it('lists all of them when one is unknown', () => {
    expect(unknownEventMessage('x')).toMatch(
      /^Unknown last_event: 'x'\. Valid values: \['feature_created', 'resumed', .*'run_failed'\]$/,
    );
  });
});
