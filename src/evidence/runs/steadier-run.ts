// Two runs of the same tests on the same code: what differs between them says nothing of the code.
import type { CommandEvidence } from '../../model/evidence.ts';
import { FLAKY_NAMES_MAX } from '../../model/limits/limits.ts';

const failing = ({ tests }: CommandEvidence): Set<string> =>
  new Set((tests?.cases ?? []).flatMap(({ name, status }) => (status === 'failed' ? [name] : [])));

/** A run that read no test failed as a whole. */
const failures = ({ exit, tests }: CommandEvidence): number =>
  tests === null ? Number.POSITIVE_INFINITY : Math.max(tests.failed, exit === 0 ? 0 : 1);

export const isRed = ({ end, exit, tests }: CommandEvidence): boolean =>
  end === 'exited' && (exit !== 0 || (tests?.failed ?? 0) > 0);

/** The run with fewer failures, and the names of those that failed in one of the two alone. */
export const steadier = (first: CommandEvidence, second: CommandEvidence): CommandEvidence => {
  const [one, two] = [failing(first), failing(second)];
  const flaky = [...new Set([...one, ...two])].filter((name) => one.has(name) !== two.has(name));
  const better = failures(second) < failures(first) ? second : first;
  return { ...better, flaky: flaky.slice(0, FLAKY_NAMES_MAX) };
};
