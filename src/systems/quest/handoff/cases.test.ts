// The corpus of handoffs, as far as this dialect decodes them.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isError } from '../../../model/problem.ts';
import { questDialect } from './quest.ts';

interface Case {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly input: string;
  readonly expect: {
    readonly ok: boolean;
    readonly dialect?: string;
    readonly line?: number;
    readonly questions?: readonly string[];
    readonly handoff?: Record<string, unknown> | null;
  };
}

const corpus = JSON.parse(
  readFileSync(new URL('../../../../test/fixtures/handoff-cases.json', import.meta.url), 'utf8'),
) as Case[];

const roleOf = ({ args }: Case): string | undefined =>
  args.includes('--role') ? args[args.indexOf('--role') + 1] : undefined;

describe('the cases of the corpus for quest', () => {
  it.each(corpus.filter(({ name }) => name.startsWith('quest:')))('$name', (given) => {
    const decoded = questDialect.decode({ text: given.input, file: given.file }, { role: roleOf(given) });
    const { ok, dialect, handoff, questions, line } = given.expect;
    expect(decoded !== undefined && !decoded.problems.some(isError)).toBe(ok);
    if (dialect === 'quest') expect(decoded).toBeDefined();
    if (handoff === null) expect(decoded?.handoff).toBeUndefined();
    else if (handoff !== undefined) expect(decoded?.handoff).toMatchObject(handoff);
    for (const text of questions ?? [])
      expect(decoded?.handoff?.questions.map((q) => q.text)).toContain(text);
    if (line !== undefined)
      expect(decoded?.problems.filter(isError).map((found) => found.line)).toContain(line);
  });

  it.each(corpus.filter(({ name }) => !name.startsWith('quest:')))('is silent about $name', (given) => {
    expect(questDialect.decode({ text: given.input, file: given.file })).toBeUndefined();
  });
});
