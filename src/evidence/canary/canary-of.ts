// What a text with two tests of Baton's own is made from.
import type { TestImport } from '../source/test-imports.ts';

export interface CanaryNames {
  /** Letters and digits, beginning with a letter. */
  readonly fails: string;
  readonly passes: string;
  /** What the first one says; what the second one says when it does not pass. */
  readonly nonce: string;
  readonly complaint: string;
}

export interface CanaryOf extends CanaryNames {
  readonly path: string;
  readonly text: string;
  /** What the file imports of the project. */
  readonly imports: readonly TestImport[];
  /** Names of modules that changed, wherever they are imported. */
  readonly changed: readonly TestImport[];
  /** Changed modules that other test files import, named as from this file. */
  readonly loads: readonly string[];
  /** Names of libraries that tests of the base import, and that a new file of the project has too. */
  readonly shadows: readonly string[];
  /** Without what a compiler or a checker of types may refuse. */
  readonly plain: boolean;
}

export const CANARY_RUNNERS = ['node', 'vitest', 'jest', 'mocha', 'pytest', 'go', 'cargo'] as const;
export type CanaryRunner = (typeof CANARY_RUNNERS)[number];

export const json = (value: unknown): string => JSON.stringify(value);
