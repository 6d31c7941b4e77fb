// At which gates a case is played. All four are the same family of checks, so that not each has to see each case.
import { GATES, type Gate, type Runner } from './case.ts';

const RUNS: readonly Gate[] = ['relay', 'agentmux', 'h3a'];
/** Their runs take long. */
const SLOW: readonly Runner[] = ['vitest', 'jest', 'rust'];

const numberOf = (id: string): number => [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);

/** Those that are wanted; of several a slow runner sees one. Otherwise the hook and one of the workflows, in turn. */
export const gatesFor = (
  id: string,
  runner: Runner,
  wanted: readonly Gate[] | undefined,
): readonly Gate[] => {
  const taken = numberOf(id);
  const isSlow = SLOW.includes(runner);
  if (wanted !== undefined) return isSlow ? [wanted[taken % wanted.length]!] : wanted;
  return isSlow ? [GATES[taken % GATES.length]!] : ['hook', RUNS[taken % RUNS.length]!];
};
