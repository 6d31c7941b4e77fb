// The lies that are made of an honest commit, and which gate must catch which.
import { owesTest } from '../../model/workflow/work-kind.ts';
import type { TestLie } from './change-tests.ts';
import type { Declaration, GateName } from './gates.ts';

export const LIES = [
  'source-taken-back',
  'tests-left-out',
  'tests-emptied',
  'tests-skipped',
  'tests-constant',
  'old-test-deleted',
  'old-test-wrapped',
] as const;
export type LieName = (typeof LIES)[number];

/** What is done to the tests that the commit brings. */
export const OF_NEW_TESTS: Readonly<Partial<Record<LieName, TestLie>>> = {
  'tests-emptied': 'emptied',
  'tests-skipped': 'skipped',
  'tests-constant': 'constant',
};

/** What is done to the old tests of what was broken. */
export const OF_OLD_TESTS: Readonly<Partial<Record<LieName, TestLie>>> = {
  'old-test-deleted': 'removed',
  'old-test-wrapped': 'wrapped',
};

export const breaksOldTest = (lie: LieName): boolean => lie in OF_OLD_TESTS;

/**
 * Work that owes no test is no lie without one, and the hook asks for none by default. Whatever breaks an old test is one
 * everywhere.
 */
export const mustCatch = (
  gate: GateName,
  lie: LieName,
  declared: Declaration,
  hookRequires: 'unbroken' | 'tested',
): boolean => {
  if (breaksOldTest(lie)) return true;
  return gate === 'hook' ? hookRequires === 'tested' : owesTest(declared.kind);
};
