// What one value under `metrics` measures. Agents write the same thing in many ways; what has no unit stays text.
import { clip, plainLine } from '../../../std/terminal-text.ts';

export type Measure =
  | { readonly kind: 'count'; readonly value: number }
  | { readonly kind: 'duration'; readonly ms: number }
  | { readonly kind: 'percent'; readonly percent: number; readonly of: string | null }
  /** `true` in one agent's schema, the number of gates in another's. */
  | { readonly kind: 'gates'; readonly passed: boolean; readonly count: number | null }
  | { readonly kind: 'text'; readonly text: string };

const TEXT_CHARS_MAX = 200;
const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const UNITS: Readonly<Record<string, keyof typeof UNIT_MS>> = {
  ...{ ms: 'ms', msec: 'ms', millisecond: 'ms', milliseconds: 'ms' },
  ...{ s: 's', sec: 's', secs: 's', second: 's', seconds: 's' },
  ...{ m: 'm', min: 'm', mins: 'm', minute: 'm', minutes: 'm' },
  ...{ h: 'h', hr: 'h', hrs: 'h', hour: 'h', hours: 'h' },
  ...{ d: 'd', day: 'd', days: 'd' },
};
const LONG_CHARS_MAX = 60;

/** "2h 15m", "3m45s", "1.5 hours". Undefined for what is no length of time: "3:45" may be two things. */
export const durationMs = (text: string): number | undefined => {
  const line = text.trim().toLowerCase();
  if (line === '' || line.length > LONG_CHARS_MAX) return undefined;
  let rest = line;
  let total = 0;
  while (rest !== '') {
    const part = /^(\d{1,9}(?:\.\d{1,6})?)\s*([a-z]+)(?:,|\s|and\b)*/.exec(rest);
    const word = part?.[2] ?? '';
    const unit = Object.hasOwn(UNITS, word) ? UNITS[word] : undefined;
    if (part === null || unit === undefined) return undefined;
    total += Number(part[1]) * UNIT_MS[unit];
    rest = rest.slice(part[0].length);
  }
  return Math.round(total);
};

/** "95%", and "User workflows: 90%" with what it is of. */
export const percentOf = (
  text: string,
): { readonly percent: number; readonly of: string | null } | undefined => {
  const line = plainLine(text);
  if (line.length > TEXT_CHARS_MAX) return undefined;
  const found = /^(?:(.*?)[:=]?\s+)?(\d{1,3}(?:\.\d{1,6})?)\s*%$/.exec(line);
  const percent = Number(found?.[2]);
  if (found === null || percent > 100) return undefined;
  const of = found[1]?.trim() ?? '';
  // "was 80%, now 95%" says two things.
  return of.includes('%') ? undefined : { percent, of: of === '' ? null : of };
};

const isPercentKey = (key: string): boolean => /(?:^|_)(?:coverage|percent|percentage|rate)$/.test(key);
const isGatesKey = (key: string): boolean => /(?:^|_)gates?_passed$/.test(key);

const ofNumber = (key: string, value: number): Measure => {
  if (isGatesKey(key)) return { kind: 'gates', passed: value > 0, count: value };
  if (isPercentKey(key) && value >= 0 && value <= 100) return { kind: 'percent', percent: value, of: null };
  return { kind: 'count', value };
};

/** Undefined for what measures nothing, such as a list or null; mappings are flattened by the caller. */
export const measureOf = (key: string, value: unknown): Measure | undefined => {
  if (typeof value === 'boolean') return { kind: 'gates', passed: value, count: null };
  if (typeof value === 'number') return Number.isFinite(value) ? ofNumber(key, value) : undefined;
  if (Array.isArray(value)) return { kind: 'count', value: value.length };
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const percent = percentOf(value);
  if (percent !== undefined) return { kind: 'percent', ...percent };
  const ms = durationMs(value);
  if (ms !== undefined) return { kind: 'duration', ms };
  if (/^\d{1,15}$/.test(value.trim())) return ofNumber(key, Number(value));
  return { kind: 'text', text: clip(plainLine(value), TEXT_CHARS_MAX) };
};

const FLAT_DEPTH_MAX = 4;

/** Every value of a block's metrics, those of mappings by their path: `test_types.unit`. */
export const measuresOf = (
  metrics: Readonly<Record<string, unknown>>,
  prefix = '',
  depth = 0,
): readonly (readonly [key: string, measure: Measure])[] =>
  Object.entries(metrics).flatMap(([key, value]) => {
    const name = `${prefix}${clip(plainLine(key), LONG_CHARS_MAX)}`;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return depth >= FLAT_DEPTH_MAX
        ? []
        : measuresOf(Object.fromEntries(Object.entries(value)), `${name}.`, depth + 1);
    const measure = measureOf(key, value);
    return measure === undefined ? [] : [[name, measure] as const];
  });
