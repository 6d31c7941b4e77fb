import { describe, expect, test } from 'vitest';
import { expectGolden } from '../../test/fixtures/golden.ts';
import { RelayInMemory } from '../../test/fixtures/relay-in-memory.ts';
import { statusDocument } from '../operations/status.ts';
import { listText } from './list-text.ts';
import { paintWith } from './paint.ts';
import { statusText } from './status-text.ts';

const place = {
  name: 'add-things',
  project: '/project',
  directory: '/project/.baton/runs/add-things',
  stateDirectory: '/state/add-things',
};

const textOf = (run: RelayInMemory): string => {
  const document = statusDocument({ run: place, state: run.state, chain: `sha256:${'0'.repeat(64)}` });
  return `${statusText(document, paintWith(false), run.after(5_000))}\n`;
};

describe('a status in words', () => {
  test('of a run that waits for approval', () => {
    const run = new RelayInMemory();
    run.plan();
    run.code();
    expectGolden('progress/status-waiting.txt', textOf(run));
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
});

test('a list has its columns below each other', () => {
  const listed = { workflow: 'relay', directory: '/x', phase: 'coding', status: 'running' } as const;
  expect(
    listText([
      { run: 'a', ...listed },
      { run: 'longer-name', ...listed, status: 'complete' },
    ]),
  ).toBe('a            relay  running   coding\nlonger-name  relay  complete  coding');
  expect(listText([])).toContain('baton run');
});
