// Files made from state: written after the answer, and again before an assignment starts. What an open assignment is
// writing itself is left alone.
import { posix } from 'node:path';
import { isActive } from '../../engine/satisfied.ts';
import { blindWorks, seenBy } from '../../engine/veil.ts';
import { viewOf } from '../../engine/view.ts';
import { BatonError } from '../../errors.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { State } from '../../model/run/state.ts';
import { partsOfKey } from '../../model/workflow/names.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { Projection } from '../../model/workflow/workflow-texts.ts';
import type { Store, StoreReader } from '../../stores/store.ts';
import type { RunFiles } from '../ports.ts';
import { archivedFiles, contentsOf, isArchived, sealedText } from './contents.ts';
import type { ForeignLines } from './foreign-lines.ts';
import type { TraceWriter } from './traces.ts';

/** Every other file that the run has, as everybody or this reader may see it: what was accepted, and what is made from it. */
export const filesOf = (
  workflow: Workflow,
  state: State,
  contents: (digest: string) => string | undefined,
  reader?: string,
): readonly Projection[] => {
  const seen = seenBy(state, reader);
  const artifacts = Object.values(seen.artifacts).flatMap((sealed): Projection[] => {
    if (isArchived(workflow, sealed)) return [];
    const text = sealed.path === '.' ? undefined : (sealed.text ?? contents(sealed.digest));
    return text === undefined ? [] : [{ path: sealed.path, text }];
  });
  const made = workflow.projections?.(viewOf(workflow, state, contents, '', reader)) ?? [];
  const { record } = workflow;
  const recorded = record === undefined ? [] : [{ path: record.path, text: (seen.lines ?? []).join('') }];
  // What is made of an accepted file is shown in its place; sealed is the file.
  const shown = new Set(made.map(({ path }) => path));
  return [...artifacts.filter(({ path }) => !shown.has(path)), ...made, ...recorded];
};

/** Files that somebody is at work on; what is handed in as a file is one of them, and an old one must not lie there. */
const writtenNow = (workflow: Workflow, state: State): ReadonlySet<string> =>
  new Set(
    Object.values(state.works)
      .filter((work) => work.assignment.blind !== true && isActive(state, work))
      .flatMap(({ assignment }) => {
        const handed = workflow.contracts[assignment.contract]?.handedIn?.file?.(assignment);
        return [...assignment.writes.map(({ path }) => path), ...(handed === undefined ? [] : [handed])];
      }),
  );

/** What is to be on the disk now: all but what somebody is writing there. Blind work writes elsewhere. */
export const projectionsOf = (
  workflow: Workflow,
  state: State,
  contents: (digest: string) => string | undefined,
): readonly Projection[] => {
  const beingWritten = writtenNow(workflow, state);
  return filesOf(workflow, state, contents).filter(({ path }) => !beingWritten.has(path));
};

/** A pattern has one `*` at most. */
const isNamed = (pattern: string, name: string): boolean => {
  const [before = '', after] = pattern.split('*');
  return after === undefined
    ? name === before
    : name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after);
};

/** A file that somebody hands in, or is about to: it is never taken for one that is outdated. */
const isArtifact = ({ artifacts }: Workflow, path: string): boolean =>
  Object.values(artifacts).some(({ kind, path: own }) => {
    const [before = '', after] = own.split('{item}');
    if (kind !== 'file') return false;
    return after === undefined
      ? path === before
      : path.length > before.length + after.length && path.startsWith(before) && path.endsWith(after);
  });

/** Files of a name that only projections have, and that no projection makes now. */
const outdated = async (
  workflow: Workflow,
  files: RunFiles,
  current: ReadonlySet<string>,
): Promise<readonly string[]> => {
  const owned = (workflow.owns ?? []).map((path) => [posix.dirname(path), posix.basename(path)] as const);
  const found: string[] = [];
  for (const directory of new Set(owned.map(([folder]) => folder)))
    for (const name of await files.list(directory)) {
      const path = posix.join(directory, name);
      const isOwned = owned.some(([folder, base]) => folder === directory && isNamed(base, name));
      if (isOwned && !current.has(path) && !isArtifact(workflow, path)) found.push(path);
    }
  return found;
};

/** Files of blind work that were put into the run directory by mistake: the others would read them. */
const strays = (workflow: Workflow, state: State, made: readonly Projection[]): readonly string[] => {
  const current = new Set(made.map(({ path }) => path));
  const paths = blindWorks(state).flatMap(({ assignment }) => [
    ...assignment.writes.flatMap(({ artifact, path, kind }) =>
      kind === 'file' ? [path, workflow.artifacts[partsOfKey(artifact).name]?.alias?.path] : [],
    ),
    workflow.contracts[assignment.contract]?.handedIn?.file?.(assignment),
  ]);
  return paths.filter((path) => path !== undefined).filter((path) => !current.has(path));
};

/** Archived files do not change, so one that is there with its size is left; `verify` compares the bytes. */
export const writeArchived = async (
  {
    workflow,
    store,
    files,
  }: Pick<ProjectorOptions, 'workflow' | 'files'> & { store: Pick<StoreReader, 'getObject'> },
  state: State,
  there: Set<string> = new Set(),
): Promise<readonly Problem[]> => {
  const problems: Problem[] = [];
  for (const sealed of archivedFiles(workflow, state)) {
    const { path, digest, bytes } = sealed;
    const known = `${path} ${digest}`;
    if (there.has(known)) continue;
    const found =
      (await files.size?.(path)) === bytes
        ? []
        : await files.write([{ path, text: await sealedText(store, sealed) }]);
    if (found.length === 0) there.add(known);
    problems.push(...found);
  }
  return problems;
};

export interface Projector {
  /** Writes what changed; calls that come meanwhile are joined into one more round. */
  write(state: State): Promise<readonly Problem[]>;
}

export interface ProjectorOptions {
  readonly workflow: Workflow;
  readonly store: Store;
  readonly files: RunFiles;
  readonly traces: TraceWriter;
  readonly foreign: ForeignLines;
}

/** Lines that cannot be journalled now stay where they are, for the next holder; the other files do not wait. */
const unsettled = (cause: unknown): readonly Problem[] => {
  if (!(cause instanceof BatonError)) throw cause;
  return [problem(cause.code, cause.message)];
};

export const createProjector = (options: ProjectorOptions): Projector => {
  const { workflow, store, files, traces, foreign } = options;
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<readonly Problem[]> | undefined;
  let latest: State;
  const archived = new Set<string>();
  const round = async (): Promise<readonly Problem[]> => {
    next = undefined;
    const state = latest;
    const unrecorded = await foreign.settle(seenBy(state)).catch(unsettled);
    const made = projectionsOf(workflow, state, await contentsOf(store, workflow, state));
    const problems = await files.write(made.filter(({ path }) => path !== workflow.record?.path));
    const unkept = await writeArchived(options, state, archived);
    const current = new Set([...made.map(({ path }) => path), ...writtenNow(workflow, state)]);
    for (const path of await outdated(workflow, files, current)) await files.remove(path);
    for (const path of strays(workflow, state, made)) await files.remove(path);
    await traces.seen(
      made.map(({ path }) => path),
      state.at,
    );
    return [...unrecorded, ...problems, ...unkept];
  };
  return {
    write: (state) => {
      latest = state;
      if (next === undefined) {
        next = last.catch(() => {}).then(round);
        last = next;
      }
      return next;
    },
  };
};
