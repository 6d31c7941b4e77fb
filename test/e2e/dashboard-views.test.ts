// Every view of the dashboard on runs that were really played, light and dark, wide and narrow: no fault of accessibility, and
// nothing that is wider than the screen. `npm run pictures` keeps what was seen in docs/images.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HandoffDocument, HandoffRow, RunView } from '../../src/model/dashboard/documents.ts';
import {
  apiGet,
  expectAccessible,
  hasChromium,
  itemOf,
  MODES,
  openBrowser,
  signedIn,
  visit,
} from '../pages/browser.ts';
import { LANGUAGES_COUNT } from '../pages/many-languages.ts';
import { isTakingPictures, takePicture } from '../pages/pictures.ts';
import { type PlayedRuns, playMoreRuns, playRuns } from '../pages/played-runs.ts';
import { makePagesWorld, type PagesWorld, type ServedPages, servePages } from '../pages/world.ts';

const HANG_MS = 300_000;
/** How many problems the first plan of agentmux's scenario has at least. */
const PROBLEMS_MIN = 14;

let world: PagesWorld;
let runs: PlayedRuns;
let served: ServedPages;
let browser: Browser;

beforeAll(async () => {
  if (!hasChromium) return;
  world = makePagesWorld();
  if (isTakingPictures) await playMoreRuns(world);
  runs = await playRuns(world);
  served = await servePages(world);
  browser = await openBrowser();
}, 1_200_000);

afterAll(async () => {
  await browser?.close();
  await served?.stop();
  runs?.working.child.kill('SIGTERM');
  await runs?.working.ended;
  world?.remove();
});

/** The handoff that was rejected with the most problems. */
const rejectedIn = async (page: Page, run: string): Promise<HandoffRow> => {
  const { handoffs } = await apiGet<RunView>(page, `/api/runs/${run}`);
  const [worst] = handoffs
    .filter(({ status }) => status === 'rejected')
    .sort((a, b) => b.problems - a.problems);
  if (worst === undefined) throw new Error(`expected a rejected handoff in ${run}`);
  return worst;
};

const plannedIn = async (page: Page, run: string): Promise<string> => {
  const { handoffs } = await apiGet<RunView>(page, `/api/runs/${run}`);
  const row = handoffs.find(({ contract, status }) => contract === 'plan' && status === 'accepted');
  const { sealed } = await apiGet<HandoffDocument>(page, `/api/runs/${run}/handoffs/${row?.seq}`);
  const [file] = sealed;
  return `/runs/${run}/files/${encodeURIComponent(file?.digest ?? '')}?name=${encodeURIComponent(file?.path ?? '')}`;
};

interface View {
  readonly path: (page: Page) => string | Promise<string>;
  /** What shows that it is there. */
  readonly until: string;
  /** It is not one of the main views. */
  readonly isUnpictured?: true;
}

const VIEWS: Readonly<Record<string, View>> = {
  list: { path: () => '/', until: '.grid tbody tr' },
  run: { path: () => '/runs/loud-greeting', until: '.tl tr' },
  'run-large': { path: () => '/runs/languages', until: '.matrix a' },
  handoff: {
    path: async (page) => `/runs/count-greetings/handoffs/${(await rejectedIn(page, 'count-greetings')).seq}`,
    until: '.clauses tbody tr',
  },
  'handoff-14': {
    path: async (page) => `/runs/loud-greeting/handoffs/${(await rejectedIn(page, 'loud-greeting')).seq}`,
    until: '.clauses tbody tr',
  },
  approval: { path: (page) => itemOf(page, 'loud-greeting'), until: '.file' },
  escalation: { path: (page) => itemOf(page, 'count-greetings'), until: '.decide' },
  metrics: { path: () => '/metrics', until: '.tile' },
  artifact: { path: (page) => plannedIn(page, 'loud-greeting'), until: 'pre.page' },
  output: { path: () => '/runs/loud-greeting/log/planning.planner.1/1', until: 'pre.page' },
  ...Object.fromEntries(
    Object.entries({
      question: { path: (page: Page) => itemOf(page, 'say-hello'), until: '.decide' },
      quest: { path: () => '/runs/side-quest', until: '.tl tr' },
      tasks: { path: () => '/runs/tasks', until: '.tl tr' },
      past: { path: () => '/runs/loud-greeting?at=39', until: '.tl tr' },
      none: { path: () => '/runs?state=cancelled', until: '.empty' },
    }).map(([name, view]) => [name, { ...view, isUnpictured: true as const }]),
  ),
};

describe.skipIf(!hasChromium)('a view', () => {
  it('shows a handoff with 14 problems, and forty assignments of one phase', async () => {
    const { page, faults } = await signedIn(browser, await served.address());
    const { seq, problems } = await rejectedIn(page, 'loud-greeting');
    expect(problems).toBeGreaterThanOrEqual(PROBLEMS_MIN);
    await visit(page, `/runs/loud-greeting/handoffs/${seq}`, '.clauses tbody tr');
    expect(await page.locator('.clauses.form tbody tr').count()).toBe(problems);
    // Beside them stands the file as it was handed in, with a mark at each line that is wrong.
    await page.locator('.diff tr.del').first().waitFor();
    expect(await page.locator('.diff tr.del').first().innerText()).toContain('version: 1');
    await visit(page, '/runs/languages', '.matrix a');
    await page
      .locator('.matrix a')
      .nth(LANGUAGES_COUNT - 1)
      .waitFor({ timeout: HANG_MS });
    expect(await page.locator('.track rect.cell').count()).toBe(LANGUAGES_COUNT);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it.each(MODES)('has no fault of accessibility: %j', async (mode) => {
    const { page, faults } = await signedIn(browser, await served.address(), mode);
    for (const [name, { path, until, isUnpictured }] of Object.entries(VIEWS)) {
      if (isTakingPictures && isUnpictured === true) continue;
      await visit(page, await path(page), until);
      await page.evaluate('scrollTo(0, 0)');
      await page.waitForTimeout(300);
      // Whoever takes pictures wants them soon; faults are looked for without.
      if (isTakingPictures) await takePicture(page, name, mode);
      else await expectAccessible(page, `${name} ${JSON.stringify(mode)}`);
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect([name, wide <= 0]).toEqual([name, true]);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
