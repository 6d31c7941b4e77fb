// A queue of jobs for Mocha and chai: hooks, a root hook, a plugin of chai, callbacks, CommonJS.
import type { Files } from '../case.ts';

export const QUEUE: Files = {
  'package.json': `${JSON.stringify({ name: 'queue', version: '1.0.0', private: true, scripts: { test: 'mocha' } }, null, 2)}\n`,
  'baton.yaml':
    "commands:\n  test: npm test\n  prepare: sh -c 'mkdir -p node_modules/.bin && ln -s {mocha}/mocha node_modules/mocha && ln -s {mocha}/chai node_modules/chai && ln -s ../mocha/bin/mocha.js node_modules/.bin/mocha'\n",
  '.gitignore': 'node_modules/\n',
  '.mocharc.json':
    '{ "require": ["spec/support/hooks.js"], "spec": ["spec/**/*.spec.js"], "recursive": true }\n',
  'README.md': '# Queue\n\nRuns jobs.\n',
  'lib/queue.js': `'use strict';

class Queue {
  constructor({ tries = 2, now = Date.now } = {}) {
    this.tries = tries;
    this.now = now;
    this.jobs = [];
  }

  push(name, run, { priority = 0 } = {}) {
    if (typeof run !== 'function') throw new TypeError('expected a function');
    this.jobs.push({ name, run, priority, at: this.now() });
    return this.jobs.length;
  }

  next() {
    const best = this.jobs.reduce((a, b) => (a === undefined || b.priority > a.priority ? b : a), undefined);
    this.jobs = this.jobs.filter((job) => job !== best);
    return best;
  }

  async drain() {
    const done = [];
    for (let job = this.next(); job !== undefined; job = this.next()) done.push(await this.work(job));
    return done;
  }

  async work({ name, run }) {
    for (let left = this.tries; ; left -= 1) {
      try {
        return { name, value: await run() };
      } catch (error) {
        if (left <= 1) return { name, error: error.message };
      }
    }
  }
}

module.exports = { Queue };
`,
  'lib/report.js': `'use strict';

const report = (done) => done.map(({ name, value, error }) => (error ? \`✗ \${name}: \${error}\` : \`✓ \${name}: \${value}\`)).join('\\n');

module.exports = { report };
`,
  'spec/support/hooks.js': `'use strict';
const chai = require('chai');

chai.use(({ Assertion }) => {
  Assertion.addMethod('finished', function finished(...names) {
    const got = this._obj.filter((job) => !job.error).map((job) => job.name);
    new Assertion(got).to.deep.equal(names);
  });
});

exports.mochaHooks = {
  beforeEach() {
    this.clock = { at: 0 };
  },
};
`,
  'spec/queue.spec.js': `'use strict';
const { expect } = require('chai');
const { Queue } = require('../lib/queue');

describe('Queue', () => {
  let queue;

  beforeEach(function () {
    queue = new Queue({ now: () => this.clock.at });
  });

  describe('#push', () => {
    it('counts jobs', () => {
      expect(queue.push('a', () => 1)).to.equal(1);
      expect(queue.push('b', () => 2)).to.equal(2);
    });

    it('takes functions only', () => {
      expect(() => queue.push('a', 5)).to.throw(TypeError, 'function');
    });

    it('keeps the time', function () {
      this.clock.at = 7;
      queue.push('a', () => 1);
      expect(queue.jobs[0]).to.include({ name: 'a', at: 7 });
    });
  });

  describe('#drain', () => {
    it('runs what is urgent first', async () => {
      queue.push('a', () => 1);
      queue.push('b', () => 2, { priority: 5 });
      expect(await queue.drain()).to.be.finished('b', 'a');
    });

    it('tries again', (done) => {
      let calls = 0;
      queue.push('a', () => {
        calls += 1;
        if (calls < 2) throw new Error('no');
        return calls;
      });
      queue.drain().then((jobs) => {
        expect(jobs).to.deep.equal([{ name: 'a', value: 2 }]);
        done();
      }, done);
    });

    it('gives up', async () => {
      queue.push('a', () => {
        throw new Error('never');
      });
      expect(await queue.drain()).to.deep.equal([{ name: 'a', error: 'never' }]);
    });
  });
});
`,
  'spec/report.spec.js': `'use strict';
const assert = require('node:assert');
const { report } = require('../lib/report');

describe('report', function () {
  this.timeout(500);

  [
    [[{ name: 'a', value: 1 }], '✓ a: 1'],
    [[{ name: 'b', error: 'no' }], '✗ b: no'],
    [[], ''],
  ].forEach(([done, text]) => {
    it(\`prints \${JSON.stringify(text)}\`, () => {
      assert.strictEqual(report(done), text);
    });
  });
});
`,
};
