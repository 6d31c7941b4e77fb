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
    take: async (run) => (await home()).take(run),
    reader: async (run) => (await home()).reader(run),
    head: async (run) => (await home()).head(run),
    verify: async (run) => (await home()).verify(run),
    readWanted: async (run, wants) => (await home()).readWanted(run, wants),
    export: async (run, directory, entries) => (await home()).export(run, directory, entries),
    say: async (run, text) => (await home()).say?.(run, text),
  };
};
