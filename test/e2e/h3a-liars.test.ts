// Whoever lies is caught, by a clause with a name, on a real project whose tests really run.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIARS, type Liar } from './h3a-liars.ts';
import {
  CLAMP,
  CLAMP_WRONG,
  executorFiles,
  honestExecutor,
  makeH3aProject,
  PROJECT,
  playH3a,
  validatorFiles,
  WAIVED_ALL,
} from './h3a-world.ts';
import { type Files, makeScratch, type Scratch, scratch, writeFiles } from './scratch.ts';

/** Recordings of all kinds of lies are judged in seconds; of these, so many are played for each clause. `LIARS=all` plays all. */
const PLAYED_OF_A_CLAUSE = process.env['LIARS'] === 'all' ? LIARS.length : 2;
const clauseOf = ({ role = 'executor', caughtBy }: Liar): string => `${role} ${caughtBy}`;
const PLAYED = LIARS.filter(
  (liar, index) =>
    LIARS.slice(0, index).filter((before) => clauseOf(before) === clauseOf(liar)).length < PLAYED_OF_A_CLAUSE,
);

describe('liars', () => {
  let world: ReturnType<typeof makeScratch>;
  beforeAll(() => {
    world = makeScratch();
    makeH3aProject(world);
  });
  afterAll(() => world.remove());

  it('are at least thirty, each with a lie of its own', () => {
    expect(new Set(LIARS.map(({ lie }) => lie)).size).toBe(LIARS.length);
    expect(LIARS.length).toBeGreaterThanOrEqual(30);
  });

  it('stand beside an honest executor and validator, who reach the last gate', async () => {
    const { course, exit, said } = await playH3a(world, 'honest', { executor: honestExecutor() });
    expect(said).toBe('');
    expect(course).toEqual(['planner accepted ready', 'executor accepted done', 'validator accepted pass']);
    expect(exit).toBe(4);
  });

  it.each(PLAYED.map((liar) => [liar.role ?? 'executor', liar.lie, LIARS.indexOf(liar)] as const))(
    'the %s %s',
    async (role, _, index) => {
      const liar = LIARS[index]!;
      const { course, said, stderr } = await playH3a(world, `liar-${index}`, liar);
      const of = course.filter((one) => one.startsWith(role));
      expect(of, `${said}\n${stderr}`).toHaveLength(1);
      expect(of[0], said).toMatch(new RegExp(`^${role} rejected .*\\b${liar.caughtBy}\\b`));
    },
  );
});

/** A runner of tests that comes as a package: each file exports its tests by name. */
const RUNNER = `#!/usr/bin/env node
import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
let [count, bad] = [0, 0];
console.log('TAP version 13');
for (const file of readdirSync('test').filter((name) => name.endsWith('.test.js'))) {
  const tests = await import(pathToFileURL('test/' + file)).catch((cause) => ({ default: { ['test/' + file]: () => { throw cause; } } }));
  for (const [name, run] of Object.entries(tests.default)) {
    count += 1;
    try { run(); console.log('ok ' + count + ' - ' + name); }
    catch (cause) { bad += 1; console.log('not ok ' + count + ' - ' + name + '\\n  ---\\n  error: ' + cause.message + '\\n  ...'); }
  }
}
console.log('1..' + count);
process.exit(bad === 0 ? 0 : 1);
`;

const packed = (world: Scratch): Files => {
  const runner = join(world.root, 'runner');
  writeFiles(runner, {
    'package.json': JSON.stringify({ name: 'tiny-runner', version: '1.0.0', type: 'module', bin: 'run.js' }),
    'run.js': RUNNER,
  });
  const npm = (cwd: string, ...args: string[]) => execFileSync('npm', args, { cwd, stdio: 'pipe' });
  npm(runner, 'pack', '--silent', '--pack-destination', world.root);
  const project = join(world.root, 'lock');
  const tgz = readFileSync(join(world.root, 'tiny-runner-1.0.0.tgz'));
  const own = {
    name: 'little',
    version: '1.0.0',
    private: true,
    type: 'module',
    scripts: { test: 'tiny-runner' },
  };
  const files = {
    'vendor/tiny-runner-1.0.0.tgz': tgz,
    'package.json': JSON.stringify({
      ...own,
      devDependencies: { 'tiny-runner': 'file:vendor/tiny-runner-1.0.0.tgz' },
    }),
  };
  writeFiles(project, files);
  npm(project, 'install', '--package-lock-only', '--offline', '--no-audit', '--no-fund', '--silent');
  return { ...files, 'package-lock.json': readFileSync(join(project, 'package-lock.json')) };
};

const test = (name: string, module: string, body: string): string =>
  `import { ${module} } from '../src/${module}.js';\nexport default { '${name}': () => { if (!(${body})) throw new Error('not so'); } };\n`;

describe('a runner of tests in node_modules', () => {
  const executor = (code: string, more: readonly Record<string, unknown>[]) => [
    {
      write: {
        ...executorFiles(),
        'artifacts/executor/test_output_green.txt':
          'TAP version 13\nok 1 - adds\nok 2 - clamps from below and above\n1..2\n',
        'project:src/clamp.js': code,
        'project:test/clamp.test.js': test('clamps from below and above', 'clamp', 'clamp(9, 0, 5) === 5'),
      },
    },
    ...more,
  ];

  it('is installed anew from the lock file: one that was patched proves nothing', async () => {
    const world = scratch();
    const { 'test/add.test.js': _, ...files } = PROJECT;
    makeH3aProject(world, {
      ...files,
      ...packed(world),
      'baton.yaml': `commands:\n  test: npm test\n${WAIVED_ALL}`,
      'test/add.test.js': test('adds', 'add', 'add(1, 2) === 3'),
    });
    const honest = await playH3a(world, 'honest', {
      executor: executor(CLAMP, []),
      validator: [
        {
          write: validatorFiles(
            {},
            { tests: { status: 'pass', total: 2, passed: 2, failed: 0, skipped: 0 } },
          ),
        },
      ],
    });
    expect(honest.course, honest.said).toEqual([
      'planner accepted ready',
      'executor accepted done',
      'validator accepted pass',
    ]);
    const patch =
      'mkdir -p node_modules/tiny-runner node_modules/.bin; echo \'console.log(\\"1..1\\\\nok 1 - clamps from below and above\\")\' > node_modules/tiny-runner/run.js; ln -sf ../tiny-runner/run.js node_modules/.bin/tiny-runner';
    const liar = await playH3a(world, 'liar', { executor: executor(CLAMP_WRONG, [{ run: patch }]) });
    expect(liar.course[1], liar.said).toMatch(/^executor rejected .*tests-green/);
  });
});
