// How Quest's roles hand in: the block at the end of the last message, or the handoff file of their slot.
import { request } from '../../../authoring/request.ts';
import type { ByMessage } from '../../../authoring/step.ts';
import type { EvidenceRequest, FileChange } from '../../../model/evidence.ts';
import { problem } from '../../../model/problem.ts';
import { fromProblems, MET, unproven } from '../../../model/run/verdict.ts';
import type { File } from '../../../model/workflow/handles.ts';
import type { Submission, View } from '../../../model/workflow/view.ts';
import type { Check } from '../../../model/workflow/workflow.ts';
import { blockLines, QUEST, roleNamed } from '../handoff/quest-contract.ts';
import { type HandoffBlockOptions, handoffBlock } from './handoff-block.ts';

/** As often as Quest asks before it takes a role for blocked. */
const QUESTIONS_MAX = 3;

export const question = request('question', {
  says: 'Asks a person. The work waits for the answer.',
  max: QUESTIONS_MAX,
  waits: true,
});

/** What Quest itself says about the end of a role's message; nothing for roles that its first contract does not know. */
const blockOf = (role: string | undefined): readonly string[] | undefined => {
  const known = role === undefined ? undefined : roleNamed(QUEST, role);
  return known === undefined ? undefined : blockLines(known);
};

/** `role`: who Quest takes the sender for; `next`: what NEXT may be, as the prompt says it. */
export const byHandoff = (how: Omit<HandoffBlockOptions, 'asks' | 'lines'>): ByMessage =>
  handoffBlock({
    ...how,
    asks: question,
    lines: (work) => blockOf(typeof how.role === 'function' ? how.role(work) : how.role),
  });

/** A path of the quest as its roles write it. */
export const questPath = (view: View, path: string): string => `.quest/${view.run.name}/${path}`;

const pathOf = ({ assignment }: Submission, { path }: File): string =>
  path.replaceAll('{item}', assignment.item ?? '');

const listedIn = ({ args }: Submission): readonly string[] | undefined => {
  const { artifacts } = args;
  return Array.isArray(artifacts) ? artifacts.map(String) : undefined;
};

/** What is listed is what was written, and the other way round: nobody hands in the file of another role. */
export const listsArtifacts = (...files: readonly File[]): Check<never> => ({
  name: 'artifacts-listed',
  title: 'ARTIFACTS lists the files of this role',
  says: 'ARTIFACTS lists every file that this role hands in, and no file of another role',
  needs: () => [],
  judge: (submission) => {
    const listed = listedIn(submission);
    // Whoever calls a tool lists nothing: what is handed in is what was sealed.
    if (listed === undefined) return fromProblems([]);
    const own = files.map((file) => pathOf(submission, file));
    const folder = `.quest/${submission.view.run.name}/`;
    const missing = own.filter(
      (path) => !listed.some((entry) => entry === path || entry.endsWith(`/${path}`)),
    );
    const foreign = listed.filter((entry) => entry.startsWith('.quest/') && !isOwn(entry, folder, own));
    return fromProblems([
      ...missing.map((path) =>
        problem('HANDOFF_ARTIFACT_PATH', `ARTIFACTS: expected ${folder}${path}, it is not listed`, {
          field: 'artifacts',
          hint: 'List every file that you hand in.',
        }),
      ),
      ...foreign.map((entry) =>
        problem('HANDOFF_ARTIFACT_PATH', `ARTIFACTS: expected files of your own, got ${entry}`, {
          field: 'artifacts',
          hint: 'List only what you wrote yourself.',
        }),
      ),
    ]);
  },
});

const isListed = (entry: string, { path, was }: FileChange): boolean => {
  const asked = entry.replace(/^\.\//, '');
  return [path, ...(was === undefined ? [] : [was])].some(
    (changed) =>
      changed === asked ||
      asked.endsWith(`/${changed}`) ||
      changed.startsWith(`${asked.replace(/\/$/, '')}/`),
  );
};

/** Code that is listed is code that was changed: a file that nobody wrote is no artifact. `own`: files of the quest. */
export const listsChanged = (
  differs: (submission: Submission) => readonly EvidenceRequest[],
  ...own: readonly File[]
): Check<never> => ({
  name: 'artifacts-changed',
  title: 'ARTIFACTS lists files of the change',
  says: 'beside files of the quest, ARTIFACTS lists only files that the change has',
  needs: (submission) => (codeIn(submission, own).length === 0 ? [] : differs(submission)),
  judge: (submission, seen) => {
    const code = codeIn(submission, own);
    if (code.length === 0) return MET;
    const found = differs(submission)
      .map(seen)
      .find((one) => one?.kind === 'diff');
    if (found?.kind !== 'diff')
      return unproven(problem('EVIDENCE_UNAVAILABLE', 'which files were changed could not be seen'));
    if (found.cut) return MET;
    return fromProblems(
      code
        .filter((entry) => !found.files.some((file) => isListed(entry, file)))
        .map((entry) =>
          problem('HANDOFF_ARTIFACT_PATH', `ARTIFACTS: expected files that you changed, got ${entry}`, {
            field: 'artifacts',
            hint: 'Write it, or leave it out of the list; what git ignores is no part of the change.',
          }),
        ),
    );
  },
});

const codeIn = (submission: Submission, own: readonly File[]): readonly string[] => {
  const paths = own.map((file) => pathOf(submission, file));
  return (listedIn(submission) ?? []).filter(
    (entry) =>
      !entry.startsWith('.quest/') &&
      !HANDOFF_FILE.test(entry) &&
      !paths.some((path) => entry === path || entry.endsWith(`/${path}`)),
  );
};

const HANDOFF_FILE = /(?:^|\/)handoff(?:_[\w-]+)?\.json$/;
const isOwn = (entry: string, folder: string, own: readonly string[]): boolean => {
  const path = entry.startsWith(folder) ? entry.slice(folder.length) : undefined;
  return path !== undefined && (own.includes(path) || HANDOFF_FILE.test(path));
};

/** Whom the sender names, as its own spelling of a role or null. */
export const nextOfSubmission = ({ args }: Pick<Submission, 'args'>): string | null =>
  typeof args['next'] === 'string' ? args['next'] : null;
