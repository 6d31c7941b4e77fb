import { expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/fixtures/repository.ts';
import { whyRed } from '../../evidence/failures/why-red.ts';
import { withOwnInstall } from './python-install.ts';

const PYPROJECT = `[project]
name = "sums"
dependencies = ["attrs>=23"]

[project.optional-dependencies]
doc = ["Typeguard"]
test = [
    "pytest",
    "typeguard; python_version > '3'",   # ] is no end
    "tornado[async]>=6.0",
]
[dependency-groups]
dev = ["trio", { include-group = "lint" }]

[tool.x]
other = ["nothing"]
`;

const fixFor = async (name: string, files: Record<string, string>): Promise<string> => {
  const project = temporaryFolder();
  writeFiles(project, files);
  const cause = whyRed(`E   ModuleNotFoundError: No module named '${name}'\n`);
  expect(cause).toBeDefined();
  return cause === undefined ? '' : (await withOwnInstall(project, cause)).fix;
};

it.each([
  ['typeguard', "pip install -e '.[test]'"],
  ['tornado', "pip install -e '.[test]'"],
  ['trio', 'pip install -e . --group dev'],
  ['attrs', 'pip install -e ."'],
  ['nothing', 'python3 -m venv --system-site-packages .venv && .venv/bin/pip install nothing'],
])('installs %s as pyproject.toml names it', async (name, line) => {
  expect(await fixFor(name, { 'pyproject.toml': PYPROJECT })).toContain(line);
});

it('takes the file of requirements that names it', async () => {
  const files = { 'requirements.txt': 'attrs\n', 'requirements-dev.txt': '# for tests\nmy_checker==1\n' };
  expect(await fixFor('my_checker', files)).toContain('pip install -r requirements-dev.txt');
});
