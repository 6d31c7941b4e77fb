// What a linter or a type checker complains about now and did not complain about before.
import { OUTPUT_TAIL_CHARS } from '../../model/limits/limits.ts';

const SHOWN_MAX = 20;
/** A complaint names its place or its file; a summary does not. */
const PLACE = /:\d+|\(\d+, ?\d+\)|^\s*\d+:\d+|\bline \d+|[\w-]\.[a-z]{1,5}\b/i;
const SUMMARY = /^found \d+ (?:error|problem|issue|warning)/i;

/** Lines move and times differ. */
const normal = (line: string): string => line.replace(/\d+/g, '0').replace(/\s+/g, ' ').trim();

const countsOf = (output: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const line of output.split('\n')) counts.set(normal(line), (counts.get(normal(line)) ?? 0) + 1);
  return counts;
};

/** Undefined where an output is cut, and nobody can say. The same complaint twice is another one. */
export const addedComplaints = (now: string, before: string): string[] | undefined => {
  if (Math.max(now.length, before.length) >= OUTPUT_TAIL_CHARS) return undefined;
  const left = countsOf(before);
  const added = now.split('\n').filter((line) => {
    const known = left.get(normal(line)) ?? 0;
    left.set(normal(line), known - 1);
    return known <= 0 && PLACE.test(line) && !SUMMARY.test(line.trim());
  });
  return added.slice(0, SHOWN_MAX);
};
