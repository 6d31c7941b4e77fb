// Figures that a system has of its own runs, beside those that all workflows have: made of the lines that the runs keep.
import { BatonError } from '../../errors.ts';
import type { OwnFigures } from '../../handoffs/foreign-system.ts';
import { replay } from '../../runtime/replay.ts';
import { type MetricsOptions, sinceOf } from './metrics.ts';
import { type Journal, journalsOf } from './metrics-journals.ts';

const stateIn = async ({ stores, run }: Journal) => {
  const { store } = await stores.reader(run);
  try {
    return await replay(store);
  } finally {
    await store.close();
  }
};

/** Each journal counts once, also where a run left a copy of it. Undefined: this workflow has none. */
const ownFigures = async (options: MetricsOptions): Promise<OwnFigures | undefined> => {
  const { system, since, workflow } = options;
  const figures = system.systems.find(({ name }) => name === workflow)?.figures;
  if (figures === undefined) return undefined;
  const from = since === undefined ? undefined : sinceOf(since, Date.parse(system.clock.now()));
  const lines: string[] = [];
  const known = new Set<string>();
  for (const journal of await journalsOf(system, options)) {
    const state = await stateIn(journal);
    if (state === undefined || state.run.workflow !== workflow) continue;
    const { name, startedAt } = state.run;
    const isOld = from !== undefined && Date.parse(startedAt) < from;
    if (isOld || known.has(`${startedAt} ${name}`)) continue;
    known.add(`${startedAt} ${name}`);
    lines.push(...(state.lines ?? []));
  }
  return figures(lines);
};

export const requireFigures = async (options: MetricsOptions): Promise<OwnFigures> => {
  const found = await ownFigures(options);
  if (found !== undefined) return found;
  const names = options.system.systems.flatMap(({ name, figures }) => (figures === undefined ? [] : [name]));
  throw new BatonError(
    'USAGE_INVALID',
    `expected a workflow that has a report of its own (${names.join(', ')}), got ${options.workflow ?? 'none'}`,
    { hint: `baton metrics --workflow ${names[0] ?? 'collective'} --format markdown` },
  );
};
