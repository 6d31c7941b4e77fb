// Merges two changes of one text, line by line, as git merges files. Nothing of a repository is read or written.
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gitResult } from '../../std/processes/git.ts';
import { processIdentity } from '../../std/processes/process-identity.ts';

export interface Texts {
  /** Before both changes. */
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

export interface MergedText {
  /** Undefined where both changed the same lines. */
  readonly text: string | undefined;
  /** The places where they did, with markers, or git's words where it cannot merge at all. */
  readonly conflicts: string;
}

/** Git ends with the number of conflicts; beyond this it could not merge. */
const CONFLICTS_EXIT_MAX = 127;
const MARKED = /^<{7} [\s\S]*?^>{7} .*$/gm;

const FILES = ['ours', 'base', 'theirs'] as const;

export const mergeTexts = async (scratchDirectory: string, texts: Texts): Promise<MergedText> => {
  // Its name tells whose it is: what a dead process left is swept with its working trees.
  const directory = join(scratchDirectory, `${processIdentity()}-${randomUUID()}`);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  try {
    for (const name of FILES) await writeFile(join(directory, name), texts[name], { mode: 0o600 });
    const labels = ['as it is', 'as it was', 'wanted'].flatMap((label) => ['-L', label]);
    const { exit, stdout, stderr } = await gitResult(
      ['-c', 'merge.conflictStyle=merge', 'merge-file', '-p', '-q', ...labels, ...FILES],
      { cwd: directory },
    );
    if (exit === 0) return { text: stdout, conflicts: '' };
    const conflicts = exit <= CONFLICTS_EXIT_MAX ? (stdout.match(MARKED) ?? []).join('\n') : stderr.trim();
    return { text: undefined, conflicts };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};
