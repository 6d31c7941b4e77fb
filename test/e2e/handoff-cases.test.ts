// Every case through the command line: an input, and what must come of it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { sarifFaults } from '../fixtures/sarif/sarif-faults.ts';
import { baton, makeScratch } from './scratch.ts';

const caseSchema = z.strictObject({
  name: z.string(),
  file: z.string(),
  args: z.array(z.string()),
  input: z.string(),
  expect: z.strictObject({
    ok: z.boolean(),
    dialect: z.string().optional(),
    kind: z.string().optional(),
    handoff: z.record(z.string(), z.unknown()).nullable().optional(),
    /** Among those that were found. */
    questions: z.array(z.string()).optional(),
    minProblems: z.number().optional(),
    /** A problem is in this line. */
    line: z.number().optional(),
    warns: z.boolean().optional(),
  }),
});
type Case = z.infer<typeof caseSchema>;

const resultSchema = z.object({
  ok: z.boolean(),
  kind: z.string(),
  dialect: z.string().nullable(),
  handoff: z.looseObject({ questions: z.array(z.object({ text: z.string() })) }).nullable(),
  problems: z.array(z.looseObject({ severity: z.string(), line: z.number().optional() })),
});

const cases = z
  .array(caseSchema)
  .parse(JSON.parse(readFileSync(new URL('../fixtures/handoff-cases.json', import.meta.url), 'utf8')));

const check = async ({ file, args, input }: Case) => {
  const world = makeScratch();
  try {
    mkdirSync(world.project, { recursive: true });
    writeFileSync(join(world.project, file), input);
    const { exit, stdout } = await baton(world, ['check', file, '--json', ...args]);
    const { results } = z.object({ results: z.array(resultSchema) }).parse(JSON.parse(stdout));
    return { exit, result: results[0]! };
  } finally {
    world.remove();
  }
};

describe.concurrent('baton check', () => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    const { exit, result } = await check(one);
    const wanted = one.expect;
    expect(result.ok).toBe(wanted.ok);
    expect(exit).toBe(wanted.ok ? 0 : 1);
    if (wanted.dialect !== undefined) expect(result.dialect).toBe(wanted.dialect);
    if (wanted.kind !== undefined) expect(result.kind).toBe(wanted.kind);
    if (wanted.handoff === null) expect(result.handoff).toBeNull();
    else if (wanted.handoff !== undefined) expect(result.handoff).toMatchObject(wanted.handoff);
    const asked = result.handoff?.questions.map(({ text }) => text) ?? [];
    expect(asked).toEqual(expect.arrayContaining(wanted.questions ?? []));
    expect(result.problems.length).toBeGreaterThanOrEqual(wanted.minProblems ?? 0);
    if (wanted.line !== undefined) expect(result.problems.map(({ line }) => line)).toContain(wanted.line);
    if (wanted.warns) expect(result.problems.map(({ severity }) => severity)).toContain('warning');
  });

  it('prints what it finds in all of them as SARIF by the official schema', async () => {
    const world = makeScratch();
    try {
      const paths = cases.map(({ file, input }, index) => {
        mkdirSync(join(world.project, `${index}`), { recursive: true });
        writeFileSync(join(world.project, `${index}`, file), input);
        return `${index}/${file}`;
      });
      const { exit, stdout } = await baton(world, ['check', ...paths, '--format', 'sarif']);
      expect(exit).toBe(1);
      expect(sarifFaults(JSON.parse(stdout))).toEqual([]);
    } finally {
      world.remove();
    }
  });
});
