// The real server on real runs of all workflows, in a real browser: what a person does there, and what it comes to.
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  apiGet,
  expectAccessible,
  hasChromium,
  itemOf,
  openBrowser,
  signedIn,
  visit,
  type Watched,
} from '../pages/browser.ts';
import { makePagesWorld, type PagesWorld, type ServedPages, servePages } from '../pages/world.ts';
import { baton, readJournal, runState } from './scratch.ts';

const HANG_MS = 300_000;

let world: PagesWorld;
let served: ServedPages;
let browser: Browser;

beforeAll(async () => {
  if (!hasChromium) return;
  world = makePagesWorld();
  await world.play('say-hello', 'relay', 0, 'Say hello to people.');
  await world.play('loud-greeting', 'agentmux', 1);
  await world.play('greet-and-count', 'h3a', 1, 'Greet people by name, say goodbye to them, and count both.');
  await world.play('relay-ready', 'relay', 1);
  await world.play('side-quest', 'quest', 1);
  await world.play('tasks', 'collective', 99, 'Do the tasks.');
  served = await servePages(world);
  browser = await openBrowser();
}, 1_200_000);

afterAll(async () => {
  await browser?.close();
  await served?.stop();
  world?.remove();
});

const answersIn = (run: string) =>
  readJournal(runState(world, run)).flatMap(({ input, by }) =>
    input.kind === 'answer' ? [{ input, by }] : [],
  );

describe.skipIf(!hasChromium)('the dashboard', () => {
  const opened = async (options: Parameters<typeof signedIn>[2] = {}): Promise<Watched> =>
    signedIn(browser, await served.address(), options);
  const done = async ({ page, faults }: Watched): Promise<void> => {
    expect(faults).toEqual([]);
    await page.context().close();
  };

  it('asks for changes in words, and shows where the run goes', async () => {
    const watched = await opened();
    const { page } = watched;
    await visit(page, await itemOf(page, 'greet-and-count'));
    const reject = page.getByRole('button', { name: /Ask for changes/ });
    await reject.waitFor();
    expect(await reject.isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Your words' }).fill('Say who is greeted.');
    await reject.click();
    await page.getByText('Your answer is entry').waitFor({ timeout: HANG_MS });
    expect(answersIn('greet-and-count').at(-1)?.input).toMatchObject({
      choice: 'reject',
      text: 'Say who is greeted.',
    });
    await done(watched);
  });

  it('is refused because the bytes changed, looks again, and approves with a file left out', async () => {
    const watched = await opened();
    const { page } = watched;
    await visit(page, await itemOf(page, 'loud-greeting'));
    await page.getByRole('button', { name: /Approve these bytes/ }).waitFor();
    expect(await page.getByRole('button', { name: /Since then/ }).getAttribute('aria-pressed')).toBe('true');
    // Somebody saw other bytes: the server is asked with their digest.
    await page.route('**/api/inbox/**', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const body = route
        .request()
        .postData()
        ?.replace(/git-tree:[0-9a-f]{40}/, `git-tree:${'0'.repeat(40)}`);
      return route.continue({ ...(body === undefined ? {} : { postData: body }) });
    });
    await page.getByRole('button', { name: /Approve these bytes/ }).click();
    await page.getByText('Not sent: there are other bytes now.').waitFor();
    await expectAccessible(page, 'bytes changed');
    await page.unroute('**/api/inbox/**');
    await page.getByRole('button', { name: 'See what changed' }).click();
    const box = page.getByRole('checkbox').first();
    await box.uncheck();
    await page.getByRole('button', { name: /Approve without 1 file/ }).click();
    await page.getByText('Your answer is entry').waitFor({ timeout: HANG_MS });
    const last = answersIn('loud-greeting').at(-1);
    expect(last?.input.args['exclude']).toHaveLength(1);
    await done(watched);
  });

  it('lets one of two browsers win, and tells the other by whom and when', async () => {
    const [one, two] = [await opened(), await opened()];
    const path = await itemOf(one.page, 'relay-ready');
    for (const { page } of [one, two]) {
      await visit(page, path);
      await page.getByRole('button', { name: /Approve these bytes/ }).waitFor();
    }
    await Promise.all(
      [one, two].map(({ page }) => page.getByRole('button', { name: /Approve these bytes/ }).click()),
    );
    const words = await Promise.all(
      [one, two].map(({ page }) =>
        page
          .getByText(/Your answer is entry|answered this .* ago: approve/)
          .first()
          .textContent({ timeout: HANG_MS }),
      ),
    );
    expect(words.filter((text) => text?.includes('Your answer is entry'))).toHaveLength(1);
    expect(words.filter((text) => text?.includes('answered this'))).toHaveLength(1);
    expect(answersIn('relay-ready').filter(({ input }) => input.choice === 'approve')).toHaveLength(1);
    await done(one);
    await done(two);
  });

  it('answers a question in place, and watches a handoff rejected and then accepted live', async () => {
    const watched = await opened();
    const { page } = watched;
    const field = page.getByRole('textbox', { name: 'Your answer to say-hello' });
    await field.fill('Hello');
    await field.press('Enter');
    await visit(page, '/runs/say-hello');
    const rejected = page.locator('.tl tr.rej', { hasText: 'code' });
    await rejected.first().waitFor({ timeout: HANG_MS });
    const link = rejected.first().getByRole('link');
    expect(await link.textContent()).toContain('Rejected:');
    await page
      .locator('.tl tr', { hasText: 'coder' })
      .filter({ hasText: 'done' })
      .first()
      .waitFor({ timeout: HANG_MS });
    await link.click();
    await page.getByText(/clauses? (is|are) not met/).waitFor();
    expect(await page.locator('.clauses tr.bad').count()).toBeGreaterThan(0);
    await page.goBack();
    await page.getByRole('link', { name: 'Review and answer' }).waitFor({ timeout: HANG_MS });
    await done(watched);
  });

  it('travels in time, where answers are off', async () => {
    const watched = await opened();
    const { page } = watched;
    await visit(page, '/runs/tasks');
    await page.getByLabel('Time travel').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('This is the past.').waitFor();
    const { last } = await apiGet<{ last: number }>(page, '/api/runs/tasks');
    expect(await page.getByText(`Entry ${last - 1} of ${last}.`).count()).toBe(1);
    await page.keyboard.press('Home');
    await page.getByText(`Entry 1 of ${last}.`).waitFor();
    expect(await page.getByRole('link', { name: 'Review and answer' }).count()).toBe(0);
    await page.waitForURL((url) => url.searchParams.get('at') === '1');
    await page.keyboard.press('End');
    await page.getByText('This is the past.').waitFor({ state: 'detached' });
    await done(watched);
  });

  it('comes back to now also in the moment in which the address follows', async () => {
    const watched = await opened();
    const { page } = watched;
    await visit(page, '/runs/tasks');
    await page.getByLabel('Time travel').waitFor();
    await page.evaluate(`{
      const replace = history.replaceState;
      history.replaceState = (...given) => {
        history.replaceState = replace;
        replace.apply(history, given);
        dispatchEvent(new KeyboardEvent('keydown', { key: 'End' }));
        document.documentElement.dataset.pressed = 'End';
      };
    }`);
    await page.keyboard.press('Home');
    await page.waitForSelector('html[data-pressed]');
    await page.waitForURL((url) => url.searchParams.get('at') === null);
    await page.getByText('This is the past.').waitFor({ state: 'detached' });
    await done(watched);
  });

  it('exports the figures, and finds things by keys', async () => {
    const watched = await opened();
    const { page } = watched;
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Find anything' }).fill('metr');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Metrics' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const text = readFileSync((await download.path()) ?? '', 'utf8');
    expect(text.split('\r\n')[0]).toContain('accept_rate');
    expect(text).toContain('contract,h3a,H2');
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
    await page.keyboard.press('j');
    await done(watched);
  });

  it('says that it is offline, and that it is back', async () => {
    const { port } = new URL(served.url);
    const { page } = await opened();
    await visit(page, '/runs/tasks');
    await served.stop('SIGKILL');
    const lost = page.getByText(/Connection lost/).first();
    await lost.waitFor({ timeout: HANG_MS });
    await expectAccessible(page, 'offline');
    served = await servePages(world, ['--port', port]);
    await lost.waitFor({ state: 'detached', timeout: HANG_MS });
    await page.context().close();
  });

  it('prints the address of what waits, which opens it', async () => {
    const { stdout } = await baton(world, ['inbox', '--json']);
    const { waiting } = JSON.parse(stdout) as { waiting: { address?: string; run: string }[] };
    const quest = waiting.find(({ run }) => run === 'side-quest');
    const watched = await signedIn(browser, quest?.address ?? '');
    expect(watched.page.url()).not.toContain('code=');
    await watched.page.getByText('Your answer').first().waitFor();
    await done(watched);
  });
});
