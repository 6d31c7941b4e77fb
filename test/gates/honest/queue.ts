// Honest work for Mocha.
import type { Work } from '../case.ts';
import { all, append, move, replace, write } from '../edits.ts';
import { QUEUE } from '../projects/queue.ts';
import { inProject } from './stranger.ts';

const work = inProject('mocha', 'queue', QUEUE, {
  file: 'spec/queue.spec.js',
  name: 'Queue > #push > counts jobs',
});

const CODE = 'lib/queue.js';
const TEST = 'spec/queue.spec.js';
const HOOKS = 'spec/support/hooks.js';

export const queueWork: readonly Work[] = [
  work('feature', {
    gates: ['relay', 'h3a'],
    story: 'jobs can be removed',
    names: { file: TEST, name: 'Queue > #remove > removes by name' },
    edit: all(
      replace(
        CODE,
        '  next() {',
        '  remove(name) {\n    const before = this.jobs.length;\n    this.jobs = this.jobs.filter((job) => job.name !== name);\n    return before - this.jobs.length;\n  }\n\n  next() {',
      ),
      replace(
        TEST,
        "  describe('#drain'",
        "  describe('#remove', () => {\n    it('removes by name', () => {\n      queue.push('a', () => 1);\n      expect(queue.remove('a')).to.equal(1);\n      expect(queue.remove('a')).to.equal(0);\n    });\n  });\n\n  describe('#drain'",
      ),
    ),
  }),
  work('feature-with-plugin', {
    gates: ['relay'],
    story: 'jobs are reported as failed, and a plugin of chai asks for it',
    edit: all(
      replace(
        'lib/report.js',
        'module.exports = { report };',
        'const failed = (done) => done.filter(({ error }) => error !== undefined).map(({ name }) => name);\n\nmodule.exports = { report, failed };',
      ),
      replace(
        HOOKS,
        "  Assertion.addMethod('finished'",
        "  Assertion.addMethod('failedAt', function failedAt(...names) {\n    new Assertion(require('../../lib/report').failed(this._obj)).to.deep.equal(names);\n  });\n  Assertion.addMethod('finished'",
      ),
      write({
        'spec/failed.spec.js':
          "'use strict';\nconst { expect } = require('chai');\n\ndescribe('failed', () => {\n  it('names jobs', () => {\n    expect([{ name: 'a', error: 'x' }, { name: 'b', value: 1 }]).to.be.failedAt('a');\n  });\n});\n",
      }),
    ),
  }),
  work('fix-order', {
    gates: ['relay'],
    kind: 'fix',
    story: 'a value of 0 tries means one, shown by a test',
    edit: all(
      replace(CODE, 'this.tries = tries;', 'this.tries = Math.max(1, tries);\n    this.paused = false;'),
      replace(
        CODE,
        'for (let job = this.next(); job',
        'for (let job = this.paused ? undefined : this.next(); job',
      ),
      replace(
        TEST,
        "    it('gives up'",
        "    it('stands still while it is paused', async () => {\n      queue.push('a', () => 1);\n      queue.paused = true;\n      expect(await queue.drain()).to.deep.equal([]);\n    });\n\n    it('gives up'",
      ),
    ),
  }),
  work('promises', {
    gates: ['relay'],
    kind: 'tests',
    story: 'a test waits for a promise and no longer calls done',
    edit: all(
      replace(TEST, "it('tries again', (done) => {", "it('tries again', async () => {"),
      replace(
        TEST,
        "      queue.drain().then((jobs) => {\n        expect(jobs).to.deep.equal([{ name: 'a', value: 2 }]);\n        done();\n      }, done);",
        "      expect(await queue.drain()).to.deep.equal([{ name: 'a', value: 2 }]);",
      ),
    ),
  }),
  work('split-in-files', {
    gates: ['relay'],
    kind: 'tests',
    story: 'suites of one file become files of their own',
    edit: (files) => {
      const text = files[TEST]!;
      const at = text.indexOf("  describe('#push'");
      const drain = text.indexOf("  describe('#drain'");
      const head = text.slice(0, at);
      const { [TEST]: _, ...rest } = files;
      return {
        ...rest,
        'spec/queue/push.spec.js': `${head.replace('../lib', '../../lib')}${text.slice(at, drain).trimEnd()}\n});\n`,
        'spec/queue/drain.spec.js': `${head.replace('../lib', '../../lib')}${text.slice(drain)}`,
      };
    },
  }),
  work('to-modules', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'code is split: retrying is a module of its own, which the queue uses',
    edit: all(
      write({
        'lib/retry.js':
          "'use strict';\n\nconst retry = async (run, tries) => {\n  for (let left = tries; ; left -= 1) {\n    try {\n      return { value: await run() };\n    } catch (error) {\n      if (left <= 1) return { error: error.message };\n    }\n  }\n};\n\nmodule.exports = { retry };\n",
      }),
      replace(
        CODE,
        /\n {2}async work\([\s\S]*\n {2}\}\n\}/,
        '\n  async work({ name, run }) {\n    return { name, ...(await retry(run, this.tries)) };\n  }\n}',
      ),
      replace(CODE, "'use strict';\n", "'use strict';\n\nconst { retry } = require('./retry');\n"),
    ),
  }),
  work('renamed-class', {
    gates: ['relay'],
    kind: 'rename',
    story: 'a class, its file and its tests have another name',
    edit: all(
      (files) =>
        Object.fromEntries(
          Object.entries(files).map(([path, text]) => [
            path,
            /^(?:lib|spec)/.test(path)
              ? text.replace(/\bQueue\b/g, 'Schedule').replace('lib/queue', 'lib/schedule')
              : text,
          ]),
        ),
      move(CODE, 'lib/schedule.js'),
      move(TEST, 'spec/schedule.spec.js'),
    ),
  }),
  work('hook-grows', {
    gates: ['relay'],
    story: 'jobs wait until their time, with a clock that hooks turn',
    edit: all(
      replace(CODE, '{ priority = 0 } = {}) {', '{ priority = 0, delay = 0 } = {}) {'),
      replace(CODE, 'at: this.now() });', 'at: this.now() + delay });'),
      replace(
        HOOKS,
        'this.clock = { at: 0 };',
        'this.clock = {\n      at: 0,\n      turn(by) {\n        this.at += by;\n      },\n    };',
      ),
      replace(
        TEST,
        "    it('takes functions only'",
        "    it('waits', function () {\n      this.clock.turn(3);\n      queue.push('a', () => 1, { delay: 4 });\n      expect(queue.jobs[0].at).to.equal(7);\n    });\n\n    it('takes functions only'",
      ),
    ),
  }),
  work('report-respecified', {
    gates: ['relay'],
    story: 'a report has other signs, and the list of cases says so',
    released: ['spec/report.spec.js'],
    names: { file: 'spec/report.spec.js', name: 'report > prints "ok a: 1"' },
    edit: all(
      replace('lib/report.js', '✗', 'failed'),
      replace('lib/report.js', '✓', 'ok'),
      replace('spec/report.spec.js', '✗', 'failed'),
      replace('spec/report.spec.js', '✓', 'ok'),
    ),
  }),
  work('mocharc-in-js', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'the configuration of the runner is a program, with more time for slow machines',
    edit: (files) => {
      const { '.mocharc.json': _, ...rest } = files;
      return {
        ...rest,
        '.mocharc.cjs':
          "module.exports = { require: ['spec/support/hooks.js'], spec: ['spec/**/*.spec.js'], timeout: 5000 };\n",
      };
    },
  }),
  work('untested-helper', {
    gates: ['hook'],
    story: 'a debug function without a test',
    edit: append(
      CODE,
      '\nQueue.prototype.inspect = function inspect() {\n  return `Queue(${this.jobs.length})`;\n};\n',
    ),
  }),
];
