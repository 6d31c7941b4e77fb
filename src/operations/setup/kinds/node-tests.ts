// Projects with a package.json: the script of the package manager, of its workspaces, or the runner of Node itself.
import { type PackageFile, packageOfText, readPackage } from '../read-package.ts';
import type { ProjectFiles } from './project-files.ts';
import type { Detect } from './test-command.ts';

type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun';

const LOCKS: readonly (readonly [lock: string, manager: Manager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
];

const TEST: Readonly<Record<Manager, string>> = {
  npm: 'npm test',
  pnpm: 'pnpm test',
  yarn: 'yarn test',
  bun: 'bun run test',
};
const IN_WORKSPACES: Readonly<Record<Manager, string>> = {
  npm: 'npm test --workspaces --if-present',
  pnpm: 'pnpm --recursive run test',
  yarn: 'yarn workspaces run test',
  bun: "bun --filter '*' test",
};

const isManager = (name: string): name is Manager => name in TEST;

/** By what package.json says, then by the lock file. */
export const managerOf = (files: Pick<ProjectFiles, 'has'>, found: PackageFile): Manager => {
  const said = found.kind === 'read' ? (found.manager ?? '') : '';
  if (isManager(said)) return said;
  return LOCKS.find(([lock]) => files.has(lock))?.[1] ?? 'npm';
};

/** What `node --test` and `bun test` run when nobody says which files. */
const TEST_FILE = /(?:^|\/)(?:[^/]+[._-]test|test(?:-[^/]+)?)\.[cm]?[jt]s$|(?:^|\/)test\/[^/]+\.[cm]?js$/;
const PLAIN_SCRIPT = /\.[cm]?js$/;

const packagesWithTests = async (files: ProjectFiles): Promise<boolean> => {
  const packages = files.paths.filter((path) => path.endsWith('/package.json'));
  for (const path of packages)
    if (packageOfText(await files.textOf(path))?.scripts['test'] !== undefined) return true;
  return false;
};

export const nodeTests: Detect = async (files) => {
  const found = await readPackage(files.root);
  if (found.kind === 'absent') return undefined;
  const manager = managerOf(files, found);
  // A broken package.json is for the package manager to complain about.
  if (found.kind === 'broken' || found.scripts['test'] !== undefined)
    return { run: TEST[manager], because: 'the test script of package.json' };
  const hasWorkspaces = found.hasWorkspaces || files.has('pnpm-workspace.yaml');
  if (hasWorkspaces && (await packagesWithTests(files)))
    return { run: IN_WORKSPACES[manager], because: 'the test scripts of the workspaces' };
  const tests = files.paths.filter((path) => TEST_FILE.test(path));
  const [first] = manager === 'bun' ? tests : tests.filter((path) => PLAIN_SCRIPT.test(path));
  if (first === undefined) return undefined;
  return { run: manager === 'bun' ? 'bun test' : 'node --test', because: first };
};
