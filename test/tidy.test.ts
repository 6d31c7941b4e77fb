// Budgets are tests, not advice: sizes, names, leftovers.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILE_LINES_MAX = 400;
const FUNCTION_LINES_MAX = 70;

const filesBelow = (directory: string): string[] =>
  readdirSync(directory).flatMap((name) => {
    if (name === 'node_modules' || name === 'dist') return [];
    const path = join(directory, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });

const sources = filesBelow(join(ROOT, 'src')).filter((path) => path.endsWith('.ts'));
const code = sources.filter((path) => !/\.(test|contract|fixture)\.ts$/.test(path));

/** Functions by indentation: the formatter closes a block at the column where its line began. */
const longFunctions = (path: string): string[] => {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    if (
      !/(=>|\)(: [^=]*)?) \{$/.test(line) ||
      /^\s*(if|for|while|switch|else|} else|return new Promise)\b/.test(line)
    )
      return [];
    const indent = /^\s*/.exec(line)![0];
    const end = lines.findIndex((other, at) => at > index && other.startsWith(`${indent}}`));
    const length = end - index + 1;
    return end > 0 && length > FUNCTION_LINES_MAX
      ? [`${relative(ROOT, path)}:${index + 1} (${length} lines)`]
      : [];
  });
};

/** Words that were replaced, and what stands in their place. */
const RETIRED: readonly (readonly [RegExp, string])[] = [
  [/\bmend(?:s|ed)?\b/i, 'fix'],
  [/expected .*[,;] came\b/, 'expected X, got Y'],
  [/\bis no reproach\b/, 'may'],
  [/taken where it is there/, 'optional'],
];

const prose = [...sources, ...filesBelow(join(ROOT, 'docs')), join(ROOT, 'README.md')].filter((path) =>
  /\.(ts|md)$/.test(path),
);

describe('the words', () => {
  it.each(RETIRED)('%s is %s now', (pattern) => {
    const found = prose.flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line, at) => (pattern.test(line) ? [`${relative(ROOT, path)}:${at + 1}`] : [])),
    );
    expect(found).toEqual([]);
  });
});

describe('the code', () => {
  it('has no file over the budget', () => {
    const long = sources
      .map((path) => [relative(ROOT, path), readFileSync(path, 'utf8').split('\n').length - 1] as const)
      .filter(([, lines]) => lines > FILE_LINES_MAX);
    expect(long).toEqual([]);
  });

  it('has no function over the budget', () => {
    expect(code.flatMap(longFunctions)).toEqual([]);
  });

  it('has no nameless corners', () => {
    const bad = sources.filter((path) => /\/(utils?|helpers?|common|shared|misc)(\/|\.ts$)/.test(path));
    const index = sources.filter(
      (path) => basename(path) === 'index.ts' && path !== join(ROOT, 'src/index.ts'),
    );
    expect([...bad, ...index]).toEqual([]);
  });

  it('has file names in kebab-case', () => {
    expect(
      sources.map((path) => basename(path)).filter((name) => !/^[a-z0-9]+([-.][a-z0-9]+)*\.ts$/.test(name)),
    ).toEqual([]);
  });

  it('has no leftovers', () => {
    const left =
      /\/\/.*\b(TODO|FIXME|XXX)\b|\b(it|describe|test)\.(skip|only)\(|\bas any\b\s*[;,)\]}.]|@ts-ignore/;
    const wrong = [
      ...sources,
      ...filesBelow(join(ROOT, 'test')).filter((p) => p.endsWith('.ts') && !p.endsWith('tidy.test.ts')),
    ].flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          left.test(line) ? [`${relative(ROOT, path)}:${index + 1} ${line.trim()}`] : [],
        ),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the documents', () => {
  const documents = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    ...readdirSync(join(ROOT, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];

  it.each(documents)('%s names only files that are there', (document) => {
    const text = readFileSync(join(ROOT, document), 'utf8');
    const named = [...text.matchAll(/`((?:src|test|docs|examples|tools|bench|spec)\/[\w./-]+)`/g)].map(
      (match) => match[1]!,
    );
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it.each(documents)('%s names only scripts that are there', (document) => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = [...readFileSync(join(ROOT, document), 'utf8').matchAll(/npm run ([\w:]+)/g)].map(
      (match) => match[1]!,
    );
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });
});
