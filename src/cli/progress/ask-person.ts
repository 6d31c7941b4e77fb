// Asks at the terminal what waits for a person, when nothing else goes on. Anybody may still answer from elsewhere; then
// the question here is taken back.
import { createInterface } from 'node:readline/promises';
import { causeText } from '../../errors.ts';
import type { State } from '../../model/run/state.ts';
import { standingOf } from '../../operations/status/standing.ts';
import type { WaitingItem } from '../../operations/status/status.ts';
import { plainLine, plainText } from '../../std/terminal-text.ts';
import type { LiveScreen } from './live-screen.ts';
import {
  commandWords,
  parseCommand,
  parseReply,
  type Reply,
  replyInWords,
  replyPrompt,
} from './person-reply.ts';

/** How to answer from here, and what can be seen before. */
export interface Answering {
  /** Gives the answer to the run; resolves with words when it was not taken. */
  readonly speak: (state: State, item: WaitingItem, reply: Reply) => Promise<string | undefined>;
  /** Lines about what is to be decided, beside its own words. */
  readonly show?: (state: State, item: WaitingItem) => Promise<readonly string[]>;
  /** All of the change, in a pager. */
  readonly page?: (state: State, item: WaitingItem) => Promise<void>;
  /** Words from an editor; undefined when nothing was written. */
  readonly edit?: (item: WaitingItem) => Promise<string | undefined>;
}

export interface AskOptions extends Answering {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly interrupt: () => void;
}

export interface AskerOptions extends AskOptions {
  readonly screen: LiveScreen;
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

/** What was typed, after the commands that only show something were done. */
const typedReply = async (
  options: AskOptions,
  state: State,
  item: WaitingItem,
  typed: string,
): Promise<Reply | undefined> => {
  const command = parseCommand(typed);
  if (command === 'diff') await options.page?.(state, item);
  if (command === 'edit') {
    const words = await options.edit?.(item);
    return words === undefined ? undefined : replyInWords(item, words);
  }
  return command === undefined ? parseReply(item, typed) : undefined;
};

export type Asked = 'answered' | 'skipped' | 'ended';

/** Asks until there is an answer that is taken. `canSkip`: an empty line leaves it for later, `:q` ends. */
export const askItem = async (
  options: AskOptions,
  state: State,
  item: WaitingItem,
  { signal, canSkip = false }: { readonly signal: AbortSignal; readonly canSkip?: boolean },
): Promise<Asked> => {
  const { output, speak } = options;
  const commands = commandWords(item, { page: options.page, edit: options.edit, canSkip });
  if (commands !== '') output.write(`${commands}\n`);
  while (!signal.aborted) {
    const typed = await readLine(options, replyPrompt(item), signal);
    if (typed === undefined) return 'ended';
    if (canSkip && typed.trim() === '') return 'skipped';
    if (canSkip && parseCommand(typed) === 'quit') return 'ended';
    try {
      const reply = await typedReply(options, state, item, typed);
      const refused = reply === undefined ? undefined : await speak(state, item, reply);
      if (refused !== undefined) output.write(`${plainLine(refused)}\n`);
      else if (reply !== undefined) return 'answered';
    } catch (cause) {
      output.write(`${plainLine(causeText(cause))}\n`);
    }
  }
  return 'ended';
};

const ask = async (
  options: AskerOptions,
  state: State,
  item: WaitingItem,
  signal: AbortSignal,
): Promise<void> => {
  const { screen, output } = options;
  screen.pause();
  const shown = (await options.show?.(state, item)) ?? [];
  output.write(`\n${plainText(item.text)}\n${shown.map((line) => `${line}\n`).join('')}`);
  await askItem(options, state, item, { signal });
  screen.resume();
};

export const createPersonAsker = (options: AskerOptions): PersonAsker => {
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
