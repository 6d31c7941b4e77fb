// Files that a program is started with, such as settings: there as long as the attempt is. No token belongs into them.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A program that was just ended may have written once more. */
const REMOVALS_MAX = 3;

export interface AttemptFiles {
  /** Where they are, once there are any. */
  readonly directory?: string | undefined;
  /** Returns the path. */
  put(name: string, text: string): string;
  /** A folder that shows the entries of another one, which stay where they are; returns its path. */
  mirror(name: string, original: string, isShown: (entry: string) => boolean): string;
  remove(): void;
}

const entriesOf = (directory: string): string[] => {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
};

/** Made when the first file is put down. */
export const attemptFiles = (parent = tmpdir()): AttemptFiles => {
  let made: string | undefined;
  const pathOf = (name: string): string => {
    mkdirSync(parent, { recursive: true });
    made ??= mkdtempSync(join(parent, 'baton-attempt-'));
    const path = join(made, name);
    mkdirSync(dirname(path), { recursive: true });
    return path;
  };
  return {
    get directory() {
      return made;
    },
    put: (name, text) => {
      const path = pathOf(name);
      writeFileSync(path, text, { mode: 0o600 });
      return path;
    },
    mirror: (name, original, isShown) => {
      const path = pathOf(name);
      mkdirSync(path);
      for (const entry of entriesOf(original))
        if (isShown(entry)) symlinkSync(join(original, entry), join(path, entry));
      return path;
    },
    remove: () => {
      if (made !== undefined) rmSync(made, { recursive: true, force: true });
    },
  };
};

/** Where those of a run are, below its state. */
export const attemptsDirectory = (stateDirectory: string): string => join(stateDirectory, 'attempts');

/** What attempts of a holder that was killed have left. What a mirror shows stays where it is. */
export const removeAttemptFiles = (stateDirectory: string): void =>
  rmSync(attemptsDirectory(stateDirectory), { recursive: true, force: true, maxRetries: REMOVALS_MAX });

/** Empty when it is not there. */
export const textIfThere = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
