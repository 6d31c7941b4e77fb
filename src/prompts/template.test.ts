import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastRunningMs } from '../../test/fixtures/running-time.ts';
import { problemSchema } from '../model/problem.ts';
import { renderTemplate } from './render-template.ts';
import { parseTemplate, TEMPLATE_CHARS_MAX, templateLiteral } from './template.ts';

const parse = (source: string, shared: Record<string, string> = {}) =>
  parseTemplate(source, 't.md', { shared });

/** What a template says when nothing is given to it. */
const textOf = (source: string, shared: Record<string, string> = {}): string =>
  renderTemplate(parse(source, shared).value!, {
    values: {},
    projectInstructions: undefined,
    include: () => undefined,
  }).text;

describe('shared fragments', () => {
  it('are expanded inside of each other', () => {
    const shared = { outer: 'o [[shared:in-ner_2]] o', 'in-ner_2': 'i' };
    expect(parse('a [[shared:outer]] b', shared).problems).toEqual([]);
    expect(textOf('a [[shared:outer]] b', shared)).toBe('a o i o b');
  });

  const chain = (length: number): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length }, (_, i) => [`f${i + 1}`, i + 1 === length ? 'end' : `[[shared:f${i + 2}]]`]),
    );

  it('may be nested as deep as the limit and no deeper', () => {
    expect(parse('[[shared:f1]]', chain(8)).problems).toEqual([]);
    expect(textOf('[[shared:f1]]', chain(8))).toBe('end');
    const { problems } = parse('[[shared:f1]]', chain(9));
    expect(problems).toMatchObject([{ code: 'LIMIT_REACHED', file: 'shared/f8', line: 1 }]);
    expect(problems[0]!.message).toContain('at most 8');
  });

  it('that hold themselves are reported with the way', () => {
    const { problems } = parse('[[shared:a]]', { a: '[[shared:b]]', b: '\n [[shared:a]]' });
    expect(problems).toMatchObject([{ code: 'LIMIT_REACHED', file: 'shared/b', line: 2, column: 2 }]);
    expect(problems[0]!.message).toMatch(/stands inside of itself: a → b → a$/);
  });

  it('that do not exist are reported with the nearest name, and none is inherited', () => {
    const { problems } = parse('x\n  [[shared:preference-memry]] [[shared:constructor]]', {
      'preference-memory': '',
    });
    expect(problems).toMatchObject([
      { code: 'FILE_MISSING', severity: 'error', file: 't.md', line: 2, column: 3 },
      { code: 'FILE_MISSING', line: 2, column: 31 },
    ]);
    expect(problems[0]!.hint).toBe('Write "[[shared:preference-memory]]".');
  });

  it('that multiply are stopped at the size of a template', () => {
    const ten = (name: string) => `[[shared:${name}]]`.repeat(10);
    const shared = {
      a: ten('b'),
      b: ten('c'),
      c: ten('d'),
      d: ten('e'),
      e: ten('f'),
      f: ten('g'),
      g: 'text',
    };
    const { problems, value } = parse('[[shared:a]]', shared);
    expect(problems[0]).toMatchObject({ code: 'FILE_TOO_LARGE' });
    expect(value!.nodes.map((n) => (n.kind === 'text' ? n.text : '')).join('').length).toBeLessThan(
      TEMPLATE_CHARS_MAX,
    );
  });
});

describe('what is no directive stays as it is', () => {
  it.each([
    '{x} {{y}} $ {z} {% if %}',
    'if [[ -f "$a" && $b == c:d ]]; then',
    '[[nodiscard]] [[:alpha:]] [[1, 2], [3]]',
    '[[ std:x ]]',
    'a [[ b',
    '[placeholder:x]',
    '',
  ])('%s', (text) => {
    expect(parse(text).problems).toEqual([]);
    expect(textOf(text)).toBe(text);
  });

  it('a backslash makes a directive plain text', () => {
    expect(parse('\\[[include:x]] \\[[shared:y]]').problems).toEqual([]);
    expect(textOf('\\[[include:x]] \\[[shared:y]]')).toBe('[[include:x]] [[shared:y]]');
  });

  it('any text can be made part of a template', () => {
    const piece = fc.constantFrom(
      '[[',
      ']]',
      '\\',
      'include:',
      'shared:a',
      'placeholder:x',
      ' ',
      '\n',
      '[',
      ']',
      'é',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const read = parse(templateLiteral(text), { a: 'expanded' });
        expect(read.problems).toEqual([]);
        expect(textOf(templateLiteral(text), { a: 'expanded' })).toBe(text);
      }),
    );
  });
});

describe('a directive that is written wrong', () => {
  it.each([
    ['[[placehoder:x]]', 'FIELD_UNKNOWN', 'Write "[[placeholder:x]]".'],
    ['[[include_optional:x]]', 'FIELD_UNKNOWN', 'Write "[[include-optional:x]]".'],
    ['[[Shared:x]]', 'FIELD_UNKNOWN', 'Write "[[shared:x]]".'],
    ['[[ placeholder:x ]]', 'FIELD_INVALID', 'Write "[[placeholder:x]]".'],
    ['[[ placeholder:x]]', 'FIELD_INVALID', 'Write "[[placeholder:x]]".'],
    ['[[placeholder :x]]', 'FIELD_INVALID', 'Write "[[placeholder:x]]".'],
    ['[[placeholder: x]]', 'FIELD_INVALID', 'Write "[[placeholder:x]]".'],
    ['[[placeholder:x]', 'FIELD_INVALID', 'Write "[[placeholder:…]]".'],
    ['[[placeholder:x\n]]', 'FIELD_INVALID', 'Write "[[placeholder:…]]".'],
    ['[[include:a[[shared:b]]]]', 'FIELD_INVALID', 'Write "[[include:…]]".'],
    ['[[placeholder:Run-Dir]]', 'FIELD_INVALID', undefined],
    ['[[placeholder:]]', 'FIELD_INVALID', undefined],
    ['[[include:a/[[placeholder:X]].md]]', 'FIELD_INVALID', undefined],
    ['[[shared:../x]]', 'FIELD_INVALID', undefined],
    ['[[include:/etc/passwd]]', 'PATH_OUTSIDE', undefined],
    ['[[include-optional:a/../../b]]', 'PATH_OUTSIDE', undefined],
  ])('%s is reported at its place and stays as text', (source, code, hint) => {
    const { problems } = parse(`one\ntwo ${source}`, { b: '[[shared:b]]' });
    expect(problems[0]).toMatchObject({ code, severity: 'error', file: 't.md', line: 2, column: 5 });
    if (hint !== undefined) expect(problems[0]!.hint).toBe(hint);
    expect(textOf(`one\ntwo ${source}`)).toBe(`one\ntwo ${source}`);
  });

  it('is only warned of when it is near to none of ours', () => {
    expect(parse('[[Category:x]]').problems).toMatchObject([{ code: 'FIELD_UNKNOWN', severity: 'warning' }]);
    expect(textOf('[[Category:x]]')).toBe('[[Category:x]]');
  });

  it('is counted in the lines of the fragment it stands in', () => {
    const { problems } = parse('1\n2\n[[shared:a]]\n[[includ:x]]', { a: 'b\nc [[includ:y]]' });
    expect(problems).toMatchObject([
      { file: 'shared/a', line: 2, column: 3 },
      { file: 't.md', line: 4, column: 1 },
    ]);
  });
});

describe("the project's own text", () => {
  it('cannot hold itself', () => {
    const source = 'x [[placeholder:project_instructions]]';
    const read = parseTemplate(source, 'p.md', { shared: {}, extension: true });
    expect(read.problems).toMatchObject([
      { code: 'FIELD_INVALID', severity: 'error', file: 'p.md', column: 3 },
    ]);
    expect(read.value!.nodes).toEqual([{ kind: 'text', text: source }]);
  });
});

describe('hostile sources', () => {
  it('of any text are read without an exception, and every problem has a place', () => {
    const piece = fc.constantFrom(
      '[[',
      ']]',
      'include:',
      'placeholder:',
      'shared:a',
      '..',
      '/',
      '\n',
      '\0',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (parts) => {
        for (const found of parse(parts.join(''), { a: 'b' }).problems) {
          expect(problemSchema.safeParse(found).success).toBe(true);
          expect(found.line).toBeGreaterThan(0);
        }
      }),
    );
  });

  it.each(['[[placeholder:x', '[[include:[[placeholder:x]]', '[[', '[[a:', '\\[[', '[[ '])(
    'that repeat %j take no longer than their length',
    (piece) => {
      const source = piece.repeat(Math.floor((TEMPLATE_CHARS_MAX - 1) / piece.length));
      expect(leastRunningMs(10_000, () => parse(source))).toBeLessThan(10_000);
    },
  );
});
