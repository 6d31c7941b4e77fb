// Who counts as the same: by vendor, by model, and where nothing is known.
import { expect, it } from 'vitest';
import { listSpec } from '../agent-list.ts';
import { alikeBecause, playerOfModel, playersIn, unprovenBecause } from './player.ts';

const player = (spec: string, options = {}) => {
  const [one] = playersIn(spec, options);
  if (one === undefined) throw new Error('expected a player');
  return one;
};

it.each([
  ['command:codex', {}, 'command:gemini', {}, undefined],
  ['command:codex', {}, 'acp:codex', {}, 'both are of openai'],
  [
    'command:claude',
    {},
    'command:opencode',
    { model: 'openrouter/anthropic/claude-sonnet-4-5' },
    'both are of anthropic',
  ],
  ['command:copilot', { model: 'gpt-5' }, 'command:codex', {}, 'both are of openai'],
  ['command:copilot', {}, 'command:codex', {}, 'nothing says whose model copilot uses'],
  [
    'acp:./mine --acp',
    { vendor: 'acme', model: 'm1' },
    'command:opencode',
    { vendor: 'other', model: 'x/M1' },
    'both use m1',
  ],
  ['human', {}, 'human', {}, 'both are people'],
  ['human', {}, 'command:claude', {}, undefined],
])('%s %o and %s %o: %s', (one, own, other, theirs, why) => {
  expect(unprovenBecause(player(one, own), player(other, theirs))).toBe(why);
  // It goes both ways.
  expect(unprovenBecause(player(other, theirs), player(one, own)) === undefined).toBe(why === undefined);
});

it('takes what is said of each agent of a list for that one alone', () => {
  const spec = listSpec([{ agent: 'opencode', model: 'openai/gpt-5' }, 'gemini', 'mine'], {
    mine: 'command:{"run":["./mine"]}',
  });
  expect(playersIn(spec).map(({ agent, vendors }) => [agent, vendors])).toEqual([
    ['opencode', ['openai']],
    ['gemini', ['google']],
    ['./mine', []],
  ]);
});

it('knows the model that a program said it used', () => {
  expect(alikeBecause(playerOfModel('gpt-5.5'), player('command:codex'))).toBe('both are of openai');
  expect(alikeBecause(playerOfModel('unknown'), playerOfModel('unknown'))).toBeUndefined();
});
