// Sealing: what was handed in becomes bytes with a digest. From here on only those bytes are judged and applied.
import { hash } from 'node:crypto';
import { INLINE_BYTES_MAX, SEALS_AT_ONCE_MAX } from '../../model/limits/limits.ts';
import { type Parsed, type Problem, problem } from '../../model/problem.ts';
import type { Sealed } from '../../model/run/sealed.ts';
import type { Work } from '../../model/run/state.ts';
import { partsOfKey } from '../../model/workflow/names.ts';
import { createLimiter } from '../../std/limiter.ts';
import { sha256 } from '../../std/sha256.ts';
import type { Store } from '../../stores/store.ts';
import type { WorkFiles } from '../ports.ts';
import type { DoorOptions } from '../visitors.ts';
import { filesOfWork } from './desks.ts';

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

const sealFile = async (
  store: Store,
  artifact: string,
  path: string,
  { text, source }: { readonly text: string; readonly source: string },
): Promise<Sealed> => {
  const sealed = {
    artifact,
    path,
    digest: sha256(text),
    bytes: Buffer.byteLength(text),
    ...(source === path ? {} : { source }),
  };
  if (sealed.bytes <= INLINE_BYTES_MAX) return { ...sealed, text };
  await store.putObject(Buffer.from(text));
  return sealed;
};

type Write = Work['assignment']['writes'][number];
type Sealing = Pick<DoorOptions, 'workflow' | 'loop' | 'files' | 'desks' | 'workspaces' | 'store'>;
type Args = Readonly<Record<string, unknown>>;

/** Under its other name first, where the call says so and there is such a file. */
const readWrite = async (
  { workflow }: Sealing,
  files: WorkFiles,
  { artifact, path }: Write,
  args: Args,
): Promise<{ read: Parsed<string>; source: string }> => {
  const alias = workflow.artifacts[partsOfKey(artifact).name]?.alias;
  if (alias?.when(args)) {
    const read = await files.read(alias.path);
    if (!isMissing(read)) return { read, source: alias.path };
  }
  return { read: await files.read(path), source: path };
};

const isMissing = ({ problems }: Parsed<string>): boolean =>
  problems.some((found) => found.code === 'ARTIFACT_MISSING');

export type Handed = { readonly sealed: Sealed[]; readonly problems: Problem[] };
export type Sealer = (work: Work, args: Args) => Promise<Handed>;

/**
 * The same call many times at once seals its files once: who comes while they are being sealed shares the next sealing,
 * which begins after the call. One that is under way already may have read a file that changed since.
 */
export const createSealer = (sealing: Sealing): Sealer => {
  const limited = createLimiter(SEALS_AT_ONCE_MAX);
  const running = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<Handed>>();
  return (work, args) => {
    const key = JSON.stringify([work.assignment.id, canonical(args)]);
    const seal = async (): Promise<Handed> => {
      const done = limited(() => sealWork(sealing, work, args));
      running.set(key, done);
      try {
        return await done;
      } finally {
        if (running.get(key) === done) running.delete(key);
      }
    };
    const before = running.get(key);
    if (before === undefined) return seal();
    const waiting =
      next.get(key) ??
      before
        .catch(() => {})
        .then(() => {
          next.delete(key);
          return seal();
        });
    next.set(key, waiting);
    return waiting;
  };
};

/** What is sealed stays for good, and is shown to others: a key must not be in it. */
const secretIn = (file: string): Problem =>
  problem('SECRET_FOUND', `expected no secret in ${file}, got a key or the value of a secret variable`, {
    file,
    hint: 'Name the variable instead of its value, then call the tool again.',
  });

/** Every file and tree that the work writes. What cannot be sealed is a problem; what is not there is found by the engine. */
export const sealWork = async (sealing: Sealing, work: Work, args: Args): Promise<Handed> => {
  const sealed: Sealed[] = [];
  const problems: Problem[] = [];
  const files = filesOfWork(sealing, sealing.loop.state, work);
  for (const write of work.assignment.writes) {
    const { artifact, path, kind } = write;
    if (kind === 'tree') {
      sealed.push({ artifact, path, ...(await sealing.workspaces.seal(work.assignment.id)) });
      continue;
    }
    const { read, source } = await readWrite(sealing, files, write, args);
    if (write.optional && isMissing(read)) continue;
    problems.push(...read.problems);
    if (read.value !== undefined && sealing.loop.redact(read.value) !== read.value) {
      problems.push(secretIn(source));
      continue;
    }
    if (read.value !== undefined)
      sealed.push(await sealFile(sealing.store, artifact, path, { text: read.value, source }));
  }
  return { sealed, problems };
};
