// agentmux: from a request to a commit through eight phases. Files and words are those of the system of that name.
import { defineWorkflow, type Workflow } from '../../model/workflow.ts';
import { codingContracts } from './coding-contracts.ts';
import { completionContracts } from './completion-contracts.ts';
import { runNameFor } from './completion-texts.ts';
import { EVENTS } from './event-catalog.ts';
import { planningContracts } from './planning-contracts.ts';
import { policy, policyOf } from './policy.ts';
import { OWNED_FILES, projections } from './projections.ts';
import { recordLine } from './record-line.ts';
import { type ResearchArgs, requestText, researchArgs, researchItem } from './research-args.ts';
import { codingItems, coordinatorOf, reviewersOf } from './run-facts.ts';
import { templates } from './templates.ts';
import { traces } from './traces.ts';
import { AGENT_ROLES, artifacts, facts, REVIEWERS, roles } from './vocabulary.ts';

const SUBPLANS_MAX = 256;
const RESEARCH_PHASES = ['product_management', 'architecting', 'planning'] as const;

type Asked = Readonly<Record<string, unknown>>;

const research = (kind: 'code' | 'web', says: string) =>
  ({
    by: ['product-manager', 'architect', 'planner'],
    in: RESEARCH_PHASES,
    to: `${kind}-researcher`,
    says,
    contract: 'research',
    args: researchArgs,
    item: (args: Asked) => researchItem(kind, args as ResearchArgs),
    file: { artifact: 'researchRequest', text: (args: Asked) => requestText(args as ResearchArgs) },
    until: 'research.answered',
    max: 16,
    parks: false,
  }) as const;

export const agentmux: Workflow = defineWorkflow({
  name: 'agentmux',
  version: 1,
  says: 'Architect, planner and designer prepare, coders work in parallel, nominated reviewers review, a person approves.',
  directory: '.agentmux/.sessions',
  first: 'starting',
  policy,
  events: EVENTS,
  runName: runNameFor,
  roles,
  artifacts,
  facts,
  contracts: { ...planningContracts, ...codingContracts, ...completionContracts },
  phases: {
    starting: {
      work: [],
      routes: [
        {
          when: { guard: (v) => policyOf(v, 'product_manager'), says: 'a product manager is wanted' },
          to: 'product_management',
          event: 'feature_created',
        },
        { when: { otherwise: true }, to: 'architecting', event: 'feature_created' },
      ],
    },
    product_management: {
      work: [{ role: 'product-manager', contract: 'requirements' }],
      routes: [{ when: { all: 'done' }, to: 'architecting', event: 'pm_completed' }],
    },
    architecting: {
      work: [{ role: 'architect', contract: 'architecture' }],
      routes: [{ when: { all: 'done' }, to: 'planning', event: 'architecture_written' }],
    },
    planning: {
      work: [{ role: 'planner', contract: 'plan' }],
      routes: [
        { when: { all: 'design' }, to: 'designing', event: 'plan_written' },
        { when: { all: 'plain' }, to: 'implementing', event: 'plan_written' },
      ],
    },
    designing: {
      work: [{ role: 'designer', contract: 'design' }],
      routes: [{ when: { all: 'done' }, to: 'implementing', event: 'design_written' }],
    },
    implementing: {
      work: [
        {
          role: 'coder',
          contract: 'code',
          until: 'work.done',
          over: { items: codingItems, min: 1, max: SUBPLANS_MAX },
        },
      ],
      routes: [{ when: { all: 'done' }, to: 'merging', event: 'implementation_completed' }],
    },
    merging: {
      work: [{ role: 'engine', contract: 'merge' }],
      routes: [{ when: { all: 'merged' }, to: 'reviewing' }],
    },
    reviewing: {
      work: [
        {
          role: { byItem: REVIEWERS },
          contract: 'review',
          until: 'review.passed',
          over: {
            items: (view) => reviewersOf(view).map((key) => ({ key })),
            min: 1,
            max: REVIEWERS.length,
          },
        },
      ],
      routes: [
        { when: { any: 'fail' }, to: 'fixing', counts: 'fixes', event: 'review_failed' },
        { when: { all: 'pass' }, to: 'summarising', event: 'review_passed' },
      ],
    },
    fixing: {
      work: [
        {
          role: 'coder',
          contract: 'fix',
          inputs: (view) => ({ subplan_index: 1, fix: view.counter('fixes') }),
        },
      ],
      routes: [{ when: { all: 'done' }, to: 'reviewing', event: 'implementation_completed' }],
    },
    stuck: {
      work: [{ role: 'human', contract: 'ruling' }],
      routes: [
        { when: { all: 'again' }, to: 'fixing', counts: 'fixes' },
        { when: { all: 'changes' }, to: 'planning', event: 'changes_requested' },
        { when: { all: 'abandon' }, to: 'end', as: 'cancelled' },
      ],
    },
    summarising: {
      work: [
        {
          role: { byItem: REVIEWERS },
          contract: 'summary',
          until: 'summary.written',
          over: { items: (view) => [{ key: coordinatorOf(view) }], min: 1, max: 1 },
        },
      ],
      routes: [
        {
          when: { guard: (v) => policyOf(v, 'skip_final_approval'), says: 'no final approval is wanted' },
          to: 'approving_itself',
        },
        { when: { all: 'done' }, to: 'completing' },
      ],
    },
    completing: {
      work: [{ role: 'human', contract: 'approval' }],
      routes: [
        { when: { all: 'approve' }, to: 'committing' },
        { when: { all: 'exclude' }, to: 'excluding' },
        { when: { all: 'changes' }, to: 'planning', event: 'changes_requested', resets: ['fixes'] },
      ],
    },
    excluding: {
      work: [{ role: 'engine', contract: 'leaveOut' }],
      // Reviewers whose tree has not changed sit out, so that nothing is done twice for a misspelt name.
      routes: [{ when: { otherwise: true }, to: 'reviewing' }],
    },
    approving_itself: {
      work: [{ role: 'engine', contract: 'autoApproval' }],
      routes: [{ when: { all: 'approved' }, to: 'committing' }],
    },
    committing: {
      work: [{ role: 'engine', contract: 'commit' }],
      routes: [{ when: { all: 'committed' }, to: 'publishing' }],
    },
    publishing: {
      work: [{ role: 'engine', contract: 'publish' }],
      routes: [{ when: { otherwise: true }, to: 'end' }],
    },
  },
  limits: { fixes: { max: { policy: 'max_review_iterations' }, atLimit: 'stuck', resetBy: 'human' } },
  requests: {
    research_dispatch_code: research(
      'code',
      'Has a researcher find out something about the code, beside your work.',
    ),
    research_dispatch_web: research(
      'web',
      'Has a researcher find out something on the web, beside your work.',
    ),
    ask: {
      by: AGENT_ROLES.filter((role) => !role.endsWith('-researcher')),
      in: [...RESEARCH_PHASES, 'designing', 'implementing', 'reviewing', 'fixing', 'summarising'],
      to: 'human',
      says: 'A question to the person who asked for this work. Ask only what you cannot find out or decide yourself.',
      max: 5,
      parks: true,
    },
  },
  projections,
  owns: OWNED_FILES,
  record: { path: 'tool_events.jsonl', line: recordLine },
  traces,
  templates,
});
