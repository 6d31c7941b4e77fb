// The public library: how workflows are written, the checks, the proof, and the readers of handoffs. Any name added here
// is a promise.

export {
  type Accepted,
  type Keep,
  keep,
  type Put,
  put,
  type Receiver,
  type Told,
  tell,
} from './authoring/accepted.ts';
export { add, commit, exclude, merge, publish, record } from './authoring/actions.ts';
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
  type Request,
  type Step,
  type Work,
} from './authoring/step.ts';
export { type WorkflowSpec, workflow } from './authoring/workflow.ts';
export { type Change, commandsOf } from './checks/change/change.ts';
export { changeChecks } from './checks/change/change-clauses.ts';
export { probedCheck } from './checks/change/change-probed.ts';
export { changeOfTree, changeProven, provenChecks, type TreeChange } from './checks/change/change-proven.ts';
export { changesWithin } from './checks/change/changes-within.ts';
export { mergesCleanly } from './checks/change/merges-cleanly.ts';
export { protectedKept } from './checks/change/protected-kept.ts';
export { roundKept } from './checks/change/round-kept.ts';
export { scopeKept } from './checks/change/scope-kept.ts';
export { sizeKept } from './checks/change/size-kept.ts';
export { judgeTests, testsGreen } from './checks/change/tests-green.ts';
export { claimsMatch } from './checks/measures/claims-match.ts';
export { commandGreen } from './checks/measures/command-green.ts';
export { coverageKept } from './checks/measures/coverage-kept.ts';
export { findingsClean } from './checks/measures/findings-clean.ts';
export { mutationKept } from './checks/measures/mutation-kept.ts';
export { projectCommand } from './checks/measures/project-commands.ts';
export { unlessWaived, whereNamed } from './checks/waived.ts';
export {
  type CheckedSubmission,
  checkSubmission,
  type SubmissionToCheck,
} from './engine/check-submission.ts';
export { type Proof, prove } from './engine/prove.ts';
export { BatonError, ERROR_CODES, type ErrorCode } from './errors.ts';
export type { DecodedHandoff } from './handoffs/decode-handoff.ts';
export type { Decoded, DecodeOptions, Encoded, Written } from './handoffs/dialect.ts';
export { unchangedArtifacts } from './handoffs/unchanged-artifacts.ts';
export type { Evidence, EvidenceRequest } from './model/evidence.ts';
export { HANDOFF_STATUSES, type Handoff, type HandoffStatus } from './model/handoff.ts';
export { type Parsed, type Problem, problem } from './model/problem.ts';
export type { Ask, Assignment } from './model/run/event.ts';
export type { Digest } from './model/run/sealed.ts';
export { allOf, fromProblems, MET, unmet, unproven, type Verdict } from './model/run/verdict.ts';
export type { EffectRequest } from './model/workflow/effect.ts';
export {
  type Archive,
  type Artifact,
  archive,
  type Fact,
  type File,
  fact,
  file,
  lastCommit,
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
} from './model/workflow/handles.ts';
export { type Limit, limit } from './model/workflow/limit.ts';
export type { Submission, View } from './model/workflow/view.ts';
export type { Check, Seen, Workflow } from './model/workflow/workflow.ts';
export { agentmux } from './systems/agentmux/workflow/agentmux.ts';
export { h3a } from './systems/h3a/workflow/h3a.ts';
export {
  blockedAs,
  type HandoffBlockOptions,
  handoffArgs,
  handoffBlock,
} from './systems/quest/workflow/handoff-block.ts';
export { decodeHandoff, encodeHandoff } from './systems/read-handoff.ts';
export { parseYamlWith } from './text/yaml.ts';
export { relay } from './workflows/relay/relay.ts';
