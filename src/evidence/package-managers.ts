// Which command brings the dependencies of a project, told from the files that its package manager keeps.
import { posix } from 'node:path';

export interface Install {
  readonly line: string;
  /** From the root of the tree. */
  readonly directory: string;
  /** The program that must be there. */
  readonly program: string;
  /** The file that says what is installed; undefined where nothing pins it. */
  readonly lock?: string;
}

interface Manager {
  readonly locks: readonly string[];
  readonly program: string;
  readonly line: string;
}

const YARN_CLASSIC = 'yarn install --frozen-lockfile --non-interactive';
const YARN_BERRY = 'yarn install --immutable';

const SCRIPT: readonly Manager[] = [
  { locks: ['package-lock.json', 'npm-shrinkwrap.json'], program: 'npm', line: 'npm ci' },
  { locks: ['pnpm-lock.yaml'], program: 'pnpm', line: 'pnpm install --frozen-lockfile' },
  { locks: ['yarn.lock'], program: 'yarn', line: YARN_CLASSIC },
  { locks: ['bun.lock', 'bun.lockb'], program: 'bun', line: 'bun install --frozen-lockfile' },
];
const PYTHON: readonly Manager[] = [
  { locks: ['uv.lock'], program: 'uv', line: 'uv sync --frozen' },
  {
    locks: ['poetry.lock'],
    program: 'poetry',
    line: 'POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction',
  },
  { locks: ['Pipfile.lock'], program: 'pipenv', line: 'PIPENV_VENV_IN_PROJECT=1 pipenv sync --dev' },
];
/** One of each language is enough; in the order in which they count where a folder has several. */
const LANGUAGES: readonly (readonly Manager[])[] = [
  SCRIPT,
  PYTHON,
  [{ locks: ['Cargo.lock'], program: 'cargo', line: 'cargo fetch --locked' }],
  // Into a folder of the tree, so that the modules are there without the network.
  [{ locks: ['go.sum'], program: 'go', line: 'go mod vendor' }],
];

/** Without a lock file, what is newest is installed: the project has not said more. */
const UNPINNED = 'npm install --no-save --no-package-lock';

const foldersUpwards = (prefix: string): string[] => {
  const parts = prefix.split('/').filter(Boolean);
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('/')).concat('');
};

/** `text` gives the text of a file of the tree; undefined where there is none. */
export type TextOf = (path: string) => Promise<string | undefined>;

const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

const namesDependencies = (text: string): boolean => {
  try {
    const value = JSON.parse(text) as Record<string, unknown> | null;
    return DEPENDENCIES.some((key) => Object.keys((value?.[key] ?? {}) as object).length > 0);
  } catch {
    return false;
  }
};

/** Packages of Rust that come from elsewhere; without them nothing has to be fetched. */
const hasForeignCrates = (text: string): boolean => /^source = "/m.test(text);

/** A project may keep its modules of Go itself; with several modules at once, they cannot be put into one folder. */
const isThere = (program: string, files: { has(path: string): boolean }, folder: string): boolean =>
  program === 'go' && ['vendor/modules.txt', 'go.work'].some((name) => files.has(posix.join(folder, name)));

const lineFor = async ({ program, line }: Manager, folder: string, lock: string, textOf: TextOf) => {
  if (program === 'yarn') {
    const isBerry =
      (await textOf(posix.join(folder, '.yarnrc.yml'))) !== undefined ||
      /^__metadata:/m.test((await textOf(lock)) ?? '');
    return isBerry ? YARN_BERRY : line;
  }
  if (program === 'cargo') return hasForeignCrates((await textOf(lock)) ?? '') ? line : undefined;
  return line;
};

/** All that a project at `prefix` needs: one install for each language, from the nearest folder that says so. */
export const installsOf = async (
  files: { has(path: string): boolean },
  prefix: string,
  textOf: TextOf,
): Promise<Install[]> => {
  const found: Install[] = [];
  for (const managers of LANGUAGES) {
    const locked = foldersUpwards(prefix)
      .flatMap((folder) =>
        managers.flatMap((manager) =>
          manager.locks.map((name) => ({ manager, directory: folder, lock: posix.join(folder, name) })),
        ),
      )
      .find(({ lock }) => files.has(lock));
    if (locked === undefined || isThere(locked.manager.program, files, locked.directory)) continue;
    const { manager, directory, lock } = locked;
    const line = await lineFor(manager, directory, lock, textOf);
    if (line !== undefined) found.push({ line, directory, program: manager.program, lock });
  }
  if (found.some(({ program }) => SCRIPT.some((manager) => manager.program === program))) return found;
  const own = posix.join(prefix, 'package.json');
  const text = files.has(own) ? await textOf(own) : undefined;
  return text !== undefined && namesDependencies(text)
    ? [{ line: UNPINNED, directory: prefix.replace(/\/$/, ''), program: 'npm' }, ...found]
    : found;
};
