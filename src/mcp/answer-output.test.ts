import { expect, test } from 'vitest';
import * as z from 'zod';
import { ERROR_CODES } from '../errors.ts';
import { type Answer, answerSchema } from '../model/run/answer.ts';
import { answerOutput, answerOutputSchema, publishedSchema } from './answer-output.ts';

const answers: Answer[] = [
  { status: 'accepted', message: 'm', submission: 's', outcome: 'o', seq: 1 },
  { status: 'rejected', message: 'm', submission: 's', problems: [], seq: 1 },
  { status: 'judging', message: 'm', submission: 's', left: ['x'] },
  { status: 'refused', message: 'm', code: 'TOKEN_STALE' },
  { status: 'asked', message: 'm', request: 'r', parks: true },
  { status: 'answered', message: 'm', request: 'r', answer: 'a' },
  { status: 'idle', message: 'm' },
];

test('there is an answer of each kind here', () => {
  expect(answers.map((answer) => answer.status)).toEqual(
    answerSchema.options.map((o) => o.shape.status.value),
  );
});

test.each(answers)('$status fits the one output schema, with nothing left over', (answer) => {
  const strict = answerOutputSchema.strict().safeParse(answerOutput(answer));
  expect(strict.error?.issues ?? []).toEqual([]);
});

test('the output schema requires what all answers have, and knows no other status', () => {
  const schema = publishedSchema(answerOutputSchema);
  expect(schema).toMatchObject({ type: 'object', required: ['status', 'next', 'message'] });
  expect(
    answerOutputSchema.safeParse({ ...answerOutput(answers[0] as Answer), status: 'done' }).success,
  ).toBe(false);
  expect(JSON.stringify(schema)).not.toContain(ERROR_CODES[0]);
  expect(schema).not.toHaveProperty('$schema');
});

test('a published schema is typed, and says nothing about the size of integers', () => {
  const input = z.object({
    count: z.number().int(),
    page: z.number().int().min(1).max(9),
    kind: z.enum(['a', 'b']),
  });
  expect(publishedSchema(input.strict())).toEqual({
    type: 'object',
    properties: {
      count: { type: 'integer' },
      page: { type: 'integer', minimum: 1, maximum: 9 },
      kind: { type: 'string', enum: ['a', 'b'] },
    },
    required: ['count', 'page', 'kind'],
    additionalProperties: false,
  });
});
