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
  cpSync(join(packed.installed, 'examples'), join(packed.project, 'examples'), { recursive: true });
});
afterAll(() => packed.remove());

/** What the compiler has to say: nothing, where all is well. */
const compile = (file: string, options: readonly string[], to = ['--noEmit']): string => {
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const always = ['--strict', '--exactOptionalPropertyTypes', '--target', 'es2023', ...to];
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
const WITH_NODE = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules', '@types'), '--skipLibCheck'];
const SOURCES = ['--module', 'nodenext', '--allowImportingTsExtensions', ...WITH_NODE];

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

  it('is imported by both names', () => {
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

  it('throws errors of one class by both names', () => {
    const script = `
      import { BatonError, relay } from 'baton-relay';
      import { play } from 'baton-relay/testing';
      console.log(await play(relay, { agents: { nobody: [] } }).catch((error) => error instanceof BatonError));`;
    expect(run('--input-type=module', '-e', script)).toBe('true\n');
  });

  it('plays the example that is a test, compiled', () => {
    const to = ['--outDir', 'compiled', '--rootDir', 'examples'];
    const test = 'article/article.test';
    expect(compile(`examples/${test}.ts`, ['--module', 'node16', ...WITH_NODE], to)).toBe('');
    // Inside of another test runner's process the inner one would report to that.
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
    const printed = execFileSync(node, ['--test', `compiled/${test}.js`], {
      ...{ cwd: packed.project, encoding: 'utf8', env },
    });
    expect(printed).toMatch(/^(#|ℹ) pass 4$/m);
    expect(printed).toMatch(/^(#|ℹ) fail 0$/m);
  });
});

describe.each([
  ['node16', NODE16],
  ['bundler', BUNDLER],
])('the types, resolved as %s', (_, options) => {
  it('are found and whole, and need neither those of Node nor a check less', () => {
    writeFileSync(
      join(packed.project, 'all.ts'),
      `import { prove } from 'baton-relay';
       import { play, type Played, type Store } from 'baton-relay/testing';
       import { writing } from './examples/article/article.js';
       export const proved: boolean = prove(writing).problems.length === 0;
       export const run: Promise<Played> = play(writing, { agents: { writer: [{ write: { 'article.md': '' } }] } });
       export type Stored = Store['head'];`,
    );
    expect(compile('all.ts', options)).toBe('');
  });

  it('are enough for the examples', () => {
    const kind = options.filter((option) => option !== '--types' && option !== '');
    expect(compile('examples/article/article.test.ts', [...kind, ...WITH_NODE])).toBe('');
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

describe.each([
  ['index', 'baton-relay'],
  ['testing', 'baton-relay/testing'],
])('the types of %s that are written out', (entry, name) => {
  it('are those of the sources', () => {
    const names = declaredExports(join(packed.installed, 'dist', 'lib', `${entry}.d.ts`))
      .filter((one) => one.isType && !/^\w+ \w+</.test(one.text))
      .map((one) => one.name);
    expect(names.length).toBeGreaterThan(10);
    writeFileSync(
      join(packed.project, 'same.ts'),
      `import type * as Shipped from '${name}';
       import type * as Source from '${join(ROOT, 'src', `${entry}.ts`)}';
       type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : 'narrower') : 'wider';
       ${names.map((one) => `export const same${one}: Same<Shipped.${one}, Source.${one}> = true;`).join('\n')}`,
    );
    expect(compile('same.ts', SOURCES)).toBe('');
  });
});

describe('the comments', () => {
  const ENTRIES = [
    ['index', 'baton-relay'],
    ['testing', 'baton-relay/testing'],
  ] as const;
  const exported = () =>
    ENTRIES.flatMap(([entry, from]) =>
      declaredExports(join(packed.installed, 'dist', 'lib', `${entry}.d.ts`)).map((one) => ({
        ...one,
        from,
      })),
    );
  const exampleIn = (comment: string): string | undefined => {
    const [, code] = /@example\n \* ```ts\n([\s\S]*?) \* ```/.exec(comment) ?? [];
    return code?.replaceAll(/^ \* ?/gm, '');
  };

  it('have an example for every function', () => {
    const functions = exported().filter(({ text }) => /^declare (class|const \w+: (<|\())/.test(text));
    expect(functions.length).toBeGreaterThan(60);
    const without = functions.filter(({ comment }) => exampleIn(comment) === undefined);
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  it('have examples that compile, each with what it names', () => {
    const all = exported();
    const files = all.flatMap(({ name, comment }) => {
      const code = exampleIn(comment);
      if (code === undefined) return [];
      const imports = all
        .filter((one) => new RegExp(`\\b${one.name}\\b`).test(code))
        .map((one) => `import { ${one.isType ? 'type ' : ''}${one.name} } from '${one.from}';`);
      const file = `example-${name}.ts`;
      writeFileSync(
        join(packed.project, file),
        `${imports.join('\n')}\nimport * as z from 'zod';\nexport { z };\n${code}`,
      );
      return [file];
    });
    writeFileSync(
      join(packed.project, 'examples.ts'),
      files.map((file) => `import './${file.replace(/ts$/, 'js')}';`).join('\n'),
    );
    expect(compile('examples.ts', NODE16)).toBe('');
  });
});
