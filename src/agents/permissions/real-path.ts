// Which file a path really means, also one that does not exist yet: links are followed, and a path that cannot be followed to its
// end is no path.
import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { errnoOf } from '../../errors.ts';
import { TOLD_PATH_CHARS_MAX } from '../../model/limits/permissions.ts';

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Undefined where it cannot be told. */
export const realPath = (path: string): string | undefined => {
  const missing: string[] = [];
  try {
    for (let at = path; ; at = dirname(at)) {
      try {
        return join(realpathSync.native(at), ...missing);
      } catch (cause) {
        // A link that leads nowhere: whoever writes there makes a file that nobody has looked at.
        if (errnoOf(cause) !== 'ENOENT' || isThere(at) || dirname(at) === at) return undefined;
        missing.unshift(basename(at));
      }
    }
  } catch {
    return undefined;
  }
};

/** A path as a program tells it. `..` behind a link leads elsewhere than it reads, and `~` is whatever the program makes of it. */
export const toldPath = (told: unknown, directory: string): string | undefined => {
  if (typeof told !== 'string' || told === '' || told.length > TOLD_PATH_CHARS_MAX) return undefined;
  if (/^~|[\0\\]/.test(told) || told.split('/').includes('..')) return undefined;
  return realPath(isAbsolute(told) ? join(told) : join(directory, told));
};
