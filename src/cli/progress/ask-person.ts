// Asks at the terminal what waits for a person, when nothing else goes on. Anybody may still answer from elsewhere; then
// the question here is taken back.
import { createInterface } from 'node:readline/promises';
import { causeText } from '../../errors.ts';
import type { State } from '../../model/run/state.ts';
import { standingOf } from '../../operations/runs/standing.ts';
import type { WaitingItem } from '../../operations/runs/status.ts';
import { plainLine, plainText } from '../../std/terminal-text.ts';
import type { LiveScreen } from './live-screen.ts';
import { parseReply, type Reply, replyPrompt } from './person-reply.ts';

export interface AskOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly screen: LiveScreen;
  /** Gives the answer to the run; resolves with words when it was not taken. */
  readonly speak: (state: State, item: WaitingItem, reply: Reply) => Promise<string | undefined>;
  /** Lines about what is to be decided, beside its own words. */
  readonly show?: (state: State, item: WaitingItem) => Promise<readonly string[]>;
  readonly interrupt: () => void;
}

export interface PersonAsker {
  onState(state: State): void;
  close(): void;
}

/** One line, or undefined when the question was taken back or the input has ended. */
const readLine = async (
  options: AskOptions,
  prompt: string,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const lines = createInterface({ input: options.input, output: options.output, terminal: true });
  lines.on('SIGINT', options.interrupt);
  const ended = new AbortController();
  lines.once('close', () => ended.abort());
  try {
    return await lines.question(prompt, { signal: AbortSignal.any([signal, ended.signal]) });
  } catch {
    return undefined;
  } finally {
    lines.close();
  }
};

const ask = async (
  options: AskOptions,
  state: State,
  item: WaitingItem,
  signal: AbortSignal,
): Promise<void> => {
  const { screen, output, speak } = options;
  screen.pause();
  const shown = (await options.show?.(state, item)) ?? [];
  output.write(`\n${plainText(item.text)}\n${shown.map((line) => `${line}\n`).join('')}`);
  while (!signal.aborted) {
    const typed = await readLine(options, replyPrompt(item), signal);
    if (typed === undefined) break;
    const reply = parseReply(item, typed);
    const refused =
      reply === undefined
        ? undefined
        : await speak(state, item, reply).catch((cause: unknown) => causeText(cause));
    if (refused !== undefined) output.write(`${plainLine(refused)}\n`);
    else if (reply !== undefined) break;
  }
  screen.resume();
};

export const createPersonAsker = (options: AskOptions): PersonAsker => {
  let asked: { readonly key: string; readonly controller: AbortController } | undefined;
  const takeBack = (): void => {
    asked?.controller.abort();
    asked = undefined;
  };
  return {
    onState: (state) => {
      const { waiting, onlyPeopleAwaited } = standingOf(state);
      const [item] = onlyPeopleAwaited ? waiting : [];
      // About other bytes it is another question.
      const key = JSON.stringify([item?.id, item?.about]);
      if (item !== undefined && key === asked?.key) return;
      takeBack();
      if (item === undefined) return;
      const controller = new AbortController();
      asked = { key, controller };
      // The terminal is asked once the state is settled: what follows at once from this entry takes it back again.
      setImmediate(() => {
        if (!controller.signal.aborted) void ask(options, state, item, controller.signal);
      });
    },
    close: takeBack,
  };
};
