// orchestration.json: which model plays which role in one quest.
import { recordOf } from '../../../std/record-of.ts';
import { jsonText } from './json-file.ts';
import { wholeSeconds } from './times.ts';

export const MODEL_ROLES = [
  'planner',
  'plan-reviewer-a',
  'plan-reviewer-b',
  'arbiter',
  'builder',
  'code-reviewer-a',
  'code-reviewer-b',
  'review-arbiter',
  'fixer',
] as const;
export type ModelRole = (typeof MODEL_ROLES)[number];

/** `claude` names a runtime, not a model: the runtime chooses. */
const CLAUDE = 'claude';
const CODEX_DEFAULT = 'gpt-5.5';

export const DEFAULT_MODELS: Readonly<Record<ModelRole, string>> = {
  planner: CLAUDE,
  'plan-reviewer-a': CLAUDE,
  'plan-reviewer-b': CODEX_DEFAULT,
  arbiter: CLAUDE,
  builder: CODEX_DEFAULT,
  'code-reviewer-a': CLAUDE,
  'code-reviewer-b': CODEX_DEFAULT,
  'review-arbiter': CLAUDE,
  fixer: CODEX_DEFAULT,
};

export type QuestRuntime = 'claude' | 'codex';

/** The program that plays a role with this model. */
export const runtimeOf = (model: string): QuestRuntime =>
  model === CLAUDE || model.startsWith(`${CLAUDE}-`) ? 'claude' : 'codex';

export interface Orchestration {
  /** What the project sets in its allowlist; roles that it leaves out have the defaults. */
  readonly models?: Partial<Record<ModelRole, string>> | undefined;
  /** What the person chose for this quest. */
  readonly overrides?: Partial<Record<ModelRole, string>> | undefined;
  /** When it was seen that the models can be used. */
  readonly validatedAt: string;
}

export const modelsOf = ({
  models = {},
  overrides = {},
}: Omit<Orchestration, 'validatedAt'>): Record<ModelRole, string> =>
  recordOf(MODEL_ROLES, (role) => overrides[role] ?? models[role] ?? DEFAULT_MODELS[role]);

export const orchestrationText = ({ validatedAt, ...chosen }: Orchestration): string => {
  const overridden = MODEL_ROLES.filter((role) => chosen.overrides?.[role] !== undefined);
  return jsonText({
    version: 1,
    models: modelsOf(chosen),
    source: overridden.length === 0 ? 'default' : 'overridden',
    overridden_roles: overridden,
    preflight_validated_at: wholeSeconds(validatedAt),
  });
};
