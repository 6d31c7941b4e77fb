// Budgets are tests, not advice: sizes, names, leftovers.
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
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
/** The pages of the dashboard. */
const shown = filesBelow(join(ROOT, 'pages')).filter((path) => /\.(?:tsx?|css)$/.test(path));
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

/** Words that were replaced, and what stands in their place: everywhere. */
const RETIRED: readonly (readonly [RegExp, string])[] = [
  [/\bmend(?:s|ed)?\b/i, 'fix'],
  [/expected .*[,;] came\b/, 'expected X, got Y'],
  [/\bis no reproach\b/, 'may'],
  [/taken where it is there/, 'optional'],
  [/judged by code, says that it may/, 'checks each handoff in code'],
  [/\bin many hands\b/, 'in several formats'],
  [/\bnobody's handoff\b/, 'is ignored'],
  [/\bturned away\b/i, 'refused'],
  [/\bgo(?:es)? on with (?:it: |`)baton resume\b/i, 'continue'],
];

/** In what people read: pages, and the help of the program. */
const RETIRED_IN_PAGES: readonly (readonly [RegExp, string])[] = [
  [/\bmending\b/i, 'fix'],
  [/\b(?:takes?|taken|taking) away\b/i, 'remove'],
  [/\blook(?:s|ed|ing)? at\b/i, 'check, read'],
  [/\b(?:is|are) awaited\b/i, 'wait for'],
  [/\b(?:is|are) there already\b/i, 'exists'],
  [/\blies? (?:there|here|around|below|beside)\b|\bthey lie\b/i, 'is'],
  [/\bcarried out\b/i, 'run, done'],
  [/\b(?:not|is|are) believed\b/i, 'ignore, trust'],
  [/\bwhat is honest\b/i, 'limits'],
  [/\b(?:has|have) (?:no|a) say\b/i, 'decide'],
  [/\bgoes on\b/i, 'continues'],
  [/\b(?:refused|rejected|told) (?:in|with) words\b/i, 'with a message'],
  [/\binside of\b/i, 'inside'],
  [/\ball the same\b/i, 'still'],
  [/\ba question of its own\b/i, 'an example'],
];

const pages = [
  ...['docs', 'spec'].flatMap((folder) => filesBelow(join(ROOT, folder))),
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'].map((name) => join(ROOT, name)),
].filter((path) => path.endsWith('.md') && !lstatSync(path).isSymbolicLink());
const helps = filesBelow(join(ROOT, 'test', 'golden', 'cli-help'));
const prose = [...sources, ...pages, ...helps, join(ROOT, 'package.json')];

const linesWith = (pattern: RegExp, paths: readonly string[]): string[] =>
  paths.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, at) => (pattern.test(line) ? [`${relative(ROOT, path)}:${at + 1}`] : [])),
  );

describe('the words', () => {
  it.each(RETIRED)('%s is %s now', (pattern) => {
    expect(linesWith(pattern, prose)).toEqual([]);
  });

  it.each(RETIRED_IN_PAGES)('%s is %s now in what people read', (pattern) => {
    expect(linesWith(pattern, [...pages, ...helps])).toEqual([]);
  });
});

describe('the code', () => {
  it('has no file over the budget', () => {
    const long = [...sources, ...shown]
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
    ...['docs', 'spec'].flatMap((folder) =>
      filesBelow(join(ROOT, folder))
        .filter((path) => path.endsWith('.md') && !lstatSync(path).isSymbolicLink())
        .map((path) => relative(ROOT, path)),
    ),
  ];
  const linksOf = (document: string): { text: string; target: string }[] =>
    [
      ...readFileSync(join(ROOT, document), 'utf8')
        .replaceAll(/^```[\s\S]*?^```$/gm, '')
        .matchAll(/(?<!!)\[([^\]\n]+)\]\(([^)\s]+)\)/g),
    ].map(([, text = '', target = '']) => ({ text, target }));

  it.each(documents)('%s links to pages that are there', (document) => {
    const gone = linksOf(document)
      .map(({ target }) => target)
      .filter((target) => !/^(?:https?:|#)/.test(target))
      .filter((target) => !existsSync(join(ROOT, dirname(document), target.replace(/#.*$/, ''))));
    expect(gone).toEqual([]);
  });

  it.each(documents)('%s says in words where a link leads, not by the name of a file', (document) => {
    const files = linksOf(document).filter(({ text }) => /\.(?:md|ts|mjs|js|json|ya?ml)`?$/.test(text));
    expect(files).toEqual([]);
  });

  it('are all within reach of the start page', () => {
    const start = linksOf('docs/README.md').map(({ target }) => relative(ROOT, join(ROOT, 'docs', target)));
    const pages = documents.filter((path) => path.startsWith('docs/') && path !== 'docs/README.md');
    expect(pages.filter((path) => !start.includes(path))).toEqual([]);
  });

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
