// Which files are tests, and which others decide what a test run says. By names alone: the same for every tree.

/** Folders whose files are tests, with the helpers and fixtures inside of them. */
const TEST_FOLDERS = new Set([
  ...['test', 'tests', '__tests__', '__test__', 'spec', 'specs', 'e2e', '__mocks__'],
  // Perl, and others that write the Test Anything Protocol.
  ...['t', 'xt'],
]);
/** Files that only a runner of tests runs. */
const TEST_EXTENSIONS = new Set(['t', 'bats', 'feature', 'robot']);
const SNAPSHOT_FOLDER = '__snapshots__';
/** `a.test.ts`, `a.spec.tsx`, `a.e2e.js`, and what is kept beside them (`a.test.ts.snap`). */
const DOTTED_PARTS = new Set(['test', 'tests', 'spec', 'specs', 'e2e', 'cy']);
const TEST_NAMES = new Set(['conftest.py', 'spec_helper.rb', 'test_helper.rb', 'rails_helper.rb']);
const NAME_RULES: readonly { readonly extension: RegExp; readonly stem: RegExp }[] = [
  { extension: /^(?:[cm]?[jt]s|[jt]sx)$/, stem: /[-_](?:test|spec)$|^tests?$/ },
  { extension: /^pyi?$/, stem: /^test_|_tests?$|^tests?$/ },
  { extension: /^go$/, stem: /_test$/ },
  { extension: /^rs$/, stem: /_tests?$|^tests?$/ },
  { extension: /^rb$/, stem: /_(?:test|spec)$|^test_/ },
  { extension: /^exs$/, stem: /_test$/ },
  { extension: /^lua$/, stem: /_spec$|_test$|^test_/ },
  { extension: /^(?:sh|bash)$/, stem: /[-_]tests?$|^test[-_]/ },
  { extension: /^dart$/, stem: /_test$/ },
  { extension: /^(?:c|cc|cpp|cxx)$/, stem: /_(?:unit)?test$|^test_/ },
];
/** `UserTest.java`, `TestUser.php`, `UserTests.cs`: here the case of letters is what tells `Latest` from a test. */
const CASED_NAMES = /(?:^Test[A-Z0-9_].*|.*(?:[a-z0-9_])(?:Test|Tests|TestCase|IT|Spec))$/;
const CASED_EXTENSIONS = new Set(['java', 'kt', 'scala', 'groovy', 'php', 'cs', 'swift']);

/** Letters of one kind and one form, because a file system may take `Test` for `test`. Both slashes part names. */
const partsOf = (path: string): string[] =>
  path
    .normalize('NFC')
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.');

export const isTestFile = (path: string): boolean => {
  const cased = partsOf(path);
  const parts = cased.map((part) => part.toLowerCase());
  const name = parts.at(-1) ?? '';
  if (parts.includes('node_modules')) return false;
  if (parts.slice(0, -1).some((folder) => TEST_FOLDERS.has(folder) || folder === SNAPSHOT_FOLDER))
    return true;
  if (TEST_NAMES.has(name)) return true;
  const [stem = '', ...rest] = name.split('.');
  if (rest.length > 1 && rest.slice(0, -1).some((part) => DOTTED_PARTS.has(part))) return true;
  const extension = rest.at(-1) ?? '';
  if (rest.length !== 1) return false;
  // Node runs these by default; below a folder of sources such a name is more often one of code.
  if (
    /^[cm]?js$/.test(extension) &&
    /^test-/.test(stem) &&
    !parts.some((part) => part === 'src' || part === 'lib')
  )
    return true;
  if (TEST_EXTENSIONS.has(extension)) return true;
  if (NAME_RULES.some((rule) => rule.extension.test(extension) && rule.stem.test(stem))) return true;
  return CASED_EXTENSIONS.has(extension) && CASED_NAMES.test((cased.at(-1) ?? '').slice(0, stem.length));
};

/** Folders of what tests use: data, doubles, helpers. */
const SUPPORT_FOLDERS =
  /^(?:__fixtures__|fixtures?|test[-_]?data|test[-_]?utils?|test[-_]?helpers?|test[-_]?support|test[-_]?fixtures?|__mocks__)$/;
/** Folders whose name alone does not tell data of tests from code. */
const DATA_FOLDERS = /^(?:snapshots?|goldens?|mocks?|stubs?)$/;
const CODE_EXTENSION =
  /\.(?:[cm]?[jt]s|[jt]sx|pyi?|go|rs|rb|php|java|kt|scala|cs|swift|ex|exs|c|cc|cpp|h|hpp|vue|svelte)$/;
const SUPPORT_STEM =
  /^(?:(?:vitest|jest|mocha|tests?|testing)[-_.]?(?:setup|helpers?|utils?|support|fixtures?|bootstrap)|setup[-_.]?(?:tests?|jest|vitest|mocha)|(?:global|tests?)[-_.]?setup)$/;

/** Programs, styles, templates and schemas: whoever reads them runs them, or is made of them. */
const PROGRAM_EXTENSION =
  /\.(?:sh|bash|zsh|fish|ps1|bat|cmd|mk|lua|r|jl|zig|dart|hs|ml|clj|erl|pl|pm|m|mm|sql|css|scss|less|sass|proto|graphql|gql|thrift|prisma|tf|j2|jinja2?|hbs|ejs|erb|tmpl|tpl|mustache|liquid|pug|ipynb|wasm|so|dll|dylib|node|lock)$/;
/** Prose is kept in line with the code by tests that compare the two, and is not what the code is measured by. */
const PROSE_EXTENSION = /\.(?:md|mdx|markdown|rst|adoc|asciidoc)$/;
/** Pages and pictures: in these folders they are served, elsewhere they may be what is expected. */
const MARKUP_EXTENSION = /\.(?:html?|xhtml|svg|png|jpe?g|gif|webp|ico)$/;
const SERVED_FOLDERS = /^(?:public|static|assets|templates?|views|www|web|site|src|lib|apps?|pages)$/;
const MANIFESTS =
  /^(?:package\.json|pnpm-workspace\.yaml|requirements[\w.-]*\.(?:txt|in)|pipfile|setup\.(?:py|cfg)|go\.(?:mod|sum|work)|cargo\.toml|gemfile|composer\.json|pom\.xml|modules\.txt)$/;

export const isProse = (path: string): boolean => PROSE_EXTENSION.test(path.toLowerCase());

/** Whether its text can tell who uses a file: documents, pipelines, manifests and lists of what to ignore use none. */
export const mayUseFiles = (path: string): boolean => {
  const name = (partsOf(path).at(-1) ?? '').toLowerCase();
  if (isProse(path) || MANIFESTS.test(name) || /^\.\w*ignore$/.test(name)) return false;
  return ['tests', undefined].includes(protectedKind(path));
};

/** Source text of a language, by its name. */
export const isSourceFile = (path: string): boolean => CODE_EXTENSION.test(path.toLowerCase());

/** Data, as far as names tell: no program, no prose, and nothing that says what a project is made of. */
export const isDataFile = (path: string): boolean => {
  const parts = partsOf(path).map((part) => part.toLowerCase());
  const name = parts.at(-1) ?? '';
  const folders = parts.slice(0, -1);
  // A name without an ending is most often one of a program.
  if (!/.\.\w+$/.test(name) || CODE_EXTENSION.test(name) || PROGRAM_EXTENSION.test(name)) return false;
  if (PROSE_EXTENSION.test(name) || MANIFESTS.test(name) || protectedKind(path) !== undefined) return false;
  return !(MARKUP_EXTENSION.test(name) && folders.some((folder) => SERVED_FOLDERS.test(folder)));
};

/** Whether nothing but a folder's name says that this is a test. */
export const isTestByFolder = (path: string): boolean =>
  isTestFile(path) && !isTestFile(partsOf(path).at(-1) ?? '');

/** What tests use and nothing else does, as far as names tell: fixtures, setup files, helpers. */
export const isTestSupport = (path: string): boolean => {
  const parts = partsOf(path).map((part) => part.toLowerCase());
  const name = parts.at(-1) ?? '';
  const folders = parts.slice(0, -1);
  if (folders.includes('node_modules')) return false;
  if (folders.some((folder) => SUPPORT_FOLDERS.test(folder))) return true;
  if (folders.some((folder) => DATA_FOLDERS.test(folder)) && !CODE_EXTENSION.test(name)) return true;
  return SUPPORT_STEM.test(name.replace(/\.\w+$/, ''));
};

/** What tests compare with, and is no code: snapshots, golden files, fixtures. */
export const isTestData = (path: string): boolean =>
  (isTestFile(path) || isTestSupport(path)) && !CODE_EXTENSION.test(path.toLowerCase());

/** Words in the name of a file that hint at a helper of tests. Whether only tests use it, its importers tell. */
const HELPER_WORDS =
  /(?:^|[-_./])(?:assert\w*|expect\w*|fixtures?|harness|fakes?|mocks?|stubs?|tests?\w*|testing)(?=$|[-_./])/i;
/** Code is called so, too; a new file of such a name that only its test imports is a module and its test. */
const COMMON_WORDS =
  /(?:^|[-_./])(?:matchers?|helpers?|support|factor(?:y|ies)|doubles?|samples?|setup|bootstrap|shims?|patch\w*|spec\w*)(?=$|[-_./])/i;
const TEST_LIBRARIES =
  /['"](?:node:)?(?:assert|test)(?:\/strict)?['"]|['"](?:vitest|chai|sinon|@jest\/\w+|@testing-library\/[\w-]+)['"]|\b(?:import|from) (?:pytest|unittest|hypothesis)\b|"testing"|\bAssertionError\b/;

export const mayBeHelper = (path: string, text: string, isNew: boolean): boolean => {
  if (!CODE_EXTENSION.test(path.toLowerCase())) return false;
  const stem = path.replace(/\.\w+$/, '');
  return HELPER_WORDS.test(stem) || (!isNew && COMMON_WORDS.test(stem)) || TEST_LIBRARIES.test(text);
};

const PROTECTED_KINDS = ['tests', 'ci', 'lock', 'test-config', 'contract'] as const;
export type ProtectedKind = (typeof PROTECTED_KINDS)[number];

const CI_FOLDERS: readonly (readonly string[])[] = [
  ['.github', 'workflows'],
  ['.github', 'actions'],
  ['.circleci'],
  ['.buildkite'],
  ['.gitlab'],
  ['.woodpecker'],
  ['.husky'],
  ['.githooks'],
];
const CI_NAMES = new Set([
  ...[
    '.gitlab-ci.yml',
    '.gitlab-ci.yaml',
    '.travis.yml',
    'jenkinsfile',
    'azure-pipelines.yml',
    'appveyor.yml',
  ],
  ...[
    '.drone.yml',
    '.woodpecker.yml',
    'bitbucket-pipelines.yml',
    'cloudbuild.yaml',
    '.pre-commit-config.yaml',
  ],
  ...['lefthook.yml', 'lefthook.yaml', '.gitattributes', '.gitmodules'],
]);
const LOCK_NAMES = new Set([
  ...['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'],
  ...['poetry.lock', 'uv.lock', 'pdm.lock', 'pipfile.lock', 'cargo.lock', 'go.sum', 'gemfile.lock'],
  ...['composer.lock', 'mix.lock', 'pubspec.lock', 'gradle.lockfile', 'packages.lock.json', 'flake.lock'],
  ...['deno.lock', 'constraints.txt', '.pnp.cjs', '.pnp.loader.mjs', '.pnpmfile.cjs'],
]);
/** What package managers lay over what they install, and what stands in the place of it. */
const LOCK_FOLDERS = new Set(['patches', '.yarn', 'node_modules']);
const CONFIG_NAMES = new Set([
  ...['pytest.ini', '.pytest.ini', 'tox.ini', 'setup.cfg', '.coveragerc', 'pyproject.toml', 'noxfile.py'],
  ...['biome.json', 'biome.jsonc', '.npmrc', '.yarnrc', '.yarnrc.yml', '.node-version', '.nvmrc'],
  ...['.python-version', '.ruby-version', '.tool-versions', '.rspec', 'phpunit.xml', 'phpunit.xml.dist'],
  ...['.oxlintrc.json', '.swcrc', '.taprc', '.env', '.env.test', '.mutmut-config', 'rakefile', 'makefile'],
  // Python finds these beside the tests before it finds the real ones.
  ...['sitecustomize.py', 'usercustomize.py', 'pytest.py', 'unittest.py', '_pytest.py'],
]);
const CONFIG_PREFIXES = [
  ...['vitest.config.', 'vitest.workspace.', 'vitest.setup.', 'vite.config.', 'jest.config.', 'jest.setup.'],
  ...['playwright.config.', 'cypress.config.', 'karma.conf', 'ava.config.', 'wdio.conf', '.mocharc', '.c8rc'],
  ...['.nycrc', 'nyc.config.', 'stryker.conf', '.stryker', '.eslintrc', 'eslint.config.', 'tsconfig'],
  ...['jsconfig', 'babel.config.', '.babelrc', '.swcrc', '.jscpd', 'codecov.'],
];
/** Files that tell a test runner or a linter what to do, and nothing else. */
const RUNNER_FILES = new Set([
  ...['pytest.ini', '.pytest.ini', 'tox.ini', '.coveragerc', 'noxfile.py', 'biome.json', 'biome.jsonc'],
  ...['.rspec', 'phpunit.xml', 'phpunit.xml.dist', '.oxlintrc.json', '.taprc', '.mutmut-config', '.flake8'],
  ...['mypy.ini', '.mypy.ini', 'ruff.toml', '.ruff.toml', '.pylintrc', '.golangci.yml', '.golangci.yaml'],
  ...['.golangci.toml', '.golangci.json', '.eslintignore', 'pyrightconfig.json'],
  ...['clippy.toml', '.clippy.toml', 'rustfmt.toml', 'nextest.toml', '.node-version', '.nvmrc'],
  ...['sitecustomize.py', 'usercustomize.py', 'pytest.py', 'unittest.py', '_pytest.py'],
  ...['.proverc', '.yath.rc', '.busted', '.shellspec', 'behat.yml', 'behat.yml.dist', '.minitest'],
]);
const RUNNER_PREFIXES = [
  ...['vitest.config.', 'vitest.workspace.', 'jest.config.', 'playwright.config.', 'cypress.config.'],
  ...['karma.conf', 'ava.config.', 'wdio.conf', '.mocharc', '.c8rc', '.nycrc', 'nyc.config.'],
  ...['stryker.conf', '.stryker', '.eslintrc', 'eslint.config.', '.jscpd', 'codecov.'],
];
/** They configure the build as well: they go with the tests, and are not put back. */
const SHARED_CONFIG = /^(?:vite\.config\.|tsconfig|jsconfig|babel\.config\.|\.babelrc|\.swcrc)/;

const BUILD_LIST =
  /(?:^|\/)(?:CMakeLists\.txt|[^/]+\.cmake|meson\.build|Makefile\.am|configure\.ac|(?:GNU)?[Mm]akefile|[^/]+\.mk|BUILD(?:\.bazel)?|build\.(?:gradle|gradle\.kts|zig|sbt|xml)|pom\.xml|[^/]+\.(?:csproj|cabal)|mix\.exs|Package\.swift|dune)$/;

/** What says of code and tests alike which files are built. */
export const isBuildList = (path: string): boolean => BUILD_LIST.test(path);

const nameIn = (path: string): string => (partsOf(path).at(-1) ?? '').toLowerCase();

/** What a tool remembers of earlier runs can say that nothing has to be checked again. */
const REMEMBERED = /\.tsbuildinfo$|(?:^|\/)\.(?:eslint|stylelint)cache$|(?:^|\/)\.(?:mypy|ruff)_cache\//;

/** Configuration of runners: part of the command, so it stands as in the base unless its owner has released it. */
export const isRunnerConfig = (path: string): boolean => {
  const name = nameIn(path);
  const inCargo = /(?:^|\/)\.cargo\/config(?:\.toml)?$/.test(path.toLowerCase());
  return (
    inCargo ||
    REMEMBERED.test(path) ||
    RUNNER_FILES.has(name) ||
    RUNNER_PREFIXES.some((start) => name.startsWith(start))
  );
};

/** Everything that goes with the tests when they are laid over other code, by names alone. */
export const isOnTestsSide = (path: string): boolean =>
  isTestFile(path) || isTestSupport(path) || isRunnerConfig(path) || SHARED_CONFIG.test(nameIn(path));

const CONTRACT_NAMES = new Set(['baton.yaml', 'baton.yml']);
const CONTRACT_FOLDERS = new Set(['.baton', '.agentmux', '.quest', '.collective']);

const beginsWith = (parts: readonly string[], folder: readonly string[]): boolean =>
  parts.some((_, at) => folder.every((name, index) => parts[at + index] === name));

/** What a file is, when only the role that owns it may change it. */
export const protectedKind = (path: string): ProtectedKind | undefined => {
  const parts = partsOf(path).map((part) => part.toLowerCase());
  const name = parts.at(-1) ?? '';
  const folders = parts.slice(0, -1);
  if (CONTRACT_NAMES.has(name) || folders.some((folder) => CONTRACT_FOLDERS.has(folder))) return 'contract';
  if (CI_NAMES.has(name) || CI_FOLDERS.some((folder) => beginsWith(folders, folder))) return 'ci';
  if (LOCK_NAMES.has(name) || folders.some((folder) => LOCK_FOLDERS.has(folder))) return 'lock';
  if (CONFIG_NAMES.has(name) || CONFIG_PREFIXES.some((start) => name.startsWith(start))) return 'test-config';
  return isTestFile(path) ? 'tests' : undefined;
};
