import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isError } from '../../../model/problem.ts';
import { changed, fixture, isInside, type Json, runFiles } from '../handoff/fixtures.fixture.ts';
import { h3aInspector } from './inspect-files.ts';

const LEDGER = 'state/GATES_LEDGER.md';
const HANDOFF = 'state/SESSION_HANDOFF.json';
const TASK = 'state/CURRENT_TASK.json';
const EVIDENCE = 'state/EVIDENCE_LOG.md';

type Change = (files: Map<string, string>) => void;

const check = (change: Change = () => undefined) => {
  const files = runFiles();
  change(files);
  return h3aInspector.run(files);
};
const errors = (change: Change): string[] =>
  check(change)
    .filter(isError)
    .map(({ file, line, field, code }) => `${file}:${field ?? line} ${code}`);

const edit =
  (name: string, path: readonly (string | number)[], to: unknown): Change =>
  (files) => {
    files.set(name, JSON.stringify(changed(JSON.parse(files.get(name)!) as Json, path, to), null, 2));
  };
const append =
  (line: string): Change =>
  (files) => {
    files.set(LEDGER, `${files.get(LEDGER)}${line}\n`);
  };
const all =
  (...changes: readonly Change[]): Change =>
  (files) => {
    for (const change of changes) change(files);
  };
const remove =
  (name: string): Change =>
  (files) => {
    files.delete(name);
  };
const replace =
  (name: string, from: string, to: string): Change =>
  (files) => {
    expect(files.get(name)).toContain(from);
    files.set(name, files.get(name)!.replace(from, to));
  };

describe('a run directory', () => {
  it('is known by its files', () => {
    expect(h3aInspector.isRun([...runFiles().keys()])).toBe(true);
    expect(h3aInspector.isRun(['planner_report.json', 'executor_report.json'])).toBe(true);
    expect(h3aInspector.isRun(['state.json', 'requirements.md', 'README.md'])).toBe(false);
    expect([...runFiles().keys()].filter((name) => !h3aInspector.reads(name))).toEqual([]);
    expect(h3aInspector.reads('artifacts/planner/architecture.png')).toBe(false);
    expect(h3aInspector.reads('src/state/x.json')).toBe(false);
  });

  it('that is sound has no error', () => {
    expect(check().filter(isError)).toEqual([]);
    expect(check().map(({ file, message }) => `${file}: ${message}`)).toEqual([
      'executor_report.json: "Coverage ≥95%" is not met: "it is 94.2%"',
      'state/SESSION_HANDOFF.json: dod_checklist is only partly met: "3/4 met (coverage 94.2% vs 95% target)"',
      'validator_report.json: dod_checklist is only partly met: "Coverage ≥95% (actual: 94.2%)"',
    ]);
  });

  it.each<[string, Change, string[]]>([
    [
      'a gate that failed after it was passed',
      append('[2025-09-29T15:10:00Z] G2_validation - FAILED - validator - T001 regression found'),
      [
        `${TASK}:gate_status RUN_INCONSISTENT`,
        `${HANDOFF}:payload.verdict RUN_INCONSISTENT`,
        'validator_report.json:verdicts[0].gate_status RUN_INCONSISTENT',
      ],
    ],
    [
      'a ledger without the event',
      replace(LEDGER, 'G2_validation - PASSED', 'G2_validation - STARTED'),
      [
        `${TASK}:gate_status RUN_INCONSISTENT`,
        `${HANDOFF}:payload.verdict RUN_INCONSISTENT`,
        'validator_report.json:verdicts[0].gate_status RUN_INCONSISTENT',
      ],
    ],
    [
      'a gate that was skipped',
      replace(LEDGER, 'G1_implementation - PASSED', 'G1_implementation - FAILED'),
      ['executor_report.json:tdd_cycles[0].gate_status RUN_INCONSISTENT', `${LEDGER}:20 RUN_INCONSISTENT`],
    ],
    [
      'a gate that the wrong one passed',
      replace(LEDGER, 'PASSED - validator', 'PASSED - executor'),
      [`${LEDGER}:20 RUN_INCONSISTENT`],
    ],
    [
      'a verdict that the report does not have',
      edit('validator_report.json', ['verdicts', 0, 'status'], 'pass_with_notes'),
      [`${HANDOFF}:payload.verdict RUN_INCONSISTENT`],
    ],
    [
      'a report of another task',
      edit('validator_report.json', ['verdicts', 0, 'task_id'], 'T002'),
      [
        `${HANDOFF}:payload.task_id RUN_INCONSISTENT`,
        'validator_report.json:verdicts[0].gate_status RUN_INCONSISTENT',
      ],
    ],
    [
      'a report of another run',
      edit('planner_report.json', ['run_id'], '20250101-000000-x'),
      ['planner_report.json:run_id RUN_INCONSISTENT'],
    ],
    ['no report', remove('validator_report.json'), [`${HANDOFF}:handoff_id RUN_INCONSISTENT`]],
    [
      'no scan',
      remove('artifacts/validator/security_scan.json'),
      ['artifacts/validator/security_scan.json:1 FILE_MISSING', `${EVIDENCE}:12 RUN_INCONSISTENT`],
    ],
    [
      'no red run',
      remove('artifacts/executor/test_output_red.txt'),
      ['artifacts/executor/test_output_red.txt:1 FILE_MISSING', `${EVIDENCE}:7 RUN_INCONSISTENT`],
    ],
    [
      'an artifact that was changed',
      replace('artifacts/validator/mutation_report.txt', '91.3', '99.9'),
      [`${EVIDENCE}:13 RUN_INCONSISTENT`],
    ],
    ['no ledger', remove(LEDGER), [`${LEDGER}:undefined FILE_MISSING`]],
    [
      'a task that still waits',
      edit(TASK, ['status'], 'awaiting_planner'),
      [`${HANDOFF}:payload.task_id RUN_INCONSISTENT`],
    ],
    [
      'a task that is blocked',
      edit(TASK, ['blocked_by'], ['an API key']),
      [`${TASK}:blocked_by RUN_INCONSISTENT`],
    ],
    [
      'a handoff that is cut off',
      (files) => void files.set(HANDOFF, '{"run_id": '),
      [`${HANDOFF}:1 JSON_SYNTAX`],
    ],
  ])('%s is named', (_, change, wanted) => {
    expect(errors(change).toSorted()).toEqual(wanted.toSorted());
  });

  it('before the validator has its own rules', () => {
    const h2: Change = (files) => {
      files.set(HANDOFF, JSON.stringify(fixture('handoffs/h2.json'), null, 2));
      files.delete('validator_report.json');
      files.delete('artifacts/validator/security_scan.json');
      files.delete('artifacts/validator/mutation_report.txt');
      files.set(
        LEDGER,
        files
          .get(LEDGER)!
          .split('\n')
          .filter((line) => !line.includes('G2_'))
          .join('\n'),
      );
      files.set(
        EVIDENCE,
        files
          .get(EVIDENCE)!
          .split('\n')
          .filter((line) => !line.includes('validator'))
          .join('\n'),
      );
    };
    const started = all(h2, edit(TASK, ['gate_status'], 'G2_in_progress'));
    expect(errors(started)).toEqual([]);
    expect(
      errors(all(started, edit('executor_report.json', ['tdd_cycles', 0, 'coverage_absolute'], '90%'))),
    ).toEqual([`${HANDOFF}:payload.coverage_absolute RUN_INCONSISTENT`]);
    expect(errors(all(started, edit(TASK, ['task_id'], 'T002')))).toContain(
      `${HANDOFF}:payload.task_id RUN_INCONSISTENT`,
    );
    expect(
      errors(all(started, append('[2025-09-29T14:46:00Z] G1_implementation - FAILED - executor - flaky'))),
    ).toContain(`${HANDOFF}:gate_transition RUN_INCONSISTENT`);
    const scope = check(all(started, edit(TASK, ['files_affected'], ['src/auth/jwt.py'])));
    expect(scope.map(({ message }) => message)).toContain(
      'changed, and not planned: tests/test_auth.py, src/config/keys.py',
    );
  });

  it('warns of what is not wrong yet', () => {
    const warned = (change: Change): string[] => {
      const before = new Set(check().map(({ message }) => message));
      return check(change)
        .filter((one) => !isError(one) && !before.has(one.message))
        .map(({ message }) => message);
    };
    const rejected =
      '[2025-09-29T14:06:00Z] G1_implementation - REJECTED - executor - Reason: no plan (T009)';
    expect(warned(append(`${rejected}\n${rejected}`))).toContain('rejected 2 times at G1');
    expect(warned((files) => void files.set(`${HANDOFF}.tmp`, '{'))).toEqual(['a write was cut off here']);
    expect(warned(remove('state/ROADMAP.md'))).toEqual(['expected in every run, and not there']);
    expect(warned(edit('state.json', ['gates', 'G3_production_ready'], 'passed'))).toEqual([
      'G3_production_ready is passed here, and the ledger says nothing of it',
    ]);
    expect(
      warned((files) => void files.set('artifacts/executor/test_output_green.txt', '2 failed, 1 passed')),
    ).toContain('the green phase shows a failure');
  });

  it('just set up has nothing wrong with it', () => {
    const files = new Map([
      [HANDOFF, JSON.stringify(fixture('variants/a-untouched.json'))],
      [
        TASK,
        JSON.stringify({
          task_id: null,
          status: 'awaiting_planner',
          goal: null,
          tdd_plan: { red: null, green: null, refactor: null },
          files_affected: [],
          definition_of_done: [],
          gate_status: 'G0_pending',
        }),
      ],
      [LEDGER, '# H3A Gates Ledger\n'],
      [EVIDENCE, '# H3A Evidence Log\n'],
      ['state/ROADMAP.md', '# H3A System Roadmap\n[TO BE FILLED BY PLANNER]\n'],
      ['planner_report.json', '{"run_id":"20250929-134215-8b6f8b9a","agent":"planner","reports":[]}'],
    ]);
    expect(h3aInspector.run(files).filter(isError)).toEqual([]);
  });

  it('is read without a throw, whatever its files are', () => {
    const names = [...runFiles().keys(), `${TASK}.tmp`, 'state.json'];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...names), fc.oneof(fc.json(), fc.string(), fc.constant('')))),
        (changes) => {
          const files = runFiles();
          for (const [name, text] of changes) files.set(name, text);
          for (const one of h3aInspector.run(files))
            if (one.file !== undefined && one.line !== undefined && files.has(one.file))
              expect([one, isInside(files.get(one.file)!, one)]).toEqual([one, true]);
          expect(Array.isArray(h3aInspector.run(new Map(changes)))).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});
