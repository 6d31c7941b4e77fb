// spec/baton.schema.json is emitted from the schema that reads baton.yaml; UPDATE_GOLDEN=1 writes it again.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { configSchema } from '../src/model/config.ts';

const FILE = fileURLToPath(new URL('../spec/baton.schema.json', import.meta.url));

it('spec/baton.schema.json says what baton.yaml may hold', () => {
  const emitted = `${JSON.stringify({ title: 'baton.yaml', ...z.toJSONSchema(configSchema, { io: 'input' }) }, null, 2)}\n`;
  if (process.env['UPDATE_GOLDEN']) writeFileSync(FILE, emitted);
  expect(readFileSync(FILE, 'utf8')).toBe(emitted);
});
