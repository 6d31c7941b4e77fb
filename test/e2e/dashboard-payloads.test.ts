// Whatever agents write, a page shows it as text: nothing runs, nobody else is asked, and what cannot be seen is shown.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser, signedIn, visit } from '../pages/browser.ts';
import { PAYLOADS } from '../pages/payloads.ts';
import { type ServedPages, servePages } from '../pages/world.ts';
import { baton, makeScratch, type Scratch } from './scratch.ts';
import { makeSmallRelay } from './small-relay.ts';

/** In YAML as JSON writes it: every character as it is. */
const text = (value: string): string =>
  JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\ufeff', '\\ufeff');

const names = PAYLOADS.map((payload) => payload.replaceAll(/[/\0\n\r]/g, '_').slice(0, 60));
const everything = PAYLOADS.join('\n');

const scenario = `roles:
  planner:
    - - print: ${text(everything)}
      - submit: { tool: ask, args: { question: ${text(everything)} } }
      - write:
          plan.yaml: ${text(`version: 1\nsummary: ${JSON.stringify(PAYLOADS[1])}\nitems:\n  - { key: one, title: ${JSON.stringify(PAYLOADS[2])}, task: ${JSON.stringify(everything.slice(0, 5_000))} }\n`)}
      - submit: submit_plan
  coder:
    - - write:
${names.map((name, at) => `          ${text(`project:shown/${at}-${name}`)}: ${text(`${PAYLOADS[at]}\n`)}`).join('\n')}
          "project:checks/one.sh": "test -d shown\\n"
      - print: ${text(everything)}
      - submit: { tool: submit_done, args: { summary: ${text(everything.slice(0, 1_900))} } }
  reviewer:
    - - write:
          review.yaml: ${text(`verdict: pass\nsummary: ${JSON.stringify(everything.slice(0, 1_900))}\n`)}
      - submit: submit_review
`;

let world: Scratch & { remove(): void };
let served: ServedPages;
let browser: Browser;

beforeAll(async () => {
  if (!hasChromium) return;
  world = makeScratch();
  const spec = makeSmallRelay(world, scenario);
  const words = ['run', everything.slice(0, 4_000), '--name', 'r', '--agent', spec, '--json'];
  const asked = await baton(world, words);
  if (asked.exit !== 4) throw new Error(asked.stdout + asked.stderr);
  served = await servePages(world);
  browser = await openBrowser();
}, 600_000);

afterAll(async () => {
  await browser?.close();
  await served?.stop();
  world?.remove();
});

describe.skipIf(!hasChromium)('what agents write', () => {
  it(`${PAYLOADS.length} texts in every field stay text`, async () => {
    const { page, faults } = await signedIn(browser, await served.address());
    const harmless = async (path: string, least: number): Promise<void> => {
      await visit(page, path);
      await page.waitForTimeout(800);
      const found = await page.evaluate<{ ran: boolean; foreign: number; shown: number; wide: number }>(`({
        ran: '__xss' in window,
        foreign: document.querySelectorAll('script:not([src="/app.js"]), img, iframe, object, embed, base, form[action], link:not([href="/app.css"]):not([href="/icon.svg"]), #root style').length,
        shown: (document.getElementById('root').textContent.match(/⟨U\\+/g) ?? []).length,
        wide: document.documentElement.scrollWidth - innerWidth,
      })`);
      expect([path, found.ran, found.foreign, found.wide <= 0]).toEqual([path, false, 0, true]);
      expect([path, found.shown >= least]).toEqual([path, true]);
    };
    await harmless('/', 0);
    await harmless('/runs/r', 0);
    await harmless('/inbox/r/planning.planner.1.ask1', 10);
    await harmless('/runs/r/log/planning.planner.1/1', 10);
    await harmless('/metrics', 0);
    const answered = await baton(world, [
      'answer',
      'planning.planner.1.ask1',
      '--text',
      PAYLOADS[0] ?? '',
      '--json',
    ]);
    expect(answered.exit, answered.stdout + answered.stderr).toBe(0);
    const resumed = await baton(world, ['resume', 'r', '--json']);
    expect(resumed.exit, resumed.stdout + resumed.stderr).toBe(4);
    await harmless('/inbox/r/approving.human.1', 10);
    expect(await page.getByText('hidden character').count()).toBeGreaterThan(0);
    await harmless('/runs/r', 0);
    const rows = await page
      .locator('.tl .c-d a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    for (const row of rows) await harmless(row, 0);
    expect(rows.length).toBeGreaterThan(3);
    expect(faults).toEqual([]);
  });
});
