// Ratios of version 0.1.0, before workflows were written with handles: its program under the benches of now, in turns with the same
// floor. Processor time is kept, because it is the same on a busy machine, and the time of an acceptance on a quiet one. They are
// printed beside the figures of now.
export const KEPT = { version: '0.1.0', commit: '58a4b36' } as const;

const RATIOS: Readonly<Record<string, number>> = {
  'processor time of `baton --version` against `node -e 0`': 1.06,
  'processor time of `baton submit`': 1.4,
  'processor time of `baton mcp`': 1.45,
  '2 KB submission accepted, from the door to the answer': 1.62,
};

/** Of the row of this name; its rounds may differ. */
export const keptRatio = (what: string): number | undefined => RATIOS[what.replace(/ \(\d+ rounds\)$/, '')];

/**
 * Handoffs a second of eight processes before runs were shared, as a part of what the bare work of eight processes reached: its program under
 * `many-runs.ts` of now, in turns with the floor: 0.31 is the median of three rounds (0.23 to 0.40), 379/s against 1,603/s the medians.
 */
export const KEPT_PROCESSES = { commit: '2a376295', ofFloor: 0.31 } as const;
