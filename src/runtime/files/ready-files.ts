// The files of a piece of work as it finds them: what it is to change is there, what it is to write anew is not.
import { BatonError } from '../../errors.ts';
import type { State, Work } from '../../model/run/state.ts';
import { partsOfKey } from '../../model/workflow/names.ts';
import type { ArtifactSpec, Workflow } from '../../model/workflow/workflow.ts';
import { sha256 } from '../../std/sha256.ts';
import type { Store } from '../../stores/store.ts';
import type { WorkFiles } from '../ports.ts';
import { sealedText } from './contents.ts';

export interface ReadyOptions {
  readonly workflow: Workflow;
  readonly store: Pick<Store, 'getObject'>;
  /** Where this work writes. */
  readonly files: WorkFiles;
}

/** What stays there would be taken for this attempt's: then the work does not start. */
const remove = async (files: WorkFiles, path: string): Promise<void> => {
  await files.remove(path);
  if ((await files.read(path)).value !== undefined)
    throw new BatonError('FILE_UNWRITABLE', `expected ${path} to be removed, it is still there`, {
      hint: 'check the permissions of its directory',
    });
};

/** In a later attempt a file may be this work's own draft; only what was accepted before is surely not. */
const removeOld = async (
  { files }: ReadyOptions,
  state: State,
  work: Work,
  artifact: string,
  path: string,
): Promise<void> => {
  if (work.attempt <= 1) {
    await remove(files, path);
    return;
  }
  const { value } = await files.read(path);
  const { name } = partsOfKey(artifact);
  const accepted = Object.values(state.artifacts).filter(
    (sealed) => partsOfKey(sealed.artifact).name === name,
  );
  if (value !== undefined && accepted.some((sealed) => sealed.digest === sha256(value)))
    await remove(files, path);
};

/** Work begins with what was accepted, also where others have made it since. A later attempt keeps its own draft. */
const putBack = async (
  { files, store }: ReadyOptions,
  state: State,
  work: Work,
  { artifact, path }: { readonly artifact: string; readonly path: string },
): Promise<void> => {
  const sealed = state.artifacts[artifact];
  if (sealed === undefined) return;
  const { problems } = await files.read(path);
  if (work.attempt > 1 && !problems.some((found) => found.code === 'ARTIFACT_MISSING')) return;
  const text = await sealedText(store, sealed);
  await files.write([{ path, text }]);
};

const specOf = (workflow: Workflow, artifact: string): ArtifactSpec | undefined =>
  workflow.artifacts[partsOfKey(artifact).name];

export const readyFiles = async (options: ReadyOptions, state: State, work: Work): Promise<void> => {
  // What an earlier attempt left there would be taken for this one's.
  const left = options.workflow.contracts[work.assignment.contract]?.handedIn?.file?.(work.assignment);
  if (left !== undefined) await remove(options.files, left);
  for (const { artifact, path, kind } of work.assignment.writes) {
    if (kind === 'tree') continue;
    const spec = specOf(options.workflow, artifact);
    if (!spec?.fresh) {
      await putBack(options, state, work, { artifact, path });
      continue;
    }
    await removeOld(options, state, work, artifact, path);
    if (spec.alias !== undefined && isAlone(state, work))
      await removeOld(options, state, work, artifact, spec.alias.path);
  }
};

/** The other name is one for all: while others of this phase are at work it may be theirs. A desk has no others. */
const isAlone = (state: State, { assignment }: Work): boolean =>
  assignment.blind === true ||
  !Object.values(state.works).some(
    (other) =>
      other.assignment.id !== assignment.id &&
      other.assignment.phase === assignment.phase &&
      other.assignment.contract === assignment.contract &&
      other.attemptState === 'running',
  );
