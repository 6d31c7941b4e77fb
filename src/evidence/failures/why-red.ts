// Why tests that pass in a checkout may fail in a clean place, as far as what they print tells, and what fixes it.

export interface Cause {
  /** What is the matter, in one sentence. */
  readonly says: string;
  readonly fix: string;
  /** A package of Python that is missing: the project's files may say what installs it. */
  readonly pythonPackage?: string;
}

const first = (output: string, pattern: RegExp): string | undefined => {
  const found = pattern.exec(output);
  return found?.slice(1).find((part) => part !== undefined);
};

const NAME = '[\'"`‘“]?([@\\w./-]+?)[\'"`’”]?';

interface Sign {
  readonly pattern: RegExp;
  readonly cause: (name: string) => Cause;
}

/** In order: what is missing comes before what follows from it. */
const SIGNS: readonly Sign[] = [
  {
    pattern: /Missing script: "?([\w:-]+)"?|no test specified()/,
    cause: () => ({
      says: 'package.json has no test script',
      fix: 'commands: { test: … }, or for a project without tests: waived: { test: "why" }',
    }),
  },
  {
    pattern: new RegExp(
      `(?:sh: \\d+: |sh: line \\d+: |bash: |env: )${NAME}:? (?:command )?not found|${NAME}: command not found|env: ${NAME}: No such file`,
    ),
    cause: (name) => ({
      says: `the program ${name} is not there`,
      fix: `install ${name}, or let commands.prepare in baton.yaml install it`,
    }),
  },
  {
    pattern: new RegExp(`No module named ${NAME}(?:\\s|$|;)`, 'm'),
    cause: (name) => ({
      says: `the Python package ${name} is not installed for the Python on PATH`,
      fix: `install ${name} there, or say what installs it: commands: { prepare: "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt" }`,
      pythonPackage: name,
    }),
  },
  {
    pattern: /no matching package named `([\w-]+)` found|failed to download `([\w-]+) v/,
    cause: (name) => ({
      says: `the crate ${name} is not among those that cargo has here, and tests have no network`,
      fix: 'run `cargo fetch` where its registry can be reached, or say what brings the crates: commands: { prepare: … }',
    }),
  },
  {
    // The sources can be imported, but whoever asks for the version of a package needs an installed one.
    pattern: new RegExp(`No package metadata was found for ${NAME}(?:\\s|$)`, 'm'),
    cause: (name) => ({
      says: `${name} is asked for its version, and is not installed as a Python package`,
      fix: `if ${name} is this project: commands: { prepare: "python3 -m venv --system-site-packages .venv && .venv/bin/pip install -e ." }; otherwise install ${name}`,
    }),
  },
  {
    pattern: new RegExp(
      `Cannot find (?:module|package) ${NAME}(?:\\s|$)|Could not resolve ${NAME}(?:\\s|$)`,
      'm',
    ),
    cause: (name) =>
      /^[./]/.test(name)
        ? {
            says: `the file ${name} is not in git: it may be built, or ignored`,
            fix: 'add what builds it to the line: commands: { test: "npm run build && npm test" }',
          }
        : {
            says: `the package ${name} is not installed`,
            fix: `name ${name} in package.json, or say what installs it: commands: { prepare: … }`,
          },
  },
  {
    pattern:
      /(ENOTFOUND|EAI_AGAIN|getaddrinfo|Temporary failure in name resolution|Could not resolve host|Network is unreachable|ENETUNREACH|network access)/,
    cause: () => ({
      says: 'the tests need the network, which commands do not have',
      fix: 'environment: { network: true }',
    }),
  },
  {
    pattern: /(EROFS|Read-only file system)/,
    cause: () => ({
      says: 'the tests write outside of the project',
      fix: 'let them write below TMPDIR or HOME, which are new for each run',
    }),
  },
  {
    // Inside of the dependencies such a folder is not the project's.
    pattern: /no such file or directory(?!.*node_modules).*\b(dist|build)\b/i,
    cause: (name) => ({
      says: `${name} is not in git, and nothing builds it`,
      fix: 'add what builds it to the line: commands: { test: "npm run build && npm test" }',
    }),
  },
];

/** Undefined where the output tells nothing of the kind. */
export const whyRed = (output: string): Cause | undefined => {
  for (const { pattern, cause } of SIGNS) {
    const name = first(output, pattern);
    if (name !== undefined) return cause(name);
  }
  return undefined;
};

/** A package's own script, as npm reports it. */
const INSTALL_SCRIPT =
  /npm (?:error|ERR!) path (?:\S*\/)?node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\s+npm (?:error|ERR!) command failed/;

/** What to do about an installation that failed, as far as what it printed tells. */
const INSTALL_SIGNS: readonly (readonly [RegExp, (name: string) => string])[] = [
  [
    /No compatible signature found|Cannot find matching keyid/,
    () =>
      'corepack does not know the signature of the package manager: update corepack, install the package manager itself, or set COREPACK_INTEGRITY_KEYS=0 where Baton is started.',
  ],
  [
    // Such a script often downloads: then it is not the registry that is out of reach.
    INSTALL_SCRIPT,
    (name) =>
      `The install script of ${name} failed. If the tests do without it: commands: { prepare: "npm install --no-save --ignore-scripts" }.`,
  ],
  [
    /ENOTFOUND|EAI_AGAIN|getaddrinfo|Temporary failure in name resolution|Could not resolve host|failed to resolve address|Name or service not known|Network is unreachable|ENETUNREACH|ECONNREFUSED/,
    () =>
      'The registry cannot be reached from here: look at the network and the proxy. Packages that are here already need commands.prepare in baton.yaml.',
  ],
];

export const whyNotInstalled = (output: string): string | undefined => {
  for (const [pattern, fix] of INSTALL_SIGNS) {
    const found = pattern.exec(output);
    if (found !== null) return fix(found[1] ?? '');
  }
  return undefined;
};
