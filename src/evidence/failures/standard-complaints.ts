// What is held against a change of what a type checker complains about by the standard of the base: not what only says that
// those settings do not know what the change needs, or that speaks of packages.
import { isTestFile } from '../source/test-files.ts';

/** How TypeScript names what it complains about: `a.ts(1,2): error TS2322: …`, or `a.ts:1:2 - error TS2322: …`. */
const COMPLAINT = /^(?:(.+?)(?:\(\d+,\d+\):|:\d+:\d+ -) )?error TS(\d+):/;
/** A module, a package of types, a library, a flag or a form of import is not known there; or options do not go together. */
const NOT_KNOWN = new Set([
  ...[1192, 1219, 1259, 1323, 1343, 1375, 1378, 1432, 1479, 1501, 2307, 2318, 2468, 2497, 2550, 2569, 2578],
  ...[2580, 2581, 2582, 2583, 2584, 2591, 2592, 2593, 2686, 2688, 2705, 2732, 2737, 2792, 2802, 2834, 2835],
  ...[2867, 2868, 2875, 7016, 7026, 17004, 18003, 18028],
]);
/** Tests may have names that their runner gives them. */
const UNKNOWN_NAME = 2304;

const isOfSettings = (code: number, file: string | undefined): boolean => {
  if (file === undefined || /(?:^|\/)node_modules\//.test(file)) return true;
  if (code === UNKNOWN_NAME) return isTestFile(file);
  return NOT_KNOWN.has(code) || (code >= 5000 && code < 7000);
};

interface StandardComplaints {
  readonly held: string[];
  readonly unclear: string[];
}

/** Of programs that do not name their complaints so, every line counts. */
export const standardComplaints = (added: readonly string[]): StandardComplaints => {
  const named = added.filter((line) => COMPLAINT.test(line.trim()));
  if (named.length === 0) return { held: [...added], unclear: [] };
  const isUnclear = (line: string): boolean => {
    const [, file, code] = COMPLAINT.exec(line.trim()) ?? [];
    return isOfSettings(Number(code), file);
  };
  return { held: named.filter((line) => !isUnclear(line)), unclear: named.filter(isUnclear) };
};
