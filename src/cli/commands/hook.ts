import { BatonError } from '../../errors.ts';
import { doorAddress } from '../../model/door-call.ts';
import { EXIT, type Exit } from '../exit-codes.ts';
import { examples, type Register } from '../register.ts';
import type { Shell } from '../shell.ts';

/** Undefined when there is more than the limit. */
const readInput = async (shell: Shell, bytesMax: number): Promise<string | undefined> => {
  const { stdin } = shell.streams;
  if (stdin.isTTY === true) return '';
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin as AsyncIterable<Buffer | string>) {
    chunks.push(Buffer.from(chunk));
    bytes += chunk.length;
    if (bytes > bytesMax) return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
};

const stop = async (shell: Shell): Promise<Exit> => {
  const { hookStop } = await import('../../operations/hook-stop.ts');
  const { HOOK_INPUT_BYTES_MAX } = await import('../../model/limits.ts');
  const { onInterruption } = await import('../interruption.ts');
  const input = await readInput(shell, HOOK_INPUT_BYTES_MAX);
  const door = doorAddress(shell.env);
  if (door !== undefined) {
    const { stopInRun } = await import('../../operations/stop-in-run.ts');
    shell.streams.stdout.write(`${JSON.stringify(await stopInRun(door, input))}\n`);
    return EXIT.yes;
  }
  const { signal, release } = onInterruption(() => {});
  const answer = await hookStop({ input, cwd: shell.cwd, env: shell.env, now: Date.now(), signal });
  release();
  // A host reads stdout as JSON, whatever flags it was started with.
  shell.streams.stdout.write(`${JSON.stringify(answer.stdout)}\n`);
  if (answer.stderr !== '') shell.note(answer.stderr);
  return answer.exit === 0 ? EXIT.yes : EXIT.usage;
};

const HOOKS: Readonly<Record<string, (shell: Shell) => Promise<Exit>>> = { stop };

export const hookCommand: Register = (program, act) => {
  program
    .command('hook')
    .summary("for host agents' own hooks")
    .description(
      "Called by a host agent's hook, with the host's JSON on stdin. `baton init --agent claude` sets it up.",
    )
    .argument('<NAME>', 'which hook: stop (re-runs the tests when the agent wants to stop)')
    .addHelpText('after', examples('baton hook stop < input.json'))
    .action(
      act((shell, name: string) => {
        const hook = Object.hasOwn(HOOKS, name) ? HOOKS[name] : undefined;
        if (hook !== undefined) return hook(shell);
        throw new BatonError(
          'USAGE_INVALID',
          `expected a hook (${Object.keys(HOOKS).join(', ')}), got ${JSON.stringify(name)}`,
        );
      }),
    );
};
