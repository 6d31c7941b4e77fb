// The environment of a re-executed command: by allow-list, so that nothing an agent sets can change a verdict.
import { createHash } from 'node:crypto';
import { delimiter, isAbsolute, join, sep } from 'node:path';
import type { EnvironmentPolicy } from '../../model/config.ts';
import type { SandboxKind } from './sandbox.ts';
import { toolchainEnvironment } from './toolchains.ts';

export type Environment = Readonly<Record<string, string>>;
export type InheritedEnvironment = Readonly<Record<string, string | undefined>>;

const ALLOWED = ['PATH', 'LANG', 'TZ'];
/** Package managers need the way to their registry; tests do not. */
const ALLOWED_WITH_NETWORK = [
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'npm_config_registry'],
  ...['COREPACK_INTEGRITY_KEYS', 'COREPACK_NPM_REGISTRY'],
];
const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin';

/** Programs of the live checkout are not those of the sealed tree; a relative entry would mean any folder. */
const cleanPath = (path: string, project: string): string =>
  path
    .split(delimiter)
    .filter((entry) => isAbsolute(entry))
    .filter((entry) => !(entry.startsWith(project + sep) && entry.includes(`${sep}node_modules${sep}`)))
    .join(delimiter);

export interface EnvironmentOptions {
  readonly inherited: InheritedEnvironment;
  readonly project: string;
  readonly home: string;
  readonly tmp: string;
  /** What the project's configuration says. */
  readonly policy?: EnvironmentPolicy | undefined;
}

const allowed = (inherited: InheritedEnvironment, names: readonly string[]): Record<string, string> => {
  const picked: Record<string, string> = {};
  for (const [name, value] of Object.entries(inherited))
    if (value !== undefined && (names.includes(name) || name.startsWith('LC_'))) picked[name] = value;
  return picked;
};

export const commandEnvironment = (options: EnvironmentOptions): Environment => {
  const { pass = [], unset = [] } = options.policy ?? {};
  const passed = pass.flatMap((name) => {
    const value = options.inherited[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const all = { ...givenEnvironment(options), ...Object.fromEntries(passed) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !unset.includes(name)));
};

const givenEnvironment = (options: EnvironmentOptions): Environment => ({
  ...allowed(options.inherited, ALLOWED),
  ...toolchainEnvironment(options.inherited),
  PATH: cleanPath(options.inherited['PATH'] ?? DEFAULT_PATH, options.project) || DEFAULT_PATH,
  HOME: options.home,
  TMPDIR: options.tmp,
  TERM: 'dumb',
  CI: '1',
  NO_COLOR: '1',
  CARGO_NET_OFFLINE: 'true',
  COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
  // With it pnpm does not download the version that `packageManager` names, for which there is no network.
  COREPACK_ROOT: '/nonexistent',
});

/** With the user's own registry settings and download cache; what comes from there is checked against the lock file. */
export const prepareEnvironment = (options: EnvironmentOptions): Environment => {
  const userHome = options.inherited['HOME'];
  const npm =
    userHome === undefined
      ? {}
      : {
          npm_config_userconfig: options.inherited['npm_config_userconfig'] ?? join(userHome, '.npmrc'),
          npm_config_cache: options.inherited['npm_config_cache'] ?? join(userHome, '.npm'),
        };
  return {
    ...allowed(options.inherited, ALLOWED_WITH_NETWORK),
    ...npm,
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    ...commandEnvironment(options),
    ...(userHome === undefined
      ? {}
      : { CARGO_HOME: options.inherited['CARGO_HOME'] ?? join(userHome, '.cargo') }),
    CARGO_NET_OFFLINE: 'false',
  };
};

/** What, beside tree and command, a result may depend on. Folders made anew each time are left out. */
export const environmentDigest = (
  environment: Environment,
  about: {
    readonly sandbox: SandboxKind;
    readonly prepared: string;
    readonly nodeVersion: string;
    readonly platform: string;
  },
): string => {
  const lasting = Object.entries(environment)
    .filter(([name]) => name !== 'HOME' && name !== 'TMPDIR')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([lasting, about.sandbox, about.prepared, about.nodeVersion, about.platform]))
    .digest('hex');
};
