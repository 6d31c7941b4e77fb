// Sealing: what was handed in becomes bytes with a digest. From here on only those bytes are judged and applied.
import { hash } from 'node:crypto';
import { INLINE_BYTES_MAX } from '../model/limits.ts';
import type { Problem } from '../model/problem.ts';
import type { Sealed } from '../model/sealed.ts';
import type { Work } from '../model/state.ts';
import { sha256 } from '../std/sha256.ts';
import type { Store } from '../stores/store.ts';
import type { DoorOptions } from './visitors.ts';

/** Keys in a fixed order, so that the same call has the same id. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  );
};

/** What could not be sealed is part of what was handed in: the same call again is the same submission. */
export const submissionId = (
  assignment: string,
  tool: string,
  args: unknown,
  handed: { readonly sealed: readonly Sealed[]; readonly problems: readonly Problem[] },
): string =>
  hash(
    'sha256',
    JSON.stringify([
      assignment,
      tool,
      canonical(args),
      handed.sealed.map((s) => [s.artifact, s.digest]),
      handed.problems.map((p) => [p.code, p.file, p.message]),
    ]),
  ).slice(0, 32);

const sealFile = async (store: Store, artifact: string, path: string, text: string): Promise<Sealed> => {
  const sealed = { artifact, path, digest: sha256(text), bytes: Buffer.byteLength(text) };
  if (sealed.bytes <= INLINE_BYTES_MAX) return { ...sealed, text };
  await store.putObject(Buffer.from(text));
  return sealed;
};

/** Every file and tree that the work writes. What cannot be sealed is a problem; what is not there is found by the engine. */
export const sealWork = async (
  { files, workspaces, store }: Pick<DoorOptions, 'files' | 'workspaces' | 'store'>,
  work: Work,
): Promise<{ sealed: Sealed[]; problems: Problem[] }> => {
  const sealed: Sealed[] = [];
  const problems: Problem[] = [];
  for (const { artifact, path, kind } of work.assignment.writes) {
    if (kind === 'tree') {
      sealed.push({ artifact, path, ...(await workspaces.seal(work.assignment.id)) });
      continue;
    }
    const read = await files.read(path);
    problems.push(...read.problems);
    if (read.value !== undefined) sealed.push(await sealFile(store, artifact, path, read.value));
  }
  return { sealed, problems };
};
