// Debian's Chromium, driven as a person would; where it is not installed, the tests of pages say that they did not run.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ListDocument } from '../../src/model/dashboard/documents.ts';

const CHROMIUM = '/usr/bin/chromium';
export const hasChromium = existsSync(CHROMIUM);
if (!hasChromium)
  console.error(
    'missing: chromium (Debian: apt-get install chromium). The tests of the dashboard in a browser did not run.',
  );

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'] });

export interface Watched {
  readonly page: Page;
  /** What a page must never do: ask somebody else, run what it was not given, or break. */
  readonly faults: string[];
}

/** How somebody looks at a page. */
export interface Mode {
  readonly dark?: boolean;
  readonly phone?: boolean;
}
export const MODES: readonly Mode[] = [{}, { dark: true }, { phone: true }, { phone: true, dark: true }];

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

/** A browser of its own, signed in by an address. */
export const signedIn = async (browser: Browser, address: string, options: Mode = {}): Promise<Watched> => {
  const context = await browser.newContext({
    viewport: options.phone === true ? PHONE : DESKTOP,
    colorScheme: options.dark === true ? 'dark' : 'light',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  const page = await context.newPage();
  const faults: string[] = [];
  const { origin } = new URL(address);
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('blob:'))
      faults.push(`asked ${request.url()}`);
  });
  page.on('pageerror', (cause) => faults.push(`broke: ${cause.message}`));
  page.on('dialog', (dialog) => {
    faults.push(`said: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) faults.push(message.text());
  });
  await page.goto(address);
  await page.waitForSelector('main h1');
  return { page, faults };
};

/** To another page of the dashboard, as a link would. */
export const visit = async (page: Page, path: string, until = 'main h1'): Promise<void> => {
  // As text: it runs in the browser, whose names are not known here.
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'));`,
  );
  await page.waitForSelector(until);
};

/** What a page that is signed in is answered. As text: it runs in the browser, whose names are not known here. */
export const apiGet = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate<T>(`(async () => {
    const { token } = JSON.parse(sessionStorage.getItem('baton-session') ?? '{}');
    return (await fetch(${JSON.stringify(path)}, { headers: { authorization: 'Bearer ' + token } })).json();
  })()`);

/** The page of what waits in a run. */
export const itemOf = async (page: Page, run: string): Promise<string> => {
  const { waiting } = await apiGet<ListDocument>(page, '/api/runs');
  const found = waiting.find((one) => one.run === run);
  if (found === undefined) throw new Error(`nothing waits in ${run}`);
  return `/inbox/${run}/${encodeURIComponent(found.item)}`;
};

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

export const expectAccessible = async (page: Page, name: string): Promise<void> => {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: unknown): Promise<{ violations: Violation[] }> };
    };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    return (await axe.run({ runOnly: { type: 'tag', values: tags } })).violations;
  });
  const told = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
  expect(told, name).toEqual([]);
};
