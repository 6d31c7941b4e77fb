import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fakeGh, type GhAnswer } from '../../../test/fixtures/fake-gh.ts';
import { temporaryFolder, writeFiles } from '../../../test/fixtures/repository.ts';
import { REQUEST_CHARS_MAX } from '../../model/limits/limits.ts';
import { requestFrom } from './request-text.ts';

const NO_PROGRAMS = { PATH: '/nonexistent' };

const issue = (more: object = {}): string =>
  JSON.stringify({ number: 12, title: 'Search is slow', body: 'It takes 3 s.', comments: [], ...more });

const ask = (text: string, answer: GhAnswer) => {
  const fake = fakeGh({ 'issue view': [answer] });
  return { fake, asked: requestFrom(text, { project: temporaryFolder(), env: fake.env }) };
};

describe('a request that is an issue', () => {
  it.each([
    ['issue 12', '12'],
    ['issue #12', '12'],
    ['  Issue   #12 \n', '12'],
    ['issue https://github.com/o/r/issues/12', 'https://github.com/o/r/issues/12'],
    ['issue https://github.com/o/r/issues/12#issuecomment-7', 'https://github.com/o/r/issues/12'],
    ['issue https://git.example.org/o/r.x/issues/12?a=b', 'https://git.example.org/o/r.x/issues/12'],
  ])('is fetched by number or address: %j', async (text, which) => {
    const { fake, asked } = ask(text, { stdout: issue() });
    expect(await asked).toEqual({
      request: 'Search is slow\n\nIt takes 3 s.',
      issue: { number: '12', title: 'Search is slow' },
      slugSource: 'Search is slow',
    });
    expect(fake.calls().map((call) => call.args)).toEqual([
      ['issue', 'view', which, '--json', 'number,title,body,comments'],
    ]);
  });

  it.each([
    'issue 12 is not closed yet',
    'issue',
    'issue twelve',
    'issue -12',
    'issue --web',
    'issue http://github.com/o/r/issues/12',
    'issue https://github.com/o/r/pull/12',
    'issue https://user:pw@github.com/o/r/issues/12',
    'reissue 12',
  ])('is not meant by %j', async (text) => {
    expect(await requestFrom(text, { project: temporaryFolder(), env: NO_PROGRAMS })).toEqual({
      request: text,
    });
  });

  it('has its comments after it, each with author and day', async () => {
    const comments = [
      { author: { login: 'ada' }, createdAt: '2026-02-03T04:05:06Z', body: 'Since 2.0.\n' },
      { author: null, createdAt: 'yesterday', body: 'Mine, too.' },
      { author: { login: 'bob' }, createdAt: '2026-02-04T00:00:00Z', body: ' \n' },
    ];
    const { asked } = ask('issue 12', { stdout: issue({ comments }) });
    expect((await asked).request).toBe(
      'Search is slow\n\nIt takes 3 s.\n\n## Issue Comments\n\n**ada** (2026-02-03):\n\nSince 2.0.\n\n**somebody**:\n\nMine, too.',
    );
  });

  it('may be a title alone, or have no words at all', async () => {
    const { asked } = ask('issue 12', { stdout: issue({ body: null, comments: null }) });
    expect((await asked).request).toBe('Search is slow');
    const { asked: wordless } = ask('issue 12', { stdout: issue({ title: '\x07 ', body: '' }) });
    expect(await wordless).toMatchObject({ request: 'Issue 12', issue: { number: '12', title: 'Issue 12' } });
  });

  it('is only text, whatever it says', async () => {
    const hostile = {
      title: '\x1b]0;owned\x07$(touch x)\n# Title',
      body: 'a\x00b\x1b[2Jc\r\n\u202e`id`\n[[include:/etc/passwd]]',
      comments: [{ author: { login: 'e\x1b[31mve\n**root**' }, createdAt: '2026-01-01', body: '\x9b31mx' }],
    };
    const { asked } = ask('issue 12', { stdout: issue(hostile) });
    expect((await asked).request).toBe(
      '$(touch x) # Title\n\nabc\n`id`\n[[include:/etc/passwd]]\n\n## Issue Comments\n\n**eve **root**** (2026-01-01):\n\nx',
    );
  });

  it('is cut where it is too long, and says what was left out', async () => {
    const comments = Array.from({ length: 300 }, (_, at) => ({
      author: { login: 'ada' },
      createdAt: '2026-01-01',
      body: `${at}`,
    }));
    const many = await ask('issue 12', { stdout: issue({ comments }) }).asked;
    expect(many.request).toMatch(/\n\n199\n\n\(100 more comments are left out here\.\)$/);
    const long = [{ author: null, createdAt: '', body: 'y'.repeat(REQUEST_CHARS_MAX) }];
    const wide = await ask('issue 12', { stdout: issue({ body: 'x'.repeat(1_000_000), comments: long }) })
      .asked;
    expect(wide.request).toMatch(/x…\n\n## Issue Comments\n\n\(1 more comment is left out here\.\)$/);
    expect(wide.request.length).toBeLessThan(REQUEST_CHARS_MAX + 200);
  });

  it.each([
    ['no JSON', { stdout: 'GraphQL: Could not resolve' }, 'GITHUB_FAILED', /got "GraphQL/],
    ['another shape', { stdout: '{"number":"12"}' }, 'GITHUB_FAILED', /expected the issue/],
    [
      'an issue that is not there',
      { exit: 1, stderr: 'GraphQL: no issue 12' },
      'GITHUB_FAILED',
      /no issue 12/,
    ],
    ['nobody who is logged in', { exit: 4, stderr: 'gh auth login' }, 'GITHUB_MISSING', /logged in/],
  ])('is refused with words for %s', async (_what, answer, code, message) => {
    await expect(ask('issue 12', answer).asked).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
      hint: expect.any(String),
    });
  });

  it('needs gh', async () => {
    const asked = requestFrom('issue 12', { project: temporaryFolder(), env: NO_PROGRAMS });
    await expect(asked).rejects.toMatchObject({
      code: 'GITHUB_MISSING',
      hint: expect.stringMatching(/Install/),
    });
  });
});

describe('a request that is a file', () => {
  const env = NO_PROGRAMS;

  it('is the text of a Markdown file of the project', async () => {
    const project = temporaryFolder();
    writeFiles(project, {
      'docs/my feature.MD': '\ufeff# Search\r\n\r\n\x1b[1mFast\x07.\n',
      'docs/sub/x.md': 'X',
    });
    const wanted = { request: '# Search\n\nFast.', slugSource: 'my feature' };
    expect(await requestFrom('docs/my feature.MD', { project, env })).toEqual(wanted);
    expect(await requestFrom(join(project, 'docs/my feature.MD'), { project, env })).toEqual(wanted);
    const cwd = join(project, 'docs/sub');
    expect(await requestFrom('../my feature.MD', { project, env, cwd })).toEqual(wanted);
  });

  it('is refused outside of the project, also through a link', async () => {
    const [project, outside] = [temporaryFolder(), temporaryFolder()];
    writeFiles(outside, { 'secret.md': 'secret', 'folder/secret.md': 'secret' });
    symlinkSync(join(outside, 'secret.md'), join(project, 'link.md'));
    symlinkSync(join(outside, 'folder'), join(project, 'folder'));
    for (const path of [join(outside, 'secret.md'), 'link.md', 'folder/secret.md'])
      await expect(requestFrom(path, { project, env })).rejects.toMatchObject({ code: 'PATH_OUTSIDE' });
  });

  it.each([
    ['empty', '', 'FILE_EMPTY'],
    ['without words', ' \n\x07', 'FILE_EMPTY'],
    ['not UTF-8', Buffer.from([0x61, 0xff, 0xfe]), 'FILE_NOT_UTF8'],
    ['too many characters', 'x'.repeat(REQUEST_CHARS_MAX + 1), 'FILE_TOO_LARGE'],
    ['too many bytes', 'x'.repeat(REQUEST_CHARS_MAX * 3 + 1), 'FILE_TOO_LARGE'],
  ])('is refused when it is %s', async (_what, content, code) => {
    const project = temporaryFolder();
    writeFileSync(join(project, 'a.md'), content);
    await expect(requestFrom('a.md', { project, env })).rejects.toMatchObject({ code });
  });

  it('is refused when it is a folder or a pipe, without waiting', async () => {
    const project = temporaryFolder();
    mkdirSync(join(project, 'a.md'));
    execFileSync('mkfifo', [join(project, 'b.md')]);
    for (const path of ['a.md', 'b.md'])
      await expect(requestFrom(path, { project, env })).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });

  it('is missed when one word looks like it; a sentence is a sentence', async () => {
    const project = temporaryFolder();
    await expect(requestFrom('docs/none.md', { project, env })).rejects.toMatchObject({
      code: 'FILE_MISSING',
    });
    for (const text of ['Update README.md', 'Fix\nREADME.md', 'Add a search box', 'a.md\0'])
      expect(await requestFrom(text, { project, env })).toEqual({ request: text });
  });

  it('is nothing else: any other words are the request, untouched', async () => {
    const project = temporaryFolder();
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }).filter((text) => !/\.md\s*$/i.test(text)),
        async (text) => {
          expect(await requestFrom(`do ${text}`, { project, env })).toEqual({ request: `do ${text}` });
        },
      ),
    );
  });
});
