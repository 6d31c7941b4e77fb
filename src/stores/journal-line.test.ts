import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntryDraft } from '../model/run/entry.ts';
import { sha256 } from '../std/sha256.ts';
import { decodeLine, EMPTY_HEAD, encodeLine, GENESIS, openEnvelope, prevOf } from './journal-line.ts';
import { sampleDraft } from './store.contract.ts';

const place = { file: 'journal.jsonl', line: 1 };

describe('a journal line', () => {
  it('is this, byte for byte', () => {
    const { bytes, chain } = encodeLine(sampleDraft(1, 'no'), EMPTY_HEAD);
    expect(bytes.toString()).toBe(
      '{"v":1,"seq":1,"id":"id-1","at":"2026-01-01T00:00:01.000Z","by":{"person":"ada"},' +
        '"input":{"kind":"refuse","code":"TOKEN_INVALID","message":"no"},' +
        '"events":[{"kind":"submission-refused","code":"TOKEN_INVALID","message":"no"}],' +
        '"prev":"sha256:0000000000000000000000000000000000000000000000000000000000000000","crc":"c85ab787"}\n',
    );
    expect(chain).toBe(sha256(bytes.subarray(0, -1)));
  });

  it('comes back as it was, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.jsonValue(), fc.nat(), (text, value, seq) => {
        const args = JSON.parse(JSON.stringify({ value }));
        const input = { kind: 'answer', item: text, text, args } satisfies EntryDraft['input'];
        const { bytes, entry } = encodeLine({ ...sampleDraft(1), input }, { seq, chain: GENESIS });
        const end = bytes.length - 1;
        expect(bytes.indexOf(10)).toBe(end);
        expect(openEnvelope(bytes, 0, end)).toEqual({ v: 1, seq: seq + 1 });
        expect(prevOf(bytes, end)).toBe(GENESIS);
        expect(JSON.stringify(decodeLine(bytes, 0, end, place))).toBe(JSON.stringify(entry));
      }),
    );
  });

  it('is damaged by any other byte anywhere', () => {
    const { bytes } = encodeLine(sampleDraft(1), EMPTY_HEAD);
    const end = bytes.length - 1;
    const missed: number[] = [];
    for (let at = 0; at < end; at++) {
      for (let mask = 1; mask < 256; mask++) {
        bytes[at]! ^= mask;
        if (openEnvelope(bytes, 0, end) !== undefined) missed.push(at);
        bytes[at]! ^= mask;
      }
    }
    expect(missed).toEqual([]);
  });
});
