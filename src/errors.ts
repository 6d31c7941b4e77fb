// The one error class and the closed list of codes. This file imports nothing, so everything may import it.
// What each means is in model/meanings/, from which docs/reference/errors.md is made.

export const ERROR_CODES = [
  // usage and input
  'USAGE_INVALID',
  'NAME_INVALID',
  'PATH_OUTSIDE',
  'FILE_MISSING',
  'FILE_EMPTY',
  'FILE_TOO_LARGE',
  'FILE_NOT_UTF8',
  'FILE_UNREADABLE',
  'FILE_UNWRITABLE',
  'YAML_SYNTAX',
  'YAML_DUPLICATE_KEY',
  'YAML_ALIASES',
  'YAML_NOT_MAPPING',
  'YAML_TOO_DEEP',
  'JSON_SYNTAX',
  'XML_SYNTAX',
  'FIELD_MISSING',
  'FIELD_INVALID',
  'FIELD_UNKNOWN',
  'DIALECT_UNKNOWN',
  // handoffs
  'HANDOFF_MISSING',
  'HANDOFF_NOT_LAST',
  'HANDOFF_STATUS_AMBIGUOUS',
  'HANDOFF_STATUS_UNKNOWN',
  'HANDOFF_STATUS_MISSING',
  'HANDOFF_NEXT_AMBIGUOUS',
  'HANDOFF_NEXT_UNKNOWN',
  'HANDOFF_NEXT_MISSING',
  'HANDOFF_NEXT_NOT_ALLOWED',
  'HANDOFF_SUMMARY_MISSING',
  'HANDOFF_ARTIFACTS_MISSING',
  'HANDOFF_ARTIFACT_PATH',
  'HANDOFF_PLACEHOLDER',
  'HANDOFF_CONFLICT',
  'HANDOFF_DECORATION',
  'HANDOFF_TRAILING_TEXT',
  'HANDOFF_QUESTIONS_MISSING',
  'HANDOFF_CONTRADICTION',
  'HANDOFF_VAGUE',
  'HANDOFF_AGENT_UNKNOWN',
  // prompts that state a contract
  'LINT_JSON_CONTRACT',
  'LINT_HANDOFF_MISSING',
  'LINT_FIELD_DIFFERS',
  'LINT_CONTEXT_CLAIM',
  'LINT_INPUT_STALE',
  'LINT_PROMPT_ENDING',
  'LINT_FILES_DISAGREE',
  // configuration and environment
  'CONFIG_INVALID',
  'GIT_MISSING',
  'GIT_FAILED',
  'GITHUB_MISSING',
  'GITHUB_FAILED',
  'PROJECT_NOT_GIT',
  'AGENT_UNKNOWN',
  'AGENT_FAILED',
  'ISOLATION_UNAVAILABLE',
  'WORK_STUCK',
  'WORKFLOW_UNKNOWN',
  'WORKFLOW_INVALID',
  'WORKFLOW_UNPROVED',
  'SCENARIO_INVALID',
  'KEY_INVALID',
  // runs
  'RUN_EXISTS',
  'RUN_UNKNOWN',
  'RUN_HELD',
  'RUN_MOVED',
  'RUN_NOT_HELD',
  'RUN_ENDED',
  'RUN_FAILED',
  'RUN_INCONSISTENT',
  'ITEM_UNKNOWN',
  'CHOICE_INVALID',
  'CONTENT_CHANGED',
  'PERSON_EXPECTED',
  // the door
  'TOKEN_MISSING',
  'TOKEN_INVALID',
  'TOKEN_STALE',
  'TOOL_UNKNOWN',
  'ASSIGNMENT_CLOSED',
  'SUBMISSION_TOO_LARGE',
  'REJECTED_AGAIN',
  'DECLINE_REPEATED',
  'ORIGIN_REFUSED',
  'REQUEST_LIMIT',
  // judging
  'ARTIFACT_MISSING',
  'SECRET_FOUND',
  'ARTIFACT_UNCHANGED',
  'TESTS_FAILED',
  'TESTS_NOT_RUN',
  'TESTS_REMOVED',
  'TESTS_SKIPPED',
  'TESTS_WEAKENED',
  'TESTS_CANNOT_FAIL',
  'TESTS_NOT_RED',
  'TESTS_NOT_DISCRIMINATING',
  'TESTS_HOLLOW',
  'TESTS_CHANGED',
  'CHANGE_UNTESTED',
  'NOTHING_CHANGED',
  'KIND_EXCEEDED',
  'RUNNER_UNSOUND',
  'EVIDENCE_UNAVAILABLE',
  'REPORT_UNKNOWN',
  'REPORT_EMPTY',
  'REPORT_INCONSISTENT',
  'MERGE_CONFLICT',
  'MAIN_LINE_MOVED',
  'FILES_NOT_OWNED',
  'FILES_PROTECTED',
  'CHANGE_TOO_LARGE',
  'COMMAND_FAILED',
  'CHECKS_SILENCED',
  'COMMAND_NOT_OF_PROJECT',
  'COVERAGE_TOO_LOW',
  'MUTATION_TOO_LOW',
  'FINDINGS_OPEN',
  'CLAIM_DIFFERS',
  // journal and store
  'JOURNAL_CORRUPT',
  'JOURNAL_CUT',
  'JOURNAL_TORN',
  'JOURNAL_TOO_NEW',
  'JOURNAL_FENCED',
  'JOURNAL_LOST',
  'STORE_CONFLICT',
  'STORE_FAILED',
  'STORE_FULL',
  'STORE_UNREACHABLE',
  'STORE_REFUSED',
  'NOT_YET_DURABLE',
  'OBJECT_MISSING',
  'OBJECT_CORRUPT',
  'SNAPSHOT_STALE',
  'PROJECTION_CHANGED',
  'VERDICT_DIFFERS',
  // limits
  'LIMIT_REACHED',
  'TIME_EXCEEDED',
  'MEMORY_EXCEEDED',
  'OUTPUT_EXCEEDED',
  // proofs of workflows
  'PROOF_UNREACHABLE',
  'PROOF_NO_END',
  'PROOF_FACT',
  'PROOF_ARTIFACT',
  'PROOF_LOOP',
  'PROOF_FAN_OUT',
  'PROOF_BLIND',
  'PROOF_PARALLEL_WRITERS',
  'PROOF_OUTCOME',
  'PROOF_OWNER',
  'PROOF_ALIKE',
  'PROOF_REFERENCE',
  // ours
  'INTERNAL',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * Every failure that a user can meet. `data` is plain JSON; `hint` says what to do next.
 *
 * @example
 * ```ts
 * try {
 *   workflow('empty', { says: 'Nothing.', steps: {}, flow: {} });
 * } catch (error) {
 *   if (error instanceof BatonError) console.error(error.code, error.hint);
 * }
 * ```
 */
export class BatonError extends Error {
  override readonly name = 'BatonError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    more: { hint?: string; data?: Readonly<Record<string, unknown>>; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.hint = more.hint;
    this.data = more.data ?? {};
  }
}

export const causeText = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** The errno of a failed system call, or undefined. */
export const errnoOf = (cause: unknown): string | undefined =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;

const FULL: readonly string[] = ['ENOSPC', 'EDQUOT'];
const FORBIDDEN: readonly string[] = ['EACCES', 'EPERM'];
/** Calls that only read. `open` may be either: who opens to read mostly has words of its own. */
const READING: readonly string[] = ['read', 'scandir', 'opendir', 'stat', 'lstat', 'access', 'realpath'];

const pathOf = (cause: unknown): string =>
  cause instanceof Error && 'path' in cause ? String(cause.path) : '';

const syscallOf = (cause: unknown): string =>
  cause instanceof Error && 'syscall' in cause ? String(cause.syscall) : '';

/** Node says of a folder that it makes with those above it on a read-only disk that it is not there. */
const isUnwritable = (errno: string, syscall: string): boolean =>
  errno === 'EROFS' ||
  (errno === 'ENOENT' && syscall === 'mkdir') ||
  (FORBIDDEN.includes(errno) && !READING.includes(syscall));

/** A disk that is full or may not be written is not a fault of Baton. Undefined for every other failure. */
export const diskError = (cause: unknown): BatonError | undefined => {
  const errno = errnoOf(cause) ?? '';
  const [path, syscall] = [pathOf(cause) || 'a file', syscallOf(cause)];
  if (FULL.includes(errno))
    return new BatonError(
      'STORE_FULL',
      `${path} cannot be written, there is no room left: ${causeText(cause)}`,
      {
        hint: 'Free some space, then do it again.',
        cause,
      },
    );
  if (isUnwritable(errno, syscall))
    return new BatonError('FILE_UNWRITABLE', `${path} cannot be written: ${causeText(cause)}`, {
      hint: 'Make it and its folder writable for you. For a folder of Baton itself you can set BATON_STATE to another one.',
      cause,
    });
  if (FORBIDDEN.includes(errno))
    return new BatonError('FILE_UNREADABLE', `${path} cannot be opened: ${causeText(cause)}`, {
      hint: 'Make it readable for you.',
      cause,
    });
  return undefined;
};
