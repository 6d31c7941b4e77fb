// The fuzzer of `npm run fuzz`, in short and without times.
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fuzzReaders, newFuzzer } from './fuzz-readers.ts';
import { INPUT_BYTES_MAX } from './mutate-text.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));
const INPUTS = 3_000;

describe('mutations of handoffs and artifacts', () => {
  const fuzzer = newFuzzer(FIXTURES, 1);

  it('are read without a throw, each problem in its place, every prototype as it was', () => {
    const { inputs, failures } = fuzzReaders(fuzzer, { from: 0, to: INPUTS });
    expect(failures).toEqual([]);
    expect(inputs).toBe(INPUTS);
  });

  it('are the same for the same seed and number, and no longer than they may be', () => {
    const again = newFuzzer(FIXTURES, 1);
    for (let number = 0; number < 500; number += 1) {
      const { text } = fuzzer.input(number);
      expect(again.input(number).text).toBe(text);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(INPUT_BYTES_MAX);
    }
    expect(newFuzzer(FIXTURES, 2).input(1).text).not.toBe(fuzzer.input(1).text);
  });
});
