// A known test runner is asked for a report that names every test. It is written outside of the tree, into a private
// folder; what the runner prints stays what people are used to. Where this cannot be done the output is read as it is.
import {
  chainedCommands,
  quoteWords,
  type ShellWord,
  scriptCall,
  shellWords,
} from '../../evidence/commands/command-line.ts';
import { isChecker } from './checkers.ts';
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
  /** Without the linters and type checkers that stand beside the runner. */
  readonly bare?: boolean | undefined;
}

export type Part = 'all' | 'some' | 'nothing';

/** A line or a script on the way to the runner: what a shell gets, in parts, and the part that leads on. */
interface Level {
  /** The name of the script. */
  readonly script?: string;
  readonly parts: readonly string[];
  readonly at: number;
}

/** A call of a runner: the way to it, from the line to the text that has it, and the managers that start each script. */
interface Call {
  readonly levels: readonly Level[];
  readonly split: Split;
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
/** They load no code, as native modules need them in Jest. */
const PLAIN_NODE_OPTIONS =
  /^NODE_OPTIONS=(?:--(?:experimental-(?!loader)[\w-]+|no-warnings|enable-source-maps|max-old-space-size=\d+) ?)*$/;
const isOptionOfAll = (word: string): boolean => OPTIONS_OF_ALL.test(word) && !PLAIN_NODE_OPTIONS.test(word);

const splitCall = (part: string): Split | undefined => {
  const words = shellWords(part) ?? [];
  const texts = words.map(({ text }) => text);
  const start = runnerStart(texts);
  if (start === undefined || texts.slice(0, start).some(isOptionOfAll)) return undefined;
  for (const runner of KNOWN_RUNNERS) {
    const count = runner.names(texts.slice(start));
    if (count > 0) return { runner, head: words.slice(0, start + count), rest: words.slice(start + count) };
  }
  return undefined;
};

/** A call that can be asked for a report. */
const askable = (part: string, reportsItself: boolean): Split | undefined => {
  const split = splitCall(part);
  if (split === undefined || (reportsItself && split.runner.overrides)) return undefined;
  return split.rest.some(({ text }) => split.runner.not.test(text)) ? undefined : split;
};

interface Way {
  readonly script?: string;
  readonly levels: readonly Level[];
  readonly managers: readonly string[];
}

const callsIn = (line: string, options: AskOptions, { script, levels, managers }: Way): readonly Call[] => {
  const { scripts, reportsItself } = options;
  const parts = chainedCommands(line);
  if (parts === undefined || managers.length > SCRIPTS_DEEP_MAX) return [];
  return parts.flatMap((part, at): readonly Call[] => {
    const way = [...levels, { parts, at, ...(script === undefined ? {} : { script }) }];
    const call = scriptCall(part);
    const text =
      call === undefined || !Object.hasOwn(scripts, call.script) ? undefined : scripts[call.script];
    if (call !== undefined && text !== undefined) {
      if (!MANAGERS.has(call.manager) || call.extra.some((word) => /[*?[\]]/.test(word))) return [];
      const given = call.extra.length === 0 ? text : `${text} ${quoteWords(call.extra)}`;
      const next = { script: call.script, levels: way, managers: [...managers, call.manager] };
      return callsIn(given, options, next);
    }
    const split = askable(part, reportsItself);
    return split === undefined ? [] : [{ levels: way, split, managers }];
  });
};

/** What is left of a level, with another text in the place of the part that leads on. */
const textOf = ({ parts, at }: Level, part: string, { bare = false, scripts }: AskOptions): string =>
  parts
    .flatMap((one, index) => (index === at ? [part] : bare && isChecker(one, scripts) ? [] : [one]))
    .join('&&')
    .trim();

/** Scripts of which less is run, and scripts before them that only look. */
const shortened = (levels: readonly Level[], options: AskOptions): readonly Replaced[] => {
  const { bare = false, scripts } = options;
  if (!bare) return [];
  return levels.flatMap((level, index): Replaced[] => {
    const [text, less] = [level.parts.join('&&'), textOf(level, level.parts[level.at] ?? '', options)];
    const before = `pre${level.script}`;
    const isLooking = level.script !== undefined && isChecker(`npm run ${before}`, scripts);
    return [
      ...(level.script === undefined || index === levels.length - 1 || less === text.trim()
        ? []
        : [{ text, by: less }]),
      ...(isLooking ? [{ text: scripts[before] ?? '', by: ':' }] : []),
    ];
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
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [next] = left;
    if (!word.text.startsWith('-')) files.push(word);
    else if (runner.takesNext.test(word.text) && next !== undefined) {
      options.push(word, next);
      left.shift();
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
  for (let at = 0; ; at += 1) {
    const [word, next] = [words[at], words[at + 1]];
    if (word === undefined) return kept;
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
  { runner, head, rest }: Split,
  { folder, only, functions = [], tests, less = false }: AskOptions,
): { readonly line: string; readonly part: Part } => {
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

interface Replaced {
  readonly text: string;
  readonly by: string;
}

const isGiven = (script: string): string => `[ "$1" = -c ] && [ "$2" = ${inQuotes(script)} ]`;

/** A shell for npm that runs exactly one script otherwise, once: a test may start npm with the same script elsewhere. */
const shellFor = (asked: Replaced, others: readonly Replaced[], folder: string): string =>
  [
    '#!/bin/sh',
    ...others.map(({ text, by }) => `if ${isGiven(text)}; then exec /bin/sh -c ${inQuotes(by)}; fi`),
    `if ${isGiven(asked.text)} && mkdir ${folder}/${BEGUN} 2>/dev/null; then`,
    `  exec /bin/sh -c ${inQuotes(asked.by)}`,
    'fi',
    'exec /bin/sh "$@"',
    '',
  ].join('\n');

/** Whether less is run where only the tests are wanted. */
export const hasCheckers = (line: string, scripts: Readonly<Record<string, string>>): boolean => {
  const about = { line, scripts, folder: '/', reportsItself: false };
  const textsOf = (bare: boolean): string => JSON.stringify(askForReport({ ...about, bare }));
  return textsOf(true) !== textsOf(false);
};

/** The runner that the line comes to; undefined where it is not known, or not one alone. */
export const runnerOfLine = (
  line: string,
  scripts: Readonly<Record<string, string>>,
  reportsItself: boolean,
): TestRunnerName | undefined => askForReport({ line, scripts, folder: '/', reportsItself })?.runner;

/** Undefined where the line does not come to exactly one plain call of a known runner. */
export const askForReport = (options: AskOptions): AskedReport | undefined => {
  const { line, folder } = options;
  const calls = callsIn(line, options, { levels: [], managers: [] });
  const [call] = calls;
  const last = call?.levels.at(-1);
  if (call === undefined || last === undefined || calls.length > 1) return undefined;
  const { levels, split, managers } = call;
  const { runner } = split;
  const asked = askedPart(split, options);
  const text = textOf(last, ` ${asked.line} `, options);
  const files = runner.files ?? [];
  const about = {
    runner: runner.name,
    report: runner.report,
    format: runner.format,
    part: asked.part,
    sometimes: options.less === true ? [] : (runner.sometimes ?? []),
  };
  if (managers.length === 0) return { ...about, line: text, env: {}, files, begun: undefined };
  const [first] = levels;
  const others = shortened(levels, options);
  const script = last.parts.join('&&');
  if ([script, ...others.map((one) => one.text)].some((one) => /[\n\0]/.test(one))) return undefined;
  const shell = shellFor({ text: script, by: text }, others, folder);
  return {
    ...about,
    line: first === undefined ? line : textOf(first, first.parts[first.at] ?? '', options),
    env: { npm_config_script_shell: `${folder}/${SHELL_FILE}` },
    files: [...files, { name: SHELL_FILE, text: shell, executable: true }],
    begun: managers.every((manager) => manager === SURE_MANAGER) ? undefined : BEGUN,
  };
};
