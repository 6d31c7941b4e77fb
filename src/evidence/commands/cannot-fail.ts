// A command that cannot fail proves nothing. It is told by the line that is really run, and by what it counted.
import type { TestCounts } from '../../model/evidence.ts';
import { simpleCommand } from './command-line.ts';

/** Programs that always end with 0, whatever the project is. */
const ALWAYS_FINE = new Set([
  ...['true', ':', 'echo', 'printf', 'sleep', 'cat', 'tee', 'head', 'tail', 'pwd', 'date'],
  ...['/bin/true', '/usr/bin/true'],
]);
/** They end with 0 without having run a test. */
const LOOKS_ONLY = new Set([
  ...[
    '--collect-only',
    '--co',
    '--dry-run',
    '--listTests',
    '--list-tests',
    '--list',
    '--help',
    '-h',
    '--version',
  ],
  ...['--showConfig', '--show-config', '--fixtures', '--markers', '--no-run'],
]);
/** `-v` is a version for these; for others it is how much they print. */
const SHORT_VERSION = new Set(['node', 'npm', 'npx', 'vitest', 'jest', 'mocha', 'ava']);
const RUNNERS = new Set([
  ...[
    'node',
    'vitest',
    'jest',
    'mocha',
    'ava',
    'tap',
    'c8',
    'nyc',
    'pytest',
    'py.test',
    'pytest-3',
    'tox',
    'nox',
  ],
  ...[
    'cargo',
    'go',
    'rspec',
    'rake',
    'phpunit',
    'mvn',
    'gradle',
    'dotnet',
    'stryker',
    'playwright',
    'cypress',
  ],
  ...[
    'npm',
    'npx',
    'pnpm',
    'yarn',
    'bun',
    'deno',
    'python',
    'python3',
    'eslint',
    'tsc',
    'biome',
    'oxlint',
    'ruff',
    'mypy',
  ],
]);
const WRAPPERS = new Set(['npx', 'env', 'time', 'nice', 'exec', 'command', 'cross-env']);

/** Splits at `;`, `&&`, `||`, `|`, `&` and line ends, outside of quotation marks; gives back the sign before each part. */
const partsOf = (line: string): { readonly sign: string; readonly text: string }[] => {
  let last = { sign: '', text: '' };
  const parts = [last];
  let quote: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (quote !== undefined) {
      last.text += char;
      if (char === '\\' && quote === '"') last.text += line[++at] ?? '';
      else if (char === quote) quote = undefined;
      continue;
    }
    if (char === '\\') {
      last.text += char + (line[++at] ?? '');
      continue;
    }
    if (char === '#' && /^\s?$/.test(line[at - 1] ?? '')) {
      while (at + 1 < line.length && line[at + 1] !== '\n') at += 1;
      continue;
    }
    if (char === '"' || char === "'") quote = char;
    const isAmpersandOfRedirect = char === '&' && (line[at - 1] === '>' || line[at + 1] === '>');
    if (!';|&\n'.includes(char) || quote !== undefined || isAmpersandOfRedirect) {
      last.text += char;
      continue;
    }
    const double = line[at + 1] === char && char !== '\n' && char !== ';';
    if (double) at += 1;
    last = { sign: double ? char + char : char, text: '' };
    parts.push(last);
  }
  return parts.filter(
    ({ text, sign }, at) => text.trim() !== '' || (sign === '&' && at === parts.length - 1),
  );
};

/** The program and its arguments, without what only wraps them. */
const innerWords = (text: string): readonly string[] => {
  let words = simpleCommand(text)?.words ?? text.trim().split(/\s+/);
  while (WRAPPERS.has(words[0] ?? '') && words.length > 1)
    words = words.slice(1).filter((word, at) => at > 0 || !/^(?:-\S+|\w+=.*)$/.test(word));
  return words;
};

/** `c8 vitest run --dry-run`: flags of a runner, before `--` hands others on. */
const looksOnly = (words: readonly string[]): string | undefined => {
  const program = (words[0] ?? '').split('/').at(-1) ?? '';
  if (!RUNNERS.has(program)) return undefined;
  const flag = words.find(
    (word) => LOOKS_ONLY.has(word) || (word === '-v' && words.length === 2 && SHORT_VERSION.has(program)),
  );
  if (flag !== undefined) return flag;
  if (program === 'vitest' && words[1] === 'list') return 'list';
  return program === 'node' && words.length === 1 ? 'node without a file' : undefined;
};

const alwaysFine = (text: string): string | undefined => {
  const words = innerWords(text.trim().replace(/^\(+/, '').replace(/\)+$/, ''));
  const program = words[0] ?? '';
  if (program === 'exit') return /^0*$/.test(words[1] ?? '') ? words.join(' ') : undefined;
  if (ALWAYS_FINE.has(program)) return program;
  if (['sh', 'bash', 'dash'].includes(program) && words[1] === '-c' && words[2] !== undefined)
    return lineCannotFail(words[2]);
  return undefined;
};

type Part = ReturnType<typeof partsOf>[number];

/** `exit 1`, `exit $?`: a way out that is not 0. In brackets or in a pipe it leaves only those. */
const leavesRed = (part: Part, next: Part | undefined): boolean => {
  const [program, status] = innerWords(part.text);
  const isPiped = part.sign === '|' || next?.sign === '|';
  return program === 'exit' && !isPiped && !/^0*$/.test(status ?? '');
};

/** After `set -e` each statement can end the line; without it the last one decides. */
const statementsThatCount = (parts: readonly Part[]): Part[][] => {
  const statements: Part[][] = [];
  for (const part of parts) {
    const last = statements.at(-1);
    if (last === undefined || part.sign === ';' || part.sign === '\n') statements.push([part]);
    else last.push(part);
  }
  const strict = statements.findIndex(([first]) => /^\s*set\s+-\w*e/.test(first?.text ?? ''));
  return strict === -1 || strict === statements.length - 1 ? [parts.slice()] : statements.slice(strict + 1);
};

/** Why this line ends with 0, or runs no test, whatever the code is. */
const lineCannotFail = (line: string): string | undefined => {
  const parts = partsOf(line);
  const last = parts.at(-1);
  if (last === undefined) return 'it runs nothing';
  if (last.sign === '&' && last.text.trim() === '') return 'it ends with `&`: nobody waits for how it ends';
  const looking = parts.map(({ text }) => looksOnly(innerWords(text))).find((flag) => flag !== undefined);
  if (looking !== undefined) return `\`${looking}\` runs no test`;
  if (parts.some((part, at) => leavesRed(part, parts[at + 1]))) return undefined;
  const why = statementsThatCount(parts).map(listCannotFail);
  return why.every((one) => one !== undefined) ? why.at(-1) : undefined;
};

const listCannotFail = (parts: readonly Part[]): string | undefined => {
  // What decides is the last part; those before it count only where `&&` leads to it.
  let from = parts.length - 1;
  while (from > 0 && parts[from]?.sign === '&&') from -= 1;
  const deciding = parts.slice(from);
  const [first] = deciding;
  const fine = deciding.map(({ text }) => alwaysFine(text));
  if (first === undefined || !fine.every((name) => name !== undefined)) return undefined;
  if (from === 0) return `\`${fine[0]}\` always ends with 0`;
  const { sign, text } = first;
  if (sign === '|') return `\`| ${text.trim()}\` ends with 0 whatever came before it`;
  return `\`${sign === '||' ? '||' : ';'} ${text.trim()}\` makes every failure a success`;
};

/** On the line that is really run, with the scripts of the project in the place of their names. */
export const cannotFail = (line: string, tests: TestCounts | null): string | undefined => {
  const byLine = lineCannotFail(line);
  if (byLine !== undefined) return byLine;
  if (tests === null || tests.failed > 0) return undefined;
  if (tests.total === 0)
    return line.includes('--passWithNoTests')
      ? 'with `--passWithNoTests` no test was collected'
      : 'no test was collected';
  return tests.skipped === tests.total ? `all ${tests.total} tests were skipped` : undefined;
};
