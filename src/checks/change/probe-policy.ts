// The policy of hunk probing, the same in every workflow that has it; only its default differs.
import * as z from 'zod';
import { PROBE_HUNKS, PROBE_HUNKS_MAX, PROBE_MINUTES, PROBE_MINUTES_MAX } from '../../model/limits/limits.ts';
import { settings } from '../../model/workflow/handles.ts';
import type { View } from '../../model/workflow/view.ts';
import type { ProbePolicy } from './change.ts';

const modes = z.enum(['off', 'warn', 'reject']);

interface ProbeShape {
  readonly probe: z.ZodDefault<typeof modes>;
  readonly probe_hunks: z.ZodDefault<z.ZodNumber>;
  readonly probe_minutes: z.ZodDefault<z.ZodNumber>;
}

export const probeShape = (mode: ProbePolicy['mode']): ProbeShape => ({
  probe: modes
    .default(mode)
    .describe('Remove each hunk of the code alone; those that no test misses are listed, or rejected.'),
  probe_hunks: z
    .number()
    .int()
    .min(1)
    .max(PROBE_HUNKS_MAX)
    .default(PROBE_HUNKS)
    .describe('Hunks that are tried at most.'),
  probe_minutes: z
    .number()
    .int()
    .min(1)
    .max(PROBE_MINUTES_MAX)
    .default(PROBE_MINUTES)
    .describe('Minutes that this takes at most.'),
});

const UNPROBED = settings(z.object(probeShape('off')));

/** As it was decided when the run started; a run of before that has none is not probed. */
export const probeOf = (view: View): ProbePolicy => {
  const { probe, probe_hunks, probe_minutes } = UNPROBED;
  return {
    mode: view.setting(probe),
    hunksMax: view.setting(probe_hunks),
    minutesMax: view.setting(probe_minutes),
  };
};
