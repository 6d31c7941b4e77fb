// Every state of a page that a person may meet, light and dark, wide and narrow: no fault of accessibility, and nothing that is
// wider than the screen. The runs are histories of a release; what they do not have is put into what the server answers.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handoffSchema, runViewSchema } from '../../src/model/dashboard/documents.ts';
import { expectAccessible, hasChromium, openBrowser, signedIn, visit } from '../pages/browser.ts';
import { type ServedPages, servePages } from '../pages/world.ts';
import { makeScratch, runState, type Scratch } from './scratch.ts';

const HISTORIES = fileURLToPath(new URL('../histories', import.meta.url));
const HANG_MS = 300_000;
const PROBLEMS = 14;
const ASSIGNMENTS = 40;
const MODES = [{}, { dark: true }, { phone: true }, { phone: true, dark: true }];
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

type Schema<T> = { readonly parse: (value: unknown) => T };

/** What the server answers, with something more in it; the schema says that it might have answered so. */
const answering = async <T>(
  page: Page,
  url: string,
  schema: Schema<T>,
  more: (it: T) => unknown,
): Promise<void> => {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: schema.parse(more(schema.parse(await response.json()))) });
  });
};

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
  '14 problems': async (page) => {
    await answering(page, '**/api/runs/greet/handoffs/*', handoffSchema, (it) => {
      const problems = Array.from({ length: PROBLEMS }, (_, at) => ({
        ...{ code: 'FIELD_INVALID' as const, severity: 'error' as const, file: 'plan.yaml', line: at + 1 },
        message: `item ${at + 1}: expected a path of the project, got ${'"../outside/of/it" '.repeat(1 + (at % 4))}`,
        hint: `write the path as it is from the root of the project (${at + 1})`,
      }));
      const clause = {
        ...{ clause: 'plan-paths', status: 'unmet', basis: 'measured', evidence: [], problems },
        claims: [{ name: 'paths of the project', claimed: '14', measured: '0' }],
        title: 'Every path of the plan is a path of the project',
        says: 'every path of your plan is a path of the project',
      };
      return { ...it, problems, clauses: [clause, ...it.clauses] };
    });
    await visit(page, '/runs/greet');
    const rejected = page.locator('.tl tr.rej a').first();
    await rejected.click();
    await page.getByText(`item ${PROBLEMS}:`).first().waitFor();
  },
  '40 assignments': async (page) => {
    await answering(page, '**/api/runs/council?at=39*', runViewSchema, (it) => {
      const [cell] = it.works;
      const here = it.track.stations.find(({ state }) => state === 'here');
      if (cell === undefined || here === undefined) throw new Error('expected somebody at work');
      const statuses = ['accepted', 'running', 'judging', 'wanted', 'parked', 'failed'] as const;
      const works = Array.from({ length: ASSIGNMENTS }, (_, at) => ({
        ...{ ...cell, assignment: `coding.coder.part-${at}.1`, item: `part-${at}-of-the-work` },
        ...{ status: statuses[at % statuses.length] ?? 'wanted', rejections: at % 5 },
      }));
      const stations = it.track.stations.map((one) => (one === here ? { ...one, cells: works } : one));
      return { ...it, status: 'running', works, track: { ...it.track, stations } };
    });
    await visit(page, '/runs/council?at=39');
    await page
      .getByText(`part-${ASSIGNMENTS - 1}-of-the-work`)
      .first()
      .waitFor();
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
