// What went wrong, in the one shape that every command has for it.
import { CommanderError } from 'commander';
import { BatonError, causeText, diskError } from '../errors.ts';
import { plainText } from '../std/terminal-text.ts';
import { EXIT, EXIT_OF_ERROR, type Exit } from './exit-codes.ts';
import { paintWith } from './texts/paint.ts';

interface ErrorStreams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

const USAGE_HINT = 'See `baton --help`, or `baton COMMAND --help`.';

/** Commander's own words, without its prefix; the nearest right name follows on a line of its own. */
const usageError = (error: CommanderError): BatonError => {
  const [message = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const near = rest.join(' ').replace(/^\((.*)\)$/, '$1');
  return new BatonError('USAGE_INVALID', message, { hint: near === '' ? USAGE_HINT : near });
};

export const asBatonError = (cause: unknown): BatonError => {
  if (cause instanceof BatonError) return cause;
  if (cause instanceof CommanderError) return usageError(cause);
  const disk = diskError(cause);
  if (disk !== undefined) return disk;
  return new BatonError('INTERNAL', causeText(cause), {
    hint: 'This is a fault of Baton. Run it again with BATON_DEBUG=1 and report what it prints.',
    cause,
  });
};

export const errorDocument = ({ code, message, hint }: BatonError): unknown => ({
  ok: false,
  error: { code, message, ...(hint === undefined ? {} : { hint }) },
});

const stackOf = (cause: unknown): string =>
  cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);

/** Prints it, and gives the exit that it means. */
export const reportError = (
  cause: unknown,
  streams: ErrorStreams,
  options: { readonly json: boolean; readonly color: boolean; readonly debug: boolean },
): Exit => {
  const error = asBatonError(cause);
  const paint = paintWith(options.color);
  if (options.json) streams.stdout.write(`${JSON.stringify(errorDocument(error), null, 2)}\n`);
  else {
    const hint = error.hint === undefined ? '' : `\n  ${plainText(error.hint)}`;
    streams.stderr.write(`${paint.red('error')} ${error.code}: ${plainText(error.message)}${hint}\n`);
  }
  if (options.debug) {
    streams.stderr.write(`${plainText(stackOf(cause))}\n`);
    if (error.cause !== undefined) streams.stderr.write(`caused by: ${plainText(stackOf(error.cause))}\n`);
  }
  return EXIT_OF_ERROR[error.code] ?? EXIT.no;
};
