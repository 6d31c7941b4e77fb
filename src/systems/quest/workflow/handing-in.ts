// How Quest's roles hand in: the block at the end of the last message, or the handoff file of their slot.
import { request } from '../../../authoring/request.ts';
import type { ByMessage } from '../../../authoring/step.ts';
import { problem } from '../../../model/problem.ts';
import { fromProblems } from '../../../model/run/verdict.ts';
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

const HANDOFF_FILE = /(?:^|\/)handoff(?:_[\w-]+)?\.json$/;
const isOwn = (entry: string, folder: string, own: readonly string[]): boolean => {
  const path = entry.startsWith(folder) ? entry.slice(folder.length) : undefined;
  return path !== undefined && (own.includes(path) || HANDOFF_FILE.test(path));
};

/** Whom the sender names, as its own spelling of a role or null. */
export const nextOfSubmission = ({ args }: Pick<Submission, 'args'>): string | null =>
  typeof args['next'] === 'string' ? args['next'] : null;
