// A known test runner is asked for a report that names every test. It is written outside of the tree, into a private
// folder; what the runner prints stays what people are used to. Where this cannot be done the output is read as it is.
import {
  chainedCommands,
  quoteWords,
  type ShellWord,
  scriptCall,
  shellWords,
} from '../../evidence/commands/command-line.ts';
import { runnerStart } from './runner-start.ts';
import {
  KNOWN_RUNNERS,
  type PrivateFile,
  type ReportFormat,
  type TestRunner,
  type TestRunnerName,
} from './test-runners.ts';

export interface AskedReport {
  readonly runner: TestRunnerName;
  /** What is run instead of the line. */
  readonly line: string;
  readonly env: Readonly<Record<string, string>>;
  /** Files that must be in the private folder before. */
  readonly files: readonly PrivateFile[];
  /** In the private folder; empty where what is printed is the report. */
  readonly report: string;
  readonly format: ReportFormat;
  /** Whether the runner was told to run some files only; `nothing` where the line runs none of them. */
  readonly part: Part;
  /** Without this folder in the private one the runner was never asked; undefined where it always is. */
  readonly begun: string | undefined;
  /** What it was asked for and may not know. */
  readonly sometimes: readonly string[];
}

/** How much of a runner is asked for: less where it does not know everything, nothing where it knows none of it. */
export type Asking = 'everything' | 'less' | 'nothing';

export interface AskOptions {
  readonly line: string;
  readonly scripts: Readonly<Record<string, string>>;
  /** The private folder as the command sees it. */
  readonly folder: string;
  /** The project names reports that its command writes. */
  readonly reportsItself: boolean;
  /** Test files of the tree: no others are to be run. */
  readonly only?: readonly string[] | undefined;
  /** Without what only some versions of the runner know. */
  readonly less?: boolean;
  /** Test functions: no others are to be run, where the runner takes names and the line has none. */
  readonly functions?: readonly string[] | undefined;
  /** Where the runner takes no files: only tests with this in their names. */
  readonly tests?: string | undefined;
}

export type Part = 'all' | 'some' | 'nothing';

/** A call of a runner: the text that a shell gets, the part of it that is the call, and the manager that starts it. */
interface Call {
  readonly parts: readonly string[];
  readonly at: number;
  readonly runner: TestRunner;
  readonly managers: readonly string[];
}

interface Split {
  readonly runner: TestRunner;
  /** Up to and with the words that name the runner. */
  readonly head: readonly ShellWord[];
  readonly rest: readonly ShellWord[];
}

const SCRIPTS_DEEP_MAX = 8;
const SHELL_FILE = 'shell.sh';
const BEGUN = 'begun';
/** Managers that run scripts with the shell that they are told; those of the second kind do not in every version. */
const MANAGERS = new Set(['npm', 'pnpm', 'yarn']);
const SURE_MANAGER = 'npm';
const OPTIONS_OF_ALL = /^(?:NODE_OPTIONS|PYTEST_ADDOPTS|GOFLAGS)=/;

const splitCall = (part: string): Split | undefined => {
  const words = shellWords(part) ?? [];
  const texts = words.map(({ text }) => text);
  const start = runnerStart(texts);
  if (start === undefined || texts.slice(0, start).some((word) => OPTIONS_OF_ALL.test(word)))
    return undefined;
  for (const runner of KNOWN_RUNNERS) {
    const count = runner.names(texts.slice(start));
    if (count > 0) return { runner, head: words.slice(0, start + count), rest: words.slice(start + count) };
  }
  return undefined;
};

const runnerOf = (part: string, reportsItself: boolean): TestRunner | undefined => {
  const split = splitCall(part);
  if (split === undefined || (reportsItself && split.runner.overrides)) return undefined;
  return split.rest.some(({ text }) => split.runner.not.test(text)) ? undefined : split.runner;
};

const callsIn = (line: string, options: AskOptions, managers: readonly string[]): readonly Call[] => {
  const { scripts, reportsItself } = options;
  const parts = chainedCommands(line);
  if (parts === undefined || managers.length > SCRIPTS_DEEP_MAX) return [];
  return parts.flatMap((part, at): readonly Call[] => {
    const call = scriptCall(part);
    const script =
      call === undefined || !Object.hasOwn(scripts, call.script) ? undefined : scripts[call.script];
    if (call !== undefined && script !== undefined) {
      if (!MANAGERS.has(call.manager) || call.extra.some((word) => /[*?[\]]/.test(word))) return [];
      const text = call.extra.length === 0 ? script : `${script} ${quoteWords(call.extra)}`;
      return callsIn(text, options, [...managers, call.manager]);
    }
    const runner = runnerOf(part, reportsItself);
    return runner === undefined ? [] : [{ parts, at, runner, managers }];
  });
};

interface Words {
  readonly options: readonly ShellWord[];
  readonly files: readonly ShellWord[];
}

/** Options, and the files that the line names; undefined where it cannot be told what a word is. */
const sortedWords = (words: readonly ShellWord[], runner: TestRunner): Words | undefined => {
  const options: ShellWord[] = [];
  const files: ShellWord[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    const next = words[at + 1];
    if (!word.text.startsWith('-')) files.push(word);
    else if (runner.takesNext.test(word.text) && next !== undefined) {
      options.push(word, next);
      at += 1;
    } else if (
      word.text.includes('=') ||
      runner.standsAlone.test(word.text) ||
      next === undefined ||
      next.text.startsWith('-')
    )
      options.push(word);
    else return undefined;
  }
  return { options, files };
};

/** Without the options that end a run early, with a number behind one, and those that the request takes the place of. */
const freedWords = (words: readonly ShellWord[], runner: TestRunner): readonly ShellWord[] => {
  const { without, replaces, takesNext } = runner;
  const kept: ShellWord[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    const next = words[at + 1];
    // What stands behind it is for another program.
    if (word.text === '--') return [...kept, ...words.slice(at)];
    const hasValue = next !== undefined && takesNext.test(word.text);
    if (without?.test(word.text)) {
      const isItsNumber = !word.text.includes('=') && next !== undefined && /^\d+$/.test(next.text);
      if (isItsNumber) at += 1;
      continue;
    }
    if (!replaces?.test(word.text)) kept.push(word, ...(hasValue ? [next] : []));
    if (hasValue) at += 1;
  }
  return kept;
};

const chosenWords = (
  words: readonly ShellWord[],
  runner: TestRunner,
  only: readonly string[] | undefined,
): { readonly raw: readonly string[]; readonly part: Part } => {
  const whole = { raw: words.map(({ raw }) => raw), part: 'all' as const };
  const sorted = only === undefined ? undefined : sortedWords(words, runner);
  if (only === undefined || sorted === undefined) return whole;
  const chosen = runner.choose?.(
    only,
    sorted.files.map(({ text }) => text),
  );
  if (chosen === undefined) return whole;
  return {
    raw: [...sorted.options.map(({ raw }) => raw), ...chosen.words.map((word) => quoteWords([word]))],
    part: chosen.files.length === 0 ? 'nothing' : 'some',
  };
};

/** The part with the request in it. */
const askedPart = (
  call: string,
  { folder, only, functions = [], tests, less = false }: AskOptions,
): { readonly line: string; readonly part: Part } => {
  const { runner, head, rest } = splitCall(call)!;
  const { raw, part } = chosenWords(freedWords(rest, runner), runner, only);
  const words = [
    ...head.map((word) => word.raw),
    ...(runner.first?.(folder) ?? []),
    ...(functions.length === 0
      ? []
      : (runner.chooseFunctions?.(
          functions,
          rest.map(({ text }) => text),
        ) ?? [])),
    ...raw,
    ...(less ? [] : (runner.sometimes ?? [])),
    ...(runner.last?.(folder) ?? []),
    ...(tests === undefined || !runner.takesName
      ? []
      : rest.some(({ text }) => text === '--')
        ? [tests]
        : ['--', tests]),
    ...(runner.redirect ? [`> ${folder}/${runner.report}`] : []),
  ];
  return { line: words.join(' '), part };
};

const inQuotes = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A shell for npm that runs exactly one script otherwise, once: a test may start npm with the same script elsewhere. */
const shellFor = (script: string, asked: string, folder: string): string =>
  [
    '#!/bin/sh',
    `if [ "$1" = -c ] && [ "$2" = ${inQuotes(script)} ] && mkdir ${folder}/${BEGUN} 2>/dev/null; then`,
    `  exec /bin/sh -c ${inQuotes(asked)}`,
    'fi',
    'exec /bin/sh "$@"',
    '',
  ].join('\n');

/** The runner that the line comes to; undefined where it is not known, or not one alone. */
export const runnerOfLine = (
  line: string,
  scripts: Readonly<Record<string, string>>,
  reportsItself: boolean,
): TestRunnerName | undefined => askForReport({ line, scripts, folder: '/', reportsItself })?.runner;

/** Undefined where the line does not come to exactly one plain call of a known runner. */
export const askForReport = (options: AskOptions): AskedReport | undefined => {
  const { line, folder } = options;
  const calls = callsIn(line, options, []);
  const [call] = calls;
  if (call === undefined || calls.length > 1) return undefined;
  const { runner, parts, at, managers } = call;
  const asked = askedPart(parts[at]!, options);
  const text = parts.map((part, index) => (index === at ? ` ${asked.line} ` : part)).join('&&');
  const files = runner.files ?? [];
  const about = {
    runner: runner.name,
    report: runner.report,
    format: runner.format,
    part: asked.part,
    sometimes: options.less === true ? [] : (runner.sometimes ?? []),
  };
  if (managers.length === 0) return { ...about, line: text.trim(), env: {}, files, begun: undefined };
  const script = parts.join('&&');
  if (/[\n\0]/.test(script)) return undefined;
  return {
    ...about,
    line,
    env: { npm_config_script_shell: `${folder}/${SHELL_FILE}` },
    files: [...files, { name: SHELL_FILE, text: shellFor(script, text.trim(), folder), executable: true }],
    begun: managers.every((manager) => manager === SURE_MANAGER) ? undefined : BEGUN,
  };
};
