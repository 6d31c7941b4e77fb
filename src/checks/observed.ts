// What all checks share: asking for evidence, and saying that it is not there. Missing proof is never a pass.
import type { CommandEvidence, Evidence, EvidenceRequest } from '../model/evidence.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { Digest } from '../model/run/sealed.ts';
import type { Submission } from '../model/workflow/view.ts';
import type { Check, Seen } from '../model/workflow/workflow.ts';

/** Policy and claims come from the submission and from what was accepted before; there may be none. */
export type Asked<T> = (submission: Submission) => T | undefined;

/** How many names a message holds; the rest are counted. */
const NAMES_SHOWN_MAX = 12;

export const listed = (names: readonly string[]): string => {
  if (names.length === 0) return 'nothing';
  const more = names.length - NAMES_SHOWN_MAX;
  return `${names.slice(0, NAMES_SHOWN_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** Outcomes that a check is limited to, where it is. */
export const onOutcomes = <O extends string>(on: readonly O[] | undefined): Pick<Check<O>, 'on'> =>
  on === undefined ? {} : { on };

export const commandOn = (
  command: string,
  tree: Digest | undefined,
  testsOf?: Digest | undefined,
  before?: Digest | undefined,
  released: readonly string[] = [],
): EvidenceRequest | undefined =>
  tree === undefined
    ? undefined
    : {
        ...{ kind: 'command', command, tree },
        ...(testsOf === undefined ? {} : { testsOf }),
        ...(before === undefined ? {} : { before }),
        ...(released.length === 0 ? {} : { released: [...released] }),
      };

export const between = (
  kind: 'diff' | 'test-changes',
  from: Digest | undefined,
  to: Digest | undefined,
): EvidenceRequest | undefined => (from === undefined || to === undefined ? undefined : { kind, from, to });

export const known = (...requests: readonly (EvidenceRequest | undefined)[]): EvidenceRequest[] =>
  requests.filter((request) => request !== undefined);

type OfKind<K extends Evidence['kind']> = Extract<Evidence, { kind: K }>;

const isOfKind = <K extends Evidence['kind']>(found: Evidence, kind: K): found is OfKind<K> =>
  found.kind === kind;

/** The evidence, if it is there and of this kind; otherwise the problem that it is not. */
export const observed = <K extends Exclude<Evidence['kind'], 'unavailable'>>(
  kind: K,
  seen: Seen,
  request: EvidenceRequest | undefined,
  what: string,
): OfKind<K> | Problem => {
  const found = request === undefined ? undefined : seen(request);
  if (found !== undefined && isOfKind(found, kind)) return found;
  const cause =
    found?.kind === 'unavailable'
      ? found.cause
      : found === undefined
        ? request === undefined
          ? 'there is no tree to look at'
          : 'no evidence'
        : `expected evidence of the kind ${kind}, got ${found.kind}`;
  return problem('EVIDENCE_UNAVAILABLE', `${what}: ${cause}`, {
    hint: (found?.kind === 'unavailable' ? found.hint : undefined) ?? 'fix the cause, then submit again',
  });
};

export const isMissing = (found: Evidence | Problem): found is Problem => 'code' in found;

export const ENDS: Readonly<
  Record<Exclude<CommandEvidence['end'], 'exited'>, { code: Problem['code']; words: string }>
> = {
  'timed-out': { code: 'TIME_EXCEEDED', words: 'did not end in time' },
  'out-of-memory': { code: 'MEMORY_EXCEEDED', words: 'used too much memory' },
  'too-much-output': { code: 'OUTPUT_EXCEEDED', words: 'printed too much' },
  killed: { code: 'EVIDENCE_UNAVAILABLE', words: 'was killed' },
};

/** Why a run is no proof of anything, however it ended: the command cannot fail. */
export const cannotFail = ({ line, cannotFail: why }: CommandEvidence): Problem[] =>
  why === undefined
    ? []
    : [
        problem(
          'TESTS_CANNOT_FAIL',
          `expected a command that fails when the code is wrong, \`${line}\` cannot fail: ${why}`,
          { hint: 'let the project name a command that really checks the code (baton.yaml, commands)' },
        ),
      ];

/** How a run that did not end by itself ended; undefined when it exited. */
export const endProblem = (evidence: CommandEvidence, hint: string): Problem | undefined => {
  if (evidence.end === 'exited') return undefined;
  const { code, words } = ENDS[evidence.end];
  return problem(code, `expected \`${evidence.line}\` to end by itself, it ${words}`, { hint });
};

/** The command was not run, because the dependencies that the work names could not be installed. */
export const installProblem = ({ line, exit, failedInstall }: CommandEvidence): Problem | undefined =>
  failedInstall === undefined
    ? undefined
    : problem(
        'COMMAND_FAILED',
        `expected \`${line}\` to install the dependencies, it ended with ${exit}: ${failedInstall}`,
        { hint: 'fix what package.json or the lock file names, then submit again' },
      );

const TAIL_SHOWN_CHARS = 2_000;

export const tailOf = ({ tail }: CommandEvidence): string => tail.slice(-TAIL_SHOWN_CHARS);
