// A library and a command in TypeScript, built into dist/ before node:test runs: tests in JavaScript see only what was built.
import type { Files } from '../case.ts';
import { SIEVE_TESTS } from './sieve-tests.ts';

export const SIEVE: Files = {
  'baton.yaml':
    "commands:\n  test: npm test\n  prepare: sh -c 'mkdir -p node_modules/.bin && ln -s {vitest}/typescript node_modules/typescript && ln -s {vitest}/@types node_modules/@types && ln -s {vitest}/undici-types node_modules/undici-types && ln -s ../typescript/bin/tsc node_modules/.bin/tsc'\n",
  ...SIEVE_TESTS,
  '.gitignore': 'node_modules/\ndist/\n',
  'README.md': '# Sieve\n\nSifts tables.\n\n    sieve people.csv --where "age>=30" --by city --sum age\n',
  'package.json': `{
  "name": "sieve",
  "version": "0.9.0",
  "private": true,
  "type": "module",
  "bin": { "sieve": "dist/cli.js" },
  "exports": "./dist/index.js",
  "scripts": {
    "build": "tsc -p .",
    "pretest": "npm run build",
    "test": "node --test test/*.test.js"
  }
}
`,
  'tsconfig.json': `{
  "compilerOptions": {
    "strict": true,
    "target": "es2022",
    "module": "nodenext",
    "rootDir": "src",
    "outDir": "dist",
    "declaration": true,
    "skipLibCheck": true,
    "types": ["node"]
  },
  "include": ["src"]
}
`,
  'src/index.ts': `export { format, parse, type Row } from './csv.js';
export { compile, type Predicate } from './where.js';
export { type Group, groupBy, mean, sum } from './aggregate.js';
export { sortBy } from './sort.js';
`,
  'src/csv.ts': `export type Row = Readonly<Record<string, string>>;

const cells = (line: string): string[] => {
  const found: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < line.length; i += 1) {
    const letter = line[i];
    if (quoted && letter === '"' && line[i + 1] === '"') {
      cell += '"';
      i += 1;
    } else if (letter === '"') quoted = !quoted;
    else if (letter === ',' && !quoted) {
      found.push(cell);
      cell = '';
    } else cell += letter;
  }
  return [...found, cell];
};

export function parse(text: string): Row[] {
  const [head, ...lines] = text.split(/\\r?\\n/).filter((line) => line !== '');
  if (head === undefined) return [];
  const names = cells(head);
  return lines.map((line, index) => {
    const values = cells(line);
    if (values.length !== names.length)
      throw new SyntaxError(\`line \${index + 2}: expected \${names.length} cells, got \${values.length}\`);
    return Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
  });
}

const quote = (value: string): string => (/[",\\n]/.test(value) ? \`"\${value.replaceAll('"', '""')}"\` : value);

export function format(rows: readonly Row[]): string {
  const first = rows[0];
  if (first === undefined) return '';
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))];
  return lines.map((line) => line.map(quote).join(',') + '\\n').join('');
}
`,
  'src/where.ts': `import type { Row } from './csv.js';

export type Predicate = (row: Row) => boolean;

const OPERATORS: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

const compare = (a: string, b: string): number => {
  const difference = Number(a) - Number(b);
  if (a.trim() !== '' && b.trim() !== '' && !Number.isNaN(difference)) return difference;
  return a < b ? -1 : a > b ? 1 : 0;
};

/** \`age>=30\`, and several of them with \`&\`. */
export function compile(text: string): Predicate {
  const parts = text.split('&').map((part) => {
    const match = /^\\s*(\\w+)\\s*(!=|<=|>=|=|<|>)\\s*(.*?)\\s*$/.exec(part);
    if (match === null) throw new SyntaxError(\`cannot read \${part.trim()}\`);
    const [, name = '', operator = '', value = ''] = match;
    return (row: Row): boolean => {
      const cell = row[name];
      return cell !== undefined && (OPERATORS[operator]?.(compare(cell, value)) ?? false);
    };
  });
  return (row) => parts.every((part) => part(row));
}
`,
  'src/aggregate.ts': `import type { Row } from './csv.js';

export interface Group {
  readonly key: string;
  readonly rows: readonly Row[];
}

export function groupBy(rows: readonly Row[], column: string): Group[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = row[column] ?? '';
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups].map(([key, members]) => ({ key, rows: members }));
}

const numbers = (rows: readonly Row[], column: string): number[] =>
  rows.map((row) => row[column] ?? '').filter((text) => text.trim() !== '').map(Number);

export function sum(rows: readonly Row[], column: string): number {
  return numbers(rows, column).reduce((a, b) => a + b, 0);
}

/** Blank cells do not count. */
export function mean(rows: readonly Row[], column: string): number {
  const all = numbers(rows, column);
  return all.length === 0 ? 0 : all.reduce((a, b) => a + b, 0) / all.length;
}
`,
  'src/sort.ts': `import type { Row } from './csv.js';

/** Stable; \`-age\` is from the highest. */
export function sortBy(rows: readonly Row[], column: string): Row[] {
  const down = column.startsWith('-');
  const name = down ? column.slice(1) : column;
  const order = new Intl.Collator('en', { numeric: true });
  return [...rows].sort((a, b) => order.compare(a[name] ?? '', b[name] ?? '') * (down ? -1 : 1));
}
`,
  'src/cli.ts': `#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { format, groupBy, parse, sortBy, compile, sum } from './index.js';

const HELP = \`usage: sieve FILE [options]

  --where TEST    rows for which it holds
  --sort COLUMN   in this order, -COLUMN the other way round
  --by COLUMN     groups
  --sum COLUMN    what a column of a group adds up to
  --json          as JSON
\`;

const OPTIONS = {
  where: { type: 'string' },
  sort: { type: 'string' },
  by: { type: 'string' },
  sum: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const main = (): number => {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const [file] = positionals;
  if (file === undefined) {
    process.stderr.write(HELP);
    return 2;
  }
  let rows = parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
  if (values.where !== undefined) rows = rows.filter(compile(values.where));
  if (values.sort !== undefined) rows = sortBy(rows, values.sort);
  const { by, sum: column } = values;
  if (by !== undefined)
    rows = groupBy(rows, by).map(({ key, rows: members }) => ({
      [by]: key,
      ...(column === undefined ? { count: String(members.length) } : { [column]: String(sum(members, column)) }),
    }));
  process.stdout.write(values.json ? \`\${JSON.stringify(rows)}\\n\` : format(rows));
  return 0;
};

try {
  process.exitCode = main();
} catch (error) {
  process.stderr.write(\`sieve: \${error instanceof Error ? error.message : String(error)}\\n\`);
  process.exitCode = 1;
}
`,
};
