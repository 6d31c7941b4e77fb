// Checks what agents wrote: files, run directories, standard input. Nothing is changed, and nothing needs a project.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readArtifact } from '../effects/read-artifact.ts';
import { BatonError, causeText, errnoOf } from '../errors.ts';
import type { Inspector } from '../model/inspector.ts';
import { ARTIFACT_BYTES_MAX, CHECK_BYTES_MAX, CHECK_FILES_MAX } from '../model/limits.ts';
import { isError, type Parsed, type Problem, problem } from '../model/problem.ts';
import { nearest } from '../std/nearest.ts';
import { readBounded } from '../std/read-bounded.ts';

const LOOKS_MAX = 5;
const LOOK_PAUSE_MS = 200;

/** The argument that means standard input. */
const STDIN = '-';

export interface CheckResult {
  readonly path: string;
  readonly ok: boolean;
  readonly kind: 'handoff' | 'artifact' | 'run';
  readonly dialect: string | null;
  readonly variant: string | null;
  readonly handoff: null;
  readonly problems: readonly Problem[];
}

export interface CheckDocument {
  readonly ok: boolean;
  readonly results: readonly CheckResult[];
}

export interface Checked {
  readonly document: CheckDocument;
  /** Some input could not be read at all; what is wrong with it is in its result. */
  readonly unreadable: boolean;
}

export interface CheckOptions {
  readonly inspectors: readonly Inspector[];
  /** In the order of the results; `-` is standard input. */
  readonly paths: readonly string[];
  /** Only this dialect is tried. */
  readonly dialect?: string | undefined;
  /** What standard input holds, or undefined when that is over the limit. Called at most once. */
  readonly stdin?: (bytesMax: number) => Promise<Uint8Array | undefined>;
}

type Outcome = Omit<CheckResult, 'ok' | 'path' | 'variant' | 'handoff'> & { readonly unreadable?: boolean };

const unread = (kind: CheckResult['kind'], found: Problem): Outcome => ({
  kind,
  dialect: null,
  problems: [found],
  unreadable: true,
});

const unknown = (kind: CheckResult['kind'], file: string, inspectors: readonly Inspector[]): Outcome => {
  const [only] = inspectors;
  const who = inspectors.length === 1 && only !== undefined ? only.dialect : 'a dialect that is known';
  const what = kind === 'run' ? 'directory' : 'file';
  return {
    kind,
    dialect: null,
    problems: [
      problem('DIALECT_UNKNOWN', `expected a ${what} of ${who}, found neither by name nor by content`, {
        file,
        hint: `Understood so far: ${inspectors.map(({ says }) => says).join('; ')}.`,
      }),
    ],
  };
};

const decoded = (bytes: Uint8Array, file: string): Parsed<string> => {
  try {
    return { value: new TextDecoder('utf-8', { fatal: true }).decode(bytes), problems: [] };
  } catch {
    const found = problem('FILE_NOT_UTF8', 'expected UTF-8 text, came bytes that are not', {
      file,
      hint: 'Save the file as UTF-8.',
    });
    return { value: undefined, problems: [found] };
  }
};

/** `name` is what the inspectors go by; nothing for standard input. */
const checkBytes = (bytes: Uint8Array, file: string, inspectors: readonly Inspector[]): Outcome => {
  const { value: text, problems } = decoded(bytes, file);
  if (text === undefined) return { kind: 'handoff', dialect: null, problems };
  for (const inspector of inspectors) {
    const found = inspector.artifact(file, text);
    if (found !== undefined)
      return { kind: 'artifact', dialect: inspector.dialect, problems: found.problems };
  }
  return unknown('handoff', file, inspectors);
};

/** All files below a directory, named relative to it. Links are not followed; undefined when there are too many. */
const namesBelow = async (root: string): Promise<string[] | undefined> => {
  const names: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(name);
      else names.push(name);
      if (names.length + folders.length > CHECK_FILES_MAX) return undefined;
    }
  }
  return names.sort();
};

interface ReadFiles {
  readonly files: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
}

/** Undefined when all together are over the limit. */
const readFiles = async (root: string, names: readonly string[]): Promise<ReadFiles | undefined> => {
  const files = new Map<string, string>();
  const problems: Problem[] = [];
  let bytes = 0;
  for (const name of names) {
    const read = await readArtifact(root, name, ARTIFACT_BYTES_MAX);
    if (read.problems.some(({ code }) => code === 'ARTIFACT_MISSING')) continue;
    // A marker has no content; whether another file must have some is the inspector's question.
    problems.push(...read.problems.filter(({ code }) => code !== 'FILE_EMPTY'));
    // One that cannot be read is there all the same: nobody is to say that it is missing.
    files.set(name, read.value ?? '');
    bytes += Buffer.byteLength(read.value ?? '');
    if (bytes > CHECK_BYTES_MAX) return undefined;
  }
  return { files, problems };
};

const overLimit = (root: string, limit: string): Outcome =>
  unread(
    'run',
    problem('LIMIT_REACHED', `expected at most ${limit} in the directory, came more`, {
      file: root,
      hint: 'Name the directory of one run.',
    }),
  );

const inspectRun = async (root: string, names: readonly string[], inspector: Inspector): Promise<Outcome> => {
  const read = await readFiles(root, names.filter(inspector.reads));
  if (read === undefined) return overLimit(root, `${CHECK_BYTES_MAX} bytes`);
  const { files, problems } = read;
  const named = new Set(problems.map(({ file }) => file));
  const found = inspector.run(files).filter(({ file }) => !named.has(file));
  return {
    kind: 'run',
    dialect: inspector.dialect,
    problems: [...problems, ...found].map((one) =>
      one.file === undefined ? { ...one, file: root } : { ...one, file: join(root, one.file) },
    ),
  };
};

const lookAt = async (
  root: string,
  options: CheckOptions,
  chosen: readonly Inspector[],
): Promise<Outcome> => {
  let names: string[] | undefined;
  try {
    names = await namesBelow(root);
  } catch (cause) {
    const message = `the directory cannot be read: ${causeText(cause)}`;
    return unread('run', problem('FILE_UNREADABLE', message, { file: root, hint: 'Check its permissions.' }));
  }
  if (names === undefined) return overLimit(root, `${CHECK_FILES_MAX} files`);
  const all = names;
  // Whoever names the dialect says that it is one.
  const inspector =
    chosen.find((one) => one.isRun(all)) ?? (options.dialect === undefined ? undefined : chosen[0]);
  return inspector === undefined ? unknown('run', root, chosen) : inspectRun(root, all, inspector);
};

/** In a run that goes on one file is written after the other: what is found twice in a row is there. */
const checkDirectory = async (
  root: string,
  options: CheckOptions,
  chosen: readonly Inspector[],
): Promise<Outcome> => {
  let before: string | undefined;
  for (let look = 1; ; look += 1) {
    const outcome = await lookAt(root, options, chosen);
    const found = JSON.stringify(outcome.problems);
    const sure = outcome.dialect === null || !outcome.problems.some(isError) || found === before;
    if (sure || look === LOOKS_MAX) return outcome;
    before = found;
    await sleep(LOOK_PAUSE_MS);
  }
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

const checkPath = async (
  path: string,
  options: CheckOptions,
  chosen: readonly Inspector[],
): Promise<Outcome> => {
  if (await isDirectory(path)) return checkDirectory(path, options, chosen);
  let bytes: Uint8Array;
  try {
    bytes = await readBounded(path, ARTIFACT_BYTES_MAX);
  } catch (cause) {
    return unreadableFile(cause, path);
  }
  return checkBytes(bytes, path, chosen);
};

const stdinReader = (options: CheckOptions, chosen: readonly Inspector[]): (() => Promise<Outcome>) => {
  let read: Promise<Outcome> | undefined;
  const look = async (): Promise<Outcome> => {
    const bytes = await options.stdin?.(ARTIFACT_BYTES_MAX);
    if (bytes !== undefined) return checkBytes(bytes, STDIN, chosen);
    const message = `expected at most ${ARTIFACT_BYTES_MAX} bytes on standard input, came more`;
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

const choose = ({ inspectors, dialect }: CheckOptions): readonly Inspector[] => {
  if (dialect === undefined) return inspectors;
  const chosen = inspectors.filter((inspector) => inspector.dialect === dialect);
  if (chosen.length > 0) return chosen;
  const known = inspectors.map((inspector) => inspector.dialect);
  const meant = nearest(dialect, known);
  throw new BatonError(
    'USAGE_INVALID',
    `expected a dialect (${known.join(', ')}), got ${JSON.stringify(dialect)}`,
    {
      hint: meant === undefined ? 'Leave --dialect out to have it found.' : `Did you mean ${meant}?`,
    },
  );
};

export const checkFiles = async (options: CheckOptions): Promise<Checked> => {
  const chosen = choose(options);
  const fromStdin = stdinReader(options, chosen);
  const results: CheckResult[] = [];
  let unreadable = false;
  for (const path of options.paths) {
    const outcome = await (path === STDIN ? fromStdin() : checkPath(path, options, chosen));
    const { kind, dialect, problems } = outcome;
    unreadable ||= outcome.unreadable === true;
    results.push({
      path,
      ok: !problems.some(isError),
      kind,
      dialect,
      variant: null,
      handoff: null,
      problems,
    });
  }
  return { document: { ok: results.every(({ ok }) => ok), results }, unreadable };
};
