import type { ForeignSystem } from '../../handoffs/foreign-system.ts';
import { collectiveFactory } from './collective-config.ts';
import { collectiveDialect } from './handoff/collective.ts';
import { collectiveInspector } from './inspect/inspector.ts';
import { metricsOf } from './metrics/collective-metrics.ts';
import { readRecords } from './metrics/handoff-record.ts';
import { metricsCsv, metricsMarkdown } from './metrics/metrics-report.ts';
import { collective } from './workflow/collective.ts';

export const system: ForeignSystem = {
  name: 'collective',
  dialect: collectiveDialect,
  inspector: collectiveInspector,
  workflow: collective,
  factory: collectiveFactory,
  figures: (lines) => {
    const json = metricsOf(readRecords(lines.join('')).records);
    return { json, markdown: metricsMarkdown(json), csv: metricsCsv(json) };
  },
};
