// Linters, formatters and type checkers: they look at code, and build nothing that tests need. A tree that Baton made of two
// others is not written for them, so what they say of it is nothing about its tests.
import { chainedCommands, scriptCall, shellWords } from '../../evidence/commands/command-line.ts';
import { runnerStart } from './runner-start.ts';

/** What the words behind the program must say, so that it only looks. */
const LOOKS: Readonly<Record<string, (words: readonly string[]) => boolean>> = {
  ...Object.fromEntries(
    [
      ...[
        'eslint',
        'oxlint',
        'tslint',
        'jshint',
        'standard',
        'ts-standard',
        'semistandard',
        'xo',
        'stylelint',
      ],
      ...['markdownlint', 'markdownlint-cli2', 'cspell', 'knip', 'publint', 'attw', 'depcheck'],
      ...['flake8', 'pylint', 'mypy', 'pyright', 'golangci-lint', 'staticcheck'],
    ].map((name) => [name, () => true]),
  ),
  biome: (words) =>
    ['check', 'lint', 'format', 'ci'].includes(words[0] ?? '') && !says(words, /^--(?:write|fix|apply)/),
  prettier: (words) => says(words, /^(?:-c|-l|--check|--list-different)$/),
  oxfmt: (words) => says(words, /^(?:-c|--check|--list-different)$/),
  dprint: (words) => words[0] === 'check',
  tsc: (words) => says(words, /^--noEmit$/i),
  tsgo: (words) => says(words, /^--noEmit$/i),
  'vue-tsc': (words) => says(words, /^--noEmit$/i),
  ruff: (words) => words[0] === 'check' || (words[0] === 'format' && says(words, /^--(?:check|diff)$/)),
  black: (words) => says(words, /^--(?:check|diff)$/),
  isort: (words) => says(words, /^(?:-c|--check|--check-only)$/),
  go: (words) => words[0] === 'vet',
  cargo: (words) => words[0] === 'clippy' || (words[0] === 'fmt' && says(words, /^--check$/)),
};

const says = (words: readonly string[], word: RegExp): boolean => words.some((one) => word.test(one));

const SCRIPTS_DEEP_MAX = 8;

const onlyLooks = (part: string): boolean => {
  const words = (shellWords(part) ?? []).map(({ text }) => text);
  const start = runnerStart(words);
  if (start === undefined) return false;
  const [program = '', ...rest] = words.slice(start);
  const module = /^python[\d.]*$/.test(program) && rest[0] === '-m' ? rest.slice(1) : undefined;
  const [name = '', ...given] = module ?? [program.split('/').at(-1) ?? '', ...rest];
  return Object.hasOwn(LOOKS, name) && LOOKS[name]?.(given) === true;
};

/** Whether a part of a chain only looks, by itself or by the script that it runs. */
export const isChecker = (part: string, scripts: Readonly<Record<string, string>>, deep = 0): boolean => {
  const call = scriptCall(part);
  if (call === undefined || !Object.hasOwn(scripts, call.script)) return onlyLooks(part);
  const parts = chainedCommands(scripts[call.script] ?? '');
  return (
    deep < SCRIPTS_DEEP_MAX && parts !== undefined && parts.every((one) => isChecker(one, scripts, deep + 1))
  );
};
