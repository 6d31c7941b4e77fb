// One file of AgentMux by itself: a plan, an execution plan, a review, known by its name or by what is in it.
import { posix } from 'node:path';
import { boundedProblems, type Problem } from '../../../model/problem.ts';
import { parseYaml } from '../../../text/yaml.ts';
import { parseApproval } from '../files/approval-file.ts';
import { parseExecutionPlan } from '../files/execution-plan.ts';
import { isRecord } from '../files/json-file.ts';
import { parsePlan } from '../files/plan-file.ts';
import { parseReview } from '../files/review-file.ts';

type Check = (text: string, file: string) => readonly Problem[];

const CHECKS = {
  plan: (text, file) => parsePlan(text, file).problems,
  executionPlan: (text, file) => parseExecutionPlan(text, file).problems,
  review: (text, file) => parseReview(text, file).problems,
  approval: (text, file) => parseApproval(text, file).problems,
} satisfies Readonly<Record<string, Check>>;
type Kind = keyof typeof CHECKS;

const NAMES: readonly (readonly [RegExp, Kind])[] = [
  [/^plan\.ya?ml$/, 'plan'],
  [/^execution_plan\.ya?ml$/, 'executionPlan'],
  [/^review(_[a-z_]+)?\.ya?ml$/, 'review'],
  [/^approval\.json$/, 'approval'],
];

const kindByName = (path: string): Kind | undefined => {
  const name = posix.basename(path.replaceAll('\\', '/'));
  return NAMES.find(([pattern]) => pattern.test(name))?.[1];
};

const namesFiles = (groups: unknown): boolean =>
  Array.isArray(groups) &&
  groups.some(
    (group) =>
      isRecord(group) &&
      Array.isArray(group['plans']) &&
      group['plans'].some((plan) => isRecord(plan) && Object.hasOwn(plan, 'file')),
  );

const ROOT_KEY: Readonly<Record<string, RegExp>> = Object.fromEntries(
  ['groups', 'verdict', 'summary'].map((key) => [key, new RegExp(`^["']?${key}["']?[ \\t]*:`, 'm')]),
);

/** Keys of the first level without which a text is none of them: most files have none, and are not parsed for nothing. */
const mayBeOne = (text: string): boolean => {
  const begin = text.trimStart();
  const inBraces = begin.startsWith('{') || /^---\s+\{/.test(begin);
  const has = (key: string): boolean => (inBraces ? text.includes(key) : ROOT_KEY[key]!.test(text));
  return has('groups') || (has('verdict') && has('summary'));
};

const kindByContent = (text: string): Kind | undefined => {
  if (!mayBeOne(text)) return undefined;
  const value = parseYaml(text).value?.value;
  if (!isRecord(value)) return undefined;
  const has = (key: string): boolean => Object.hasOwn(value, key);
  if (has('subplans') && has('groups')) return 'plan';
  if (namesFiles(value['groups'])) return 'executionPlan';
  return has('verdict') && has('summary') ? 'review' : undefined;
};

/** Undefined when it is none of them. */
export const checkArtifact = (
  path: string,
  text: string,
): { readonly problems: readonly Problem[] } | undefined => {
  const kind = kindByName(path) ?? kindByContent(text);
  return kind === undefined ? undefined : { problems: boundedProblems(CHECKS[kind](text, path)) };
};
