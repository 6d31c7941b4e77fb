// `baton check` of a run directory finds what its files say against each other, without running anything.
import { describe, expect, it } from 'vitest';
import { isError } from '../../src/model/problem.ts';
import { h3aInspector } from '../../src/systems/h3a/inspect/inspector.ts';
import { mutantsText, scanText, text } from '../fixtures/h3a-documents.ts';
import { H3aInMemory } from '../fixtures/h3a-in-memory.ts';

const RED = 'artifacts/executor/test_output_red.txt';
const GREEN = 'artifacts/executor/test_output_green.txt';

const honest = (): Map<string, string> => {
  const run = new H3aInMemory();
  run.planned();
  run.executed({
    files: {
      [RED]: 'TAP version 13\nnot ok 1 - does T001\n1..1\n',
      [GREEN]: 'TAP version 13\nok 1 - keeps the base\nok 2 - does T001\n1..2\n',
    },
  });
  run.validated();
  run.approved();
  return new Map(run.files);
};

const found = (files: ReadonlyMap<string, string>): string[] =>
  h3aInspector
    .run(files)
    .filter(isError)
    .map(({ file, line, message }) => `${file}:${line} ${message}`);

type Json = Record<string, never>;
const edited = (name: string, edit: (value: Json) => void): string[] => {
  const files = honest();
  const value = JSON.parse(files.get(name)!) as Json;
  edit(value);
  files.set(name, text(value));
  return found(files);
};
const entryOf = (list: string, edit: (entry: Json) => void) => (value: Json) =>
  edit((value[list] as unknown as Json[])[0]!);
const set = (value: Json, path: string, to: unknown): void => {
  const keys = path.split('.');
  let at = value as unknown as Record<string, Record<string, unknown>>;
  for (const key of keys.slice(0, -1)) at = at[key] as typeof at;
  (at as Record<string, unknown>)[keys.at(-1)!] = to;
};

describe('the files of a run', () => {
  it('that is honest contradict each other in nothing', () => {
    expect(found(honest())).toEqual([]);
  });

  it.each<[string, string, string, unknown, string]>([
    ['planner_report.json', 'reports', 'gate_status', 'G1_failed', 'G1_failed was claimed, G0_passed is'],
    ['planner_report.json', 'reports', 'tasks_created', ['T009'], '["T009"] was claimed, ["T001"] stand in'],
    ['planner_report.json', 'reports', 'roadmap_status', '7 tasks', '7 tasks was claimed, 0 of 1 tasks open'],
    ['executor_report.json', 'tdd_cycles', 'iteration_count', 5, 'iteration_count: 5 was claimed, 1 is'],
    [
      'executor_report.json',
      'tdd_cycles',
      'files_changed',
      ['src/x.js'],
      'src/x.js stands in executor_report.json',
    ],
    ['executor_report.json', 'tdd_cycles', 'coverage_delta', '+9.9%', '+9.9% was claimed, +0.0% stands in'],
    [
      'executor_report.json',
      'tdd_cycles',
      'definition_of_done',
      [],
      'definition_of_done: only 0 was claimed',
    ],
    [
      'executor_report.json',
      'tdd_cycles',
      'artifacts',
      ['artifacts/executor/no.txt'],
      'artifacts/executor/no.txt was claimed',
    ],
    [
      'executor_report.json',
      'tdd_cycles',
      'tdd_phases.red.test_name',
      'does more',
      'failing: does T001 was claimed, does more',
    ],
    [
      'validator_report.json',
      'verdicts',
      'gate_status',
      'G2_failed',
      'G2_failed was claimed, G2_passed goes with',
    ],
    [
      'validator_report.json',
      'verdicts',
      'verification_results.dod_checklist.total',
      9,
      'total: 9 was claimed, 3 is',
    ],
    [
      'validator_report.json',
      'verdicts',
      'verification_results.security.vulnerabilities',
      3,
      'vulnerabilities: 3 was claimed, 0 stands in',
    ],
    [
      'validator_report.json',
      'verdicts',
      'timestamp',
      '2020-01-01T00:00:00Z',
      '2020-01-01T00:00:00Z was claimed',
    ],
  ])('%s: %s, %s', (file, list, path, to, words) => {
    expect(
      edited(
        file,
        entryOf(list, (entry) => set(entry, path, to)),
      ).join('\n'),
    ).toContain(words);
  });

  it('the decision of a person against the ledger', () => {
    expect(
      edited('g3_approval_report.json', (value) => set(value, 'decision', 'REJECTED')).join('\n'),
    ).toContain('decision: REJECTED was claimed, passed is the last word of state/GATES_LEDGER.md');
  });

  it('outputs, scans and mutation reports that show something else', () => {
    const changed = (name: string, content: string): string =>
      found(new Map([...honest(), [name, content]])).join('\n');
    expect(changed(RED, 'TAP version 13\nok 1 - does T001\n1..1\n')).toContain(
      '1 passed, 0 failed was claimed',
    );
    expect(changed(GREEN, 'TAP version 13\nnot ok 1 - does T001\n1..1\n')).toContain(
      'no failing test is what GREEN is',
    );
    expect(changed('artifacts/validator/security_scan.json', '{"fine": true}')).toContain('other JSON');
    expect(changed('artifacts/validator/security_scan.json', scanText())).not.toContain('claimed');
    expect(changed('artifacts/validator/mutation_report.txt', 'most of them\n')).toContain('other text');
    expect(changed('artifacts/validator/mutation_report.txt', mutantsText(9, 10))).not.toContain(
      'other text',
    );
  });
});
