import { describe, expect, it } from 'vitest';
import { metricsOf, metricsText } from '../metrics/collective-metrics.ts';
import { collectiveInspector } from './inspector.ts';

const message = (status: string): string =>
  `Done.\n\n\`\`\`yaml\nhandoff:\n  phase: "Testing"\n  from: "@a-agent"\n  to: "None"\n  status: "${status}"\n\`\`\`\n`;
const codes = (files: Readonly<Record<string, string>>) =>
  collectiveInspector.run(new Map(Object.entries(files))).map(({ code, file, line }) => [code, file, line]);

describe('a directory with handoffs of the collective', () => {
  it('is known by its folder', () => {
    expect(collectiveInspector.isRun(['handoffs/1.md'])).toBe(true);
    expect(collectiveInspector.isRun(['handoffs/x/1.md', 'notes.md'])).toBe(false);
    expect(['a.md', 'handoffs/b.yaml', 'c.png'].filter(collectiveInspector.reads)).toEqual([
      'a.md',
      'handoffs/b.yaml',
    ]);
  });

  it('has every handoff in it read', () => {
    expect(codes({ 'handoffs/1.md': message('complete'), 'notes.md': 'Nothing here.\n' })).toEqual([]);
    expect(codes({ 'handoffs/1.md': message('complete'), 'handoffs/2.md': message('finished') })).toEqual([
      ['HANDOFF_STATUS_UNKNOWN', 'handoffs/2.md', 8],
    ]);
  });

  it('without one is told', () => {
    expect(codes({ 'notes.md': 'Nothing here.\n' })).toEqual([['HANDOFF_MISSING', undefined, undefined]]);
    expect(codes({})).toHaveLength(1);
  });

  it('that Baton made has a log, and figures that follow from it', () => {
    expect(collectiveInspector.isRun(['handoffs.jsonl', 'report.md'])).toBe(true);
    const figures = metricsText(metricsOf([]));
    expect(codes({ 'handoffs.jsonl': '', 'metrics.json': figures })).toEqual([]);
    expect(codes({ 'handoffs.jsonl': 'no record\n', 'metrics.json': figures })).toEqual([
      ['FIELD_INVALID', 'handoffs.jsonl', undefined],
    ]);
    const behind = { 'handoffs.jsonl': '', 'metrics.json': figures.replace('0', '7') };
    const other = [['HANDOFF_CONTRADICTION', 'metrics.json', undefined]];
    expect(codes(behind)).toEqual(other);
    expect(codes({ ...behind, 'state.json': '{\n  "status": "complete"\n}\n' })).toEqual(other);
    // Figures of a long run are counted every few handoffs.
    expect(codes({ ...behind, 'state.json': '{\n  "status": "running"\n}\n' })).toEqual([]);
  });
});
