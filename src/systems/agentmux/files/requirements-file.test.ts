import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goldenText } from '../workflow/golden.fixture.ts';
import { initialRequirements, keepsRequest } from './requirements-file.ts';

const REQUEST = 'Add a login.\n\n## Initial Request\n\n```\n  x = 1\n```\nlast';

describe('initialRequirements', () => {
  it('is what the reference system wrote', () => {
    expect(initialRequirements('req')).toBe(goldenText('derived/requirements.md'));
    expect(initialRequirements(' req\n')).toBe(goldenText('derived/requirements.md'));
  });

  it('keeps every request', () => {
    const line = fc.constantFrom(
      '',
      '# Requirements',
      '## Initial Request',
      '```',
      '  indented',
      'x ',
      '\t',
      'ü',
    );
    const request = fc.oneof(
      fc.string(),
      fc.array(line).map((lines) => lines.join('\n')),
    );
    fc.assert(
      fc.property(request, (text) => {
        expect(keepsRequest(initialRequirements(text), text)).toEqual([]);
      }),
    );
  });
});

describe('keepsRequest', () => {
  it.each([
    ['with other line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['with a byte order mark', (text: string) => `\ufeff${text.slice('# Requirements\n\n'.length)}`],
    ['with white space behind the words', (text: string) => text.replaceAll('\n', ' \t\n')],
    ['with more around it', (text: string) => `# Goal\n\nwhy\n\n${text}\n## Answers\n\n- yes\n`],
    [
      'with closing marks at the heading',
      (text: string) => text.replace('## Initial Request', '## Initial Request ##'),
    ],
  ])('accepts the request %s', (_, change) => {
    expect(keepsRequest(change(initialRequirements(REQUEST)), REQUEST)).toEqual([]);
  });

  it.each([
    ['', 'FILE_EMPTY'],
    [' \n', 'FILE_EMPTY'],
    [`# Requirements\n\n${REQUEST.replace('## ', '### ')}`, 'FIELD_MISSING'],
    ['```\n## Initial Request\n\nreq\n```', 'FIELD_MISSING'],
    [initialRequirements('Add a login'), 'FIELD_INVALID'],
    [initialRequirements(REQUEST.replace('  x', 'x')), 'FIELD_INVALID'],
    [initialRequirements(REQUEST.toLowerCase()), 'FIELD_INVALID'],
    [initialRequirements(`More. ${REQUEST}`), 'FIELD_INVALID'],
    ['## Initial Request', 'FIELD_INVALID'],
  ])('refuses %j', (source, code) => {
    expect(keepsRequest(source, REQUEST).map((found) => found.code)).toEqual([code]);
  });

  it('says which line of the request is gone, and where it was looked for', () => {
    const [found] = keepsRequest(initialRequirements('one\nthree'), 'one\ntwo', 'requirements.md');
    expect(found).toMatchObject({
      code: 'FIELD_INVALID',
      file: 'requirements.md',
      line: 3,
      message:
        'expected the request word for word below "## Initial Request"; its line 2, "two", was changed or is missing',
    });
  });
});
