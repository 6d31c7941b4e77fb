// The fifteen agents of the Drupal collective, as the default. Names are theirs; what each may write is Baton's.
import type { AgentEntry } from './agent-entry.ts';

const TESTS = ['tests/', '**/tests/', '**/*.feature', '**/*.spec.*', '**/*.test.*'];
const DOCS = ['docs/', '.taskmaster/docs/'];
const MODULES = ['web/modules/custom/', 'modules/custom/', 'src/'];
const THEMES = ['web/themes/custom/', 'themes/custom/'];
const CONFIG = ['config/', 'web/sites/*/services.yml', 'composer.json', 'composer.lock'];

const agent = (name: string, brief: string, more: Partial<AgentEntry> = {}): AgentEntry => ({
  name,
  brief,
  writes: [],
  coordinator: false,
  phases: [],
  aliases: [],
  ...more,
});

const coordinators: readonly AgentEntry[] = [
  agent('routing-agent', 'Decides who works next. Implements nothing.', {
    coordinator: true,
    aliases: ['delegator', 'hub', 'van', 'van-maintenance-agent'],
  }),
  agent(
    'workflow-agent',
    'Coordinates two to four agents for work without a task list. Implements nothing.',
    {
      coordinator: true,
    },
  ),
  agent(
    'enhanced-project-manager-agent',
    'Coordinates agents by the tasks of Task Master. Implements nothing.',
    {
      coordinator: true,
      aliases: ['project-manager-agent', 'task-orchestrator', 'task-generator-agent', 'prd-parser-agent'],
    },
  ),
];

const planners: readonly AgentEntry[] = [
  agent('research-agent', 'Finds out how something is done, and caches what it found.', {
    ...{ kind: 'docs', writes: DOCS, phases: ['Research'], aliases: ['prd-research-agent'] },
  }),
  agent('drupal-architect', 'Designs modules, entities and their interfaces.', {
    ...{ kind: 'docs', writes: DOCS, phases: ['Research', 'Planning'], aliases: ['drupal-architect-agent'] },
  }),
  agent('semantic-architect-agent', 'Keeps the description of the code base true.', {
    ...{ kind: 'docs', writes: DOCS, phases: ['Planning', 'Integration'] },
  }),
];

const builders: readonly AgentEntry[] = [
  agent('module-development-agent', 'Writes modules, with their essential tests.', {
    writes: [...MODULES, ...TESTS],
    phases: ['Implementation', 'Integration'],
    aliases: ['implementation-agent', 'feature-implementation-agent'],
  }),
  agent('theme-development-agent', 'Writes themes, templates and their styles.', {
    writes: [...THEMES, ...TESTS],
    phases: ['Implementation', 'Integration'],
    aliases: ['component-implementation-agent'],
  }),
  agent('configuration-management-agent', 'Exports and imports configuration.', {
    kind: 'refactor',
    writes: CONFIG,
    phases: ['Infrastructure', 'Implementation', 'Integration'],
    aliases: ['infrastructure-implementation-agent'],
  }),
  agent('content-migration-agent', 'Writes migrations of content.', {
    writes: [...MODULES, ...TESTS, 'migrations/'],
    phases: ['Implementation', 'Integration'],
  }),
  agent('performance-devops-agent', 'Builds, deploys and makes it faster.', {
    kind: 'refactor',
    writes: [...CONFIG, '.github/', '.ddev/', 'docker/', 'Makefile'],
    phases: ['Infrastructure', 'Integration', 'QA'],
    aliases: ['devops-agent', 'polish-implementation-agent'],
  }),
];

const testers: readonly AgentEntry[] = [
  agent(
    'security-compliance-agent',
    'The quality gate: standards, static analysis, security, accessibility.',
    {
      phases: ['QA'],
      aliases: ['quality-agent', 'enhanced-quality-gate', 'completion-gate'],
    },
  ),
  agent('functional-testing-agent', 'Writes and runs scenarios of what users do.', {
    kind: 'tests',
    writes: TESTS,
    phases: ['Testing', 'QA'],
    aliases: ['testing-implementation-agent'],
  }),
  agent('unit-testing-agent', 'Writes and runs unit and kernel tests.', {
    ...{ kind: 'tests', writes: TESTS, phases: ['Testing'], aliases: ['tdd-validation-agent'] },
  }),
  agent('visual-regression-agent', 'Compares screenshots with their baseline.', {
    kind: 'tests',
    writes: [...TESTS, 'backstop_data/'],
    phases: ['Testing', 'QA'],
  }),
];

export const DRUPAL_AGENTS: readonly AgentEntry[] = [...coordinators, ...planners, ...builders, ...testers];
