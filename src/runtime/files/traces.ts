// Sightings: files for people to look at. Nothing is judged by them, and one that cannot be written is missed by nobody.
import { blindWorks } from '../../engine/veil.ts';
import type { Entry } from '../../model/run/entry.ts';
import type { State } from '../../model/run/state.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { RunFiles } from '../ports.ts';

export interface RunningSession {
  /** Its assignment. */
  readonly id: string;
  readonly pid: number | undefined;
}

export interface TraceWriter {
  entry(entry: Entry, state: State): void;
  /** Files that are there now; each is told once, also over several holders. */
  seen(paths: readonly string[], at: string): Promise<void>;
  /** Who is at work. */
  sessions(running: readonly RunningSession[], state: State): void;
  /** Resolves when all that was begun is written. */
  idle(): Promise<void>;
}

const NOTHING: TraceWriter = {
  entry: () => {},
  seen: async () => {},
  sessions: () => {},
  idle: async () => {},
};

export const createTraces = (workflow: Workflow, files: RunFiles): TraceWriter => {
  const { traces } = workflow;
  if (traces === undefined) return NOTHING;
  let told: Set<string> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  /** While somebody works blind nothing is told here. A crash loses it, as it may lose any sighting. */
  let held: { readonly path: string; readonly line: string }[] = [];
  const later = (work: () => Promise<unknown>): void => {
    last = last.then(work).catch(() => {});
  };
  const toldBefore = async (path: string): Promise<Set<string>> => {
    const { value = '' } = await files.read(path);
    // A line is a time, two spaces, and the file.
    return new Set(value.split('\n').map((line) => line.slice(line.indexOf('  ') + 2)));
  };
  return {
    entry: (entry, state) => {
      held.push(...(traces.entry?.(entry, state) ?? []));
      if (blindWorks(state).length > 0) return;
      for (const { path, line } of held) later(() => files.append(path, `${line}\n`));
      held = [];
    },
    seen: async (paths, at) => {
      const { created } = traces;
      if (created === undefined) return;
      told ??= await toldBefore(created.path);
      const before = told;
      const fresh = paths.filter((path) => !before.has(path));
      for (const path of fresh) before.add(path);
      const lines = fresh.flatMap((path) => created.line(at, path) ?? []);
      if (lines.length > 0)
        later(() => files.append(created.path, lines.map((line) => `${line}\n`).join('')));
    },
    sessions: (running, state) => {
      const { sessions } = traces;
      if (sessions === undefined) return;
      const works = running.flatMap(({ id, pid }) => {
        const assignment = state.works[id]?.assignment;
        return assignment === undefined ? [] : [{ assignment, pid }];
      });
      later(() => files.write([{ path: sessions.path, text: sessions.text(works) }]));
    },
    idle: async () => void (await last),
  };
};
