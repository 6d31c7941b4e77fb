import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { briefText, routerOfBrief } from './brief-file.ts';
import { parseQuestioner, QUESTIONER_SHAPE } from './questioner-file.ts';
import { arbitraryRouter, router } from './router.fixture.ts';

const FILE = 'quest_brief.md';
const questioner = parseQuestioner(QUESTIONER_SHAPE, 'x').value;

describe('the brief of a quest', () => {
  it('has the request, what questions made clear, and the classification', () => {
    const text = briefText({ request: 'Add a login.\n', questioner, router: router() });
    expect(text).toMatch(
      /^# Quest Brief\n\n## Original Request\n\n```text\nAdd a login\.\n```\n\n## Questioner Summary\n/,
    );
    expect(text).toContain('### Readiness Statement\n\nOne sentence');
    expect(
      text.endsWith(`## Router Classification\n\n\`\`\`json\n${JSON.stringify(router(), null, 2)}\n\`\`\`\n`),
    ).toBe(true);
    expect(briefText({ request: 'x', router: router() })).not.toContain('Questioner');
  });

  it('keeps every request word for word, and gives the classification back', () => {
    const line = fc.constantFrom(
      '## Router Classification',
      '```json',
      '```',
      '````',
      '~~~',
      '{"route": "manual"}',
      '',
      '# x',
      '    ```',
      '\r',
      '```text `````` x',
    );
    const request = fc.oneof(
      fc.string(),
      fc.array(line).map((lines) => lines.join('\n')),
    );
    fc.assert(
      fc.property(request, arbitraryRouter, fc.boolean(), (words, value, asked) => {
        const text = briefText({ request: words, router: value, questioner: asked ? questioner : undefined });
        expect(text).toContain(`\n${words}`);
        expect(routerOfBrief(text, FILE)).toEqual({ value, problems: [] });
      }),
    );
  });

  it.each([
    ['no classification', '# Brief\n', 'FIELD_MISSING', 1],
    ['one in a quotation only', '```\n## Router Classification\n```\n', 'FIELD_MISSING', 1],
    ['no JSON below it', '# Brief\n\n## Router Classification\n\nsolo\n', 'FIELD_MISSING', 3],
    [
      'JSON that is cut off',
      '## Router Classification\n\n```json\n{"route": "solo",\n```\n',
      'JSON_SYNTAX',
      4,
    ],
    ['a fence that is not closed', '## Router Classification\n\n```json\n{\n', 'FILE_EMPTY', 4],
  ])('with %s is told with its line', (_, text, code, line) => {
    expect(routerOfBrief(text, FILE)).toMatchObject({
      value: undefined,
      problems: [{ code, line, file: FILE }],
    });
  });

  it('may quote another one before its own classification', () => {
    const own = briefText({ request: 'x', router: router() });
    const text = `## Router Classification\n\n\`\`\`json\n{}\n\`\`\`\n\n${own}`;
    expect(routerOfBrief(text, FILE)).toEqual({ value: router(), problems: [] });
  });

  it('names the line of a wrong field in the brief', () => {
    const text = briefText({ request: 'x', router: router() }).replace(
      '"ui_work": false',
      '"ui_work": "true"',
    );
    const line = text.split('\n').findIndex((one) => one.includes('"ui_work"')) + 1;
    expect(routerOfBrief(text, FILE)).toMatchObject({
      value: undefined,
      problems: [{ field: 'ui_work', line }],
    });
  });
});
