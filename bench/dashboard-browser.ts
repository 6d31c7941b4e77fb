// The dashboard in a real browser: how soon a page is there, how long a seek takes, and what a minute of live updates costs.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import type { GrowingRun } from '../test/pages/growing-run.ts';
import { p95, type Row } from './measure.ts';

const CHROMIUM = '/usr/bin/chromium';
const PAINT_MS_MAX = 1_000;
const SEEK_MS_MAX = 16;
const ENTRY_MS_MAX = 4;
const SEEKS = 60;
const LIVE_SECONDS = Number(process.env['BATON_BENCH_LIVE_SECONDS'] ?? 60);
const ENTRIES_PER_SECOND = 20;
const MEGABYTE = 1_048_576;
const HANG_MS = 120_000;

interface Served {
  readonly address: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const serve = async (baton: string, project: string, state: string): Promise<Served> => {
  const env = { ...process.env, BATON_STATE: state };
  const child = spawn(process.execPath, [baton, 'serve', '--project', project], { env });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    const address = /(http:\/\/\S+#code=\S+)/.exec(printed)?.[1];
    if (address === undefined) continue;
    child.stdout.resume();
    const stop = (): Promise<void> => {
      child.kill('SIGTERM');
      return ended;
    };
    return { address, pid: child.pid ?? 0, stop };
  }
  throw new Error(`baton serve ended: ${printed}`);
};

/** From the start of a navigation until this is on the page, on the browser's own clock. */
const paintMs = async (page: Page, selector: string): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve, reject) => {
    const look = () => {
      if (document.querySelector(${JSON.stringify(selector)}) !== null)
        requestAnimationFrame(() => resolve(performance.now()));
      else if (performance.now() > ${HANG_MS}) reject(new Error('expected ${selector} on the page, got none'));
      else requestAnimationFrame(look);
    };
    look();
  })`);

/** From the word that asks for an entry until the page shows it. */
const seekTimes = (page: Page, last: number): Promise<number[]> =>
  page.evaluate<number[]>(`(async () => {
    const bar = document.querySelector('.travel input');
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
    const times = [];
    for (let step = 0; step < ${SEEKS}; step += 1) {
      const at = 1 + ((step * 7919) % ${last - 1});
      const words = 'Entry ' + at + ' of ';
      const since = performance.now();
      await new Promise((resolve) => {
        const seen = new MutationObserver(() => {
          if (!bar.getAttribute('aria-valuetext').startsWith(words)) return;
          seen.disconnect();
          resolve();
        });
        seen.observe(bar, { attributes: true });
        set.call(bar, String(at));
        bar.dispatchEvent(new Event('input', { bubbles: true }));
      });
      times.push(performance.now() - since);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return times;
  })()`);

const metricsOf = async (session: CDPSession): Promise<ReadonlyMap<string, number>> => {
  const { metrics } = await session.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
};

/** What the page's own thread has worked so far, in milliseconds of the processor: a busy machine does not change that. */
const worked = async (session: CDPSession): Promise<number> =>
  ((await metricsOf(session)).get('TaskDuration') ?? 0) * 1_000;

const clockTicks = 100;

/** What the server has worked so far; Linux says so. */
const serverWorked = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / clockTicks;
};

const heapBytes = async (session: CDPSession): Promise<number> => {
  await session.send('HeapProfiler.collectGarbage');
  return (await metricsOf(session)).get('JSHeapUsedSize') ?? 0;
};

interface Lived {
  readonly entryMs: number;
  readonly heapBefore: number;
  readonly heapAfter: number;
  readonly shown: boolean;
}

/** Entries come in; each second says what one of them cost the page. */
const live = async (page: Page, session: CDPSession, run: GrowingRun): Promise<Lived> => {
  const heapBefore = await heapBytes(session);
  const costs: number[] = [];
  for (let second = 0; second < LIVE_SECONDS; second += 1) {
    const before = await worked(session);
    for (let entry = 0; entry < ENTRIES_PER_SECOND; entry += 1) {
      run.grow();
      await sleep(1_000 / ENTRIES_PER_SECOND);
    }
    costs.push(((await worked(session)) - before) / ENTRIES_PER_SECOND);
  }
  const all = page.getByText(`${run.entries} of ${run.entries}`).waitFor({ timeout: HANG_MS });
  const shown = await all.then(
    () => true,
    () => false,
  );
  return { entryMs: p95(costs), heapBefore, heapAfter: await heapBytes(session), shown };
};

const printed = (what: string, figure: string, target: string, met?: boolean): Row => ({
  ...{ what: `dashboard in a browser: ${what}`, figure, floor: '', target, met },
});
const ms = (what: string, value: number, max: number): Row =>
  printed(what, `${value.toFixed(1)} ms`, `≤ ${max} ms on two idle cores, printed`);

/** `run` is called long and grows; `project` has 200 runs beside it. */
export const browserRows = async (
  baton: string,
  { project, state, run }: { readonly project: string; readonly state: string; readonly run: GrowingRun },
): Promise<Row[]> => {
  if (!existsSync(CHROMIUM))
    return [printed('not measured', 'no chromium', 'Debian: apt-get install chromium')];
  const served = await serve(baton, project, state);
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(served.address);
    const list = await paintMs(page, '.grid tbody tr');
    await page.goto(`${new URL(served.address).origin}/runs/long`);
    const first = await paintMs(page, '.tl tr');
    const before = { page: await worked(session), server: serverWorked(served.pid) };
    const seeks = await seekTimes(page, run.entries);
    const seekWork = {
      page: ((await worked(session)) - before.page) / SEEKS,
      server: (serverWorked(served.pid) - before.server) / SEEKS,
    };
    await page.keyboard.press('End');
    const { entryMs, heapBefore, heapAfter, shown } = await live(page, session, run);
    const heap = `${(heapBefore / MEGABYTE).toFixed(1)} → ${(heapAfter / MEGABYTE).toFixed(1)} MB`;
    return [
      ms('the list is there', list, PAINT_MS_MAX),
      ms('a run is there', first, PAINT_MS_MAX),
      ms(`a seek, p95 of ${SEEKS}`, p95(seeks), SEEK_MS_MAX),
      printed(
        'a seek in processor time, mean',
        `page ${seekWork.page.toFixed(1)} + server ${seekWork.server.toFixed(1)} ms`,
        `≤ ${SEEK_MS_MAX} ms together`,
        seekWork.page + seekWork.server <= SEEK_MS_MAX,
      ),
      printed(
        'an entry applied in processor time, p95 of the seconds',
        `${entryMs.toFixed(1)} ms`,
        `≤ ${ENTRY_MS_MAX} ms`,
        entryMs <= ENTRY_MS_MAX,
      ),
      printed(`memory over ${LIVE_SECONDS} s of ${ENTRIES_PER_SECOND} entries/s`, heap, 'flat, printed'),
      printed('the last entry is shown', shown ? 'yes' : 'no', 'none dropped', shown),
    ];
  } finally {
    await browser.close();
    await served.stop();
  }
};
