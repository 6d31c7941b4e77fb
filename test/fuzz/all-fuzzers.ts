// What `npm run fuzz` loads: the fuzzers by name.
import { type Fuzzer, fuzzReaders, type Judge, newFuzzer } from './fuzz-readers.ts';
import { newReportFuzzer, REPORTS } from './report-readers.ts';

export { fuzzReaders };

export const fuzzerOf = (
  kind: 'handoffs' | 'reports',
  fixtures: string,
  seed: number,
): { readonly fuzzer: Fuzzer; readonly judge?: Judge } =>
  kind === 'reports'
    ? { fuzzer: newReportFuzzer(fixtures, seed), judge: REPORTS }
    : { fuzzer: newFuzzer(fixtures, seed) };
