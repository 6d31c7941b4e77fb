// Which scenario of the suite is run against what, and why not where it is not. docs/mcp-conformance.md says the same
// in words; run.mjs checks that no scenario is missing here and that the document names each exception.

/** Each release of the suite, and the revisions of the protocol it is run for. */
export const RUNS = [
  { release: '0.1.16', revision: '2025-11-25', args: [] },
  { release: '0.2.0-alpha.12', revision: '2025-11-25', args: ['--spec-version', '2025-11-25'] },
  { release: '0.2.0-alpha.12', revision: '2026-07-28', args: ['--spec-version', '2026-07-28'] },
];

/** Scenarios that need nothing but a server with tools: they are run against the real mount as well. */
export const WITHOUT_FIXTURES = [
  'server-initialize',
  'server-session-lifecycle',
  'server-stateless',
  'ping',
  'tools-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
  'caching',
  'http-header-validation',
  'input-required-result-unsupported-methods',
];

const NO_PROMPTS = 'Baton offers no prompts';
const NO_RESOURCES = 'Baton offers no resources';

/** Single checks of these scenarios that cannot pass against the real mount. All of them pass against the fixture. */
export const MOUNT_EXCEPTIONS = {
  'server-stateless': {
    'sep-2575-server-rejects-undeclared-capability': 'calls the fixture tool test_missing_capability',
    'sep-2575-missing-capability-http-400': 'calls the fixture tool test_missing_capability',
    'sep-2575-http-server-no-independent-requests-on-stream':
      'calls the fixture tool test_streaming_elicitation',
    'sep-2575-server-no-log-without-loglevel': 'calls the fixture tool test_logging_tool',
  },
  caching: {
    'sep-2549-prompts-list-caching-hints': NO_PROMPTS,
    'sep-2549-resources-list-caching-hints': NO_RESOURCES,
    'sep-2549-resources-templates-list-caching-hints': NO_RESOURCES,
  },
};

const TASKS = 'an optional extension (tasks) that Baton does not offer';
const SKILLS = 'an optional extension (skills) that Baton does not offer';

/** Scenarios that are not run at all. */
export const NOT_RUN = {
  'sep-2640-skills-directory': SKILLS,
  'sep-2640-skills-enumeration': SKILLS,
  'sep-2640-skills-manifest': SKILLS,
  'tasks-lifecycle': TASKS,
  'tasks-capability-negotiation': TASKS,
  'tasks-wire-fields': TASKS,
  'tasks-request-state-removal': TASKS,
  'tasks-mrtr-input': TASKS,
  'tasks-request-headers': TASKS,
  'tasks-dispatch-and-envelope': TASKS,
  'tasks-status-notifications': TASKS,
  'tasks-required-task-error': TASKS,
  'tasks-mrtr-composition': TASKS,
};

const PRIMING =
  'this release names the revision 2025-03-26 in its header, for which no priming event is sent';

/** Checks that only warn against the fixture, by release. */
export const FIXTURE_EXCEPTIONS = {
  '0.1.16': {
    'server-sse-polling': { 'server-sse-priming-event': PRIMING, 'server-sse-retry-field': PRIMING },
  },
};
