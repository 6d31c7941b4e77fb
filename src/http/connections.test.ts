import { expect, it } from 'vitest';
import { CONNECTIONS_MAX, CONNECTIONS_MIN, DESCRIPTORS_KEPT } from '../model/limits/limits.ts';
import { connectionsMax } from './connections.ts';

it('connections leave descriptors to the run, and there are always some', () => {
  expect(connectionsMax(undefined)).toBe(CONNECTIONS_MAX);
  expect(connectionsMax(20_000)).toBe(CONNECTIONS_MAX);
  expect(connectionsMax(200)).toBe(200 - DESCRIPTORS_KEPT);
  expect(connectionsMax(64)).toBe(CONNECTIONS_MIN);
});
