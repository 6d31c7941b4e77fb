// Figures about src/ without its tests, so that a change is seen to make it better or worse: sizes, the largest folders,
// assertions that the compiler was told to believe. Counted by reading text; a string that looks like code may count.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS_SHOWN = 3;

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.ts$/.test(path) && !/\.(test|test-d|contract|fixture)\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, 'src', path), 'utf8') }));

/** Without comments, strings and the names of imports. */
const codeOf = (text) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '')
    .replace(/(['"])(?:\\.|(?!\1).)*\1/g, "''")
    .replace(/^(import|export)\s[^;]*?from ''/gm, '');

const countIn = (pattern) =>
  sources.reduce((sum, { text }) => sum + (codeOf(text).match(pattern)?.length ?? 0), 0);

const lines = sources.map(({ text }) => text.split('\n').length - 1).sort((a, b) => a - b);
const at = (part) => lines[Math.min(lines.length - 1, Math.floor(lines.length * part))];

const folders = new Map();
for (const { path } of sources) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
const largest = [...folders].sort(([, a], [, b]) => b - a).slice(0, FOLDERS_SHOWN);

console.log(
  [
    `files      ${sources.length}, lines median ${at(0.5)}, p90 ${at(0.9)}, max ${lines.at(-1)}`,
    `folders    ${folders.size}, largest ${largest.map(([path, count]) => `${path}/ ${count}`).join(', ')}`,
    `asserted   ${countIn(/[\w\])]!(?=[.;,)\]}[\s(])(?!=)/g)} × !, ${countIn(/\sas\s+(?!const\b)[A-Za-z({[]/g)} × as`,
  ].join('\n'),
);
