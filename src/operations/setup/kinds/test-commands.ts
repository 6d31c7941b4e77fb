// How a project is tested, as far as its files tell.
import { nodeTests } from './node-tests.ts';
import type { ProjectFiles } from './project-files.ts';
import { pythonTests } from './python-tests.ts';
import { rubyTests } from './ruby-tests.ts';
import type { Detect, TestCommand } from './test-command.ts';
import {
  cmakeTests,
  dotnetTests,
  elixirTests,
  goTests,
  gradleTests,
  makeTests,
  mavenTests,
  rustTests,
} from './tool-tests.ts';

/** In the order in which they count where a project is of several kinds. A Makefile may only call another one. */
const KINDS: readonly Detect[] = [
  nodeTests,
  rustTests,
  goTests,
  pythonTests,
  mavenTests,
  gradleTests,
  rubyTests,
  dotnetTests,
  elixirTests,
  cmakeTests,
  makeTests,
];

/** Every command that was found, the one to use first. Empty where nothing says that the project has tests. */
export const testCommandsOf = async (files: ProjectFiles, path: string): Promise<readonly TestCommand[]> => {
  const found: TestCommand[] = [];
  for (const detect of KINDS) {
    const command = await detect(files, path);
    if (command !== undefined) found.push(command);
  }
  return found;
};
