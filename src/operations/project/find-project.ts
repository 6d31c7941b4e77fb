// The project that a folder belongs to: the nearest baton.yaml upwards, else the nearest repository, else the folder.
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { BatonError } from '../../errors.ts';
import { isRepository } from './is-repository.ts';
import { CONFIG_FILE } from './load-config.ts';

const upwards = (from: string): string[] => {
  const above = dirname(from);
  return above === from ? [from] : [from, ...upwards(above)];
};

/** A baton.yaml above the repository belongs to something else. */
export const findProject = (folder: string): string => {
  const start = resolve(folder);
  if (!existsSync(start) || !statSync(start).isDirectory())
    throw new BatonError('FILE_MISSING', `expected a folder at ${start}, there is none`, {
      hint: 'Give an existing folder with -C DIR.',
    });
  const real = realpathSync(start);
  const folders = upwards(real);
  const root = folders.findIndex(isRepository);
  const inside = root === -1 ? folders.slice(0, 1) : folders.slice(0, root + 1);
  return inside.find((path) => existsSync(join(path, CONFIG_FILE))) ?? inside.at(-1) ?? real;
};
