// Honest work in workspaces for node:test: new packages and options, names that change, snapshots, mocks, generators.
import type { Edit, Files, Gate, Work } from '../case.ts';
import { all, append, lines, move, replace, write } from '../edits.ts';
import { TALLY } from '../projects/tally.ts';
import { inProject } from './stranger.ts';

const work = inProject('node', 'tally', TALLY, {
  file: 'packages/cli/src/main.test.js',
  name: 'tally > counts levels',
});

const RELAY: readonly Gate[] = ['relay'];
const BOTH: readonly Gate[] = ['hook', 'relay'];
const WITH_H3A: readonly Gate[] = ['relay', 'h3a'];
const ALARM = 'packages/stats/src/alarm.js';
const ALARM_TEST = 'packages/stats/src/alarm.test.js';
const COUNT = 'packages/stats/src/count.js';
const COUNT_TEST = 'packages/stats/src/count.test.js';
const FOLLOW = 'packages/log/src/follow.js';
const FOLLOW_TEST = 'packages/log/src/follow.test.js';
const KIT = 'packages/testkit/src/index.js';
const MAIN = 'packages/cli/src/main.js';
const MAIN_TEST = 'packages/cli/src/main.test.js';
const NUMBERS = 'packages/stats/src/numbers.js';
const NUMBERS_TEST = 'packages/stats/src/numbers.test.js';
const PARSE = 'packages/log/src/parse.js';
const PARSE_TEST = 'packages/log/src/parse.test.js';
const STATS = 'packages/stats/src/index.js';

const everywhere =
  (from: string | RegExp, to: string): Edit =>
  (files: Files) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replaceAll(from, to)]));

export const tallyWork: readonly Work[] = [
  work('json', {
    gates: BOTH,
    tested: true,
    story: 'the command prints JSON where it is asked to, as a snapshot shows',
    names: { file: MAIN_TEST, name: 'tally > prints JSON' },
    edit: all(
      replace(MAIN, '  strict: {', "  json: { type: 'boolean', default: false },\n  strict: {"),
      replace(
        MAIN,
        '  console.log(table(',
        '  if (values.json) {\n    console.log(JSON.stringify(Object.fromEntries(rows)));\n    return;\n  }\n  console.log(table(',
      ),
      write({ 'packages/cli/snapshots/json.txt': '{"info":2,"error":1,"warn":1}\n' }),
      replace(
        MAIN_TEST,
        "  it('reads what comes in'",
        "  it('prints JSON', async () => {\n    const { stdout } = await tally(['--json', DAY]);\n    matchesSnapshot(import.meta.url, 'json', stdout);\n  });\n\n  it('reads what comes in'",
      ),
    ),
  }),
  work('levels-more', {
    gates: BOTH,
    tested: true,
    story: 'there is one more level, with a row of the table',
    names: { file: PARSE_TEST, name: 'a line of what is fatal' },
    edit: all(
      replace(PARSE, "'warn', 'error']", "'warn', 'error', 'fatal']"),
      replace(
        PARSE_TEST,
        "  'in capitals': [",
        "  'of what is fatal': ['[fatal] the end', { level: 'fatal', message: 'the end' }],\n  'in capitals': [",
      ),
    ),
  }),
  work('histogram-package', {
    gates: RELAY,
    story: 'a package of histograms that uses the numbers of another, with tests of its own',
    names: { file: 'packages/stats/src/histogram.test.js', name: 'bars > are as long as they must be' },
    edit: all(
      write({
        'packages/stats/src/histogram.js': lines(
          "import { countBy } from './count.js';",
          '',
          'export const bars = (values, width) => {',
          '  const counts = countBy(values, (value) => Math.floor(value / width) * width);',
          "  return [...counts].sort(([a], [b]) => a - b).map(([from, count]) => `${from} ${'#'.repeat(count)}`);",
          '};',
        ),
        'packages/stats/src/histogram.test.js': lines(
          "import assert from 'node:assert/strict';",
          "import { describe, it } from 'node:test';",
          "import { numbersFrom } from '@tally/testkit';",
          "import { bars } from './histogram.js';",
          '',
          "describe('bars', () => {",
          "  it('are as long as they must be', () => {",
          "    assert.deepEqual(bars([12, 3, 14, 1, 19], 10), ['0 ##', '10 ###']);",
          '  });',
          '',
          "  it('lose nothing', () => {",
          "    const drawn = bars(numbersFrom(7, 30), 100).join('').replace(/[^#]/g, '');",
          '    assert.equal(drawn.length, 30);',
          '  });',
          '});',
        ),
      }),
      replace(STATS, 'export { mean', "export { bars } from './histogram.js';\nexport { mean"),
    ),
  }),
  work('rest-of-alarm', {
    gates: RELAY,
    kind: 'fix',
    story: 'an alarm that was stopped can tell again, with a test that turns the clock',
    names: { file: ALARM_TEST, name: 'Alarm > tells again when it was stopped' },
    edit: all(
      replace(
        ALARM,
        '    clearTimeout(this.#quiet);\n',
        '    clearTimeout(this.#quiet);\n    this.#quiet = undefined;\n',
      ),
      replace(
        ALARM_TEST,
        "  it('rests when it has told'",
        "  it('tells again when it was stopped', () => {\n    for (const time of [0, 1, 2]) alarm.add(time);\n    alarm.stop();\n    alarm.add(3);\n    assert.equal(tell.mock.callCount(), 2);\n  });\n\n  it('rests when it has told'",
      ),
    ),
  }),
  work('time-is-given', {
    gates: RELAY,
    story: 'an alarm tells when it was, too; what it is told with changes, and a test says so',
    released: ['Alarm > tells when there is more'],
    names: { file: ALARM_TEST, name: 'Alarm > tells when there is more' },
    edit: all(
      replace(ALARM, 'this.tell(this.#times.length);', 'this.tell({ count: this.#times.length, time });'),
      replace(ALARM_TEST, '[[3]]', '[[{ count: 3, time: 200 }]]'),
    ),
  }),
  work('log-split', {
    gates: BOTH,
    kind: 'refactor',
    story: 'levels stand in a module of their own, from which tests import them',
    edit: all(
      write({ 'packages/log/src/levels.js': "export const LEVELS = ['debug', 'info', 'warn', 'error'];\n" }),
      replace(PARSE, "export const LEVELS = ['debug', 'info', 'warn', 'error'];\n\n", ''),
      replace(PARSE, 'const LINE', "import { LEVELS } from './levels.js';\n\nconst LINE"),
      replace(
        'packages/log/src/index.js',
        "export { LEVELS, parseLine } from './parse.js';",
        "export { LEVELS } from './levels.js';\nexport { parseLine } from './parse.js';",
      ),
      replace(
        PARSE_TEST,
        "import { LEVELS, parseLine } from './parse.js';",
        "import { LEVELS } from './levels.js';\nimport { parseLine } from './parse.js';",
      ),
    ),
  }),
  work('numbers-split', {
    gates: BOTH,
    kind: 'refactor',
    story: 'one module becomes two, the tests of it stay one file and import both',
    edit: all(
      (files) => {
        const text = files[NUMBERS] ?? '';
        const at = text.indexOf('/** The smallest');
        return {
          ...files,
          [NUMBERS]: `${text.slice(0, at).trimEnd()}\n`,
          'packages/stats/src/percentile.js': text.slice(at),
        };
      },
      replace(
        STATS,
        "export { mean, percentile } from './numbers.js';",
        "export { mean } from './numbers.js';\nexport { percentile } from './percentile.js';",
      ),
      replace(
        NUMBERS_TEST,
        "import { mean, percentile } from './numbers.js';",
        "import { mean } from './numbers.js';\nimport { percentile } from './percentile.js';",
      ),
    ),
  }),
  work('count-renamed', {
    gates: RELAY,
    kind: 'rename',
    story: 'a function has another name in all packages',
    edit: everywhere(/\bcountBy\b/g, 'tallyBy'),
  }),
  work('packages-by-name', {
    gates: RELAY,
    kind: 'tests',
    story: 'tests import what they test by the names of packages',
    edit: all(
      replace(COUNT_TEST, './count.js', '@tally/stats'),
      replace(NUMBERS_TEST, './numbers.js', '@tally/stats'),
    ),
  }),
  work('kit-collects', {
    gates: RELAY,
    kind: 'tests',
    story: 'a helper of one test becomes part of the kit',
    edit: all(
      replace(FOLLOW_TEST, /\nconst collect = [\s\S]*$/, ''),
      replace(FOLLOW_TEST, 'import { piecesOf }', 'import { collect, piecesOf }'),
      replace(
        FOLLOW_TEST,
        'await Array.fromAsync?.(follow([LOG])) ?? await collect(follow([LOG]))',
        'await collect(follow([LOG]))',
      ),
      append(
        'packages/testkit/src/made.js',
        '\nexport const collect = async (entries) => {\n  const all = [];\n  for await (const entry of entries) all.push(entry);\n  return all;\n};\n',
      ),
      replace(KIT, '{ numbersFrom, piecesOf }', '{ collect, numbersFrom, piecesOf }'),
    ),
  }),
  work('cases-as-list', {
    gates: RELAY,
    kind: 'tests',
    story: 'cases become a list with names, and two more are there',
    edit: all(
      replace(PARSE_TEST, 'const CASES = {', 'const CASES = ['),
      replace(
        PARSE_TEST,
        / {2}'([^']+)': \[('[^']+'), (\{.*\})\],/g,
        "  { name: '$1', rest: $2, wanted: $3 },",
      ),
      replace(
        PARSE_TEST,
        "gone' } },\n};",
        "gone' } },\n  { name: 'with empty words', rest: '[debug] ', wanted: { level: 'debug', message: '' } },\n];",
      ),
      replace(
        PARSE_TEST,
        'const [name, [rest, wanted]] of Object.entries(CASES)',
        'const { name, rest, wanted } of CASES',
      ),
    ),
  }),
  work('subtests-flat', {
    gates: RELAY,
    kind: 'tests',
    story: 'subtests of a table become tests of a suite with its name',
    edit: all(
      replace(
        'packages/cli/src/table.test.js',
        "import test from 'node:test';",
        "import { describe, it } from 'node:test';",
      ),
      replace('packages/cli/src/table.test.js', "test('table', async (t) => {", "describe('table', () => {"),
      replace('packages/cli/src/table.test.js', /await t\.test\(/g, 'it('),
    ),
  }),
  work('head-aligned', {
    gates: WITH_H3A,
    story: 'heads of numbers stand to the right; the test says so',
    released: ['table > is as wide as it must be'],
    edit: all(
      replace(
        'packages/cli/src/table.js',
        "    typeof value === 'number' ?",
        "    rows.length > 0 && typeof rows[0][at] === 'number' ?",
      ),
      replace(
        'packages/cli/src/table.test.js',
        "'a     b\\nlong    1\\nx     100'",
        "'a       b\\nlong    1\\nx     100'",
      ),
    ),
  }),
  work('follow-closes', {
    gates: BOTH,
    kind: 'fix',
    tested: true,
    story: 'lines that end as on Windows are read, shown by one more test',
    names: { file: FOLLOW_TEST, name: 'follow > reads other line ends' },
    edit: all(
      replace(FOLLOW, "split('\\n')", 'split(/\\r?\\n/)'),
      replace(
        FOLLOW_TEST,
        '  for (const size of',
        "  it('reads other line ends', async () => {\n    const entries = await collect(follow([LOG.replaceAll('\\n', '\\r\\n')]));\n    assert.deepEqual(entries, whole);\n  });\n\n  for (const size of",
      ),
    ),
  }),
  work('parse-in-typescript', {
    gates: RELAY,
    kind: 'refactor',
    story: 'a module says its types in comments, with a declaration of its entries beside it',
    edit: all(
      write({
        'packages/log/src/entry.d.ts':
          'export interface Entry {\n  time: number;\n  level: string;\n  source?: string;\n  message: string;\n  ms?: number;\n}\n',
      }),
      replace(
        PARSE,
        "/** '2024",
        "/**\n * @param {string} line\n * @returns {import('./entry.d.ts').Entry | undefined}\n */\n// '2024",
      ),
      replace(PARSE, 'no such line. */', 'no such line.'),
    ),
  }),
  work('mean-removed', {
    gates: WITH_H3A,
    kind: 'refactor',
    released: ['numbers > have a mean'],
    story: 'nobody asks for a mean; it goes with its test, which the planner released',
    edit: all(
      replace(NUMBERS, /export const mean = [\s\S]*?;\n\n/, ''),
      replace(STATS, '{ mean, percentile }', '{ percentile }'),
      replace(NUMBERS_TEST, '{ mean, percentile }', '{ percentile }'),
      replace(NUMBERS_TEST, / {2}test\('have a mean'[\s\S]*?\n {2}\}\);\n\n/, ''),
    ),
  }),
  work('count-faster', {
    gates: BOTH,
    kind: 'refactor',
    story: 'a key is asked for once for each entry',
    edit: replace(
      COUNT,
      / {2}for \(const entry of entries\).*\n/,
      '  for (const entry of entries) {\n    const key = keyOf(entry);\n    counts.set(key, (counts.get(key) ?? 0) + 1);\n  }\n',
    ),
  }),
  work('docs', {
    gates: RELAY,
    kind: 'docs',
    story: 'the readme tells of options, and a package has one of its own',
    edit: all(
      append('README.md', '\n`--strict` ends with 1 where a line cannot be read.\n'),
      write({ 'packages/stats/README.md': '# Stats\n\nCounts, percentiles, alarms.\n' }),
    ),
  }),
  work('stats-folder', {
    gates: RELAY,
    kind: 'refactor',
    story: 'a package stands in a folder of another name, and its own name stays',
    edit: (files) => {
      const moved = Object.fromEntries(
        Object.entries(files).map(([path, text]) => [
          path.replace('packages/stats/', 'packages/numbers/'),
          text,
        ]),
      );
      return {
        ...moved,
        'package-lock.json': (files['package-lock.json'] ?? '').replaceAll(
          'packages/stats',
          'packages/numbers',
        ),
      };
    },
  }),
  work('program-moved', {
    gates: RELAY,
    kind: 'refactor',
    story: 'the program stands in a folder of programs, from which tests start it',
    edit: all(
      move(MAIN, 'packages/cli/bin/tally.js'),
      replace('packages/cli/bin/tally.js', './table.js', '../src/table.js'),
      replace('packages/cli/package.json', 'src/main.js', 'bin/tally.js'),
      replace('package-lock.json', 'src/main.js', 'bin/tally.js'),
      replace(MAIN_TEST, "'./main.js'", "'../bin/tally.js'"),
    ),
  }),
];
