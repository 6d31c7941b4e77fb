// Folders are boundaries. The table says who may import whom; an edge that is not in it, or a cycle of files, is red.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../src', import.meta.url));

/** A folder, and the folders it may import from; every folder may import from itself and from errors.ts. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  std: [],
  model: ['std'],
  text: ['std', 'model'],
  handoffs: ['std', 'model', 'text'],
  evidence: ['std', 'model', 'text'],
  // Which files are tests is told by their names, in one place.
  checks: ['model', 'evidence'],
  authoring: ['std', 'model', 'text', 'checks'],
  prompts: ['std', 'model'],
  engine: ['std', 'model'],
  workflows: ['model', 'text', 'authoring', 'evidence', 'checks', 'prompts'],
  systems: ['std', 'model', 'text', 'handoffs', 'authoring', 'evidence', 'checks', 'prompts'],
  stores: ['std', 'model'],
  agents: ['std', 'model', 'text'],
  runners: ['std', 'model', 'evidence'],
  effects: ['std', 'model', 'text', 'runners'],
  runtime: ['std', 'model', 'prompts', 'engine', 'stores', 'agents'],
  operations: [
    'std',
    'model',
    'text',
    'handoffs',
    // What a foreign system says of its prompts and its configuration; never a workflow.
    'systems',
    'evidence',
    'checks',
    // A user's own workflow in YAML.
    'authoring',
    'prompts',
    'engine',
    'stores',
    'agents',
    'runners',
    'effects',
    'runtime',
  ],
  // The testing kit plays the holder's own parts.
  testing: ['std', 'model', 'evidence', 'engine', 'stores', 'agents', 'runtime'],
  http: ['std', 'model', 'runtime', 'operations'],
  mcp: ['std', 'model', 'prompts', 'runtime', 'operations', 'http'],
  cli: ['std', 'model', 'prompts', 'runtime', 'operations'],
};
/** Files at the root of src: what they may import. */
const ROOTS: Readonly<Record<string, readonly string[] | 'all'>> = {
  'errors.ts': [],
  'compose.ts': 'all',
  'bin.ts': 'all',
  'index.ts': 'all',
  'testing.ts': 'all',
};
/** The pure rings know no disk, no clock, no environment, no randomness. */
const PURE = [
  'model',
  'text',
  'handoffs',
  'evidence',
  'checks',
  'authoring',
  'engine',
  'workflows',
  'systems',
];
const IMPURE =
  /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\b|\bprocess\.env\b|from 'node:(fs|net|http|child_process|os)/;

const isTest = (path: string): boolean => /\.(test|test-d|contract|fixture)\.ts$/.test(path);

const filesBelow = (directory: string): string[] =>
  readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    return statSync(path).isDirectory() ? filesBelow(path) : path.endsWith('.ts') ? [path] : [];
  });

const IMPORT =
  /^\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"](\.{1,2}\/[^'"]+)['"]|import\(\s*['"](\.{1,2}\/[^'"]+)['"]\s*\)/gm;

const importsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(IMPORT)].map((match) =>
    resolve(dirname(path), (match[1] ?? match[2])!),
  );

const folderOf = (path: string): string => relative(SRC, path).split('/')[0]!;

const files = filesBelow(SRC).filter((path) => !isTest(path));

describe('the folders of src', () => {
  it('are all in the table', () => {
    const unknown = [...new Set(files.map(folderOf))].filter(
      (name) => !(name in ALLOWED) && !(name in ROOTS),
    );
    expect(unknown).toEqual([]);
  });

  it('import only what the table allows', () => {
    const wrong = files.flatMap((path) =>
      importsOf(path).flatMap((target) => {
        const from = folderOf(path);
        const to = folderOf(target);
        const allowed = ALLOWED[from] ?? ROOTS[from];
        const fine = from === to || to === 'errors.ts' || allowed === 'all' || allowed?.includes(to);
        return fine ? [] : [`${relative(SRC, path)} → ${relative(SRC, target)}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('have no cycle of files', () => {
    const graph = new Map(files.map((path) => [path, importsOf(path)]));
    const state = new Map<string, 'open' | 'done'>();
    const cycles: string[] = [];
    const visit = (path: string, way: readonly string[]): void => {
      if (state.get(path) === 'done') return;
      if (state.get(path) === 'open') {
        cycles.push([...way.slice(way.indexOf(path)), path].map((p) => relative(SRC, p)).join(' → '));
        return;
      }
      state.set(path, 'open');
      for (const next of graph.get(path) ?? []) visit(next, [...way, path]);
      state.set(path, 'done');
    };
    for (const path of files) visit(path, []);
    expect(cycles).toEqual([]);
  });

  it('keep the pure rings pure', () => {
    const wrong = files
      .filter((path) => PURE.includes(folderOf(path)))
      .filter((path) => IMPURE.test(readFileSync(path, 'utf8')))
      .map((path) => relative(SRC, path));
    expect(wrong).toEqual([]);
  });

  it('name concrete stores, agents and workflows in compose.ts alone', () => {
    const concrete =
      /\/(stores\/(file|memory|postgres)|agents\/(scripted|command|acp|human)|workflows|systems)\//;
    const wrong = files
      .filter((path) => ['engine', 'runtime', 'http', 'mcp', 'cli'].includes(folderOf(path)))
      .flatMap((path) =>
        importsOf(path)
          .filter((target) => concrete.test(target))
          .map((target) => `${relative(SRC, path)} → ${relative(SRC, target)}`),
      );
    expect(wrong).toEqual([]);
  });

  it('load what speaks to a database only when it is used', () => {
    const within = (path: string): boolean => relative(SRC, path).startsWith('stores/postgres/');
    const outside = files.filter((path) => !within(path));
    const importing = outside
      .filter((path) => importsOf(path).some(within))
      .map((path) => relative(SRC, path));
    expect(importing).toEqual(['compose.ts']);
    expect(readFileSync(join(SRC, 'compose.ts'), 'utf8')).not.toMatch(/from '\.\/stores\/postgres/);
    const driver = files.filter((path) => /from 'postgres'/.test(readFileSync(path, 'utf8')));
    expect(driver.map((path) => relative(SRC, path))).toEqual(['stores/postgres/link.ts']);
  });

  it('keep operations away from the workflows of foreign systems', () => {
    const workflow = /\/systems\/(systems|read-handoff|[a-z0-9]+\/(system\.|workflow\/))/;
    const wrong = files
      .filter((path) => folderOf(path) === 'operations')
      .flatMap((path) =>
        importsOf(path)
          .filter((target) => workflow.test(target))
          .map((target) => `${relative(SRC, path)} → ${relative(SRC, target)}`),
      );
    expect(wrong).toEqual([]);
  });
});
