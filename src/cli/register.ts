// How a command is added to the program: its words here, its work loaded when it is called.
import type { Command } from 'commander';
import type { Exit } from './exit-codes.ts';
import type { Shell } from './shell.ts';

/** Turns the work of a command into what Commander calls. */
export type Act = <A extends unknown[]>(
  work: (shell: Shell, ...args: A) => Promise<Exit>,
) => (...args: A) => Promise<void>;

export type Register = (program: Command, act: Act) => void;

/** At the end of each command's help. */
export const examples = (...lines: readonly string[]): string =>
  `\nExample${lines.length === 1 ? '' : 's'}:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
