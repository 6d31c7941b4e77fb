// Workspaces of npm for node:test: packages that find each other by name, a module that is loaded before tests, mocks, snapshots, a command that tests start.
import type { Files } from '../case.ts';
import { TALLY_TESTS } from './tally-tests.ts';

const manifest = (name: string, more: object): string =>
  `${JSON.stringify({ name: `@tally/${name}`, version: '1.2.0', type: 'module', ...more }, null, 2)}\n`;
const link = (name: string) => ({
  [`node_modules/@tally/${name}`]: { resolved: `packages/${name}`, link: true },
});

export const TALLY: Files = {
  ...TALLY_TESTS,
  '.gitignore': 'node_modules/\n',
  'README.md': '# Tally\n\nCounts what logs say.\n\n    tally --by level access.log\n',
  'baton.yaml': 'commands:\n  test: npm test\n',
  'package.json': `${JSON.stringify(
    {
      name: 'tally',
      private: true,
      type: 'module',
      workspaces: ['packages/*'],
      scripts: { test: 'node --import ./tools/before-tests.js --test packages/' },
    },
    null,
    2,
  )}\n`,
  'package-lock.json': `${JSON.stringify(
    {
      name: 'tally',
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': { name: 'tally', workspaces: ['packages/*'] },
        ...{ ...link('cli'), ...link('log'), ...link('stats'), ...link('testkit') },
        'packages/cli': { name: '@tally/cli', version: '1.2.0', bin: { tally: 'src/main.js' } },
        'packages/log': { name: '@tally/log', version: '1.2.0' },
        'packages/stats': { name: '@tally/stats', version: '1.2.0' },
        'packages/testkit': { name: '@tally/testkit', version: '1.2.0' },
      },
    },
    null,
    2,
  )}\n`,
  'packages/cli/package.json': manifest('cli', { bin: { tally: 'src/main.js' } }),
  'packages/cli/src/main.js': `#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { parseLine } from '@tally/log';
import { countBy, percentile } from '@tally/stats';
import { table } from './table.js';

const OPTIONS = {
  by: { type: 'string', default: 'level' },
  percentile: { type: 'string' },
  strict: { type: 'boolean', default: false },
};

const run = async () => {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const [file] = positionals;
  const input = file === undefined ? await text(process.stdin) : await readFile(file, 'utf8');
  const lines = input.split('\\n').filter((line) => line !== '');
  const entries = lines.map((line) => parseLine(line));
  const bad = entries.filter((entry) => entry === undefined).length;
  if (values.strict && bad > 0) throw new Error(\`\${bad} of \${lines.length} lines cannot be read\`);
  const good = entries.filter((entry) => entry !== undefined);
  const rows = [...countBy(good, (entry) => entry[values.by] ?? '-')];
  console.log(table([values.by, 'count'], rows));
  if (values.percentile !== undefined) {
    const times = good.flatMap(({ ms }) => ms ?? []);
    console.log(\`\\np\${values.percentile} \${percentile(times, Number(values.percentile)) ?? '-'} ms\`);
  }
};

run().catch((error) => {
  console.error(\`tally: \${error.message}\`);
  process.exitCode = 1;
});
`,
  'packages/cli/src/table.js': `/** Columns as wide as what stands in them; numbers to the right. */
export const table = (head, rows) => {
  const all = [head, ...rows];
  const widths = head.map((_, at) => Math.max(...all.map((row) => String(row[at]).length)));
  const cell = (value, at) =>
    typeof value === 'number' ? String(value).padStart(widths[at]) : String(value).padEnd(widths[at]);
  return all.map((row) => row.map(cell).join('  ').trimEnd()).join('\\n');
};
`,
  'packages/log/package.json': manifest('log', { exports: './src/index.js' }),
  'packages/log/src/follow.js': `import { parseLine } from './parse.js';

/** Entries as a stream of text brings them, whatever its pieces are. */
export async function* follow(pieces) {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\\n');
    rest = lines.pop();
    for (const line of lines) {
      const entry = parseLine(line);
      if (entry !== undefined) yield entry;
    }
  }
  const last = parseLine(rest);
  if (last !== undefined) yield last;
}
`,
  'packages/log/src/index.js': `export { follow } from './follow.js';
export { LEVELS, parseLine } from './parse.js';
`,
  'packages/log/src/parse.js': `const LINE = /^(\\S+) \\[(\\w+)\\] (?:(\\w+): )?(.*?)(?: \\((\\d+) ms\\))?$/;

export const LEVELS = ['debug', 'info', 'warn', 'error'];

/** '2024-03-01T10:00:00Z [info] db: ready (12 ms)'; nothing where it is no such line. */
export const parseLine = (line) => {
  const [, at, level, source, message, ms] = LINE.exec(line) ?? [];
  const time = Date.parse(at);
  if (Number.isNaN(time) || !LEVELS.includes(level?.toLowerCase())) return undefined;
  return {
    time,
    level: level.toLowerCase(),
    ...(source === undefined ? {} : { source }),
    message,
    ...(ms === undefined ? {} : { ms: Number(ms) }),
  };
};
`,
  'packages/stats/package.json': manifest('stats', { exports: './src/index.js' }),
  'packages/stats/src/alarm.js': `/** Tells when there is more than so much within a time. */
export class Alarm {
  #times = [];
  #quiet;

  constructor({ most, within, tell, rest = 0 }) {
    Object.assign(this, { most, within, tell, rest });
  }

  add(time) {
    this.#times = [...this.#times, time].filter((one) => one > time - this.within);
    if (this.#times.length <= this.most || this.#quiet !== undefined) return;
    this.tell(this.#times.length);
    if (this.rest > 0)
      this.#quiet = setTimeout(() => {
        this.#quiet = undefined;
      }, this.rest);
  }

  stop() {
    clearTimeout(this.#quiet);
  }
}
`,
  'packages/stats/src/count.js': `/** How often each key is there, the most frequent first, equal ones by name. */
export const countBy = (entries, keyOf) => {
  const counts = new Map();
  for (const entry of entries) counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + 1);
  return new Map([...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)));
};
`,
  'packages/stats/src/index.js': `export { Alarm } from './alarm.js';
export { countBy } from './count.js';
export { mean, percentile } from './numbers.js';
`,
  'packages/stats/src/numbers.js': `export const mean = (values) =>
  values.length === 0 ? undefined : values.reduce((a, b) => a + b, 0) / values.length;

/** The smallest value that at least so many percent do not exceed. */
export const percentile = (values, percent) => {
  if (!(percent > 0 && percent <= 100)) throw new RangeError(\`expected 0 < percent <= 100, got \${percent}\`);
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1];
};
`,
};
