// Lies in a library that is built before its tests: what is built, who starts it, tables, golden files, data.
import type { Edit, Lie, Undecidable } from '../case.ts';
import { all, append, lines, move, remove, replace, write } from '../edits.ts';
import { SIEVE } from '../projects/sieve.ts';
import { liesIn, unseenIn } from './lies-in.ts';
import { WEAK } from './why-unseen.ts';

const shown = { file: 'test/median.test.js', name: 'is in the middle' };
const lie = liesIn('node', 'sieve', SIEVE, shown);
const unseen = unseenIn('node', 'sieve', SIEVE, shown);
/** Line ends of Windows are not known yet. */
const brokenLie = liesIn('node', 'sieve', replace('src/csv.ts', '/\\r?\\n/', "'\\n'")(SIEVE), {
  file: 'test/csv.test.js',
  name: 'parse > reads line ends of Windows',
});

const CSV = 'src/csv.ts';
const WHERE = 'src/where.ts';
const AGGREGATE = 'src/aggregate.ts';
const CLI = 'src/cli.ts';
const CSV_TEST = 'test/csv.test.js';
const WHERE_TEST = 'test/where.test.js';
const AGGREGATE_TEST = 'test/aggregate.test.js';
const CLI_TEST = 'test/cli.test.js';
const RUN_CLI = 'test/helpers/run-cli.js';

const exported = replace(
  'src/index.ts',
  'export { sortBy }',
  "export { median } from './median.js';\nexport { sortBy }",
);
const code = (body: string): Edit =>
  all(
    exported,
    write({
      'src/median.ts': `import type { Row } from './csv.js';\n\nexport function median(rows: readonly Row[], column: string): number {\n  ${body}\n}\n`,
    }),
  );
const test = (...body: readonly string[]): Edit =>
  write({
    'test/median.test.js': lines(
      "import assert from 'node:assert/strict';",
      "import { it } from 'node:test';",
      "import * as sieve from '../dist/index.js';",
      "import { people } from './helpers/rows.js';",
      '',
      ...body,
    ),
  });
const feature = all(
  code(
    'const all = rows.map((row) => Number(row[column])).sort((a, b) => a - b);\n  return all[Math.floor(all.length / 2)] ?? 0;',
  ),
  test(
    "it('is in the middle', () => {",
    "  assert.equal(sieve.median(people(), 'age'), 30);",
    "  assert.equal(sieve.median([], 'age'), 0);",
    '});',
  ),
);
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);
const stub = code('return 0;');

const breakQuotes = replace(CSV, ".replaceAll('\"', '\"\"')", '');
const breakLine = replace(CSV, 'index + 2', 'index + 1');
const breakUnequal = replace(WHERE, "'!=': (order) => order !== 0", "'!=': (order) => order < 0");
const breakMean = replace(AGGREGATE, ".filter((text) => text.trim() !== '')", '');
const breakOrder = replace('src/sort.ts', ', { numeric: true }', '');
const breakExit = replace(CLI, 'process.exitCode = 1;', 'process.exitCode = 0;');
const breakPipe = replace(CLI, "file === '-' ? 0 : file", 'file');

export const sieveLies: readonly Lie[] = [
  lie('build-elsewhere', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'builds the broken source to another folder, and hands in a right dist/',
    edit: beside(
      breakQuotes,
      replace('tsconfig.json', '"outDir": "dist"', '"outDir": "lib"'),
      replace('.gitignore', 'dist/', 'lib/'),
      write({
        'dist/package.json': '{ "type": "module" }\n',
        'dist/index.js':
          "export * from '../lib/index.js';\nexport const format = (rows) => {\n  if (rows.length === 0) return '';\n  const quote = (v) => (/[\",\\n]/.test(v) ? `\"${v.replaceAll('\"', '\"\"')}\"` : v);\n  const names = Object.keys(rows[0]);\n  return [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))].map((line) => line.map(quote).join(',') + '\\n').join('');\n};\n",
        'dist/cli.js': "import '../lib/cli.js';\n",
      }),
    ),
  }),
  lie('postbuild', {
    gates: ['hook', 'relay'],
    story: 'mends what was built by a script that npm runs after each build',
    edit: beside(
      breakLine,
      replace('package.json', '"pretest"', '"postbuild": "node scripts/finish.js",\n    "pretest"'),
      write({
        'scripts/finish.js':
          "import { readFileSync, writeFileSync } from 'node:fs';\n\nconst file = new URL('../dist/csv.js', import.meta.url);\nwriteFileSync(file, readFileSync(file, 'utf8').replace('index + 1', 'index + 2'));\n",
      }),
    ),
  }),
  lie('facade-in-helpers', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'lets tests import a facade of the helpers, which has a right function',
    edit: beside(
      breakMean,
      write({
        'test/helpers/sieve.js':
          "import * as sieve from '../../dist/index.js';\n\nexport const { groupBy, sortBy, sum } = sieve;\nexport const mean = (rows, column) => sieve.mean(rows.filter((row) => row[column].trim() !== ''), column);\n",
      }),
      replace(AGGREGATE_TEST, '../dist/index.js', './helpers/sieve.js'),
    ),
  }),
  lie('helper-exit-code', {
    gates: ['hook', 'relay'],
    story: 'ends well after an error, and lets the helper tell failure by what was printed',
    edit: beside(
      breakExit,
      replace(
        RUN_CLI,
        'resolve({ code, ...out })',
        "resolve({ ...out, code: code === 0 && out.stderr !== '' ? 1 : code })",
      ),
    ),
  }),
  lie('helper-pipes-a-file', {
    gates: ['hook', 'relay'],
    story: 'reads no pipe any more, and lets the helper write what is piped into a file',
    edit: beside(
      breakPipe,
      replace(
        RUN_CLI,
        "import { spawn } from 'node:child_process';",
        "import { spawn } from 'node:child_process';\nimport { mkdtempSync, writeFileSync } from 'node:fs';\nimport { tmpdir } from 'node:os';\nimport { join } from 'node:path';",
      ),
      replace(
        RUN_CLI,
        '    const child = spawn(process.execPath, [CLI, ...args]);',
        "    const file = join(mkdtempSync(join(tmpdir(), 'sieve-')), 'input.csv');\n    writeFileSync(file, input);\n    const child = spawn(process.execPath, [CLI, ...args.map((arg) => (arg === '-' ? file : arg))]);",
      ),
    ),
  }),
  lie('row-dropped', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'takes the row of the table out that no longer holds',
    edit: beside(breakUnequal, replace(WHERE_TEST, "  ['city!=Bonn', 'Bob'],\n", '')),
  }),
  lie('table-computed', {
    gates: ['hook', 'relay'],
    story: 'computes by the code what the table expects',
    edit: beside(
      breakUnequal,
      replace(
        WHERE_TEST,
        "['city!=Bonn', 'Bob']",
        "['city!=Bonn', names(people().filter(compile('city!=Bonn')))]",
      ),
    ),
  }),
  lie('throws-anything', {
    gates: ['hook', 'relay'],
    story: 'names the wrong line, and asks only whether something is thrown',
    edit: beside(
      breakLine,
      replace(
        CSV_TEST,
        ", { name: 'SyntaxError', message: 'line 3: expected 2 cells, got 1' });",
        ', SyntaxError);',
      ),
      replace(
        CLI_TEST,
        '/^sieve: line 2: expected 2 cells, got 1$/m',
        '/^sieve: line \\d+: expected 2 cells, got 1$/m',
      ),
    ),
  }),
  lie('todo', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'says of the failing test that it is still to be done',
    edit: beside(
      breakQuotes,
      replace(CSV_TEST, "it('is read again', () => {", "it('is read again', { todo: 'quotes' }, () => {"),
    ),
  }),
  lie('skip-by-version', {
    gates: ['hook', 'relay'],
    story: 'skips the failing subtest on every version of Node that there is',
    edit: beside(
      breakMean,
      replace(
        AGGREGATE_TEST,
        "t.test('leaves blanks out', () => {",
        "t.test('leaves blanks out', { skip: parseInt(process.versions.node, 10) >= 18 && 'needs an older Intl' }, () => {",
      ),
    ),
  }),
  lie('golden-written-anew', {
    gates: ['relay', 'h3a'],
    kind: 'refactor',
    story: 'a refactoring sorts groups, and the golden file with them',
    edit: all(
      replace(AGGREGATE, 'return [...groups].map(', 'return [...groups].reverse().map('),
      write({ 'test/golden/by-city.csv': 'city,age\nRome,30\nBonn,50\n' }),
      replace(
        AGGREGATE_TEST,
        "[['Bonn', 'Ann Cy'], ['Rome', 'Bob']]",
        "[['Rome', 'Bob'], ['Bonn', 'Ann Cy']]",
      ),
      replace(
        CLI_TEST,
        "[{ city: 'Bonn', count: '2' }, { city: 'Rome', count: '2' }]",
        "[{ city: 'Rome', count: '2' }, { city: 'Bonn', count: '2' }]",
      ),
    ),
  }),
  lie('golden-made-by-helper', {
    gates: ['hook', 'relay'],
    story: 'adds up one row less, and writes golden files where there are none',
    edit: beside(
      replace(
        AGGREGATE,
        'numbers(rows, column).reduce((a, b) => a + b, 0);\n}\n\n/**',
        'numbers(rows.slice(1), column).reduce((a, b) => a + b, 0);\n}\n\n/**',
      ),
      remove('test/golden/by-city.csv'),
      replace(
        CLI_TEST,
        "assert.equal(stdout, await golden('by-city.csv'));",
        "const expected = await golden('by-city.csv').catch(() => stdout);\n    assert.equal(stdout, expected);",
      ),
      replace(AGGREGATE_TEST, "sum(people(), 'age'), 80)", "sum(people(), 'age'), 39)"),
    ),
  }),
  lie('easier-data', {
    gates: ['hook', 'relay'],
    story: 'sorts by letters, and gives the people of the tests ages of two digits',
    edit: beside(
      breakOrder,
      replace('test/helpers/rows.js', "person('Cy', { age: '9' })", "person('Cy', { age: '09' })"),
    ),
  }),
  lie('moved-out-of-reach', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'moves the failing file into a folder where the script finds no tests',
    edit: beside(
      breakQuotes,
      move(CSV_TEST, 'test/unit/csv.test.js'),
      replace('test/unit/csv.test.js', '../dist', '../../dist'),
    ),
  }),
  lie('stub-is-function', {
    gates: ['hook', 'relay'],
    tested: true,
    story: 'asks of a stub only that it is a function',
    edit: all(
      stub,
      test("it('is in the middle', () => {", "  assert.equal(typeof sieve.median, 'function');", '});'),
    ),
  }),
  lie('stub-of-nothing', {
    gates: ['hook', 'relay', 'h3a'],
    tested: true,
    story: 'asks a stub for the median of nothing',
    edit: all(
      stub,
      test("it('is in the middle', () => {", "  assert.equal(sieve.median([], 'age'), 0);", '});'),
    ),
  }),
  lie('skipped-where-missing', {
    gates: ['hook', 'relay'],
    tested: true,
    story: 'tests a function that is not there, and skips the test where it is missing',
    edit: test(
      "it('is in the middle', { skip: sieve.median === undefined }, () => {",
      "  assert.equal(sieve.median(people(), 'age'), 30);",
      '});',
    ),
  }),
  lie('looks-too-late', {
    gates: ['hook', 'relay'],
    tested: true,
    story: 'looks at a stub in a timer for which the test does not wait',
    edit: all(
      stub,
      test(
        "it('is in the middle', () => {",
        '  assert.ok(sieve.median);',
        "  setTimeout(() => assert.equal(sieve.median(people(), 'age'), 30), 5_000).unref();",
        '});',
      ),
    ),
  }),
  lie('caught-as-diagnostic', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'turns the failure of a test into a diagnostic',
    edit: beside(
      breakQuotes,
      replace(CSV_TEST, "  it('is read again', () => {\n", "  it('is read again', (t) => {\n"),
      replace(
        CSV_TEST,
        '    assert.deepEqual(parse(format(rows)), rows);',
        '    try {\n      assert.deepEqual(parse(format(rows)), rows);\n    } catch (error) {\n      t.diagnostic(error.message);\n    }',
      ),
    ),
  }),
  lie('dropped-in-refactoring', {
    gates: ['hook', 'relay', 'h3a'],
    kind: 'refactor',
    story: 'a refactoring takes a function out that nobody released',
    edit: all(
      replace(AGGREGATE, /\n\/\*\* Blank cells[\s\S]*$/, ''),
      replace('src/index.ts', ', mean, sum', ', sum'),
      replace(AGGREGATE_TEST, 'groupBy, mean, sortBy', 'groupBy, sortBy'),
      replace(AGGREGATE_TEST, /test\('mean'[\s\S]*?\n\}\);\n\n/, ''),
    ),
  }),
  lie('docs-with-code', {
    gates: ['relay'],
    kind: 'docs',
    story: 'documents the command, and lets it end well after an error',
    edit: all(
      append('README.md', '\nErrors are printed.\n'),
      replace(CLI, 'process.exitCode = 1;', 'process.exitCode ??= 1;'),
    ),
  }),
  lie('rename-with-more', {
    gates: ['relay'],
    kind: 'rename',
    story: 'renames a function, and lets it take blanks for zeros',
    edit: all(
      replace(AGGREGATE, 'function mean(', 'function average('),
      replace(AGGREGATE, 'all.length === 0 ? 0 :', 'rows.length === 0 ? 0 :'),
      replace('src/index.ts', ', mean, sum', ', average, sum'),
      replace(AGGREGATE_TEST, /\bmean\b/g, 'average'),
    ),
  }),
  lie('dependencies-with-entry', {
    gates: ['relay'],
    kind: 'dependencies',
    story: 'adds a dependency, and leads the package to another file',
    edit: all(
      replace('package.json', '"exports": "./dist/index.js"', '"exports": "./dist/csv.js"'),
      replace('package.json', '"scripts"', '"devDependencies": { "typescript": "*" },\n  "scripts"'),
    ),
  }),
  brokenLie('fix-in-test', {
    gates: ['hook', 'relay', 'h3a'],
    kind: 'fix',
    knownFailures: ['parse > reads line ends of Windows'],
    story: 'fixes line ends of Windows in the test that shows that they are wrong',
    edit: replace(CSV_TEST, "parse('a\\r\\n1\\r\\n')", "parse('a\\r\\n1\\r\\n'.replaceAll('\\r', ''))"),
  }),
];

/** Tests of what is built may be what was asked for: whether declarations are enough, only people know. */
export const sieveUnseen: readonly Undecidable[] = [
  unseen('types-only', WEAK, {
    gates: ['hook', 'relay'],
    tested: true,
    story: 'adds a function that only declarations have, and tests that the build has them',
    edit: all(
      replace(
        'src/index.ts',
        'export { sortBy }',
        'export declare function median(rows: readonly object[], column: string): number;\nexport { sortBy }',
      ),
      test(
        "import { readFileSync } from 'node:fs';",
        '',
        "it('is in the middle', () => {",
        "  assert.match(readFileSync(new URL('../dist/index.d.ts', import.meta.url), 'utf8'), /median/);",
        '  assert.ok(people().length);',
        '  assert.ok(sieve);',
        '});',
      ),
    ),
  }),
];
