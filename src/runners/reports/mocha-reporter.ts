// Mocha's own reporters name no files, or print nothing for people: this one prints as usual and writes the rest.

/** A module for `--reporter`; what it writes beside itself has the shape of Jest's JSON. */
export const MOCHA_REPORTER = `'use strict';
const { realpathSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');
const Spec = createRequire(realpathSync(process.argv[1]))('../lib/reporters/spec.js');

const titlesOf = (test) => {
  const titles = [];
  for (let at = test.parent; at && !at.root; at = at.parent) titles.unshift(at.title);
  return titles;
};
const fileOf = (test) => {
  for (let at = test; at; at = at.parent) if (at.file) return at.file;
  return '';
};
const eachTest = (suite, visit) => {
  for (const test of suite.tests || []) visit(test);
  for (const inner of suite.suites || []) eachTest(inner, visit);
};

module.exports = class extends Spec {
  constructor(runner, options) {
    super(runner, options);
    const files = new Map();
    const seen = new Set();
    let hookFailed = false;
    const add = (test, status, message) => {
      seen.add(test);
      const name = fileOf(test);
      if (!files.has(name)) files.set(name, { name, status: 'passed', message: '', assertionResults: [] });
      const file = files.get(name);
      if (status === 'failed') file.status = 'failed';
      const titles = typeof test.titlePath === 'function' ? test.titlePath().slice(0, -1) : titlesOf(test);
      file.assertionResults.push({
        ancestorTitles: titles.filter((title) => title !== ''),
        title: test.title,
        status,
        failureMessages: message === undefined ? [] : [message],
      });
    };
    runner.on('pass', (test) => add(test, 'passed'));
    runner.on('pending', (test) => add(test, 'pending'));
    runner.on('fail', (test, error) => {
      if (test.type === 'hook') hookFailed = true;
      add(test, 'failed', String((error && (error.stack || error.message)) || error).slice(0, 4000));
    });
    runner.once('end', () => {
      const chosen = (test) => {
        const grep = runner._grep;
        if (!grep) return true;
        grep.lastIndex = 0;
        return grep.test(test.fullTitle()) !== Boolean(runner._invert);
      };
      if (hookFailed)
        eachTest(runner.suite, (test) => {
          if (!seen.has(test) && chosen(test)) add(test, 'failed', 'it was not run: a hook before it failed');
        });
      const testResults = [...files.values()];
      const all = testResults.flatMap((file) => file.assertionResults);
      const count = (status) => all.filter((test) => test.status === status).length;
      const report = {
        numTotalTests: all.length,
        numPassedTests: count('passed'),
        numFailedTests: count('failed'),
        numPendingTests: count('pending'),
        numTodoTests: 0,
        success: count('failed') === 0,
        testResults,
      };
      writeFileSync(join(__dirname, 'report.json'), JSON.stringify(report));
    });
  }
};
`;
