// Adds preferences to the files that roles are told. Those files are people's own.
import { type Problem, problem } from '../model/problem.ts';
import { isName } from '../model/workflow/names.ts';
import { PREFERENCES_FILE_BYTES_MAX, withPreferences } from '../text/preference.ts';
import { amendFile } from './amend-file.ts';

export interface RolePreferences {
  readonly role: string;
  readonly bullets: readonly string[];
}

export interface AppliedPreferences {
  /** What was not there before, per role. */
  readonly added: readonly RolePreferences[];
  /** Roles whose file could not be read or written, each with its reason; the others were. */
  readonly problems: readonly Problem[];
}

/** `directory` is relative to the project; the file of a role is `<role>.md` in it, made when it is missing. */
export const applyPreferences = async (
  project: string,
  directory: string,
  entries: readonly RolePreferences[],
): Promise<AppliedPreferences> => {
  const added: RolePreferences[] = [];
  const problems: Problem[] = [];
  for (const { role, bullets } of entries) {
    if (!isName(role)) {
      const came = JSON.stringify(role.slice(0, 200));
      problems.push(problem('NAME_INVALID', `expected the name of a role, got ${came}`, { field: 'role' }));
      continue;
    }
    const result = await amendFile(project, {
      path: `${directory}/${role}.md`,
      bytesMax: PREFERENCES_FILE_BYTES_MAX,
      amend: (before) => withPreferences(before, bullets),
    });
    if ('code' in result) problems.push(result);
    else if (result.length > 0) added.push({ role, bullets: result });
  }
  return { added, problems };
};
