// The tests of sieve: tables, a helper that starts the built command, data and golden files.
import type { Files } from '../case.ts';

export const SIEVE_TESTS: Files = {
  'test/helpers/run-cli.js': `import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export const data = (name) => fileURLToPath(new URL(\`../data/\${name}\`, import.meta.url));

/** What the command prints, and how it ends. */
export const runCli = (args, input = '') =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CLI, ...args]);
    const out = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'])
      child[name].on('data', (chunk) => {
        out[name] += chunk;
      });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...out }));
    child.stdin.end(input);
  });
`,
  'test/helpers/rows.js': `export const person = (name, more = {}) => ({ name, age: '30', city: 'Bonn', ...more });

export const people = () => [
  person('Ann', { age: '41' }),
  person('Bob', { city: 'Rome' }),
  person('Cy', { age: '9' }),
];

export const names = (rows) => rows.map(({ name }) => name).join(' ');
`,
  'test/data/people.csv': 'name,age,city\nAnn,41,Bonn\nBob,30,Rome\nCy,9,Bonn\n"Dee, jr",,Rome\n',
  'test/data/broken.csv': 'name,age\nAnn\n',
  'test/golden/by-city.csv': 'city,age\nBonn,50\nRome,30\n',
  'test/csv.test.js': `import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { format, parse } from '../dist/index.js';

describe('parse', () => {
  it('names cells by the first line', () => {
    assert.deepEqual(parse('a,b\\n1,2\\n'), [{ a: '1', b: '2' }]);
  });

  it('knows quotes', () => {
    assert.deepEqual(parse('a\\n"x, ""y"""\\n'), [{ a: 'x, "y"' }]);
  });

  it('reads line ends of Windows', () => {
    assert.deepEqual(parse('a\\r\\n1\\r\\n'), [{ a: '1' }]);
  });

  it('says which line is too short', () => {
    assert.throws(() => parse('a,b\\n1,2\\n3\\n'), { name: 'SyntaxError', message: 'line 3: expected 2 cells, got 1' });
  });

  it('reads nothing', () => {
    assert.deepEqual(parse(''), []);
  });
});

describe('format', () => {
  it('is read again', () => {
    const rows = [{ a: 'x,y', b: '"z"' }, { a: '', b: '1' }];
    assert.deepEqual(parse(format(rows)), rows);
  });

  it('quotes only what must be', () => {
    assert.equal(format([{ a: 'plain', b: 'x,y' }]), 'a,b\\nplain,"x,y"\\n');
  });
});
`,
  'test/where.test.js': `import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compile } from '../dist/index.js';
import { names, people } from './helpers/rows.js';

const CASES = [
  ['age>=30', 'Ann Bob'],
  ['age<10', 'Cy'],
  ['city=Bonn', 'Ann Cy'],
  ['city!=Bonn', 'Bob'],
  ['city=Bonn & age>10', 'Ann'],
  ['shoe=42', ''],
];

describe('compile', () => {
  for (const [text, expected] of CASES)
    it(\`keeps \${expected || 'nobody'} for \${text}\`, () => {
      assert.equal(names(people().filter(compile(text))), expected);
    });

  it('compares numbers as numbers', () => {
    assert.equal(compile('age>9')({ age: '10' }), true);
  });

  it('compares blanks as text', () => {
    assert.equal(compile('age<0')({ age: '' }), true);
    assert.equal(compile('age=0')({ age: '' }), false);
  });

  it('refuses what it cannot read', () => {
    for (const text of ['', 'age', 'age ~ 3', 'age=1 &']) assert.throws(() => compile(text), SyntaxError);
  });
});
`,
  'test/aggregate.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupBy, mean, sortBy, sum } from '../dist/index.js';
import { names, people, person } from './helpers/rows.js';

test('groups in the order of the rows', () => {
  assert.deepEqual(
    groupBy(people(), 'city').map(({ key, rows }) => [key, names(rows)]),
    [['Bonn', 'Ann Cy'], ['Rome', 'Bob']],
  );
});

test('sums up a column', () => {
  assert.equal(sum(people(), 'age'), 80);
  assert.equal(sum([], 'age'), 0);
});

test('mean', async (t) => {
  await t.test('leaves blanks out', () => {
    assert.equal(mean([...people(), person('Dee', { age: ' ' })], 'age'), 80 / 3);
  });
  await t.test('of nothing is 0', () => {
    assert.equal(mean([], 'age'), 0);
  });
});

test('sorts numbers as numbers', () => {
  assert.equal(names(sortBy(people(), 'age')), 'Cy Bob Ann');
  assert.equal(names(sortBy(people(), '-age')), 'Ann Bob Cy');
});

test('sorts without moving equals', () => {
  const rows = [person('B'), person('A'), person('C', { city: 'Aix' })];
  assert.equal(names(sortBy(rows, 'city')), 'C B A');
});
`,
  'test/cli.test.js': `import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { data, runCli } from './helpers/run-cli.js';

const golden = (name) => readFile(new URL(\`./golden/\${name}\`, import.meta.url), 'utf8');

describe('sieve', () => {
  it('filters a file', async () => {
    const { code, stdout } = await runCli([data('people.csv'), '--where', 'age>=30']);
    assert.equal(code, 0);
    assert.equal(stdout, 'name,age,city\\nAnn,41,Bonn\\nBob,30,Rome\\n');
  });

  it('reads what is piped in', async () => {
    const { stdout } = await runCli(['-', '--json'], 'a\\n1\\n');
    assert.deepEqual(JSON.parse(stdout), [{ a: '1' }]);
  });

  it('adds up groups', async () => {
    const { stdout } = await runCli([data('people.csv'), '--by', 'city', '--sum', 'age']);
    assert.equal(stdout, await golden('by-city.csv'));
  });

  it('counts groups', async () => {
    const { stdout } = await runCli([data('people.csv'), '--by', 'city', '--json']);
    assert.deepEqual(JSON.parse(stdout), [{ city: 'Bonn', count: '2' }, { city: 'Rome', count: '2' }]);
  });

  it('says what is wrong', async () => {
    const { code, stdout, stderr } = await runCli([data('broken.csv')]);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, /^sieve: line 2: expected 2 cells, got 1$/m);
  });

  it('shows how it is used', async () => {
    const { code, stderr } = await runCli([]);
    assert.equal(code, 2);
    assert.match(stderr, /^usage: sieve FILE/);
  });
});
`,
};
