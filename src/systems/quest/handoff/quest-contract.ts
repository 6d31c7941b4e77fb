// The roles of a Quest and what each hands over, written once: handoffs are read by it, role files, wrappers and delegation
// prompts are compared with it, and what is fixed in them is made from it.

export const QUEST_MARKER = '---HANDOFF---';
export const QUEST_FIELDS = ['STATUS', 'ARTIFACTS', 'NEXT', 'SUMMARY'] as const;
export type QuestField = (typeof QUEST_FIELDS)[number];
export const QUEST_STATUSES = ['complete', 'needs_human', 'blocked'] as const;
export type QuestStatus = (typeof QUEST_STATUSES)[number];
/** What every delegation prompt asks for, word for word. */
export const QUEST_REQUEST = `End with: ${QUEST_MARKER} ${QUEST_FIELDS.join('/')}`;
/** The line above the block in a role file. */
export const QUEST_LEAD_IN = 'End your response with:';
export const QUEST_CONTRACT_TITLE = 'Output Contract';
/** How a delegation says that contents stay out of it. */
export const QUEST_PATHS_ONLY = 'Prompt: Reference file paths only, do not embed content:';
export const QUEST_ENDING_TITLE = 'Prompt MUST end with:';

/** Two reviewers look at the same thing, each in a slot of its own. */
export type QuestSlot = 'claude' | 'codex';

export interface QuestArtifact {
  /** Below `.quest/<id>/`. */
  readonly folder: string;
  readonly name: string;
  /** One file of each slot, where two are written. */
  readonly slots?: Readonly<Record<QuestSlot, string>>;
  /** What later versions call it; those go by the same contract. */
  readonly later: readonly string[];
}

export interface QuestInput {
  /** The whole item as older role files have it, or what its text holds. */
  readonly was: string;
  readonly match: 'whole' | 'part';
  /** Undefined: the role no longer gets it. */
  readonly now?: string;
}

export interface QuestRole {
  readonly name: string;
  /** File names without their ending that only a Quest uses; the others need some sign of it in the text. */
  readonly files: readonly string[];
  readonly otherFiles: readonly string[];
  /** Every name that stands for the role somewhere; the first is the one to write as NEXT. */
  readonly spellings: readonly string[];
  readonly status: readonly QuestStatus[];
  readonly artifacts: readonly QuestArtifact[];
  /** Files that later versions add to the handoff. */
  readonly mayAlsoWrite: readonly string[];
  /** The role changes code, too. */
  readonly changesCode: boolean;
  /** Null: nobody follows. */
  readonly next: readonly (string | null)[];
  /** Whom other versions let it name, too: a handoff may, the contract of a role file does not. */
  readonly nextElsewhere?: readonly (string | null)[];
  readonly summary: string;
  /** The summary must have this form; otherwise any one line will do. */
  readonly summaryFixed: boolean;
  readonly inputs: readonly QuestInput[];
  /** What a delegation prompt repeats of the contract, in this order. */
  readonly ending: readonly ('artifacts' | 'next')[];
  /** What the prompt refers to, where the contract says so. */
  readonly promptPaths?: readonly string[];
}

/** A role that only other versions have: it writes handoffs, and nobody states a contract for it. */
export type QuestOtherRole = Pick<QuestRole, 'spellings'> & Partial<Pick<QuestRole, 'next'>>;

export interface QuestDefinition {
  readonly roles: readonly QuestRole[];
  readonly otherRoles: readonly QuestOtherRole[];
}

const PLAN = 'phase_01_plan';
const BUILD = 'phase_02_implementation';
const REVIEW = 'phase_03_review';
const ONE_LINE = '<one line>';

/** Handoffs are text: there is no JSON of another role to read. */
const NO_HANDOFF_JSON: QuestInput = { was: 'handoff json', match: 'part' };

export const questPath = (folder: string, name: string): string => `.quest/<id>/${folder}/${name}`;

const code = (text: string): string => `\`${text}\``;

const file = (folder: string, name: string, later: readonly string[] = []): QuestArtifact => ({
  folder,
  name,
  later,
});

const reviewOf = (folder: string, later: string): QuestArtifact => ({
  folder,
  name: 'review_<claude|codex>.md',
  slots: { claude: 'review_claude.md', codex: 'review_codex.md' },
  later: [`review_${later}-a.md`, `review_${later}-b.md`],
});

const bothReviews = code(questPath(REVIEW, 'review_claude.md')).concat(
  ' and ',
  code(questPath(REVIEW, 'review_codex.md')),
);

export const QUEST: QuestDefinition = {
  roles: [
    {
      name: 'planner',
      files: ['planner_agent'],
      otherFiles: ['planner'],
      spellings: ['planner', 'planner_agent'],
      status: QUEST_STATUSES,
      artifacts: [file(PLAN, 'plan.md')],
      mayAlsoWrite: [],
      changesCode: false,
      next: ['plan_review'],
      summary: ONE_LINE,
      summaryFixed: false,
      inputs: [NO_HANDOFF_JSON],
      ending: ['artifacts'],
      promptPaths: [
        `Quest brief: ${code('.quest/<id>/quest_brief.md')}`,
        `Arbiter verdict (iteration 2+): ${code(questPath(PLAN, 'arbiter_verdict.md'))}`,
        `(Optional) User feedback: ${code(questPath(PLAN, 'user_feedback.md'))}`,
      ],
    },
    {
      name: 'plan reviewer',
      files: ['plan_review_agent', 'plan_review_claude', 'plan_review_codex'],
      otherFiles: ['plan-reviewer', 'plan_reviewer', 'plan-reviewer-a', 'plan-reviewer-b'],
      spellings: [
        'plan_review',
        'plan-review',
        'plan_reviewer',
        'plan-reviewer',
        'plan_review_agent',
        'plan_review_claude',
        'plan_review_codex',
        'plan_review_a',
        'plan_review_b',
        'plan-reviewer-a',
        'plan-reviewer-b',
        'slot_a_claude',
        'slot_b_codex',
      ],
      status: QUEST_STATUSES,
      artifacts: [reviewOf(PLAN, 'plan-reviewer')],
      mayAlsoWrite: [],
      changesCode: false,
      next: ['arbiter'],
      // With one reviewer and no arbiter the reviewer itself sends a plan back.
      nextElsewhere: ['planner'],
      summary: ONE_LINE,
      summaryFixed: false,
      inputs: [NO_HANDOFF_JSON],
      ending: ['artifacts', 'next'],
    },
    {
      name: 'arbiter',
      files: ['arbiter_agent'],
      otherFiles: ['arbiter'],
      spellings: ['arbiter', 'arbiter_agent'],
      status: ['complete'],
      artifacts: [file(PLAN, 'arbiter_verdict.md', ['arbiter_verdict.md.next'])],
      mayAlsoWrite: ['review_findings.json', 'review_findings.json.next'],
      changesCode: false,
      next: ['planner', 'builder'],
      summary: 'Iteration <N>: <approve|iterate> — <reason>',
      summaryFixed: true,
      inputs: [NO_HANDOFF_JSON],
      ending: ['artifacts', 'next'],
    },
    {
      name: 'builder',
      files: ['builder_agent'],
      otherFiles: ['builder'],
      spellings: ['builder', 'builder_agent'],
      status: QUEST_STATUSES,
      artifacts: [file(BUILD, 'pr_description.md'), file(BUILD, 'builder_feedback_discussion.md')],
      mayAlsoWrite: [],
      changesCode: true,
      next: ['code_review'],
      summary: ONE_LINE,
      summaryFixed: false,
      inputs: [NO_HANDOFF_JSON],
      ending: ['next', 'artifacts'],
    },
    {
      name: 'code reviewer',
      files: ['code_review_agent'],
      otherFiles: ['code-reviewer', 'code_reviewer', 'code-reviewer-a', 'code-reviewer-b'],
      spellings: [
        'code_review',
        'code-review',
        'code_reviewer',
        'code-reviewer',
        'code_review_agent',
        'code_review_claude',
        'code_review_codex',
        'code_review_a',
        'code_review_b',
        'code-reviewer-a',
        'code-reviewer-b',
        'reviewer-a',
        'reviewer-b',
      ],
      status: QUEST_STATUSES,
      artifacts: [reviewOf(REVIEW, 'code-reviewer')],
      mayAlsoWrite: ['review_findings_code-reviewer-a.json', 'review_findings_code-reviewer-b.json'],
      changesCode: false,
      next: ['fixer', null],
      summary: ONE_LINE,
      summaryFixed: false,
      inputs: [NO_HANDOFF_JSON],
      ending: ['artifacts', 'next'],
    },
    {
      name: 'fixer',
      files: ['fixer_agent'],
      otherFiles: ['fixer'],
      spellings: ['fixer', 'fixer_agent'],
      status: QUEST_STATUSES,
      artifacts: [file(REVIEW, 'review_fix_feedback_discussion.md')],
      mayAlsoWrite: [],
      changesCode: true,
      next: ['code_review'],
      summary: ONE_LINE,
      summaryFixed: false,
      inputs: [
        NO_HANDOFF_JSON,
        { was: `${REVIEW}/review.md`, match: 'part', now: `Code reviews (${bothReviews})` },
        {
          was: 'Changed files',
          match: 'whole',
          now: 'Changed files (as a list in the prompt, and/or via git diff)',
        },
      ],
      ending: ['next'],
    },
  ],
  otherRoles: [{ spellings: ['review_arbiter'], next: ['fixer', null] }, { spellings: ['quest_agent'] }],
};

const CHANGED_CODE = '<any changed code/test files>';
const NOBODY = 'null';

export const nextText = ({ next }: QuestRole): string => next.map((word) => word ?? NOBODY).join(' | ');

/** The value of a field as a role file states it. */
export const fieldText = (role: QuestRole, field: QuestField): string => {
  switch (field) {
    case 'STATUS':
      return role.status.join(' | ');
    case 'ARTIFACTS': {
      const paths = role.artifacts.map(({ folder, name }) => questPath(folder, name));
      return [...paths, ...(role.changesCode ? [CHANGED_CODE] : [])].join(', ');
    }
    case 'NEXT':
      return nextText(role);
    case 'SUMMARY':
      return role.summary;
  }
};

export const blockLines = (role: QuestRole): string[] => [
  QUEST_MARKER,
  ...QUEST_FIELDS.map((field) => `${field}: ${fieldText(role, field)}`),
];

/** The file that a delegation's prompt must name: where two are written, that of the slot. */
export const promptArtifact = (role: QuestRole, slot: QuestSlot): string => {
  const [artifact] = role.artifacts;
  return artifact === undefined ? '' : questPath(artifact.folder, artifact.slots?.[slot] ?? artifact.name);
};

const withName = <R extends QuestOtherRole>(roles: readonly R[], name: string): R | undefined => {
  const plain = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return roles.find(({ spellings }) =>
    spellings.some((spelling) => {
      const known = spelling.replaceAll('-', '_');
      return known === plain || `${known}_agent` === plain;
    }),
  );
};

/** The role that a name stands for, whatever its case and its separators. */
export const roleNamed = (definition: QuestDefinition, name: string): QuestRole | undefined =>
  withName(definition.roles, name);

/** The same among the roles of all versions. */
export const anyRoleNamed = (definition: QuestDefinition, name: string): QuestOtherRole | undefined =>
  withName(definition.roles, name) ?? withName(definition.otherRoles, name);
