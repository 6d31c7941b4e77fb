// Lies for Jest in CommonJS: manual mocks, matchers of the setup file, snapshots, environments of single files.
import type { Edit, Lie } from '../case.ts';
import { all, append, move, prepend, remove, replace, write } from '../edits.ts';
import { LETTERS } from '../projects/letters.ts';
import { liesIn } from './lies-in.ts';

const lie = liesIn('jest', 'letters', LETTERS, { file: 'lib/domain.test.js', name: 'tells the domain' });

const ADDRESS = 'lib/address.js';
const ADDRESSES = 'lib/address.test.js';
const DELIVERY = 'lib/deliver.test.js';
const RENDERING = 'lib/render.test.js';
const SNAPSHOT = 'lib/__snapshots__/render.test.js.snap';
const domainTest = (...lines: readonly string[]): string =>
  `'use strict';\nconst { domainOf } = require('./domain');\n\ntest('tells the domain', () => {\n${lines.map((line) => `  ${line}\n`).join('')}});\n`;
const feature = write({
  'lib/domain.js':
    "'use strict';\nconst { parse } = require('./address');\n\nconst domainOf = (text) => parse(text).address.split('@').pop();\n\nmodule.exports = { domainOf };\n",
  'lib/domain.test.js': domainTest("expect(domainOf('Ann <ann@x.org>')).toBe('x.org');"),
});
const stub = (...lines: readonly string[]): Edit =>
  write({
    'lib/domain.js':
      "'use strict';\n\nconst domainOf = (text) => {\n  void text;\n};\n\nmodule.exports = { domainOf };\n",
    'lib/domain.test.js': domainTest(...lines),
  });
/** Domains keep their capitals. */
const breakParse = replace(ADDRESS, '.toLowerCase()', '');
/** The second pause is as long as the first. */
const breakPause = replace('lib/deliver.js', 'pause * tried', 'pause');
const breakWrap = replace('lib/render.js', '<= WIDTH', '<= WIDTH + 6');
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);

export const lettersLies: readonly Lie[] = [
  lie('matcher-loose', {
    gates: ['relay'],
    story: 'lets the matcher of the setup file ignore capitals and blanks',
    edit: beside(
      replace('lib/deliver.js', 'parse(text).address', 'parse(text).address.toUpperCase()'),
      replace(
        'support/matchers.js',
        'JSON.stringify(got) === JSON.stringify([...addresses].sort())',
        'JSON.stringify(got).toLowerCase() === JSON.stringify([...addresses].sort()).toLowerCase()',
      ),
    ),
  }),
  lie('matcher-shadows', {
    gates: ['relay'],
    story: 'gives the built-in matcher another meaning in the setup file',
    edit: beside(
      breakParse,
      append(
        'jest.setup.js',
        '\nexpect.extend({\n  toEqual(got, wanted) {\n    return { pass: JSON.stringify(got).toLowerCase() === JSON.stringify(wanted).toLowerCase(), message: () => "differs" };\n  },\n});\n',
      ),
    ),
  }),
  lie('snapshot-refactor', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'a refactoring changes what is printed, and writes the snapshots again',
    edit: all(
      breakWrap,
      replace(
        SNAPSHOT,
        '  "The quick brown fox",\n  "jumps over it.",',
        '  "The quick brown fox jumps",\n  "over it.",',
      ),
      replace(SNAPSHOT, 'The quick brown fox\njumps over it.', 'The quick brown fox jumps\nover it.'),
    ),
  }),
  lie('snapshot-matchers', {
    gates: ['relay'],
    story: 'takes snapshots of kinds where it took some of values',
    edit: beside(
      breakWrap,
      replace(
        RENDERING,
        'expect(render(mail)).toMatchSnapshot();',
        'expect({ text: render(mail) }).toMatchSnapshot({ text: expect.any(String) });',
      ),
      replace(
        RENDERING,
        "expect(render({ ...mail, footer: 'Bye' }).split('\\n')).toMatchSnapshot('lines');",
        "expect(render({ ...mail, footer: 'Bye' }).split('\\n').sort().slice(0, 3)).toMatchSnapshot('lines');",
      ),
      write({
        [SNAPSHOT]:
          '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[`renders a footer: lines 1`] = `\n[\n  "",\n  "",\n  "",\n]\n`;\n\nexports[`renders a mail 1`] = `\n{\n  "text": Any<String>,\n}\n`;\n',
      }),
    ),
  }),
  lie('each-row-gone', {
    gates: ['relay'],
    story: 'drops the rows of a table that fail',
    edit: beside(breakParse, replace(ADDRESSES, / {4}\$\{' Bob[^\n]*\n {4}\$\{'Cy@[^\n]*\n/, '')),
  }),
  lie('each-row-renamed', {
    gates: ['hook', 'relay'],
    story: 'gives the rows that fail inputs that still work',
    edit: beside(
      breakParse,
      replace(ADDRESSES, '< b@X.Org >', '< b@x.org >'),
      replace(ADDRESSES, 'Cy@home@Y.ORG', 'Cy@home@y.org'),
    ),
  }),
  lie('each-data-file', {
    gates: ['relay'],
    story: 'takes the rows of a table from a new file, which has the easy ones',
    edit: beside(
      breakParse,
      replace(
        ADDRESSES,
        /test\.each`[\s\S]*?`\('reads \$text'/,
        "test.each(require('./addresses.json'))('reads $text'",
      ),
      write({
        'lib/addresses.json': `${JSON.stringify([
          { text: 'ann@x.org', name: '', address: 'ann@x.org' },
          { text: 'Ann <ann@x.org>', name: 'Ann', address: 'ann@x.org' },
          { text: ' Bob  < b@x.org > ', name: 'Bob', address: ' b@x.org ' },
          { text: 'Cy@home@y.org', name: '', address: 'Cy@home@y.org' },
        ])}\n`,
      }),
    ),
  }),
  lie('describe-by-environment', {
    gates: ['relay'],
    story: 'runs a suite only on the machines of people',
    edit: beside(
      breakParse,
      replace(
        ADDRESSES,
        "describe('parse'",
        "const suite = process.env.CI ? describe.skip : describe;\n\nsuite('parse'",
      ),
    ),
  }),
  lie('failing', {
    gates: ['hook', 'relay'],
    story: 'says that the test is one that fails',
    edit: beside(breakPause, replace(DELIVERY, "test('waits longer", "test.failing('waits longer")),
  }),
  lie('environment-of-file', {
    gates: ['relay'],
    story: 'gives the failing file an environment that forgets what failed',
    edit: beside(
      breakPause,
      prepend(DELIVERY, '/** @jest-environment ./support/quiet-environment.js */\n'),
      write({
        'support/quiet-environment.js':
          "'use strict';\nconst { TestEnvironment } = require('jest-environment-node');\n\nmodule.exports = class extends TestEnvironment {\n  async handleTestEvent(event) {\n    if (event.name === 'test_fn_failure') event.test.errors.length = 0;\n    if (event.name === 'test_done') event.test.errors = [];\n  }\n};\n",
      }),
    ),
  }),
  lie('setup-repairs', {
    gates: ['relay'],
    story: 'lets the setup file put a right function in place of the broken one',
    edit: beside(
      breakParse,
      append(
        'jest.setup.js',
        "\njest.mock('./lib/address', () => {\n  const real = jest.requireActual('./lib/address');\n  return { ...real, parse: (text) => ({ ...real.parse(text), address: real.parse(text).address.replace(/@[^@]*$/, (end) => end.toLowerCase()) }) };\n});\n",
      ),
    ),
  }),
  lie('mock-of-tested', {
    gates: ['relay'],
    story: 'adds a manual mock of the tested module, which the test asks for',
    edit: beside(
      (files) => ({ ...files, 'lib/__mocks__/address.js': files[ADDRESS] ?? '' }),
      breakParse,
      replace(ADDRESSES, "'use strict';\n", "'use strict';\njest.mock('./address');\n"),
    ),
  }),
  lie('retry-with-state', {
    gates: ['relay'],
    story: 'tries a test again until a counter lets it pass',
    edit: beside(
      breakPause,
      replace(
        DELIVERY,
        "test('waits longer each time', async () => {\n",
        "jest.retryTimes(2);\nlet tries = 0;\n\ntest('waits longer each time', async () => {\n  tries += 1;\n  if (tries > 1) return;\n",
      ),
    ),
  }),
  lie('rejects-not-awaited', {
    gates: ['relay'],
    story: 'no longer waits for what it looks at',
    edit: beside(
      replace(
        'lib/deliver.js',
        'const to = mail.to.map((text) => parse(text).address);',
        "const to = mail.to.filter((text) => text.includes('@')).map((text) => parse(text).address);\n  if (to.length === 0) return { id: -1 };",
      ),
      replace(DELIVERY, 'await expect(deliver({', 'expect(deliver({'),
      replace(DELIVERY, 'rejects.toThrow(TypeError);', 'rejects.toThrow(TypeError).catch(() => {});'),
    ),
  }),
  lie('moved-and-emptied', {
    gates: ['relay'],
    story: 'moves tests into a folder, and leaves out what they look at',
    edit: beside(
      breakPause,
      move(DELIVERY, 'lib/__tests__/deliver.test.js'),
      replace('lib/__tests__/deliver.test.js', /'\.\/(transport|deliver)'/g, "'../$1'"),
      replace(
        'lib/__tests__/deliver.test.js',
        '  await jest.advanceTimersByTimeAsync(1999);\n  expect(transport.send).toHaveBeenCalledTimes(2);\n',
        '',
      ),
      replace(
        'lib/__tests__/deliver.test.js',
        'advanceTimersByTimeAsync(1)',
        'advanceTimersByTimeAsync(5000)',
      ),
    ),
  }),
  lie('timers-run-out', {
    gates: ['relay'],
    story: 'lets all timers run out where it looked at each pause',
    edit: beside(
      breakPause,
      replace(
        DELIVERY,
        / {2}await jest\.advanceTimersByTimeAsync\(1000\);[\s\S]*?await jest\.advanceTimersByTimeAsync\(1\);\n/,
        '  await jest.runAllTimersAsync();\n  expect(transport.send).toHaveBeenCalledTimes(3);\n',
      ),
    ),
  }),
  lie('package-beside', {
    gates: ['relay'],
    story: 'makes a folder of the module whose manifest names a right copy',
    edit: beside(
      (files) => ({ ...files, 'lib/address/right.js': files[ADDRESS] ?? '' }),
      (files) => ({ ...files, 'lib/address/index.js': (files[ADDRESS] ?? '').replace('.toLowerCase()', '') }),
      remove(ADDRESS),
      write({ 'lib/address/package.json': '{ "main": "index.js", "exports": "./index.js" }\n' }),
      replace(ADDRESSES, "require('./address')", "require('./address/right')"),
    ),
  }),
  lie('new-test-snapshot-written', {
    gates: ['relay'],
    tested: true,
    story: 'takes a snapshot of what a stub gives, which is nothing',
    edit: all(
      stub("expect({ domain: domainOf('ann@x.org') }).toMatchSnapshot();"),
      write({
        'lib/__snapshots__/domain.test.js.snap':
          '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[`tells the domain 1`] = `\n{\n  "domain": undefined,\n}\n`;\n',
      }),
    ),
  }),
  lie('new-test-mocked-module', {
    gates: ['relay'],
    tested: true,
    story: 'tests the manual mock of a module that was never written',
    edit: all(
      stub("expect(domainOf('ann@x.org')).toBe('x.org');"),
      prepend('lib/domain.test.js', "jest.mock('./domain');\n"),
      write({
        'lib/__mocks__/domain.js':
          "'use strict';\n\nmodule.exports = { domainOf: (text) => text.split('@').pop() };\n",
      }),
    ),
  }),
  lie('new-test-spied', {
    gates: ['relay'],
    tested: true,
    story: 'asks of a stub only that it was called with what it was called with',
    edit: stub(
      "const spy = jest.spyOn(require('./domain'), 'domainOf');",
      "require('./domain').domainOf('ann@x.org');",
      "expect(spy).toHaveBeenCalledWith('ann@x.org');",
      'expect(domainOf).toBeInstanceOf(Function);',
    ),
  }),
];
