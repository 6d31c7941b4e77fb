// Runs whose home is opened when somebody first asks for one: a program that never does loads nothing for it.
import type { Stores } from './store.ts';

export const lazyStores = (open: () => Promise<Stores>): Stores => {
  let opened: Promise<Stores> | undefined;
  const home = (): Promise<Stores> => {
    opened ??= open();
    return opened;
  };
  return {
    list: async () => (await home()).list(),
    has: async (run) => (await home()).has(run),
    isHeld: async (run) => (await home()).isHeld(run),
    epoch: async (run) => (await home()).epoch?.(run),
    unheld: async (passOver) => (await home()).unheld(passOver),
    take: async (run, options) => (await home()).take(run, options),
    movedTo: async (run) => (await home()).movedTo(run),
    carry: async (run) => (await home()).carry(run),
    briefs: async () => (await home()).briefs?.(),
    linesWith: async (wants) => (await (await home()).linesWith?.(wants)) ?? new Map(),
    reader: async (run) => (await home()).reader(run),
    head: async (run) => (await home()).head(run),
    verify: async (run) => (await home()).verify(run),
    readWanted: async (run, wants) => (await home()).readWanted(run, wants),
    export: async (run, directory, entries) => (await home()).export(run, directory, entries),
    say: async (run, text) => (await home()).say?.(run, text),
  };
};
