// Honest work for Jest in CommonJS: snapshots, manual mocks, matchers, tests that move.
import type { Work } from '../case.ts';
import { all, append, move, remove, replace, write } from '../edits.ts';
import { LETTERS } from '../projects/letters.ts';
import { inProject } from './stranger.ts';

const work = inProject('jest', 'letters', LETTERS, { file: 'lib/render.test.js', name: 'has one subject' });

const ADDRESS = 'lib/address.js';
const ADDRESSES = 'lib/address.test.js';
const DELIVERY = 'lib/deliver.test.js';
const RENDERING = 'lib/render.test.js';
const SNAPSHOT = 'lib/__snapshots__/render.test.js.snap';
const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

export const lettersWork: readonly Work[] = [
  work('attachments', {
    gates: ['relay'],
    story: 'attachments are listed, which a new snapshot shows',
    names: { file: RENDERING, name: 'lists attachments' },
    edit: all(
      replace(
        'lib/render.js',
        "footer = 'Sent by Mailer' }) =>",
        "footer = 'Sent by Mailer', attachments = [] }) =>",
      ),
      replace(
        'lib/render.js',
        '`-- ${footer}`]',
        '...attachments.map((name) => `[${name}]`), `-- ${footer}`]',
      ),
      append(
        RENDERING,
        lines(
          '',
          "test('lists attachments', () => {",
          "  expect(render({ ...mail, attachments: ['a.pdf', 'b.png'] })).toMatchSnapshot();",
          '});',
        ),
      ),
      replace(
        SNAPSHOT,
        'exports[`renders a footer',
        'exports[`lists attachments 1`] = `\n"Subject: Hello\n\nThe quick brown fox\njumps over it.\n\nThe end.\n\n[a.pdf]\n[b.png]\n-- Sent by Mailer"\n`;\n\nexports[`renders a footer',
      ),
    ),
  }),
  work('quoted-names', {
    gates: ['relay'],
    kind: 'fix',
    story: 'names lose their quotes, with a row in a table',
    names: { file: ADDRESSES, name: 'parse > reads "Ann B" <ann@x.org>' },
    edit: all(
      replace(ADDRESS, 'return { name, address', 'return { name: name.replace(/^"(.*)"$/, \'$1\'), address'),
      replace(
        ADDRESSES,
        "    ${'Ann <ann@x.org>'}    |",
        "    ${'\"Ann B\" <ann@x.org>'} | ${'Ann B'} | ${'ann@x.org'}\n    ${'Ann <ann@x.org>'}    |",
      ),
    ),
  }),
  work('header-added', {
    gates: ['hook', 'relay'],
    story: 'every mail has one more header, and the snapshots show it',
    edit: all(
      replace('lib/render.js', '[`Subject: ${subject}`,', "[`Subject: ${subject}`, 'X-Mailer: 3',"),
      replace(SNAPSHOT, '  "Subject: Hello",\n', '  "Subject: Hello",\n  "X-Mailer: 3",\n'),
      replace(SNAPSHOT, '"Subject: Hello\n', '"Subject: Hello\nX-Mailer: 3\n'),
    ),
  }),
  work('tests-in-folder', {
    gates: ['relay'],
    kind: 'tests',
    story: 'tests and their snapshots stand in a folder of tests',
    names: { file: 'lib/__tests__/render.test.js', name: 'has one subject' },
    edit: all(
      ...(['address', 'deliver', 'render'] as const).map((name) =>
        all(
          move(`lib/${name}.test.js`, `lib/__tests__/${name}.test.js`),
          replace(`lib/__tests__/${name}.test.js`, /'\.\/(\w+)'/g, "'../$1'"),
        ),
      ),
      move(SNAPSHOT, 'lib/__tests__/__snapshots__/render.test.js.snap'),
    ),
  }),
  work('inline-snapshots', {
    gates: ['relay'],
    kind: 'tests',
    story: 'snapshots stand in the test',
    edit: all(
      remove(SNAPSHOT),
      replace(
        RENDERING,
        'expect(render(mail)).toMatchSnapshot();',
        'expect(render(mail)).toMatchInlineSnapshot(`\n"Subject: Hello\n\nThe quick brown fox\njumps over it.\n\nThe end.\n\n-- Sent by Mailer"\n`);',
      ),
      replace(
        RENDERING,
        ".toMatchSnapshot('lines');",
        '.toMatchInlineSnapshot(`\n[\n  "Subject: Hello",\n  "",\n  "The quick brown fox",\n  "jumps over it.",\n  "",\n  "The end.",\n  "",\n  "-- Bye",\n]\n`);',
      ),
    ),
  }),
  work('permanent-errors', {
    gates: ['relay'],
    story: 'errors that stay are not tried again; the manual mock can make one',
    names: { file: DELIVERY, name: 'does not try again in vain' },
    edit: all(
      replace(
        'lib/deliver.js',
        'if (tried >= tries) throw error;',
        'if (error.permanent || tried >= tries) throw error;',
      ),
      replace(
        'lib/__mocks__/transport.js',
        'let failures = 0;\n',
        'let failures = 0;\nlet permanent = false;\n',
      ),
      replace(
        'lib/__mocks__/transport.js',
        '  failures = 0;\n};',
        '  failures = 0;\n  permanent = false;\n};',
      ),
      replace(
        'lib/__mocks__/transport.js',
        'const failNext = (count) => {\n  failures = count;\n};',
        'const failNext = (count, options = {}) => {\n  failures = count;\n  permanent = options.permanent ?? false;\n};',
      ),
      replace(
        'lib/__mocks__/transport.js',
        "throw new Error('busy');",
        "throw Object.assign(new Error('busy'), { permanent });",
      ),
      append(
        DELIVERY,
        lines(
          '',
          "test('does not try again in vain', async () => {",
          '  transport.failNext(1, { permanent: true });',
          "  await expect(deliver(mail)).rejects.toThrow('busy');",
          '  expect(transport.send).toHaveBeenCalledTimes(1);',
          '});',
        ),
      ),
    ),
  }),
  work('wrap-module', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'lines are wrapped in a module of their own',
    edit: all(
      replace('lib/render.js', /const WIDTH[\s\S]*?\n\};\n\n/, "const { wrap } = require('./wrap');\n\n"),
      write({
        'lib/wrap.js': lines(
          "'use strict';",
          '',
          'const WIDTH = 20;',
          '',
          'const wrap = (text) =>',
          '  text.split(/\\s+/).reduce((lines, word) => {',
          '    const line = lines.at(-1);',
          '    if (line === undefined || line.length + 1 + word.length > WIDTH) return [...lines, word];',
          '    return [...lines.slice(0, -1), `${line} ${word}`];',
          '  }, []);',
          '',
          'module.exports = { wrap };',
        ),
      }),
    ),
  }),
  work('address-renamed', {
    gates: ['hook', 'relay'],
    kind: 'rename',
    story: 'a module and its test have another name',
    names: { file: 'lib/recipient.test.js', name: 'format > leaves an empty name out' },
    edit: all(
      move(ADDRESS, 'lib/recipient.js'),
      move(ADDRESSES, 'lib/recipient.test.js'),
      replace('lib/recipient.test.js', './address', './recipient'),
      replace('lib/index.js', './address', './recipient'),
      replace('lib/deliver.js', './address', './recipient'),
    ),
  }),
  work('render-renamed', {
    gates: ['relay'],
    kind: 'rename',
    story: 'a module has another name, and so do its test and its snapshots',
    names: { file: 'lib/layout.test.js', name: 'has one subject' },
    edit: all(
      move('lib/render.js', 'lib/layout.js'),
      move(RENDERING, 'lib/layout.test.js'),
      move(SNAPSHOT, 'lib/__snapshots__/layout.test.js.snap'),
      replace('lib/layout.test.js', './render', './layout'),
      replace('lib/index.js', './render', './layout'),
      replace('lib/deliver.js', './render', './layout'),
    ),
  }),
  work('format-removed', {
    gates: ['relay'],
    kind: 'refactor',
    released: ['format > leaves an empty name out', 'format > is undone by parse'],
    story: 'nobody formats addresses; the planner released its tests',
    edit: all(
      replace(ADDRESS, /const format[^\n]*\n\n/, ''),
      replace(ADDRESS, '{ format, parse }', '{ parse }'),
      replace(ADDRESSES, '{ format, parse }', '{ parse }'),
      replace(ADDRESSES, /\ndescribe\('format'[\s\S]*$/, ''),
    ),
  }),
  work('template-to-array', {
    gates: ['relay'],
    kind: 'tests',
    story: 'a table in a template becomes an array, with another title',
    edit: replace(
      ADDRESSES,
      /test\.each`[\s\S]*?`\('reads \$text', \(\{ text, name, address \}\) => \{/,
      "test.each([\n    ['ann@x.org', '', 'ann@x.org'],\n    ['Ann <ann@x.org>', 'Ann', 'ann@x.org'],\n    [' Bob  < b@X.Org > ', 'Bob', ' b@x.org '],\n    ['Cy@home@Y.ORG', '', 'Cy@home@y.org'],\n  ])('reads %s', (text, name, address) => {",
    ),
  }),
  work('singles-to-table', {
    gates: ['relay'],
    kind: 'tests',
    story: 'two tests become rows of one table',
    edit: replace(
      ADDRESSES,
      /describe\('format'[\s\S]*$/,
      lines(
        "describe('format', () => {",
        '  test.each([',
        "    ['', 'a@b', 'a@b'],",
        "    ['Ann', 'ann@x.org', 'Ann <ann@x.org>'],",
        "  ])('writes %j %s', (name, address, text) => {",
        '    expect(format({ name, address })).toBe(text);',
        '    expect(parse(text)).toEqual({ name, address });',
        '  });',
        '});',
      ),
    ),
  }),
  work('mail-builder', {
    gates: ['relay'],
    kind: 'tests',
    story: 'mails of tests are built by a helper',
    edit: all(
      write({
        'support/a-mail.js': lines(
          "'use strict';",
          '',
          "const aMail = (more = {}) => ({ to: ['Ann <ann@x.org>', 'bob@y.org'], subject: 'Hi', body: 'There', ...more });",
          '',
          'module.exports = { aMail };',
        ),
      }),
      replace(
        DELIVERY,
        /const mail = [^\n]*\n/,
        "const { aMail } = require('../support/a-mail');\n\nconst mail = aMail();\n",
      ),
      replace(DELIVERY, "{ ...mail, to: ['nobody'] }", "aMail({ to: ['nobody'] })"),
    ),
  }),
  work('threshold', {
    gates: ['relay'],
    kind: 'tests',
    released: ['jest.config.js'],
    story:
      'mocks are restored after each test, and tests of support are found; the planner released the configuration',
    edit: all(
      replace(
        'jest.config.js',
        "roots: ['<rootDir>/lib'],",
        "roots: ['<rootDir>/lib', '<rootDir>/support'],",
      ),
      write({
        'support/matchers.test.js': lines(
          "'use strict';",
          '',
          "test('goes to all', () => {",
          "  expect({ to: ['b', 'a'] }).toGoTo('a', 'b');",
          "  expect({ to: ['b'] }).not.toGoTo('a', 'b');",
          '});',
        ),
      }),
    ),
  }),
];
