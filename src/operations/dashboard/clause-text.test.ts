import { expect, it } from 'vitest';
import { SYSTEMS } from '../../systems/systems.ts';
import { relay } from '../../workflows/relay/relay.ts';
import { clauseTexts } from './clause-text.ts';

const TITLE_CHARS_MAX = 60;

it('shows every clause of our workflows in a few words', () => {
  const checks = [relay, ...SYSTEMS.flatMap(({ workflow }) => workflow ?? [])].flatMap(({ contracts }) =>
    Object.values(contracts).flatMap(({ checks: own = [] }) => own),
  );
  expect(checks.length).toBeGreaterThan(50);
  const long = [...clauseTexts(checks)].filter(
    ([, { title }]) => title.length > TITLE_CHARS_MAX || !/^[A-Z]/.test(title),
  );
  expect(long).toEqual([]);
});

it('shows a clause without a title as it says', () => {
  expect(clauseTexts([{ name: 'a', says: 'it is short' }]).get('a')).toEqual({
    title: 'it is short',
    says: 'it is short',
  });
});
