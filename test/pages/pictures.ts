// Pictures of the dashboard for the documentation, in WebP: text stays sharp in half of what a JPEG takes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { Mode } from './browser.ts';

const FOLDER = fileURLToPath(new URL('../../docs/images', import.meta.url));
const QUALITY = 0.4;

/** `UPDATE_PICTURES` is 1, or a folder in which the same pictures are wanted as PNG. */
const wanted = process.env['UPDATE_PICTURES'] ?? '';
export const isTakingPictures = wanted !== '';

/** Playwright writes no WebP; the browser that made the picture does. */
const webp = async (page: Page, png: Buffer): Promise<Buffer> => {
  const blank = await page.context().newPage();
  const encoded = await blank.evaluate<string>(`(async () => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(png.toString('base64'))}), (one) => one.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d').drawImage(bitmap, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: ${QUALITY} });
    return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (one) => String.fromCharCode(one)).join(''));
  })()`);
  await blank.close();
  return Buffer.from(encoded, 'base64');
};

export const takePicture = async (page: Page, view: string, { phone, dark }: Mode): Promise<void> => {
  const name = `dashboard-${view}-${phone === true ? 'phone' : 'desktop'}-${dark === true ? 'dark' : 'light'}`;
  const png = await page.screenshot({ type: 'png' });
  if (wanted === '1') {
    writeFileSync(join(FOLDER, `${name}.webp`), await webp(page, png));
    return;
  }
  mkdirSync(wanted, { recursive: true });
  writeFileSync(join(wanted, `${name}.png`), png);
};
