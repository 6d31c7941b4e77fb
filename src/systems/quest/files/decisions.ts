// What becomes of a finding, as tables: the first row that applies decides.
import * as z from 'zod';
import { CONFIDENCES, type Finding } from './findings-file.ts';

/** In the order in which a backlog lists them. */
export const DECISIONS = ['fix_now', 'verify_first', 'defer', 'drop', 'needs_human_decision'] as const;
export type Decision = (typeof DECISIONS)[number];

export const BACKLOG_PHASES = ['plan', 'review'] as const;
export type BacklogPhase = (typeof BACKLOG_PHASES)[number];

export const decisionShape = {
  decision: z.enum(DECISIONS),
  decision_confidence: z.enum(CONFIDENCES),
  reason: z.string().refine((text) => text.trim() !== '', 'expected some text'),
  needs_validation: z.array(z.string()).readonly(),
  owner: z.string().refine((text) => text.trim() !== '', 'expected some text'),
  batch: z.string().refine((text) => text.trim() !== '', 'expected some text'),
};
const decisionSchema = z.object(decisionShape);
export type Decided = z.infer<typeof decisionSchema>;

type Judged = Pick<Finding, 'severity' | 'confidence' | 'evidence'>;

interface Rule {
  readonly applies: (finding: Judged) => boolean;
  readonly decision: Decision;
  readonly reason: string;
}

const always = (): boolean => true;
const isSevere = ({ severity }: Judged): boolean => severity === 'critical' || severity === 'high';
const isSure = ({ confidence }: Judged): boolean => confidence === 'high';
const isSlight = ({ severity }: Judged): boolean => severity === 'low' || severity === 'info';

/** One piece of evidence is an opinion. */
const EVIDENCE_THIN_MAX = 1;
const isThin = ({ confidence, evidence }: Judged): boolean =>
  confidence === 'low' || evidence.length <= EVIDENCE_THIN_MAX;

const REVIEW_RULES: readonly Rule[] = [
  {
    applies: (finding) => isSevere(finding) && isSure(finding),
    decision: 'fix_now',
    reason: 'It is severe and certain.',
  },
  { applies: isSevere, decision: 'verify_first', reason: 'It is severe but not certain.' },
  { applies: isThin, decision: 'verify_first', reason: 'There is little evidence for it.' },
  {
    applies: ({ severity }) => severity === 'medium',
    decision: 'verify_first',
    reason: 'It is of medium severity: reproduce it before you change code.',
  },
  {
    applies: (finding) => isSlight(finding) && isSure(finding),
    decision: 'drop',
    reason: 'It is certain, but too slight to be worth a change.',
  },
  { applies: always, decision: 'defer', reason: 'It is not urgent.' },
];

/** After the last round of fixes nothing is fixed any more. */
const CAP_RULES: readonly Rule[] = [
  {
    applies: (finding) => isSevere(finding) && isSure(finding),
    decision: 'needs_human_decision',
    reason: 'The limit of fix rounds is reached, and it is severe and certain.',
  },
  { applies: always, decision: 'defer', reason: 'The limit of fix rounds is reached.' },
];

/** What an approved plan leaves open is part of the build. */
const PLAN_RULES: readonly Rule[] = [
  { applies: always, decision: 'fix_now', reason: 'The builder implements what the plan review found.' },
];

export interface DecideOptions {
  readonly phase: BacklogPhase;
  readonly atLoopCap: boolean;
}

const rulesOf = ({ phase, atLoopCap }: DecideOptions): readonly Rule[] => {
  if (phase === 'plan') return PLAN_RULES;
  return atLoopCap ? CAP_RULES : REVIEW_RULES;
};

/** Work for the builder or the fixer. */
export const isActionable = ({ decision }: Pick<Decided, 'decision'>): boolean =>
  decision === 'fix_now' || decision === 'verify_first';
export const needsPerson = ({ decision }: Pick<Decided, 'decision'>): boolean =>
  decision === 'needs_human_decision';
export const isDeferred = ({ decision }: Pick<Decided, 'decision'>): boolean => decision === 'defer';
export const isDropped = ({ decision }: Pick<Decided, 'decision'>): boolean => decision === 'drop';

const PLAN_OWNER = 'builder';
const REVIEW_OWNER = 'builder_agent';
const ROOT = 'root';

/** The file that the finding is filed under. */
const mainPath = ({ write_scope, path }: Finding): string => write_scope.toSorted()[0] ?? path;

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join('-');

const folderOf = (path: string): string => {
  const [first = '', ...rest] = path.split('/').filter((step) => step !== '' && step !== '.');
  return rest.length === 0 ? ROOT : slugOf(first) || ROOT;
};

const ownerOf = ({ write_scope }: Finding, phase: BacklogPhase): string => {
  if (phase === 'plan') return PLAN_OWNER;
  return write_scope.toSorted()[0]?.split('/')[0] || REVIEW_OWNER;
};

const batchOf = (finding: Finding, phase: BacklogPhase): string =>
  phase === 'plan' ? `${slugOf(finding.kind)}-${folderOf(mainPath(finding))}` : mainPath(finding);

/** The decision about one finding, with who does it and what it belongs to. */
export const decide = (finding: Finding, options: DecideOptions): Decided => {
  const rule = rulesOf(options).find(({ applies }) => applies(finding));
  const { decision, reason } = rule ?? { decision: 'defer', reason: 'No rule applies.' };
  return {
    decision,
    decision_confidence: finding.confidence,
    reason,
    needs_validation: [
      ...(finding.needs_test ? ['unit_test'] : []),
      ...(isActionable({ decision }) ? ['typecheck', 'lint'] : []),
    ],
    owner: ownerOf(finding, options.phase),
    batch: batchOf(finding, options.phase),
  };
};
