const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const two = (value: number): string => String(value).padStart(2, '0');

const DAY = 24 * HOUR;

/** `7s`, `2m`, `5h`, `3d`: as exact as an age has to be. */
export const ago = (ms: number): string => {
  const whole = Math.max(0, ms);
  if (whole < MINUTE) return `${Math.floor(whole / SECOND)}s`;
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)}m`;
  return whole < DAY ? `${Math.floor(whole / HOUR)}h` : `${Math.floor(whole / DAY)}d`;
};

/** `7s`, `2m 03s`, `1h 05m`. */
export const elapsed = (ms: number): string => {
  const whole = Math.max(0, ms);
  if (whole < MINUTE) return `${Math.floor(whole / SECOND)}s`;
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)}m ${two(Math.floor((whole % MINUTE) / SECOND))}s`;
  return `${Math.floor(whole / HOUR)}h ${two(Math.floor((whole % HOUR) / MINUTE))}m`;
};
