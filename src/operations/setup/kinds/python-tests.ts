// Python: pytest where the project names it or its tests are functions, else unittest of the standard library. What uv and
// poetry install stands first on PATH when the command is run.
import { findProgram } from '../../../std/processes/find-program.ts';
import { type ProjectFiles, someSay } from './project-files.ts';
import type { Detect } from './test-command.ts';

const TEST_FILE = /(?:^|\/)(?:test_[^/]*|[^/]+_test|tests)\.py$/;
/** Files that name what a project needs, or how it is tested. */
const NAMING =
  /^(?:pyproject\.toml|setup\.(?:cfg|py)|tox\.ini|noxfile\.py|Pipfile|requirements[\w.-]*\.(?:txt|in)|requirements\/[\w.-]+\.(?:txt|in))$/;

const pythonOn = (path: string): string =>
  findProgram('python', path) === undefined && findProgram('python3', path) !== undefined
    ? 'python3'
    : 'python';

/** Settings of pytest say that it is used, whatever its tests are called. */
const settingsOf = async (files: ProjectFiles): Promise<string | undefined> => {
  const own = ['pytest.ini', '.pytest.ini', 'conftest.py'].find((file) => files.has(file));
  if (own !== undefined) return own;
  for (const file of ['pyproject.toml', 'setup.cfg', 'tox.ini'])
    if (/^\[(?:tool[.:])?pytest\b/m.test(await files.textOf(file))) return `pytest in ${file}`;
  return undefined;
};

const namedIn = async (files: ProjectFiles): Promise<string | undefined> => {
  for (const file of files.paths.filter((path) => NAMING.test(path)))
    if (/\bpytest\b/.test(await files.textOf(file))) return `pytest in ${file}`;
  return undefined;
};

/** Unittest enters packages only: where it is not told a folder without __init__.py, it runs no test and is content. */
const discovering = (files: ProjectFiles, tests: readonly string[]): string => {
  const [folder = '', ...inside] = tests[0]?.split('/') ?? [];
  const start = inside.length === 0 ? '' : ` -s ${folder}`;
  const top = start !== '' && files.has(`${folder}/__init__.py`) ? ' -t .' : '';
  const isUsual = tests.some((path) => /(?:^|\/)test[^/]*$/.test(path));
  // Without -v its output names no test that Baton could compare.
  return `discover -v${start}${top}${isUsual ? '' : " -p '*_test.py'"}`;
};

export const pythonTests: Detect = async (files, path) => {
  const pytest = { run: `${pythonOn(path)} -m pytest` };
  const settings = await settingsOf(files);
  if (settings !== undefined) return { ...pytest, because: settings };
  const tests = files.paths.filter((file) => TEST_FILE.test(file));
  const [first] = tests;
  if (first === undefined) return undefined;
  const named = await namedIn(files);
  if (named !== undefined) return { ...pytest, because: named };
  if (!(await someSay(files, tests, /^\s*(?:import|from)\s+unittest\b/m)))
    return { ...pytest, because: first };
  const run = `${pythonOn(path)} -m unittest ${discovering(files, tests)}`;
  return { run, because: `unittest in ${first}` };
};
