// A whole run with scripted agents in a scratch project that is kept. No keys, no network.
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { BatonError } from '../../errors.ts';
import { git } from '../../std/processes/git.ts';
import { workflowNamed } from '../definitions/load-workflow.ts';
import { requireConfig } from '../project/load-config.ts';
import { withSharedStore } from '../project/shared-store.ts';
import { placeOf } from '../project/state-directory.ts';
import type { RunCircumstances, RunEnd } from './play-run.ts';
import { type RunRequest, startRun } from './start-run.ts';

const FILES: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify({ name: 'baton-demo', private: true, type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
  'README.md': '# A scratch project\n\nMade by `baton demo`. Delete it when you have seen enough.\n',
  'src/add.js': 'export const add = (a, b) => a + b;\n',
  'test/add.test.js':
    "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { add } from '../src/add.js';\n\ntest('adds', () => {\n  assert.equal(add(1, 2), 3);\n});\n",
};

const IDENTITY = ['-c', 'user.name=Baton demo', '-c', 'user.email=demo@localhost'];

/** What a workflow wants to know of a project beside its tests. */
const CONFIGS: Readonly<Record<string, string>> = {
  h3a: `commands:
  test: node --test
  coverage: node --test --experimental-test-coverage --test-reporter=lcov --test-reporter-destination=lcov.info
waived:
  lint: the demo has no linter
  types: the demo is plain JavaScript
  mutation: the demo has no tool for it
  security: the demo has no scanner
`,
};

/** Files of an example that belong into the project, and where. */
const BROUGHT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  collective: { 'tasks.json': '.taskmaster/tasks/tasks.json' },
};

const broughtBy = async (workflow: string, examples: string): Promise<Record<string, string>> => {
  const texts = Object.entries(BROUGHT[workflow] ?? {}).map(
    async ([from, to]) => [to, await readFile(join(examples, workflow, from), 'utf8')] as const,
  );
  return Object.fromEntries(await Promise.all(texts));
};

/** A project that shares its runs has a name of its own. */
const configOf = (workflow: string, project: string, shared: boolean): string | undefined =>
  shared ? `${CONFIGS[workflow] ?? ''}project: ${basename(project)}\n` : CONFIGS[workflow];

const makeProject = async (workflow: string, examples: string, shared: boolean): Promise<string> => {
  const project = await mkdtemp(join(tmpdir(), 'baton-demo-'));
  const config = configOf(workflow, project, shared);
  const files = {
    ...FILES,
    ...(config === undefined ? {} : { 'baton.yaml': config, '.gitignore': 'lcov.info\n' }),
    ...(await broughtBy(workflow, examples)),
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(project, path, '..'), { recursive: true });
    await writeFile(join(project, path), text);
  }
  await git(['init', '-q', '-b', 'main'], { cwd: project });
  await git(['add', '-A'], { cwd: project });
  await git([...IDENTITY, 'commit', '-q', '-m', 'A scratch project'], { cwd: project });
  return project;
};

const OPEN_MODE = 0o755;

export interface DemoEnd extends RunEnd {
  readonly project: string;
}

const REQUESTS: Readonly<Record<string, string>> = {
  relay: 'Greet people by name, and say goodbye to them.',
  agentmux: 'Greet people by name, and say goodbye to them.',
  h3a: 'Greet people by name, say goodbye to them, and count both.',
  quest: 'Greet people by name, and say goodbye to them.',
  collective: 'Do the tasks of the project.',
};

export const runDemo = async (
  circumstances: Omit<RunCircumstances, 'place' | 'config'> & {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly examples: string;
    readonly onProject?: (project: string) => void;
  },
  options: Pick<RunRequest, 'workflow' | 'isolation'> = {},
): Promise<DemoEnd> => {
  const workflow = workflowNamed(circumstances.system, options.workflow ?? 'relay');
  const request = REQUESTS[workflow.name];
  if (request === undefined)
    throw new BatonError('WORKFLOW_UNKNOWN', `there is no demo of ${workflow.name} yet`);
  const shared = Boolean(circumstances.env['BATON_STORE']);
  const project = await makeProject(workflow.name, circumstances.examples, shared);
  circumstances.onProject?.(project);
  // Temporary folders are their user's alone, and nothing in this one is secret.
  if (options.isolation === 'user') await chmod(project, OPEN_MODE);
  const place = await withSharedStore(placeOf(project, circumstances.env));
  const end = await startRun(
    { ...circumstances, place, config: await requireConfig(project) },
    {
      request,
      workflow: workflow.name,
      name: 'demo',
      isolation: options.isolation,
      agent: `scripted:${join(circumstances.examples, workflow.name, 'scenario.yaml')}`,
    },
  );
  return { ...end, project };
};
