// What each part of a plan must be, by itself. What is between the parts is in plan-references.ts.

import { SUBPLANS_MAX } from '../../../model/limits/limits.ts';
import { isAmong } from '../../../std/among.ts';
import { pathProblem } from './owned-files.ts';
import {
  isBlank,
  isMapping,
  type Mapping,
  own,
  type Path,
  type PlanReport,
  quoted,
  represented,
  wordsFor,
} from './plan-report.ts';

export const MODES = ['serial', 'parallel'] as const;
/** In the order in which they are named to planners. */
export const SEVERITIES = ['high', 'low', 'medium'] as const;

/** Something that should have an index: a sub-plan, or a reference to one. */
export interface Indexed {
  readonly path: Path;
  /** As it stands in the file. */
  readonly value: unknown;
  /** Where it is one. */
  readonly index: number | undefined;
}

export interface Subplan extends Indexed {
  /** The entries as they stand in the file, each at its position; those that are no paths are not text here. */
  readonly owned: readonly (string | undefined)[];
}

export interface Group {
  readonly path: Path;
  readonly mode: unknown;
  /** Undefined: nobody can say which sub-plans it was meant to have. */
  readonly plans: readonly Indexed[] | undefined;
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || isBlank(value);

/** The entries of a list of texts, each at its position; undefined where it is none. Blank is as wrong as a number. */
const checkEntries = (
  report: PlanReport,
  list: Path,
  entries: readonly unknown[],
): readonly (string | undefined)[] =>
  entries.map((entry, position) => {
    if (typeof entry === 'string' && !isBlank(entry)) return entry;
    const came = typeof entry === 'string' ? 'is blank' : 'is not text';
    report.error(
      [...list, position],
      `Field '${wordsFor(list)}' has invalid type (expected list[str], got list). Entry ${position + 1} ${came}.`,
      { hint: 'Write text after "- "; put quotes around what YAML reads as something else.' },
    );
    return undefined;
  });

/** The same, of paths inside the project. */
const checkPaths = (
  report: PlanReport,
  list: Path,
  entries: readonly unknown[],
): readonly (string | undefined)[] =>
  checkEntries(report, list, entries).map((entry, position) => {
    const wrong = entry === undefined ? undefined : pathProblem(entry);
    if (wrong === undefined) return entry;
    const path = [...list, position];
    report.error(
      path,
      `${wordsFor(path)} must be a path inside the project (got ${quoted(entry)}): ${wrong}.`,
      { hint: 'Name a file (src/a.ts) or a directory (src/api/) of the project.' },
    );
    return undefined;
  });

const checkVersion = (report: PlanReport, value: unknown): void => {
  if (value === 2) return;
  report.error(['version'], `plan.yaml must have version: 2 (got ${represented(value)}).`, {
    hint: 'Write: version: 2',
  });
};

const checkReviewStrategy = (report: PlanReport, value: unknown): void => {
  const path = ['review_strategy'];
  if (value === undefined || value === null)
    report.warning(path, 'review_strategy is not there: reviewers are told no severity', {
      code: 'FIELD_MISSING',
      hint: 'Write: review_strategy: {severity: medium}',
    });
  else if (!isMapping(value)) report.wrongType(path, 'dict', value);
  else {
    const severity = own(value, 'severity');
    const hint = `Write one of: ${SEVERITIES.join(', ')}.`;
    const at = [...path, 'severity'];
    if (isAbsent(severity))
      report.error(at, 'review_strategy.severity is required.', { code: 'FIELD_MISSING', hint });
    else if (!isAmong(SEVERITIES, severity))
      report.error(
        at,
        `review_strategy.severity must be one of: ${SEVERITIES.join(', ')} (got ${quoted(severity)}).`,
        { hint },
      );
  }
};

interface FieldRule {
  readonly example: string;
  readonly check: (report: PlanReport, path: Path, value: unknown) => void;
}

const FLAG: FieldRule['check'] = (report, path, value) => {
  if (typeof value !== 'boolean') report.wrongType(path, 'bool', value);
};

/** Fields of the plan itself. */
const FIELDS: Readonly<Record<string, FieldRule>> = {
  version: { example: 'version: 2', check: (report, _path, value) => checkVersion(report, value) },
  plan_overview: {
    example: 'plan_overview: what the whole plan is about',
    check: (report, path, value) => {
      if (isBlank(value)) report.wrongType(path, 'str', value, ' It is blank.');
      else if (typeof value !== 'string') report.wrongType(path, 'str', value);
    },
  },
  needs_design: { example: 'needs_design: false', check: FLAG },
  needs_docs: { example: 'needs_docs: false', check: FLAG },
  doc_files: {
    example: 'doc_files: []',
    check: (report, path, value) => {
      if (Array.isArray(value)) checkPaths(report, path, value);
      else report.wrongType(path, 'list[str]', value);
    },
  },
  groups: {
    example: 'groups: [{group_id: core, mode: serial, plans: [{index: 1, name: Core}]}]',
    check: (report, path, value) => {
      if (!Array.isArray(value)) report.wrongType(path, 'list[dict]', value);
      else if (value.length === 0) report.error(path, 'groups must contain at least one group.');
    },
  },
  subplans: {
    example: 'subplans: [{index: 1, title: …, scope: …, owned_files: […], tasks: […], …}]',
    check: (report, path, value) => {
      if (!Array.isArray(value)) report.wrongType(path, 'list[dict]', value);
      else if (value.length === 0) report.error(path, 'subplans must contain at least one sub-plan.');
      else if (value.length > SUBPLANS_MAX)
        report.error(path, `subplans must contain at most ${SUBPLANS_MAX} sub-plans (got ${value.length}).`, {
          hint: 'Put what belongs together into one sub-plan, as several tasks.',
        });
    },
  },
};

export const checkFields = (report: PlanReport, plan: Mapping): void => {
  for (const [name, { example, check }] of Object.entries(FIELDS)) {
    const value = own(plan, name);
    if (value === undefined)
      report.error([name], `Missing required field: ${name}`, {
        code: 'FIELD_MISSING',
        hint: `Write: ${example}`,
      });
    else check(report, [name], value);
  }
  checkReviewStrategy(report, own(plan, 'review_strategy'));
};

const readIndex = (report: PlanReport, path: Path, value: unknown): number | undefined =>
  typeof value === 'number' && value >= 1 && Number.isSafeInteger(value) && report.isWhole(path, value)
    ? value
    : undefined;

const SUBPLAN_TEXTS = [
  'title',
  'scope',
  'dependencies',
  'implementation_approach',
  'acceptance_criteria',
] as const;

const checkText = (report: PlanReport, path: Path, value: unknown): void => {
  const listAllowed = path.at(-1) === 'dependencies';
  if (isAbsent(value))
    report.error(path, `${wordsFor(path)} must not be empty.`, {
      code: 'FIELD_MISSING',
      hint: listAllowed ? 'Write some text, a list of texts, or None.' : 'Write some text.',
    });
  else if (listAllowed && Array.isArray(value)) checkEntries(report, path, value);
  else if (typeof value !== 'string') report.wrongType(path, listAllowed ? 'str or list[str]' : 'str', value);
};

/** The list where there is one with something in it. */
const readList = (report: PlanReport, path: Path, value: unknown, hint: string): readonly unknown[] => {
  if (Array.isArray(value) && value.length > 0) return value;
  report.error(path, `${wordsFor(path)} must be a non-empty list.`, {
    ...(value === undefined || value === null ? { code: 'FIELD_MISSING' as const } : {}),
    hint,
  });
  return [];
};

const readSubplan = (report: PlanReport, path: Path, subplan: unknown): Subplan => {
  if (!isMapping(subplan)) {
    report.error(path, `${wordsFor(path)} must be a mapping.`);
    return { path, value: undefined, index: undefined, owned: [] };
  }
  const at = (key: string): Path => [...path, key];
  const value = own(subplan, 'index');
  const index = readIndex(report, at('index'), value);
  if (index === undefined)
    report.error(at('index'), `${wordsFor(path)}.index must be an integer >= 1.`, {
      ...(value === undefined ? { code: 'FIELD_MISSING' as const } : {}),
      hint: 'Count the sub-plans from 1.',
    });
  for (const name of SUBPLAN_TEXTS) checkText(report, at(name), own(subplan, name));
  const tasks = readList(report, at('tasks'), own(subplan, 'tasks'), 'Write each task after "- ".');
  checkEntries(report, at('tasks'), tasks);
  const files = readList(
    report,
    at('owned_files'),
    own(subplan, 'owned_files'),
    'Name the files and directories that this sub-plan changes.',
  );
  const rationale = own(subplan, 'isolation_rationale');
  if (rationale !== undefined && rationale !== null && typeof rationale !== 'string')
    report.wrongType(at('isolation_rationale'), 'str', rationale);
  return { path, value, index, owned: checkPaths(report, at('owned_files'), files) };
};

/** The sub-plans, or undefined where there is no list of them. */
export const readSubplans = (report: PlanReport, plan: Mapping): readonly Subplan[] | undefined => {
  const list = own(plan, 'subplans');
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const seen = new Set<number>();
  return list.map((entry, position) => {
    const subplan = readSubplan(report, ['subplans', position], entry);
    if (subplan.index !== undefined && seen.has(subplan.index))
      report.error(
        [...subplan.path, 'index'],
        `${wordsFor(subplan.path)} has duplicate index ${subplan.index}.`,
        {
          hint: 'Give each sub-plan an index of its own.',
        },
      );
    if (subplan.index !== undefined) seen.add(subplan.index);
    return subplan;
  });
};

const readReference = (report: PlanReport, path: Path, reference: unknown, seen: Set<number>): Indexed => {
  if (!isMapping(reference)) {
    report.error(path, `${wordsFor(path)} must be a mapping.`, { hint: 'Write: - {index: 1, name: …}' });
    return { path, value: undefined, index: undefined };
  }
  const value = own(reference, 'index');
  const index = readIndex(report, [...path, 'index'], value);
  if (index === undefined)
    report.error([...path, 'index'], `${wordsFor(path)} must have a valid 'index'.`, {
      ...(value === undefined ? { code: 'FIELD_MISSING' as const } : {}),
      hint: 'Write the index of a sub-plan: a whole number from 1.',
    });
  else if (seen.has(index))
    report.error([...path, 'index'], `${wordsFor(path)} duplicates plan index ${index}.`, {
      hint: 'Put each sub-plan into one group, once.',
    });
  if (index !== undefined) seen.add(index);
  const name = own(reference, 'name');
  if (isAbsent(name))
    report.error([...path, 'name'], `${wordsFor(path)} must have 'name'.`, { code: 'FIELD_MISSING' });
  else if (typeof name !== 'string') report.wrongType([...path, 'name'], 'str', name);
  return { path, value, index };
};

const readGroup = (report: PlanReport, path: Path, group: unknown, seen: Seen): Group => {
  if (!isMapping(group)) {
    report.error(path, `${wordsFor(path)} must be a mapping.`);
    return { path, mode: undefined, plans: undefined };
  }
  const [id, mode, plans] = ['group_id', 'mode', 'plans'].map((key) => own(group, key));
  if (isAbsent(id))
    report.error([...path, 'group_id'], `${wordsFor(path)} missing 'group_id'.`, { code: 'FIELD_MISSING' });
  else if (typeof id !== 'string') report.wrongType([...path, 'group_id'], 'str', id);
  else if (seen.groups.has(id.trim()))
    report.error([...path, 'group_id'], `${wordsFor(path)} has duplicate group_id ${quoted(id)}.`, {
      hint: 'Give each group a name of its own.',
    });
  else seen.groups.add(id.trim());
  if (!isAmong(MODES, mode))
    report.error(
      [...path, 'mode'],
      `${wordsFor(path)}.mode must be 'serial' or 'parallel' (got ${quoted(mode)}).`,
      mode === undefined ? { code: 'FIELD_MISSING' } : {},
    );
  const list = readList(report, [...path, 'plans'], plans, 'Write each after "- ": {index: 1, name: …}');
  const references = list.map((reference, position) =>
    readReference(report, [...path, 'plans', position], reference, seen.plans),
  );
  return { path, mode, plans: Array.isArray(plans) ? references : undefined };
};

interface Seen {
  readonly groups: Set<string>;
  readonly plans: Set<number>;
}

/** The groups, or undefined where there is no list of them. */
export const readGroups = (report: PlanReport, plan: Mapping): readonly Group[] | undefined => {
  const list = own(plan, 'groups');
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const seen: Seen = { groups: new Set(), plans: new Set() };
  return list.map((group, position) => readGroup(report, ['groups', position], group, seen));
};
