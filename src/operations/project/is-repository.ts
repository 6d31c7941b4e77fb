// Whether a folder is the top of a repository. Sandboxes of agents leave an empty `.git` behind, which git passes over, too.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const isRepository = (folder: string): boolean => {
  const own = join(folder, '.git');
  const found = statSync(own, { throwIfNoEntry: false });
  // A working tree of another repository has a file there.
  return found?.isFile() === true || existsSync(join(own, 'HEAD'));
};
