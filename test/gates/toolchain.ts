// What the six runners need on this machine, and where it is. What cannot be had is said in words.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnyRunner, Files } from './case.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const JEST_VERSION = '30.5.2';
const TRIES_MAX = 3;
/** Where it really is: a sandbox does not show every folder. */
const CACHE = join(realpathSync(join(ROOT, 'node_modules')), '.cache', 'baton-gates');
const JEST = join(CACHE, `jest-${JEST_VERSION}`);
const MOCHA_VERSION = '10.8.2';
const MOCHA = join(CACHE, `mocha-${MOCHA_VERSION}`);
const TSX_VERSION = '4.20.6';
const TSX = join(CACHE, `tsx-${TSX_VERSION}`);

const hasProgram = (name: string): boolean =>
  (process.env['PATH'] ?? '')
    .split(':')
    .some((folder) => !folder.endsWith('/.cargo/bin') && existsSync(join(folder, name)));

/** Once, beside Baton's own dependencies and never among them. */
const install = (place: string, name: string, ...packages: readonly string[]): string | undefined => {
  if (existsSync(join(place, 'node_modules', name))) return undefined;
  const unfinished = `${place}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, 'package.json'), '{ "private": true }\n');
  let said = '';
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages];
    const { status, stderr } = spawnSync('npm', args, { cwd: unfinished, encoding: 'utf8' });
    said = stderr;
    if (status !== 0) continue;
    if (!existsSync(place)) renameSync(unfinished, place);
    return undefined;
  }
  rmSync(unfinished, { recursive: true, force: true });
  return `${packages.join(', ')} could not be installed from the npm registry: ${said.slice(-300)}`;
};

const installJest = (): string | undefined => install(JEST, 'jest', `jest@${JEST_VERSION}`);
const installMocha = (): string | undefined =>
  install(MOCHA, 'mocha', `mocha@${MOCHA_VERSION}`, 'chai@4.5.0');

const installTsx = (): string | undefined => install(TSX, 'tsx', `tsx@${TSX_VERSION}`);

const needs = (program: string, debian: string): string | undefined =>
  hasProgram(program) ? undefined : `${program} is not installed (Debian: apt-get install ${debian})`;

/** Why this runner cannot be tried here; undefined where it can. */
export const missingFor = (runner: AnyRunner): string | undefined => {
  switch (runner) {
    case 'node':
    case 'vitest':
      return undefined;
    case 'jest':
      return installJest();
    case 'pytest':
      return needs('pytest-3', 'python3-pytest');
    case 'go':
      return needs('go', 'golang-go');
    case 'rust':
      return needs('cargo', 'cargo');
    case 'mocha':
      return installMocha();
    case 'tsx':
      return installTsx();
    case 'bats':
      return needs('bats', 'bats');
    case 'make':
      return needs('cmake', 'make cmake gcc');
  }
};

const PYTHON = '/usr/bin/python3';
const hasHypothesis = (): boolean => spawnSync(PYTHON, ['-c', 'import hypothesis']).status === 0;

/** Commands see an empty folder there: a lie would be caught only because its tests cannot run. */
const HIDDEN = '/tmp/';

/** What a project needs beside its runner, and why it cannot be tried here. */
export const missingIn = (files: Files): string | undefined => {
  const texts = Object.values(files);
  if (withPackages(files)['baton.yaml']?.includes(HIDDEN))
    return `its packages are below ${HIDDEN}, which commands do not see: use a checkout in another folder`;
  if (Object.keys(files).some((path) => path.endsWith('.t')) && needs('prove', 'perl') !== undefined)
    return needs('prove', 'perl');
  if (files['Rakefile'] !== undefined && needs('rake', 'ruby rake ruby-minitest') !== undefined)
    return needs('rake', 'ruby rake ruby-minitest');
  return texts.some((text) => /^from hypothesis import/m.test(text)) && !hasHypothesis()
    ? 'hypothesis is not installed (Debian: apt-get install python3-hypothesis)'
    : undefined;
};

/** Where packages are on this machine, filled into the project's own command. */
export const withPackages = (files: Files): Files => {
  const yaml = files['baton.yaml'];
  if (yaml === undefined) return files;
  const vitest = dirname(realpathSync(join(ROOT, 'node_modules', 'vitest')));
  const filled = yaml
    .replaceAll('{vitest}', vitest)
    .replaceAll('{jest}', join(JEST, 'node_modules'))
    .replaceAll('{mocha}', join(MOCHA, 'node_modules'))
    .replaceAll('{tsx}', join(TSX, 'node_modules'));
  return { ...files, 'baton.yaml': filled };
};
