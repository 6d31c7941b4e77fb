// Baton on a terminal: `script` gives it a pseudo-terminal and passes on what is typed and what is shown.
import { spawnSync } from 'node:child_process';
import { builtProgram } from './built-program.ts';
import { type Scratch, type Started, type StartOptions, startProgram } from './scratch.ts';

/** The `script` of util-linux; that of other systems takes other words. */
export const HAS_TERMINAL = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes(
  'util-linux',
);

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** What it shows is on stdout, its stderr too. Type by writing to the child's stdin. */
export const startOnTerminal = (
  world: Scratch,
  args: readonly string[],
  options: Omit<StartOptions, 'input'> = {},
): Started => {
  const line = [process.execPath, builtProgram(), ...args].map(quoted).join(' ');
  return startProgram(world, 'script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    ...options,
    env: { TERM: 'xterm', COLUMNS: '100', LINES: '60', SHELL: '/bin/sh', PAGER: 'cat', ...options.env },
  });
};
