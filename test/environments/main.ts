// `npm run environments`: every environment, as a table. `--only TEXT` plays some, `--verbose` says what was said.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ENVIRONMENTS } from './environments.ts';
import { isAsExpected, missingFor, playEnvironment } from './play.ts';

/** Package managers that come as packages themselves; without a registry their environments are left out. */
const withManagers = (folder: string): string => {
  try {
    execFileSync(
      'npm',
      ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, 'pnpm@10', 'yarn@1', 'bun@1'],
      { stdio: 'ignore' },
    );
  } catch {
    process.stdout.write('pnpm, yarn and bun could not be installed\n');
  }
  return [join(folder, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter);
};

export const main = async (args: string[]): Promise<number> => {
  const { values } = parseArgs({
    args,
    options: { only: { type: 'string' }, verbose: { type: 'boolean' } },
  });
  // Not in the folder for temporary files: a sandbox covers that.
  const folder = join(fileURLToPath(new URL('../..', import.meta.url)), 'node_modules', '.cache', 'managers');
  mkdirSync(folder, { recursive: true });
  const path = withManagers(folder);
  const counts = { played: 0, wrong: 0, skipped: 0 };
  for (const environment of ENVIRONMENTS.filter(({ name }) => name.includes(values.only ?? ''))) {
    const missing = missingFor(environment, path);
    if (missing.length > 0) {
      counts.skipped += 1;
      process.stdout.write(`skipped   ${environment.name}: no ${missing.join(', ')}\n`);
      continue;
    }
    const steps = await playEnvironment(environment, path);
    const isRight = isAsExpected(environment, steps);
    counts.played += 1;
    counts.wrong += isRight ? 0 : 1;
    const cells = steps.map(({ step, ok }) => `${step} ${ok ? 'proven' : 'refused'}`.padEnd(16)).join('');
    process.stdout.write(`${isRight ? 'right' : 'WRONG'}     ${environment.name.padEnd(44)}${cells}\n`);
    if (values.verbose || !isRight)
      for (const { step, says, fix } of steps)
        process.stdout.write(
          `            ${step}: ${says.trim().replaceAll('\n', '\n              ')} → ${fix.slice(0, 200)}\n`,
        );
  }
  process.stdout.write(`${counts.played} played, ${counts.wrong} wrong, ${counts.skipped} skipped\n`);
  return counts.wrong === 0 ? 0 : 1;
};
