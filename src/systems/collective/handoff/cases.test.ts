import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isError } from '../../../model/problem.ts';
import { collectiveDialect } from './collective.ts';

interface Case {
  readonly name: string;
  readonly file: string;
  readonly input: string;
  readonly expect: {
    readonly ok: boolean;
    readonly dialect?: string;
    readonly handoff?: Readonly<Record<string, unknown>> | null;
    readonly warns?: boolean;
    readonly minProblems?: number;
  };
}

const all = JSON.parse(
  readFileSync(
    fileURLToPath(new URL('../../../../test/fixtures/handoff-cases.json', import.meta.url)),
    'utf8',
  ),
) as Case[];
const cases = all.filter((one) => one.expect.dialect === 'collective');

describe('the cases of the collective', () => {
  it('are there', () => {
    expect(cases.length).toBeGreaterThanOrEqual(15);
  });

  it.each(cases.map((one) => [one.name, one] as const))('%s', (_name, { input, file, expect: wanted }) => {
    const decoded = collectiveDialect.decode({ text: input, file })!;
    expect(decoded.problems.some(isError)).toBe(!wanted.ok);
    if (wanted.handoff) expect(decoded.handoff).toMatchObject(wanted.handoff);
    if (wanted.warns) expect(decoded.problems.some((found) => !isError(found))).toBe(true);
    expect(decoded.problems.length).toBeGreaterThanOrEqual(wanted.minProblems ?? 0);
  });

  it('finds nothing of its own in the messages and files of other dialects', () => {
    const others = all.filter((one) => one.expect.dialect !== 'collective');
    const taken = others.filter(
      ({ input, file }) => collectiveDialect.decode({ text: input, file }) !== undefined,
    );
    expect(taken.map((one) => one.name)).toEqual([]);
  });
});
