import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUESTIONER_CHARS_MAX } from './limits.ts';
import { parseQuestioner, QUESTIONER_SHAPE, questionerText } from './questioner-file.ts';

const FILE = 'questioner_summary.md';
const parse = (text: string) => parseQuestioner(text, FILE);
const found = (text: string) => parse(text).problems.map(({ code, field, line }) => [code, field, line]);

describe('the summary of the questioner', () => {
  it('has five parts', () => {
    expect(parse(`Hello.\n\n${QUESTIONER_SHAPE}\n## Notes\n\n### Requirements\nnot these\n`).value).toEqual({
      requirements: '- what the user confirmed',
      constraints: '- limits that the user named',
      assumptions: '- what you assumed and the user confirmed',
      unknowns: '- what stays open; write "- None." when nothing does',
      readiness: 'One sentence: whether planning can start, and with which assumptions.',
    });
  });

  it.each([
    'Requirements',
    'Constraints',
    'Confirmed Assumptions',
    'Unresolved Unknowns',
    'Readiness Statement',
  ])('needs the part %s, once, with some text', (title) => {
    const without = QUESTIONER_SHAPE.replace(`### ${title}`, '### Other');
    expect(found(without)).toEqual([['FIELD_MISSING', title, 1]]);
    expect(parse(without).value).toBeUndefined();
    expect(found(`${QUESTIONER_SHAPE}\n### ${title.toUpperCase()}\nmore`)).toEqual([
      ['FIELD_INVALID', title, 18],
    ]);
    const [before = '', after = ''] = QUESTIONER_SHAPE.split(`### ${title}\n`);
    const empty = `${before}### ${title}\n${after.slice(after.indexOf('\n'))}`;
    expect(found(empty)).toMatchObject([['FIELD_MISSING', title, expect.any(Number)]]);
  });

  it.each([
    ['', 'FILE_EMPTY'],
    [' \n', 'FILE_EMPTY'],
    ['Ready to plan.', 'FIELD_MISSING'],
    [`\`\`\`\n${QUESTIONER_SHAPE}\`\`\``, 'FIELD_MISSING'],
    [QUESTIONER_SHAPE.replace('## Q', '# Q'), 'FIELD_MISSING'],
    [`${QUESTIONER_SHAPE}\`\`\`\n`, 'FIELD_INVALID'],
  ])('is not %j', (text, code) => {
    expect(found(text).map(([one]) => one)).toEqual([code]);
  });

  it('has a limit', () => {
    expect(found(QUESTIONER_SHAPE + 'x'.repeat(QUESTIONER_CHARS_MAX))).toMatchObject([
      ['FILE_TOO_LARGE', undefined, 1],
    ]);
  });

  it('is read again as it was written, and never throws', () => {
    const line = fc.constantFrom(
      '- a',
      '',
      '#### deeper',
      '```',
      '~~~',
      '## Router Classification',
      '### Constraints',
      'x',
    );
    const text = fc
      .array(line)
      .map((lines) => QUESTIONER_SHAPE.replace('- what the user', `${lines.join('\n')}\n- `));
    fc.assert(
      fc.property(fc.oneof(fc.string(), text), (source) => {
        const { value, problems } = parse(source);
        expect(value === undefined).toBe(problems.length > 0);
        if (value !== undefined) expect(parse(questionerText(value))).toEqual({ value, problems: [] });
      }),
    );
  });
});
