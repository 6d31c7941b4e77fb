// Pages of docs/reference/ by name, and what writes them.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandsReference } from './commands.ts';
import { configurationReference } from './configuration.ts';
import { errorsReference } from './errors.ts';
import { policyReference } from './policy.ts';

export const PAGES: Readonly<Record<string, () => string>> = {
  'commands.md': commandsReference,
  'configuration.md': configurationReference,
  'errors.md': errorsReference,
  'policy.md': policyReference,
};

export const pageFile = (name: string): string =>
  fileURLToPath(new URL(`../../docs/reference/${name}`, import.meta.url));

/** One line end at the end, whatever the parts ended with. */
export const pageText = (make: () => string): string => `${make().trimEnd()}\n`;

export const main = (): void => {
  for (const [name, make] of Object.entries(PAGES)) writeFileSync(pageFile(name), pageText(make));
};
