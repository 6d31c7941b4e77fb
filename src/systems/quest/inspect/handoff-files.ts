// The handoff files of a quest: who wrote each, what it says, and whether what it lists is there.

import { scanMessage } from '../../../handoffs/message.ts';
import type { Handoff } from '../../../model/handoff.ts';
import { isError, type Problem, problem } from '../../../model/problem.ts';
import { decodeQuestJson } from '../handoff/decode-json.ts';

const PLAN = 'phase_01_plan';
const BUILD = 'phase_02_implementation';
const REVIEW = 'phase_03_review';

/** Folder and the part of the name behind `handoff_`, over all versions. */
const WRITERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [PLAN]: {
    '': 'planner',
    claude: 'plan_review',
    codex: 'plan_review',
    'plan-reviewer-a': 'plan_review',
    'plan-reviewer-b': 'plan_review',
    arbiter: 'arbiter',
  },
  [BUILD]: { '': 'builder' },
  [REVIEW]: {
    claude: 'code_review',
    codex: 'code_review',
    'code-reviewer-a': 'code_review',
    'code-reviewer-b': 'code_review',
    'review-arbiter': 'review_arbiter',
    fixer: 'fixer',
  },
};

const HANDOFF_NAME = /^(phase_0[1-3]_\w+)\/handoff(?:_([\w-]+))?\.json$/;

export const isHandoffFile = (name: string): boolean => HANDOFF_NAME.test(name);

const writerOf = (name: string): string | undefined => {
  const [, folder = '', who = ''] = HANDOFF_NAME.exec(name) ?? [];
  const writers = Object.hasOwn(WRITERS, folder) ? WRITERS[folder] : undefined;
  return writers !== undefined && Object.hasOwn(writers, who) ? writers[who] : undefined;
};

export interface QuestHandoff {
  readonly file: string;
  readonly role: string | undefined;
  /** Undefined when it has errors: then it says nothing. */
  readonly handoff: Handoff | undefined;
  readonly problems: readonly Problem[];
}

export const readHandoffFile = (file: string, text: string, solo: boolean): QuestHandoff => {
  const role = writerOf(file);
  // A file is emptied before its role starts, so that an old answer is not taken for the new one.
  if (text.trim() === '') {
    const hint = 'It is made empty before the role starts; the role has not written it.';
    const found = problem('FILE_EMPTY', 'the handoff is empty', { file, hint, severity: 'warning' });
    return { file, role, handoff: undefined, problems: [found] };
  }
  // With one reviewer and no arbiter the reviewer lets the plan through itself.
  const judged = solo && role === 'plan_review' ? undefined : role;
  const decoded = decodeQuestJson({ text, file }, { role: judged });
  const problems = decoded?.problems ?? [];
  return { file, role, handoff: problems.some(isError) ? undefined : decoded?.handoff, problems };
};

/** Of the quest itself; other files are not in its directory. */
const inQuest = (artifact: string, id: string | undefined): string | undefined => {
  const [root, quest, ...rest] = artifact.split('/');
  return root === '.quest' && quest === id ? rest.join('/') : undefined;
};

/** What it lists of the quest's own files must be there, and not be empty. */
export const listedProblems = (
  { file, handoff }: QuestHandoff,
  id: string | undefined,
  files: ReadonlyMap<string, string>,
  isRead: (name: string) => boolean,
): Problem[] => {
  const text = files.get(file) ?? '';
  return (handoff?.artifacts ?? []).flatMap((artifact) => {
    const name = inQuest(artifact, id);
    if (name === undefined || !isRead(name) || (files.get(name)?.trim() ?? '') !== '') return [];
    const more = {
      file,
      field: 'artifacts',
      ...scanMessage(text).lineOf(Math.max(0, text.indexOf(artifact))),
      hint: 'List only files that were written.',
    };
    return files.has(name)
      ? [problem('FILE_EMPTY', `${artifact} is listed as an artifact, but it is empty`, more)]
      : [problem('ARTIFACT_MISSING', `${artifact} is listed as an artifact, but it is not there`, more)];
  });
};
