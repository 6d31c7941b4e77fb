import { BatonError } from '../../../errors.ts';
import { doorAddress } from '../../../model/run/door-call.ts';
import type { HookAnswer, HookOptions } from '../../../operations/hook/hook-input.ts';
import { EXIT, type Exit } from '../../exit-codes.ts';
import { readStdin } from '../../read-stdin.ts';
import { examples, type Register } from '../../register.ts';
import type { Shell } from '../../shell.ts';

/** Undefined when there is more than the limit. */
const readInput = async (shell: Shell, bytesMax: number): Promise<string | undefined> => {
  if (shell.streams.stdin.isTTY === true) return '';
  const bytes = await readStdin(shell, bytesMax);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
};

type Hook = (options: HookOptions) => Promise<HookAnswer>;

/** A host reads stdout as JSON, whatever flags it was started with. */
const print = (shell: Shell, document: unknown): Exit => {
  shell.streams.stdout.write(`${JSON.stringify(document)}\n`);
  return EXIT.yes;
};

const alone = async (shell: Shell, input: string | undefined, hook: Hook): Promise<Exit> => {
  const { onInterruption } = await import('../../interruption.ts');
  const { signal, release } = onInterruption(() => {});
  const { workflows } = await shell.system();
  const runDirectories = workflows.map(({ directory }) => directory);
  const answer = await hook({
    ...{ input, cwd: shell.cwd, env: shell.env, now: Date.now() },
    ...{ runDirectories, signal },
  });
  release();
  print(shell, answer.stdout);
  if (answer.stderr !== '') shell.note(answer.stderr);
  return answer.exit === 0 ? EXIT.yes : EXIT.usage;
};

const inputOf = async (shell: Shell): Promise<string | undefined> => {
  const { HOOK_INPUT_BYTES_MAX } = await import('../../../model/limits/hook.ts');
  return readInput(shell, HOOK_INPUT_BYTES_MAX);
};

const stop = async (shell: Shell): Promise<Exit> => {
  const input = await inputOf(shell);
  const door = doorAddress(shell.env);
  if (door !== undefined) {
    const { stopInRun } = await import('../../../operations/hook/stop-in-run.ts');
    return print(shell, await stopInRun(door, input));
  }
  const { hookStopOfAll } = await import('../../../operations/hook/collective/collective-stop.ts');
  return alone(shell, input, hookStopOfAll);
};

const sessionStart = async (shell: Shell): Promise<Exit> => {
  const input = await inputOf(shell);
  // In a run the holder knows what the work began from.
  if (doorAddress(shell.env) !== undefined) return print(shell, {});
  const { hookSessionStart } = await import('../../../operations/hook/hook-session-start.ts');
  return alone(shell, input, hookSessionStart);
};

/** In a run the holder judges handoffs. */
const outsideOfRuns = async (shell: Shell, load: () => Promise<Hook>): Promise<Exit> => {
  const input = await inputOf(shell);
  return doorAddress(shell.env) === undefined ? alone(shell, input, await load()) : print(shell, {});
};

const subagentStop = (shell: Shell): Promise<Exit> =>
  outsideOfRuns(
    shell,
    async () => (await import('../../../operations/hook/collective/hook-subagent-stop.ts')).hookSubagentStop,
  );

const postToolUse = (shell: Shell): Promise<Exit> =>
  outsideOfRuns(
    shell,
    async () => (await import('../../../operations/hook/collective/hook-post-tool-use.ts')).hookPostToolUse,
  );

/** What is allowed is Baton's word, in the settings that it gave the host; what is asked is the host's. */
const preToolUse = async (
  shell: Shell,
  policy: string | undefined,
  host: string | undefined,
): Promise<Exit> => {
  const { hookPreToolUse } = await import('../../../operations/hook/pre-tool-use.ts');
  const door = doorAddress(shell.env);
  const { personAtDoor } = await import('../../../operations/hook/ask-person.ts');
  const askPerson = door === undefined ? undefined : personAtDoor(door);
  return print(
    shell,
    await hookPreToolUse({ policy, host, directory: shell.cwd, askPerson }, inputOf(shell)),
  );
};

type RunHook = (shell: Shell, policy: string | undefined, host: string | undefined) => Promise<Exit>;

const HOOKS: Readonly<Record<string, RunHook>> = {
  'session-start': sessionStart,
  stop,
  'subagent-stop': subagentStop,
  'post-tool-use': postToolUse,
  'pre-tool-use': preToolUse,
};

export const hookCommand: Register = (program, act) => {
  program
    .command('hook')
    .summary("for host agents' own hooks")
    .description(
      "Called by a host agent's hook, with the host's JSON on stdin. `baton init --agent claude` or `baton init --collective` sets it up.",
    )
    .argument(
      '<NAME>',
      'session-start (records the state that the work is compared with), stop (checks the work when the agent wants to stop), subagent-stop (checks the handoff of a subagent), post-tool-use (tells the main agent what follows from it) or pre-tool-use (decides whether the role of a run may do it)',
    )
    .argument('[POLICY]', 'for pre-tool-use, in the settings of a run: what the role may do')
    .argument('[PROGRAM]', 'for pre-tool-use: the program that asks (claude, codex, gemini, qwen or copilot)')
    .addHelpText('after', examples('baton hook session-start < input.json', 'baton hook stop < input.json'))
    .action(
      act((shell, name: string, policy: string | undefined, host: string | undefined) => {
        const hook = Object.hasOwn(HOOKS, name) ? HOOKS[name] : undefined;
        if (hook !== undefined) return hook(shell, policy, host);
        throw new BatonError(
          'USAGE_INVALID',
          `expected a hook (${Object.keys(HOOKS).join(', ')}), got ${JSON.stringify(name)}`,
        );
      }),
    );
};
