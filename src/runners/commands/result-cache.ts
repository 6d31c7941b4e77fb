// Results of commands by (tree, command, environment). An entry that cannot be trusted is as good as none.
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { whyRed } from '../../evidence/failures/why-red.ts';
import { type CommandEvidence, commandEvidenceSchema } from '../../model/evidence.ts';
import { RESULTS_KEPT_MAX } from '../../model/limits/limits.ts';
import { replaceFile } from '../../std/disk/replace-file.ts';
import { dropOldest } from '../../std/drop-oldest.ts';
import { sha256 } from '../../std/sha256.ts';

/** How long a result counts that shows something missing on the machine: people install it and try again. */
export const RESULT_OF_PLACE_MS_MAX = 60_000;

const entrySchema = z.strictObject({
  v: z.literal(1),
  key: z.string(),
  evidence: commandEvidenceSchema,
  checksum: z.string(),
});

const checksumOf = (key: string, evidence: CommandEvidence): string =>
  sha256(`${key}\n${JSON.stringify(evidence)}`);

const pathOf = (directory: string, key: string): string => join(directory, `${sha256(key).slice(7)}.json`);

/** What a command missed on this machine may have been installed since: by now, or before this process was started. */
const isOutdated = ({ exit, tail }: CommandEvidence, keptAt: number): boolean =>
  exit !== 0 &&
  whyRed(tail) !== undefined &&
  keptAt < Math.max(performance.timeOrigin, Date.now() - RESULT_OF_PLACE_MS_MAX);

export const readResult = async (directory: string, key: string): Promise<CommandEvidence | undefined> => {
  try {
    const path = pathOf(directory, key);
    const { key: found, checksum, evidence } = entrySchema.parse(JSON.parse(await readFile(path, 'utf8')));
    if (found !== key || checksum !== checksumOf(key, evidence)) return undefined;
    return isOutdated(evidence, (await stat(path)).mtimeMs) ? undefined : evidence;
  } catch {
    return undefined;
  }
};

/** Only a command that came to its end says something lasting about the tree. */
export const keepResult = async (
  directory: string,
  key: string,
  evidence: CommandEvidence,
): Promise<void> => {
  if (evidence.end !== 'exited') return;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // Parsed once more, so that the checksum is taken of what a reader will see.
  const kept = commandEvidenceSchema.parse(JSON.parse(JSON.stringify(evidence)));
  await replaceFile(
    pathOf(directory, key),
    JSON.stringify({ v: 1, key, evidence: kept, checksum: checksumOf(key, kept) }),
  );
  await dropOldest(directory, RESULTS_KEPT_MAX);
};
