// A pid namespace of its own for each attempt, where bubblewrap may be used: a process that detaches stays inside, has
// the agent's token above it whatever it unsets, and ends with the attempt and with the holder.
import { constants } from 'node:os';
import type { Program, ProgramEnd } from './process-session.ts';

/** Everything else is as it was: the same user, the same files, the same network. */
const ARGUMENTS = ['--unshare-pid', '--die-with-parent', '--dev-bind', '/', '/', '--proc', '/proc'];

export const inOwnNamespace = (program: Omit<Program, 'marker'>): Omit<Program, 'marker'> => ({
  ...program,
  file: 'bwrap',
  args: [...ARGUMENTS, '--chdir', program.cwd, '--', program.file, ...program.args],
});

const SIGNALLED = 128;

const isSignal = (name: string): name is NodeJS.Signals => Object.hasOwn(constants.signals, name);
const SIGNALS = Object.keys(constants.signals).filter(isSignal);

/** Bubblewrap tells a signal as shells do, by its number in the exit. */
export const endInNamespace = (end: ProgramEnd): ProgramEnd => {
  const number = (end.exit ?? 0) - SIGNALLED;
  const signal = SIGNALS.find((name) => constants.signals[name] === number);
  return signal === undefined ? end : { ...end, exit: null, signal };
};
