// Bytes of sealed files: the small ones stand in the journal, the large ones are read from the store while a step may look
// at them, and archived ones are never loaded together.
import { seenBy, versionsBefore } from '../../engine/veil.ts';
import type { Contents } from '../../engine/view.ts';
import type { Input } from '../../model/run/input.ts';
import type { Digest, Sealed } from '../../model/run/sealed.ts';
import type { State } from '../../model/run/state.ts';
import { partsOfKey } from '../../model/workflow/names.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { StoreReader } from '../../stores/store.ts';

export const isArchived = ({ artifacts }: Workflow, { artifact }: Sealed): boolean =>
  artifacts[partsOfKey(artifact).name]?.archived === true;

/** What is kept for later readers. There may be much of it, so its bytes are never all in memory. */
export const archivedFiles = (workflow: Workflow, state: State): readonly Sealed[] =>
  Object.values(seenBy(state).artifacts).filter((sealed) => isArchived(workflow, sealed));

export const isLarge = ({ text, digest }: Sealed): boolean =>
  text === undefined && digest.startsWith('sha256:');

/** What functions of the workflow may look at, and is not in the state itself. */
export const largeFiles = (workflow: Workflow, state: State): readonly Sealed[] =>
  [...Object.values(state.artifacts), ...versionsBefore(state)].filter(
    (sealed) => isLarge(sealed) && !isArchived(workflow, sealed),
  );

/** The same, with what this input hands in and what is being judged. */
export const largeFor = (workflow: Workflow, state: State | undefined, input: Input): readonly Sealed[] => [
  ...(input.kind === 'submit' ? input.sealed : []).filter(isLarge),
  ...(state === undefined ? [] : largeFiles(workflow, state)),
  ...Object.values(state?.works ?? {}).flatMap((work) => (work.judging?.sealed ?? []).filter(isLarge)),
];

type Objects = Pick<StoreReader, 'getObject'>;

export const sealedText = async (store: Objects, { text, digest }: Sealed): Promise<string> =>
  text ?? Buffer.from(await store.getObject(digest)).toString('utf8');

/** Each text is read once, and let go when it is not wanted any more. */
export const createTexts = (store: Objects): ((wanted: readonly Sealed[]) => Promise<Contents>) => {
  const texts = new Map<Digest, string>();
  return async (wanted) => {
    const digests = new Set(wanted.map(({ digest }) => digest));
    for (const digest of texts.keys()) if (!digests.has(digest)) texts.delete(digest);
    for (const sealed of wanted)
      if (!texts.has(sealed.digest)) texts.set(sealed.digest, await sealedText(store, sealed));
    return (digest) => texts.get(digest);
  };
};

export const contentsOf = (store: Objects, workflow: Workflow, state: State): Promise<Contents> =>
  createTexts(store)(largeFiles(workflow, state));
