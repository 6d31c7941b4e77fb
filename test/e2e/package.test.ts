// The package that users install: few files, complete, usable from TypeScript and on every Node that it promises.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredExports } from '../fixtures/declared-exports.ts';
import { manifestAt, type Packed, packAndInstall } from './packed-package.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILES_MAX = 120;

let packed: Packed;
beforeAll(() => {
  packed = packAndInstall();
});
afterAll(() => packed.remove());

const compile = (file: string, options: readonly string[]): string => {
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const always = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2023'];
  // zod speaks of URL, which is one of the names of browsers and of Node.
  const { stdout } = spawnSync(process.execPath, [tsc, ...always, '--lib', 'es2023,dom', ...options, file], {
    cwd: packed.project,
    encoding: 'utf8',
  });
  return stdout;
};

// Without the types of Node: the package needs none.
const NODE16 = ['--module', 'node16', '--moduleResolution', 'node16', '--types', ''];
const BUNDLER = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', ''];
const SOURCES = [
  ...['--module', 'nodenext', '--allowImportingTsExtensions', '--skipLibCheck'],
  ...['--types', 'node', '--typeRoots', join(ROOT, 'node_modules', '@types')],
];

describe('the archive', () => {
  it(`has at most ${FILES_MAX} files, and nothing that users do not need`, () => {
    expect(packed.files.length).toBeLessThanOrEqual(FILES_MAX);
    expect(packed.files.filter((path) => /^(src|test|bench)\/|\.map$|\.tsbuildinfo$/.test(path))).toEqual([]);
  });

  it('has one file of code and one of declarations for each entry point', () => {
    const library = packed.files.filter((path) => path.startsWith('dist/lib/'));
    expect(library.map((path) => path.replace(/shared-\w+/, 'shared')).sort()).toEqual([
      'dist/lib/index.d.ts',
      'dist/lib/index.js',
      'dist/lib/shared.js',
      'dist/lib/testing.d.ts',
      'dist/lib/testing.js',
    ]);
  });

  it('has every file that its manifest names, types before code', () => {
    const { bin, exports } = manifestAt(packed.installed);
    const named = [
      ...Object.values(bin),
      ...Object.values(exports).flatMap((one) => (typeof one === 'string' ? [one] : Object.values(one))),
    ];
    expect(named.filter((path) => !existsSync(join(packed.installed, path)))).toEqual([]);
    for (const one of Object.values(exports))
      if (typeof one !== 'string') expect(Object.keys(one)).toEqual(['types', 'default']);
  });
});

/** This Node, and others where somebody names them: `BATON_NODES=/path/to/node:/path/to/another`. */
const NODES = [
  process.execPath,
  ...(process.env['BATON_NODES'] ?? '').split(':').filter((one) => one !== ''),
];

describe.each(NODES)('the package, installed, on %s', (node) => {
  const run = (...args: readonly string[]): string =>
    execFileSync(node, args, { cwd: packed.project, encoding: 'utf8' });
  const baton = (...args: readonly string[]): string => {
    const { bin } = manifestAt(packed.installed);
    return run(join(packed.installed, bin['baton'] ?? ''), ...args);
  };

  it('says its version', () => {
    expect(baton('--version')).toBe(`${manifestAt(ROOT).version}\n`);
  });

  it('proves a workflow', () => {
    expect(baton('prove', 'relay')).toMatch(/^relay: proved/);
  });

  it('is imported by both names, and an error is of one class in both', () => {
    const script = `
      const [library, testing] = await Promise.all([import('baton-relay'), import('baton-relay/testing')]);
      console.log(JSON.stringify([Object.keys(library), Object.keys(testing)]));`;
    const [library, testing] = JSON.parse(run('--input-type=module', '-e', script)) as [string[], string[]];
    const declared = (entry: string): string[] =>
      declaredExports(join(packed.installed, 'dist', 'lib', `${entry}.d.ts`))
        .filter(({ isType }) => !isType)
        .map(({ name }) => name);
    expect([library.sort(), testing.sort()]).toEqual([declared('index'), declared('testing')]);
  });
});

describe.each([
  ['node16', NODE16],
  ['bundler', BUNDLER],
])('the types, resolved as %s', (_, options) => {
  it('are found, and the examples compile with them', () => {
    cpSync(join(packed.installed, 'examples'), join(packed.project, 'examples'), { recursive: true });
    writeFileSync(
      join(packed.project, 'all.ts'),
      `import { prove } from 'baton-relay';
       import { agentContract, type Store } from 'baton-relay/testing';
       import { writing } from './examples/article/article.js';
       export const proved: boolean = prove(writing).problems.length === 0;
       export const unused = [agentContract];
       export type Stored = Store['head'];`,
    );
    expect(compile('all.ts', options)).toBe('');
  });

  it('refuse what the workflow does not have', () => {
    writeFileSync(
      join(packed.project, 'wrong.ts'),
      `import { agent, file, role, workflow } from 'baton-relay';
       const write = agent(role('writer'), { writes: [file('note.md')] });
       workflow('notes', { says: 'A note.', steps: { write }, flow: { write: 'wriet' } });`,
    );
    expect(compile('wrong.ts', options)).toContain('"wriet"');
  });
});

describe('the types that are written out', () => {
  it('are those of the sources', () => {
    const names = declaredExports(join(packed.installed, 'dist', 'lib', 'index.d.ts'))
      .filter(
        ({ isType, name, text }) =>
          isType && !text.startsWith(`interface ${name}<`) && !text.startsWith(`type ${name}<`),
      )
      .map(({ name }) => name);
    expect(names.length).toBeGreaterThan(20);
    writeFileSync(
      join(packed.project, 'same.ts'),
      `import type * as Shipped from 'baton-relay';
       import type * as Source from '${join(ROOT, 'src', 'index.ts')}';
       type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : 'narrower') : 'wider';
       ${names.map((name) => `export const same${name}: Same<Shipped.${name}, Source.${name}> = true;`).join('\n')}`,
    );
    expect(compile('same.ts', SOURCES)).toBe('');
  });
});
