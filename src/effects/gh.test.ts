import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { fakeGh } from '../../test/fixtures/fake-gh.ts';
import { temporaryFolder } from '../../test/fixtures/repository.ts';
import { processStat } from '../std/processes/process-identity.ts';
import { gh, programWords } from './gh.ts';

/** Long enough for a busy machine. */
const PATIENCE_MS = 60_000;
const EMPTY = { PATH: '/nonexistent' };

describe('gh', () => {
  it('gets its arguments and its input as they are, and no repository, prompt, pager or color from outside', async () => {
    const fake = fakeGh({ 'pr list': [{ stdout: '[]', stderr: 'a warning' }] });
    const project = temporaryFolder();
    const env = { ...fake.env, GIT_DIR: '/evil', GH_FORCE_TTY: '1', CLICOLOR_FORCE: '1', GH_TOKEN: 'secret' };
    const args = ['pr', 'list', '$(touch x)', '`id`', '; rm -rf /', '--head=a b"c'];
    expect(await gh(args, { project, env, input: 'ünï\ncode' })).toBe('[]');
    const [call] = fake.calls();
    expect(call).toMatchObject({ args, input: 'ünï\ncode', cwd: project });
    expect(call?.env).toMatchObject({ GH_PROMPT_DISABLED: '1', GH_PAGER: 'cat', GH_TOKEN: 'secret' });
    for (const name of ['GIT_DIR', 'GH_FORCE_TTY', 'CLICOLOR_FORCE'])
      expect(call?.env).not.toHaveProperty(name);
  });

  it.each([
    ['not there', {}, 'GITHUB_MISSING', /on PATH/, /cli\.github\.com/],
    [
      'not logged in',
      { 'pr list': [{ exit: 4, stderr: 'To get started with GitHub CLI, please run:  gh auth login' }] },
      'GITHUB_MISSING',
      /logged in/,
      /gh auth login/,
    ],
    [
      'logged in with a login that is refused',
      {
        'pr list': [
          { exit: 1, stderr: 'HTTP 401: Bad credentials\nTry authenticating with:  gh auth login' },
        ],
      },
      'GITHUB_MISSING',
      /Bad credentials/,
      /GH_TOKEN/,
    ],
    [
      'failing',
      { 'pr list': [{ exit: 1, stderr: '\x1b[31mnone of the git remotes\x07 https://u:pw@host/x' }] },
      'GITHUB_FAILED',
      /gh pr list failed: none of the git remotes https:\/\/host\/x$/,
      /gh auth status/,
    ],
    ['failing without a word', { 'pr list': [{ exit: 7 }] }, 'GITHUB_FAILED', /exit 7/, /gh/],
  ])('says what is the matter when it is %s', async (_what, answers, code, message, hint) => {
    const env = Object.keys(answers).length === 0 ? EMPTY : fakeGh(answers).env;
    await expect(gh(['pr', 'list'], { project: temporaryFolder(), env })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  });

  it('is ended with all its children when it hangs, and when it is told to stop', async () => {
    const { env, folder } = fakeGh({ 'pr list': [{ hangs: true }] });
    const project = temporaryFolder();
    await expect(gh(['pr', 'list'], { project, env, timeMsMax: 1_500 })).rejects.toThrow(
      /within 1.5 seconds/,
    );
    const controller = new AbortController();
    const { signal } = controller;
    rmSync(join(folder, 'child'), { force: true });
    const stopped = expect(gh(['pr', 'list'], { project, env, signal })).rejects.toThrow(/it was stopped/);
    const child = await vi.waitFor(
      () => {
        const pid = Number(readFileSync(join(folder, 'child'), 'utf8'));
        expect(pid).toBeGreaterThan(0);
        return pid;
      },
      { timeout: PATIENCE_MS },
    );
    controller.abort();
    await stopped;
    await vi.waitFor(() => expect(processStat(child)).toBeUndefined(), { timeout: PATIENCE_MS });
    await expect(gh(['pr', 'list'], { project, env, signal })).rejects.toThrow(/it was stopped/);
  });

  it('is ended when it prints too much', async () => {
    const { env } = fakeGh({ 'pr list': [{ floods: 100_000 }] });
    const call = gh(['pr', 'list'], { project: temporaryFolder(), env, outputBytesMax: 50_000 });
    await expect(call).rejects.toMatchObject({
      code: 'GITHUB_FAILED',
      message: expect.stringMatching(/50000/),
    });
  });

  it('is never one that lies in the project, where agents write', async () => {
    const project = temporaryFolder();
    const planted = fakeGh({ 'pr list': [{ stdout: 'planted' }] }, join(project, 'node_modules/.bin'));
    const outside = temporaryFolder();
    symlinkSync(planted.folder, join(outside, 'linked'));
    symlinkSync(join(planted.folder, 'gh'), join(outside, 'gh'));
    mkdirSync(join(project, 'gh'));
    const own = fakeGh({ 'pr list': [{ stdout: 'own' }] });
    const PATH = [planted.folder, '.', '', `${outside}/linked`, outside, own.env['PATH']].join(':');
    expect(await gh(['pr', 'list'], { project, env: { PATH } })).toBe('own');
    expect(planted.calls()).toEqual([]);
    expect(own.calls()[0]?.env['PATH']).not.toContain(project);
    const none = [planted.folder, outside].join(':');
    await expect(gh(['pr', 'list'], { project, env: { PATH: none } })).rejects.toMatchObject({
      code: 'GITHUB_MISSING',
    });
  });

  it('passes over a folder and a file that may not be run', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'a/gh'), { recursive: true });
    mkdirSync(join(folder, 'b'));
    writeFileSync(join(folder, 'b/gh'), '#!/bin/sh\n', { mode: 0o644 });
    const fake = fakeGh({ 'pr list': [{ stdout: 'right' }] });
    const PATH = `${folder}/a:${folder}/b:${fake.env['PATH']}`;
    expect(await gh(['pr', 'list'], { project: temporaryFolder(), env: { PATH } })).toBe('right');
  });

  it('fails with words for an argument that no program can get', async () => {
    const { env } = fakeGh({});
    await expect(gh(['pr', 'a\0b'], { project: temporaryFolder(), env })).rejects.toMatchObject({
      code: 'GITHUB_FAILED',
    });
  });
});

describe('programWords', () => {
  it('shows no password of an address, no control characters, and not everything', () => {
    expect(programWords('fatal: https://me:tok@example.org/a.git ssh://git@host/x git@host:y\x1b[2J')).toBe(
      'fatal: https://example.org/a.git ssh://host/x git@host:y',
    );
    expect(programWords('x'.repeat(10_000))).toHaveLength(2_000);
  });
});
