// The cases in spec/ are for every implementation of the handoff; this one must agree with them, too.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ERROR_CODES } from '../src/errors.ts';
import { decodeHandoff } from '../src/handoffs/decode-handoff.ts';
import { handoffSchema } from '../src/model/handoff.ts';
import { isError } from '../src/model/problem.ts';

const FOLDER = new URL('../spec/', import.meta.url);
const CASES_MIN = 20;

const input = {
  name: z.string(),
  input: z.strictObject({ file: z.string(), text: z.string() }),
  role: z.string().optional(),
};
const code = z.enum(ERROR_CODES);
const acceptSchema = z.strictObject({
  ...input,
  expect: z.strictObject({
    ok: z.literal(true),
    dialect: z.string(),
    handoff: handoffSchema,
    warnings: z.array(code),
  }),
});
const rejectSchema = z.strictObject({
  ...input,
  expect: z.strictObject({
    ok: z.literal(false),
    dialect: z.string().nullable(),
    errors: z.array(z.strictObject({ code, line: z.number().int().min(1) })),
  }),
});

const casesOf = <T>(folder: string, schema: z.ZodType<T>): (readonly [string, T])[] =>
  readdirSync(new URL(`${folder}/`, FOLDER))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(`${folder}/${name}`, FOLDER), 'utf8');
      return [`${folder}/${name}`, schema.parse(JSON.parse(text))] as const;
    });

const accepted = casesOf('accept', acceptSchema);
const rejected = casesOf('reject', rejectSchema);

const read = ({ input: written, role }: z.infer<typeof acceptSchema> | z.infer<typeof rejectSchema>) => {
  const found = decodeHandoff(written, role === undefined ? {} : { role });
  const problems = found?.problems ?? [];
  return { found, errors: problems.filter(isError), warnings: problems.filter((one) => !isError(one)) };
};

describe('the cases of the specification', () => {
  it('are many, and of every dialect', () => {
    for (const cases of [accepted, rejected]) {
      expect(cases.length).toBeGreaterThanOrEqual(CASES_MIN);
      expect(new Set(cases.map(([, one]) => one.expect.dialect))).toEqual(
        new Set(['quest', 'collective', 'h3a', ...(cases === rejected ? [null] : [])]),
      );
    }
  });

  it.each(accepted)('%s is read', (_, one) => {
    const { found, errors, warnings } = read(one);
    expect(errors).toEqual([]);
    expect({ dialect: found?.dialect, handoff: found?.handoff }).toEqual({
      dialect: one.expect.dialect,
      handoff: one.expect.handoff,
    });
    expect([...new Set(warnings.map((warning) => warning.code))].sort()).toEqual(one.expect.warnings);
  });

  it.each(rejected)('%s is refused', (_, one) => {
    const { found, errors } = read(one);
    expect(found?.dialect ?? null).toBe(one.expect.dialect);
    expect(errors.map(({ code: which, line }) => ({ code: which, line }))).toEqual(one.expect.errors);
    // Either no handoff is there at all, or something is wrong with it.
    expect(found === undefined || errors.length > 0).toBe(true);
  });
});

describe('the prose of the specification', () => {
  const text = readFileSync(new URL('handoff.md', FOLDER), 'utf8');

  it('has a row for each field and each status', () => {
    const rows = new Set([...text.matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1]));
    const { to: _, ...fields } = handoffSchema.shape;
    expect([...Object.keys(fields), 'to'].filter((field) => !rows.has(field))).toEqual([]);
    expect(handoffSchema.shape.status.options.filter((status) => !rows.has(status))).toEqual([]);
  });

  it('names every code that a case expects', () => {
    const codes = rejected.flatMap(([, one]) => one.expect.errors.map((error) => error.code));
    expect([...new Set(codes)].filter((one) => !text.includes(`\`${one}\``))).toEqual([]);
  });
});
