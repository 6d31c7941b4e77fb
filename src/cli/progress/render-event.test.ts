import { describe, expect, test } from 'vitest';
import { expectGolden } from '../../../test/fixtures/golden.ts';
import { RelayInMemory, testsWere } from '../../../test/fixtures/relay-in-memory.ts';
import { renderEntry, renderEvent } from './render-event.ts';

const whole = (): RelayInMemory => {
  const run = new RelayInMemory();
  run.begin('planning.planner.1');
  run.submitFile('planning.planner.1', 'submit_plan', 'plan', 'version: 2\nitems: []\n');
  run.give({
    kind: 'attempt-end',
    assignment: 'planning.planner.1',
    attempt: 1,
    end: 'failed',
    why: 'exit 3',
  });
  run.plan();
  run.submitTree('coding.coder.alpha.1', 'work/alpha', 2);
  run.observe(testsWere(1));
  run.give({ kind: 'refuse', code: 'TOKEN_STALE', message: 'an older attempt' }, { unknown: true });
  run.code();
  const answer = {
    kind: 'answer',
    item: 'approving.human.1',
    choice: 'approve',
    text: '',
    args: {},
  } as const;
  run.give(answer, { person: 'ada' });
  run.give({
    kind: 'perform',
    assignment: 'committing.engine.1',
    result: { outcome: 'committed', sealed: [], details: {}, problems: [] },
  });
  return run;
};

describe('renderEvent', () => {
  test('has a line for what people care about', () => {
    const lines = whole().entries.flatMap((entry) => renderEvent(entry) ?? []);
    expectGolden('progress/events.txt', `${lines.join('\n')}\n`);
  });

  test('says what people are told, and what Baton could not do beside the work', () => {
    const run = whole();
    const [entry] = run.entries;
    const events = [
      {
        kind: 'submission-accepted',
        ...{ submission: 's', assignment: 'a.b.1', outcome: 'done', facts: [], details: {} },
        notices: [
          { to: 'people', text: 'Read\nthis.' },
          { to: 'coder', text: 'Not this.' },
        ],
      },
      {
        kind: 'effect-performed',
        effect: 'e',
        problems: [{ code: 'FILE_UNWRITABLE', message: 'full', severity: 'warning', file: 'log.txt' }],
      },
      { kind: 'effect-performed', effect: 'e', problems: [] },
    ] as const;
    expect(renderEvent({ ...entry!, events: events as never })).toMatch(
      /✓ a\.b\.1 accepted: done; notice: Read this\. · ! log\.txt: full \(FILE_UNWRITABLE\)$/,
    );
  });

  test('is silent about an attempt that ended as it should', () => {
    const run = new RelayInMemory();
    run.begin('planning.planner.1');
    const ended = run.give({
      kind: 'attempt-end',
      assignment: 'planning.planner.1',
      attempt: 1,
      end: 'stopped',
    });
    expect(renderEvent(ended!)).toBeUndefined();
  });
});

describe('renderEntry', () => {
  test('has a line for every entry', () => {
    const lines = whole().entries.map(renderEntry);
    expectGolden('progress/log.txt', `${lines.join('\n')}\n`);
    for (const line of lines) expect(line).not.toContain('\n');
  });
});
