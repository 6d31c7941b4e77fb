// The first baton.yaml of a project: what can be seen from its files, and the rest as comments to fill in.
import { stringify } from 'yaml';
import { managerOf } from './kinds/node-tests.ts';
import type { ProjectFiles } from './kinds/project-files.ts';
import type { TestCommand } from './kinds/test-command.ts';
import { readPackage } from './read-package.ts';

const SCRIPTS = {
  lint: ['lint', 'eslint'],
  types: ['types', 'typecheck', 'type-check', 'check-types', 'tsc'],
  coverage: ['coverage', 'test:coverage'],
  mutation: ['mutation', 'test:mutation', 'stryker'],
  security: ['security', 'security:scan'],
} as const;

const WAIVED_HEAD = `
# These are not measured here. The workflow h3a needs all of them, and every gate needs tests; a line below lets work pass without
# that measure, and every verdict and attestation says so. When you have a command for one, name it above and delete its line here.
waived:
`;

const scalar = (text: string): string => stringify(text, { lineWidth: 0 }).trimEnd();

const testRows = (tests: readonly TestCommand[]): readonly string[] => {
  const [test, ...others] = tests;
  if (test === undefined) return ['  # test: …'];
  const { because: _, run, ...more } = test;
  const rows =
    Object.keys(more).length === 0
      ? [`  test: ${scalar(run)}`]
      : [
          '  test:',
          ...Object.entries({ run, ...more }).map(([key, value]) => `    ${key}: ${scalar(value)}`),
        ];
  return [...rows, ...others.map((other) => `  # also found (${other.because}): ${other.run}`)];
};

/** What init wrote, with another test command; undefined where the text is no longer what it wrote. */
export const withTestLine = (text: string, from: string, to: string): string | undefined => {
  const rowOf = (line: string): string => `\n  test: ${scalar(line)}\n`;
  const old = rowOf(from);
  return text.includes(old) ? text.replace(old, () => rowOf(to)) : undefined;
};

interface Initial {
  /** What was found, or said by a person: the first is used. */
  readonly tests: readonly TestCommand[];
  readonly files: ProjectFiles;
  /** The day, for whoever asks later since when nobody has measured it. */
  readonly on: string;
  /** Where editors find what the file may hold. */
  readonly schema: string;
}

export const initialConfig = async ({ tests, files, on, schema }: Initial): Promise<string> => {
  const found = await readPackage(files.root);
  const scripts = found.kind === 'read' ? found.scripts : {};
  const manager = managerOf(files, found);
  const known = Object.entries(SCRIPTS).map(
    ([command, names]) => [command, names.find((name) => scripts[name] !== undefined)] as const,
  );
  const rows = known.map(([command, script]) =>
    script === undefined ? `  # ${command}: …` : `  ${command}: ${scalar(`${manager} run ${script}`)}`,
  );
  const without = known.flatMap(([command, script]) => (script === undefined ? [command] : []));
  const waived = [...(tests.length === 0 ? ['test'] : []), ...without].map(
    (command) => `  ${command}: { why: no ${command} command found by init, by: init, on: ${on} }\n`,
  );
  // A key with nothing but comments below it would be null.
  const isEmpty = tests.length === 0 && known.every(([, script]) => script === undefined);
  return `# yaml-language-server: $schema=${schema}
# What Baton runs itself, on a clean checkout, before it believes that work is done.
commands:${isEmpty ? ' {}' : ''}
${[...testRows(tests), ...rows].join('\n')}
  # prepare: …   # installs dependencies, once per lock file; by default what the lock file is for (npm, pnpm, yarn, bun, uv, poetry, cargo, go)
${waived.length === 0 ? '' : `${WAIVED_HEAD}${waived.join('')}`}`;
};
