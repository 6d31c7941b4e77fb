// Honest work of every kind, in a library with generated code and a table in its documents.
import type { Work } from '../case.ts';
import { all, append, move, replace, write } from '../edits.ts';
import { GAUGE } from '../projects/gauge.ts';
import { ALARMS, MARGIN, SERIES, SPREAD, spread } from '../projects/gauge-edits.ts';
import { inProject } from './stranger.ts';

const work = inProject('node', 'gauge', GAUGE, SPREAD);
const relay = { gates: ['relay'] } as const;
const PARSES = 'test/parse.test.js';

export const gaugeWork: readonly Work[] = [
  work('docs-everywhere', {
    gates: ['relay', 'agentmux'],
    kind: 'docs',
    story: 'documents, a picture, comments in code and in a test',
    edit: all(
      append('README.md', '\n![A gauge](docs/gauge.svg)\n'),
      write({
        'docs/gauge.svg': '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>\n',
        'docs/decisions/0001-units.md': '# Units\n\nThey are generated.\n',
      }),
      replace('src/alarm.js', '/** Rings at', '/**\n * Rings at'),
      replace(
        'src/alarm.js',
        'by the margin. */',
        'by the margin.\n * @example new Alarm(10, 2).read(9)\n */',
      ),
      replace(
        'src/parse.js',
        '// An unknown unit is worse than none.',
        '// An unknown unit is worse than none: nobody would notice.',
      ),
      replace(SERIES, "describe('series'", "// Numbers are small on purpose.\ndescribe('series'"),
    ),
  }),
  work('docs-usage', {
    ...relay,
    kind: 'docs',
    story: 'words of a document that mentions code',
    edit: replace('docs/usage.md', "parse('3 km');", "parse('3 km'); // { value: 3, unit: 'km' }"),
  }),
  work('docs-license', {
    ...relay,
    kind: 'docs',
    story: 'a licence, a code of conduct and a template for issues',
    edit: write({
      LICENSE: 'MIT\n',
      'CODE_OF_CONDUCT.md': '# Be kind\n',
      '.github/ISSUE_TEMPLATE/bug.md': '---\nname: Bug\n---\n\nWhat happened?\n',
    }),
  }),
  work('rename-module', {
    gates: ['relay', 'agentmux'],
    kind: 'rename',
    story: 'a module, its test and its export under another name',
    edit: all(
      move('src/convert.js', 'src/conversion.js'),
      move('test/convert.test.js', 'test/conversion.test.js'),
      replace('src/index.js', './convert.js', './conversion.js'),
      replace('src/format.js', './convert.js', './conversion.js'),
      replace('package.json', './src/convert.js', './src/conversion.js'),
      replace('test/conversion.test.js', '../src/convert.js', '../src/conversion.js'),
    ),
  }),
  work('rename-function', {
    ...relay,
    kind: 'rename',
    story: 'a function under another name, in code, tests and documents',
    edit: (files) =>
      Object.fromEntries(
        Object.entries(files).map(([path, text]) => [
          path,
          /\.(?:js|md)$/.test(path) ? text.replace(/\blevelOf\b/g, 'levelFor') : text,
        ]),
      ),
  }),
  work('generated-again', {
    ...relay,
    kind: 'generated',
    story: 'the generated module in another order',
    edit: replace(
      'src/units.gen.js',
      '  m: 1,\n  km: 1000,\n  cm: 0.01,\n',
      '  cm: 0.01,\n  km: 1000,\n  m: 1,\n',
    ),
  }),
  work('dependencies-engines', {
    ...relay,
    kind: 'dependencies',
    story: 'a newer Node is asked for, in the manifest and the lock file',
    edit: all(replace('package.json', '>=20', '>=20.19'), replace('package-lock.json', '>=20', '>=20.19')),
  }),
  work('dependencies-version', {
    ...relay,
    kind: 'dependencies',
    story: 'the next version of the package',
    edit: all(replace('package.json', '1.4.0', '1.4.1'), replace('package-lock.json', '1.4.0', '1.4.1')),
  }),
  work('tests-parametrised', {
    gates: ['relay', 'agentmux'],
    kind: 'tests',
    story: 'tests of reading become rows under the same names',
    edit: replace(
      PARSES,
      /test\('reads a value', [\s\S]*?test\('refuses/,
      "for (const [name, text, wanted] of [\n  ['reads a value', '3 km', { value: 3, unit: 'km' }],\n  ['reads a value with blanks', '  3.5   m ', { value: 3.5, unit: 'm' }],\n  ['reads 3.5 m', '3.5 m', { value: 3.5, unit: 'm' }],\n  ['reads 395 m', '395 m', { value: 395, unit: 'm' }],\n]) {\n  test(name, () => assert.deepEqual(parse(text), wanted));\n}\n\ntest('refuses",
    ),
  }),
  work('tests-split', {
    ...relay,
    kind: 'tests',
    story: 'the suite of levels in a file of its own, and a helper for readings',
    edit: (files) => ({
      ...files,
      [ALARMS]: files[ALARMS]!.replace(/\ndescribe\('levels'[\s\S]*$/, '')
        .replace("import { levelOf } from '../src/levels.js';\n", '')
        .replace(
          'await new Alarm(10, 1).watch([9, 10, 12, 9.5, 11, 8, 10], ring);',
          'await new Alarm(10, 1).watch(readings(9, 10, 12, 9.5, 11, 8, 10), ring);',
        )
        .replace(
          "import { Alarm } from '../src/alarm.js';\n",
          "import { Alarm } from '../src/alarm.js';\nimport { readings } from './helpers/readings.js';\n",
        ),
      'test/helpers/readings.js': 'export async function* readings(...values) {\n  yield* values;\n}\n',
      'test/levels.test.js': `import assert from 'node:assert/strict';\nimport { describe, it } from 'node:test';\nimport { levelOf } from '../src/levels.js';\n\n${/describe\('levels'[\s\S]*$/.exec(files[ALARMS]!)![0]}`,
    }),
  }),
  work('tests-more', {
    ...relay,
    kind: 'tests',
    story: 'more tests of what is there, and a helper with a message',
    edit: all(
      append(
        SERIES,
        "\ndescribe('no values', () => {\n  it('have no mean', () => assert.ok(Number.isNaN(mean([]))));\n});\n",
      ),
      replace(
        'test/helpers/near.js',
        '`expected ${expected}, got ${actual}`',
        '`expected ${expected} ± ${tolerance}, got ${actual}`',
      ),
    ),
  }),
  work('refactor-extract', {
    gates: ['relay', 'agentmux'],
    kind: 'refactor',
    story: 'a class becomes a function with the same face, and its state a module',
    edit: all(
      write({
        'src/latch.js':
          'export const latch = (on, off) => {\n  let held = false;\n  return (value) => {\n    if (on(value)) held = true;\n    else if (off(value)) held = false;\n    return held;\n  };\n};\n',
      }),
      replace('src/alarm.js', '/** Rings', "import { latch } from './latch.js';\n\n/** Rings"),
      replace('src/alarm.js', '  #ringing = false;\n', '  #ringing = false;\n  #latch;\n'),
      replace(
        'src/alarm.js',
        '    this.margin = margin;\n',
        '    this.margin = margin;\n    this.#latch = latch((value) => value >= threshold, (value) => value < threshold - margin);\n',
      ),
      replace(
        'src/alarm.js',
        / {4}if \(value >= this[\s\S]*?return this\.#ringing;/,
        '    this.#ringing = this.#latch(value);\n    return this.#ringing;',
      ),
    ),
  }),
  work('refactor-dead', {
    gates: ['relay'],
    kind: 'refactor',
    released: ['series > has fewer peaks in a wider window'],
    story: 'nobody uses a window: it goes, with its test, which the plan releases',
    edit: all(
      replace('src/series.js', '(values, window = 1)', '(values)'),
      replace('src/series.js', 'at - window', 'at - 1'),
      replace('src/series.js', 'at + window + 1', 'at + 2'),
      replace(SERIES, /.*wider window.*\n/, ''),
    ),
  }),
  work('refactor-formatting', {
    ...relay,
    kind: 'refactor',
    story: 'trailing blanks, line ends and long lines',
    edit: all(
      replace(
        ALARMS,
        '    assert.deepEqual([10, 9, 8, 7.9, 9].map((value) => alarm.read(value)), [true, true, true, false, false]);',
        '    assert.deepEqual(\n      [10, 9, 8, 7.9, 9].map((value) => alarm.read(value)),\n      [true, true, true, false, false],\n    );',
      ),
      replace('src/levels.js', 'const levels = () => [...', 'const levels = () =>\n  [...'),
    ),
  }),
  work('fix-released', {
    gates: ['relay', 'agentmux', 'h3a'],
    kind: 'fix',
    released: ['series > has peaks'],
    names: { file: SERIES, name: 'series > has peaks' },
    story: 'a plateau is no peak: the test of peaks says so, and is released',
    edit: all(
      replace(
        'src/series.js',
        'around.some((other) => other < value)',
        'around.filter((other) => other === value).length === 1',
      ),
      replace(SERIES, 'peaks([1, 3, 2, 5, 1]), [3, 5])', 'peaks([1, 3, 2, 5, 5, 1]), [3])'),
    ),
  }),
  work('unit-added', {
    gates: ['relay', 'h3a', 'hook'],
    names: { file: PARSES, name: 'reads millimetres' },
    story: 'a unit more: data, generated module, document and test',
    edit: all(
      replace('data/units.json', '"cm": 0.01', '"cm": 0.01,\n  "mm": 0.001'),
      replace('src/units.gen.js', '  cm: 0.01,\n', '  cm: 0.01,\n  mm: 0.001,\n'),
      append('docs/usage.md', '\nUnits: m, km, cm, mm.\n'),
      append(PARSES, "\ntest('reads millimetres', () => {\n  assert.equal(parse('5 mm').unit, 'mm');\n});\n"),
    ),
  }),
  work('level-added', {
    gates: ['relay', 'h3a'],
    names: { file: ALARMS, name: 'levels > reach the top' },
    story: 'a level more in the table that code reads, with a test',
    edit: all(
      replace('docs/levels.md', '| high | 80 |\n', '| high | 80 |\n| top | 95 |\n'),
      replace(
        ALARMS,
        "describe('levels', () => {\n",
        "describe('levels', () => {\n  it('reach the top', () => {\n    assert.equal(levelOf(96), 'top');\n  });\n\n",
      ),
    ),
  }),
  work('two-rounds', {
    gates: ['relay', 'agentmux'],
    story: 'a feature, and in the round of fixes a document and one case more',
    turns: [
      { edit: spread },
      {
        edit: all(
          append('README.md', '\n`spread` tells how far values are apart.\n'),
          replace(
            'src/series.js',
            '=> Math.max(...values) -',
            '=> values.length === 0 ? 0 : Math.max(...values) -',
          ),
          replace('test/spread.test.js', ', 6);\n', ', 6);\n  assert.equal(spread([]), 0);\n'),
        ),
      },
    ],
  }),
  work('two-rounds-renamed', {
    gates: ['relay', 'agentmux', 'hook'],
    story: 'a feature, and in the round of fixes another name for it',
    turns: [
      { edit: spread },
      {
        edit: all(
          replace('src/series.js', 'spread', 'extent'),
          replace('test/spread.test.js', 'spread', 'extent'),
          move('test/spread.test.js', 'test/extent.test.js'),
        ),
      },
    ],
  }),
  work('margin-by-share', {
    gates: ['relay', 'hook'],
    story: 'a margin can be a share, with suites rearranged',
    names: { file: ALARMS, name: 'an alarm > with a margin > takes a share' },
    edit: (files) => ({
      ...files,
      'src/alarm.js': files['src/alarm.js']!.replace(
        'this.margin = margin;',
        "this.margin = typeof margin === 'string' ? (threshold * Number.parseFloat(margin)) / 100 : margin;",
      ).replace('if (margin < 0)', 'if (Number.parseFloat(margin) < 0)'),
      [ALARMS]: files[ALARMS]!.replace(
        MARGIN,
        (text) =>
          `  describe('with a margin', () => {\n${text.trimEnd().replace(/^/gm, '  ')}\n\n    it('takes a share', () => {\n      const alarm = new Alarm(10, '20%');\n      assert.deepEqual([10, 8, 7.9].map((value) => alarm.read(value)), [true, true, false]);\n    });\n  });\n\n`,
      ),
    }),
  }),
];
