import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Handoff, handoffOf } from '../../../model/handoff.ts';
import { isError } from '../../../model/problem.ts';
import { decodeQuestJson } from './decode-json.ts';
import { encodeQuestJson } from './encode.ts';
import { questDialect } from './quest.ts';
import { QUEST_STATUSES } from './quest-contract.ts';
import { isPlaceholder, QUEST_ROLES } from './vocabulary.ts';

const RUNS = 1_000;

const word = fc.stringMatching(/^[A-Za-z0-9_]{1,8}$/);
const sentence = fc
  .oneof(
    fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' ')),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom(
      'STATUS: blocked',
      '---HANDOFF---',
      '- a',
      '**bold**',
      '`x`',
      '> quoted',
      'a | b',
      '---',
      'none',
      '# x',
      '"q"',
    ),
  )
  .map((text) =>
    text
      .replaceAll(
        /[\s\u0000-\u001f\u007f-\u00a0\u200b\u200e\u200f\u2060\ufeff\u2000-\u200a\u202f\u205f\u3000]+/g,
        ' ',
      )
      .trim(),
  )
  .filter(
    (text) => text !== '' && !isPlaceholder(text.replaceAll(/[`*_"'.\u201c\u201d\u2018\u2019@\s]/g, '')),
  );
const path = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join('/')}.md`),
  fc
    .array(fc.stringMatching(/^[^\\/<>\u0000-\u001f\u007f~$%:[\].][^\\/<>\u0000-\u001f\u007f:]{0,12}$/u), {
      minLength: 1,
      maxLength: 3,
    })
    .map((parts) => parts.join('/'))
    .filter((text) => text.trim() !== '' && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(text) && text !== '…'),
);
const question = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => `${words.join(' ')}?`);

const fits = fc
  .record({
    status: fc.constantFrom(...QUEST_STATUSES),
    to: fc.option(fc.constantFrom(...QUEST_ROLES)),
    summary: sentence,
    artifacts: fc.array(path, { maxLength: 4 }),
    texts: fc.array(question, { maxLength: 4 }),
  })
  .map(({ texts, ...given }) =>
    handoffOf({
      ...given,
      questions:
        given.status === 'needs_human'
          ? texts.map((text, index) => ({ id: `q${index + 1}`, text, blocking: true }))
          : [],
    }),
  );

const whole: Handoff = handoffOf({
  status: 'complete',
  to: 'arbiter',
  summary: 'The plan is agreed',
  artifacts: ['docs/plan.md'],
});

describe('the text block', () => {
  it('is the contract to the letter', () => {
    expect(questDialect.encode(whole)).toEqual({
      text: '---HANDOFF---\nSTATUS: complete\nARTIFACTS: docs/plan.md\nNEXT: arbiter\nSUMMARY: The plan is agreed\n',
      lost: [],
      missing: [],
    });
    expect(questDialect.encode({ ...whole, to: null, artifacts: [] }).text).toContain(
      'ARTIFACTS: none\nNEXT: null\n',
    );
  });

  it('reads back as the handoff that was written, without a warning', () => {
    fc.assert(
      fc.property(fits, (handoff) => {
        const { text, lost, missing } = questDialect.encode(handoff);
        expect({ lost, missing }).toEqual({ lost: [], missing: [] });
        const decoded = questDialect.decode({ text, file: '' });
        expect(decoded?.handoff).toEqual(handoff);
        expect(decoded?.problems.filter(isError)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('writes paths that a plain list cannot hold as an array', () => {
    const artifacts = ['a, b.md', 'c (new)', '"d".md', 'e\u00a0f.md'];
    const { text, lost } = questDialect.encode({ ...whole, artifacts });
    expect(text).toContain('ARTIFACTS: ["a, b.md","c (new)","\\"d\\".md","e\\u00a0f.md"]\n');
    expect(lost).toEqual([]);
    expect(questDialect.decode({ text, file: '' })?.handoff?.artifacts).toEqual(artifacts);
  });

  it('names what it cannot hold, and what it would need', () => {
    const rich: Handoff = {
      ...whole,
      from: 'planner',
      phase: 'Planning',
      task: 'T1',
      attempt: 0,
      metrics: { tests: 1 },
      dependencies: ['T0'],
      onFailure: { retry: 1 },
      at: '2026-03-02T10:15:00Z',
      context: { a: 1 },
      details: { b: 2 },
      questions: [{ id: 'q1', text: 'Why?', blocking: true }],
    };
    expect(questDialect.encode(rich).lost.toSorted()).toEqual(
      [
        'at',
        'attempt',
        'context',
        'dependencies',
        'details',
        'from',
        'metrics',
        'onFailure',
        'phase',
        'questions',
        'task',
      ].toSorted(),
    );
    expect(questDialect.encode(rich).text).toBe(questDialect.encode(whole).text);
    const bare = questDialect.encode(handoffOf({ status: 'failed', to: '@somebody', summary: null }));
    expect(bare.missing).toEqual(['status', 'to', 'summary']);
    expect(bare.lost).toEqual(['status', 'to']);
    expect(bare.text).toBe('---HANDOFF---\nARTIFACTS: none\n');
    expect(questDialect.encode(handoffOf({ status: 'complete', summary: 'x' })).missing).toEqual(['to']);
  });

  it('names what it changes', () => {
    expect(questDialect.encode({ ...whole, summary: 'two\nlines' })).toMatchObject({
      lost: ['summary'],
      missing: [],
    });
    expect(questDialect.encode({ ...whole, artifacts: ['a.md', '/etc/x'] })).toMatchObject({
      lost: ['artifacts'],
    });
    const asking = {
      ...whole,
      status: 'needs_human' as const,
      questions: [{ id: 'x', text: 'Why?', blocking: false }],
    };
    expect(questDialect.encode(asking).lost).toEqual(['questions']);
  });
});

describe('handoff.json', () => {
  const json = fc
    .record({
      handoff: fits,
      from: fc.option(fc.constantFrom(...QUEST_ROLES.filter((role) => role === 'quest_agent'))),
      questions: fc.array(fc.record({ id: word, text: sentence, blocking: fc.boolean() }), { maxLength: 3 }),
      details: fc.dictionary(
        word.filter((key) => !/^(?:status|artifacts|next|summary|role|questions)$/.test(key)),
        fc.jsonValue(),
      ),
    })
    // What was never in a file may have no prototype, or a negative zero.
    .map(({ handoff, ...more }) => JSON.parse(JSON.stringify({ ...handoff, ...more })) as Handoff);

  it('reads back as the handoff that was written', () => {
    fc.assert(
      fc.property(json, (handoff) => {
        const { text, lost, missing } = encodeQuestJson(handoff);
        expect({ lost, missing }).toEqual({ lost: [], missing: [] });
        expect(decodeQuestJson({ text, file: 'handoff.json' })?.handoff).toEqual(handoff);
      }),
      { numRuns: RUNS },
    );
  });

  it('names what it cannot hold', () => {
    expect(
      encodeQuestJson({ ...whole, phase: 'Planning', from: 'gardener', details: { status: 'x' } }),
    ).toMatchObject({
      lost: ['from', 'details', 'phase'],
      missing: [],
    });
  });
});
