// The run directory as the holder uses it: contained, bounded, and nothing in it trusted to be what it was.
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  unlinkSync,
  watch,
  writeSync,
} from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errnoOf } from '../errors.ts';
import { ARTIFACT_BYTES_MAX, DIRECTORY_FILES_MAX } from '../model/limits/limits.ts';
import type { Parsed, Problem } from '../model/problem.ts';
import { containedParts, openContained } from './contained-directory.ts';
import { writeProjections } from './projections.ts';
import { readArtifact } from './read-artifact.ts';
import { type Recorded, recordFile } from './record-file.ts';

const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/** What is not there, or is something else by now, gives the other value. */
const inDirectory = <T>(
  root: string,
  path: string,
  create: boolean,
  otherwise: T,
  use: (file: string) => T,
): T => {
  const parts = containedParts(path);
  if ('code' in parts) return otherwise;
  try {
    const directory = openContained(root, parts.folders, { create });
    try {
      return use(directory.child(parts.name));
    } finally {
      directory.close();
    }
  } catch (cause) {
    if (errnoOf(cause) === undefined) throw cause;
    return otherwise;
  }
};

const append = (root: string, path: string, text: string): void =>
  inDirectory(root, path, true, undefined, (file) => {
    const fd = openSync(file, APPEND, 0o644);
    try {
      writeSync(fd, text);
    } finally {
      closeSync(fd);
    }
  });

const list = (root: string, directory: string): readonly string[] =>
  inDirectory<readonly string[]>(root, directory === '.' ? 'x' : `${directory}/x`, false, [], (file) =>
    readdirSync(join(file, '..'), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .slice(0, DIRECTORY_FILES_MAX)
      .map((entry) => entry.name),
  );

/** Several changes at once are told once. */
const WATCH_PAUSE_MS = 50;

/** Tells when a file may have changed. A hint only: where it cannot be watched, nobody is told. */
const watchFile = (root: string, path: string, call: () => void): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  try {
    const watcher = watch(root, { persistent: false }, (_, name) => {
      if (name !== path) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        call();
      }, WATCH_PAUSE_MS);
    });
    watcher.on('error', () => watcher.close());
    return () => {
      clearTimeout(timer);
      watcher.close();
    };
  } catch {
    return () => {};
  }
};

/** `where` says to whoever reads a problem which directory it is. */
export const runFilesIn = (directory: string, where?: string) => ({
  directory,
  read: (path: string): Promise<Parsed<string>> => readArtifact(directory, path, ARTIFACT_BYTES_MAX, where),
  write: async (
    files: readonly { readonly path: string; readonly text: string }[],
  ): Promise<readonly Problem[]> => {
    const contents = files.map(({ path, text }) => ({ path, content: text }));
    return (await writeProjections(directory, contents)).problems;
  },
  size: async (path: string): Promise<number | undefined> =>
    inDirectory<number | undefined>(directory, path, false, undefined, (file) => {
      const found = lstatSync(file);
      return found.isFile() ? found.size : undefined;
    }),
  remove: async (path: string): Promise<void> => inDirectory(directory, path, false, undefined, unlinkSync),
  list: async (inside: string): Promise<readonly string[]> => list(directory, inside),
  append: async (path: string, text: string): Promise<void> => append(directory, path, text),
  record: async (path: string, seen: string | undefined, text: string): Promise<Recorded> =>
    recordFile(directory, path, seen, text),
  watch: (path: string, call: () => void): (() => void) => watchFile(directory, path, call),
});

/** Makes the run directory, which keeps itself out of every commit. */
export const openRunFiles = async (directory: string): Promise<ReturnType<typeof runFilesIn>> => {
  await mkdir(directory, { recursive: true });
  await writeFile(join(dirname(directory), '.gitignore'), '*\n', { flag: 'wx' }).catch(() => {});
  return runFilesIn(directory);
};
