// A known test runner is asked for a report that names every test. It is written outside of the tree, into a private
// folder; what the runner prints stays what people are used to. Where this cannot be done the output is read as it is.
import { resolvedLine, scriptCall, simpleCommand } from '../evidence/command-line.ts';
import { NODE_REPORTER } from './node-events.ts';

export interface AskedReport {
  /** What is run instead of the line. */
  readonly line: string;
  readonly env: Readonly<Record<string, string>>;
  /** Files that must be in the private folder before. */
  readonly files: readonly { readonly name: string; readonly text: string; readonly executable: boolean }[];
  /** In the private folder. */
  readonly report: string;
  readonly format: 'node-events' | 'report';
}

interface Runner {
  /** The program, or words that it begins with. */
  readonly matches: (words: readonly string[]) => boolean;
  /** Words with which the line already says where its report goes, or runs something else. */
  readonly not: RegExp;
  readonly report: string;
  readonly format: AskedReport['format'];
  /** A request takes the place of what the project itself has configured. */
  readonly overrides?: true;
  /** The line with the request in it. */
  readonly ask: (line: string, folder: string) => string;
  readonly files?: AskedReport['files'];
}

const program = (words: readonly string[]): string =>
  (words[0] === 'npx' ? words[1] : words[0])?.split('/').at(-1) ?? '';

const RUNNERS: readonly Runner[] = [
  {
    // Options of Node stand before the files, so they go right behind its name.
    matches: (words) => words[0] === 'node' && words.includes('--test'),
    not: /^--(?:test-reporter|watch|test-isolation|experimental-test-isolation|help|version|run)\b/,
    report: 'events.jsonl',
    format: 'node-events',
    files: [{ name: 'reporter.mjs', text: NODE_REPORTER, executable: false }],
    ask: (line, folder) =>
      line.replace(
        /(^|\s)node(?=\s)/,
        (found) =>
          `${found} --test-reporter=spec --test-reporter-destination=stdout --test-reporter=${folder}/reporter.mjs --test-reporter-destination=${folder}/events.jsonl`,
      ),
  },
  {
    matches: (words) =>
      program(words) === 'vitest' &&
      !['list', 'bench', 'init', 'related', 'watch', 'dev'].includes(words.at(1) ?? ''),
    not: /^(?:--reporter|--outputFile|--output-file|--watch$|-w$|--ui|--help|-h$|--version|-v$|--merge-reports|--$)/,
    report: 'report.json',
    format: 'report',
    overrides: true,
    ask: (line, folder) =>
      `${line} --reporter=default --reporter=json --outputFile.json=${folder}/report.json`,
  },
  {
    matches: (words) => program(words) === 'jest',
    not: /^(?:--json|--outputFile|--watch|--help|-h$|--version|-v$|--listTests|--showConfig|--init|--$)/,
    report: 'report.json',
    format: 'report',
    ask: (line, folder) => `${line} --json --outputFile=${folder}/report.json`,
  },
  {
    matches: (words) =>
      ['pytest', 'py.test', 'pytest-3'].includes(program(words)) ||
      (/^python[\d.]*$/.test(program(words)) && words[1] === '-m' && words[2] === 'pytest'),
    not: /^(?:--junit-?xml|--collect-only|--co$|--help|-h$|--version|-V$|--$)/,
    report: 'report.xml',
    format: 'report',
    overrides: true,
    ask: (line, folder) => `${line} --junitxml=${folder}/report.xml`,
  },
];

const SHELL_FILE = 'shell.sh';
const SCRIPT_SIGNS = /['\n\0]/;

/** A shell for npm that runs exactly one script otherwise, once: a test may start npm with the same script elsewhere. */
const shellFor = (script: string, asked: string, folder: string): string =>
  [
    '#!/bin/sh',
    `if [ "$1" = -c ] && [ "$2" = '${script}' ] && mkdir ${folder}/begun 2>/dev/null; then`,
    `  exec /bin/sh -c '${asked}'`,
    'fi',
    'exec /bin/sh "$@"',
    '',
  ].join('\n');

const runnerOf = (line: string, reportsItself: boolean): Runner | undefined => {
  const command = simpleCommand(line);
  if (
    command === undefined ||
    command.assignments.some((word) => /^(?:NODE_OPTIONS|PYTEST_ADDOPTS)=/.test(word))
  )
    return undefined;
  const runner = RUNNERS.find(({ matches }) => matches(command.words));
  if (runner === undefined || (reportsItself && runner.overrides)) return undefined;
  return command.words.some((word) => runner.not.test(word)) ? undefined : runner;
};

export interface AskOptions {
  readonly line: string;
  readonly scripts: Readonly<Record<string, string>>;
  /** The private folder as the command sees it. */
  readonly folder: string;
  /** The project names reports that its command writes. */
  readonly reportsItself: boolean;
}

/** Undefined where the line is no plain call of a known runner. */
export const askForReport = ({
  line,
  scripts,
  folder,
  reportsItself,
}: AskOptions): AskedReport | undefined => {
  const direct = runnerOf(line, reportsItself);
  const more = { env: {}, files: direct?.files ?? [] };
  if (direct !== undefined)
    return { ...more, line: direct.ask(line, folder), report: direct.report, format: direct.format };
  const call = scriptCall(line);
  if (call === undefined || call.manager !== 'npm' || !Object.hasOwn(scripts, call.script)) return undefined;
  const script = resolvedLine(line, scripts);
  // One script deep, and without quotation marks of the kind that the shell file needs for itself.
  if (scriptCall(scripts[call.script]!) !== undefined || SCRIPT_SIGNS.test(script)) return undefined;
  const runner = call.extra.length === 0 ? runnerOf(script, reportsItself) : undefined;
  if (runner === undefined) return undefined;
  const text = shellFor(script, runner.ask(script, folder), folder);
  return {
    line,
    env: { npm_config_script_shell: `${folder}/${SHELL_FILE}` },
    files: [...(runner.files ?? []), { name: SHELL_FILE, text, executable: true }],
    report: runner.report,
    format: runner.format,
  };
};
