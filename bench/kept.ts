// Ratios of version 0.1.0, before workflows were written with handles: its program under the benches of now, in turns with the same
// floor. Processor time is kept, because it is the same on a busy machine; the others are from a quiet one. Its benches of replay and resume
// made histories without the four runs that it asks for, so they ran with evidence that has them. All are printed beside the figures of now.
export const KEPT = { version: '0.1.0', commit: '58a4b36' } as const;

const RATIOS: Readonly<Record<string, number>> = {
  'processor time of `baton --version` against `node -e 0`': 1.06,
  'processor time of `baton submit`': 1.4,
  'processor time of `baton mcp`': 1.45,
  '2 KB submission accepted, from the door to the answer': 1.62,
  'replay of 100,000 entries': 1.15,
  'replay of 100,000 entries, the chain verified': 1.42,
  'resume of 10,000 entries against 10, in one process': 1.07,
  'resume of 10,015 entries against 10, in one process, 15 after the snapshot': 1.51,
};

/** Of the row of this name; its rounds may differ. */
export const keptRatio = (what: string): number | undefined => RATIOS[what.replace(/ \(\d+ rounds\)$/, '')];

/**
 * Handoffs a second of eight processes before runs were shared, as a part of what the bare work of eight processes reached: its program under
 * `many-runs.ts` of now, in turns with the floor: 0.31 is the median of three rounds (0.23 to 0.40), 379/s against 1,603/s the medians.
 */
export const KEPT_PROCESSES = { commit: '2a376295', ofFloor: 0.31 } as const;
