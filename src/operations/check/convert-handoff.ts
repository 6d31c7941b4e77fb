// The same handoff in another dialect. What the target cannot hold is named; nothing is invented.

import { BatonError } from '../../errors.ts';
import { decodeHandoff } from '../../handoffs/decode-handoff.ts';
import type { Dialect } from '../../handoffs/dialect.ts';
import { dialectsOf, type ForeignSystem } from '../../handoffs/foreign-system.ts';
import { HANDOFF_BYTES_MAX } from '../../model/limits/limits.ts';
import { isError, type Parsed, type Problem, problem } from '../../model/problem.ts';
import { readBounded } from '../../std/disk/read-bounded.ts';
import { nearest } from '../../std/nearest.ts';
import { inputText } from '../people/input-text.ts';

export interface ConvertDocument {
  /** It was written. Whether that is all that the target asks for is what `missing` says. */
  readonly ok: boolean;
  readonly text: string;
  /** What the target cannot hold. */
  readonly lost: readonly string[];
  /** What the target needs and the handoff does not say. */
  readonly missing: readonly string[];
  readonly problems: readonly Problem[];
}

export interface ConvertOptions {
  readonly systems: readonly ForeignSystem[];
  readonly path: string;
  readonly to: string;
  readonly from?: string | undefined;
  readonly stdin?: (bytesMax: number) => Promise<Uint8Array | undefined>;
}

const requireDialect = (dialects: readonly Dialect[], name: string): Dialect => {
  const found = dialects.find((dialect) => dialect.name === name);
  if (found !== undefined) return found;
  const known = dialects.map((dialect) => dialect.name);
  const meant = nearest(name, known);
  throw new BatonError(
    'USAGE_INVALID',
    `expected a dialect (${known.join(', ')}), got ${JSON.stringify(name)}`,
    {
      hint: meant === undefined ? 'baton convert message.md --to h3a' : `Did you mean ${meant}?`,
    },
  );
};

const read = async ({ path, stdin }: ConvertOptions): Promise<Parsed<string>> => {
  const bytes = path === '-' ? await stdin?.(HANDOFF_BYTES_MAX) : await readBounded(path, HANDOFF_BYTES_MAX);
  if (bytes === undefined)
    throw new BatonError(
      'FILE_TOO_LARGE',
      `expected at most ${HANDOFF_BYTES_MAX} bytes on standard input, got more`,
    );
  return inputText(bytes, path);
};

const nothing = (path: string, dialects: readonly Dialect[]): Problem =>
  problem(
    'HANDOFF_MISSING',
    `expected a handoff of ${dialects.map(({ name }) => name).join(', ')}, found none`,
    {
      file: path,
      hint: 'Name a message or a file that holds one.',
    },
  );

const unconverted = (problems: readonly Problem[]): ConvertDocument => ({
  ok: false,
  text: '',
  lost: [],
  missing: [],
  problems,
});

/** Throws for a dialect that is none, and for an input that cannot be read. */
export const convertHandoff = async (options: ConvertOptions): Promise<ConvertDocument> => {
  const all = dialectsOf(options.systems);
  const target = requireDialect(all, options.to);
  const dialects = options.from === undefined ? all : [requireDialect(all, options.from)];
  const { value: text, problems: unread } = await read(options);
  if (text === undefined) return unconverted(unread);
  const file = options.path === '-' ? '' : options.path;
  const found = decodeHandoff({ text, file }, { dialects });
  if (found === undefined) return unconverted([nothing(options.path, dialects)]);
  const problems = found.problems.map((one) => ({ ...one, file: one.file || options.path }));
  // What is wrong in one hand would be as wrong in another.
  if (found.handoff === undefined || problems.some(isError)) return unconverted(problems);
  const { text: written, lost, missing } = target.encode(found.handoff);
  return { ok: true, text: written, lost, missing, problems };
};
