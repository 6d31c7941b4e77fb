// The pages that the package ships, read once: nothing of a request becomes a path.
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Assets } from './dashboard-server.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export const readAssets = async (directory: string): Promise<Assets> => {
  const names = await readdir(directory).catch(() => []);
  const assets = new Map<string, { readonly type: string; readonly bytes: Uint8Array }>();
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const asset = { type, bytes: await readFile(join(directory, name)) };
    assets.set(name === 'index.html' ? '/' : `/${name}`, asset);
  }
  return assets;
};
