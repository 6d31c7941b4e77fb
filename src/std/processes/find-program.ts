import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const mayRun = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

/** The first file of this name in the folders of a PATH that may be run and that the caller will have. */
export const findProgram = (
  name: string,
  path: string,
  isWelcome: (found: string) => boolean = () => true,
): string | undefined =>
  path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((found) => mayRun(found) && isWelcome(found));
