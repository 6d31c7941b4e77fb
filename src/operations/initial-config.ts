// The first baton.yaml of a project: what can be seen from its files, and the rest as comments to fill in.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { defaultTestLine } from './load-config.ts';
import { readPackage } from './read-package.ts';

/** There where Baton is a dependency of the project; elsewhere editors do without. */
export const CONFIG_SCHEMA_URL = './node_modules/baton-relay/spec/baton.schema.json';

/** For projects without a package.json: a file that tells, and the usual command. */
const OTHERS: readonly (readonly [string, string])[] = [
  ['Cargo.toml', 'cargo test'],
  ['go.mod', 'go test -v ./...'],
  ['pytest.ini', 'python -m pytest'],
  ['pyproject.toml', 'python -m pytest'],
  ['setup.cfg', 'python -m pytest'],
];

const SCRIPTS = {
  lint: ['lint', 'eslint'],
  types: ['types', 'typecheck', 'type-check', 'check-types', 'tsc'],
  coverage: ['coverage', 'test:coverage'],
  mutation: ['mutation', 'test:mutation', 'stryker'],
  security: ['security', 'security:scan'],
} as const;

const WAIVED_HEAD = `
# What nobody measures here. h3a refuses work that lacks one of these unless it is waived, and every verdict and attestation
# says so. Give each a command above when you can, and delete its line here.
waived:
`;

const testLineOf = async (project: string, isNode: boolean): Promise<string> => {
  const other = isNode ? undefined : OTHERS.find(([file]) => existsSync(join(project, file)));
  return other?.[1] ?? (await defaultTestLine(project));
};

const scalar = (text: string): string => stringify(text, { lineWidth: 0 }).trimEnd();

/** `on`: the day, for whoever asks later since when nobody has measured it. */
export const initialConfig = async (project: string, on: string): Promise<string> => {
  const found = await readPackage(project);
  const scripts = found.kind === 'read' ? found.scripts : {};
  const known = Object.entries(SCRIPTS).map(
    ([command, names]) => [command, names.find((name) => scripts[name] !== undefined)] as const,
  );
  const rows = known.map(([command, script]) =>
    script === undefined ? `  # ${command}: …` : `  ${command}: ${scalar(`npm run ${script}`)}`,
  );
  const waived = known
    .filter(([, script]) => script === undefined)
    .map(([command]) => `  ${command}: { why: no ${command} command found by init, by: init, on: ${on} }\n`);
  return `# yaml-language-server: $schema=${CONFIG_SCHEMA_URL}
# What Baton runs itself, on a clean checkout, before it believes that work is done.
commands:
  test: ${scalar(await testLineOf(project, found.kind !== 'absent'))}
${rows.join('\n')}
  # prepare: …   # installs dependencies, once per lock file; by default what the lock file is for (npm, pnpm, yarn, bun, uv, poetry, cargo, go)
${waived.length === 0 ? '' : `${WAIVED_HEAD}${waived.join('')}`}`;
};
