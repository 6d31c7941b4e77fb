import { expect, test } from 'vitest';
import { personCommands } from './person-command.ts';
import { elapsed } from './texts/elapsed.ts';

test('there is one command for each thing that can be said', () => {
  expect(
    personCommands('a.human.1', { choices: ['ok', 'no', 'later'], approve: 'ok', reject: 'no' }),
  ).toEqual([
    'baton approve a.human.1',
    'baton reject a.human.1 --text "…"',
    'baton answer a.human.1 --text later',
  ]);
  expect(personCommands('q1', { choices: [] })).toEqual(['baton answer q1 --text "…"']);
});

test('what stands in a command can be typed as it is', () => {
  expect(personCommands('run/q 1', { choices: ["it's"] })).toEqual([
    `baton answer 'run/q 1' --text 'it'\\''s'`,
  ]);
});

test.each([
  [-5, '0s'],
  [59_999, '59s'],
  [60_000, '1m 00s'],
  [3_599_000, '59m 59s'],
  [3_600_000, '1h 00m'],
  [90_061_000, '25h 01m'],
])('%i ms are %s', (ms, words) => {
  expect(elapsed(ms)).toBe(words);
});
