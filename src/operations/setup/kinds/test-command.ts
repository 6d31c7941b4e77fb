import type { ProjectFiles } from './project-files.ts';

export interface TestCommand {
  readonly run: string;
  readonly report?: string;
  readonly basis?: 'exit-code';
  /** What in the project says so. */
  readonly because: string;
}

/** Undefined where the project is of another kind, or has no tests of this one. `path` is where programs are looked for. */
export type Detect = (files: ProjectFiles, path: string) => Promise<TestCommand | undefined>;
