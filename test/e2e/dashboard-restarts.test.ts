// The server is killed and started again while entries come in: the page shows what a fresh load shows, and an answer that was
// on its way is applied once or not at all, and the page says which.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser, signedIn, visit } from '../pages/browser.ts';
import { type GrowingRun, growingRun } from '../pages/growing-run.ts';
import { type ServedPages, servePages } from '../pages/world.ts';
import { baton, makeScratch, projectState, readJournal, runState, type Scratch } from './scratch.ts';
import { makeSmallRelay } from './small-relay.ts';
import { ASKING } from './waiting-run.ts';

const ROUNDS = Number(process.env['BATON_RESTARTS'] ?? 10);
const HANG_MS = 300_000;
const ENTRY_MS = 50;
/** When the server is killed after an answer was sent. */
const KILLED_AFTER_MS = [0, 25];

let world: Scratch & { remove(): void };
let run: GrowingRun;
let served: ServedPages;
let browser: Browser;

beforeAll(async () => {
  if (!hasChromium) return;
  world = makeScratch();
  const spec = makeSmallRelay(world, ASKING);
  for (const [at] of KILLED_AFTER_MS.entries()) {
    const asked = await baton(world, ['run', 'One file', '--name', `ask-${at}`, '--agent', spec, '--json']);
    if (asked.exit !== 4) throw new Error(asked.stdout + asked.stderr);
  }
  run = await growingRun(projectState(world), 'live', { first: 100, most: 100 + ROUNDS * 40 });
  served = await servePages(world);
  browser = await openBrowser();
}, 1_200_000);

afterAll(async () => {
  await browser?.close();
  await served?.stop();
  world?.remove();
});

const shownIn = async (page: Page): Promise<string> => {
  await page.getByText(`${run.entries} of ${run.entries}`).waitFor({ timeout: HANG_MS });
  return page.evaluate<string>(
    `['.tl', '.travel .num'].map((part) => document.querySelector(part).innerText).join('\\n')`,
  );
};

const restart = async (afterMs = 0): Promise<void> => {
  const { port } = new URL(served.url);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  await served.stop('SIGKILL');
  served = await servePages(world, ['--port', port]);
};

describe.skipIf(!hasChromium)('a server that is killed', () => {
  it(`shows after each of ${ROUNDS} restarts what a fresh load shows`, async () => {
    const watched = await signedIn(browser, await served.address('/runs/live'));
    const fresh = await watched.page.context().newPage();
    await fresh.goto(`${served.url}/runs/live`);
    for (let round = 0; round < ROUNDS; round += 1) {
      const growing = setInterval(run.grow, ENTRY_MS);
      await restart();
      clearInterval(growing);
      await fresh.reload();
      expect([round, await shownIn(watched.page)]).toEqual([round, await shownIn(fresh)]);
    }
    expect(run.entries).toBeGreaterThan(100 + ROUNDS);
    expect(watched.faults).toEqual([]);
    await watched.page.context().close();
  });

  it.each(KILLED_AFTER_MS.map((ms, at) => ({ ms, name: `ask-${at}` })))(
    'took an answer once or not at all, and the page says which: killed after $ms ms',
    async ({ ms, name }) => {
      const { page } = await signedIn(browser, await served.address('/'));
      const answers = () => readJournal(runState(world, name)).filter(({ input }) => input.kind === 'answer');
      await visit(page, `/inbox/${name}/planning.planner.1.ask1`);
      await page.getByRole('textbox', { name: 'Your words' }).fill('One.');
      const send = page.getByRole('button', { name: /Send|Answer/ }).first();
      await send.click();
      await restart(ms);
      const said = page.getByText(/Your answer is entry|answered this|Not sent: not taken/).first();
      const words = await said.textContent({ timeout: HANG_MS });
      expect([words, answers().length]).toEqual([words, words?.includes('not taken') ? 0 : 1]);
      if (words?.includes('not taken')) {
        await send.click();
        await page.getByText(/Your answer is entry/).waitFor({ timeout: HANG_MS });
      }
      expect(answers()).toHaveLength(1);
      await page.context().close();
    },
  );
});
