// The whole program. `bin/baton.js` calls it with the folder of the package.

import { EXIT } from './cli/exit-codes.ts';
import { runProgram } from './cli/program.ts';
import { reportError } from './cli/report-error.ts';
import { versionAt } from './cli/shell.ts';
import type { System } from './operations/system.ts';

let isHolding = false;

/** A reader that closed its end has seen enough. A run that is held here goes on all the same. */
const leaveQuietly = (stream: NodeJS.WriteStream): void => {
  stream.on('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EPIPE') throw cause;
    if (!isHolding) process.exit(process.exitCode ?? EXIT.yes);
  });
};

const isAsked = (flag: string): boolean => {
  const words = process.argv.slice(2);
  const end = words.indexOf('--');
  return (end === -1 ? words : words.slice(0, end)).includes(flag);
};

/** What was written must arrive before the process ends, and nothing that is left over may keep it here. */
const leave = (exit: number): void => {
  process.exitCode = exit;
  process.stdout.write('', () => process.stderr.write('', () => process.exit(exit)));
};

const report = (cause: unknown): number =>
  reportError(cause, process, {
    json: isAsked('--json'),
    color: process.stderr.isTTY === true && !process.env['NO_COLOR'] && !isAsked('--no-color'),
    debug: Boolean(process.env['BATON_DEBUG']),
  });

export const main = (root: string, importModule?: System['importModule']): void => {
  leaveQuietly(process.stdout);
  leaveQuietly(process.stderr);
  const compose = async () => (await import('./compose.ts')).compose(root, versionAt(root), importModule);
  const pages = async () => (await import('./compose.ts')).pagesServer(root, versionAt(root));
  const onHold = (): void => {
    isHolding = true;
  };
  runProgram(
    { root, env: process.env, streams: process, compose, pages, onHold },
    process.argv.slice(2),
  ).then(leave, (cause: unknown) => leave(report(cause)));
};
