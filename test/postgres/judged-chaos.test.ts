// The judge of the chaos can say no: a handoff that was taken twice, and an answer that stands in no entry, are found.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Entry } from '../../src/model/run/entry.ts';
import { judgeJournals } from '../chaos/journals.ts';

/** Only what the judge reads of an entry. */
const accepting = (submission: string, assignment: string): Entry =>
  ({ events: [{ kind: 'submission-accepted', submission, assignment }] }) as unknown as Entry;

const judged = (entries: readonly Entry[], told: readonly (readonly [submission: string, seq: number])[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'told-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lines = told.map(([submission, seq]) =>
    JSON.stringify({ run: 'r', assignment: 'a', answer: { status: 'accepted', submission, seq } }),
  );
  writeFileSync(join(folder, 'told.jsonl'), `${lines.join('\n')}\n`);
  return judgeJournals(new Map([['r', entries]]), folder);
};

it('finds what was taken twice or was acknowledged and is not there', () => {
  const one = accepting('s1', 'a');
  expect(judged([one], [['s1', 1]])).toEqual({ told: 1, accepted: 1, wrong: [] });
  expect(judged([one, accepting('s2', 'a')], []).wrong).toEqual(['r: a was accepted twice']);
  expect(judged([one], [['s1', 2]]).wrong).toHaveLength(1);
  expect(judged([one], [['s3', 1]]).wrong).toHaveLength(1);
});
