// How a project is tested, as far as its files tell.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { YAML_BYTES_MAX } from '../../model/limits.ts';
import { readBoundedIfThere } from '../../std/disk/read-bounded.ts';
import { findProgram } from '../../std/processes/find-program.ts';
import { defaultTestLine } from '../project/load-config.ts';
import { readPackage } from './read-package.ts';

export interface TestCommand {
  readonly run: string;
  readonly report?: string;
  readonly basis?: 'exit-code';
}

const RUN_SCRIPT: readonly (readonly [lock: string, line: string])[] = [
  ['pnpm-lock.yaml', 'pnpm test'],
  ['yarn.lock', 'yarn test'],
  ['bun.lock', 'bun run test'],
  ['bun.lockb', 'bun run test'],
];

const PYTHON_FILES = ['pytest.ini', 'pyproject.toml', 'setup.cfg', 'setup.py', 'tox.ini'];
const CTEST =
  'cmake -S . -B build && cmake --build build && ctest --test-dir build --output-on-failure --output-junit junit.xml';

const textOf = async (project: string, path: string): Promise<string> =>
  (await readBoundedIfThere(join(project, path), YAML_BYTES_MAX).catch(() => undefined))?.toString('utf8') ??
  '';

const TEST_NAME = /(?:^|[._-])(?:test|spec)s?(?:[._-]|$)/i;

/** Whether a folder near the root, or a file in it, has the name of tests. */
const hasTests = async (project: string): Promise<boolean> => {
  const names = await readdir(project).catch(() => []);
  if (names.some((name) => TEST_NAME.test(name) || name === '__tests__')) return true;
  for (const folder of ['src', 'lib'])
    if ((await readdir(join(project, folder)).catch(() => [])).some((name) => TEST_NAME.test(name)))
      return true;
  return false;
};

const pythonOn = (path: string): string =>
  findProgram('python', path) === undefined && findProgram('python3', path) !== undefined
    ? 'python3'
    : 'python';

const ofScripts = async (project: string): Promise<TestCommand | undefined> => {
  const found = await readPackage(project);
  if (found.kind === 'absent') return undefined;
  const line = await defaultTestLine(project);
  if (found.kind === 'read' && found.scripts['test'] === undefined)
    return (await hasTests(project)) ? { run: line } : undefined;
  const other = RUN_SCRIPT.find(([lock]) => existsSync(join(project, lock)));
  return { run: other?.[1] ?? line };
};

const ofMake = async (project: string): Promise<TestCommand | undefined> => {
  const [target] = /^(?:test|check)(?=:)/m.exec(await textOf(project, 'Makefile')) ?? [];
  return target === undefined ? undefined : { run: `make ${target}`, basis: 'exit-code' };
};

/** Undefined where nothing says that the project has tests. */
export const testCommandOf = async (project: string, path: string): Promise<TestCommand | undefined> => {
  const has = (file: string): boolean => existsSync(join(project, file));
  const scripts = await ofScripts(project);
  if (scripts !== undefined) return scripts;
  if (has('Cargo.toml')) return { run: 'cargo test' };
  if (has('go.mod')) return { run: 'go test -v ./...' };
  if (PYTHON_FILES.some(has)) return { run: `${pythonOn(path)} -m pytest` };
  if (/^\s*(?:enable_testing\s*\(|include\s*\(\s*CTest)/im.test(await textOf(project, 'CMakeLists.txt')))
    return { run: CTEST, report: 'build/junit.xml' };
  return ofMake(project);
};
