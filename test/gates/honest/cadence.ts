// Honest work in a library for node:test: units, an option of the program, suites that move, assertions of its own.
import type { Work } from '../case.ts';
import { all, append, lines, move, partsOf, remove, replace, write } from '../edits.ts';
import { CADENCE } from '../projects/cadence.ts';
import { inProject } from './stranger.ts';

const work = inProject('node', 'cadence', CADENCE, {
  file: 'test/duration.test.js',
  name: 'duration > goes both ways',
});

const DURATION_TEST = 'test/duration.test.js';
const DEBOUNCE_TEST = 'test/debounce.test.js';
const LIMIT_TEST = 'test/limit.test.js';
const EVERY_TEST = 'test/time/every.test.js';
const CLI_TEST = 'test/cli.test.js';
const SUPPORT = 'test/support/assertions.js';
const part = partsOf(CADENCE);

export const cadenceWork: readonly Work[] = [
  work('throttle', {
    gates: ['relay', 'hook'],
    tested: true,
    story: 'calls can be throttled, with mocked timers',
    names: { file: 'test/throttle.test.js', name: 'throttle > calls once in a while' },
    edit: all(
      write({
        'src/throttle.js': lines(
          '/** Calls at most once in a while. */',
          'export const throttle = (call, wait) => {',
          '  let isQuiet = true;',
          '  return (...args) => {',
          '    if (!isQuiet) return;',
          '    isQuiet = false;',
          '    setTimeout(() => {',
          '      isQuiet = true;',
          '    }, wait);',
          '    call(...args);',
          '  };',
          '};',
        ),
        'test/throttle.test.js': lines(
          "import { describe, it } from 'node:test';",
          "import { throttle } from '../src/index.js';",
          "import { assertCalls } from './support/assertions.js';",
          '',
          "describe('throttle', () => {",
          "  it('calls once in a while', (t) => {",
          "    t.mock.timers.enable({ apis: ['setTimeout'] });",
          '    const call = t.mock.fn();',
          '    const throttled = throttle(call, 50);',
          "    throttled('a');",
          "    throttled('b');",
          '    t.mock.timers.tick(50);',
          "    throttled('c');",
          "    assertCalls(call, ['a'], ['c']);",
          '  });',
          '});',
        ),
      }),
      append('src/index.js', "export { throttle } from './throttle.js';\n"),
    ),
  }),
  work('weeks', {
    gates: ['relay'],
    story: 'weeks are a unit, which is written and read',
    edit: all(
      replace('src/duration.js', 'const UNITS = [\n', "const UNITS = [\n  ['w', 604_800_000],\n"),
      replace('src/duration.js', '(ms|[dhms])', '(ms|[wdhms])'),
      replace(
        DURATION_TEST,
        "      ['1d12h', 129_600_000],\n",
        "      ['1d12h', 129_600_000],\n      ['2w', 1_209_600_000],\n",
      ),
      replace(DURATION_TEST, "['1d', '2h',", "['1w', '1d', '2h',"),
    ),
  }),
  work('json-option', {
    gates: ['relay'],
    story: 'the program prints JSON where it is asked to, as a golden file shows',
    edit: all(
      replace(
        'bin/cadence.js',
        "default: '1' } },",
        "default: '1' }, json: { type: 'boolean', default: false } },",
      ),
      replace(
        'bin/cadence.js',
        'console.log(`${at.toISOString()}\\t${rule}`);',
        'console.log(values.json ? JSON.stringify({ at, rule }) : `${at.toISOString()}\\t${rule}`);',
      ),
      replace('bin/cadence.js', '[-n COUNT] FILE', '[-n COUNT] [--json] FILE'),
      write({
        'test/fixtures/rules.expected.jsonl': lines(
          '{"at":"2026-06-02T02:00:00.000Z","rule":"daily 02:00"}',
          '{"at":"2026-06-01T18:00:00.000Z","rule":"mon,fri 18:00"}',
          '{"at":"2026-06-01T12:00:00.000Z","rule":"every 6h"}',
        ),
      }),
      replace(
        CLI_TEST,
        "  it('says how it is used'",
        "  it('prints JSON', () => {\n    const { stdout } = cadence('--json', '--after', '2026-06-01T10:00:00Z', fixture('rules.txt'));\n    assert.equal(stdout, readFileSync(fixture('rules.expected.jsonl'), 'utf8'));\n  });\n\n  it('says how it is used'",
      ),
    ),
  }),
  work('limit-class', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'a limit is a class inside',
    edit: write({
      'src/limit.js': lines(
        'class Limit {',
        '  #running = 0;',
        '  #waiting = [];',
        '',
        '  constructor(count) {',
        "    if (!Number.isInteger(count) || count < 1) throw new RangeError('expected a whole number above 0');",
        '    this.count = count;',
        '  }',
        '',
        '  run(task) {',
        '    return new Promise((resolve, reject) => {',
        '      this.#waiting.push({ task, resolve, reject });',
        '      this.#advance();',
        '    });',
        '  }',
        '',
        '  async #advance() {',
        '    if (this.#running >= this.count || this.#waiting.length === 0) return;',
        '    this.#running += 1;',
        '    const { task, resolve, reject } = this.#waiting.shift();',
        '    try {',
        '      resolve(await task());',
        '    } catch (error) {',
        '      reject(error);',
        '    }',
        '    this.#running -= 1;',
        '    this.#advance();',
        '  }',
        '}',
        '',
        '/** At most so many at a time; the others wait in their order. */',
        'export const limit = (count) => {',
        '  const limited = new Limit(count);',
        '  return (task) => limited.run(task);',
        '};',
      ),
    }),
  }),
  work('suites-flattened', {
    gates: ['relay'],
    kind: 'tests',
    story: 'suites inside of a suite become suites of the file',
    names: { file: DURATION_TEST, name: 'goes both ways' },
    edit: (files) => ({
      ...files,
      [DURATION_TEST]: `${files[DURATION_TEST]!.replace("describe('duration', () => {\n", '')
        .replace(/\n\}\);\n$/, '\n')
        .replace(/^ {2}/gm, '')}`,
    }),
  }),
  work('loop-to-suite', {
    gates: ['relay'],
    kind: 'tests',
    story: 'a test that loops becomes a test for each text',
    edit: replace(
      DURATION_TEST,
      "  it('goes both ways', () => {\n    for (const text of ['1d', '2h', '3m', '4s', '5ms', '1d2h3m4s5ms']) assertRoundTrip(parse, format, text);\n  });",
      "  describe('goes both ways', () => {\n    for (const text of ['1d', '2h', '3m', '4s', '5ms', '1d2h3m4s5ms'])\n      it(text, () => assertRoundTrip(parse, format, text));\n  });",
    ),
    names: { file: DURATION_TEST, name: 'duration > goes both ways > 1d' },
  }),
  work('rules-renamed', {
    gates: ['relay', 'hook'],
    kind: 'rename',
    story: 'a module and its test have another name, and the manifest says so',
    edit: all(
      move('src/time/every.js', 'src/time/rule.js'),
      move(EVERY_TEST, 'test/time/rule.test.js'),
      replace('test/time/rule.test.js', 'time/every.js', 'time/rule.js'),
      replace('src/index.js', './time/every.js', './time/rule.js'),
      replace('package.json', './src/time/every.js', './src/time/rule.js'),
    ),
  }),
  work('assertions-split', {
    gates: ['relay'],
    kind: 'tests',
    story: 'assertions of its own stand in files of their own',
    edit: all(
      remove(SUPPORT),
      write({
        'test/support/assert-calls.js': `import assert from 'node:assert/strict';\n\n${part(SUPPORT, '/** The calls')}`,
        'test/support/assert-time.js': `import assert from 'node:assert/strict';\n\n${part(SUPPORT, 'export const assertTime', '\n/** The calls')}`,
        'test/support/assert-round-trip.js': `import assert from 'node:assert/strict';\n\n${part(SUPPORT, '/** Both ways', '\nexport const assertTime')}`,
      }),
      replace(DURATION_TEST, './support/assertions.js', './support/assert-round-trip.js'),
      replace(DEBOUNCE_TEST, './support/assertions.js', './support/assert-calls.js'),
      replace(EVERY_TEST, '../support/assertions.js', '../support/assert-time.js'),
    ),
  }),
  work('assertions-typed', {
    gates: ['relay'],
    story: 'an assertion of its own says more where it fails, and a new one comes with the feature',
    edit: all(
      write({
        'src/stagger.js':
          'export const stagger = (count, total) => Array.from({ length: count }, (_, at) => (total / count) * at);\n',
        'test/stagger.test.js':
          "import { it } from 'node:test';\nimport { stagger } from '../src/stagger.js';\nimport { assertRising } from './support/assertions.js';\n\nit('spreads starts', () => {\n  assertRising(stagger(3, 90), 0, 60);\n});\n",
      }),
      replace(
        SUPPORT,
        '    expected,\n  );',
        '    expected,\n    `expected ${expected.length} calls, got ${double.mock.callCount()}`,\n  );',
      ),
      append(
        SUPPORT,
        lines(
          '',
          'export const assertRising = (numbers, first, last) => {',
          '  assert.equal(numbers[0], first);',
          '  assert.equal(numbers.at(-1), last);',
          '  for (let at = 1; at < numbers.length; at += 1) assert.ok(numbers[at] > numbers[at - 1]);',
          '};',
        ),
      ),
    ),
  }),
  work('seconds-only', {
    gates: ['relay', 'agentmux'],
    story: 'the program leaves out milliseconds, and its golden file does, too',
    names: { file: CLI_TEST, name: 'cadence > lists the next times' },
    edit: all(
      replace('bin/cadence.js', '`${at.toISOString()}\\t', "`${at.toISOString().replace('.000', '')}\\t"),
      replace('test/fixtures/rules.expected.txt', /\.000Z/g, 'Z'),
      replace(CLI_TEST, '11:00:00.000Z', '11:00:00Z'),
    ),
  }),
  work('next-takes-options', {
    gates: ['relay'],
    story: 'a rule takes its time as an option, which is now where none is given',
    edit: all(
      replace(
        'src/time/every.js',
        'export const next = (rule, after) => {',
        'export const next = (rule, { after = new Date() } = {}) => {',
      ),
      replace('bin/cadence.js', 'next(rule, at)', 'next(rule, { after: at })'),
      replace(
        EVERY_TEST,
        /next\(('[^']*'|rule), ((?:new Date\([^)]*\))|MONDAY|last)\)/g,
        'next($1, { after: $2 })',
      ),
      replace(
        EVERY_TEST,
        "  it('knows days of the week'",
        "  it('is from now on', (t) => {\n    t.mock.timers.enable({ apis: ['Date'], now: MONDAY });\n    assertTime(next('every 1h'), '2026-06-01T11:00:00Z');\n  });\n\n  it('knows days of the week'",
      ),
    ),
  }),
  work('limit-removed', {
    gates: ['relay', 'h3a'],
    kind: 'refactor',
    released: [LIMIT_TEST],
    story: 'a function that nobody uses goes with its test, which the planner released',
    edit: all(
      remove('src/limit.js', LIMIT_TEST),
      replace('src/index.js', "export { limit } from './limit.js';\n", ''),
    ),
  }),
  work('fractions-fixed', {
    gates: ['relay'],
    kind: 'fix',
    story: 'fractions of a millisecond are rounded, shown by one more line of a test',
    edit: all(
      replace(
        'src/duration.js',
        'let rest = Math.abs(milliseconds);',
        'let rest = Math.round(Math.abs(milliseconds));',
      ),
      replace(
        DURATION_TEST,
        "      assert.equal(format(0), '0s');",
        "      assert.equal(format(0), '0s');\n      assert.equal(format(1_000.6), '1s1ms');",
      ),
    ),
  }),
  work('timers-of-the-test', {
    gates: ['relay'],
    kind: 'tests',
    story: 'each test has mocked timers of its own',
    edit: all(
      replace(DEBOUNCE_TEST, / {2}beforeEach\(\(t\) => \{[\s\S]*?\n {2}\}\);\n\n/, ''),
      replace(
        DEBOUNCE_TEST,
        "import { beforeEach, describe, it, mock } from 'node:test';",
        "import { describe, it } from 'node:test';",
      ),
      replace(
        DEBOUNCE_TEST,
        /const call = t\.mock\.fn\(\);/g,
        "t.mock.timers.enable({ apis: ['setTimeout'] });\n    const call = t.mock.fn();",
      ),
      replace(DEBOUNCE_TEST, /(?<!t\.)mock\.timers\.tick/g, 't.mock.timers.tick'),
    ),
  }),
  work('program-in-a-module', {
    gates: ['relay'],
    story: 'the program is a function with streams of its own, which a test calls',
    edit: all((files) => ({
      ...files,
      'bin/cadence.js':
        "#!/usr/bin/env node\nimport { main } from '../src/main.js';\n\nprocess.exitCode = main(process.argv.slice(2), console);\n",
      'src/main.js': lines(
        "import { readFileSync } from 'node:fs';",
        "import { parseArgs } from 'node:util';",
        "import { next } from './time/every.js';",
        '',
        'export const main = (args, { log, error: complain }) => {',
        '  const { values, positionals } = parseArgs({',
        '    args,',
        '    allowPositionals: true,',
        "    options: { after: { type: 'string' }, count: { type: 'string', short: 'n', default: '1' } },",
        '  });',
        '  const [file] = positionals;',
        '  if (file === undefined) {',
        "    complain('usage: cadence [--after TIME] [-n COUNT] FILE');",
        '    return 2;',
        '  }',
        '  let code = 0;',
        "  const rules = readFileSync(file, 'utf8')",
        "    .split('\\n')",
        "    .filter((line) => line.trim() !== '' && !line.startsWith('#'));",
        '  for (const rule of rules) {',
        '    let at = values.after === undefined ? new Date() : new Date(values.after);',
        '    try {',
        '      for (let index = 0; index < Number(values.count); index += 1) {',
        '        at = next(rule, at);',
        '        log(`${at.toISOString()}\\t${rule}`);',
        '      }',
        '    } catch (error) {',
        '      complain(`cadence: ${error.message}`);',
        '      code = 1;',
        '    }',
        '  }',
        '  return code;',
        '};',
      ),
      'test/main.test.js': lines(
        "import assert from 'node:assert/strict';",
        "import { it } from 'node:test';",
        "import { main } from '../src/main.js';",
        "import { fixture } from './support/run.js';",
        '',
        "it('returns its exit code', (t) => {",
        '  const log = t.mock.fn();',
        '  const error = t.mock.fn();',
        "  assert.equal(main(['--after', '2026-06-01T10:00:00Z', fixture('broken.txt')], { log, error }), 1);",
        '  assert.equal(log.mock.callCount(), 1);',
        "  assert.deepEqual(error.mock.calls[0].arguments, ['cadence: expected a rule, got sometimes']);",
        '});',
      ),
    })),
  }),
  work('jsdoc', {
    gates: ['relay'],
    kind: 'docs',
    story: 'functions say their types, and the readme has examples',
    edit: all(
      replace(
        'src/duration.js',
        'export const format =',
        '/**\n * 5400000 → `1h30m`\n * @param {number} milliseconds\n * @returns {string}\n */\nexport const format =',
      ),
      append('README.md', "\n```js\nimport { parse } from 'cadence';\n\nparse('1h30m'); // 5400000\n```\n"),
    ),
  }),
];
