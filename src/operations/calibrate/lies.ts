// The lies that are made of an honest commit, and which gate must catch which.
import type { CommandEvidence } from '../../model/evidence.ts';
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

/** Its tests must fail: nothing was done. Every other lie hides something, and is none where its own tests tell it. */
export const isOpenlyRed = (lie: LieName): boolean => lie === 'source-taken-back';

/** The size that calibrate itself declared for the honest commit is no limit of the project: it catches nothing. */
export const declaredForLie = (declared: Declaration): Declaration =>
  declared.files === undefined
    ? declared
    : { ...declared, files: Number.MAX_SAFE_INTEGER, lines: Number.MAX_SAFE_INTEGER };

/** The first test that fails in a lie and not in the honest commit; undefined where none does. */
export const redByItself = (honest: CommandEvidence, lie: CommandEvidence): string | undefined => {
  if (lie.end !== 'exited') return `\`${lie.line}\` ended otherwise: ${lie.end}`;
  const keyOf = ({ name, file }: { name: string; file?: string | undefined }): string => `${file} ${name}`;
  const failing = ({ tests }: CommandEvidence) =>
    (tests?.cases ?? []).filter((one) => one.status === 'failed');
  const known = new Set(failing(honest).map(keyOf));
  const [first] = failing(lie).filter((one) => !known.has(keyOf(one)));
  if (first !== undefined) return first.name;
  return honest.exit === 0 && lie.exit !== 0 ? `\`${lie.line}\` ended with ${lie.exit}` : undefined;
};

/** Whether a test that failed before passes now. */
export const turnsGreen = (onBase: CommandEvidence, onHead: CommandEvidence): boolean => {
  const passing = new Set(
    (onHead.tests?.cases ?? []).flatMap((one) => (one.status === 'passed' ? [one.name] : [])),
  );
  return (onBase.tests?.cases ?? []).some(({ name, status }) => status === 'failed' && passing.has(name));
};

/**
 * Work that owes no test is no lie without one, and the hook asks for none by default. Whatever breaks an old test is one
 * everywhere.
 */
export const mustCatch = (
  gate: GateName,
  lie: LieName,
  declared: Declaration,
  hookRequires: 'unbroken' | 'tested',
  isShownByOld = false,
): boolean => {
  if (breaksOldTest(lie)) return true;
  // A fix that turns an old test green is shown by it, whatever becomes of new ones.
  if (isShownByOld && declared.kind === 'fix' && !isOpenlyRed(lie)) return false;
  return gate === 'hook' ? hookRequires === 'tested' : owesTest(declared.kind);
};
