// Where version managers keep toolchains. They look below HOME, which commands get anew, so each is told where the user's is.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The variable that names the folder, and where the folder is where nothing names it. */
const HOMES: readonly (readonly [variable: string, ...below: string[]])[] = [
  ['RUSTUP_HOME', '.rustup'],
  ['CARGO_HOME', '.cargo'],
  ['PYENV_ROOT', '.pyenv'],
  ['GOMODCACHE', 'go', 'pkg', 'mod'],
  ['COREPACK_HOME', '.cache', 'node', 'corepack'],
  ['VOLTA_HOME', '.volta'],
  ['ASDF_DATA_DIR', '.asdf'],
  ['MISE_DATA_DIR', '.local', 'share', 'mise'],
  ['NVM_DIR', '.nvm'],
  ['RBENV_ROOT', '.rbenv'],
  ['SDKMAN_DIR', '.sdkman'],
  ['BUN_INSTALL', '.bun'],
  ['UV_PYTHON_INSTALL_DIR', '.local', 'share', 'uv', 'python'],
];

/** Set by hand as often as not; nothing is there where they are not set. */
const AS_SET = ['JAVA_HOME', 'GOROOT', 'GOTOOLCHAIN', 'RUSTUP_TOOLCHAIN', 'PYENV_VERSION'];

export const toolchainEnvironment = (
  inherited: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> => {
  const home = inherited['HOME'];
  const found: Record<string, string> = {};
  for (const [variable, ...below] of HOMES) {
    const folder = inherited[variable] ?? (home === undefined ? undefined : join(home, ...below));
    if (folder !== undefined && folder !== '' && existsSync(folder)) found[variable] = folder;
  }
  for (const variable of AS_SET) {
    const value = inherited[variable];
    if (value !== undefined && value !== '') found[variable] = value;
  }
  return found;
};

/** The folders that an environment names, for whoever has to make them visible. */
export const toolchainFolders = (env: Readonly<Record<string, string>>): readonly string[] =>
  HOMES.flatMap(([variable]) => env[variable] ?? []);
