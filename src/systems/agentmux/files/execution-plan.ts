// execution_plan.yaml: the order of the work, as it is read back from a run directory. Every problem is found at once.

import * as z from 'zod';
import { PROBLEMS_MAX } from '../../../model/limits/limits.ts';
import { isError, type Parsed, type Problem, problem } from '../../../model/problem.ts';
import { fieldName, validateWith } from '../../../model/validate-with.ts';
import { isAmong } from '../../../std/among.ts';
import { parseYaml, type YamlDocument } from '../../../text/yaml.ts';
import { missingIndices } from './plan-references.ts';
import { isBlank, isMapping, type Mapping, own, type Path, quoted, wordsFor } from './plan-report.ts';
import { MODES } from './plan-rules.ts';

const text = z.string().refine((value) => value.trim() !== '', 'expected some text');

const FILE_NAME = /^plan_([1-9]\d{0,8})\.md$/;

export const executionPlanSchema = z.object({
  groups: z
    .array(
      z.object({
        group_id: text,
        mode: z.enum(MODES),
        plans: z.array(z.object({ file: z.string().regex(FILE_NAME), name: text })).min(1),
      }),
    )
    .min(1),
  needs_design: z.boolean().default(false),
  needs_docs: z.boolean().default(false),
  doc_files: z.array(text).default([]),
});
export type ExecutionPlan = z.infer<typeof executionPlanSchema>;

type Report = (path: Path, message: string, hint?: string) => void;

interface Seen {
  readonly ids: Set<string>;
  /** Where each index stands. */
  readonly plans: Map<number, Path>;
}

const isText = (value: unknown): value is string => typeof value === 'string' && !isBlank(value);

/** Each of these says whether the indices are known: one that cannot be read must not be missing a second time. */
const checkPlan = (report: Report, path: Path, plan: unknown, seen: Seen): boolean => {
  if (!isMapping(plan)) {
    const came = typeof plan === 'string' ? ', not a name alone' : '';
    report(path, `${wordsFor(path)} must be a mapping${came}.`, 'Write: - {file: plan_1.md, name: …}');
    return false;
  }
  if (!isText(own(plan, 'name')))
    report([...path, 'name'], `${wordsFor(path)}.name must be a non-empty string.`);
  const file = own(plan, 'file');
  const at = [...path, 'file'];
  const index = isText(file) ? Number(FILE_NAME.exec(file)?.[1]) : Number.NaN;
  if (!isText(file)) report(at, `${wordsFor(at)} must be a non-empty string.`);
  else if (Number.isNaN(index))
    report(at, `${wordsFor(at)} must be plan_<N>.md with N from 1 (got ${quoted(file)}).`);
  else if (seen.plans.has(index)) report(at, `${wordsFor(at)} uses ${file} again.`, 'Name each file once.');
  else {
    seen.plans.set(index, at);
    return true;
  }
  return false;
};

const checkGroup = (report: Report, path: Path, group: unknown, seen: Seen): boolean => {
  if (!isMapping(group)) {
    report(path, `${wordsFor(path)} must be a mapping.`);
    return false;
  }
  const [id, mode, plans] = [own(group, 'group_id'), own(group, 'mode'), own(group, 'plans')];
  if (!isText(id)) report([...path, 'group_id'], `${wordsFor(path)}.group_id must be a non-empty string.`);
  else if (seen.ids.has(id.trim()))
    report([...path, 'group_id'], `${wordsFor(path)}.group_id ${quoted(id)} came before.`, 'Name each once.');
  else seen.ids.add(id.trim());
  if (!isAmong(MODES, mode))
    report([...path, 'mode'], `${wordsFor(path)}.mode must be 'serial' or 'parallel' (got ${quoted(mode)}).`);
  const at = [...path, 'plans'];
  if (!Array.isArray(plans) || plans.length === 0) {
    report(at, `${wordsFor(at)} must be a non-empty list.`);
    return false;
  }
  return plans.map((plan, position) => checkPlan(report, [...at, position], plan, seen)).every(Boolean);
};

const checkGroups = (report: Report, groups: unknown): void => {
  if (!Array.isArray(groups) || groups.length === 0) {
    report(['groups'], 'groups must be a non-empty list.');
    return;
  }
  const seen: Seen = { ids: new Set(), plans: new Map() };
  const known = groups.map((group, position) => checkGroup(report, ['groups', position], group, seen));
  const missing = missingIndices(new Set(seen.plans.keys()));
  if (missing === undefined || !known.every(Boolean)) return;
  report(
    seen.plans.get(missing.highest) ?? ['groups'],
    `plan indices must be contiguous from 1..${missing.highest}; missing: ${missing.words}.`,
  );
};

const checkRest = (report: Report, plan: Mapping): void => {
  for (const key of ['needs_design', 'needs_docs'])
    if (own(plan, key) !== undefined && typeof plan[key] !== 'boolean')
      report([key], `${key} must be true or false (got ${quoted(plan[key])}).`);
  const files = own(plan, 'doc_files');
  if (files === undefined) return;
  if (!Array.isArray(files)) report(['doc_files'], 'doc_files must be a list.');
  else
    for (const [position, entry] of files.entries())
      if (!isText(entry))
        report(['doc_files', position], `doc_files[${position + 1}] must be a non-empty string.`);
};

const checkExecutionPlan = ({ value, locate }: YamlDocument, file: string): Parsed<ExecutionPlan> => {
  const problems: Problem[] = [];
  const report: Report = (path, message, hint) => {
    if (problems.length >= PROBLEMS_MAX) return;
    const more = { file, field: fieldName(path), ...locate(path), ...(hint === undefined ? {} : { hint }) };
    problems.push(problem('FIELD_INVALID', `execution_plan.yaml: ${message}`, more));
  };
  if (!isMapping(value)) {
    const where = { file, ...locate([]) };
    return {
      value: undefined,
      problems: [problem('YAML_NOT_MAPPING', 'execution_plan.yaml: must be a YAML mapping.', where)],
    };
  }
  checkGroups(report, own(value, 'groups'));
  checkRest(report, value);
  return problems.length > 0
    ? { value: undefined, problems }
    : validateWith(executionPlanSchema, value, { file, locate });
};

/** Whether the files that it names are there is for those to say who can look. */
export const parseExecutionPlan = (source: string, file: string): Parsed<ExecutionPlan> => {
  const read = parseYaml(source, { file });
  if (read.value !== undefined && !read.problems.some(isError)) return checkExecutionPlan(read.value, file);
  const problems = read.problems.map((one) => ({ ...one, message: `execution_plan.yaml: ${one.message}` }));
  return { value: undefined, problems };
};
