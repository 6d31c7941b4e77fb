// A project with runs of every workflow, as far as their people have answered: what the dashboard shows is real.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  makeRepository,
  makeScratch,
  runState,
  type Scratch,
  type Started,
  startBaton,
  writeFiles,
} from '../e2e/scratch.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));

const PROJECT = {
  'package.json': `${JSON.stringify({ name: 'greeter', private: true, type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
  'src/add.js': 'export const add = (a, b) => a + b;\n',
  'test/add.test.js':
    "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { add } from '../src/add.js';\n\ntest('adds', () => {\n  assert.equal(add(1, 2), 3);\n});\n",
  '.gitignore': 'lcov.info\n.baton-scenarios/\n',
  'baton.yaml': `commands:
  test: node --test
  coverage: node --test --experimental-test-coverage --test-reporter=lcov --test-reporter-destination=lcov.info
waived:
  lint: the greeter has no linter
  types: the greeter is plain JavaScript
  mutation: the greeter has no tool for it
  security: the greeter has no scanner
`,
};

/** The scenario of a workflow, of which only so many answers of people are left. */
export const scenarioOf = (workflow: string, answers: number): string => {
  const text = readFileSync(join(EXAMPLES, workflow, 'scenario.yaml'), 'utf8');
  const at = text.search(/^human:$/m);
  if (at === -1) return text;
  const [head = '', ...lines] = text.slice(at).split('\n');
  let left = answers;
  const kept = lines.filter((line) => !/^ {2}- /.test(line) || left-- > 0);
  return `${text.slice(0, at)}${answers === 0 ? 'human: []' : [head, ...kept].join('\n')}\n`;
};

const REQUEST = 'Greet people by name, and say goodbye to them.';

export interface PagesWorld extends Scratch {
  remove(): void;
  /** Plays a workflow until it waits for an answer that its scenario does not have. */
  play(name: string, workflow: string, answers: number, request?: string): Promise<void>;
  /** Starts a run whose agents do what this scenario says. */
  start(name: string, workflow: string, scenario: string, request: string, more?: readonly string[]): Started;
}

/** Runs are played into this folder once and looked at many times; it is for whoever changes pages. */
const keptScratch = (root: string): Scratch & { remove(): void } => {
  const folder = (name: string): string => join(root, name);
  const paths = {
    root,
    ...{ home: folder('home'), state: folder('state'), tmp: folder('tmp'), project: folder('greeter') },
  };
  for (const path of Object.values(paths)) mkdirSync(path, { recursive: true });
  return { ...paths, remove: () => {} };
};

export const makePagesWorld = (): PagesWorld => {
  const kept = process.env['BATON_PAGES_WORLD'];
  const world = kept === undefined ? makeScratch('greeter') : keptScratch(kept);
  if (!existsSync(join(world.project, '.git')))
    makeRepository(world.project, {
      ...PROJECT,
      '.taskmaster/tasks/tasks.json': readFileSync(join(EXAMPLES, 'collective', 'tasks.json'), 'utf8'),
    });
  const isThere = (name: string): boolean => existsSync(join(runState(world, name), 'journal.jsonl'));
  const start: PagesWorld['start'] = (name, workflow, scenario, request, more = []) => {
    if (isThere(name)) return startBaton(world, ['resume', name, '--json']);
    const file = `.baton-scenarios/${name}.yaml`;
    writeFiles(world.project, { [file]: scenario });
    const words = ['run', request, '--name', name, '--workflow', workflow];
    return startBaton(world, [...words, ...more, '--agent', `scripted:${file}`, '--json']);
  };
  return {
    ...world,
    start,
    play: async (name, workflow, answers, request = REQUEST) => {
      if (isThere(name)) return;
      const played = start(name, workflow, scenarioOf(workflow, answers), request);
      const { exit, stdout, stderr } = await played.ended;
      if (exit !== 4 && exit !== 0) throw new Error(`${name} ended with ${exit}: ${stdout}${stderr}`);
    },
  };
};

export interface ServedPages {
  readonly started: Started;
  readonly url: string;
  /** An address that signs one browser in. */
  address(path?: string): Promise<string>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const addressIn = (printed: string): string | undefined => /(http:\/\/\S+#code=\S+)/.exec(printed)?.[1];

export const servePages = async (world: Scratch, words: readonly string[] = []): Promise<ServedPages> => {
  const started = startBaton(world, ['serve', ...words]);
  let first: string | undefined;
  for (let waited = 0; first === undefined; waited += 20) {
    first = addressIn(started.printed().stdout);
    if (started.child.exitCode !== null || waited > 60_000)
      throw new Error(`baton serve ended: ${JSON.stringify(started.printed())}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { mintCode, dashboardOf } = await import('../../src/operations/dashboard/served-file.ts');
  const { placeOf } = await import('../../src/operations/project/state-directory.ts');
  const { origin } = new URL(first);
  return {
    started,
    url: origin,
    address: async (path = '/') => {
      const served = await dashboardOf(placeOf(world.project, { BATON_STATE: world.state }));
      if (served === undefined) throw new Error('no dashboard is announced');
      return `${origin}${path}#code=${mintCode(served)}`;
    },
    stop: async (signal = 'SIGTERM') => {
      started.child.kill(signal);
      await started.ended;
    },
  };
};
