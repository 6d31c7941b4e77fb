// Opens an address in the user's browser, where there is one. Nothing waits for it.
import { spawn } from 'node:child_process';

type Environment = Readonly<Record<string, string | undefined>>;

const programOf = (env: Environment): string =>
  env['BROWSER'] ||
  (process.platform === 'darwin' ? 'open' : env['WSL_DISTRO_NAME'] ? 'wslview' : 'xdg-open');

export const openBrowser = (address: string, env: Environment): void => {
  const child = spawn(programOf(env), [address], { detached: true, stdio: 'ignore', env });
  // The address was printed: whoever has no browser here copies it.
  child.on('error', () => {});
  child.unref();
};
