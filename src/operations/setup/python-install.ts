// What installs a Python package that the tests miss, as the project itself names it.
import type { Cause } from '../../evidence/failures/why-red.ts';
import { type ProjectFiles, projectFiles } from './kinds/project-files.ts';

const REQUIREMENTS = /^(?:requirements[\w.-]*\.(?:txt|in)|requirements\/[\w.-]+\.(?:txt|in))$/;

/** Python takes these for one name. */
const normal = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-');

/** `tornado>=6.0` and `tornado[async]; python_version > "3"` name tornado. */
const isNamed = (requirement: string, name: string): boolean =>
  normal(/^[\w.-]+/.exec(requirement.trim())?.[0] ?? '') === normal(name);

const sectionOf = (toml: string, header: string): string => {
  const [, after] = toml.split(new RegExp(`^\\[${header.replaceAll('.', '\\.')}\\][^\\n]*\\n`, 'm'));
  return after?.split(/^\[(?!\s*['"])/m)[0] ?? '';
};

/** The first list of a section that names the package; lists for tests come first. */
const listNaming = (section: string, name: string): string | undefined => {
  const lists = [
    ...section.matchAll(/^([\w.-]+)\s*=\s*\[((?:"[^"]*"|'[^']*'|#[^\n]*|[^\]"'#])*)\]/gm),
  ].flatMap(([, key = '', items = '']) =>
    [...items.matchAll(/"([^"]*)"|'([^']*)'/g)].some(([, one, other]) => isNamed(one ?? other ?? '', name))
      ? [key]
      : [],
  );
  return lists.find((key) => /test|dev/i.test(key)) ?? lists[0];
};

/** The arguments of pip, where a file of the project names the package. */
const argumentsFor = async (files: ProjectFiles, name: string): Promise<string | undefined> => {
  for (const file of files.paths.filter((path) => REQUIREMENTS.test(path)))
    if ((await files.textOf(file)).split('\n').some((line) => isNamed(line, name))) return `-r ${file}`;
  const toml = await files.textOf('pyproject.toml');
  const extra = listNaming(sectionOf(toml, 'project.optional-dependencies'), name);
  if (extra !== undefined) return `-e '.[${extra}]'`;
  const group = listNaming(sectionOf(toml, 'dependency-groups'), name);
  // Older versions of pip know no groups.
  if (group !== undefined) return `-U pip && .venv/bin/pip install -e . --group ${group}`;
  return listNaming(sectionOf(toml, 'project'), name) === undefined ? undefined : '-e .';
};

/** With the line that installs what is missing, as the project's own files have it. */
export const withOwnInstall = async (project: string, cause: Cause): Promise<Cause> => {
  if (cause.pythonPackage === undefined) return cause;
  const found = await argumentsFor(await projectFiles(project), cause.pythonPackage);
  // Nothing says what else the tests need: what is installed already stays visible.
  const [flags, args] = found === undefined ? [' --system-site-packages', cause.pythonPackage] : ['', found];
  const line = `python3 -m venv${flags} .venv && .venv/bin/pip install ${args}`;
  return {
    ...cause,
    fix: `install ${cause.pythonPackage} there, or say what installs it: commands: { prepare: ${JSON.stringify(line)} }`,
  };
};
