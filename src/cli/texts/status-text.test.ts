import { describe, expect, test } from 'vitest';
import { DrivenRun } from '../../../test/fixtures/driven-run.ts';
import { expectGolden } from '../../../test/fixtures/golden.ts';
import { LinesBench } from '../../../test/fixtures/lines-bench.ts';
import { RelayInMemory } from '../../../test/fixtures/relay-in-memory.ts';
import { council } from '../../../test/fixtures/workflows/council.ts';
import { linesWith } from '../../../test/fixtures/workflows/lines.ts';
import type { State } from '../../model/run/state.ts';
import { statusDocument } from '../../operations/status/status.ts';
import { renderEntry } from '../progress/render-event.ts';
import { listText } from './list-text.ts';
import { paintWith } from './paint.ts';
import { noticeLines, statusText, waitingLines } from './status-text.ts';

const place = {
  name: 'add-things',
  place: { project: '/project', stateRoot: '/states', stateDirectory: '/state', env: {} },
  directory: '/project/.baton/runs/add-things',
  stateDirectory: '/state/add-things',
};

const textAt = (state: State, now: number): string => {
  const document = statusDocument({ run: place, state, chain: `sha256:${'0'.repeat(64)}` });
  return `${statusText(document, paintWith(false), now)}\n`;
};

const textOf = (run: RelayInMemory): string => textAt(run.state, run.after(5_000));

describe('a status in words', () => {
  test('of a run that waits for approval', () => {
    const run = new RelayInMemory();
    run.plan();
    run.code();
    expectGolden('progress/status-waiting.txt', textOf(run));
  });

  test('of work that repeats a mistake, whose page is in the inbox', () => {
    const run = new RelayInMemory();
    for (const text of ['version: 2\n', 'version: 3\n', 'version: "four"\n']) {
      run.begin('planning.planner.1');
      run.submitFile('planning.planner.1', 'submit_plan', 'plan', text);
    }
    const { waitingFor } = statusDocument({ run: place, state: run.state, chain: '' });
    const lines = waitingLines(paintWith(false), run.after(5_000), 'add-things', waitingFor[0]!, true);
    expectGolden('progress/status-stuck.txt', `${textOf(run)}\n${lines.join('\n')}\n`);
    const log = run.entries.map(renderEntry);
    expectGolden('progress/log-stuck.txt', `${log.join('\n')}\n`);
  });

  test('of notices, newest last, without changing what the run waits for', () => {
    const run = new RelayInMemory();
    run.plan();
    const notice = (text: string) => ({ text, seq: 1, at: run.state.at });
    const state: State = {
      ...run.state,
      notices: {
        people: [notice('The plan is \u001b[2Jlong.\nIt has no title.'), notice('It has one now.')],
        coder: [notice('Not for people.')],
      },
    };
    const before = statusDocument({ run: place, state: run.state, chain: '' });
    const document = statusDocument({ run: place, state, chain: '' });
    expect(document).toEqual({
      ...before,
      notices: [
        { at: run.state.at, text: 'The plan is \u001b[2Jlong.\nIt has no title.' },
        { at: run.state.at, text: 'It has one now.' },
      ],
    });
    const now = run.after(5_000);
    expect(statusText(document, paintWith(false), now).split('\n')).toEqual(
      expect.arrayContaining([
        '! notice, 5s ago: The plan is long. It has no title.',
        '! notice, 5s ago: It has one now.',
      ]),
    );
    expect(noticeLines(paintWith(false), now, document.notices![0]!, true)).toEqual([
      '! notice, 5s ago: The plan is long.',
      '    It has no title.',
    ]);
  });

  test('of a run that failed', () => {
    const run = new RelayInMemory();
    run.plan();
    run.give({
      kind: 'fail',
      cause: { code: 'AGENT_FAILED', message: 'it failed 3 times', hint: 'see `baton log`' },
    });
    expectGolden('progress/status-failed.txt', textOf(run));
  });

  test('of items that are blocked by one that failed', () => {
    const run = new LinesBench(linesWith([], []), 'a b c<a d<c');
    for (const round of [1, 2, 3]) {
      run.change(`implement.coder.a.${round}`, { a: String(round) });
      run.report(`test.tester.a.${round}`, 'fail');
    }
    run.answer('stuck.human.a.1', 'give-up');
    expectGolden('progress/status-blocked.txt', textAt(run.state, Date.parse(run.state.at) + 5_000));
  });

  test('of work that is blind, some of it a person’s', () => {
    const run = new DrivenRun(council, { agents: { member: 'human' } });
    run.submit('asking.asker.1', { 'question.md': 'Why?\n' });
    run.submit('hearing.member.a.1', { 'opinions/a.md': 'Because.\n' });
    run.give({ kind: 'attempt-start', assignment: 'hearing.member.b.1', desk: '0a1b' });
    expectGolden('progress/status-blind.txt', textAt(run.state, Date.parse(run.state.at) + 5_000));
    const isolated = { ...run.state, run: { ...run.state.run, isolation: 'fenced' as const } };
    expect(textAt(isolated, 0)).not.toContain('searches the disk');
  });
});

test('a list has its columns below each other', () => {
  const at = '2026-11-15T10:00:00.000Z';
  const listed = {
    ...{ workflow: 'relay', directory: '/x', phase: 'coding', status: 'running' as const, held: false },
    ...{ request: 'Add things\nand more', startedAt: at, at, waiting: 0 },
  };
  const now = Date.parse(at) + 3 * 60 * 60 * 1000;
  expect(
    listText(
      [
        { run: 'a', ...listed },
        { run: 'b', ...listed, status: 'waiting', waiting: 2, held: true },
        { run: 'longer-name', ...listed, status: 'complete', request: 'x'.repeat(100) },
      ],
      now,
    ).split('\n'),
  ).toEqual([
    'RUN          WORKFLOW  STATUS    PHASE   CHANGED                    REQUEST',
    'a            relay     running   coding  3h ago   not running now   Add things',
    'b            relay     waiting   coding  3h ago   waits for you: 2  Add things',
    `longer-name  relay     complete  coding  3h ago                     ${'x'.repeat(59)}…`,
  ]);
  expect(listText([], now)).toContain('baton run');
});
