// Measures of several handoffs put together: counters add up, gates must all have passed, of percentages the lowest and
// the mean weighted by tests are kept, texts stay as they are.
import * as z from 'zod';
import { METRIC_NAMES_MAX, METRIC_TEXTS_MAX } from '../limits.ts';
import { type Measure, measuresOf } from './units.ts';

const count = z.int().min(0);

export const metricSumSchema = z.strictObject({
  name: z.string(),
  /** How many handoffs said something about it. */
  samples: count,
  sum: z.number().nullable(),
  duration_ms: z.number().nullable(),
  percent_min: z.number().nullable(),
  percent_mean: z.number().nullable(),
  gates_passed: z.boolean().nullable(),
  texts: z.array(z.string()),
});
export type MetricSum = z.infer<typeof metricSumSchema>;

interface Draft {
  samples: number;
  sum: number | null;
  ms: number | null;
  min: number | null;
  weighted: number;
  weight: number;
  gates: boolean | null;
  readonly texts: string[];
}

const newDraft = (): Draft => ({
  ...{ samples: 0, sum: null, ms: null, min: null, weighted: 0, weight: 0, gates: null, texts: [] },
});

const add = (draft: Draft, measure: Measure, weight: number): void => {
  draft.samples += 1;
  switch (measure.kind) {
    case 'count':
      draft.sum = (draft.sum ?? 0) + measure.value;
      return;
    case 'duration':
      draft.ms = (draft.ms ?? 0) + measure.ms;
      return;
    case 'percent':
      draft.min = Math.min(draft.min ?? measure.percent, measure.percent);
      draft.weighted += measure.percent * weight;
      draft.weight += weight;
      return;
    case 'gates':
      draft.gates = (draft.gates ?? true) && measure.passed;
      if (measure.count !== null) draft.sum = (draft.sum ?? 0) + measure.count;
      return;
    case 'text':
      if (draft.texts.length < METRIC_TEXTS_MAX && !draft.texts.includes(measure.text))
        draft.texts.push(measure.text);
  }
};

/** A block about many tests weighs more in a mean than one about few. */
const weightOf = (metrics: Readonly<Record<string, unknown>>): number => {
  const total = metrics['tests_total'] ?? metrics['scenarios'];
  return typeof total === 'number' && Number.isFinite(total) && total > 0 ? total : 1;
};

const rounded = (value: number): number => Math.round(value * 100) / 100;

export const sumMetrics = (blocks: readonly Readonly<Record<string, unknown>>[]): readonly MetricSum[] => {
  const drafts = new Map<string, Draft>();
  for (const metrics of blocks)
    for (const [name, measure] of measuresOf(metrics)) {
      const draft = drafts.get(name) ?? newDraft();
      if (!drafts.has(name) && drafts.size >= METRIC_NAMES_MAX) continue;
      drafts.set(name, draft);
      add(draft, measure, weightOf(metrics));
    }
  return [...drafts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, draft]) => ({
      ...{ name, samples: draft.samples, sum: draft.sum, duration_ms: draft.ms, percent_min: draft.min },
      percent_mean: draft.weight === 0 ? null : rounded(draft.weighted / draft.weight),
      ...{ gates_passed: draft.gates, texts: draft.texts },
    }));
};
