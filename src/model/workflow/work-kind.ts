// Kinds of work: what evidence each owes, and which files it may change. The planner decides the kind, never the coder.
import * as z from 'zod';
import { RELEASED_CHARS_MAX, RELEASED_MAX } from '../limits/limits.ts';

export const WORK_KINDS = [
  'feature',
  'fix',
  'refactor',
  'docs',
  'tests',
  'rename',
  'dependencies',
  'generated',
] as const;
export const workKindSchema = z.enum(WORK_KINDS);
export type WorkKind = z.infer<typeof workKindSchema>;

/** The kind of work that is not said to be of another. */
export const DEFAULT_WORK_KIND: WorkKind = 'feature';

/** Tests, by name or file, and files of configuration that the owner of the plan lets a piece of work change. */
export const releasedSchema = z.array(z.string().trim().min(1).max(RELEASED_CHARS_MAX)).max(RELEASED_MAX);

/** Whether this kind of work needs a test that fails without it. */
export const owesTest = (kind: WorkKind): boolean => kind === 'feature' || kind === 'fix';
