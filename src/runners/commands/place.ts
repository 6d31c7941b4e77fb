// Where Baton works for one project, and on whose behalf: given from outside, never looked up.
import { join } from 'node:path';
import type { InheritedEnvironment } from './environment.ts';

export interface Place {
  /** The user's project folder. */
  readonly project: string;
  /** Baton's own folder for this project. Runs live in it too, so names here begin with a dot, which no run's does. */
  readonly stateDirectory: string;
  /** Baton's folder for all projects: a sandbox hides it. */
  readonly stateRoot: string;
  /** The environment of whoever started Baton. */
  readonly env: InheritedEnvironment;
  /** Where its runs are kept, when several machines share them; absent: in `stateDirectory`. Never shown to anybody. */
  readonly store?: SharedStore;
}

export interface SharedStore {
  readonly address: string;
  /** What the project is called on every machine. */
  readonly project: string;
}

export const scratchDirectory = (place: Place): string => join(place.stateDirectory, '.scratch');
export const preparedDirectory = (place: Place): string => join(place.stateDirectory, '.cache', 'prepared');
export const compiledDirectory = (place: Place): string => join(place.stateDirectory, '.cache', 'compiled');
export const resultsDirectory = (place: Place): string => join(place.stateDirectory, '.cache', 'results');
