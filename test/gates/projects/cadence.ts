// A library in plain modules for node:test: nested suites, mocked timers, planned assertions, assertions of its own, a program.
import type { Files } from '../case.ts';
import { CADENCE_TESTS } from './cadence-tests.ts';

export const CADENCE: Files = {
  'baton.yaml': 'commands:\n  test: npm test\n',
  ...CADENCE_TESTS,
  '.gitignore': 'node_modules/\n',
  'README.md': '# Cadence\n\nDurations, rules of time, and helpers for timers.\n',
  'bin/cadence.js': `#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { next } from '../src/index.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { after: { type: 'string' }, count: { type: 'string', short: 'n', default: '1' } },
});

const [file] = positionals;
if (file === undefined) {
  console.error('usage: cadence [--after TIME] [-n COUNT] FILE');
  process.exitCode = 2;
} else {
  const rules = readFileSync(file, 'utf8')
    .split('\\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  for (const rule of rules) {
    let at = values.after === undefined ? new Date() : new Date(values.after);
    try {
      for (let index = 0; index < Number(values.count); index += 1) {
        at = next(rule, at);
        console.log(\`\${at.toISOString()}\\t\${rule}\`);
      }
    } catch (error) {
      console.error(\`cadence: \${error.message}\`);
      process.exitCode = 1;
    }
  }
}
`,
  'package.json': `{
  "name": "cadence",
  "version": "4.0.2",
  "type": "module",
  "exports": {
    ".": "./src/index.js",
    "./time": "./src/time/every.js"
  },
  "bin": {
    "cadence": "./bin/cadence.js"
  },
  "scripts": {
    "test": "node --test test/*.test.js test/*/*.test.js"
  }
}
`,
  'src/debounce.js': `/** Calls once it has been quiet for a while. */
export const debounce = (call, wait, { leading = false } = {}) => {
  let timer;
  let last;
  const debounced = (...args) => {
    const isFirst = timer === undefined;
    last = args;
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      if (last !== undefined) call(...last);
      last = undefined;
    }, wait);
    if (leading && isFirst) {
      last = undefined;
      call(...args);
    }
  };
  debounced.cancel = () => {
    clearTimeout(timer);
    timer = undefined;
    last = undefined;
  };
  return debounced;
};
`,
  'src/duration.js': `/** @type {ReadonlyArray<readonly [string, number]>} */
const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
];

/** \`1h30m\` → 5400000 */
export const parse = (text) => {
  const parts = [...String(text).matchAll(/(\\d+(?:\\.\\d+)?)(ms|[dhms])/g)];
  if (parts.length === 0 || parts.map(([all]) => all).join('') !== text)
    throw new SyntaxError(\`expected a duration, got \${JSON.stringify(text)}\`);
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * UNITS.find(([name]) => name === unit)[1], 0);
};

export const format = (milliseconds) => {
  if (milliseconds === 0) return '0s';
  let rest = Math.abs(milliseconds);
  let text = milliseconds < 0 ? '-' : '';
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    if (count > 0) text += \`\${count}\${unit}\`;
    rest -= count * size;
  }
  return text;
};
`,
  'src/index.js': `export { debounce } from './debounce.js';
export { format, parse } from './duration.js';
export { limit } from './limit.js';
export { next } from './time/every.js';
`,
  'src/limit.js': `/** At most so many at a time; the others wait in their order. */
export const limit = (count) => {
  if (!Number.isInteger(count) || count < 1) throw new RangeError('expected a whole number above 0');
  const waiting = [];
  let running = 0;
  const advance = () => {
    if (running >= count || waiting.length === 0) return;
    running += 1;
    const { task, resolve, reject } = waiting.shift();
    Promise.resolve()
      .then(task)
      .then(resolve, reject)
      .finally(() => {
        running -= 1;
        advance();
      });
  };
  return (task) =>
    new Promise((resolve, reject) => {
      waiting.push({ task, resolve, reject });
      advance();
    });
};
`,
  'src/time/every.js': `import { parse } from '../duration.js';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const DAY = 86_400_000;

/** \`every 15m\`, \`daily 07:30\`, \`mon,fri 18:00\`; always in UTC. */
export const next = (rule, after) => {
  const [first, second] = rule.trim().toLowerCase().split(/\\s+/);
  if (first === 'every') {
    const step = parse(second);
    return new Date((Math.floor(after.getTime() / step) + 1) * step);
  }
  const days = first === 'daily' ? DAYS : first.split(',');
  const [, hours, minutes] = /^(\\d\\d):(\\d\\d)$/.exec(second ?? '') ?? [];
  if (hours === undefined || days.some((day) => !DAYS.includes(day))) throw new SyntaxError(\`expected a rule, got \${rule}\`);
  const midnight = Math.floor(after.getTime() / DAY) * DAY;
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const at = new Date(midnight + ahead * DAY + Number(hours) * 3_600_000 + Number(minutes) * 60_000);
    if (at > after && days.includes(DAYS[at.getUTCDay()])) return at;
  }
  return undefined;
};
`,
};
