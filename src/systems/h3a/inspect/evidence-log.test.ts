import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BatonError } from '../../../errors.ts';
import { errorsOf, fixtureText, isInside, warningsOf } from '../handoff/fixtures.fixture.ts';
import { evidenceEntry, evidenceHash, hashFits, parseEvidenceLog } from './evidence-log.ts';

const AT = '2025-09-29T14:45:00Z';
const HASH = '0123456789abcdef';

describe('the log of evidence', () => {
  it('is read as the format has it', () => {
    const { value, problems } = parseEvidenceLog(fixtureText('run/state/EVIDENCE_LOG.md'));
    expect(problems).toEqual([]);
    expect(value).toHaveLength(5);
    expect(value?.[0]).toMatchObject({
      path: 'artifacts/executor/test_output_red.txt',
      at: AT,
      description: 'RED phase (1 test failing)',
      line: 7,
    });
  });

  it.each([
    ['the bridge', `- \`a/b.txt\` → \`sha256:${'a'.repeat(64)}\``, 'a'.repeat(64)],
    ['the prompts', '- state/ROADMAP.md (hash: 8f4a2c1b8f4a2c1b)', '8f4a2c1b8f4a2c1b'],
    ['the migration', `- test_output_red.txt | ${'b'.repeat(64)} | executor | RED phase`, 'b'.repeat(64)],
  ])('is read in the notation of %s, with a warning', (_, line, hash) => {
    const { value, problems } = parseEvidenceLog(`${line}\n`);
    expect(value).toMatchObject([{ hash }]);
    expect([errorsOf(problems), warningsOf(problems)]).toEqual([[], ['HANDOFF_DECORATION']]);
  });

  it.each([
    ['a short hash is an older form', `- \`a\` - [hash:0123abcd] - ${AT} - x`, [], ['HANDOFF_DECORATION']],
    ['a hash that is none', `- \`a\` - [hash:nothexnothexnoth] - ${AT} - x`, ['FIELD_INVALID'], []],
    ['capital letters', `- \`a\` - [hash:0123456789ABCDEF] - ${AT} - x`, ['FIELD_INVALID'], []],
    ['a time that is none', `- \`a\` - [hash:${HASH}] - today - x`, ['FIELD_INVALID'], []],
    ['a path that leaves', `- \`../a\` - [hash:${HASH}] - ${AT} - x`, ['HANDOFF_ARTIFACT_PATH'], []],
    ['half an entry', `- a - [hash:${HASH}]`, ['FIELD_INVALID'], []],
  ])('%s', (_, line, errors, warnings) => {
    const { problems } = parseEvidenceLog(line);
    expect([errorsOf(problems), warningsOf(problems)]).toEqual([errors, warnings]);
  });

  it('never throws, and names places inside of the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('- `', '`', ' - [hash:', ']', HASH, ' - ', '\n', '→', '(hash: ', '|'), {
          maxLength: 40,
        }),
        (parts) => {
          const text = parts.join('');
          for (const one of parseEvidenceLog(text).problems) expect(isInside(text, one)).toBe(true);
        },
      ),
    );
  });
});

describe('hashes', () => {
  it('are the first 16 digits of SHA-256', () => {
    expect(evidenceHash('abc')).toBe('ba7816bf8f01cfea');
    expect([hashFits('ba7816bf', 'abc'), hashFits('ba7816bf8f01cfea', 'abd')]).toEqual([true, false]);
  });
});

describe('an entry that is written', () => {
  it('is as the format has it', () => {
    expect(evidenceEntry({ path: 'a/b.txt', hash: HASH, at: AT, description: 'RED\nphase' })).toBe(
      `- \`a/b.txt\` - [hash:${HASH}] - ${AT} - RED phase`,
    );
    for (const wrong of [{ path: '/a' }, { path: 'a`b' }, { hash: 'x' }, { at: 'now' }])
      expect(() => evidenceEntry({ path: 'a', hash: HASH, at: AT, description: '', ...wrong })).toThrow(
        BatonError,
      );
  });

  it('is read again as it was', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const entry = {
          path: 'a/b - [hash:x.txt',
          hash: HASH,
          at: AT,
          description: text.replace(/\s+/g, ' ').trim(),
        };
        const { value } = parseEvidenceLog(evidenceEntry(entry));
        expect(value).toMatchObject([{ path: entry.path, hash: HASH, at: AT }]);
      }),
    );
  });
});
