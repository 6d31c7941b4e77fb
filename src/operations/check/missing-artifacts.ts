// Artifacts that a handoff lists must be there and not be empty, where somebody says where "there" is; and be changed, where
// somebody says since when.
import { readdir, stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { BatonError, causeText, errnoOf } from '../../errors.ts';
import { scanMessage } from '../../handoffs/message.ts';
import { unchangedIn } from '../../handoffs/unchanged-artifacts.ts';
import type { Handoff } from '../../model/handoff.ts';
import { PROBLEMS_MAX } from '../../model/limits/limits.ts';
import { type Problem, problem } from '../../model/problem.ts';
import { containedPath } from '../../std/disk/contained-path.ts';
import type { ChangesOf } from '../people/changed-since.ts';

/** Where the handoff was read, to show the place of what is wrong. */
export interface HandoffSource {
  readonly text: string;
  readonly offset: number;
}

const isEmpty = async (path: string): Promise<boolean> => {
  const found = await stat(path);
  return found.isDirectory() ? (await readdir(path)).length === 0 : found.size === 0;
};

const problemOf = async (artifact: string, root: string): Promise<Problem | undefined> => {
  const place = containedPath(root, posix.normalize(artifact).replace(/\/+$/, ''));
  // A path that leaves the project by its text was found when the handoff was read; a link was not.
  if (place.path === undefined)
    return problem('HANDOFF_ARTIFACT_PATH', `${artifact}: ${place.problem}`, {
      field: 'artifacts',
      hint: 'List a file that is inside of the project.',
    });
  try {
    if (!(await isEmpty(place.path))) return undefined;
    return problem('FILE_EMPTY', `${artifact} is listed as an artifact, but it is empty`, {
      field: 'artifacts',
      hint: 'Write it, or do not list it.',
    });
  } catch (cause) {
    return problem(
      'ARTIFACT_MISSING',
      `${artifact} is listed as an artifact, but it is not there (${errnoOf(cause) ?? 'unreadable'})`,
      { field: 'artifacts', hint: 'List only files that were written, relative to the project.' },
    );
  }
};

const PART_OF_NAME = /[\w./\\-]/;
/** How often a path is looked for where it is but a part of other words. */
const LOOKS_MAX = 1_000;

/** Where the path is written, as a whole word behind the place where the handoff begins; that place itself where it is not. */
const offsetOf = ({ text, offset }: HandoffSource, artifact: string): number => {
  let at = text.indexOf(artifact, offset);
  for (let looks = 0; at !== -1 && looks < LOOKS_MAX; looks += 1) {
    const around = [text[at - 1] ?? ' ', text[at + artifact.length] ?? ' '];
    if (!around.some((char) => PART_OF_NAME.test(char))) return at;
    at = text.indexOf(artifact, at + 1);
  }
  return offset;
};

const withPlaces = (found: readonly (readonly [string, Problem])[], source: HandoffSource): Problem[] => {
  const offsets = found.map(([artifact]) => offsetOf(source, artifact));
  const places = scanMessage(source.text).linesOf(offsets);
  return found.map(([, one], index) => ({ ...one, ...places[index] }));
};

export const missingArtifacts = async (
  { artifacts }: Pick<Handoff, 'artifacts'>,
  { root, changes }: { readonly root: string; readonly changes?: ChangesOf | undefined },
  source: HandoffSource,
): Promise<Problem[]> => {
  const found: (readonly [string, Problem])[] = [];
  const unchanged = changes === undefined ? undefined : unchangedIn(await changes(artifacts));
  for (const artifact of new Set(artifacts)) {
    const one = (await problemOf(artifact, root)) ?? unchanged?.(artifact);
    if (one !== undefined) found.push([artifact, one]);
    if (found.length === PROBLEMS_MAX) break;
  }
  return withPlaces(found, source);
};

/** Throws when there is no such folder: then nothing in it can be looked for. */
export const requireRoot = async (root: string): Promise<void> => {
  const found = await stat(root).catch((cause: unknown) => {
    throw new BatonError('FILE_MISSING', `--root: expected a directory at ${root}: ${causeText(cause)}`, {
      hint: 'Name the directory that the artifacts are relative to.',
      cause,
    });
  });
  if (!found.isDirectory())
    throw new BatonError('USAGE_INVALID', `--root: expected a directory, got the file ${root}`, {
      hint: 'Name the directory that the artifacts are relative to.',
    });
};
