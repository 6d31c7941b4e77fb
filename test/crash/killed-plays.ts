// The runs whose processes are killed: how each is started, and what it came to.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../src/std/sha256.ts';
import { readJournal, runState, type Scratch } from '../e2e/scratch.ts';
import { CHANGE, makeSmallAgentmux } from '../e2e/small-agentmux.ts';
import { makeSmallCollective } from '../e2e/small-collective.ts';
import { makeSmallH3a } from '../e2e/small-h3a.ts';
import { makeSmallQuest } from '../e2e/small-quest.ts';
import { makeSmallRelay, smallScenario } from '../e2e/small-relay.ts';
import { isAccidental, toolEvents } from '../simulation/agentmux-end.ts';
import { runEnd } from './run-end.ts';

export const RUN = 'r';

export interface KilledPlay {
  readonly name: string;
  readonly killsPerRun: number;
  /** Words in the command lines of what is re-executed. */
  readonly evidence?: string;
  /** When the first kill comes, and how long after it the next one, at most: parts of the undisturbed run. */
  readonly pauses: { readonly first: number; readonly next: number };
  /** Lays the project down; gives back the words that start the run. */
  make(world: Scratch): readonly string[];
  /** What the run came to. */
  end(world: Scratch): Promise<Record<string, unknown>>;
}

const started = (request: string, spec: string): readonly string[] => [
  'run',
  request,
  '--name',
  RUN,
  '--agent',
  spec,
  '--json',
];

export const RELAY: KilledPlay = {
  name: 'relay',
  killsPerRun: 4,
  pauses: { first: 0.7, next: 0.4 },
  make: (world) => started('Two files', makeSmallRelay(world)),
  end: (world) =>
    runEnd(world, RUN, {
      branch: `baton/${RUN}`,
      directory: '.baton/runs',
      shown: (_, text) => sha256(text),
    }),
};

/** Leaves its session and its group behind, twice. */
const DETACHED =
  '- run: "setsid sh -c \'setsid sleep 86397 & (setsid env -u BATON_MARKER sleep 86396 &) &\' </dev/null >/dev/null 2>&1"';

/** The same with agents behind fences, whose coders want to leave processes behind. */
export const FENCED: KilledPlay = {
  ...RELAY,
  name: 'relay behind the fence',
  make: (world) => [
    ...started('Two files', makeSmallRelay(world, smallScenario({ coder: DETACHED }))),
    ...['--isolation', 'fenced'],
  ],
};

/** Without times, and without the order of those who work side by side. */
const shownFile = (path: string, text: string): unknown => {
  if (isAccidental(path)) return undefined;
  if (path === 'tool_events.jsonl') return toolEvents(text);
  if (path !== 'state.json') return sha256(text);
  const { updated_at, last_event, ...fields } = JSON.parse(text) as Record<string, unknown>;
  return fields;
};

const preferencesOf = (world: Scratch): string => {
  const file = join(world.project, '.agentmux/prompts/agents/coder.md');
  return existsSync(file) ? readFileSync(file, 'utf8') : 'none';
};

const completionOf = (world: Scratch): unknown => {
  const file = join(world.project, '.agentmux/.last_completion.json');
  if (!existsSync(file)) return 'none';
  const { commit_hash, ...others } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  return others;
};

/** The prompt of whoever planned again, as it was put down last. */
const wasToldTheChange = (world: Scratch): boolean =>
  readFileSync(
    join(world.project, '.agentmux/.sessions', RUN, '04_planning/changes_prompt.md'),
    'utf8',
  ).includes(CHANGE);

/** What was to be done because something was accepted, and how often it was. */
const effectsOf = (world: Scratch): Record<string, number> => {
  const count: Record<string, number> = {};
  for (const { events } of readJournal(runState(world, RUN)))
    for (const event of events)
      if (event.kind === 'effect-performed') count[event.effect] = (count[event.effect] ?? 0) + 1;
  return count;
};

export const AGENTMUX: KilledPlay = {
  name: 'agentmux',
  killsPerRun: 8,
  pauses: { first: 0.4, next: 0.3 },
  make: (world) => [...started('Three files', makeSmallAgentmux(world)), '--workflow', 'agentmux'],
  end: async (world) => ({
    ...(await runEnd(world, RUN, {
      branch: `feature/${RUN}`,
      directory: '.agentmux/.sessions',
      shown: shownFile,
    })),
    toldTheChange: wasToldTheChange(world),
    preferences: preferencesOf(world),
    completion: completionOf(world),
    effects: Object.values(effectsOf(world)),
  }),
};

/** Times, and hashes that are made of them: of commits, and of the roadmap, which says when a task was done. */
const timeless = (text: string): string =>
  text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')
    .replace(/\b[0-9a-f]{40}\b/g, 'commit')
    .replace(/"commit_short": "[0-9a-f]{7}"/, '"commit_short": "commit"')
    .replace(/(ROADMAP\.md` - \[hash:)[0-9a-f]{16}/g, '$1roadmap');

type Digests = Readonly<Record<string, unknown>>;

const without = (digests: Digests, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(digests).filter(([artifact]) => !names.includes(artifact)));

/** An end without artifacts that say when something was. */
const untimed = (end: Record<string, unknown>, ...names: readonly string[]): Record<string, unknown> => ({
  ...end,
  artifacts: without(end['artifacts'] as Digests, names),
  facts: Object.fromEntries(
    Object.entries(end['facts'] as Readonly<Record<string, Digests>>).map(([fact, about]) => [
      fact,
      without(about, names),
    ]),
  ),
});

export const H3A: KilledPlay = {
  name: 'h3a',
  killsPerRun: 6,
  evidence: 'run-tests.sh',
  pauses: { first: 0.5, next: 0.3 },
  make: (world) => [...started('Two files', makeSmallH3a(world)), '--workflow', 'h3a'],
  end: async (world) => {
    const end = await runEnd(world, RUN, {
      branch: `baton/${RUN}`,
      directory: 'runs',
      shown: (_, text) => sha256(timeless(text)),
    });
    return untimed(end, 'roadmap');
  },
};

/** Two reviewers hand in in any order, and a log has a line for each. */
const ordered = (path: string, text: string): string =>
  path.startsWith('logs/') && path.endsWith('.log') ? text.split('\n').toSorted().join('\n') : text;

/** The backlog says when it was made, and the manifest of a sealed round has its digest. */
const SEALED_TIMES = ['review_backlog.json', 'snapshot.json', 'snapshot.sha256'].map(
  (name) => `sealedRounds/iteration-0001/${name}`,
);
const undigested = (path: string, text: string): string =>
  path.startsWith('history/') && path.includes('/snapshot.') ? text.replace(/[0-9a-f]{64}/g, 'digest') : text;

/** What was left for a later quest, once. */
const deferredIn = (world: Scratch): unknown => {
  const file = join(world.project, '.quest/backlog/deferred_findings.jsonl');
  return existsSync(file) ? timeless(readFileSync(file, 'utf8')) : 'none';
};

export const QUEST: KilledPlay = {
  name: 'quest',
  // A planner that is killed begins anew and asks again; the third time would be one too many, and a person would be asked.
  killsPerRun: 1,
  evidence: 'run-tests.sh',
  pauses: { first: 0.8, next: 0.4 },
  make: (world) => [...started('Write one', makeSmallQuest(world)), '--workflow', 'quest'],
  end: async (world) => {
    const end = await runEnd(world, RUN, {
      branch: `quest/${RUN}`,
      directory: '.quest',
      shown: (path, text) => sha256(undigested(path, ordered(path, timeless(text)))),
    });
    // Whoever was killed while its message was taken says it again, in another attempt, and may be rejected again.
    const { accepted } = end['handoffs'] as Readonly<Record<string, number>>;
    return {
      ...untimed(end, 'planBacklog', 'reviewBacklog', ...SEALED_TIMES),
      handoffs: { accepted },
      deferred: deferredIn(world),
    };
  },
};

/** Who of two tasks at once is first decides how many tests its merge has, and whose tree has the other one: only the whole counts. */
const wholeOf = (digests: Digests): Record<string, unknown> =>
  Object.fromEntries(Object.entries(digests).filter(([name]) => !name.startsWith('work/')));

/** Statuses of tasks as people find them. */
const statusesIn = (world: Scratch): unknown => {
  const { tasks } = JSON.parse(
    readFileSync(join(world.project, '.taskmaster/tasks/tasks.json'), 'utf8'),
  ).master;
  return tasks.map(({ id, status }: Readonly<Record<string, unknown>>) => [id, status]);
};

/** Every handoff, whoever was first; of what was counted only that it is there. */
const handoffsIn = (path: string, text: string): unknown =>
  path === 'handoffs.jsonl'
    ? text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
        .map(({ task, agent_id, verdict, actions }) => [task, agent_id, verdict, actions])
        .sort()
    : sha256(timeless(text));

export const COLLECTIVE: KilledPlay = {
  name: 'collective',
  killsPerRun: 4,
  evidence: 'run-tests.sh',
  pauses: { first: 0.5, next: 0.4 },
  make: (world) => [...started('Do the tasks', makeSmallCollective(world)), '--workflow', 'collective'],
  end: async (world) => {
    const end = await runEnd(world, RUN, {
      branch: `baton/${RUN}`,
      directory: '.collective',
      shown: handoffsIn,
    });
    const { accepted } = end['handoffs'] as Readonly<Record<string, number>>;
    return {
      ...end,
      artifacts: wholeOf(end['artifacts'] as Digests),
      facts: Object.keys(end['facts'] as Digests).sort(),
      handoffs: { accepted },
      statuses: statusesIn(world),
    };
  },
};
