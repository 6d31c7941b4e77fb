// Honest work in a library that is built before its tests: options, splits, renames, tables, helpers, dead code.
import type { Work } from '../case.ts';
import { all, append, lines, prepend, remove, replace, write } from '../edits.ts';
import { SIEVE } from '../projects/sieve.ts';
import { inProject } from './stranger.ts';

const work = inProject('node', 'sieve', SIEVE, {
  file: 'test/csv.test.js',
  name: 'parse > names cells by the first line',
});

const CSV = 'src/csv.ts';
const AGGREGATE = 'src/aggregate.ts';
const CLI = 'src/cli.ts';
const CSV_TEST = 'test/csv.test.js';
const WHERE_TEST = 'test/where.test.js';
const AGGREGATE_TEST = 'test/aggregate.test.js';
const CLI_TEST = 'test/cli.test.js';
const text = (path: string): string => SIEVE[path] ?? '';

/** `import …` and one of the two suites of the file. */
const suite = (name: string, imported: string): string => {
  const [, body = ''] =
    new RegExp(`(describe\\('${name}', [\\s\\S]*?\\n\\}\\);\\n)`).exec(text(CSV_TEST)) ?? [];
  return `import assert from 'node:assert/strict';\nimport { describe, it } from 'node:test';\nimport { ${imported} } from '../dist/index.js';\n\n${body}`;
};

export const sieveWork: readonly Work[] = [
  work('median', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'the library knows medians, with subtests',
    names: { file: AGGREGATE_TEST, name: 'median > of an even number of rows is between two' },
    edit: all(
      append(
        AGGREGATE,
        '\nexport function median(rows: readonly Row[], column: string): number {\n  const all = numbers(rows, column).sort((a, b) => a - b);\n  const middle = all.length / 2;\n  const upper = all[Math.floor(middle)] ?? 0;\n  return Number.isInteger(middle) ? ((all[middle - 1] ?? 0) + upper) / 2 : upper;\n}\n',
      ),
      replace('src/index.ts', 'mean, sum', 'mean, median, sum'),
      replace(AGGREGATE_TEST, 'groupBy, mean, sortBy', 'groupBy, mean, median, sortBy'),
      append(
        AGGREGATE_TEST,
        lines(
          '',
          "test('median', async (t) => {",
          "  await t.test('is in the middle', () => assert.equal(median(people(), 'age'), 30));",
          "  await t.test('of an even number of rows is between two', () => {",
          "    assert.equal(median([...people(), person('Dee', { age: '40' })], 'age'), 35);",
          '  });',
          "  await t.test('of nothing is 0', () => assert.equal(median([], 'age'), 0));",
          '});',
        ),
      ),
    ),
  }),
  work('mean-option', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'the command has an option for means, which its tests start it with',
    names: { file: CLI_TEST, name: 'sieve > takes the mean of groups' },
    edit: all(
      replace(CLI, 'compile, sum }', 'compile, mean, sum }'),
      replace(
        CLI,
        "  json: { type: 'boolean' },",
        "  mean: { type: 'string' },\n  json: { type: 'boolean' },",
      ),
      replace(CLI, '  --json ', '  --mean COLUMN   what it is on average\n  --json '),
      replace(
        CLI,
        'const { by, sum: column } = values;',
        'const { by, sum: column, mean: average } = values;',
      ),
      replace(
        CLI,
        '...(column === undefined ?',
        '...(average === undefined ? {} : { [average]: mean(members, average).toFixed(1) }),\n      ...(column === undefined && average !== undefined ? {} : column === undefined ?',
      ),
      append('README.md', '\n`--mean COLUMN` takes the mean.\n'),
      replace(
        CLI_TEST,
        "  it('says what is wrong'",
        "  it('takes the mean of groups', async () => {\n    const { stdout } = await runCli([data('people.csv'), '--by', 'city', '--mean', 'age']);\n    assert.equal(stdout, 'city,age\\nBonn,25.0\\nRome,30.0\\n');\n  });\n\n  it('says what is wrong'",
      ),
    ),
  }),
  work('byte-order-mark', {
    gates: ['hook', 'relay', 'h3a'],
    kind: 'fix',
    story: 'a mark at the beginning of a file is no part of the first name',
    names: { file: CSV_TEST, name: 'parse > leaves the byte order mark out' },
    edit: all(
      replace(CSV, 'text.split(', "text.replace(/^\\uFEFF/, '').split("),
      replace(
        CSV_TEST,
        "  it('reads nothing'",
        "  it('leaves the byte order mark out', () => {\n    assert.deepEqual(parse('\\uFEFFa\\n1\\n'), [{ a: '1' }]);\n  });\n\n  it('reads nothing'",
      ),
    ),
  }),
  work('csv-split', {
    gates: ['hook', 'relay'],
    kind: 'refactor',
    story: 'reading and writing are two files',
    edit: all(
      remove(CSV),
      write({
        'src/csv/row.ts': 'export type Row = Readonly<Record<string, string>>;\n',
        'src/csv/parse.ts': `import type { Row } from './row.js';\n\n${text(CSV).slice(text(CSV).indexOf('const cells'), text(CSV).indexOf('const quote'))}`,
        'src/csv/format.ts': `import type { Row } from './row.js';\n\n${text(CSV).slice(text(CSV).indexOf('const quote'))}`,
        'src/csv/index.ts':
          "export { format } from './format.js';\nexport { parse } from './parse.js';\nexport type { Row } from './row.js';\n",
      }),
      (files) =>
        Object.fromEntries(
          Object.entries(files).map(([path, now]) => [
            path,
            path.startsWith('src/') ? now.replaceAll("'./csv.js'", "'./csv/index.js'") : now,
          ]),
        ),
    ),
  }),
  work('async-main', {
    gates: ['hook', 'relay'],
    kind: 'refactor',
    story: 'the command reads its input without blocking',
    edit: all(
      replace(
        CLI,
        "import { readFileSync } from 'node:fs';",
        "import { readFile } from 'node:fs/promises';\nimport { text } from 'node:stream/consumers';",
      ),
      replace(CLI, 'const main = (): number =>', 'const main = async (): Promise<number> =>'),
      replace(
        CLI,
        "parse(readFileSync(file === '-' ? 0 : file, 'utf8'))",
        "parse(await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')))",
      ),
      replace(CLI, 'process.exitCode = main();', 'process.exitCode = await main();'),
    ),
  }),
  work('compile-renamed', {
    gates: ['hook', 'relay', 'h3a'],
    kind: 'rename',
    story: 'a function has another name, in the tests, too',
    edit: (files) =>
      Object.fromEntries(
        Object.entries(files).map(([path, now]) => [
          path,
          /^(src|test)\//.test(path) ? now.replace(/\bcompile\b/g, 'predicateOf') : now,
        ]),
      ),
  }),
  work('group-by-several', {
    gates: ['relay', 'h3a'],
    released: [AGGREGATE_TEST],
    story: 'groups have several columns, and their keys are lists',
    names: { file: AGGREGATE_TEST, name: 'groups by several columns' },
    edit: all(
      replace(AGGREGATE, 'readonly key: string;', 'readonly key: readonly string[];'),
      replace(AGGREGATE, 'column: string): Group[]', 'columns: readonly string[]): Group[]'),
      replace(
        AGGREGATE,
        "const key = row[column] ?? '';",
        "const key = JSON.stringify(columns.map((column) => row[column] ?? ''));",
      ),
      replace(AGGREGATE, '({ key, rows: members })', '({ key: JSON.parse(key) as string[], rows: members })'),
      replace(CLI, 'groupBy(rows, by).map', 'groupBy(rows, [by]).map'),
      replace(CLI, '[by]: key,', "[by]: key[0] ?? '',"),
      replace(AGGREGATE_TEST, "groupBy(people(), 'city')", "groupBy(people(), ['city'])"),
      replace(
        AGGREGATE_TEST,
        "[['Bonn', 'Ann Cy'], ['Rome', 'Bob']]",
        "[[['Bonn'], 'Ann Cy'], [['Rome'], 'Bob']]",
      ),
      append(
        AGGREGATE_TEST,
        lines(
          '',
          "test('groups by several columns', () => {",
          "  const keys = groupBy(people(), ['city', 'age']).map(({ key }) => key.join('/'));",
          "  assert.deepEqual(keys, ['Bonn/41', 'Rome/30', 'Bonn/9']);",
          '});',
        ),
      ),
    ),
  }),
  work('csv-tests-split', {
    gates: ['hook', 'relay'],
    kind: 'tests',
    story: 'the tests of reading and of writing are two files',
    edit: all(
      remove(CSV_TEST),
      write({
        'test/parse.test.js': suite('parse', 'parse'),
        'test/format.test.js': suite('format', 'format, parse'),
      }),
    ),
    names: { file: 'test/parse.test.js', name: 'parse > names cells by the first line' },
  }),
  work('cases-in-json', {
    gates: ['hook', 'relay', 'h3a'],
    kind: 'tests',
    story: 'the rows of a table are data beside the tests, and there is one more',
    edit: all(
      write({
        'test/data/where.json': `${JSON.stringify(
          [
            ['age>=30', 'Ann Bob'],
            ['age<10', 'Cy'],
            ['city=Bonn', 'Ann Cy'],
            ['city!=Bonn', 'Bob'],
            ['city=Bonn & age>10', 'Ann'],
            ['shoe=42', ''],
            ['name<=B', 'Ann'],
          ],
          null,
          2,
        )}\n`,
      }),
      replace(
        WHERE_TEST,
        /const CASES = \[[\s\S]*?\n\];\n/,
        "const CASES = JSON.parse(readFileSync(new URL('./data/where.json', import.meta.url), 'utf8'));\n",
      ),
      replace(
        WHERE_TEST,
        "import { describe, it } from 'node:test';",
        "import { readFileSync } from 'node:fs';\nimport { describe, it } from 'node:test';",
      ),
    ),
  }),
  work('helper-upgraded', {
    gates: ['hook', 'relay'],
    kind: 'tests',
    story: 'the helper that starts the command has a limit of time, and a test more',
    edit: all(
      replace(
        'test/helpers/run-cli.js',
        /\/\*\* What the command[\s\S]*$/,
        lines(
          '/** What the command prints, and how it ends; after ten seconds it is ended. */',
          "export const runCli = (args, input = '') =>",
          '  new Promise((resolve) => {',
          '    const child = execFile(process.execPath, [CLI, ...args], { timeout: 10_000 }, (error, stdout, stderr) => {',
          '      resolve({ code: error === null ? 0 : error.code, stdout, stderr });',
          '    });',
          '    child.stdin.end(input);',
          '  });',
        ),
      ),
      replace('test/helpers/run-cli.js', '{ spawn }', '{ execFile }'),
      replace(
        CLI_TEST,
        "  it('says what is wrong'",
        "  it('sorts', async () => {\n    const { stdout } = await runCli(['-', '--sort=-a'], 'a\\n9\\n10\\n');\n    assert.equal(stdout, 'a\\n10\\n9\\n');\n  });\n\n  it('says what is wrong'",
      ),
    ),
  }),
  work('mean-removed', {
    gates: ['relay', 'h3a'],
    kind: 'refactor',
    released: ['mean'],
    story: 'nobody takes means; the function goes, with its released test',
    edit: all(
      replace(AGGREGATE, /\n\/\*\* Blank cells[\s\S]*$/, ''),
      replace('src/index.ts', ', mean, sum', ', sum'),
      replace(AGGREGATE_TEST, 'groupBy, mean, sortBy', 'groupBy, sortBy'),
      replace(AGGREGATE_TEST, /test\('mean'[\s\S]*?\n\}\);\n\n/, ''),
    ),
  }),
  work('documented', {
    gates: ['hook', 'relay'],
    kind: 'docs',
    story: 'the library is documented, in comments, too',
    edit: all(
      append('README.md', lines('', '## Library', '', '```js', "import { parse, sum } from 'sieve';", '```')),
      replace(
        AGGREGATE,
        'export function groupBy',
        '/** In the order in which keys come up. */\nexport function groupBy',
      ),
      replace(
        CSV,
        'export function parse',
        '/**\n * Reads RFC 4180, with or without quotes.\n * @throws SyntaxError where a line has too many or too few cells\n */\nexport function parse',
      ),
    ),
  }),
  work('stricter', {
    gates: ['hook', 'relay'],
    kind: 'refactor',
    story: 'the compiler is asked for more',
    edit: all(
      replace(
        'tsconfig.json',
        '"strict": true,',
        '"strict": true,\n    "noUncheckedIndexedAccess": true,\n    "exactOptionalPropertyTypes": true,',
      ),
      replace(
        'src/sort.ts',
        "order.compare(a[name] ?? '', b[name] ?? '') * (down ? -1 : 1)",
        "(down ? -1 : 1) * order.compare(a[name] ?? '', b[name] ?? '')",
      ),
    ),
  }),
  work('errors-name-the-file', {
    gates: ['relay', 'h3a'],
    kind: 'fix',
    released: ['sieve > says what is wrong'],
    story: 'errors of the command name the file',
    names: { file: CLI_TEST, name: 'sieve > says what is wrong' },
    edit: all(
      replace(
        CLI,
        "let rows = parse(readFileSync(file === '-' ? 0 : file, 'utf8'));",
        'let rows = read(file);',
      ),
      replace(
        CLI,
        'const main = ():',
        "const read = (file: string): ReturnType<typeof parse> => {\n  try {\n    return parse(readFileSync(file === '-' ? 0 : file, 'utf8'));\n  } catch (error) {\n    throw error instanceof SyntaxError ? new SyntaxError(`${basename(file)}: ${error.message}`) : error;\n  }\n};\n\nconst main = ():",
      ),
      replace(CLI, 'import { parseArgs }', "import { basename } from 'node:path';\nimport { parseArgs }"),
      replace(CLI_TEST, '/^sieve: line 2', '/^sieve: broken\\.csv: line 2'),
    ),
  }),
  work('built-elsewhere', {
    gates: ['hook', 'relay'],
    kind: 'refactor',
    released: [CSV_TEST, WHERE_TEST, AGGREGATE_TEST, CLI_TEST],
    story: 'the build goes to another folder, and tests import it from there',
    edit: all(
      replace('tsconfig.json', '"outDir": "dist"', '"outDir": "build"'),
      replace('.gitignore', 'dist/', 'build/'),
      replace('package.json', './dist/index.js', './build/index.js'),
      replace('package.json', '"dist/cli.js"', '"build/cli.js"'),
      (files) =>
        Object.fromEntries(
          Object.entries(files).map(([path, now]) => [
            path,
            path.startsWith('test/') ? now.replaceAll('../dist/', '../build/') : now,
          ]),
        ),
    ),
  }),
  work('suites-renamed', {
    gates: ['hook', 'relay'],
    kind: 'tests',
    story: 'suites say what they are about, and one test of two is two',
    edit: all(
      prepend(WHERE_TEST, '// Conditions.\n'),
      replace(WHERE_TEST, "describe('compile'", "describe('a condition'"),
      replace(
        WHERE_TEST,
        "    assert.equal(compile('age<0')({ age: '' }), true);\n    assert.equal(compile('age=0')({ age: '' }), false);\n  });",
        "    assert.equal(compile('age<0')({ age: '' }), true);\n  });\n\n  it('takes no blank for 0', () => {\n    assert.equal(compile('age=0')({ age: '' }), false);\n  });",
      ),
    ),
  }),
];
