// agentmux: from a request to a commit through eight phases. Files and words are those of the system of that name.
import { guard } from '../../../authoring/flow.ts';
import { fork } from '../../../authoring/step.ts';
import { workflow } from '../../../authoring/workflow.ts';
import { EVENTS } from '../files/event-catalog.ts';
import { codingSteps } from './coding-steps.ts';
import { completionSteps } from './completion-steps.ts';
import { runNameFor } from './completion-texts.ts';
import { fixes, set } from './nouns.ts';
import { planningSteps } from './planning-steps.ts';
import { projections } from './projections.ts';
import { recordLine } from './record-line.ts';
import { templates } from './templates.ts';
import { traces } from './traces.ts';

const wantsProductManager = guard('a product manager is wanted', (view) => view.setting(set.product_manager));
const skipsApproval = guard('no final approval is wanted', (view) => view.setting(set.skip_final_approval));

export const agentmux = workflow('agentmux', {
  says: 'Architect, planner and designer prepare, coders work in parallel, nominated reviewers review, a person approves.',
  directory: '.agentmux/.sessions',
  settings: set,
  questions: 5,
  runName: runNameFor,
  steps: { starting: fork(), ...planningSteps, ...codingSteps, ...completionSteps },
  flow: {
    starting: { if: wantsProductManager, to: 'product_management', else: 'architecting' },
    product_management: 'architecting',
    architecting: 'planning',
    planning: { design: 'designing', plain: 'implementing' },
    designing: 'implementing',
    implementing: 'merging',
    merging: 'reviewing',
    reviewing: {
      any: { fail: { to: 'fixing', max: fixes, then: 'stuck' } },
      all: { pass: 'summarising' },
    },
    fixing: 'reviewing',
    stuck: {
      again: { to: 'fixing', max: fixes, then: 'stuck' },
      changes: 'planning',
      abandon: 'cancelled',
    },
    summarising: { if: skipsApproval, to: 'approving_itself', else: 'completing' },
    completing: {
      approve: 'committing',
      exclude: 'excluding',
      changes: { to: 'planning', resets: true },
    },
    // Reviewers whose tree has not changed sit out, so that nothing is done twice for a misspelt name.
    excluding: { excluded: 'reviewing', unknown: 'reviewing' },
    approving_itself: 'committing',
    committing: 'publishing',
    publishing: { published: 'end', pushed: 'end', local: 'end' },
  },
  events: {
    labels: EVENTS,
    of: {
      starting: 'feature_created',
      product_management: 'pm_completed',
      architecting: 'architecture_written',
      planning: 'plan_written',
      designing: 'design_written',
      implementing: 'implementation_completed',
      reviewing: { pass: 'review_passed', fail: 'review_failed' },
      fixing: 'implementation_completed',
      stuck: { changes: 'changes_requested' },
      completing: { changes: 'changes_requested' },
    },
  },
  projections,
  record: { path: 'tool_events.jsonl', line: recordLine },
  traces,
  templates,
});
