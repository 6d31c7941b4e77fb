// What must be true of every simulated agentmux run, and what of its end must be the same in all of them: the files that
// people and older programs read.
import type { Entry } from '../../src/model/run/entry.ts';
import type { Event } from '../../src/model/run/event.ts';
import type { State } from '../../src/model/run/state.ts';
import { projectionsOf } from '../../src/runtime/files/projector.ts';
import { sha256 } from '../../src/std/sha256.ts';
import { agentmux } from '../../src/systems/agentmux/workflow/agentmux.ts';
import type { AgentmuxScenario } from './agentmux-play.ts';
import { CHANGE, EXTRA, researchFile } from './agentmux-texts.ts';
import type { Finished } from './play.ts';
import { expectThat } from './simulation-failure.ts';

const REPLANNING = 'planning.planner.2';

/** Sightings, and prompts as they were put down: they follow how often somebody had to be started. */
const ACCIDENTAL =
  /^(?:orchestrator\.log|status_log\.txt|created_files\.log|runtime_state\.json)$|prompt(?:_\w+)?\.md$/;

export const isAccidental = (path: string): boolean => ACCIDENTAL.test(path);

const events = <K extends Event['kind']>(entries: readonly Entry[], kind: K): Extract<Event, { kind: K }>[] =>
  entries.flatMap((entry) =>
    entry.events.filter((event): event is Extract<Event, { kind: K }> => event.kind === kind),
  );

/** How often each piece of work is accepted, and as what. */
const storyOf = ({ sitsOut, fixes, exclude, asksAnew }: AgentmuxScenario): Record<string, number> => {
  const excluded = exclude === 'file' ? 1 : 0;
  return {
    'architecting.architect done': 1,
    'architecting.code-researcher.code-things done': 1,
    'architecting.web-researcher.web-words done': 1,
    'planning.planner design': 1,
    'planning.planner plain': 1,
    // The same question again is answered already.
    'planning.code-researcher.code-things done': asksAnew ? 1 : 0,
    'designing.designer done': 1,
    'implementing.coder.1 done': 2,
    'implementing.coder.2 done': 1,
    'implementing.coder.3 done': 1,
    'implementing.coder.4 done': 1,
    'merging.engine merged': 2,
    // Asked again only where it did not say what it had looked at.
    'reviewing.reviewer_logic pass': 2 + (sitsOut ? 0 : fixes) + excluded,
    'reviewing.reviewer_quality fail': fixes,
    'reviewing.reviewer_quality pass': 2 + excluded,
    'fixing.coder done': fixes,
    'stuck.human again': fixes - 1,
    'summarising.reviewer_logic done': 2 + excluded,
    'completing.human changes': 1,
    'completing.human exclude': exclude === 'nothing' ? 0 : 1,
    'excluding.engine excluded': excluded,
    'excluding.engine unknown': exclude === 'misspelt' ? 1 : 0,
    'completing.human approve': 1,
    'committing.engine committed': 1,
    'publishing.engine local': 1,
  };
};

const checkStory = ({ entries, world }: Finished, scenario: AgentmuxScenario): void => {
  const lines = new Map(
    events(entries, 'work-opened').map(({ assignment }) => [assignment.id, assignment.line]),
  );
  const story = storyOf(scenario);
  const found: Record<string, number> = Object.fromEntries(Object.keys(story).map((key) => [key, 0]));
  for (const { assignment, outcome } of events(entries, 'submission-accepted')) {
    const key = `${lines.get(assignment)} ${outcome}`;
    found[key] = (found[key] ?? 0) + 1;
  }
  expectThat(
    JSON.stringify(found) === JSON.stringify(story),
    () =>
      `accepted: ${JSON.stringify(found, undefined, 1)}\nexpected: ${JSON.stringify(story, undefined, 1)}`,
  );
  for (const { tree } of world.commits.values())
    expectThat(
      world.trees.get(tree).has(EXTRA) === (scenario.exclude !== 'file'),
      () => `${EXTRA} is in the commit, or is not, against the person's word`,
    );
};

/** Whoever plans again was told what the person wants, each time that it was started. */
const checkChangeTold = ({ told }: Finished): void => {
  const prompts = told.filter(({ assignment }) => assignment === REPLANNING);
  expectThat(prompts.length > 0, () => `nobody was asked for ${REPLANNING}`);
  for (const { attempt, prompt } of prompts)
    expectThat(prompt.includes(CHANGE), () => `attempt ${attempt} of ${REPLANNING} was not told: ${prompt}`);
};

/** What a researcher handed in and was accepted for is what everybody reads, unless the same topic was asked for anew. */
const checkResearchKept = ({ entries, state, world }: Finished): void => {
  const last = new Map<string, string>();
  const received = new Map(
    events(entries, 'submission-received').map((event) => [event.submission, event.sealed]),
  );
  for (const { submission } of events(entries, 'submission-accepted'))
    for (const sealed of received.get(submission) ?? [])
      if (sealed.artifact.startsWith('research/')) last.set(sealed.artifact, sealed.digest);
  expectThat(last.size >= 2, () => `expected two topics, found ${JSON.stringify([...last])}`);
  for (const [artifact, digest] of last) {
    const path = researchFile(artifact.slice('research/'.length), 'summary');
    const there = sha256(world.files.get(path) ?? '') === digest || world.untidy.has(path);
    expectThat(
      there && state.artifacts[artifact]?.digest === digest,
      () => `${artifact} was accepted as ${digest} and is lost`,
    );
  }
};

const timeless = (line: string): string => line.replace(/"timestamp": "[^"]*", /, '');

/** Calls of those who work side by side come in any order. */
const stageOf = (line: string): string => {
  const tool = /"tool": "(\w+)"/.exec(line)?.[1] ?? '';
  return tool.includes('research') ? 'research' : tool;
};

/** Lines in stages, each in order; a request that was given up and asked for again stands there once. */
export const toolEvents = (text: string): string[] => {
  const stages: string[][] = [];
  for (const line of text.split('\n').filter((part) => part !== '')) {
    const last = stages.at(-1);
    if (last?.[0] !== undefined && stageOf(last[0]) === stageOf(line)) last.push(timeless(line));
    else stages.push([timeless(line)]);
  }
  return stages.flatMap((lines) => {
    const sorted = lines.toSorted();
    return sorted.filter((line, at) => !line.includes('dispatch') || line !== sorted[at - 1]);
  });
};

/** One line for each call that was accepted, and no other. */
const checkLines = ({ entries }: Finished, text: string): void => {
  const agents = new Set(
    events(entries, 'work-opened')
      .filter(({ assignment }) => assignment.kind === 'agent')
      .map(({ assignment }) => assignment.id),
  );
  const accepted = events(entries, 'submission-accepted').filter(({ assignment }) => agents.has(assignment));
  const dispatched = events(entries, 'request-opened').filter(({ request }) => request.item !== undefined);
  const lines = text.split('\n').length - 1;
  expectThat(
    lines === accepted.length + dispatched.length,
    () => `${accepted.length} accepted and ${dispatched.length} dispatched, but ${lines} lines:\n${text}`,
  );
};

/** state.json without its time. A run that went on in its last phase says so; otherwise it says what led there. */
const stateFields = (text: string, { resumed, positions }: State): unknown => {
  const { updated_at, last_event, ...fields } = JSON.parse(text) as Record<string, unknown>;
  const expected = resumed ? 'resumed' : positions['']?.event;
  expectThat(last_event === expected, () => `last_event is ${last_event}, expected ${expected}`);
  return { ...fields, event: positions['']?.event };
};

/** Every file that there should be and no other, each as it should be. */
const checkFiles = ({ world }: Finished, made: ReadonlyMap<string, string>): void => {
  for (const [path, text] of made)
    expectThat(
      world.untidy.has(path) || world.files.get(path) === text,
      () => `${path} is not what was accepted:\n${world.files.get(path)}\nexpected:\n${text}`,
    );
  for (const path of world.files.keys())
    expectThat(
      made.has(path) || isAccidental(path) || world.untidy.has(path),
      () => `${path} is left behind`,
    );
};

/** The cursor counts bytes: with a request that was asked for again there are more of them. */
const COUNTED = 'tool_event_state.json';

export const endOfAgentmux = (finished: Finished, scenario: AgentmuxScenario): unknown => {
  const { state, world, contents, entries } = finished;
  checkStory(finished, scenario);
  checkChangeTold(finished);
  checkResearchKept(finished);
  const made = new Map(projectionsOf(agentmux, state, contents).map(({ path, text }) => [path, text]));
  checkFiles(finished, made);
  const lines = made.get('tool_events.jsonl') ?? '';
  checkLines(finished, lines);
  const { applied_cursor } = JSON.parse(made.get(COUNTED) ?? '{}') as { applied_cursor?: number };
  expectThat(
    applied_cursor === Buffer.byteLength(lines),
    () => `the cursor is at ${applied_cursor} of ${Buffer.byteLength(lines)} bytes`,
  );
  const plain = [...made].filter(([path]) => !['state.json', 'tool_events.jsonl', COUNTED].includes(path));
  return {
    files: Object.fromEntries(plain.map(([path, text]) => [path, sha256(text)]).sort()),
    toolEvents: toolEvents(lines),
    state: stateFields(made.get('state.json') ?? '{}', state),
    effects: events(entries, 'effect-performed')
      .map(({ effect }) => effect)
      .sort(),
    published: [...world.published],
  };
};
