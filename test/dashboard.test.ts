// What the dashboard shows at an entry is what `baton status` and `baton log` say of a journal that was cut there: for every
// history of a release, for simulated runs, and for a run that is longer than the stretch between two states that are kept.
import { createHash } from 'node:crypto';
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
import { isNothing, viewChange, withChange } from '../src/model/dashboard/view-change.ts';
import { STATES_KEPT_EVERY } from '../src/model/limits/dashboard.ts';
import type { Entry } from '../src/model/run/entry.ts';
import { createDashboard } from '../src/operations/dashboard/dashboard.ts';
import { entryLine } from '../src/operations/dashboard/run-history.ts';
import { placeOf } from '../src/operations/project/state-directory.ts';
import { findRun } from '../src/operations/runs/runs.ts';
import { readLog } from '../src/operations/status/read-log.ts';
import { type StatusDocument, statusDocument } from '../src/operations/status/status.ts';
import { council } from './fixtures/workflows/council.ts';
import { lines } from './fixtures/workflows/lines.ts';
import { agentmuxBook } from './simulation/agentmux-play.ts';
import { collectiveBook } from './simulation/collective-play.ts';
import { councilBook } from './simulation/council-play.ts';
import { h3aBook } from './simulation/h3a-play.ts';
import { linesBook } from './simulation/lines-play.ts';
import type { PlayBook } from './simulation/play.ts';
import { questBook } from './simulation/quest-play.ts';
import { relayBook } from './simulation/relay-play.ts';
import { drawPlan } from './simulation/run-plan.ts';
import { DIRECTORY, simulateRun } from './simulation/simulate-run.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const HISTORIES = join(ROOT, 'test', 'histories');
const composed = compose(ROOT, '0');
/** With the simulated workflows that nobody ships: a blind one, and one whose items are written side by side. */
const system = { ...composed, workflows: [...composed.workflows, council, lines] };

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
  /** One that has read nothing yet. */
  const fresh = () => createDashboard({ system, projects: [{ key: 'a-project', place }], holder });
  return { place, write, fresh, dashboard: fresh() };
};

/** What a journal alone says; not where it lies, and who holds it now. */
const toldBy = ({ directory: _, last: __, chain: ___, stands: ____, ...view }: RunView) => view;

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
    // And what the dashboard itself says of the journal that was cut: nothing that is kept for quick seeks is another.
    const alone = cut.fresh();
    expect(toldBy(view)).toEqual(toldBy(await alone.view({ run: 'demo' })));
    await alone.close();
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

/** Handoffs that a page is sent with a run. */
const ROWS = 5;
/** Faults of the disk fall within so many operations. */
const OPERATIONS = 300;
/** Entries at which a simulated run is compared, and how many runs of each workflow; with a number of runs, at every entry. */
const WANTED_RUNS = process.env['BATON_PAST_RUNS'];
const SIMULATED_CUTS = WANTED_RUNS === undefined ? 25 : Number.POSITIVE_INFINITY;
const SIMULATED_RUNS = Number(WANTED_RUNS ?? 2);

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
  ['collective', simulated(collectiveBook)],
  ['council', simulated(councilBook)],
  ['lines', simulated(linesBook)],
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
    await writeRelayHistory(directory, 620);
    const copy = join(directory, 'copy.jsonl');
    copyFileSync(join(directory, 'journal.jsonl'), copy);
    const lines = linesOf(copy);
    expect(lines.length).toBeGreaterThan(STATES_KEPT_EVERY * 12);
    const edges = [1, 2, 12].flatMap((times) => [-1, 0, 1].map((by) => times * STATES_KEPT_EVERY + by));
    await expectSameAt(lines, [lines.length, 1, ...edges, 300, 17, 511, 2, lines.length - 1]);
  });

  it.each(histories)('%s is the same for a page that is sent what changed', async (name) => {
    const lines = linesOf(join(HISTORIES, name));
    const { dashboard } = projectWith(lines);
    let shown = await dashboard.view({ run: 'demo' }, 1, ROWS);
    for (let at = 2; at <= lines.length; at += 1) {
      const next = await dashboard.view({ run: 'demo' }, at, ROWS);
      const sent = JSON.parse(JSON.stringify(viewChange(shown, next)));
      shown = withChange(shown, sent, ROWS);
      expect(shown).toEqual(next);
    }
    expect(isNothing(viewChange(shown, await dashboard.view({ run: 'demo' }, undefined, ROWS)))).toBe(true);
    // A run that failed and was resumed has no cause any more.
    const failed = { ...shown, cause: { code: 'INTERNAL', message: 'no more' } };
    expect(withChange(failed, viewChange(failed, shown), ROWS)).toEqual(shown);
    await dashboard.close();
  });

  it.each(histories)('%s has the bytes of every small file that it names', async (name) => {
    const { dashboard } = projectWith(linesOf(join(HISTORIES, name)));
    const { handoffs } = await dashboard.handoffs({ run: 'demo' }, undefined, {});
    let files = 0;
    for (const { seq } of handoffs) {
      const { sealed } = await dashboard.handoff({ run: 'demo' }, seq);
      for (const { digest, bytes } of sealed) {
        if (!digest.startsWith('sha256:')) continue;
        const found = await dashboard.object({ run: 'demo' }, digest);
        expect(found.bytes).toHaveLength(bytes);
        expect(`sha256:${createHash('sha256').update(found.bytes).digest('hex')}`).toBe(digest);
        files += 1;
      }
    }
    expect(files).toBeGreaterThan(1);
    await dashboard.close();
  });

  it('has every handoff, some of them when they are asked for', async () => {
    const lines = linesOf(join(HISTORIES, '0.1.0--h3a-demo.jsonl'));
    const { dashboard } = projectWith(lines);
    for (const at of [1, 40, 80, lines.length]) {
      const { handoffCounts } = await dashboard.view({ run: 'demo' }, at);
      const all = await dashboard.handoffs({ run: 'demo' }, at, {});
      const rejected = all.handoffs.filter(({ status }) => status === 'rejected' || status === 'unproven');
      const yours = all.handoffs.filter(({ kind }) => kind === 'human');
      expect(handoffCounts).toEqual({
        ...{ all: all.handoffs.length, rejected: rejected.length, yours: yours.length },
      });
      const some = await dashboard.handoffs({ run: 'demo' }, at, { rows: 3 });
      expect(some.handoffs).toEqual(all.handoffs.slice(0, 3));
      expect(some.left).toBe(Math.max(0, all.handoffs.length - 3));
      const only = await dashboard.handoffs({ run: 'demo' }, at, { only: 'rejected', rows: 1 });
      expect(only.handoffs).toEqual(rejected.slice(0, 1));
      expect(only.left).toBe(Math.max(0, rejected.length - 1));
      expect((await dashboard.handoffs({ run: 'demo' }, at, { only: 'yours' })).handoffs).toEqual(yours);
    }
    await dashboard.close();
  });

  it.each(SIMULATED)('of simulated runs of %s is shown as it was', async (_, linesOfSeed) => {
    for (let seed = 1; seed <= SIMULATED_RUNS; seed += 1) {
      const lines = await linesOfSeed(seed);
      const step = Math.max(1, Math.floor(lines.length / SIMULATED_CUTS));
      const cuts = lines.flatMap((_line, at) => (at % step === 0 ? [at + 1] : []));
      await expectSameAt(lines, [...cuts, lines.length]);
    }
  });
});
