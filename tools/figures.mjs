// Figures about src/ without its tests, so that a change is seen to make it better or worse: sizes, the largest folders,
// assertions that the compiler was told to believe, lines that stand twice. They are counted in the syntax tree, where a text is no code.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { repeatedLines } from './repeated-lines.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS_SHOWN = 3;
const REPEATED_MAX = 9;

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.ts$/.test(path) && !/\.(test|test-d|contract|fixture)\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, 'src', path), 'utf8') }));

/** Every node of a syntax tree. */
function* nodesIn(part) {
  if (typeof part !== 'object' || part === null) return;
  if (typeof part.type === 'string') yield part;
  for (const inner of Object.values(part)) yield* nodesIn(inner);
}

/** `as const` asserts nothing: the compiler checks it. */
const isConst = ({ typeAnnotation: { typeName } }) => typeName?.name === 'const';

const asserted = { nonNull: 0, as: 0 };
for (const { path, text } of sources)
  for (const node of nodesIn(parseSync(path, text).program)) {
    if (node.type === 'TSNonNullExpression') asserted.nonNull += 1;
    if (node.type === 'TSAsExpression' && !isConst(node)) asserted.as += 1;
  }

const lines = sources.map(({ text }) => text.split('\n').length - 1).sort((a, b) => a - b);
const at = (part) => lines[Math.min(lines.length - 1, Math.floor(lines.length * part))];

const folders = new Map();
for (const { path } of sources) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
const largest = [...folders].sort(([, a], [, b]) => b - a).slice(0, FOLDERS_SHOWN);

const repeated = repeatedLines(sources);

console.log(
  [
    `files      ${sources.length}, lines median ${at(0.5)}, p90 ${at(0.9)}, max ${lines.at(-1)}`,
    `folders    ${folders.size}, largest ${largest.map(([path, count]) => `${path}/ ${count}`).join(', ')}`,
    `asserted   ${asserted.nonNull} × !, ${asserted.as} × as`,
    `repeated   ${repeated.length} pairs of files share six or more lines (at most ${REPEATED_MAX})`,
    ...repeated.map((place) => `           ${place}`),
  ].join('\n'),
);

if (repeated.length > REPEATED_MAX) process.exitCode = 1;
