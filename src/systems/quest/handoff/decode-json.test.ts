import { describe, expect, it } from 'vitest';
import { isError } from '../../../model/problem.ts';
import { questDialect } from './quest.ts';

const FOUR = {
  status: 'complete',
  artifacts: ['docs/plan.md'],
  next: 'plan_review',
  summary: 'Plan written',
};
const SIX = {
  role: 'planner_agent',
  status: 'needs_human',
  artifacts_written: [{ path: 'docs/plan.md', kind: 'plan' }],
  questions: [{ id: 'q-1', question: 'Which provider?', blocking: false }],
  next_role: 'plan_review_claude',
  summary: 'One question',
};

const decodeText = (text: string, file = 'handoff.json', role?: string) =>
  questDialect.decode({ text, file }, { role });
const decode = (value: unknown, file?: string, role?: string) =>
  decodeText(JSON.stringify(value, null, 2), file, role);
const errors = (value: unknown, file?: string, role?: string) =>
  (decode(value, file, role)?.problems ?? []).filter(isError).map(({ code, field }) => [code, field]);
const without = (value: Record<string, unknown>, key: string) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));

describe('handoff.json', () => {
  it('has four fields', () => {
    expect(decode(FOUR)).toMatchObject({
      variant: 'json',
      handoff: {
        status: 'complete',
        artifacts: ['docs/plan.md'],
        to: 'plan_review',
        summary: 'Plan written',
        from: null,
      },
      problems: [],
    });
  });

  it.each(['handoff_claude.json', 'phase_01_plan/handoff_plan-reviewer-a.json', 'C:\\q\\handoff.json'])(
    'may be called %s',
    (file) => expect(decode(without(FOUR, 'next'), file)?.variant).toBe('json'),
  );

  it('is known by its fields under another name', () => {
    expect(decode(FOUR, 'answer.json')?.variant).toBe('json');
    expect(decode(FOUR, '')?.variant).toBe('json');
    expect(decode({ status: 'complete' }, 'answer.json')).toBeUndefined();
    expect(decode({ ...FOUR, from_agent: 'a', to_agent: 'b' }, 'SESSION_HANDOFF.json')).toBeUndefined();
  });

  it.each(['status', 'artifacts', 'next', 'summary'])('needs %s', (key) =>
    expect(errors(without(FOUR, key))).toEqual([['FIELD_MISSING', key]]),
  );

  it('tells a missing next from null', () => {
    expect(decode({ ...FOUR, next: null })?.handoff?.to).toBeNull();
    expect(decode(without(FOUR, 'next'))?.handoff).not.toHaveProperty('to');
  });

  it.each([
    [{ status: 'Complete' }, 'HANDOFF_STATUS_UNKNOWN', 'status'],
    [{ status: 'complete.' }, 'HANDOFF_STATUS_UNKNOWN', 'status'],
    [{ status: 'complete | blocked' }, 'HANDOFF_STATUS_AMBIGUOUS', 'status'],
    [{ status: '<status>' }, 'HANDOFF_PLACEHOLDER', 'status'],
    [{ status: true }, 'FIELD_INVALID', 'status'],
    [{ next: 'null' }, 'HANDOFF_NEXT_UNKNOWN', 'next'],
    [{ next: 'Planner' }, 'HANDOFF_NEXT_UNKNOWN', 'next'],
    [{ next: 'planner | builder' }, 'HANDOFF_NEXT_AMBIGUOUS', 'next'],
    [{ next: 3 }, 'FIELD_INVALID', 'next'],
    [{ artifacts: 'docs/plan.md' }, 'FIELD_INVALID', 'artifacts'],
    [{ artifacts: [1] }, 'FIELD_INVALID', 'artifacts.0'],
    [{ artifacts: [''] }, 'HANDOFF_ARTIFACT_PATH', 'artifacts.0'],
    [{ artifacts: ['a.md', '/etc/passwd'] }, 'HANDOFF_ARTIFACT_PATH', 'artifacts.1'],
    [{ artifacts: ['<path>'] }, 'HANDOFF_PLACEHOLDER', 'artifacts.0'],
    [{ summary: '' }, 'FIELD_INVALID', 'summary'],
    [{ summary: '<one line>' }, 'HANDOFF_PLACEHOLDER', 'summary'],
    [{ plan_iteration: -1 }, 'FIELD_INVALID', 'plan_iteration'],
    [{ plan_iteration: '2' }, 'FIELD_INVALID', 'plan_iteration'],
    [{ role: 'gardener' }, 'FIELD_INVALID', 'role'],
  ])('is exact: %j', (change, code, field) => {
    expect(errors({ ...FOUR, ...change })).toEqual([[code, field]]);
  });

  it('keeps the fields of later versions without a word, and others with one', () => {
    const later = { agent: 'planner', model: 'large', plan_iteration: 2, user_replan_generation: null };
    expect(decode({ ...FOUR, ...later })).toMatchObject({ handoff: { details: later }, problems: [] });
    const other = decode({ ...FOUR, mood: 'good' });
    expect(other?.handoff?.details).toEqual({ mood: 'good' });
    expect(other?.problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['FIELD_UNKNOWN', 'warning'],
    ]);
  });

  it('takes questions as texts or as objects', () => {
    const asked = decode({
      ...FOUR,
      status: 'needs_human',
      next: null,
      questions: ['Why?', { id: 'x', question: 'How?' }],
    });
    expect(asked?.handoff?.questions).toEqual([
      { id: 'q1', text: 'Why?', blocking: true },
      { id: 'x', text: 'How?', blocking: true },
    ]);
    expect(decode({ ...FOUR, status: 'needs_human', next: null })?.problems.map(({ code }) => code)).toEqual([
      'HANDOFF_QUESTIONS_MISSING',
    ]);
  });

  it('is judged by the role of its sender', () => {
    expect(errors(FOUR, 'handoff.json', 'planner')).toEqual([]);
    expect(errors(FOUR, 'handoff.json', 'builder')).toEqual([['HANDOFF_NEXT_NOT_ALLOWED', 'next']]);
    expect(errors({ ...FOUR, role: 'builder' })).toEqual([['HANDOFF_NEXT_NOT_ALLOWED', 'next']]);
  });

  it('says where it is wrong', () => {
    const [found] = decode({ ...FOUR, next: 'nobody' })?.problems ?? [];
    expect(found).toMatchObject({ file: 'handoff.json', line: 6, column: 11 });
  });

  it('that is no JSON, or no object, is refused', () => {
    expect(decodeText('{"status": "complete",')?.problems[0]).toMatchObject({ code: 'JSON_SYNTAX', line: 1 });
    expect(errors([FOUR])).toEqual([['FIELD_INVALID', undefined]]);
    expect(decodeText('---HANDOFF---\nSTATUS: complete')?.problems[0]?.code).toBe('JSON_SYNTAX');
  });

  it('with one key twice is a conflict', () => {
    const text = '{"status": "complete", "status": "blocked", "artifacts": [], "next": null, "summary": "x"}';
    expect(decodeText(text)?.handoff).toBeUndefined();
    expect(decodeText(text)?.problems.map(({ code }) => code)).toEqual(['HANDOFF_CONFLICT']);
  });

  it('pollutes no prototype', () => {
    const text =
      '{"status":"complete","artifacts":[],"next":null,"summary":"x","__proto__":{"bad":1},"constructor":{"prototype":{"bad":1}}}';
    const details = decodeText(text)?.handoff?.details ?? {};
    expect(Object.getPrototypeOf(details)).toBe(Object.prototype);
    expect(Object.keys(details)).toEqual(['constructor']);
    expect(({} as Record<string, unknown>)['bad']).toBeUndefined();
  });
});

describe('the first version, with six fields', () => {
  it('is read into the same handoff', () => {
    expect(decode(SIX)).toMatchObject({
      variant: 'json-0',
      handoff: {
        from: 'planner',
        to: 'plan_review',
        status: 'needs_human',
        artifacts: ['docs/plan.md'],
        questions: [{ id: 'q-1', text: 'Which provider?', blocking: false }],
        summary: 'One question',
        details: { artifacts_written: SIX.artifacts_written },
      },
      problems: [],
    });
  });

  it.each(['role', 'status', 'questions', 'next_role', 'summary'])('needs %s', (key) =>
    expect(errors(without(SIX, key))).toContainEqual(['FIELD_MISSING', key]),
  );

  it.each([
    [{ artifacts_written: ['docs/plan.md'] }, 'FIELD_INVALID', 'artifacts_written.0'],
    [{ artifacts_written: [{ path: 'a.md', kind: 'poem' }] }, 'FIELD_INVALID', 'artifacts_written.0.kind'],
    [
      { artifacts_written: [{ path: '../a.md', kind: 'plan' }] },
      'HANDOFF_ARTIFACT_PATH',
      'artifacts_written.0.path',
    ],
    [{ questions: [{ id: 1, question: 'Why?', blocking: true }] }, 'FIELD_INVALID', 'questions.0.id'],
    [
      { questions: [{ id: 'a', question: 'Why?', blocking: 'yes' }] },
      'FIELD_INVALID',
      'questions.0.blocking',
    ],
    [{ questions: [{}] }, 'FIELD_INVALID', 'questions.0'],
    [{ next_role: 'plan_review_claude | plan_review_codex' }, 'HANDOFF_NEXT_AMBIGUOUS', 'next_role'],
    [{ status: 'complete | needs_human | blocked' }, 'HANDOFF_STATUS_AMBIGUOUS', 'status'],
  ])('is exact: %j', (change, code, field) =>
    expect(errors({ ...SIX, ...change })).toContainEqual([code, field]),
  );
});
