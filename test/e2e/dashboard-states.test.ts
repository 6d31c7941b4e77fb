// Every state of a page that a person may meet, light and dark, wide and narrow: no fault of accessibility, and nothing that is
// wider than the screen. The runs are histories of a release; `dashboard-views.test.ts` looks at every view of runs that it plays.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, hasChromium, MODES, openBrowser, signedIn, visit } from '../pages/browser.ts';
import { type ServedPages, servePages } from '../pages/world.ts';
import { makeScratch, runState, type Scratch } from './scratch.ts';

const HISTORIES = fileURLToPath(new URL('../histories', import.meta.url));
const HANG_MS = 300_000;
const RUNS = { council: '0.1.0--agentmux-demo.jsonl', greet: '0.1.0--h3a-demo.jsonl' };

let world: Scratch & { remove(): void };
let bare: Scratch & { remove(): void };
let served: ServedPages;
let empty: ServedPages;
let browser: Browser;

beforeAll(async () => {
  if (!hasChromium) return;
  world = makeScratch();
  for (const [run, history] of Object.entries(RUNS)) {
    mkdirSync(runState(world, run), { recursive: true });
    copyFileSync(join(HISTORIES, history), join(runState(world, run), 'journal.jsonl'));
  }
  bare = makeScratch();
  served = await servePages(world);
  empty = await servePages(bare);
  browser = await openBrowser();
}, 600_000);

afterAll(async () => {
  await browser?.close();
  await served?.stop();
  await empty?.stop();
  world?.remove();
  bare?.remove();
});

/** Pages ask and nobody answers. */
const never = async (page: Page, url: string): Promise<void> => {
  await page.route(url, () => {});
};

const sound = async (page: Page, name: string): Promise<void> => {
  await expectAccessible(page, name);
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect([name, wide <= 0]).toEqual([name, true]);
};

/** By name: brings the page into the state, in which this is to be seen. */
const STATES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  loading: async (page) => {
    await never(page, '**/api/metrics*');
    await visit(page, '/metrics', '[aria-label="Loading"]');
  },
  'a run that loads': async (page) => {
    await never(page, '**/api/runs/council/events*');
    await visit(page, '/runs/council', '[aria-label="Loading"]');
  },
  error: async (page) => {
    await visit(page, '/runs/nothing-like-this');
    await page.getByRole('heading', { name: 'RUN_UNKNOWN' }).waitFor({ timeout: HANG_MS });
  },
  'a handoff that cannot be shown': async (page) => {
    await visit(page, '/runs/greet/handoffs/999999');
    await page.getByRole('heading', { name: 'ITEM_UNKNOWN' }).waitFor({ timeout: HANG_MS });
  },
  past: async (page) => {
    await visit(page, '/runs/council?at=39');
    await page.getByText('This is the past.').waitFor();
  },
};

describe.skipIf(!hasChromium)('a page', () => {
  it.each(MODES)('has no fault of accessibility in any state: %j', async (mode) => {
    for (const [name, bring] of Object.entries(STATES)) {
      const { page, faults } = await signedIn(browser, await served.address(), mode);
      await bring(page);
      await sound(page, `${name} ${JSON.stringify(mode)}`);
      expect(faults).toEqual([]);
      await page.context().close();
    }
    const { page } = await signedIn(browser, await empty.address(), mode);
    await page.getByText('No run here yet.').waitFor();
    await sound(page, `empty ${JSON.stringify(mode)}`);
    await page.context().close();
  });

  it('says that the server is gone, in every mode', async () => {
    const pages: Page[] = [];
    for (const mode of MODES) pages.push((await signedIn(browser, await empty.address(), mode)).page);
    await empty.stop('SIGKILL');
    for (const [at, page] of pages.entries()) {
      await page
        .getByText(/Connection lost/)
        .first()
        .waitFor({ timeout: HANG_MS });
      await sound(page, `offline ${JSON.stringify(MODES[at])}`);
    }
  });
});
