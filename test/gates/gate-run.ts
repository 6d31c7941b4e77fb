// Gates of whole runs: every role but the coder is honest, and stops where the coder's work has been judged.
import { join } from 'node:path';
import { parse } from 'yaml';
import { isOnTestsSide } from '../../src/evidence/source/test-files.ts';
import type { Files, Gate, Work } from './case.ts';
import { h3aScenario } from './h3a-scenario.ts';
import { observedChange } from './observed-round.ts';
import { type Played, playedIn } from './played.ts';
import { normalized, recordedRun } from './recording.ts';
import { type Change, changeBetween, changedPaths, scriptOf, statesOf } from './turn-script.ts';
import { baton, readJournal, type World, writeFiles } from './world.ts';

export type Step = Readonly<Record<string, unknown>>;
export interface Scenario {
  readonly roles: Readonly<Record<string, readonly (readonly Step[])[]>>;
  readonly human?: readonly object[];
}

export interface Staged {
  readonly work: Work;
  /** What each turn changes, and the script that does it. */
  readonly turns: readonly {
    readonly change: Change;
    readonly script: string;
    /** The same with nothing but the files of tests. */
    readonly testsFirst: string;
  }[];
  /** Every path that any turn changes. */
  readonly paths: readonly string[];
  /** Lines of the project's own configuration. */
  readonly commands: { readonly test: string; readonly prepare: string };
}

export const submit = (tool: string, args: object = {}): Step => ({ submit: { tool, args } });
/** Where nobody answers, a run stands still: quicker than to fail three times. */
export const STUCK: Step = submit('ask', { question: 'What now?' });
const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;

const declared = ({ kind, released }: Work): object => ({
  ...(kind === undefined ? {} : { kind }),
  ...(released === undefined ? {} : { released }),
});

const FINDING =
  'verdict: fail\nsummary: Not yet.\nfindings:\n  - {location: README.md, issue: Something is missing., recommendation: Add it.}\n';

const relayScenario = ({ work, turns }: Staged): Scenario => ({
  roles: {
    planner: [
      [
        {
          write: {
            'plan.yaml': json({
              version: 1,
              summary: work.story,
              items: [{ key: 'work', title: 'Work', task: work.story, ...declared(work) }],
            }),
          },
        },
        submit('submit_plan'),
        STUCK,
      ],
    ],
    coder: turns.map(({ script }) => [{ run: script }, submit('submit_done'), STUCK]),
    reviewer: [
      ...turns.slice(1).map(() => [{ write: { 'review.yaml': FINDING } }, submit('submit_review'), STUCK]),
      [STUCK],
    ],
  },
});

const agentmuxScenario = ({ work, turns, paths }: Staged): Scenario => ({
  roles: {
    architect: [
      [
        { write: { '02_architecting/architecture.md': '# Shop\n\nOne package.\n' } },
        submit('submit_architecture', { reviewers: ['reviewer_logic'] }),
        STUCK,
      ],
    ],
    planner: [
      [
        {
          write: {
            '04_planning/plan.yaml': json({
              version: 2,
              plan_overview: `# Work\n\n${work.story}`,
              ...{ needs_design: false, needs_docs: false, doc_files: [] },
              review_strategy: { severity: 'medium' },
              groups: [{ group_id: 'one', mode: 'serial', plans: [{ index: 1, name: 'Work' }] }],
              subplans: [
                {
                  ...{ index: 1, title: 'Work', scope: work.story, dependencies: 'None' },
                  implementation_approach: 'As it is written.',
                  acceptance_criteria: 'Its tests pass.',
                  tasks: ['Do it'],
                  owned_files: paths.length === 0 ? ['README.md'] : paths,
                  ...declared(work),
                },
              ],
            }),
          },
        },
        submit('submit_plan'),
        STUCK,
      ],
    ],
    coder: turns.map(({ script }) => [{ run: script }, submit('submit_done', { subplan_index: 1 }), STUCK]),
    reviewer_logic: [
      ...turns
        .slice(1)
        .map(() => [
          { write: { '07_review/review_reviewer_logic.yaml': FINDING } },
          submit('submit_review', { role: 'reviewer_logic' }),
          STUCK,
        ]),
      [STUCK],
    ],
  },
});

const commandsOf = (files: Files): Staged['commands'] => {
  const { commands = {} } = parse(files['baton.yaml'] ?? '{}') as {
    commands?: Readonly<Record<string, string>>;
  };
  return { test: commands['test'] ?? 'true', prepare: commands['prepare'] ?? 'true' };
};

const SCENARIOS: Readonly<Record<Exclude<Gate, 'hook'>, (staged: Staged) => Scenario>> = {
  relay: relayScenario,
  agentmux: agentmuxScenario,
  h3a: h3aScenario,
};
const CODERS = { relay: 'coder', agentmux: 'coder', h3a: 'executor' } as const;

export const playRun = async (
  world: World,
  work: Work,
  gate: Exclude<Gate, 'hook'>,
  record: boolean,
): Promise<Played> => {
  const run = world.next();
  const states = statesOf(world.files, work.turns);
  const turns = work.turns.map((turn, index) => {
    const change = changeBetween(states[index]!, states[index + 1]!);
    const name = `${run}-${index}`;
    const tests = Object.fromEntries(Object.entries(change.written).filter(([path]) => isOnTestsSide(path)));
    return {
      change,
      script: scriptOf(world, name, change, turn.run),
      testsFirst: scriptOf(world, `${name}-tests`, { written: tests, removed: [] }),
    };
  });
  const paths = [...new Set(turns.flatMap(({ change }) => changedPaths(change)))].sort();
  const file = join(world.root, `${run}.json`);
  writeFiles(world.root, {
    [`${run}.json`]: JSON.stringify(
      SCENARIOS[gate]({ work, turns, paths, commands: commandsOf(world.files) }),
    ),
  });
  const args = ['run', work.story, '--workflow', gate, '--name', run, '--agent', `scripted:${file}`];
  // How large a task may be is not what is tried here.
  const policy = gate === 'h3a' ? ['--policy', 'files=20', '--policy', 'lines=1000'] : [];
  const { exit, stderr } = await baton(world, [...args, ...policy]);
  const entries = readJournal(world, run);
  const fallback = `exit ${exit}: ${stderr.slice(-1_500)}`;
  const played = playedIn(entries, CODERS[gate], work.turns.length, fallback);
  const { rounds, ...recording } = recordedRun(work, gate, entries);
  // Work that changes nothing is refused before anything is run; what the other clauses would have seen is recorded, too.
  const whole = await Promise.all(
    rounds.map((round) => (record && round.seen.length === 0 ? observedChange(world, round.change) : round)),
  );
  return { ...played, recording: normalized({ ...recording, rounds: whole }) };
};
