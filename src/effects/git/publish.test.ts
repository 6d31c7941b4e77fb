import { readFileSync, writeFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FakeGh, fakeGh, type GhAnswer } from '../../../test/fixtures/fake-gh.ts';
import { git } from '../../std/processes/git.ts';
import { type PublishRequest, publish } from './publish.ts';
import {
  type TemporaryRepository,
  temporaryDirectory,
  temporaryRepository,
} from './temporary-repository.fixture.ts';

const URL = 'https://github.com/o/r/pull/7';
const CREATED: GhAnswer = {
  stdout: `Creating draft pull request\n\n${URL}\n`,
  stderr: 'Warning: 1 uncommitted change',
};

const pull = (more: object = {}) => ({
  stdout: JSON.stringify([
    { url: URL, state: 'OPEN', isCrossRepository: false, headRefOid: '0'.repeat(40), ...more },
  ]),
});

interface Setup {
  readonly made: TemporaryRepository;
  readonly origin: string;
  readonly request: PublishRequest;
  readonly fake: FakeGh;
  remoteBranches(): Promise<string>;
  run(more?: Partial<PublishRequest>): ReturnType<typeof publish>;
}

const setup = async (
  answers: Readonly<Record<string, readonly GhAnswer[]>> = {
    'pr list': [{ stdout: '[]' }],
    'pr create': [CREATED],
  },
  branch = 'feature/search',
): Promise<Setup> => {
  const made = await temporaryRepository({ files: { 'a.txt': 'a\n' } });
  const origin = join(await temporaryDirectory(), 'origin.git');
  await git(['init', '--quiet', '--bare', origin], { cwd: made.root });
  await made.git('remote', 'add', 'origin', origin);
  await made.git('branch', branch);
  const commit = (await made.git('rev-parse', 'HEAD')).trim();
  const request: PublishRequest = {
    ...{ branch, commit, push: true, base: 'main', draft: true },
    ...{ title: 'Faster search', body: '## Initial Request\n\nFaster.\n' },
  };
  const fake = fakeGh(answers);
  return {
    ...{ made, origin, request, fake },
    remoteBranches: () => git(['for-each-ref', '--format=%(refname) %(objectname)'], { cwd: origin }),
    run: (more = {}) => publish({ repository: made.repository, env: fake.env }, { ...request, ...more }),
  };
};

const commands = (fake: FakeGh): string[] => fake.calls().map(({ args }) => args.slice(0, 2).join(' '));

describe('publish', () => {
  it.each([
    ['pushes nothing', 0, ['pr list']],
    ['opens no pull request', 1, ['pr list', 'pr list']],
  ])('%s for a run that another process has taken meanwhile', async (_, steps, asked) => {
    const { made, request, fake, remoteBranches } = await setup();
    let left = steps;
    const whenOurs = async () => {
      if (left === 0) throw new Error('taken');
      left -= 1;
    };
    const published = publish({ repository: made.repository, env: fake.env, whenOurs }, request);
    await expect(published).rejects.toThrow('taken');
    expect((await remoteBranches()) !== '').toBe(steps > 0);
    expect(commands(fake)).toEqual(asked);
  });

  it('pushes the branch, opens a pull request, and touches nothing else of the repository', async () => {
    const { made, request, fake, remoteBranches, run } = await setup();
    await made.git('branch', 'other');
    await made.git('tag', '-a', '-m', 'v1', 'v1');
    await made.git('config', 'push.followTags', 'true');
    const { branch, commit } = request;
    expect(await run()).toEqual({
      outcome: 'published',
      details: { branch, commit, pr_url: URL },
      problems: [],
    });
    expect(await remoteBranches()).toBe(`refs/heads/${branch} ${commit}\n`);
    expect((await made.git('rev-parse', '--abbrev-ref', `${branch}@{upstream}`)).trim()).toBe(
      `origin/${branch}`,
    );
    expect(await made.git('config', '--get-regexp', '^branch\\.')).toBe(
      `branch.${branch}.merge refs/heads/${branch}\nbranch.${branch}.remote origin\n`,
    );
    expect((await made.git('status', '--porcelain')).trim()).toBe('');
    expect(fake.calls().at(-1)).toMatchObject({
      args: [
        'pr',
        'create',
        '--title=Faster search',
        '--body-file=-',
        '--base=main',
        `--head=${branch}`,
        '--draft',
      ],
      input: request.body,
      cwd: made.root,
    });
  });

  it('opens no draft where none is wanted, and cleans what it says', async () => {
    const { fake, run } = await setup();
    await run({ draft: false, title: '\x1b[31mRed\n\nline\0', body: 'a\x00b\x1b[2J\r\nc' });
    expect(fake.calls().at(-1)?.args).toContain('--title=Red line');
    expect(fake.calls().at(-1)?.args).not.toContain('--draft');
    expect(fake.calls().at(-1)?.input).toBe('ab\nc');
    await run({ title: 'x'.repeat(1_000), body: 'y'.repeat(100_000) });
    const [title, body] = [fake.calls().at(-1)?.args[2] ?? '', fake.calls().at(-1)?.input ?? ''];
    expect([title.length, body.length]).toEqual(['--title='.length + 256, 65_000]);
    await run({ title: ' ' });
    expect(fake.calls().at(-1)?.args).toContain('--title=feature/search');
  });

  it('does nothing twice when it is repeated after a crash', async () => {
    const { made, request, fake, remoteBranches, run } = await setup({
      'pr list': [{ stdout: '[]' }, pull({ headRefOid: 'PLACEHOLDER' })],
      'pr create': [CREATED],
    });
    const answers = {
      'pr list': [{ stdout: '[]' }, pull({ headRefOid: request.commit })],
      'pr create': [CREATED],
    };
    writeFileSync(join(fake.folder, 'answers.json'), JSON.stringify(answers));
    const first = await run();
    const config = await made.git('config', '--list', '--local');
    const before = await remoteBranches();
    expect(await run()).toEqual(first);
    expect(commands(fake)).toEqual(['pr list', 'pr create', 'pr list']);
    expect(await remoteBranches()).toBe(before);
    expect(await made.git('config', '--list', '--local')).toBe(config);
  });

  it('leaves a branch away that people have merged and removed since', async () => {
    const { fake, request, remoteBranches, run } = await setup();
    const merged = pull({ headRefOid: request.commit, state: 'MERGED', isCrossRepository: true });
    writeFileSync(join(fake.folder, 'answers.json'), JSON.stringify({ 'pr list': [merged] }));
    expect(await run()).toMatchObject({ outcome: 'published', details: { pr_url: URL } });
    expect(await remoteBranches()).toBe('');
  });

  it('finds the open pull request of its branch, and is not misled by that of a fork or a closed one', async () => {
    const { fake, run } = await setup({ 'pr list': [pull()] });
    expect(await run()).toMatchObject({ outcome: 'published', details: { pr_url: URL } });
    expect(commands(fake)).toEqual(['pr list']);
    for (const other of [{ isCrossRepository: true }, { state: 'CLOSED' }]) {
      const created = { stdout: 'https://github.com/o/r/pull/8\n' };
      const again = await setup({ 'pr list': [pull(other)], 'pr create': [created] });
      expect((await again.run()).details['pr_url']).toBe('https://github.com/o/r/pull/8');
    }
  });

  it('takes the pull request that somebody opened in the meantime', async () => {
    const { run } = await setup({
      'pr list': [{ stdout: '[]' }, pull()],
      'pr create': [{ exit: 1, stderr: 'a pull request for branch "feature/search" already exists' }],
    });
    expect(await run()).toMatchObject({ outcome: 'published', details: { pr_url: URL }, problems: [] });
  });

  it('stays here without a remote, or when it may not leave', async () => {
    const { made, fake, remoteBranches, run } = await setup();
    expect(await run({ push: false })).toMatchObject({ outcome: 'local', problems: [] });
    expect(await remoteBranches()).toBe('');
    await made.git('remote', 'remove', 'origin');
    expect(await run()).toMatchObject({ outcome: 'local', problems: [] });
    expect(fake.calls()).toEqual([]);
  });

  it.each([
    [
      'that fails',
      { 'pr list': [{ stdout: '[]' }], 'pr create': [{ exit: 1, stderr: 'no commits between' }] },
    ],
    ['that cannot even look', { 'pr list': [{ exit: 1, stderr: 'no commits between' }] }],
    [
      'that prints no address',
      { 'pr list': [{ stdout: '[]' }], 'pr create': [{ stdout: 'no commits between' }] },
    ],
    ['that prints no JSON', { 'pr list': [{ stdout: 'no commits between' }] }],
    ['that prints another shape', { 'pr list': [{ stdout: '[{"url":"javascript:no commits between"}]' }] }],
  ])('is pushed, with a warning, for a gh %s', async (_what, answers) => {
    const { request, remoteBranches, run } = await setup(answers);
    const { outcome, details, problems } = await run();
    expect({ outcome, details }).toEqual({
      outcome: 'pushed',
      details: { branch: request.branch, commit: request.commit },
    });
    expect(problems).toEqual([
      expect.objectContaining({
        code: 'GITHUB_FAILED',
        severity: 'warning',
        message: expect.stringMatching(/^no pull request was opened: .*no commits between/),
      }),
    ]);
    expect(await remoteBranches()).toContain(request.commit);
  });

  it.each([
    ['no gh', {}, /on PATH/],
    ['a gh that is not logged in', { 'pr list': [{ exit: 4, stderr: 'gh auth login' }] }, /logged in/],
  ])('is pushed, with a warning, with %s', async (_what, answers, message) => {
    const { made, request, fake } = await setup(answers);
    const env = Object.keys(answers).length === 0 ? { PATH: '/nonexistent' } : fake.env;
    const { outcome, problems } = await publish({ repository: made.repository, env }, request);
    expect(outcome).toBe('pushed');
    expect(problems).toMatchObject([
      { code: 'GITHUB_MISSING', severity: 'warning', message: expect.stringMatching(message), hint: /./ },
    ]);
  });

  it('says how to push by hand in words that a shell takes as they are', async () => {
    const { made, origin, run } = await setup(undefined, "a;$(id)'b");
    await made.git('remote', 'set-url', 'origin', `${origin}-gone`);
    expect((await run()).problems[0]?.hint).toContain("git push origin 'a;$(id)'\\''b'");
  });

  it('stays here, with the words of a remote that refuses, and opens nothing', async () => {
    const { origin, request, fake, run } = await setup();
    const hook = join(origin, 'hooks/pre-receive');
    await writeFile(hook, '#!/bin/sh\nprintf "\\033[31mwe take nothing on fridays\\007\\n" >&2\nexit 1\n');
    await chmod(hook, 0o755);
    const { outcome, details, problems } = await run();
    expect({ outcome, details }).toEqual({
      outcome: 'local',
      details: { branch: request.branch, commit: request.commit },
    });
    expect(problems).toMatchObject([
      {
        code: 'GIT_FAILED',
        severity: 'warning',
        message: expect.stringMatching(
          /"feature\/search" could not be pushed to origin: .*nothing on fridays/s,
        ),
        hint: expect.stringContaining('git push origin feature/search'),
      },
    ]);
    expect(problems[0]?.message).not.toContain('\x1b');
    expect(commands(fake)).toEqual(['pr list']);
  });

  it('never pushes by force: work of others on the branch stays', async () => {
    const { made, request, remoteBranches, run } = await setup();
    await made.git('commit', '--quiet', '--allow-empty', '-m', 'theirs');
    await made.git('push', '--quiet', 'origin', `HEAD:refs/heads/${request.branch}`);
    await made.git('config', 'remote.origin.push', '+refs/heads/*:refs/heads/*');
    const before = await remoteBranches();
    const { outcome, problems } = await run();
    expect(outcome).toBe('local');
    expect(problems[0]?.message).toMatch(/rejected/);
    expect(await remoteBranches()).toBe(before);
  });

  it('counts what the remote has, not how the connection ended', async () => {
    const { made, origin, request, run } = await setup();
    await made.git('config', 'remote.origin.receivepack', 'false');
    expect((await run()).outcome).toBe('local');
    await git(['push', '--quiet', origin, `${request.commit}:refs/heads/${request.branch}`], {
      cwd: made.root,
    });
    expect((await run()).outcome).toBe('published');
  });

  it('is not kept by a remote that is gone, and shows no password', async () => {
    const { made, origin, request, fake } = await setup();
    await made.git('remote', 'set-url', 'origin', `${origin}-gone`);
    const context = { repository: made.repository, env: fake.env };
    expect(await publish(context, request)).toMatchObject({
      outcome: 'local',
      problems: [{ code: 'GIT_FAILED' }],
    });
    await made.git('remote', 'set-url', 'origin', 'http://me:hunter2@127.0.0.1:1/x.git');
    const { problems } = await publish(context, request);
    expect(problems[0]?.message).toMatch(/127\.0\.0\.1/);
    expect(problems[0]?.message).not.toContain('hunter2');
  });

  it('runs no hook and no helper that the repository names', async () => {
    const { made, request, run } = await setup();
    const marker = join(await temporaryDirectory(), 'ran');
    const hook = join(made.root, '.git/hooks/pre-push');
    await writeFile(hook, `#!/bin/sh\ntouch ${marker}\n`);
    await chmod(hook, 0o755);
    expect((await run()).outcome).toBe('published');
    await made.git('config', 'protocol.ext.allow', 'always');
    await made.git('remote', 'set-url', 'origin', `ext::sh -c touch% ${marker}`);
    expect((await run({ branch: `${request.branch}-2` })).outcome).toBe('local');
    expect(() => readFileSync(marker)).toThrow();
  });

  it('leaves alone what somebody has said about the branch', async () => {
    const { made, request, run } = await setup();
    await made.git('config', `branch.${request.branch}.remote`, 'fork');
    expect((await run()).outcome).toBe('published');
    expect(await made.git('config', '--get-regexp', '^branch\\.')).toBe(
      `branch.${request.branch}.remote fork\n`,
    );
    await made.git('branch', '-D', request.branch);
    await made.git('config', '--remove-section', `branch.${request.branch}`).catch(() => '');
    expect((await run()).outcome).toBe('published');
    await expect(made.git('config', '--get-regexp', '^branch\\.')).rejects.toThrow();
  });

  it('works from a checkout that is linked, and with an address that is relative', async () => {
    const { made, request, fake, remoteBranches } = await setup();
    await made.git('remote', 'set-url', 'origin', '../origin.git');
    await git(['init', '--quiet', '--bare', join(made.root, '../origin.git')], { cwd: made.root });
    const { outcome } = await publish({ repository: made.repository, env: fake.env }, request);
    expect(outcome).toBe('published');
    expect(await remoteBranches()).toBe('');
    const refs = await git(['for-each-ref', '--format=%(refname)'], {
      cwd: join(made.root, '../origin.git'),
    });
    expect(refs).toBe(`refs/heads/${request.branch}\n`);
  });

  it.each([
    "it's",
    'a;b',
    '$(id)',
    'x|y&z',
    'quote"d',
    'ünï/cödé',
    '#12',
    'a.b.c',
    '%41',
    '@',
    'a=b',
    '+x',
    '!x',
  ])('takes a branch named %s as it is', async (branch) => {
    const { made, fake, request, remoteBranches, run } = await setup(undefined, branch);
    expect(await run()).toMatchObject({ outcome: 'published', details: { branch, pr_url: URL } });
    expect(await remoteBranches()).toBe(`refs/heads/${branch} ${request.commit}\n`);
    expect((await made.git('config', '--get', `branch.${branch}.merge`)).trim()).toBe(`refs/heads/${branch}`);
    expect(fake.calls().every(({ args }) => args.includes(`--head=${branch}`))).toBe(true);
  });

  it('refuses names that are none, before anything is done', async () => {
    const { fake, remoteBranches, run } = await setup();
    for (const branch of [
      '',
      '-f',
      '--delete',
      'a..b',
      'a b',
      '*',
      'x.lock',
      '@{-1}',
      'a\0b',
      'HEAD',
      ':x',
      'a:b',
    ])
      await expect(run({ branch })).rejects.toMatchObject({ code: 'NAME_INVALID' });
    for (const commit of ['', 'HEAD', '+abc', '--all', 'abc', `+${'a'.repeat(40)}`])
      await expect(run({ commit })).rejects.toMatchObject({ code: 'FIELD_INVALID' });
    expect(await run({ commit: 'a'.repeat(40) })).toMatchObject({ outcome: 'local' });
    expect(await remoteBranches()).toBe('');
    expect(commands(fake)).toEqual(['pr list']);
  });

  it('can be stopped', async () => {
    const { made, request, fake } = await setup({ 'pr list': [{ hangs: true }] });
    const context = { repository: made.repository, env: fake.env, signal: AbortSignal.timeout(500) };
    expect(await publish(context, request)).toMatchObject({ outcome: 'local' });
  });
});
