// The files of a project as `baton init` sees them: names near the root, and the texts of some.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  INIT_DEPTH_MAX,
  INIT_FILES_MAX,
  INIT_FILES_READ_MAX,
  YAML_BYTES_MAX,
} from '../../../model/limits/limits.ts';
import { readBoundedIfThere } from '../../../std/disk/read-bounded.ts';

/** Where programs put what people did not write. */
const SKIPPED = new Set(
  'node_modules vendor venv target build dist out obj deps _build coverage __pycache__'.split(' '),
);

export interface ProjectFiles {
  readonly root: string;
  /** Paths from the project, with `/`; those near the root first. */
  readonly paths: readonly string[];
  has(path: string): boolean;
  /** Empty where it cannot be read. */
  textOf(path: string): Promise<string>;
}

const pathsOf = async (root: string): Promise<string[]> => {
  const paths: string[] = [];
  let folders = [''];
  for (let depth = 0; depth < INIT_DEPTH_MAX && folders.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of folders) {
      const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
      for (const entry of entries.sort((one, two) => (one.name < two.name ? -1 : 1))) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isFile()) paths.push(path);
        else if (entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name))
          next.push(path);
        if (paths.length >= INIT_FILES_MAX) return paths;
      }
    }
    folders = next;
  }
  return paths;
};

export const projectFiles = async (root: string): Promise<ProjectFiles> => {
  const paths = await pathsOf(root);
  const known = new Set(paths);
  return {
    root,
    paths,
    has: (path) => known.has(path),
    textOf: async (path) =>
      (await readBoundedIfThere(join(root, path), YAML_BYTES_MAX).catch(() => undefined))?.toString('utf8') ??
      '',
  };
};

/** Whether one of the first few of these files says so. */
export const someSay = async (
  files: ProjectFiles,
  paths: readonly string[],
  pattern: RegExp,
): Promise<boolean> => {
  for (const path of paths.slice(0, INIT_FILES_READ_MAX))
    if (pattern.test(await files.textOf(path))) return true;
  return false;
};
