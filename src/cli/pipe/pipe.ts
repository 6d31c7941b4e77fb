// The thin pipes `baton submit` and `baton mcp`. Agents pay for their start on every call, so nothing is loaded here
// but Node's own modules; whatever else is wanted is the whole program's.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { doorAddress } from '../../model/run/door-call.ts';
import { runMcpPipe } from './pipe-mcp.ts';
import { runSubmit } from './pipe-submit.ts';

const wholeProgram = (root: string): void => {
  const load = createRequire(join(root, 'dist', 'pipe.cjs'));
  (load('./baton.cjs') as { main(root: string): void }).main(root);
};

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

const exitWith = (code: Promise<number>): void => {
  code.then(
    (value) => {
      process.exitCode = value;
      // Standard input of a client that is gone, or a stream that is still open, must not keep the pipe here.
      process.stdout.write('', () => process.exit(value));
    },
    (cause: unknown) => {
      process.stderr.write(`baton: ${cause instanceof Error ? cause.message : String(cause)}\n`);
      process.exit(2);
    },
  );
};

/** `root` is the folder of the package. */
export const main = (root: string): void => {
  const [command, ...words] = process.argv.slice(2);
  const door = doorAddress(process.env);
  if (words.some(isHelp)) wholeProgram(root);
  else if (command === 'mcp')
    exitWith(runMcpPipe(door, { input: process.stdin, output: process.stdout, errors: process.stderr }));
  // A person has no token. Whoever has one is an agent, and never gets a person's tools for the lack of an address.
  else if (process.env['BATON_TOKEN'])
    exitWith(runSubmit(words, door, { output: process.stdout, errors: process.stderr }));
  else wholeProgram(root);
};
