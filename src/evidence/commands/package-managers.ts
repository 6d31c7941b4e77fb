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
const CARGO: readonly Manager[] = [{ locks: ['Cargo.lock'], program: 'cargo', line: 'cargo fetch --locked' }];
/** One of each language is enough; in the order in which they count where a folder has several. */
const LANGUAGES: readonly (readonly Manager[])[] = [
  SCRIPT,
  PYTHON,
  CARGO,
  // Into a folder of the tree, so that the modules are there without the network.
  [{ locks: ['go.sum'], program: 'go', line: 'go mod vendor' }],
];

/** Without a lock file, what is newest is installed: the project has not said more. */
const UNPINNED = [
  {
    manifest: 'package.json',
    managers: SCRIPT,
    program: 'npm',
    line: 'npm install --no-save --no-package-lock',
  },
  { manifest: 'Cargo.toml', managers: CARGO, program: 'cargo', line: 'cargo fetch' },
] as const;

const foldersUpwards = (prefix: string): string[] => {
  const parts = prefix.split('/').filter(Boolean);
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('/')).concat('');
};

/** `text` gives the text of a file of the tree; undefined where there is none. */
export type TextOf = (path: string) => Promise<string | undefined>;

const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** A table of dependencies with something in it; what has only a path is there already. */
const CRATES =
  /^\[(?:[^\]\n]*\.)?(?:dev-|build-)?dependencies(?:\.[\w-]+)?\][^[]*?^(?!.*\bpath *=)[\w-]+ *[.=]/m;

const namesDependencies = (manifest: string, text: string): boolean => {
  if (manifest === 'Cargo.toml') return CRATES.test(text);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return false;
    return DEPENDENCIES.some((key) => {
      const named: unknown = Reflect.get(value, key);
      return named !== undefined && named !== null && Object.keys(named).length > 0;
    });
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
  for (const { manifest, managers, program, line } of UNPINNED) {
    const isLocked = foldersUpwards(prefix).some((folder) =>
      managers.some(({ locks }) => locks.some((name) => files.has(posix.join(folder, name)))),
    );
    const own = posix.join(prefix, manifest);
    const text = isLocked || !files.has(own) ? undefined : await textOf(own);
    if (text !== undefined && namesDependencies(manifest, text))
      found.unshift({ line, directory: prefix.replace(/\/$/, ''), program });
  }
  return found;
};
