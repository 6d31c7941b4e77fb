// The public library: how workflows are written, the checks, the proof, and the readers of handoffs. Any name added here
// is a promise.
export { commit, exclude, merge, publish, record } from './authoring/actions.ts';
export { type CheckSpec, check } from './authoring/check.ts';
export {
  type End,
  type Exits,
  type Flow,
  type Go,
  type Guard,
  guard,
  type ItemEnd,
  type ScopeStep,
  type Steps,
  scope,
} from './authoring/flow.ts';
export { yaml } from './authoring/readers.ts';
export { answer, request } from './authoring/request.ts';
export {
  type Accepted,
  type Action,
  type Answer,
  agent,
  agents,
  engine,
  fork,
  type Item,
  oneOf,
  person,
  provedBy,
  put,
  type Request,
  type Step,
  type Work,
} from './authoring/step.ts';
export { type WorkflowSpec, workflow } from './authoring/workflow.ts';
export { type Change, commandsOf } from './checks/change.ts';
export { changeChecks } from './checks/change-clauses.ts';
export { probedCheck } from './checks/change-probed.ts';
export { changeOfTree, changeProven, provenChecks, type TreeChange } from './checks/change-proven.ts';
export { changesWithin } from './checks/changes-within.ts';
export { claimsMatch } from './checks/claims-match.ts';
export { commandGreen } from './checks/command-green.ts';
export { coverageKept } from './checks/coverage-kept.ts';
export { findingsClean } from './checks/findings-clean.ts';
export { mergesCleanly } from './checks/merges-cleanly.ts';
export { mutationKept } from './checks/mutation-kept.ts';
export { projectCommand } from './checks/project-commands.ts';
export { protectedKept } from './checks/protected-kept.ts';
export { roundKept } from './checks/round-kept.ts';
export { scopeKept } from './checks/scope-kept.ts';
export { sizeKept } from './checks/size-kept.ts';
export { judgeTests, testsGreen } from './checks/tests-green.ts';
export { unlessWaived, whereNamed } from './checks/waived.ts';
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
export {
  type Artifact,
  type Fact,
  type File,
  fact,
  file,
  type Limit,
  lastCommit,
  limit,
  type Memo,
  memo,
  message,
  type Optional,
  optional,
  type Role,
  role,
  type Setting,
  type Settings,
  settings,
  type Tree,
  tree,
} from './model/handles.ts';
export { HANDOFF_STATUSES, type Handoff, type HandoffStatus } from './model/handoff.ts';
export { type Parsed, type Problem, problem } from './model/problem.ts';
export type { Digest } from './model/sealed.ts';
export { unchangedArtifacts } from './model/unchanged-artifacts.ts';
export { allOf, fromProblems, MET, unmet, unproven, type Verdict } from './model/verdict.ts';
export type { Submission, View } from './model/view.ts';
export type { Check, Seen, Workflow } from './model/workflow.ts';
export { parseYamlWith } from './model/yaml.ts';
export { agentmux } from './systems/agentmux/workflow/agentmux.ts';
export { h3a } from './systems/h3a/workflow/h3a.ts';
export { relay } from './workflows/relay/relay.ts';
