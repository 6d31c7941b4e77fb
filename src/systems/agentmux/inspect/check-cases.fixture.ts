// Cases of `checkRun`: what is changed in a sound run, and exactly the problems that this makes.
import { expect, it } from 'vitest';
import type { Problem } from '../../../model/problem.ts';
import { checkRun } from './check-run.ts';
import { editState, type Run, soundRun } from './run.fixture.ts';

/** Severity, code, place and a part of the message. */
export type Expected = readonly [Problem['severity'], Problem['code'], string, string];

export const told = (problems: readonly Problem[]) =>
  problems.map(({ severity, code, file, field, line, message }) => [
    severity,
    code,
    [file, field, line].filter((part) => part !== undefined).join(' '),
    message,
  ]);

export const expectProblems = (run: Run, expected: readonly Expected[]): void => {
  const found = told(checkRun(run));
  expect(found).toEqual(
    expected.map(([severity, code, place, message]) => [
      severity,
      code,
      place,
      expect.stringContaining(message),
    ]),
  );
};

type Case = readonly [name: string, change: (run: Run) => unknown, ...expected: Expected[]];

export const eachCase = (cases: readonly Case[]): void => {
  for (const [name, change, ...expected] of cases)
    it(name, () => {
      const run = soundRun();
      change(run);
      expectProblems(run, expected);
    });
};

export const setState = (key: string, value: unknown) => (run: Run) =>
  editState(run, (state) => {
    state[key] = value;
  });
