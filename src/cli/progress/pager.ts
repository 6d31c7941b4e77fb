// Long text at a terminal, in the reader's own pager. What is given here has no escapes but Baton's own colours.
import { spawn } from 'node:child_process';
import type { Shell } from '../shell.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** As git: BATON_PAGER, PAGER, else less; nothing and `cat` mean none. */
const pagerOf = (env: Environment): string | undefined => {
  const named = env['BATON_PAGER'] ?? env['PAGER'] ?? 'less';
  return named.trim() === '' || named.trim() === 'cat' ? undefined : named;
};

/** less shows colours, does not clear the screen, and leaves at once where all fits on it. */
const LESS = { LESS: 'FRX' };

const SHELL_NOT_FOUND = 127;

/** The pager is the user's own setting, written for a shell. False where it could not be started. */
const page = (pager: string, env: Environment, text: string, descriptor: number): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn('sh', ['-c', pager], {
      stdio: ['pipe', descriptor, 'inherit'],
      env: { ...LESS, ...env },
    });
    // Ctrl-C is for the pager as long as it is there.
    const ignore = (): void => {};
    process.on('SIGINT', ignore);
    const done = (shown: boolean): void => {
      process.off('SIGINT', ignore);
      resolve(shown);
    };
    child.on('error', () => done(false));
    child.on('close', (code) => done(code !== SHELL_NOT_FOUND));
    // Whoever has seen enough closes the pager before it has read everything.
    child.stdin?.on('error', () => {});
    child.stdin?.end(text);
  });

/** A terminal that somebody sits at, and a pager: else the text is written as it is. */
export const showInPager = async (
  { env, streams, json }: Pick<Shell, 'env' | 'streams' | 'json'>,
  output: Shell['streams']['stdout'],
  text: string,
): Promise<void> => {
  const pager = pagerOf(env);
  const isHere = output.isTTY === true && streams.stdin.isTTY === true && env['TERM'] !== 'dumb' && !json;
  const shown =
    isHere && pager !== undefined && 'fd' in output && (await page(pager, env, text, Number(output.fd)));
  if (!shown) output.write(text);
};
