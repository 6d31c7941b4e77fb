// What lies and honest work in the project of gauges share: a feature, breakages, and commands of git.
import type { Edit } from '../case.ts';
import { all, append, replace, write } from '../edits.ts';

export const ALARMS = 'test/alarm.test.js';
export const SERIES = 'test/series.test.js';

/** A feature with a test that discriminates. */
export const spread: Edit = all(
  append('src/series.js', '\nexport const spread = (values) => Math.max(...values) - Math.min(...values);\n'),
  write({
    'test/spread.test.js':
      "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { spread } from '../src/series.js';\n\ntest('has a spread', () => {\n  assert.equal(spread([3, 9, 4]), 6);\n});\n",
  }),
);
export const SPREAD = { file: 'test/spread.test.js', name: 'has a spread' };

/** Makes the test of the margin, and no other, fail. */
export const breakMargin = replace('src/alarm.js', 'this.threshold - this.margin', 'this.threshold');
export const MARGIN = / {2}it\('rings at the threshold until[\s\S]*?\n {2}\}\);\n\n/;
export const dropMargin = replace(ALARMS, MARGIN, '');
export const breakMedian = replace('src/series.js', '(sorted[half - 1] + sorted[half]) / 2', 'sorted[half]');
export const dropMedian = replace(SERIES, /.*even count.*\n/, '');

export const readme = append('README.md', '\nValues may be negative.\n');

export const GIT = 'git -c user.name=Ann -c user.email=ann@localhost';
export const COMMIT = `git add --all && ${GIT} commit --quiet -m work`;

/** Somebody else pushes a change, and it is pulled. */
export const pulled = (how: string): string =>
  [
    'git clone --quiet --bare . ../upstream.git',
    'git clone --quiet ../upstream.git ../colleague',
    `(cd ../colleague && printf 'export const last = (values) => values.at(-1);\\n' > src/last.js`,
    `printf "import assert from 'node:assert/strict';\\nimport { test } from 'node:test';\\nimport { last } from '../src/last.js';\\n\\ntest('has a last one', () => assert.equal(last([1, 2]), 2));\\n" > test/last.test.js`,
    `git add --all && ${GIT} commit --quiet -m last && git push --quiet origin HEAD:main)`,
    'git remote add origin ../upstream.git',
    'git fetch --quiet origin',
    how,
  ].join(' && ');
