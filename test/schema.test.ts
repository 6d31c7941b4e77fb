// The schemas in spec/ are emitted from those that read the files; UPDATE_GOLDEN=1 writes them again.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { publishedSchema } from '../src/authoring/yaml/workflow-file.ts';
import { bundleSchema, statementSchema } from '../src/model/attestation.ts';
import { configSchema } from '../src/model/config.ts';
import { handoffSchema } from '../src/model/handoff.ts';

it.each([
  ['baton.schema.json', 'baton.yaml', configSchema],
  ['workflow.schema.json', 'workflow.yaml', publishedSchema],
  ['handoff.schema.json', 'The canonical handoff', handoffSchema],
  ['attestation-bundle.schema.json', 'A file of attestations', bundleSchema],
  ['attestation-statement.schema.json', 'The payload of an attestation', statementSchema],
])('spec/%s says what %s may hold', (name, title, schema) => {
  const file = fileURLToPath(new URL(`../spec/${name}`, import.meta.url));
  const emitted = `${JSON.stringify({ title, ...z.toJSONSchema(schema, { io: 'input' }) }, null, 2)}\n`;
  if (process.env['UPDATE_GOLDEN']) writeFileSync(file, emitted);
  expect(readFileSync(file, 'utf8')).toBe(emitted);
});
