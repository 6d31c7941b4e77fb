import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareData } from './share-data.ts';

const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('shareData', () => {
  it('gives what is there now, whatever was there', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (was, now) => {
        expect(copy(shareData(was, now))).toEqual(copy(now));
      }),
    );
  });

  it('gives the same object for the same data', () => {
    fc.assert(
      fc.property(fc.jsonValue().map(copy), (was) => {
        expect(shareData(was, copy(was))).toBe(was);
      }),
    );
  });

  it('keeps the parts that are the same, and new parts as they came', () => {
    const was = { track: { stations: [{ phase: 'a' }, { phase: 'b' }] }, rows: [{ seq: 1 }] };
    const now = { track: { stations: [{ phase: 'a' }, { phase: 'c' }] }, rows: [{ seq: 2 }] };
    const found = shareData(was, now) as typeof was;
    expect(found).toEqual(now);
    expect(found.track.stations[0]).toBe(was.track.stations[0]);
    expect(found.rows[0]).toBe(now.rows[0]);
  });

  it('keeps no field that is gone', () => {
    expect(shareData({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
    expect(shareData({ a: 1 }, { b: undefined })).toEqual({ b: undefined });
    expect(shareData([1, 2], { 0: 1, 1: 2 })).toEqual({ 0: 1, 1: 2 });
  });
});
