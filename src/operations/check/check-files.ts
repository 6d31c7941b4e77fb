// Checks what agents wrote: files, run directories, standard input. Nothing is changed, and nothing needs a project.
import { stat } from 'node:fs/promises';
import { BatonError, errnoOf } from '../../errors.ts';
import { decodeHandoff } from '../../handoffs/decode-handoff.ts';
import { dialectsOf, type ForeignSystem, inspectorsOf } from '../../handoffs/foreign-system.ts';
import { HANDOFF_BYTES_MAX } from '../../model/limits/limits.ts';
import { isError, problem } from '../../model/problem.ts';
import type { VagueWords } from '../../model/vague-words.ts';
import { readBounded } from '../../std/disk/read-bounded.ts';
import { nearest } from '../../std/nearest.ts';
import { changedSince } from '../people/changed-since.ts';
import { inputText } from '../people/input-text.ts';
import { checkDirectory } from './check-directory.ts';
import { type CheckResult, type Chosen, namesOf, type Outcome, unknown, unread } from './check-outcome.ts';
import { type Expanded, expandPaths } from './expand-paths.ts';
import { missingArtifacts, requireRoot } from './missing-artifacts.ts';

/** The argument that means standard input. */
const STDIN = '-';

export interface CheckDocument {
  readonly ok: boolean;
  readonly results: readonly CheckResult[];
}

export interface Checked {
  readonly document: CheckDocument;
  /** Some input could not be read at all; what is wrong with it is in its result. */
  readonly unreadable: boolean;
  /** The texts of files and of standard input by their path, to show where a problem is. */
  readonly sources: ReadonlyMap<string, string>;
}

export interface CheckOptions {
  readonly systems: readonly ForeignSystem[];
  /** In the order of the results; `-` is standard input, a pattern that names no file becomes the files that match it. */
  readonly paths: readonly string[];
  /** Only this dialect is tried. */
  readonly dialect?: string | undefined;
  /** The role that wrote a handoff: NEXT must be one that it may name. */
  readonly role?: string | undefined;
  /** Where the artifacts of a handoff must be. */
  readonly root?: string | undefined;
  /** A commit: the artifacts of a handoff must have been changed since. Below `root`, or the current folder. */
  readonly since?: string | undefined;
  /** A project's own words for what is vague. */
  readonly words?: VagueWords | undefined;
  /** What standard input holds, or undefined when that is over the limit. Called at most once. */
  readonly stdin?: (bytesMax: number) => Promise<Uint8Array | undefined>;
}

const checkHandoff = async (
  text: string,
  file: string,
  { role }: CheckOptions,
  chosen: Chosen,
): Promise<Outcome | undefined> => {
  const name = file === STDIN ? '' : file;
  const found = decodeHandoff({ text, file: name }, { role, dialects: chosen.dialects });
  if (found === undefined) return undefined;
  const { dialect, variant, handoff, offset = 0 } = found;
  const missing =
    chosen.files === undefined || handoff === undefined
      ? []
      : await missingArtifacts(handoff, chosen.files, { text, offset });
  const problems = [...found.problems, ...missing].map((one) => ({ ...one, file: one.file || file }));
  return { kind: 'handoff', dialect, variant, handoff: handoff ?? null, problems };
};

const checkArtifact = (file: string, content: string, { inspectors }: Chosen): Outcome | undefined => {
  for (const { dialect, artifact } of inspectors) {
    const found = artifact(file, content);
    if (found !== undefined) return { kind: 'artifact', dialect, problems: found.problems, source: content };
  }
  return undefined;
};

/** A name that tells nothing, on an object that says itself that it is a handoff: no artifact has its fields. */
const isHandoffObject = (file: string, content: string, { inspectors, dialects }: Chosen): boolean =>
  /^\s*\{/.test(content) &&
  inspectors.every(({ artifact }) => artifact(file, '') === undefined) &&
  decodeHandoff({ text: content, file: '' }, { dialects })?.offset !== undefined;

/** Inspectors go by the name as well; standard input has none. */
const checkBytes = async (
  bytes: Uint8Array,
  file: string,
  options: CheckOptions,
  chosen: Chosen,
): Promise<Outcome> => {
  const { value: text, problems } = inputText(bytes, file);
  if (text === undefined) return { kind: 'handoff', dialect: null, problems };
  const content = text.replace(/^\ufeff/, '');
  const artifact = isHandoffObject(file, content, chosen) ? undefined : checkArtifact(file, content, chosen);
  if (artifact !== undefined) return artifact;
  const outcome = (await checkHandoff(text, file, options, chosen)) ?? unknown('handoff', file, chosen);
  return { ...outcome, source: text };
};

const unreadableFile = (cause: unknown, file: string): Outcome => {
  if (!(cause instanceof BatonError)) throw cause;
  return unread(
    'handoff',
    problem(cause.code, cause.message, { file, hint: 'Name a file that can be read.' }),
  );
};

const isDirectory = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory();
  } catch (cause) {
    // The reader says what is wrong with it.
    if (errnoOf(cause) !== undefined) return false;
    throw cause;
  }
};

const checkPath = async (path: string, options: CheckOptions, chosen: Chosen): Promise<Outcome> => {
  if (await isDirectory(path)) return checkDirectory(path, options.dialect !== undefined, chosen);
  let bytes: Uint8Array;
  try {
    bytes = await readBounded(path, HANDOFF_BYTES_MAX);
  } catch (cause) {
    return unreadableFile(cause, path);
  }
  return checkBytes(bytes, path, options, chosen);
};

const stdinReader = (options: CheckOptions, chosen: Chosen): (() => Promise<Outcome>) => {
  let read: Promise<Outcome> | undefined;
  const look = async (): Promise<Outcome> => {
    const bytes = await options.stdin?.(HANDOFF_BYTES_MAX);
    if (bytes !== undefined) return checkBytes(bytes, STDIN, options, chosen);
    const message = `expected at most ${HANDOFF_BYTES_MAX} bytes on standard input, got more`;
    return unread(
      'handoff',
      problem('FILE_TOO_LARGE', message, { file: STDIN, hint: 'Give a shorter text.' }),
    );
  };
  return () => {
    read ??= look();
    return read;
  };
};

/** Everybody who can be asked, with the project's own words. */
const everybody = ({ systems, words }: CheckOptions): Chosen => {
  const [inspectors, dialects] = [inspectorsOf(systems), dialectsOf(systems)];
  if (words === undefined) return { inspectors, dialects };
  return {
    inspectors: inspectors.map((inspector) => inspector.withWords?.(words) ?? inspector),
    dialects: dialects.map((dialect) => dialect.withWords?.(words) ?? dialect),
  };
};

const choose = (options: CheckOptions): Chosen => {
  const all = everybody(options);
  const { dialect } = options;
  if (dialect === undefined) return all;
  const chosen = {
    inspectors: all.inspectors.filter((inspector) => inspector.dialect === dialect),
    dialects: all.dialects.filter(({ name }) => name === dialect),
  };
  if (chosen.inspectors.length + chosen.dialects.length > 0) return chosen;
  const known = namesOf(all);
  const meant = nearest(dialect, known);
  throw new BatonError(
    'USAGE_INVALID',
    `expected a dialect (${known.join(', ')}), got ${JSON.stringify(dialect)}`,
    {
      hint: meant === undefined ? 'Leave --dialect out to have it found.' : `Did you mean ${meant}?`,
    },
  );
};

/** One path for each result: an argument that means nothing has one, too. */
const inputsOf = ({
  argument,
  paths,
  problem: found,
}: Expanded): (readonly [string, Outcome | undefined])[] =>
  found === undefined
    ? paths.map((path) => [path, undefined] as const)
    : [[argument, unread('handoff', found)]];

/** Where artifacts must be, and since when they must have been changed. */
const filesOf = async ({ root, since }: CheckOptions): Promise<Chosen['files']> => {
  if (root === undefined && since === undefined) return undefined;
  const place = root ?? '.';
  await requireRoot(place);
  return { root: place, changes: since === undefined ? undefined : await changedSince(place, since) };
};

export const checkFiles = async (options: CheckOptions): Promise<Checked> => {
  const chosen = { ...choose(options), files: await filesOf(options) };
  const fromStdin = stdinReader(options, chosen);
  const results: CheckResult[] = [];
  const sources = new Map<string, string>();
  let unreadable = false;
  for (const [path, known] of (await expandPaths(options.paths)).flatMap(inputsOf)) {
    const outcome = known ?? (await (path === STDIN ? fromStdin() : checkPath(path, options, chosen)));
    const { kind, dialect, problems, variant = null, handoff = null } = outcome;
    if (outcome.source !== undefined) sources.set(path, outcome.source);
    unreadable ||= outcome.unreadable === true;
    results.push({
      path,
      ok: !problems.some(isError),
      kind,
      dialect,
      variant,
      handoff,
      problems,
    });
  }
  return { document: { ok: results.every(({ ok }) => ok), results }, unreadable, sources };
};
