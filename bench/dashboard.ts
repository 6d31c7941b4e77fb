// The dashboard's server: a list of 200 runs and one run of 10,000 entries, first asked for and then travelled through. Then
// the same in a browser. The figures are printed.
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { compose } from '../src/compose.ts';
import { createDashboard, type Dashboard } from '../src/operations/dashboard/dashboard.ts';
import { placeOf, projectKey } from '../src/operations/project/state-directory.ts';
import { growingRun } from '../test/pages/growing-run.ts';
import type { Bench } from './bench.ts';
import { browserRows } from './dashboard-browser.ts';
import { emptyProject } from './empty-project.ts';
import { p95, type Row } from './measure.ts';
import { writeRelayHistory } from './relay-history.ts';

const RUNS = 200;
const SHORT_ENTRIES = 60;
const LONG_ENTRIES = 10_000;
const SEEKS = 200;
/** What comes in while a browser looks. */
const LIVE_ENTRIES = 1_250;
/** Handoffs that a page asks for. */
const ROWS = 40;
const LIST_MS_MAX = 1_000;
const SEEK_MS_MAX = 16;
const SCRIPT_BYTES_MAX = 45_000;
const STYLE_BYTES_MAX = 10_000;

/** Of the processor: what else the machine does is not in it. */
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const since = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
};

const msRow = (what: string, ms: number, max: number): Row => ({
  ...{ what, figure: `${ms.toFixed(1)} ms of the processor`, floor: '', target: `≤ ${max} ms` },
  met: ms <= max,
});

const bytesRow = (what: string, bytes: number, max: number): Row => ({
  ...{ what, figure: `${bytes} bytes`, floor: '', target: `≤ ${max}` },
  met: bytes <= max,
});

/** Entries anywhere in the run: always the same ones. */
const placesIn = (last: number): readonly number[] =>
  Array.from({ length: SEEKS }, (_, at) => 1 + ((at * 7_919) % last));

const seeksOf = async (dashboard: Dashboard, run: string): Promise<number[]> => {
  const { last } = await dashboard.view({ run });
  const times: number[] = [];
  for (const at of placesIn(last)) times.push(await timed(() => dashboard.view({ run }, at, ROWS)));
  return times;
};

export const dashboardRows = async ({ scratch, baton }: Bench): Promise<Row[]> => {
  const project = emptyProject(scratch);
  const place = placeOf(project, { ...process.env, BATON_STATE: join(scratch, 'state') });
  const short = join(scratch, 'short');
  await writeRelayHistory(short, SHORT_ENTRIES);
  for (let run = 0; run < RUNS - 1; run += 1)
    cpSync(short, join(place.stateDirectory, `run-${run}`), { recursive: true });
  const run = await growingRun(place.stateDirectory, 'long', {
    ...{ first: LONG_ENTRIES, most: LONG_ENTRIES + LIVE_ENTRIES },
  });
  const dashboard = createDashboard({
    system: compose('', '0'),
    projects: [{ key: projectKey(project), place }],
    holder: { command: () => ['false'], env: {} },
  });
  const listMs = await timed(() => dashboard.lists.list({}));
  const againMs = await timed(() => dashboard.lists.list({}));
  const viewMs = await timed(() => dashboard.view({ run: 'long' }, undefined, ROWS));
  const seeks = await seeksOf(dashboard, 'long');
  await dashboard.close();
  const inBrowser = await browserRows(baton, { project, state: join(scratch, 'state'), run });
  const pages = join(baton, '..', '..', 'dist', 'pages');
  const sizeOf = (name: string): number => gzipSync(readFileSync(join(pages, name))).length;
  return [
    msRow(`dashboard: list of ${RUNS} runs, first`, listMs, LIST_MS_MAX),
    msRow('dashboard: the same list again', againMs, LIST_MS_MAX),
    msRow(`dashboard: run of ${LONG_ENTRIES} entries, first`, viewMs, LIST_MS_MAX),
    msRow(`dashboard: any entry of it, p95 of ${SEEKS}`, p95(seeks), SEEK_MS_MAX),
    bytesRow('dashboard: script, compressed', sizeOf('app.js'), SCRIPT_BYTES_MAX),
    bytesRow('dashboard: style, compressed', sizeOf('app.css'), STYLE_BYTES_MAX),
    ...inBrowser,
  ];
};
