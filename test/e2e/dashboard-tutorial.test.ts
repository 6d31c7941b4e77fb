// The steps of the tutorial's chapter about the dashboard, done in a browser as the page says them.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasChromium, openBrowser, signedIn } from '../pages/browser.ts';
import { servePages } from '../pages/world.ts';
import { baton, makeRepository, scratch, writeFiles } from './scratch.ts';

const PAGE = readFileSync(fileURLToPath(new URL('../../docs/tutorial.md', import.meta.url)), 'utf8');
const HANG_MS = 120_000;

/** A file that the tutorial has its reader write. */
const fileOf = (path: string): string => {
  const [, text = ''] = PAGE.split(`$ cat > ${path} <<'END'\n`);
  const [lines = ''] = text.split('\n> END\n');
  expect([path, lines]).not.toEqual([path, '']);
  return `${lines.replaceAll(/^> ?/gm, '')}\n`;
};

const steps = (/^## 8\.[\s\S]*?(?=^## )/m.exec(PAGE)?.[0] ?? '')
  .split('\n')
  .filter((line) => /^\d+\. /.test(line));

const WHAT = /[Pp]ress the key `(?<key>\w+)`|[Pp]ress \*\*(?<press>[^*]+)\*\*|\*\*(?<see>[^*]+)\*\*/g;

/** In the order of the words: keys, buttons and links are pressed, everything else in bold is seen. */
const perform = async (page: Page, step: string): Promise<void> => {
  for (const { groups = {} } of step.matchAll(WHAT)) {
    const { key, press, see } = groups;
    if (key !== undefined) await page.keyboard.press(key);
    else if (press !== undefined) {
      const control = page.getByRole('button', { name: press }).or(page.getByRole('link', { name: press }));
      await control.locator('visible=true').first().click({ timeout: HANG_MS });
    } else
      await page
        .getByText(see ?? '')
        .locator('visible=true')
        .first()
        .waitFor({ timeout: HANG_MS });
  }
};

describe.skipIf(!hasChromium)('the tutorial in the browser', () => {
  it('is done step by step', async () => {
    const world = scratch();
    const files = ['package.json', 'src/price.js', 'test/price.test.js'];
    makeRepository(world.project, {
      ...Object.fromEntries(files.map((path) => [path, fileOf(path)])),
      'baton.yaml': 'commands:\n  test: npm test\n',
    });
    writeFiles(world.root, { 'scenario.yaml': fileOf('../scenario.yaml') });
    const words = ['run', 'Add a discount', '--name', 'discount', '--agent', 'scripted:../scenario.yaml'];
    const asked = await baton(world, [...words, '--json']);
    expect(asked.exit, asked.stdout + asked.stderr).toBe(4);
    const served = await servePages(world);
    const browser = await openBrowser();
    onTestFinished(async () => {
      await browser.close();
      await served.stop();
    });
    const { page, faults } = await signedIn(browser, await served.address());
    expect(steps).toHaveLength(6);
    for (const step of steps) await perform(page, step);
    await page.getByText('This is the past.').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    const { stdout } = await baton(world, ['status', 'discount', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'complete' });
  });
});
