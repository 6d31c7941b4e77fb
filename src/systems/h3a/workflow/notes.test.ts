import { expect, it } from 'vitest';
import { type Note, noteLine, notesAbout, notesOf, seconds } from './notes.ts';

const gate: Note = {
  note: 'gate',
  at: '2026-11-15T10:00:00Z',
  gate: 'G0_planning',
  status: 'PASSED',
  agent: 'planner',
  task: 'T001',
  says: 'a\nb "c"',
};
const issue: Note = { note: 'issue', at: '2026-11-15T10:00:01Z', task: 'T001', title: 'x', lines: ['y'] };

it('notes are kept one to a line, and read as they were', () => {
  const lines = [gate, issue].map(noteLine);
  expect(lines.every((line) => !line.includes('\n'))).toBe(true);
  expect(notesOf(lines)).toEqual([gate, issue]);
  expect(notesAbout(lines, 'issue')).toEqual([issue]);
});

it('times have whole seconds', () => {
  expect([seconds('2026-11-15T10:00:00.123Z'), seconds('2026-11-15T10:00:00Z')]).toEqual(
    Array(2).fill('2026-11-15T10:00:00Z'),
  );
});
