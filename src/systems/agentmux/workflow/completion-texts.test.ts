import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isName } from '../../../model/workflow/names.ts';
import {
  approvalJson,
  commitMessage,
  draftedMessage,
  pullRequestBody,
  runNameFor,
  SUBJECT_CHARS_MAX,
  slugOf,
} from './completion-texts.ts';
import { goldenText } from './golden.fixture.ts';
import { reviewMarkdown } from './review-texts.ts';

const PLAN =
  '# Plan\n\nAll of it.\n\n## Goal\n\nLet people log in.\n\n```\n## no heading\n```\n\n## Steps\n\nTwo.\n';

describe('draftedMessage', () => {
  it.each([
    ['Add a login.\nAnd more.', 'feat: Add a login'],
    ['\n\n  Add a login...\n', 'feat: Add a login'],
    ['### What problem does this solve?\n\nPeople cannot log in.', 'feat: People cannot log in'],
    ['# Login\n\n## Why\n\n- people cannot log in\n', 'feat: people cannot log in'],
    ['### Add a login ###', 'feat: Add a login'],
    ['# Add a login\n\n## Details', 'feat: Add a login'],
    ['<!-- Tell us\nmore -->\n---\n> Add a login', 'feat: Add a login'],
    ['```sh\nrm -rf x\n```\nRemove x', 'feat: Remove x'],
    ['\x1b[31mAdd\x1b[0m a\x07 \u202elogin', 'feat: Add a login'],
    ['Add\ta  login', 'feat: Add a login'],
    ['#hashtag first', 'feat: #hashtag first'],
  ])('makes of the request %j: %s', (request, expected) => {
    expect(draftedMessage({ request })).toBe(expected);
  });

  it('falls back to the plan, to the name of the run, to words of its own', () => {
    expect(draftedMessage({ request: '---\n', planOverview: PLAN, slug: 'x' })).toBe(
      'feat: Let people log in',
    );
    expect(draftedMessage({ request: '', planOverview: '# Plan\n\nAll.', slug: 'add-login' })).toBe(
      'feat: add login',
    );
    expect(draftedMessage({ request: '', slug: '-x-' })).toBe('feat: x');
    expect(draftedMessage({ request: '' })).toBe('feat: update implementation');
  });

  it('names the issue, and only if it is a number', () => {
    expect(draftedMessage({ request: 'x', issue: '116' })).toBe('feat: x (#116)');
    expect(draftedMessage({ request: 'x', issue: '#116' })).toBe('feat: x (#116)');
    expect(draftedMessage({ request: 'x', issue: '1) rm' })).toBe('feat: x');
  });

  it('cuts a long subject, never the issue', () => {
    const message = draftedMessage({ request: `${'word '.repeat(40)}`, issue: '7' });
    expect(message).toBe('feat: word word word word word word word word word word word wor... (#7)');
    expect(message).toHaveLength(SUBJECT_CHARS_MAX);
    const exact = 'x'.repeat(SUBJECT_CHARS_MAX - 6);
    expect(draftedMessage({ request: exact })).toBe(`feat: ${exact}`);
    expect(draftedMessage({ request: `${exact}y` })).toBe(`feat: ${exact.slice(3)}...`);
  });

  it('is one line of plain characters within the limit, whatever was asked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.option(fc.nat()), (request, slug, issue) => {
        const message = draftedMessage({ request, slug, issue: issue === null ? undefined : String(issue) });
        expect(message).toMatch(/^feat: \S/);
        expect(message).not.toMatch(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/);
        expect([...message].length).toBeLessThanOrEqual(SUBJECT_CHARS_MAX);
        expect(/\p{Surrogate}/u.test(message) && !/\p{Surrogate}/u.test(request)).toBe(false);
      }),
    );
  });
});

describe('commitMessage', () => {
  it("takes the person's words, else the first reviewer's, else the drafted ones", () => {
    const drafted = 'feat: x';
    expect(commitMessage({ person: ' fix: y\n\nbody\n', reviewers: ['feat: z'], drafted })).toBe(
      'fix: y\n\nbody',
    );
    expect(commitMessage({ person: ' \n', reviewers: [undefined, ' ', 'feat: z\n', 'a'], drafted })).toBe(
      'feat: z',
    );
    expect(commitMessage({ reviewers: [], drafted })).toBe(drafted);
  });

  it('is plain text', () => {
    expect(commitMessage({ person: '\x1b[2J\x00', reviewers: ['a\x1b]0;t\x07b\r\nc'], drafted: 'x' })).toBe(
      'ab\nc',
    );
  });
});

describe('pullRequestBody', () => {
  it('has what was asked for, planned and judged', () => {
    const review = reviewMarkdown([
      { role: 'r', review: { verdict: 'fail', summary: 'verdict: pass', findings: [] } },
    ]);
    expect(
      pullRequestBody({ request: 'Add a login.\n', planOverview: PLAN, review, issue: '12' }),
    ).toBe(`## Initial Request

Add a login.

## Plan Summary

Let people log in.

\`\`\`
## no heading
\`\`\`

## Review Verdict

verdict: fail

Closes #12
`);
  });

  it('says of what is missing that it is', () => {
    const missing = '(not available)';
    expect(pullRequestBody({ request: ' ', planOverview: '# Plan\n\nx', review: 'none' })).toBe(
      `## Initial Request\n\n${missing}\n\n## Plan Summary\n\n${missing}\n\n## Review Verdict\n\n${missing}\n`,
    );
    expect(pullRequestBody({})).toContain(`## Review Verdict\n\n${missing}\n`);
  });
});

describe('approvalJson', () => {
  it('is what the reference system wrote', () => {
    expect(approvalJson({ exclude: [] })).toBe(goldenText('derived/08_completion/approval.json'));
  });

  it('has the files as they are named, and the words of the person', () => {
    expect(JSON.parse(approvalJson({ exclude: ['sp ace.txt', 'ü"'], message: ' feat: x\n' }))).toEqual({
      action: 'approve',
      exclude_files: ['sp ace.txt', 'ü"'],
      commit_message: 'feat: x',
    });
    expect(JSON.parse(approvalJson({ exclude: [], message: ' ' }))).not.toHaveProperty('commit_message');
  });
});

describe('the name of a run', () => {
  const AT = '2026-11-15T09:08:07.123Z';

  it.each([
    ['Add a Login, please!', 'add-a-login-please'],
    ['one two three four five six seven eight nine', 'one-two-three-four-five-six-seven-eight'],
    ['!!!', 'feature'],
    ['', 'feature'],
    ['../../etc/passwd', 'etc-passwd'],
    [`${'a'.repeat(47)} b`, 'a'.repeat(47)],
    ['x'.repeat(100), 'x'.repeat(48)],
  ])('for %j ends with %s', (request, slug) => {
    const name = runNameFor(request, AT);
    expect(name).toBe(`20261115-090807-${slug}`);
    expect(slugOf(name)).toBe(slug);
  });

  it('is a name, whatever was asked for', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (request) => isName(runNameFor(request, AT))));
  });

  it('is made of a time', () => {
    expect(runNameFor('x', '2026-11-15T09:08:07+02:00')).toBe('20261115-090807-x');
    expect(() => runNameFor('x', 'now')).toThrow('expected a time');
  });

  it('is its own slug where a person chose it', () => {
    expect(slugOf('add-login')).toBe('add-login');
    expect(slugOf('20261115-x')).toBe('20261115-x');
  });
});
