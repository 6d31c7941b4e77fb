// One command for everything that can be said about the code without running it: types, lint and format, dead exports,
// figures. The architecture and the size budgets are tests of their own.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const node = (file, ...args) => [process.execPath, [file, ...args]];
const steps = [
  ['types', ...node('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json')],
  ['types of the pages', ...node('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'pages/tsconfig.json')],
  ['lint and format', ...node('node_modules/@biomejs/biome/bin/biome', 'check', '.')],
  ['dead exports', ...node('node_modules/knip/bin/knip.js')],
  [
    'architecture, words and reference',
    ...node(
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'unit',
      'test/architecture.test.ts',
      'test/tidy.test.ts',
      'test/reference.test.ts',
    ),
  ],
  ['figures', ...node('tools/figures.mjs')],
];
let failed = 0;
for (const [name, command, args] of steps) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  if (status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
