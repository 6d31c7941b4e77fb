// Ctrl-C and its kin: the first one lets the holder put everything down in order, the second one does not wait.
import { EXIT } from './exit-codes.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface Interruption {
  readonly signal: AbortSignal;
  /** The same as a signal from outside. */
  interrupt(): void;
  release(): void;
}

export const onInterruption = (say: (words: string) => void): Interruption => {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    say('stopping; once more to leave at once');
    controller.abort();
  };
  for (const name of SIGNALS) process.on(name, interrupt);
  return {
    signal: controller.signal,
    interrupt,
    release: () => {
      for (const name of SIGNALS) process.off(name, interrupt);
    },
  };
};
