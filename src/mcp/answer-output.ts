// The answer as one object schema: clients refuse a union at the root of a tool's output schema, so every field of
// every kind of answer is listed and only those that all of them have are required.
import * as z from 'zod';
import { ERROR_CODES } from '../errors.ts';
import { type Answer, answerSchema } from '../model/run/answer.ts';
import { answerNext } from '../prompts/answer-text.ts';

type Field = z.core.$ZodType;

const distinct = (schemas: readonly Field[]): Field[] => [
  ...new Map(schemas.map((schema) => [JSON.stringify(z.toJSONSchema(schema)), schema])).values(),
];

const oneOf = (schemas: readonly Field[]): Field => {
  const [first, ...others] = distinct(schemas);
  if (first === undefined) return z.never();
  return others.length === 0 ? first : z.union([first, ...others]);
};

const mergedShape = (): Record<string, Field> => {
  const shapes = answerSchema.options.map((option): Readonly<Record<string, Field>> => option.shape);
  const names = new Set(shapes.flatMap((shape) => Object.keys(shape)));
  names.delete('status');
  const statuses = answerSchema.options.map((option) => option.shape.status.value);
  const merged = [...names].map((name): [string, Field] => {
    const schemas = shapes.flatMap((shape) => shape[name] ?? []);
    const schema = oneOf(schemas);
    return [name, schemas.length === shapes.length ? schema : z.optional(schema)];
  });
  const next = z.string().describe('What to do now.');
  return { status: z.enum(statuses), next, ...Object.fromEntries(merged) };
};

export const answerOutputSchema = z.object(mergedShape());

/** What a tool result carries beside its text. Some clients show the model only this, so it says what to do next. */
export const answerOutput = (answer: Answer): Record<string, unknown> => ({
  ...answer,
  next: answerNext(answer),
});

const isCodeList = (values: readonly unknown[] | undefined): boolean =>
  values !== undefined &&
  values.length === ERROR_CODES.length &&
  values.every((value, at) => value === ERROR_CODES[at]);

/**
 * A schema as it is published with a tool. No `$schema`: 2020-12 is MCP's default, and older clients compile with a
 * validator that knows only draft 7. The list of codes is left out: each tool would repeat it, and it grows.
 */
export const publishedSchema = (schema: z.ZodType): { type: 'object'; [key: string]: unknown } => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (isCodeList(jsonSchema.enum)) delete jsonSchema.enum;
      // Zod writes the bounds of JavaScript's integers into every integer; they tell a reader nothing.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return { ...json, type: 'object' };
};
