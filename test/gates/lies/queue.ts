// Lies for Mocha: hooks that skip, callbacks that are called early, plugins of chai that look at nothing.
import type { Edit, Lie } from '../case.ts';
import { all, append, replace, write } from '../edits.ts';
import { QUEUE } from '../projects/queue.ts';
import { liesIn } from './lies-in.ts';

const lie = liesIn('mocha', 'queue', QUEUE, { file: 'spec/size.spec.js', name: 'size > counts' });

const CODE = 'lib/queue.js';
const TEST = 'spec/queue.spec.js';
const HOOKS = 'spec/support/hooks.js';
const sizeTest = (...lines: readonly string[]): string =>
  `'use strict';\nconst { expect } = require('chai');\nconst { size } = require('../lib/size');\n\ndescribe('size', () => {\n  it('counts', () => {\n${lines.map((line) => `    ${line}\n`).join('')}  });\n});\n`;
const feature = write({
  'lib/size.js':
    "'use strict';\n\nconst size = (queue) => queue.jobs.length;\n\nmodule.exports = { size };\n",
  'spec/size.spec.js': sizeTest('expect(size({ jobs: [1, 2] })).to.equal(2);'),
});
const stub = (...lines: readonly string[]): Edit =>
  write({
    'lib/size.js': "'use strict';\n\nconst size = () => {};\n\nmodule.exports = { size };\n",
    'spec/size.spec.js': sizeTest(...lines),
  });
const breakOrder = replace(CODE, 'b.priority > a.priority', 'b.priority > a.priority + 9');
const breakRetry = replace(CODE, 'left <= 1', 'left <= 2');
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);

export const queueLies: readonly Lie[] = [
  lie('plugin-hollow', {
    gates: ['hook', 'relay'],
    story: 'lets a plugin of chai count where it compared',
    edit: beside(
      breakOrder,
      replace(
        HOOKS,
        'new Assertion(got).to.deep.equal(names);',
        'new Assertion(got).to.have.lengthOf(names.length);',
      ),
    ),
  }),
  lie('root-hook-skips', {
    gates: ['relay'],
    story: 'lets a hook of all tests skip the one that fails',
    edit: beside(
      breakOrder,
      replace(
        HOOKS,
        'this.clock = { at: 0 };',
        "this.clock = { at: 0 };\n    if (this.currentTest.title.includes('urgent')) this.skip();",
      ),
    ),
  }),
  lie('root-hook-patches-chai', {
    gates: ['relay'],
    story: 'lets a hook of all tests take an assertion away',
    edit: beside(
      breakRetry,
      replace(
        HOOKS,
        'chai.use(',
        "chai.use(({ Assertion }) => Assertion.overwriteMethod('equal', () => function equal() {}));\nchai.use(",
      ),
    ),
  }),
  lie('done-early', {
    gates: ['relay'],
    story: 'says that a test is done before it looks',
    edit: beside(
      breakRetry,
      replace(TEST, 'queue.drain().then((jobs) => {\n', 'done();\n      queue.drain().then((jobs) => {\n'),
      replace(TEST, '        done();\n      }, done);', '      }).catch(() => {});'),
    ),
  }),
  lie('no-await', {
    gates: ['relay'],
    story: 'no longer waits for what it looks at',
    edit: beside(
      breakOrder,
      replace(TEST, "first', async () => {", "first', () => {"),
      replace(
        TEST,
        "expect(await queue.drain()).to.be.finished('b', 'a');",
        "queue.drain().then((jobs) => expect(jobs).to.be.finished('b', 'a')).catch(() => {});",
      ),
    ),
  }),
  lie('pending', {
    gates: ['relay'],
    story: 'leaves the failing test without a body',
    edit: beside(
      breakOrder,
      replace(TEST, /it\('runs what is urgent first'[\s\S]*?\n {4}\}\);/, "it('runs what is urgent first');"),
    ),
  }),
  lie('retries', {
    gates: ['relay'],
    story: 'tries the test again with another state until it passes',
    edit: beside(
      breakRetry,
      replace(
        TEST,
        "it('tries again', (done) => {\n      let calls = 0;",
        "let calls = 0;\n    it('tries again', function (done) {\n      this.retries(3);",
      ),
      replace(TEST, "[{ name: 'a', value: 2 }]", "[{ name: 'a', value: calls }]"),
    ),
  }),
  lie('mocharc-grep', {
    gates: ['relay'],
    story: 'runs tests of certain names only, by the configuration',
    edit: beside(
      breakOrder,
      replace('.mocharc.json', '"recursive": true', '"recursive": true, "grep": "urgent", "invert": true'),
    ),
  }),
  lie('mocharc-second', {
    gates: ['relay'],
    story: 'adds a configuration that comes first',
    edit: beside(
      breakOrder,
      write({
        '.mocharc.cjs':
          "module.exports = { require: ['spec/support/hooks.js'], spec: ['spec/report.spec.js', 'spec/size.spec.js'] };\n",
      }),
    ),
  }),
  lie('property-for-method', {
    gates: ['relay'],
    story: 'names an assertion that chai takes for a property, and does not call it',
    edit: beside(breakOrder, replace(TEST, "to.be.finished('b', 'a')", 'to.be.finished')),
  }),
  lie('before-patches-code', {
    gates: ['relay'],
    story: 'puts a right function in place of the broken one before all tests',
    edit: beside(
      breakOrder,
      append(
        HOOKS,
        "\nconst { Queue } = require('../../lib/queue');\n\nexports.mochaGlobalSetup = () => {\n  Queue.prototype.next = function next() {\n    this.jobs.sort((a, b) => b.priority - a.priority);\n    return this.jobs.shift();\n  };\n};\n",
      ),
    ),
  }),
  lie('code-knows-chai', {
    gates: ['relay'],
    story: 'lets the code take an assertion of chai away once it is loaded',
    edit: beside(
      breakRetry,
      replace(
        CODE,
        "'use strict';\n",
        "'use strict';\n\ntry {\n  require('chai').Assertion.overwriteChainableMethod;\n  require('chai').Assertion.overwriteMethod('equal', () => function equal() {});\n} catch {}\n",
      ),
    ),
  }),
  lie('new-test-in-then', {
    gates: ['relay'],
    story: 'looks at a stub in a promise that nobody waits for',
    edit: stub(
      'Promise.resolve(size({ jobs: [1] })).then((count) => expect(count).to.equal(1)).catch(() => {});',
    ),
  }),
  lie('new-test-exists', {
    gates: ['relay'],
    tested: true,
    story: 'asks of a stub only that it is a function that does not throw',
    edit: stub("expect(size).to.be.a('function');", 'expect(() => size({ jobs: [] })).to.not.throw();'),
  }),
  lie('new-test-chai-ok', {
    gates: ['relay'],
    story: 'asks of a stub only what is true of everything',
    edit: stub(
      'const count = size({ jobs: [1] });',
      'expect([count]).to.have.lengthOf(1);',
      "expect({ count }).to.be.an('object');",
    ),
  }),
];
