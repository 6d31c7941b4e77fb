// The files that the reference system wrote, and what it wrote them from.
import { readFileSync } from 'node:fs';

const FOLDER = new URL('../../../../test/fixtures/agentmux-golden/', import.meta.url);

/** `path` begins with inputs/ or derived/. */
export const goldenText = (path: string): string => readFileSync(new URL(path, FOLDER), 'utf8');
