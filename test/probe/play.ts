// Plays one change in a real repository with a real runner, and says what was found.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { toConfig } from '../../src/model/config.ts';
import type { ProbeEvidence } from '../../src/model/evidence.ts';
import { PROBE_HUNKS, PROBE_MINUTES } from '../../src/model/limits/limits.ts';
import { treeDigest } from '../../src/model/run/sealed.ts';
import { observeTests } from '../../src/runners/tests/observe-tests.ts';
import type { ProbeCase } from './cases.ts';
import type { ShopLanguage } from './shop.ts';

const gitIn = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'init.defaultBranch=main', ...args], { cwd, encoding: 'utf8' });

const PROGRAMS: Readonly<Record<ShopLanguage['name'], readonly [string, ...string[]]>> = {
  javascript: ['node', '--version'],
  python: ['/usr/bin/python3', '-m', 'pytest', '--version'],
  go: ['go', 'version'],
  rust: ['/usr/bin/cargo', '--version'],
};

export const isInstalled = ({ name }: ShopLanguage): boolean => {
  const [program, ...args] = PROGRAMS[name];
  return spawnSync(program, args).status === 0;
};

export interface Bounds {
  readonly hunksMax?: number;
  readonly timeMsMax?: number;
}

/** Debian's cargo needs no home; that of rustup does. */
const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: (process.env['PATH'] ?? '')
    .split(':')
    .filter((folder) => !folder.endsWith('/.cargo/bin'))
    .join(':'),
});

export const playCase = async (one: ProbeCase, bounds: Bounds = {}): Promise<ProbeEvidence> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'probe-')));
  const project = join(folder, 'project');
  const stateDirectory = join(folder, 'state', 'project');
  for (const path of [project, stateDirectory]) mkdirSync(path, { recursive: true });
  try {
    gitIn(project, 'init', '--quiet');
    const treeOf = (files: ProbeCase['head']) => {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(project, path)), { recursive: true });
        writeFileSync(join(project, path), text);
      }
      gitIn(project, 'add', '--all');
      return treeDigest(gitIn(project, 'write-tree').trim());
    };
    const [base, head] = [treeOf(one.base), treeOf(one.head)];
    const place = { project, stateDirectory, stateRoot: join(folder, 'state'), env: environment() };
    const context = { place, config: toConfig({}, one.language.line), base, refs: 'refs/baton/probe' };
    const found = await observeTests(
      { ...context, changed: [], configFile: 'baton.yaml' },
      {
        ...{ kind: 'probe', command: 'test', base, head },
        ...{
          hunksMax: bounds.hunksMax ?? PROBE_HUNKS,
          timeMsMax: bounds.timeMsMax ?? PROBE_MINUTES * 60_000,
        },
      },
      new AbortController().signal,
    );
    if (found.kind === 'probe') return found;
    throw new Error(found.kind === 'unavailable' ? found.cause : `expected a probe, got ${found.kind}`);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};

/** Whether the hunk that must be named is, and no other; in words where not. */
export const faultOf = ({ untested }: ProbeCase, { hunks, left }: ProbeEvidence): string | undefined => {
  const named = hunks.filter(({ status }) => status === 'untested');
  const shown = hunks.map(({ path, line, status, text }) => `${path}:${line} ${status} ${text}`).join('\n  ');
  if (left > 0) return `expected all hunks to be tried, ${left} were left\n  ${shown}`;
  const [path, words] = untested ?? [];
  const isRight =
    untested === undefined
      ? named.length === 0
      : named.length === 1 && named[0]!.path === path && named[0]!.text.includes(words ?? '');
  return isRight ? undefined : `expected ${untested?.join(': ') ?? 'none'} to be untested, got\n  ${shown}`;
};
