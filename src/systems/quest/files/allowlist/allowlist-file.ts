// .ai/allowlist.json: what a project allows the roles of a quest, and where a person is asked. A switch that is missing is
// off, and a role that is missing may do nothing.
import * as z from 'zod';
import { PERMISSION_CHARS_MAX, PERMISSIONS_MAX } from '../../../../model/limits/permissions.ts';
import { boundedProblems, isError, type Parsed, type Problem, problem } from '../../../../model/problem.ts';
import { fieldName } from '../../../../model/validate-with.ts';
import { nearest } from '../../../../std/nearest.ts';
import { recordOf } from '../../../../std/record-of.ts';
import { isMapping, type JsonDocument, parseJson, shownValue } from '../json-file.ts';
import { ITERATIONS_MAX } from '../limits.ts';
import { MODEL_ROLES, type ModelRole } from '../orchestration-file.ts';
import { QUEST_ID_FORMATS, type QuestIdFormat } from '../quest-id.ts';
import type { QuestMode } from '../snapshot.ts';

export const ALLOWLIST_FILE = '.ai/allowlist.json';

export const AUTO_PHASES = [
  'plan_creation',
  'plan_review',
  'plan_refinement',
  'implementation',
  'code_review',
  'fix_loop',
] as const;
export type AutoPhase = (typeof AUTO_PHASES)[number];
const REVIEW_MODES = ['auto', 'fast', 'full'] as const;
type ReviewMode = (typeof REVIEW_MODES)[number];

const entry = z.string().min(1).max(PERMISSION_CHARS_MAX);
const entries = z.array(entry).max(PERMISSIONS_MAX).readonly().optional();
const permissionSchema = z.object({ file_write: entries, file_read: entries, bash: entries });
export type RolePermissions = z.infer<typeof permissionSchema>;

export interface Allowlist {
  /** What happens without asking a person. */
  readonly autoApprove: Readonly<Record<AutoPhase, boolean>>;
  readonly maxPlanIterations: number;
  readonly maxFixIterations: number;
  readonly soloMaxFixIterations: number;
  readonly reviewMode: ReviewMode;
  readonly fastReview: { readonly maxFiles: number; readonly maxLoc: number };
  /** By the name of the role in the file, such as planner_agent; undefined where it has no such section. */
  readonly permissions: ReadonlyMap<string, RolePermissions> | undefined;
  readonly models: Partial<Record<ModelRole, string>>;
  readonly questIdFormat: QuestIdFormat;
}

const DEFAULTS = {
  maxPlanIterations: 4,
  maxFixIterations: 3,
  soloMaxFixIterations: 2,
  maxFiles: 5,
  maxLoc: 300,
} as const;
const REQUIRED = ['version', 'auto_approve_phases', 'review_mode', 'role_permissions', 'gates'];

type Path = readonly string[];

interface Reader {
  readonly document: JsonDocument;
  readonly file: string;
  readonly problems: Problem[];
}

const tell = (
  { document, file, problems }: Reader,
  path: Path,
  message: string,
  more: Partial<Pick<Problem, 'severity' | 'hint' | 'code'>> = {},
): void => {
  const { code = 'FIELD_INVALID', ...rest } = more;
  problems.push(problem(code, message, { file, field: fieldName(path), ...document.locate(path), ...rest }));
};

const own = (value: unknown, key: string): unknown =>
  isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** An object of the file; one that is missing is empty. */
const mappingAt = (reader: Reader, ...path: Path): Readonly<Record<string, unknown>> => {
  const value = path.reduce<unknown>(own, reader.document.json);
  if (value === undefined || isMapping(value)) return value ?? {};
  tell(reader, path, `${fieldName(path)}: expected an object, got ${shownValue(value)}`);
  return {};
};

/** A wrong word is an error: nobody knows what was meant. */
const wordAt = <T extends string>(reader: Reader, name: string, words: readonly T[], fallback: T): T => {
  const value = own(reader.document.json, name);
  const found = words.find((word) => word === value);
  if (value !== undefined && found === undefined)
    tell(reader, [name], `${name}: expected one of ${words.join(', ')}, got ${shownValue(value)}`);
  return found ?? fallback;
};

/** A wrong number is a warning: there is a default that is safe. */
const limitAt = (
  reader: Reader,
  [first, second]: readonly [string, string],
  fallback: number,
  max: number,
): number => {
  const value = mappingAt(reader, first)[second];
  const name = `${first}.${second}`;
  if (value === undefined) return fallback;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) {
    tell(reader, [first, second], `${name}: expected a whole number from 1, got ${shownValue(value)}`, {
      severity: 'warning',
      hint: `Baton uses ${fallback}.`,
    });
    return fallback;
  }
  if (value <= max) return value;
  tell(reader, [first, second], `${name}: expected at most ${max}, got ${value}`, {
    severity: 'warning',
    hint: `Baton uses ${max}.`,
  });
  return max;
};

const warnUnknown = (reader: Reader, name: string, known: readonly string[]): void => {
  for (const key of Object.keys(mappingAt(reader, name))) {
    if (known.includes(key)) continue;
    const meant = nearest(key, known);
    tell(reader, [name, key], `unknown key "${key}"`, {
      code: 'FIELD_UNKNOWN',
      severity: 'warning',
      hint: meant === undefined ? `Known here: ${known.join(', ')}.` : `Write "${meant}".`,
    });
  }
};

/** Only the boolean true opens a gate. */
const autoApproveIn = (reader: Reader): Record<AutoPhase, boolean> => {
  warnUnknown(reader, 'auto_approve_phases', AUTO_PHASES);
  const said = mappingAt(reader, 'auto_approve_phases');
  return recordOf(AUTO_PHASES, (phase) => {
    const value = said[phase];
    if (value !== undefined && typeof value !== 'boolean') {
      const path = ['auto_approve_phases', phase];
      tell(reader, path, `${fieldName(path)}: expected true or false, got ${shownValue(value)}`);
    }
    return value === true;
  });
};

const permissionsIn = (reader: Reader): ReadonlyMap<string, RolePermissions> | undefined => {
  if (own(reader.document.json, 'role_permissions') === undefined) return undefined;
  const found = new Map<string, RolePermissions>();
  for (const [role, value] of Object.entries(mappingAt(reader, 'role_permissions'))) {
    const read = permissionSchema.safeParse(value);
    if (read.success) found.set(role, read.data);
    else {
      const [issue] = read.error.issues;
      const path = ['role_permissions', role, ...(issue?.path ?? []).map(String)];
      tell(reader, path, `${fieldName(path)}: expected lists of texts in file_write, file_read and bash`);
    }
  }
  return found;
};

const modelsIn = (reader: Reader): Partial<Record<ModelRole, string>> => {
  warnUnknown(reader, 'models', MODEL_ROLES);
  const said = mappingAt(reader, 'models');
  const models: Partial<Record<ModelRole, string>> = {};
  for (const role of MODEL_ROLES) {
    const value = said[role];
    if (typeof value === 'string' && /^[^\s,=]{1,200}$/.test(value)) models[role] = value;
    else if (value !== undefined)
      tell(
        reader,
        ['models', role],
        `models.${role}: expected the name of a model, got ${shownValue(value)}`,
      );
  }
  return models;
};

const warnMissing = (reader: Reader): void => {
  for (const name of REQUIRED)
    if (own(reader.document.json, name) === undefined)
      tell(reader, [name], `${name} is missing`, {
        code: 'FIELD_MISSING',
        severity: 'warning',
        hint: 'Without it nothing is approved or allowed that needs it.',
      });
};

/** A value comes back only when no error was found. Limits that are wrong are warnings and have their defaults. */
export const parseAllowlist = (text: string, file: string = ALLOWLIST_FILE): Parsed<Allowlist> => {
  const { value: document, problems: told } = parseJson(text, file);
  if (document === undefined) return { value: undefined, problems: told };
  const reader: Reader = { document, file, problems: [...told] };
  if (!isMapping(document.json)) {
    tell(reader, [], `expected an object, got ${shownValue(document.json)}`);
    return { value: undefined, problems: reader.problems };
  }
  warnMissing(reader);
  const gate = (name: string, fallback: number): number =>
    limitAt(reader, ['gates', name], fallback, ITERATIONS_MAX);
  const threshold = (name: string, fallback: number): number =>
    limitAt(reader, ['fast_review_thresholds', name], fallback, Number.MAX_SAFE_INTEGER);
  const value: Allowlist = {
    autoApprove: autoApproveIn(reader),
    maxPlanIterations: gate('max_plan_iterations', DEFAULTS.maxPlanIterations),
    maxFixIterations: gate('max_fix_iterations', DEFAULTS.maxFixIterations),
    soloMaxFixIterations: limitAt(
      reader,
      ['solo', 'max_fix_iterations'],
      DEFAULTS.soloMaxFixIterations,
      ITERATIONS_MAX,
    ),
    reviewMode: wordAt(reader, 'review_mode', REVIEW_MODES, 'auto'),
    fastReview: {
      maxFiles: threshold('max_files', DEFAULTS.maxFiles),
      maxLoc: threshold('max_loc', DEFAULTS.maxLoc),
    },
    permissions: permissionsIn(reader),
    models: modelsIn(reader),
    questIdFormat: wordAt(reader, 'quest_id_format', QUEST_ID_FORMATS, 'slug-first'),
  };
  // A section is read several times; what is wrong about it is told once.
  const problems = [
    ...new Map(reader.problems.map((found) => [`${found.field} ${found.message}`, found])).values(),
  ];
  return { value: problems.some(isError) ? undefined : value, problems: boundedProblems(problems) };
};

/** Rounds of fixing before a person decides: with one reviewer the lower of both limits. */
export const fixIterationsMax = (allowlist: Allowlist, mode: QuestMode): number =>
  mode === 'solo'
    ? Math.min(allowlist.soloMaxFixIterations, allowlist.maxFixIterations)
    : allowlist.maxFixIterations;

export interface ChangeSize {
  readonly files: number;
  readonly loc: number;
}

/** How code is reviewed. A change whose size is not known is reviewed in full. */
export const codeReviewDepth = (
  { reviewMode, fastReview }: Allowlist,
  change: ChangeSize | undefined,
): 'fast' | 'full' => {
  if (reviewMode !== 'auto') return reviewMode;
  if (change === undefined) return 'full';
  return change.files <= fastReview.maxFiles && change.loc <= fastReview.maxLoc ? 'fast' : 'full';
};

/** A plan is reviewed in full unless the project says otherwise. */
export const planReviewDepth = ({ reviewMode }: Allowlist): 'fast' | 'full' =>
  reviewMode === 'fast' ? 'fast' : 'full';

/** What the roles are called in the file, over all versions. */
const PERMISSION_KEYS: Readonly<Record<ModelRole, readonly string[]>> = {
  planner: ['planner_agent'],
  'plan-reviewer-a': ['plan_review_a', 'plan_review_claude', 'plan_review_agent'],
  'plan-reviewer-b': ['plan_review_b', 'plan_review_codex', 'plan_review_agent'],
  arbiter: ['arbiter_agent'],
  builder: ['builder_agent'],
  'code-reviewer-a': ['code_review_agent'],
  'code-reviewer-b': ['code_review_agent'],
  'review-arbiter': ['review_arbiter_agent'],
  fixer: ['fixer_agent'],
};

/** Undefined: the role may do nothing. */
export const permissionsOf = ({ permissions }: Allowlist, role: ModelRole): RolePermissions | undefined => {
  const key = PERMISSION_KEYS[role].find((name) => permissions?.has(name));
  return key === undefined ? undefined : permissions?.get(key);
};
