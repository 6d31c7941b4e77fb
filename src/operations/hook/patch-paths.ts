// Which files a patch of Codex, or of Copilot, changes. A line that might name a file and cannot be read is a file that nobody can tell.
import { toldPath } from '../../agents/permissions/real-path.ts';
import { PATCH_FILES_MAX } from '../../model/limits/permissions.ts';

/** Codex takes them with blanks before them, too. */
const NAMES_SOMETHING = /^\s*\*\*\*\s*[A-Za-z ]+:/;
const FILE = /^\s*\*\*\* (?:Add File|Update File|Delete File|Move to): (\S(?:.*\S)?)\s*$/;

/** At least one: of a patch without files nobody can tell what it does. */
export const patchPaths = (patch: unknown, directory: string): readonly (string | undefined)[] => {
  if (typeof patch !== 'string') return [undefined];
  const lines = patch.split('\n').filter((line) => NAMES_SOMETHING.test(line));
  if (lines.length === 0 || lines.length > PATCH_FILES_MAX) return [undefined];
  return lines.map((line) => toldPath(FILE.exec(line)?.[1], directory));
};
