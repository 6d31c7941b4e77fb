// What a person is asked, with the digests of what it is about as they are now: bytes may change while it waits.
import type { Ask } from '../model/run/event.ts';
import type { Digest } from '../model/run/sealed.ts';
import type { State } from '../model/run/state.ts';

export const currentAsk = (state: State, ask: Ask): Ask => {
  const { about } = ask;
  if (about === undefined) return ask;
  const now = Object.entries(about).map(([key, digest]) => [key, state.artifacts[key]?.digest ?? digest]);
  return { ...ask, about: Object.fromEntries(now) };
};

type About = Readonly<Record<string, Digest>>;

/** The names of what is not what was seen. */
export const changedSince = (seen: About, now: About): readonly string[] =>
  [...new Set([...Object.keys(seen), ...Object.keys(now)])].filter((key) => seen[key] !== now[key]);
