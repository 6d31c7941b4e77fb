// The first baton.yaml of a project: what can be seen from its files, and the rest as comments to fill in.
import { stringify } from 'yaml';
import { readPackage } from './read-package.ts';
import { type TestCommand, testCommandOf } from './test-commands.ts';

const SCRIPTS = {
  lint: ['lint', 'eslint'],
  types: ['types', 'typecheck', 'type-check', 'check-types', 'tsc'],
  coverage: ['coverage', 'test:coverage'],
  mutation: ['mutation', 'test:mutation', 'stryker'],
  security: ['security', 'security:scan'],
} as const;

const WAIVED_HEAD = `
# What nobody measures here. Work that lacks one of these is refused by h3a, and where it is the tests by every gate, unless it
# is waived; every verdict and attestation says so. Give each a command above when you can, and delete its line here.
waived:
`;

const scalar = (text: string): string => stringify(text, { lineWidth: 0 }).trimEnd();

const testRow = (test: TestCommand | undefined): string => {
  if (test === undefined) return '  # test: …';
  const { run, ...more } = test;
  return Object.keys(more).length === 0
    ? `  test: ${scalar(run)}`
    : ['  test:', ...Object.entries(test).map(([key, value]) => `    ${key}: ${scalar(value)}`)].join('\n');
};

/** What init wrote, with another test command; undefined where the text is no longer what it wrote. */
export const withTestLine = (text: string, from: string, to: string): string | undefined => {
  const [old, row] = [`\n${testRow({ run: from })}\n`, `\n${testRow({ run: to })}\n`];
  return text.includes(old) ? text.replace(old, () => row) : undefined;
};

interface Initial {
  /** The day, for whoever asks later since when nobody has measured it. */
  readonly on: string;
  /** Where programs are looked for. */
  readonly path: string;
  /** Where editors find what the file may hold. */
  readonly schema: string;
}

export const initialConfig = async (project: string, { on, path, schema }: Initial): Promise<string> => {
  const found = await readPackage(project);
  const test = await testCommandOf(project, path);
  const scripts = found.kind === 'read' ? found.scripts : {};
  const known = Object.entries(SCRIPTS).map(
    ([command, names]) => [command, names.find((name) => scripts[name] !== undefined)] as const,
  );
  const rows = known.map(([command, script]) =>
    script === undefined ? `  # ${command}: …` : `  ${command}: ${scalar(`npm run ${script}`)}`,
  );
  const without = known.flatMap(([command, script]) => (script === undefined ? [command] : []));
  const waived = [...(test === undefined ? ['test'] : []), ...without].map(
    (command) => `  ${command}: { why: no ${command} command found by init, by: init, on: ${on} }\n`,
  );
  // A key with nothing but comments below it would be null.
  const isEmpty = test === undefined && known.every(([, script]) => script === undefined);
  return `# yaml-language-server: $schema=${schema}
# What Baton runs itself, on a clean checkout, before it believes that work is done.
commands:${isEmpty ? ' {}' : ''}
${testRow(test)}
${rows.join('\n')}
  # prepare: …   # installs dependencies, once per lock file; by default what the lock file is for (npm, pnpm, yarn, bun, uv, poetry, cargo, go)
${waived.length === 0 ? '' : `${WAIVED_HEAD}${waived.join('')}`}`;
};
