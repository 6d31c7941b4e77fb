// The public library: everything a workflow of one's own needs, and the readers of handoffs. Any name added here is a promise.
export { changesWithin } from './checks/changes-within.ts';
export { mergesCleanly } from './checks/merges-cleanly.ts';
export { judgeTests, testsGreen } from './checks/tests-green.ts';
export { type DecodedHandoff, decodeHandoff, encodeHandoff } from './dialects/decode-handoff.ts';
export type { Decoded, DecodeOptions, Encoded, Written } from './dialects/dialect.ts';
export {
  type CheckedSubmission,
  checkSubmission,
  type SubmissionToCheck,
} from './engine/check-submission.ts';
export { type Proof, prove } from './engine/prove.ts';
export { BatonError, ERROR_CODES, type ErrorCode } from './errors.ts';
export type { EffectRequest } from './model/effect.ts';
export type { Ask, Assignment } from './model/event.ts';
export type { Evidence, EvidenceRequest } from './model/evidence.ts';
export { HANDOFF_STATUSES, type Handoff, type HandoffStatus } from './model/handoff.ts';
export { type Parsed, type Problem, problem } from './model/problem.ts';
export type { Digest } from './model/sealed.ts';
export { unchangedArtifacts } from './model/unchanged-artifacts.ts';
export { allOf, fromProblems, MET, unmet, unproven, type Verdict } from './model/verdict.ts';
export type { Submission, View } from './model/view.ts';
export { type Check, defineWorkflow, type Item, type Workflow } from './model/workflow.ts';
export { parseYamlWith } from './model/yaml.ts';
export { agentmux } from './workflows/agentmux/agentmux.ts';
export { relay } from './workflows/relay/relay.ts';
