import { expect, it } from 'vitest';
import { prove } from '../../../engine/prove.ts';
import { quest } from './quest.ts';

it('is proved', () => {
  expect(prove(quest).problems).toEqual([]);
});
