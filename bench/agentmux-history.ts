// A history of agentmux: ten sub-plans, a review, a summary, and a person who wants something else, again and again.
import type { Work } from '../src/model/run/state.ts';
import type { Workflow } from '../src/model/workflow/workflow.ts';
import { parsePlan } from '../src/systems/agentmux/files/plan-file.ts';
import { agentmux } from '../src/systems/agentmux/workflow/agentmux.ts';
import { startInput } from './agentmux-run.ts';
import { ARCHITECTURE, planText, REVIEW, SUMMARY } from './agentmux-texts.ts';
import { writeHistory } from './history.ts';

const SUBPLANS = 10;

/** The plans differ in one number that no rule looks at: one parse stands for all, else to make a history takes long. */
const workflow = (): Workflow => {
  const parsed = parsePlan(planText(1, SUBPLANS), '04_planning/plan.yaml');
  const plan = { ...agentmux.artifacts['plan']!, parse: () => parsed };
  return { ...agentmux, artifacts: { ...agentmux.artifacts, plan } };
};

const textOf = ({ assignment }: Work): string => {
  if (assignment.contract === 'plan') return planText(assignment.round, SUBPLANS);
  if (assignment.contract === 'review') return REVIEW;
  return assignment.contract === 'summary' ? SUMMARY : ARCHITECTURE;
};

const argsOf = ({ assignment }: Work): Readonly<Record<string, unknown>> => {
  if (assignment.contract === 'code') return { subplan_index: assignment.inputs['subplan_index'] };
  return assignment.contract === 'review' ? { role: assignment.role } : {};
};

export const writeAgentmuxHistory = (directory: string, entries: number): Promise<void> =>
  writeHistory(directory, entries, {
    workflow: workflow(),
    start: startInput(),
    text: textOf,
    args: argsOf,
    changed: [],
    snapshots: false,
  });
