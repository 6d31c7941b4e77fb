// What the dashboard shows at an entry is what `baton status` and `baton log` say of a journal that was cut there: for every
// history of a release, for simulated runs, and for a run that is longer than the stretch between two states that are kept.
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { writeRelayHistory } from '../bench/relay-history.ts';
import { compose } from '../src/compose.ts';
import type { RunView } from '../src/model/dashboard/documents.ts';
import { STATES_KEPT_EVERY } from '../src/model/limits-dashboard.ts';
import type { Entry } from '../src/model/run/entry.ts';
import { createDashboard } from '../src/operations/dashboard/dashboard.ts';
import { entryLine } from '../src/operations/dashboard/run-history.ts';
import { placeOf, projectKey } from '../src/operations/project/state-directory.ts';
import { findRun } from '../src/operations/runs/runs.ts';
import { readLog } from '../src/operations/status/read-log.ts';
import { type StatusDocument, statusDocument } from '../src/operations/status/status.ts';
import { agentmuxBook } from './simulation/agentmux-play.ts';
import { h3aBook } from './simulation/h3a-play.ts';
import type { PlayBook } from './simulation/play.ts';
import { questBook } from './simulation/quest-play.ts';
import { relayBook } from './simulation/relay-play.ts';
import { drawPlan } from './simulation/run-plan.ts';
import { DIRECTORY, simulateRun } from './simulation/simulate-run.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const HISTORIES = join(ROOT, 'test', 'histories');
const system = compose(ROOT, '0');

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A project with one run, whose journal has these lines. */
const projectWith = (lines: readonly string[]) => {
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'past-')));
  folders.push(project);
  const place = placeOf(project, { BATON_STATE: join(project, 'state') });
  mkdirSync(join(place.stateDirectory, 'demo'));
  const write = (some: readonly string[]): void =>
    writeFileSync(join(place.stateDirectory, 'demo', 'journal.jsonl'), `${some.join('\n')}\n`);
  write(lines);
  const holder = { command: (): [string] => ['false'], env: {} };
  return {
    place,
    write,
    dashboard: createDashboard({ system, projects: [{ key: projectKey(project), place }], holder }),
  };
};

/** What both can be asked. */
const shownOf = (view: RunView) => ({
  ...{
    seq: view.seq,
    status: view.status,
    phase: view.phase,
    isolation: view.isolation,
    details: view.details,
  },
  ...{ handoffs: view.handed, cause: view.cause, directory: view.directory },
  counters: Object.fromEntries(view.loops.map(({ name, count }) => [name, count])),
  waiting: view.waiting.map(({ item, kind, text, choices, since, about }) => ({
    id: item,
    kind,
    text,
    choices,
    since,
    about,
  })),
  works: view.works.map(({ assignment, status, attempt }) => ({ assignment, status, attempt })),
});

const saidOf = (status: StatusDocument, view: RunView): ReturnType<typeof shownOf> => {
  const shown = new Set(view.works.map(({ assignment }) => assignment));
  return {
    ...{ seq: status.seq, status: status.status, phase: status.phase, isolation: status.isolation },
    ...{
      details: status.details,
      handoffs: status.handoffs,
      cause: status.cause,
      directory: status.directory,
    },
    counters: { ...status.counters },
    waiting: status.waitingFor.map(({ id, kind, text, choices, since, about }) => ({
      ...{ id, kind, text, choices: [...choices], since, about },
    })),
    works: status.assignments
      .filter(({ id }) => shown.has(id))
      .map(({ id, status: stands, attempt }) => ({ assignment: id, status: stands, attempt })),
  };
};

const expectSameAt = async (lines: readonly string[], cuts: readonly number[]): Promise<void> => {
  const whole = projectWith(lines);
  const cut = projectWith([]);
  for (const at of cuts) {
    cut.write(lines.slice(0, at));
    const { run, state, chain } = await findRun(system, cut.place, 'demo');
    const view = await whole.dashboard.view({ run: 'demo' }, at);
    const said = saidOf(statusDocument({ run, state, chain }), view);
    expect(shownOf(view)).toEqual({ ...said, directory: view.directory });
    // Everything that `log` tells, and nothing of later.
    const entries: Entry[] = [];
    await readLog({
      system,
      place: cut.place,
      run: 'demo',
      follow: false,
      onEntry: (entry) => entries.push(entry),
    });
    const { entries: shown } = await whole.dashboard.entries({ run: 'demo' }, 1, at);
    expect(shown).toEqual(entries.map(entryLine));
    const judged = view.handoffs.filter(({ status }) => status !== 'judging' && status !== 'accepted').length;
    if (view.handoffsLeft === 0) expect(judged).toBe(state.handoffs.rejected);
    expect(Math.max(0, ...view.handoffs.map(({ seq }) => seq))).toBeLessThanOrEqual(at);
  }
  await whole.dashboard.close();
  await cut.dashboard.close();
};

const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trimEnd().split('\n');
const histories = readdirSync(HISTORIES).filter((name) => name.endsWith('.jsonl'));

/** Faults of the disk fall within so many operations. */
const OPERATIONS = 300;
/** Entries at which a simulated run is compared. */
const SIMULATED_CUTS = 25;

/** The journal that crashes, a bad network and impatient people have left. */
const simulated =
  <S extends object>(book: PlayBook<S>) =>
  async (seed: number): Promise<readonly string[]> => {
    const plan = drawPlan(seed, OPERATIONS, book.draw);
    const { disk } = await simulateRun(plan, book.play(plan.scenario));
    const bytes = await disk.mount().readFile(join(DIRECTORY, 'journal.jsonl'));
    return bytes.toString('utf8').trimEnd().split('\n');
  };

const SIMULATED = [
  ['relay', simulated(relayBook)],
  ['agentmux', simulated(agentmuxBook)],
  ['h3a', simulated(h3aBook)],
  ['quest', simulated(questBook)],
] as const;

describe('the past', () => {
  it.each(histories)('%s is shown at each entry as it was', async (name) => {
    const lines = linesOf(join(HISTORIES, name));
    await expectSameAt(
      lines,
      lines.map((_, at) => at + 1),
    );
  });

  it('is the same beyond the entries between two kept states, whichever is asked for first', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'long-'));
    folders.push(directory);
    await writeRelayHistory(directory, STATES_KEPT_EVERY * 2 + 90);
    const copy = join(directory, 'copy.jsonl');
    copyFileSync(join(directory, 'journal.jsonl'), copy);
    const lines = linesOf(copy);
    expect(lines.length).toBeGreaterThan(STATES_KEPT_EVERY * 2);
    const edges = [STATES_KEPT_EVERY, STATES_KEPT_EVERY * 2].flatMap((edge) => [edge - 1, edge, edge + 1]);
    await expectSameAt(lines, [lines.length, 1, ...edges, 300, 17, 511, 2, lines.length - 1]);
  });

  it.each(SIMULATED)('of simulated runs of %s is shown as it was', async (_, linesOfSeed) => {
    for (const seed of [1, 2]) {
      const lines = await linesOfSeed(seed);
      const step = Math.max(1, Math.floor(lines.length / SIMULATED_CUTS));
      const cuts = lines.flatMap((_line, at) => (at % step === 0 ? [at + 1] : []));
      await expectSameAt(lines, [...cuts, lines.length]);
    }
  });
});
