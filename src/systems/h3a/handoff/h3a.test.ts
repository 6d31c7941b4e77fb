import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isError } from '../../../model/problem.ts';
import { changed, decodeJson, errorsOf, fixture, warningsOf } from './fixtures.fixture.ts';
import { h3aDialect } from './h3a.ts';

interface Case {
  readonly name: string;
  readonly file: string;
  readonly input: string;
  readonly expect: {
    readonly ok: boolean;
    readonly dialect: string;
    readonly handoff?: Readonly<Record<string, unknown>>;
    readonly warns?: boolean;
    readonly minProblems?: number;
  };
}

const cases = (
  JSON.parse(
    readFileSync(new URL('../../../../test/fixtures/handoff-cases.json', import.meta.url), 'utf8'),
  ) as Case[]
).filter((one) => one.expect.dialect === 'h3a');

const [h1, h2, h3] = ['handoffs/h1.json', 'handoffs/h2.json', 'handoffs/h3.json'].map(fixture) as [
  Record<string, unknown>,
  Record<string, unknown>,
  Record<string, unknown>,
];

describe('the cases of the corpus', () => {
  it('are there', () => {
    expect(cases.length).toBeGreaterThanOrEqual(10);
  });

  it.each(cases.map((one) => [one.name, one] as const))('%s', (_, { file, input, expect: wanted }) => {
    const decoded = h3aDialect.decode({ text: input, file });
    const problems = decoded?.problems ?? [];
    expect(decoded).toBeDefined();
    expect(problems.some(isError)).toBe(!wanted.ok);
    if (wanted.handoff !== undefined) expect(decoded?.handoff).toMatchObject(wanted.handoff);
    if (wanted.warns) expect(problems.some((one) => !isError(one))).toBe(true);
    if (wanted.minProblems)
      expect(problems.filter(isError).length).toBeGreaterThanOrEqual(wanted.minProblems);
  });
});

describe('what is a handoff of H3A', () => {
  const text = JSON.stringify(h1);

  it('is known by its name, or by what is in it', () => {
    expect(h3aDialect.decode({ text, file: '' })?.handoff?.task).toBe('T001');
    expect(h3aDialect.decode({ text, file: 'x/y/SESSION_HANDOFF.json' })?.handoff?.task).toBe('T001');
    expect(
      h3aDialect.decode({ text: '{"status":"complete","next":null}', file: 'handoff.json' }),
    ).toBeUndefined();
    expect(h3aDialect.decode({ text: 'Done.\n\n---HANDOFF---\nSTATUS: complete', file: '' })).toBeUndefined();
    expect(h3aDialect.decode({ text: `See ${text}`, file: '' })).toBeUndefined();
  });

  it('is one even when its file is broken', () => {
    for (const [broken, code] of [
      ['', 'FILE_EMPTY'],
      ['{"handoff_id": "H1",', 'JSON_SYNTAX'],
      ['[]', 'FIELD_INVALID'],
      ['['.repeat(100), 'YAML_TOO_DEEP'],
    ] as const) {
      const decoded = h3aDialect.decode({ text: broken, file: 'SESSION_HANDOFF.json' });
      expect([decoded?.handoff, decoded?.problems.map((one) => one.code)]).toEqual([undefined, [code]]);
      expect(decoded?.problems[0]).toMatchObject({ line: 1, file: 'SESSION_HANDOFF.json' });
    }
  });

  it('has no file in its problems where it came from a pipe', () => {
    const found = h3aDialect.decode({ text: '{"handoff_id": "H1",', file: '' })!.problems;
    expect(found.map((one) => 'file' in one)).toEqual([false]);
  });

  it('over the limit is refused', () => {
    const large = `{"handoff_id": "H1", "notes": "${'x'.repeat(32 * 1024 * 1024)}"}`;
    expect(h3aDialect.decode({ text: large, file: 'SESSION_HANDOFF.json' })?.problems).toMatchObject([
      { code: 'FILE_TOO_LARGE', line: 1, column: 1 },
    ]);
  });
});

describe('the status', () => {
  const failedH3 = changed(
    changed(changed(h3, ['payload', 'verdict'], 'fail'), ['payload', 'approval_for_next_task'], false),
    ['payload', 'remediation_plan'],
    ['Add a test of expired tokens to tests/test_auth.py'],
  );

  it.each([
    ['nothing', undefined, 'complete'],
    ['ready', 'ready', 'complete'],
    ['accepted', 'accepted', 'complete'],
    ['complete', 'complete', 'complete'],
    ['validation_complete', 'validation_complete', 'complete'],
    ['in_progress', 'in_progress', 'in_progress'],
    ['validation_in_progress', 'validation_in_progress', 'in_progress'],
    ['pending', 'pending', 'pending'],
    ['awaiting_validation', 'awaiting_validation', 'pending'],
    ['rejected', 'rejected', 'rejected'],
  ])('of %s', (_, word, status) => {
    expect(decodeJson(changed(h1, ['status'], word)).handoff?.status).toBe(status);
  });

  it.each([
    ['pass', 'complete'],
    ['pass_with_notes', 'complete'],
    ['needs_remediation', 'retry'],
    ['fail', 'failed'],
    ['escalation', 'needs_human'],
  ])('of an H3 is its verdict: %s', (verdict, status) => {
    const handoff = changed(failedH3, ['payload', 'verdict'], verdict);
    expect(decodeJson(handoff).handoff?.status).toBe(status);
    expect(decodeJson(changed(handoff, ['status'], 'pending')).handoff?.status).toBe(status);
    expect(decodeJson(changed(handoff, ['status'], 'rejected')).handoff?.status).toBe('rejected');
  });

  it('is blocked while something blocks', () => {
    expect(decodeJson({ ...h1, blocked_by: ['T000'] }).handoff?.status).toBe('blocked');
    expect(decodeJson(changed(h1, ['payload', 'blocked_by'], 'an API key')).handoff?.status).toBe('blocked');
    expect(decodeJson({ ...h1, blocked_by: [] }).handoff?.status).toBe('complete');
    expect(decodeJson({ ...h1, blocked_by: ['T000'], status: 'rejected' }).handoff?.status).toBe('rejected');
  });

  it.each([
    ['Ready', 'HANDOFF_STATUS_UNKNOWN'],
    ['done', 'HANDOFF_STATUS_UNKNOWN'],
    ['ready | pending', 'HANDOFF_STATUS_AMBIGUOUS'],
    ['<status>', 'HANDOFF_PLACEHOLDER'],
    ['[STATUS]', 'HANDOFF_PLACEHOLDER'],
    [null, 'HANDOFF_STATUS_UNKNOWN'],
    [7, 'HANDOFF_STATUS_UNKNOWN'],
  ])('%s is none, and never complete', (word, code) => {
    const decoded = decodeJson({ ...h1, status: word });
    expect(errorsOf(decoded.problems)).toContain(`${code} status`);
    expect(decoded.handoff).toBeUndefined();
  });

  it.each([
    ['PASS | FAIL', 'HANDOFF_STATUS_AMBIGUOUS'],
    ['Pass', 'HANDOFF_STATUS_UNKNOWN'],
    ['<verdict>', 'HANDOFF_PLACEHOLDER'],
  ])('with the verdict %s there is none', (verdict, code) => {
    const decoded = decodeJson(changed(h3, ['payload', 'verdict'], verdict));
    expect(errorsOf(decoded.problems)).toContain(`${code} payload.verdict`);
    expect(decoded.handoff).toBeUndefined();
  });

  it('of an H3 without a verdict there is none', () => {
    const decoded = decodeJson(changed(h3, ['payload', 'verdict'], undefined));
    expect(errorsOf(decoded.problems)).toEqual(['HANDOFF_STATUS_MISSING payload.verdict']);
    expect(decoded.handoff).toBeUndefined();
  });
});

describe('what is handed over', () => {
  it('has its place in the canonical handoff; the rest is in the details', () => {
    expect(decodeJson(h2)).toMatchObject({
      variant: 'B',
      handoff: {
        from: 'executor',
        to: 'validator',
        status: 'complete',
        task: 'T001',
        attempt: 1,
        at: '2025-09-29T14:45:00Z',
        summary: 'JWT authentication implemented with TDD, all tests passing, coverage +5.2%',
        artifacts: expect.arrayContaining(['executor_report.json']),
        details: {
          handoff_id: 'H2',
          gate_transition: 'G1_passed → G2_pending',
          payload: { coverage_delta: '+5.2%', files_changed: expect.arrayContaining(['src/auth/jwt.py']) },
        },
      },
    });
    expect(decodeJson(h1).handoff?.summary).toBe('Add JWT authentication with token expiration');
  });

  it('may be rejected, with who, when and why', () => {
    const rejection = { status: 'rejected', rejected_by: 'executor', rejected_at: '2025-09-29T14:10:00Z' };
    expect(decodeJson({ ...h1, ...rejection, rejection_reason: 'no refactor step' }).problems).toEqual([]);
    expect(errorsOf(decodeJson({ ...h1, ...rejection }).problems)).toEqual([
      'FIELD_MISSING rejection_reason',
    ]);
    const bare = decodeJson({ ...h1, status: 'rejected', rejection_reason: 'no plan' });
    expect([errorsOf(bare.problems), warningsOf(bare.problems).length]).toEqual([[], 2]);
    expect(warningsOf(decodeJson({ ...h1, rejection_reason: 'old' }).problems)).toEqual([
      'HANDOFF_CONTRADICTION rejection_reason',
    ]);
  });

  it('is told once for a key that stands there twice', () => {
    const text = JSON.stringify(h1).replace(
      '"to_agent":"executor"',
      '"to_agent":"executor","to_agent":"validator"',
    );
    const decoded = h3aDialect.decode({ text, file: 'SESSION_HANDOFF.json' })!;
    expect(errorsOf(decoded.problems)).toContain('HANDOFF_CONFLICT to_agent');
    expect(decoded.handoff).toBeUndefined();
    const same = JSON.stringify(h1).replace(
      '"to_agent":"executor"',
      '"to_agent":"executor","to_agent":"executor"',
    );
    expect(h3aDialect.decode({ text: same, file: '' })?.problems).toMatchObject([
      { code: 'HANDOFF_CONFLICT', severity: 'warning' },
    ]);
    expect(errorsOf(decodeJson({ ...h1, next_agent: 'validator' }).problems)).toEqual([
      'HANDOFF_CONFLICT next_agent',
    ]);
  });
});

describe('the sender', () => {
  it('may hand over only along the way of its contract', () => {
    expect(errorsOf(decodeJson({ ...h1, to_agent: 'validator' }).problems)).toEqual([
      'HANDOFF_NEXT_NOT_ALLOWED to_agent',
    ]);
    expect(errorsOf(decodeJson({ ...h1, to_agent: null }).problems)).toEqual([
      'HANDOFF_NEXT_NOT_ALLOWED to_agent',
    ]);
    expect(errorsOf(decodeJson({ ...h2, from_agent: 'planner' }).problems)).toEqual([
      'HANDOFF_CONTRADICTION from_agent',
    ]);
    expect(errorsOf(decodeJson({ ...h3, to_agent: 'planner' }).problems)).toEqual([]);
  });

  it('may say that nobody follows', () => {
    for (const nobody of ['none', 'null', 'n/a', '-']) {
      const decoded = decodeJson({ ...h3, to_agent: nobody });
      expect([decoded.handoff?.to, errorsOf(decoded.problems)]).toEqual([null, []]);
      expect(errorsOf(decodeJson({ ...h1, to_agent: nobody }).problems)).toEqual([
        'HANDOFF_NEXT_NOT_ALLOWED to_agent',
      ]);
    }
  });

  it('is held to its role, where that is known', () => {
    expect(errorsOf(decodeJson(h1, { role: 'planner' }).problems)).toEqual([]);
    expect(errorsOf(decodeJson(h1, { role: 'executor' }).problems)).toEqual([
      'HANDOFF_CONTRADICTION from_agent',
      'HANDOFF_NEXT_NOT_ALLOWED to_agent',
    ]);
    const nobody = { ...h3, to_agent: null };
    expect(errorsOf(decodeJson(nobody, { role: 'validator' }).problems)).toEqual([
      'HANDOFF_NEXT_NOT_ALLOWED to_agent',
    ]);
    expect(
      errorsOf(
        decodeJson({ ...nobody, status: 'rejected', rejection_reason: 'x' }, { role: 'validator' }).problems,
      ),
    ).toEqual([]);
  });

  it('and the receiver are warned about when they are unknown', () => {
    const other = { ...h1, from_agent: 'architect' };
    expect(warningsOf(decodeJson(other).problems)).toEqual(['HANDOFF_AGENT_UNKNOWN from_agent']);
    expect(warningsOf(decodeJson(other, { agents: ['architect'] }).problems)).toEqual([]);
  });
});

describe('wrong types', () => {
  it.each([
    ['a number where an id belongs', h1, ['payload', 'task_id'], 15.3, 'FIELD_INVALID payload.task_id'],
    ['a number as run', h1, ['run_id'], 20250929, 'FIELD_INVALID run_id'],
    ['an id with a space', h1, ['payload', 'task_id'], 'T 1', 'FIELD_INVALID payload.task_id'],
    ['a negative count', h2, ['payload', 'iteration_count'], -1, 'FIELD_INVALID payload.iteration_count'],
    ['half a count', h2, ['payload', 'iteration_count'], 1.5, 'FIELD_INVALID payload.iteration_count'],
    ['a time that is none', h1, ['handoff_time'], 'yesterday', 'FIELD_INVALID handoff_time'],
    ['a day that is none', h1, ['handoff_time'], '2025-02-30T10:00:00Z', 'FIELD_INVALID handoff_time'],
    ['a time without zone', h1, ['handoff_time'], '2025-09-29T14:05:30', 'FIELD_INVALID handoff_time'],
    ['an agent with a space', h1, ['from_agent'], 'the planner', 'FIELD_INVALID from_agent'],
    ['two agents', h1, ['to_agent'], 'executor | validator', 'HANDOFF_NEXT_AMBIGUOUS to_agent'],
    ['an unknown contract', h1, ['handoff_id'], 'H4', 'FIELD_INVALID handoff_id'],
    [
      'text for a flag',
      h3,
      ['payload', 'approval_for_next_task'],
      'true',
      'FIELD_INVALID payload.approval_for_next_task',
    ],
    [
      'a number for a percentage',
      h2,
      ['payload', 'coverage_delta'],
      5.2,
      'FIELD_INVALID payload.coverage_delta',
    ],
    [
      'text for an exit code',
      h2,
      ['payload', 'commands_run', 0, 'exit_code'],
      '0',
      'FIELD_INVALID payload.commands_run[0].exit_code',
    ],
    [
      'text for a list',
      h1,
      ['payload', 'definition_of_done'],
      'All',
      'FIELD_INVALID payload.definition_of_done',
    ],
    ['a list for the payload', h1, ['payload'], [], 'FIELD_INVALID payload'],
    ['gates that are none', h1, ['gate_transition'], 'G0 to G1', 'FIELD_INVALID gate_transition'],
    [
      'an absolute path',
      h1,
      ['payload', 'files_to_review', 0],
      '/etc/passwd',
      'HANDOFF_ARTIFACT_PATH payload.files_to_review[0]',
    ],
    [
      'a path of Windows',
      h2,
      ['payload', 'files_changed', 0],
      'C:\\x',
      'HANDOFF_ARTIFACT_PATH payload.files_changed[0]',
    ],
    [
      'a path that leaves',
      h2,
      ['payload', 'files_changed', 0],
      'a/../../x',
      'HANDOFF_ARTIFACT_PATH payload.files_changed[0]',
    ],
    [
      'a placeholder',
      h1,
      ['payload', 'goal'],
      '[TO BE FILLED BY PLANNER]',
      'HANDOFF_PLACEHOLDER payload.goal',
    ],
    [
      'a placeholder in a list',
      h2,
      ['payload', 'files_changed', 1],
      '<file>',
      'HANDOFF_PLACEHOLDER payload.files_changed[1]',
    ],
  ] as const)('%s', (_, value, path, to, wanted) => {
    const { problems } = decodeJson(changed(value as Record<string, unknown>, path, to));
    expect(errorsOf(problems)).toEqual([wanted]);
  });

  it('all are told at once', () => {
    const bad = { ...h1, run_id: 1, handoff_time: 'now', gate_transition: 2, payload: { task_id: 3 } };
    expect(decodeJson(bad).problems.filter(isError).length).toBeGreaterThanOrEqual(10);
  });

  it('unknown keys are warned about, with the name that was probably meant', () => {
    const { problems } = decodeJson({ ...h1, verification_checklists: [] });
    expect(problems).toMatchObject([
      {
        code: 'FIELD_UNKNOWN',
        severity: 'warning',
        hint: 'If "verification_checklist" is meant, write that.',
      },
    ]);
  });
});
