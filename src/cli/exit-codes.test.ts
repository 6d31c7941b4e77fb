import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../errors.ts';
import { EXIT, EXIT_OF_ERROR } from './exit-codes.ts';

describe('exits', () => {
  test('every error code has one, and no other name does', () => {
    expect(Object.keys(EXIT_OF_ERROR).sort()).toEqual([...ERROR_CODES].sort());
  });

  test('an error is never a yes, and never looks like an interruption or like people awaited', () => {
    expect([...new Set(Object.values(EXIT_OF_ERROR))].sort()).toEqual([1, 2, 3]);
  });

  test('are the numbers that scripts know', () => {
    expect(EXIT).toEqual({ yes: 0, no: 1, usage: 2, configuration: 3, peopleAwaited: 4, interrupted: 130 });
    expect(EXIT_OF_ERROR).toMatchObject({
      USAGE_INVALID: 2,
      RUN_EXISTS: 2,
      RUN_UNKNOWN: 2,
      FILE_MISSING: 2,
      CONFIG_INVALID: 3,
      PROJECT_NOT_GIT: 3,
      STORE_FULL: 1,
      JOURNAL_CORRUPT: 1,
      WORKFLOW_UNPROVED: 1,
    });
  });
});
