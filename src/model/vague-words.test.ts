import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  extendVagueWords,
  type GuaranteeKind,
  VAGUE_WORDS,
  vaguenessOf,
  vagueWordsSchema,
} from './vague-words.ts';

const CONCRETE: Readonly<Record<GuaranteeKind, readonly string[]>> = {
  step: [
    'Write test_jwt_generation() expecting valid token structure with exp claim',
    'Write a failing test that login rejects an expired token',
    'Test that an empty email raises ValueError',
    'Add a case for `parse("")` to the suite',
    'Write tests in tests/test_auth.py',
  ],
  criterion: [
    'Test coverage ≥95% for auth module',
    'Token expiration validated (tokens expire in 1 hour)',
    'Secret key rotation documented in README',
    'Security scan passes (no JWT vulnerabilities)',
    'All tests pass',
    'All tests pass (pytest -q)',
    'No lint errors',
    'Lint clean (make lint)',
    'Type hints (mypy)',
    'API responds within 200 ms',
    'p95 ≤ 200ms',
    'Fast answers (200 ms)',
    'Fast performance: p95 below 200 ms',
    'Login form rejects empty password',
    'Returns 401 for expired tokens',
    'Users can reset their password',
    'Benutzer können ihr Kennwort zurücksetzen',
    '用户可以重置密码',
  ],
  remedy: [
    'Add test for expired token in tests/test_auth.py',
    'Fix null dereference in parse_config()',
    'Raise coverage of the auth module from 88% to 90%',
    'Add missing input validation to upload endpoint',
    'Run `npm audit fix`',
    'fix bugs ` `npm audit fix`',
  ],
};

const VAGUE: Readonly<Record<GuaranteeKind, readonly string[]>> = {
  step: [
    'Write tests',
    'write tests.',
    '**Write tests**',
    'Add unit tests',
    'Write failing tests first',
    'Write tests that fail',
    'Create comprehensive tests for the feature',
    'Test all edge cases',
    'TDD',
    'N/A',
    '',
  ],
  criterion: [
    'Fast performance',
    'Good code quality',
    'Works well',
    'User-friendly',
    'Code is clean',
    'Everything works',
    'Robust error handling',
    'Handle edge cases',
    'Should be fast and reliable',
    'Secure authentication implemented',
    'It is done',
    ' ',
  ],
  remedy: [
    'fix bugs',
    'Fix the bugs!',
    'fix all issues',
    'Fix 3 bugs',
    'Improve error handling',
    'Address the problems found',
    'Fix failing tests',
    'Refactor code',
    'make it better',
    'Fix login bug',
    'See report',
  ],
};

const KINDS = ['step', 'criterion', 'remedy'] as const;

describe('what is promised', () => {
  it.each(KINDS.flatMap((kind) => CONCRETE[kind].map((text) => [kind, text] as const)))(
    'as a %s is concrete: %s',
    (kind, text) => {
      expect(vaguenessOf(kind, text)).toBeUndefined();
    },
  );

  it.each(KINDS.flatMap((kind) => VAGUE[kind].map((text) => [kind, text] as const)))(
    'as a %s is vague: %s',
    (kind, text) => {
      expect(vaguenessOf(kind, text)).toBeDefined();
    },
  );

  it('names the words that say nothing', () => {
    expect(vaguenessOf('criterion', 'Fast and robust, really fast')?.words).toEqual(['fast', 'robust']);
    expect(vaguenessOf('remedy', 'fix bugs')?.words).toEqual([]);
  });

  const word = fc.constantFrom(
    ...VAGUE_WORDS.vague,
    ...VAGUE_WORDS.genericVerbs,
    ...VAGUE_WORDS.genericThings,
    'token',
    '`',
    '"',
    '(',
    ')',
    '-',
    '3',
    '<',
  );
  const text = fc.oneof(
    fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
    fc.string(),
    fc.string({ unit: 'binary' }),
  );
  const mark = fc.oneof(
    fc
      .tuple(fc.nat(999), fc.constantFrom('ms', '%', 'seconds', 'MB', 'tests'))
      .map(([number, unit]) => `${number} ${unit}`),
    fc.constantFrom('95%', '200ms', '`npm test`', '`pytest -q tests/x.py`'),
  );

  it('is never vaguer for a number with its unit, or for a command in back-ticks', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), text, mark, fc.boolean(), (kind, said, more, before) => {
        expect(vaguenessOf(kind, before ? `${more} ${said}` : `${said} ${more}`)).toBeUndefined();
      }),
      { numRuns: 3_000 },
    );
  });

  it('is judged in a moment, however long it is', () => {
    for (const part of ['!', '`', 'a_', '(', '1.', 'aA', '. ', '->'])
      for (const kind of KINDS) vaguenessOf(kind, part.repeat(1_000_000));
  });
});

describe('the words', () => {
  it('fit their schema', () => {
    expect(vagueWordsSchema.parse(VAGUE_WORDS)).toEqual(VAGUE_WORDS);
  });

  it('can be added to', () => {
    const more = extendVagueWords(VAGUE_WORDS, {
      vague: ['snappy'],
      programs: ['zig'],
      kinds: { ...VAGUE_WORDS.kinds, remedy: { besideMark: 0, alone: 0 } },
    });
    expect(vaguenessOf('criterion', 'Snappy search results page')).toBeUndefined();
    expect(vaguenessOf('criterion', 'Snappy search results page', more)?.words).toEqual(['snappy']);
    expect(vaguenessOf('criterion', 'Fast: zig build', more)).toBeUndefined();
    expect(vaguenessOf('remedy', 'fix bugs', more)).toBeUndefined();
    expect(VAGUE_WORDS.vague).not.toContain('snappy');
  });
});
