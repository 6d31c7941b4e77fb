// Git names files from the root of the repository; people and contracts name them from the project.
import { posix } from 'node:path';
import type { Repository } from '../../runners/trees/repository.ts';

/** `packages/app/src/a.js` is `src/a.js` to the project `packages/app`; what lies outside of it begins with `../`. */
export const projectPath = (repository: Repository, path: string): string =>
  repository.prefix === '' ? path : posix.relative(repository.prefix, path);
