// Each kind of work may touch some files and not others. The plan says the kind, so nobody can call a change of behaviour
// a change of documentation.
import { isOnTestsSide, protectedKind } from '../../evidence/source/test-files.ts';
import type { FileChange } from '../../model/evidence.ts';
import { isMeant } from '../../model/path-patterns.ts';
import { problem } from '../../model/problem.ts';
import { fromProblems, unproven } from '../../model/run/verdict.ts';
import type { WorkKind } from '../../model/workflow/work-kind.ts';
import type { Clause } from '../clause.ts';
import { between, isMissing, known, observed } from '../observed.ts';
import type { Change } from './change.ts';

const DOCS =
  /\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt|png|jpe?g|gif|svg|webp|drawio|puml)$|(?:^|\/)(?:LICEN[CS]E|NOTICE|AUTHORS|CHANGELOG|CONTRIBUTORS|CODE_OF_CONDUCT|README)[^/]*$/i;
/** Documentation that programs read: they fail or pass by it. */
const READ_BY_TOOLS = /(?:^|\/)(?:requirements[\w.-]*|constraints|CMakeLists|robots)\.txt$/i;
const MANIFEST =
  /(?:^|\/)(?:package\.json|pnpm-workspace\.yaml|pyproject\.toml|requirements[\w.-]*\.(?:txt|in)|constraints\.txt|Pipfile|setup\.(?:py|cfg)|go\.(?:mod|sum)|Cargo\.toml|Gemfile|[^/]+\.gemspec|composer\.json|mix\.exs|pom\.xml|build\.gradle(?:\.kts)?|\.tool-versions|\.nvmrc|\.node-version|\.python-version|rust-toolchain(?:\.toml)?)$/;
const GENERATED =
  /(?:^|\/)(?:__generated__|generated|gen|dist)\/|\.(?:g|gen|generated|pb)\.\w+$|_pb2(?:_grpc)?\.pyi?$|\.pb\.go$|_generated\.\w+$|\.min\.(?:js|css)$/;

/** What of a package.json names dependencies, or follows from them. */
const DEPENDENCY_KEYS =
  /^(?:\w*[dD]ependencies|\w*[dD]ependenciesMeta|bundled?Dependencies|overrides|resolutions|engines|packageManager|devEngines|volta|pnpm|catalogs?|version|scripts)$/;

/** The same for a pyproject.toml. Settings of tools that say what is built or started are no dependencies. */
const PYPROJECT_KEYS =
  /^(?:project\.(?:dependencies|optional-dependencies|requires-python|version|classifiers)|build-system|dependency-groups|tool\.poetry\.(?:version|(?:[\w.-]+\.)?(?:dev-)?dependencies|extras|source)|tool\.(?!(?:poetry|setuptools|flit|hatch\.build|pdm\.(?:build|scripts)|maturin|scikit-build)(?:\.|$))[\w-]+)(?:\.|$)/;
/** And for a Cargo.toml: which features are on by default decides what is built. */
const CARGO_KEYS =
  /^(?:(?:workspace\.|target\..*\.)?(?:dev-|build-)?dependencies|(?:workspace\.)?package\.(?:version|rust-version|edition)|features\.(?!default$)[\w-]+|patch|replace)(?:\.|$)/;

/** And for a setup.cfg: sections of tools, but none of what is built, installed or started. */
const SETUP_CFG_KEYS =
  /^(?:metadata\.(?:version|classifiers?)$|options\.(?:(?:install|setup|tests|python)_requires$|extras_require\.)|(?!(?:metadata|options|build\w*|install\w*|develop|[sb]dist\w*|egg_info|entry_points|files|backwards_compat|global|aliases|pbr)\b))/;
/** And for what a gemspec sets to literals. */
const GEMSPEC_KEYS =
  /^(?:version|required_(?:ruby|rubygems)_version|add_(?:runtime_|development_)?dependency)$/;

const namesDependencies = (path: string, key: string): boolean => {
  if (path.endsWith('Cargo.toml')) return CARGO_KEYS.test(key);
  if (path.endsWith('setup.cfg')) return SETUP_CFG_KEYS.test(key);
  if (path.endsWith('.gemspec')) return GEMSPEC_KEYS.test(key);
  return (path.endsWith('pyproject.toml') ? PYPROJECT_KEYS : DEPENDENCY_KEYS).test(key);
};

type May = (file: FileChange) => boolean;

/** What code reads is no documentation, whatever its name says. */
const isDocs = ({ path, was, side, comments = false }: FileChange): boolean =>
  comments ||
  (side !== 'code' &&
    [path, was ?? path].every((one) => DOCS.test(one) && !READ_BY_TOOLS.test(one) && !isOnTestsSide(one)));

/** Kinds that are not here may touch everything. */
const MAY_TOUCH: Readonly<Partial<Record<WorkKind, { readonly may: May; readonly what: string }>>> = {
  docs: { may: isDocs, what: 'documentation, and comments in the code' },
  tests: {
    may: ({ path, was, side }) =>
      side === 'tests' || (side !== 'code' && [path, was ?? path].every(isOnTestsSide)),
    what: 'tests and what only tests use',
  },
  dependencies: {
    may: ({ path, keys = [] }) =>
      (MANIFEST.test(path) && keys.every((key) => namesDependencies(path, key))) ||
      protectedKind(path) === 'lock' ||
      /(?:^|\/)vendor\//.test(path),
    what: 'files that name dependencies, and of a package.json, pyproject.toml, setup.cfg, Cargo.toml or gemspec what names them',
  },
  generated: {
    may: ({ path, generated = false }) => generated || GENERATED.test(path) || protectedKind(path) === 'lock',
    what: 'files that are generated',
  },
  rename: {
    may: ({ change, beyondNames = false }) => (change === 'renamed' || change === 'modified') && !beyondNames,
    what: 'names, in files that are renamed, or that use the new name; it adds and deletes none',
  },
};

export const KIND_KEPT: Pick<Clause, 'name' | 'title' | 'says'> = {
  name: 'kind-kept',
  title: 'The change fits its kind of work',
  says: 'you change only what the kind of work in the plan allows: `docs` changes no code, `tests` changes only tests, `dependencies` changes only the files that name them',
};

export const kindKept = (change: Change): Clause => {
  const rule = MAY_TOUCH[change.kind];
  const diff = between('diff', change.base, change.head);
  return {
    ...KIND_KEPT,
    needs: rule === undefined ? [] : known(diff),
    judge: (seen) => {
      if (rule === undefined) return fromProblems([]);
      const found = observed('diff', seen, diff, 'nobody can say which files were changed');
      if (isMissing(found)) return unproven(found);
      const outside = found.files.filter((file) => !rule.may(file) && !isMeant(file.path, change.released));
      const verdict = fromProblems(
        outside.map(({ path }) =>
          problem(
            'KIND_EXCEEDED',
            `expected work of the kind "${change.kind}" to change only ${rule.what}, it changes ${path}`,
            { file: path, hint: 'leave it as it was, or let whoever owns the plan say another kind' },
          ),
        ),
      );
      if (verdict.status === 'unmet' || !found.cut) return verdict;
      return unproven(problem('EVIDENCE_UNAVAILABLE', 'more files changed than can be listed'));
    },
  };
};
