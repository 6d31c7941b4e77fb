// The test runners that Baton knows: how each is asked to name every test, to go on after a failure, and to run some files
// only.
import { FILE_CHOOSERS, type FileChooser } from './choose-files.ts';
import { MOCHA_REPORTER } from './mocha-reporter.ts';
import { NODE_REPORTER } from './node-events.ts';

export const TEST_RUNNERS = ['node', 'vitest', 'jest', 'mocha', 'pytest', 'go', 'cargo'] as const;
export type TestRunnerName = (typeof TEST_RUNNERS)[number];

/** How what it answers is read; `output`: what it prints says everything. */
export type ReportFormat = 'node-events' | 'report' | 'go-json' | 'output';

export interface PrivateFile {
  readonly name: string;
  readonly text: string;
  readonly executable: boolean;
}

export interface TestRunner {
  readonly name: TestRunnerName;
  /** How many of the words name it; 0 where they name another program. */
  readonly names: (words: readonly string[]) => number;
  /** Words with which the line already says where its report goes, or runs something else. */
  readonly not: RegExp;
  readonly report: string;
  readonly format: ReportFormat;
  /** A request takes the place of what the project itself has configured. */
  readonly overrides?: true;
  /** Words that end a run at the first failure, and are left out. */
  readonly without?: RegExp;
  /** Words that say what the request says: a runner may refuse an option that stands there twice. */
  readonly replaces?: RegExp;
  /** Options that take the next word. */
  readonly takesNext: RegExp;
  /** Options that stand alone, so that a word behind them is a file. */
  readonly standsAlone: RegExp;
  /** Asked right behind its name. */
  readonly first?: (folder: string) => readonly string[];
  /** Asked at the end. */
  readonly last?: (folder: string) => readonly string[];
  /** Asked at the end, too; versions that do not know it are run without. */
  readonly sometimes?: readonly string[];
  /** Where it prints its report instead of writing it. */
  readonly redirect?: true;
  readonly files?: readonly PrivateFile[];
  /** What stands behind `--` is a part of the names of tests. */
  readonly takesName?: true;
  /** The words for some functions only, behind its name. */
  readonly chooseFunctions?: (names: readonly string[], line: readonly string[]) => readonly string[];
  /** The words for some files only; without it everything is run. */
  readonly choose?: FileChooser;
}

const program = (words: readonly string[]): string => words[0]?.split('/').at(-1) ?? '';
const startsWith =
  (...names: readonly string[]) =>
  (words: readonly string[]): number =>
    program(words) === names[0] && names.every((name, at) => at === 0 || words[at] === name)
      ? names.length
      : 0;

/** Options of Node before a script: those that take the next word, and those that stand alone. */
const NODE_TAKES_NEXT =
  /^(?:-r|-C|--require|--import|--loader|--experimental-loader|--conditions|--env-file|--max-old-space-size)$/;

/** `node --experimental-vm-modules node_modules/jest/bin/jest.js`: the program of a package, started by Node itself. */
const startedByNode = (words: readonly string[], script: RegExp): number => {
  if (program(words) !== 'node') return 0;
  let at = 1;
  while (words[at]?.startsWith('-') === true) at += NODE_TAKES_NEXT.test(words[at] ?? '') ? 2 : 1;
  return script.test(words[at] ?? '') ? at + 1 : 0;
};
const scriptOf = (files: string): RegExp => new RegExp(`(?:^|/)node_modules/(?:${files})$`);
const VITEST_SCRIPT = scriptOf('vitest/vitest\\.mjs|\\.bin/vitest');
const JEST_SCRIPT = scriptOf('jest(?:-cli)?/bin/jest(?:\\.js)?|\\.bin/jest');
const MOCHA_SCRIPT = scriptOf('mocha/bin/_?mocha(?:\\.[cm]?js)?|\\.bin/_?mocha');

const VITEST_OTHERS = new Set(['list', 'bench', 'init', 'related', 'watch', 'dev']);

const NODE: TestRunner = {
  name: 'node',
  names: (words) => (words[0] === 'node' && words.includes('--test') ? 1 : 0),
  not: /^--(?:test-reporter|watch|test-isolation|experimental-test-isolation|help|version|run)\b/,
  report: 'events.jsonl',
  format: 'node-events',
  takesNext:
    /^(?:-r|-C|--require|--import|--loader|--experimental-loader|--conditions|--env-file|--test-name-pattern|--test-concurrency|--test-timeout|--test-shard|--max-old-space-size)$/,
  standsAlone: /^--(?:test|test-only|experimental-[\w-]+|enable-source-maps|no-warnings|trace-[\w-]+)$/,
  // Options of Node stand before the files, so they go right behind its name.
  first: (folder) => [
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${folder}/reporter.mjs`, `--test-reporter-destination=${folder}/events.jsonl`],
  ],
  files: [{ name: 'reporter.mjs', text: NODE_REPORTER, executable: false }],
  choose: FILE_CHOOSERS.node,
};

const VITEST: TestRunner = {
  name: 'vitest',
  names: (words) => {
    const named = program(words) === 'vitest' ? 1 : startedByNode(words, VITEST_SCRIPT);
    if (named === 0 || VITEST_OTHERS.has(words[named] ?? '')) return 0;
    return words[named] === 'run' ? named + 1 : named;
  },
  not: /^(?:--reporter|--outputFile|--output-file|--watch$|-w$|--ui|--help|-h$|--version|-v$|--merge-reports|--$)/,
  report: 'report.json',
  format: 'report',
  overrides: true,
  without: /^--bail(?:=.*)?$/,
  takesNext:
    /^(?:-c|-r|-t|--config|--root|--dir|--project|--environment|--pool|--testNamePattern|--testTimeout|--hookTimeout|--maxWorkers|--mode|--retry|--shard)$/,
  standsAlone: /^--(?:run|globals|coverage|passWithNoTests|silent|no-[\w-]+|dom|typecheck|allowOnly)$/,
  last: (folder) => [
    ...['--bail=0', '--reporter=default', '--reporter=json'],
    `--outputFile.json=${folder}/report.json`,
  ],
  choose: FILE_CHOOSERS.vitest,
};

const JEST: TestRunner = {
  name: 'jest',
  names: (words) => startsWith('jest')(words) || startedByNode(words, JEST_SCRIPT),
  not: /^(?:--json|--outputFile|--watch|--help|-h$|--version|-v$|--listTests|--showConfig|--init|--runTestsByPath|--$)/,
  report: 'report.json',
  format: 'report',
  without: /^(?:--bail(?:=.*)?|-b)$/,
  takesNext: /^(?:-c|-t|-w|--config|--rootDir|--testNamePattern|--maxWorkers|--testTimeout|--env|--shard)$/,
  standsAlone:
    /^(?:-i|--(?:ci|coverage|runInBand|verbose|silent|no-[\w-]+|passWithNoTests|colors|forceExit|detectOpenHandles))$/,
  last: (folder) => ['--bail=0', '--json', `--outputFile=${folder}/report.json`],
  choose: FILE_CHOOSERS.jest,
};

const MOCHA: TestRunner = {
  name: 'mocha',
  names: (words) => (['mocha', '_mocha'].includes(program(words)) ? 1 : startedByNode(words, MOCHA_SCRIPT)),
  not: /^(?:--watch$|-w$|--help|-h$|--version|-V$|--dry-run|--list-|--reporter-options?|-O$|--$)/,
  report: 'report.json',
  format: 'report',
  overrides: true,
  without: /^(?:--bail|-b)$/,
  replaces: /^(?:--reporter(?:=.*)?|-R.*)$/,
  takesNext:
    /^(?:-r|-g|-f|-t|-s|-u|-R|-n|-j|--require|--grep|--fgrep|--timeout|--slow|--ui|--reporter|--config|--package|--jobs|--retries|--extension|--ignore|--import|--node-option)$/,
  standsAlone:
    /^(?:-[cCpiA]|--(?:recursive|exit|parallel|check-leaks|color|no-[\w-]+|full-trace|sort|inline-diffs|allow-uncaught|forbid-only|forbid-pending|async-only))$/,
  sometimes: ['--no-bail'],
  last: (folder) => ['--reporter', `${folder}/reporter.cjs`],
  files: [{ name: 'reporter.cjs', text: MOCHA_REPORTER, executable: false }],
  choose: FILE_CHOOSERS.mocha,
};

const PYTEST: TestRunner = {
  name: 'pytest',
  names: (words) => {
    if (['pytest', 'py.test', 'pytest-3'].includes(program(words))) return 1;
    return /^python[\d.]*$/.test(program(words)) && words[1] === '-m' && words[2] === 'pytest' ? 3 : 0;
  },
  not: /^(?:--junit-?xml|--collect-only|--co$|--help|-h$|--version|-V$|--$)/,
  report: 'report.xml',
  format: 'report',
  overrides: true,
  takesNext:
    /^(?:-[kmpcnorW]|--(?:maxfail|rootdir|confcutdir|ignore|ignore-glob|deselect|tb|durations|color|basetemp|capture|cov|cov-report|cov-config|dist|numprocesses|timeout|import-mode|log-level|log-cli-level))$/,
  standsAlone:
    /^(?:-[vqsxl]+|--(?:exitfirst|verbose|quiet|strict[\w-]*|no-[\w-]+|showlocals|lf|ff|sw|disable-warnings|doctest-modules|forked))$/,
  // The first family says which file a test is in.
  last: (folder) => [
    ...['--continue-on-collection-errors', '--maxfail=0', '-o', 'junit_family=xunit1'],
    `--junitxml=${folder}/report.xml`,
  ],
  choose: FILE_CHOOSERS.pytest,
};

const GO: TestRunner = {
  name: 'go',
  names: startsWith('go', 'test'),
  not: /^--?(?:json|c|list|n|h|help|o|exec|fuzz|bench)(?:=.*)?$|^--?args$/,
  report: 'report.jsonl',
  format: 'go-json',
  without: /^--?(?:failfast|test\.failfast)(?:=.*)?$/,
  takesNext:
    /^--?(?:run|skip|tags|timeout|count|cpu|parallel|p|mod|modfile|coverprofile|covermode|coverpkg|shuffle|vet|ldflags|gcflags|C|outputdir)$/,
  standsAlone: /^--?(?:v|race|cover|short|a|x|work|trimpath|msan|asan)$/,
  first: () => ['-json'],
  chooseFunctions: (names, line) =>
    line.some((word) => /^--?(?:test\.)?run\b/.test(word)) || !names.every((name) => /^\w+$/.test(name))
      ? []
      : ['-run', `'^(${names.join('|')})$'`],
  redirect: true,
  choose: FILE_CHOOSERS.go,
};

const CARGO: TestRunner = {
  name: 'cargo',
  names: (words) => {
    if (program(words) !== 'cargo') return 0;
    const at = words[1]?.startsWith('+') ? 2 : 1;
    return words[at] === 'test' || words[at] === 't' ? at + 1 : 0;
  },
  not: /^(?:--no-run|--help|-h|--list|--message-format.*)$/,
  report: '',
  format: 'output',
  replaces: /^--no-fail-fast$/,
  takesNext: /^(?!)/,
  standsAlone: /^(?!)/,
  first: () => ['--no-fail-fast'],
  takesName: true,
};

export const KNOWN_RUNNERS: readonly TestRunner[] = [NODE, VITEST, JEST, MOCHA, PYTEST, GO, CARGO];
