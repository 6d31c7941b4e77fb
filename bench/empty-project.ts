// A project of its own, without commits: else the folders above it belong to the project.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export const emptyProject = (scratch: string): string => {
  const project = join(scratch, 'project');
  execFileSync('git', ['init', '--quiet', project]);
  return project;
};
