import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { validateWith } from '../../../model/validate-with.ts';
import { isName } from '../../../model/workflow/names.ts';
import { goldenText } from './golden.fixture.ts';
import {
  normalResearch,
  RESEARCH_LIST_MAX,
  requestText,
  researchArgs,
  researchDoneArgs,
  researchDoneText,
  researchItem,
  TOPIC_CHARS_MAX,
} from './research-args.ts';

const TOPIC = 'topic must be a non-empty slug (lowercase alphanumeric and hyphens).';
const QUESTIONS = 'questions must contain at least one non-empty question.';
const TYPE = "type must be 'code' or 'web'.";

const ARGS = { topic: 'auth-flow', context: 'ctx text', questions: ['q one', 'q two'], scope_hints: 'src/a' };

const messages = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe('the arguments of a research request', () => {
  it.each(['', ' ', 'Auth', 'a_b', 'a--b', '-a', 'a-', '../x', 'a b', 'ä', 'a\nb', 5, null, undefined])(
    'refuse %j as a topic',
    (topic) => {
      expect(messages(researchArgs, { ...ARGS, topic })).toEqual([TOPIC]);
      expect(messages(researchDoneArgs, { topic, type: 'code' })).toEqual([TOPIC]);
    },
  );

  it('strip a topic, and refuse one that is too long for a name', () => {
    expect(researchArgs.parse({ ...ARGS, topic: ' auth-flow\n' }).topic).toBe('auth-flow');
    const long = 'a'.repeat(TOPIC_CHARS_MAX);
    expect(isName(researchItem('code', { topic: long }))).toBe(true);
    expect(messages(researchArgs, { ...ARGS, topic: long })).toEqual([]);
    expect(messages(researchArgs, { ...ARGS, topic: `${long}a` })).toEqual([
      `${TOPIC} It has at most 48 characters.`,
    ]);
  });

  it.each([[[]], [['', ' \n']], [null], ['q'], [undefined]])('refuse %j as questions', (questions) => {
    expect(messages(researchArgs, { ...ARGS, questions })).toEqual([QUESTIONS]);
  });

  it('say the same words to an agent', () => {
    const args = { topic: 'A', context: '', questions: [] };
    expect(validateWith(researchArgs, args).problems.map(({ message }) => message)).toEqual([
      expect.stringContaining(TOPIC),
      expect.stringContaining(QUESTIONS),
    ]);
    const done = validateWith(researchDoneArgs, { topic: 'a', type: 'Code' });
    expect(done.problems.map(({ message }) => message)).toEqual([expect.stringContaining(TYPE)]);
  });

  it('take hints as a text, a list, null or nothing', () => {
    const hints = (scope_hints: unknown) =>
      normalResearch(researchArgs.parse({ ...ARGS, scope_hints })).scope_hints;
    expect(hints(' src/a ')).toEqual(['src/a']);
    expect(hints(['src/a', ' ', 'src/b '])).toEqual(['src/a', 'src/b']);
    for (const none of [null, undefined, '', ' ', [], ['']]) expect(hints(none)).toBeNull();
    expect(messages(researchArgs, { ...ARGS, scope_hints: 5 })).toHaveLength(1);
  });

  it('are bounded', () => {
    const many = Array.from({ length: RESEARCH_LIST_MAX + 1 }, () => 'q');
    expect(messages(researchArgs, { ...ARGS, questions: many })).toHaveLength(1);
    expect(messages(researchArgs, { ...ARGS, context: 'x'.repeat(10_000) })).toHaveLength(1);
  });

  it('are told to agents field by field', () => {
    const { properties, required } = z.toJSONSchema(researchArgs, { io: 'input' });
    expect(
      Object.values(properties ?? {}).every((field) => typeof field === 'object' && field.description),
    ).toBe(true);
    expect(required).toEqual(['topic', 'context', 'questions']);
  });
});

describe('the end of a research', () => {
  it.each(['Code', '', 'docs', 'code\n', 5, undefined])('refuses %j as its type', (type) => {
    expect(messages(researchDoneArgs, { topic: 'a', type })).toEqual([TYPE]);
  });

  it('tells the asker where to read on', () => {
    expect(researchDoneText(researchItem('code', { topic: 'auth-flow' }))).toBe(
      "Code-research on 'auth-flow' is complete. Read 03_research/code-auth-flow/summary.md and continue from there.",
    );
    expect(researchDoneText(researchItem('web', { topic: 'code-x' }))).toBe(
      "Web research on 'code-x' is complete. Read 03_research/web-code-x/summary.md and continue from there.",
    );
  });
});

describe('requestText', () => {
  it('is what the reference system wrote', () => {
    const args = {
      topic: ' auth-flow ',
      context: 'ctx text\n',
      questions: [' q one', '', 'q two'],
      scope_hints: ['src/a', ' '],
    };
    expect(requestText(args)).toBe(goldenText('derived/03_research/code-auth-flow/request.md'));
    expect(requestText(ARGS)).toBe(goldenText('derived/03_research/code-auth-flow/request.md'));
  });

  it('has no section for hints that are not there, and keeps the lines of a question inside of it', () => {
    expect(requestText({ topic: 't', context: 'c', questions: ['q\r\n## Scope Hints\n- x'] })).toBe(
      '# Research Request: t\n\n## Context\nc\n\n## Questions\n- q\n  ## Scope Hints\n  - x',
    );
  });
});
