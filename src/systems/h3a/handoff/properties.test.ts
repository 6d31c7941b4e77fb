import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HANDOFF_STATUSES, type Handoff, handoffOf, handoffSchema } from '../../../model/handoff.ts';
import { isError } from '../../../model/problem.ts';
import {
  changed,
  decodeJson,
  errorsOf,
  fixture,
  fixtureText,
  isInside,
  type Json,
} from './fixtures.fixture.ts';
import { h3aDialect } from './h3a.ts';

const FILE = 'SESSION_HANDOFF.json';
const NAMES = [
  'handoffs/h1.json',
  'handoffs/h2.json',
  'handoffs/h3.json',
  'variants/a.json',
  'variants/c.json',
  'variants/d.json',
];
const texts = NAMES.map(fixtureText);

const decode = (text: string) => h3aDialect.decode({ text, file: FILE })!;

/** A text with some of it cut out, doubled, or replaced. */
const mutated = fc
  .tuple(
    fc.constantFrom(...texts),
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.nat(60),
        fc.constantFrom('', '"', '{', '}', '[', ',', ':', 'null', '-1', '<x>', '\n', '\\', '0.1', '"a | b"'),
      ),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
  )
  .map(([text, changes]) =>
    changes.reduce((all, [at, length, put]) => {
      const from = all.length === 0 ? 0 : at % all.length;
      return all.slice(0, from) + put + all.slice(from + length);
    }, text),
  );

const bytesAsText = fc.uint8Array({ maxLength: 300 }).map((bytes) => new TextDecoder().decode(bytes));

describe('whatever comes', () => {
  it('is read without a throw, and every problem has its place in it', () => {
    fc.assert(
      fc.property(fc.oneof(bytesAsText, fc.json({ maxDepth: 4 }), fc.string(), mutated), (text) => {
        const { problems, handoff } = decode(text);
        for (const one of problems) expect([one, isInside(text, one)]).toEqual([one, true]);
        if (handoff === undefined) expect(problems.some(isError)).toBe(true);
        else expect(handoffSchema.safeParse(handoff).success).toBe(true);
        h3aDialect.decode({ text, file: '' });
      }),
      { numRuns: 1_500 },
    );
  });

  it('pollutes no prototype', () => {
    const text =
      '{"handoff_id":"H1","__proto__":{"polluted":1},"payload":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}';
    decode(text);
    expect(({} as Json)['polluted']).toBeUndefined();
  });
});

describe('taking something away', () => {
  const required: readonly (readonly [string, Json, readonly (readonly string[])[]])[] = [
    [
      'H1',
      fixture('handoffs/h1.json'),
      [
        ['run_id'],
        ['handoff_id'],
        ['from_agent'],
        ['to_agent'],
        ['handoff_time'],
        ['gate_transition'],
        ['payload'],
        ['verification_checklist'],
        ['payload', 'task_id'],
        ['payload', 'goal'],
        ['payload', 'context'],
        ['payload', 'files_to_review'],
        ['payload', 'tdd_plan'],
        ['payload', 'tdd_plan', 'red'],
        ['payload', 'tdd_plan', 'green'],
        ['payload', 'tdd_plan', 'refactor'],
        ['payload', 'definition_of_done'],
        ['payload', 'action_required'],
      ],
    ],
    [
      'H2',
      fixture('handoffs/h2.json'),
      [
        ['payload', 'summary'],
        ['payload', 'files_to_review'],
        ['payload', 'tdd_evidence'],
        ['payload', 'tdd_evidence', 'red_phase'],
        ['payload', 'tdd_evidence', 'green_phase'],
        ['payload', 'files_changed'],
        ['payload', 'commands_run'],
        ['payload', 'coverage_delta'],
        ['payload', 'coverage_absolute'],
        ['payload', 'definition_of_done_status'],
        ['payload', 'iteration_count'],
        ['payload', 'action_required'],
      ],
    ],
    [
      'H3',
      fixture('handoffs/h3.json'),
      [
        ['payload', 'verdict'],
        ['payload', 'summary'],
        ['payload', 'files_to_review'],
        ['payload', 'verification_summary'],
        ['payload', 'approval_for_next_task'],
        ['payload', 'next_action'],
      ],
    ],
  ];

  it.each(
    required.flatMap(([name, value, paths]) =>
      paths.map((path) => [name, path.join('.'), value, path] as const),
    ),
  )('%s without %s is an error that names it', (_, field, value, path) => {
    const { problems } = decodeJson(changed(value, path, undefined));
    expect(errorsOf(problems).map((one) => one.split(' ')[1])).toContain(field);
    for (const empty of [null, '', [], {}])
      expect([field, empty, decodeJson(changed(value, path, empty)).problems.some(isError)]).toEqual([
        field,
        empty,
        true,
      ]);
  });
});

const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,12}$/);
const line = fc
  .string({ minLength: 1, maxLength: 30 })
  .filter((text) => text.trim() !== '' && !/^\s*[<[]/.test(text));
const path = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const time = fc
  .date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2030-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

/** Handoffs that the format has a place for. */
const holdable: fc.Arbitrary<Handoff> = fc
  .record({
    contract: fc.constantFrom('H1', 'H2', 'H3'),
    verdict: fc.constantFrom('pass', 'pass_with_notes', 'needs_remediation', 'fail', 'escalation'),
    status: fc.constantFrom('complete', 'pending', 'in_progress', 'blocked', 'rejected'),
    word: fc.constantFrom(undefined, 'ready', 'accepted', 'validation_complete'),
    from: word,
    to: fc.option(word),
    summary: line,
    artifacts: fc.array(path, { maxLength: 3 }),
    task: fc.option(word),
    attempt: fc.option(fc.nat(9)),
    at: fc.option(time),
    run: word,
    notes: line,
    value: fc.jsonValue({ maxDepth: 2 }).map((value): unknown => JSON.parse(JSON.stringify(value))),
  })
  .map((one) => {
    const verdicts = {
      pass: 'complete',
      pass_with_notes: 'complete',
      needs_remediation: 'retry',
      fail: 'failed',
      escalation: 'needs_human',
    } as const;
    const isH3 = one.contract === 'H3';
    const status =
      isH3 && one.status !== 'rejected' ? verdicts[one.verdict as keyof typeof verdicts] : one.status;
    const plain = status === 'complete' && !isH3 && one.word !== undefined;
    return handoffOf({
      from: one.from,
      to: one.to,
      status: status as Handoff['status'],
      summary: one.summary,
      artifacts: one.artifacts,
      task: one.task,
      attempt: one.attempt,
      at: one.at,
      details: {
        handoff_id: one.contract,
        run_id: one.run,
        gate_transition: 'G0_passed → G1_pending',
        ...(plain ? { status: one.word } : {}),
        ...(status === 'blocked' ? { blocked_by: ['T000'] } : {}),
        ...(status === 'rejected' ? { rejection_reason: one.notes } : {}),
        payload: {
          ...(isH3 ? { verdict: one.verdict } : {}),
          notes: one.notes,
          tdd_plan: one.value,
          action_required: one.notes,
        },
      },
    });
  });

describe('writing and reading again', () => {
  it('gives the same handoff', () => {
    fc.assert(
      fc.property(holdable, (handoff) => {
        const { text, lost } = h3aDialect.encode(handoff);
        expect(lost).toEqual([]);
        const decoded = decode(text);
        const spoilt = decoded.problems.some((one) => isError(one) && one.code === 'HANDOFF_PLACEHOLDER');
        if (!spoilt) expect(decoded.handoff).toEqual(handoff);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(NAMES)('keeps %s', (name) => {
    const first = decode(fixtureText(name)).handoff!;
    const { text, lost } = h3aDialect.encode(first);
    expect(lost).toEqual([]);
    const again = decode(text).handoff;
    expect(again).toMatchObject({ ...first, details: expect.anything() });
    if (name.startsWith('handoffs/')) expect(again).toEqual(first);
  });

  it('never tells work as done that is not', () => {
    const any = fc.record({
      status: fc.constantFrom(...HANDOFF_STATUSES),
      from: fc.constantFrom(null, 'planner', 'executor', 'validator', 'builder'),
      to: fc.constantFrom(null, undefined, 'executor', 'validator', 'system', 'human', 'fixer'),
      id: fc.constantFrom(undefined, 'H1', 'H2', 'H3', 'H9', 4),
      more: fc.dictionary(
        fc.constantFrom('status', 'gate_status', 'blocked_by', 'priority', 'payload'),
        fc.constantFrom(
          'complete',
          'ready',
          'rejected',
          'G1_failed',
          ['x'],
          { verdict: 'pass', blocked_by: 'x' },
          { verdict: 'fail' },
        ),
      ),
    });
    fc.assert(
      fc.property(any, ({ status, from, to, id, more }) => {
        const details = { ...more, ...(id === undefined ? {} : { handoff_id: id }) };
        const handoff = handoffOf({ status, from, ...(to === undefined ? {} : { to }), details });
        const { text, lost } = h3aDialect.encode(handoff);
        const again = decode(text).handoff;
        if (again?.status === 'complete') expect(status).toBe('complete');
        if (again !== undefined && !lost.includes('status')) expect(again.status).toBe(status);
      }),
      { numRuns: 2_000 },
    );
  });
});
