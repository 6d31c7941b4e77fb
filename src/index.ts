// The public library: everything a workflow of one's own needs. Any name added here is a promise.
export { mergesCleanly } from './checks/merges-cleanly.ts';
export { judgeTests, testsGreen } from './checks/tests-green.ts';
export { type Proof, prove } from './engine/prove.ts';
export { BatonError, ERROR_CODES, type ErrorCode } from './errors.ts';
export type { EffectRequest } from './model/effect.ts';
export type { Ask, Assignment } from './model/event.ts';
export type { Evidence, EvidenceRequest } from './model/evidence.ts';
export { type Parsed, type Problem, problem } from './model/problem.ts';
export type { Digest } from './model/sealed.ts';
export { allOf, fromProblems, MET, unmet, unproven, type Verdict } from './model/verdict.ts';
export {
  type Check,
  defineWorkflow,
  type Item,
  type SubmissionView,
  type View,
  type Workflow,
} from './model/workflow.ts';
export { parseYamlWith } from './model/yaml.ts';
