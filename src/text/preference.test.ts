import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { markdownText } from './markdown.ts';
import {
  bulletKey,
  normalBullet,
  PREFERENCE_CHARS_MAX,
  PREFERENCES_MAX,
  preferencesSchema,
  withPreferences,
} from './preference.ts';

const HEADING = '## Approved Preferences';

describe('preferencesSchema', () => {
  it('takes roles and bullets, or nothing', () => {
    expect(preferencesSchema.parse(undefined)).toBeUndefined();
    const list = [{ target_role: 'product-manager', bullet: 'Ask less.' }];
    expect(preferencesSchema.parse(list)).toEqual(list);
  });

  it.each([
    [[{ target_role: '../../../../evil', bullet: 'x' }]],
    [[{ target_role: '', bullet: 'x' }]],
    [[{ target_role: 'coder', bullet: ' - ' }]],
    [[{ target_role: 'coder', bullet: 'x'.repeat(PREFERENCE_CHARS_MAX + 1) }]],
    [[{ target_role: 'coder' }]],
    [[{ bullet: 'x' }]],
    [Array.from({ length: PREFERENCES_MAX + 1 }, () => ({ target_role: 'coder', bullet: 'x' }))],
    [null],
  ])('refuses %j', (value) => {
    expect(preferencesSchema.safeParse(value).error?.issues).toHaveLength(1);
  });

  it('is told to agents', () => {
    const schema = z.toJSONSchema(z.object({ preferences: preferencesSchema }), { io: 'input' });
    expect(schema.required ?? []).toEqual([]);
    expect(JSON.stringify(schema).match(/"description"/g)).toHaveLength(3);
  });
});

describe('normalBullet', () => {
  it.each([
    ['  - Use   tabs \n', 'Use tabs'],
    ['* a\r\n\tb', 'a b'],
    ['+ a', 'a'],
    ['- - a', 'a'],
    ['-a', '-a'],
    ['--flag first', '--flag first'],
    ['**Bold** rule', '**Bold** rule'],
    ['# Heading', 'Heading'],
    ['- ## Heading\n## Another', 'Heading ## Another'],
    ['#hashtag', '#hashtag'],
    ['a\u2028b\u0085c', 'a bc'],
    ['\x1b[31mred\x1b[0m', 'red'],
    ['-', ''],
    [' \n', ''],
  ])('makes of %j %j', (text, expected) => {
    expect(normalBullet(text)).toBe(expected);
  });

  it('is one line, the same when it is made again', () => {
    const text = fc
      .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('- ', '#', ' ', '\n', '\x1b[', '* ')))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (source) => {
        const bullet = normalBullet(source);
        expect(normalBullet(bullet)).toBe(bullet);
        expect(bullet).not.toMatch(/[\n\r\u2028\u2029\x00-\x1f]|^\s|\s$|^#{1,6}\s/);
      }),
    );
  });
});

describe('bulletKey', () => {
  it.each([
    ['Straße', 'STRASSE'],
    ['ẞ', 'ss'],
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
    ['e\u0301', 'É'],
    ['α\u0345\u0301', 'α\u0301\u0345'],
    ['ﬁne', 'FINE'],
    ['- Use  TABS', 'use tabs'],
    ['K', 'k'],
  ])('is the same for %j and %j', (a, b) => {
    expect(bulletKey(a)).toBe(bulletKey(b));
  });

  it('differs for other words', () => {
    expect(bulletKey('use tabs')).not.toBe(bulletKey('use tab'));
    expect(bulletKey('a')).not.toBe(bulletKey('ä'));
  });

  it('is its own key, for every character and for texts of them', () => {
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const key = bulletKey(`x${String.fromCodePoint(code)}y`);
      if (bulletKey(key) !== key) expect(bulletKey(key), `U+${code.toString(16)}`).toBe(key);
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(bulletKey(bulletKey(text))).toBe(bulletKey(text));
      }),
    );
  });

  it('is the same in small and in capital letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const words = normalBullet(text);
        expect(bulletKey(words.toUpperCase())).toBe(bulletKey(words));
      }),
    );
  });
});

describe('withPreferences', () => {
  it('makes the file, the section and the bullets', () => {
    const text = `${HEADING}\n\n- Use tabs\n- b\n`;
    expect(withPreferences(undefined, ['- Use   tabs', 'b'])).toEqual({ text, added: ['Use tabs', 'b'] });
    expect(withPreferences('', ['Use tabs', 'b']).text).toBe(text);
  });

  it.each([
    ['# Coder\n\nBe nice.\n', `# Coder\n\nBe nice.\n\n${HEADING}\n\n- new\n`],
    ['Be nice.', `Be nice.\n\n${HEADING}\n\n- new\n`],
    ['Be nice.\n\n', `Be nice.\n\n${HEADING}\n\n- new\n`],
    ['Be nice.\r\n', `Be nice.\r\n\r\n${HEADING}\r\n\r\n- new\r\n`],
    ['a\r\nBe nice.', `a\r\nBe nice.\r\n\r\n${HEADING}\r\n\r\n- new\r\n`],
    [`${HEADING}\n\n- old\n`, `${HEADING}\n\n- old\n- new\n`],
    [`${HEADING}\n- old`, `${HEADING}\n- old\n- new\n`],
    [`${HEADING}`, `${HEADING}\n\n- new\n`],
    [`${HEADING}\n\n`, `${HEADING}\n\n- new\n\n`],
    [`\ufeff${HEADING}\r\n\r\n* old\r\n`, `\ufeff${HEADING}\r\n\r\n* old\r\n- new\r\n`],
    [`${HEADING}\n\n- old\n\n## Other\n\nx\n`, `${HEADING}\n\n- old\n- new\n\n## Other\n\nx\n`],
    [`${HEADING}\n- old\n# Other\n`, `${HEADING}\n- old\n- new\n\n# Other\n`],
    [`${HEADING}\n\n## Other\n`, `${HEADING}\n\n- new\n\n## Other\n`],
    [`${HEADING}\n## Other\n`, `${HEADING}\n\n- new\n\n## Other\n`],
    [`${HEADING}\n\nWords.\n`, `${HEADING}\n\nWords.\n\n- new\n`],
    [`${HEADING}\n\n- old\n  goes on\n`, `${HEADING}\n\n- old\n  goes on\n- new\n`],
    [
      `${HEADING}\n\n- old\n\n### Sub\n\n- x\n\n## Other\n`,
      `${HEADING}\n\n- old\n\n### Sub\n\n- x\n- new\n\n## Other\n`,
    ],
    [`${HEADING}  \n\n- old\n`, `${HEADING}  \n\n- old\n- new\n`],
  ])('puts a new bullet into %j', (existing, expected) => {
    expect(withPreferences(existing, ['new'])).toEqual({ text: expected, added: ['new'] });
  });

  it.each([
    [`\`\`\`md\n${HEADING}\n\`\`\`\n`, `\`\`\`md\n${HEADING}\n\`\`\`\n\n${HEADING}\n\n- new\n`],
    [`${HEADING} of mine\n`, `${HEADING} of mine\n\n${HEADING}\n\n- new\n`],
    [`#${HEADING}\n`, `#${HEADING}\n\n${HEADING}\n\n- new\n`],
    [`See ${HEADING}\n`, `See ${HEADING}\n\n${HEADING}\n\n- new\n`],
    [
      `${HEADING}\n\n\`\`\`\n## no\n\`\`\`\n\n## Other\n`,
      `${HEADING}\n\n\`\`\`\n## no\n\`\`\`\n\n- new\n\n## Other\n`,
    ],
    ['~~~~\ncode\n', `~~~~\ncode\n~~~~\n\n${HEADING}\n\n- new\n`],
    [`${HEADING}\n\n\`\`\`\ncode\n\n`, `${HEADING}\n\n\`\`\`\ncode\n\`\`\`\n\n- new\n\n`],
    [`${HEADING}\n\n- a\n\n## Other\n\n\`\`\`\ncode`, `${HEADING}\n\n- a\n- new\n\n## Other\n\n\`\`\`\ncode`],
  ])('is not misled by %j', (existing, expected) => {
    expect(withPreferences(existing, ['new']).text).toBe(expected);
  });

  it('adds nothing that is there in any section, nor twice', () => {
    const existing = `# A\n\n* use  TABS\n\n${HEADING}\n\n- Straße\n`;
    expect(withPreferences(existing, ['Use tabs.', 'use tabs', 'STRASSE', 'New', '- NEW'])).toEqual({
      text: `${existing}- Use tabs.\n- New\n`,
      added: ['Use tabs.', 'New'],
    });
  });

  it('leaves a file alone when there is nothing to add', () => {
    for (const existing of ['', 'x', `${HEADING}\r\n- a`, '\n\n'])
      for (const bullets of [[], [' ', '-', '\n'], existing.includes('a') ? ['A'] : []])
        expect(withPreferences(existing, bullets)).toEqual({ text: existing, added: [] });
    expect(withPreferences(undefined, [])).toEqual({ text: '', added: [] });
  });

  const part = fc.constantFrom(
    ...[
      HEADING,
      '# A',
      '## B',
      '### C',
      '- a',
      '* b',
      '  goes on',
      'words',
      '',
      '```',
      '~~~~',
      '- A',
      '\ufeff',
      ' ',
    ],
  );
  const anyFile = fc
    .tuple(fc.array(part), fc.constantFrom('\n', '\r\n'), fc.boolean())
    .map(([lines, end, ended]) => lines.join(end) + (ended ? end : ''));
  const anyBullets = fc.array(
    fc.oneof(
      fc.constantFrom('a', 'B', '- c', '# d', 'e\nf', '```', '~~~', '## Approved Preferences', '- - g'),
      fc.string(),
    ),
    { maxLength: 5 },
  );

  it('adds nothing the second time', () => {
    fc.assert(
      fc.property(anyFile, anyBullets, (existing, bullets) => {
        const once = withPreferences(existing, bullets);
        expect(withPreferences(once.text, bullets)).toEqual({ text: once.text, added: [] });
      }),
      { numRuns: 500 },
    );
  });

  it('only adds lines, and all of a later batch below the same heading', () => {
    fc.assert(
      fc.property(anyFile, anyBullets, (existing, bullets) => {
        const { text, added } = withPreferences(existing, [...bullets, 'surely new']);
        const before = existing.split(/\r?\n/).filter((line) => line !== '');
        const after = text.split(/\r?\n/);
        let at = 0;
        for (const line of before) {
          at = after.indexOf(line, at) + 1;
          expect(at, `${JSON.stringify(line)} is gone`).toBeGreaterThan(0);
        }
        const { lines } = markdownText(text);
        const index = lines.findIndex((line) => line.text === '- surely new');
        expect(lines[index]).toMatchObject({ fenced: false });
        expect(added.at(-1)).toBe('surely new');
        const again = withPreferences(text, ['newer still']);
        const next = markdownText(again.text).lines.findIndex((line) => line.text === '- newer still');
        expect(next).toBeGreaterThan(index);
        const headings = (t: string) =>
          t.split(/\r?\n/).filter((line) => line.trimEnd().endsWith(HEADING)).length;
        expect(headings(again.text)).toBe(headings(text));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the line ends of a file', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), anyBullets, (lines, bullets) => {
        const { text } = withPreferences(`${lines.join('\r\n')}\r\n`, bullets);
        expect(text.replaceAll('\r\n', '')).not.toContain('\n');
      }),
    );
  });
});
