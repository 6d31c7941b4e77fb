// The Stop hook, as a host agent calls it: JSON on standard input, one JSON document back.
import { builtProgram } from '../e2e/built-program.ts';
import type { Work } from './case.ts';
import { observedRound, sealedTree } from './observed-round.ts';
import type { Played } from './played.ts';
import { normalized, type Round } from './recording.ts';
import { changeBetween, scriptOf, statesOf } from './turn-script.ts';
import { baton, shell, type World } from './world.ts';

interface Answer {
  readonly decision?: string;
  readonly reason?: string;
  readonly systemMessage?: string;
}

const CODE = /\b[A-Z]+(?:_[A-Z]+)+\b/g;

/** The hook names problems, not clauses: which clause says which. */
const CLAUSES: Readonly<Record<string, string | readonly string[]>> = {
  COMMAND_FAILED: ['lint-green', 'types-green'],
  CHECKS_SILENCED: ['lint-green', 'types-green'],
  NOTHING_CHANGED: 'work-changed',
  RUNNER_UNSOUND: 'runner-sound',
  KIND_EXCEEDED: 'kind-kept',
  TESTS_FAILED: 'tests-green',
  TESTS_CANNOT_FAIL: 'tests-green',
  TESTS_NOT_RUN: 'tests-green',
  TESTS_HOLLOW: 'tests-hold',
  TESTS_REMOVED: 'tests-hold',
  TESTS_SKIPPED: 'tests-hold',
  TESTS_CHANGED: 'tests-hold',
  TESTS_WEAKENED: 'tests-kept',
  TESTS_NOT_RED: 'red-then-green',
  TESTS_NOT_DISCRIMINATING: 'red-then-green',
};

const answerOf = (stdout: string): Answer => {
  try {
    return JSON.parse(stdout) as Answer;
  } catch {
    return { systemMessage: `no JSON: ${stdout}` };
  }
};

/** Held back, or told to the person that nothing was proven: both are no. Whoever is told nothing believes the agent. */
const playedOf = ({ decision, reason, systemMessage }: Answer): Played => {
  const said = reason ?? systemMessage ?? '';
  const accepted =
    decision !== 'block' && /^(?:$|Baton: (?:proven|nothing broke|the change is tested|tested))/i.test(said);
  return {
    accepted,
    clauses: [...new Set((said.match(CODE) ?? []).flatMap((code) => CLAUSES[code] ?? code))],
    said,
  };
};

const TRIES_MAX = 5;

export const playHook = async (world: World, work: Work, record: boolean): Promise<Played> => {
  const session_id = world.next();
  const input = (event: string, more: object = {}): string =>
    JSON.stringify({ session_id, hook_event_name: event, cwd: world.project, transcript_path: '', ...more });
  await baton(world, ['hook', 'session-start'], input('SessionStart', { source: 'startup' }));
  const states = statesOf(world.files, work.turns);
  const rounds: Round[] = [];
  let played: Played = { accepted: false, clauses: [], said: 'no turn' };
  let base = await sealedTree(world);
  for (const [index, turn] of work.turns.entries()) {
    const change = changeBetween(states[index]!, states[index + 1]!);
    const run = turn.run?.replaceAll('{baton}', `'${process.execPath}' '${builtProgram()}'`);
    const { exit, stderr } = await shell(world, scriptOf(world, `${session_id}-${index}`, change, run));
    if (exit !== 0) throw new Error(`${work.id}: the turn itself failed: ${stderr}`);
    const stop = async (again: boolean): Promise<Answer> => {
      const said = { stop_hook_active: again, last_assistant_message: turn.says ?? 'It is done.' };
      return answerOf((await baton(world, ['hook', 'stop'], input('Stop', said))).stdout);
    };
    let answer = await stop(false);
    if (turn.unproven) {
      for (let tries = 1; answer.decision === 'block' && tries < TRIES_MAX; tries += 1)
        answer = await stop(true);
      if (answer.decision === 'block') throw new Error(`${work.id}: held back for ever: ${answer.reason}`);
      continue;
    }
    played = playedOf(answer);
    if (record) {
      const head = await sealedTree(world);
      rounds.push(await observedRound(world, work, base, head));
      base = head;
    }
    if (!played.accepted) break;
  }
  return record ? { ...played, recording: normalized({ id: work.id, gate: 'hook', rounds }) } : played;
};
