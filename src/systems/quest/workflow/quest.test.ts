import { expect, it } from 'vitest';
import { prove } from '../../../engine/prove.ts';
import { play } from '../../../testing/play.ts';
import { quest } from './quest.ts';
import { honest } from './scripts.fixture.ts';

it('is proved', () => {
  expect(prove(quest).problems).toEqual([]);
});

it('goes from a request to a commit', async () => {
  const run = await play(quest, honest);
  expect(run.verdicts.filter(({ accepted }) => !accepted)).toEqual([]);
  expect([run.status, run.awaited]).toEqual(['complete', []]);
  expect(run.performed.map(({ action }) => action)).toEqual([]);
  expect(Object.keys(run.files)).toEqual([]);
});
