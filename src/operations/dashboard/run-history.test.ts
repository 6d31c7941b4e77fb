// Rows of handoffs, made from journals of real runs: what a row shows was measured, or handed in, before it was decided.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { HandoffRow } from '../../model/dashboard/documents.ts';
import { type Entry, entrySchema } from '../../model/run/entry.ts';
import { createHistory, rowAt } from './run-history.ts';

const HISTORIES = new URL('../../../test/histories/', import.meta.url);

const entriesOf = (name: string): Entry[] =>
  readFileSync(new URL(`${name}.jsonl`, HISTORIES), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => entrySchema.parse(JSON.parse(line)));

const historyOf = (name: string) => {
  const history = createHistory();
  for (const entry of entriesOf(name)) history.add(entry);
  return history;
};

const shown = ({ contract, status, tests, files }: HandoffRow) => ({ contract, status, tests, files });

describe('a row of a handoff', () => {
  it('shows the run of the tests that its clauses rest on', () => {
    const coded = historyOf('0.1.0--relay-evidence').rows.filter(({ contract }) => contract === 'code');
    expect(coded.map(shown)).toMatchInlineSnapshot(`
      [
        {
          "contract": "code",
          "files": undefined,
          "status": "rejected",
          "tests": {
            "passed": 1,
            "total": 2,
          },
        },
        {
          "contract": "code",
          "files": undefined,
          "status": "accepted",
          "tests": {
            "passed": 2,
            "total": 2,
          },
        },
        {
          "contract": "code",
          "files": undefined,
          "status": "accepted",
          "tests": {
            "passed": 2,
            "total": 2,
          },
        },
      ]
    `);
  });

  it('names the files that were handed in', () => {
    const planned = historyOf('0.1.0--relay-evidence').rows.filter(({ contract }) => contract === 'plan');
    expect(planned.map(shown)).toMatchInlineSnapshot(`
      [
        {
          "contract": "plan",
          "files": [
            "plan.yaml",
          ],
          "status": "rejected",
          "tests": undefined,
        },
        {
          "contract": "plan",
          "files": [
            "plan.yaml",
          ],
          "status": "accepted",
          "tests": undefined,
        },
      ]
    `);
  });

  it('does not know what was measured before it was decided', () => {
    const history = historyOf('0.1.0--relay-evidence');
    const row = history.rows.find(({ tests, received, seq }) => tests !== undefined && received < seq);
    if (row === undefined) throw new Error('expected a handoff that was judged after it had been received');
    expect(rowAt(history, row, row.seq)?.tests).toEqual(row.tests);
    expect(rowAt(history, row, row.seq - 1)).toMatchObject({ status: 'judging' });
    expect(rowAt(history, row, row.seq - 1)).not.toHaveProperty('tests');
  });
});
