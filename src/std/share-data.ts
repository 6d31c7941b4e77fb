import { isRecord } from './is-record.ts';

/** Fields in their order; a list has places for names. */
const rebuilt = (
  now: Readonly<Record<string, unknown>>,
  parts: readonly (readonly [string, unknown])[],
): unknown => (Array.isArray(now) ? parts.map(([, part]) => part) : Object.fromEntries(parts));

/** `now`, in which every part that equals the same part of `was` is that very object: whoever remembers by object sees no change. */
export const shareData = (was: unknown, now: unknown): unknown => {
  if (was === now || !isRecord(was) || !isRecord(now) || Array.isArray(was) !== Array.isArray(now))
    return now;
  const parts = Object.keys(now).map((name) => [name, shareData(was[name], now[name])] as const);
  const isSame =
    parts.length === Object.keys(was).length &&
    parts.every(([name, part]) => name in was && part === was[name]);
  if (isSame) return was;
  return parts.every(([name, part]) => part === now[name]) ? now : rebuilt(now, parts);
};
