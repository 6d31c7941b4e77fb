// What a command was for: tests, lint, types. Known by its program, or by the name of the task that a runner was given.
// `cat tests/x` and `test -f x` are none of them.

export const COMMAND_KINDS = ['test', 'lint', 'types'] as const;
export type CommandKind = (typeof COMMAND_KINDS)[number];

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Programs that do one thing, by their names. */
const PROGRAMS: Readonly<Record<CommandKind, ReadonlySet<string>>> = {
  test: list(`
    pytest py.test nosetests tox nox unittest jest vitest mocha ava tap karma jasmine cypress playwright rspec minitest
    phpunit pest ctest gotestsum busted bats behave cucumber nextest
  `),
  lint: list(`
    eslint tslint stylelint flake8 ruff pylint pycodestyle pydocstyle biome oxlint xo standard prettier black isort
    rubocop golangci-lint golint staticcheck clippy cargo-clippy shellcheck hadolint markdownlint yamllint ktlint
    checkstyle phpcs swiftlint jshint lint vulture
  `),
  types: list(
    'mypy pyright tsc vue-tsc pyre pytype flow basedpyright phpstan psalm sorbet typecheck type-check',
  ),
};

/** Words in the name of a task or of a script. */
const TASK_WORDS: Readonly<Record<CommandKind, ReadonlySet<string>>> = {
  test: list('test tests unittest unittests e2e spec specs'),
  lint: list('lint lints linter clippy vet stylecheck'),
  types: list('types typecheck typing mypy tsc'),
};

/** Programs that run a task that is named behind them. */
const RUNNERS = list(`
  make gmake npm pnpm yarn bun deno just task rake cargo go gradle gradlew mvn mvnw dotnet composer mix swift sbt bazel
  nx turbo lerna poe invoke hatch rails artisan
`);
/** Words before the program that matters. */
const WRAPPERS = list(`
  sudo time env nice timeout npx uvx bunx pipx exec xvfb-run command nohup poetry pipenv uv pdm rye bundle
  coverage
`);
/** Run the module or script that is named behind them. */
const INTERPRETERS = list('python python3 py node ruby bash sh zsh php perl tsx ts-node');

const CHARS_MAX = 4_000;
const SEPARATORS = /&&|\|\||[;|&\n]/;

const baseName = (word: string): string => word.slice(word.lastIndexOf('/') + 1);

const kindsOfTask = (name: string): CommandKind[] => {
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  const joined = words.join('');
  return COMMAND_KINDS.filter(
    (kind) => words.some((word) => TASK_WORDS[kind].has(word)) || TASK_WORDS[kind].has(joined),
  );
};

const kindsOfProgram = (name: string): CommandKind[] =>
  COMMAND_KINDS.filter((kind) => PROGRAMS[kind].has(name));

const isOption = (word: string): boolean => word.startsWith('-');

const kindsOfScript = (words: readonly string[]): CommandKind[] => {
  if (words.includes('--test')) return ['test'];
  const module = words.indexOf('-m');
  if (module !== -1) return kindsOfWords(words.slice(module + 1));
  const script = words.find((word) => !isOption(word));
  return script === undefined ? [] : kindsOfTask(baseName(script));
};

/** One simple command, its words in order. */
const kindsOfWords = (words: readonly string[]): CommandKind[] => {
  let at = 0;
  while (at < words.length) {
    const word = words[at]!;
    const skipped =
      /^[A-Za-z_]\w*=/.test(word) || isOption(word) || WRAPPERS.has(word) || /^\d+[smh]?$/.test(word);
    if (!skipped && !(at > 0 && word === 'run')) break;
    at += 1;
  }
  const word = words[at];
  if (word === undefined) return [];
  const rest = words.slice(at + 1);
  const program = baseName(word).replace(/\.(?:exe|cmd|bat)$/, '');
  const known = kindsOfProgram(program);
  if (known.length > 0) return known;
  if (RUNNERS.has(program)) return rest.filter((one) => !isOption(one) && one !== 'run').flatMap(kindsOfTask);
  if (INTERPRETERS.has(program)) return kindsOfScript(rest);
  // A script of the project's own: `./scripts/run_tests.sh`.
  return word.includes('/') || /\.(?:sh|py|js|ts|rb|ps1)$/.test(word) ? kindsOfTask(program) : [];
};

export const kindsOfCommand = (command: string): readonly CommandKind[] => {
  const kinds = command
    .slice(0, CHARS_MAX)
    .split(SEPARATORS)
    .flatMap((part) =>
      kindsOfWords(
        part
          .trim()
          .split(/\s+/)
          .filter((word) => word !== ''),
      ),
    );
  return COMMAND_KINDS.filter((kind) => kinds.includes(kind));
};
