import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchBash } from './bash-matcher.ts';

const LIST = [
  'find',
  'rg',
  'git diff',
  'npm run "test all"',
  'bash',
  'python3',
  'python3 -m pytest',
  './run.sh',
  'env',
];

describe('a command', () => {
  it.each([
    ['find . -name "*.ts"', 'token_prefix_match'],
    ['find . -name *.ts', 'token_prefix_match'],
    ["find . -name '$(x)y'", 'blocked_metacharacter'],
    ["find . -name 'a$b'", 'token_prefix_match'],
    ['git diff --stat HEAD', 'token_prefix_match'],
    ['git  diff', 'token_prefix_match'],
    ['g"it" d\\iff', 'token_prefix_match'],
    ["npm run 'test all' -- x", 'token_prefix_match'],
    ['python3 -m pytest -q', 'token_prefix_match'],
    ['./run.sh a', 'token_prefix_match'],
    ['bash', 'exact_match'],
    ['python3', 'exact_match'],
  ])('%s is known: %s', (command, reason) => {
    expect(matchBash(command, LIST).reason).toBe(reason);
  });

  it.each([
    ['git log', 'no_match'],
    ['git', 'no_match'],
    ['gitdiff', 'no_match'],
    ['findx .', 'no_match'],
    ['bash x.sh', 'no_match'],
    ['bash -c ls', 'no_match'],
    ['python3 x.py', 'no_match'],
    ['python3 "" -m pytest', 'no_match'],
    ['X=1 find .', 'no_match'],
    ['fin* .', 'no_match'],
    ['git dif?', 'no_match'],
    ['', 'no_match'],
    [' ', 'no_match'],
    ["find 'a", 'invalid_shell_syntax'],
    ['find "a', 'invalid_shell_syntax'],
    ['find a\\', 'invalid_shell_syntax'],
    ['find . && rm x', 'blocked_metacharacter'],
    ['find . || rm x', 'blocked_metacharacter'],
    ['find .; rm x', 'blocked_metacharacter'],
    ['find . | sh', 'blocked_metacharacter'],
    ['find . & rm x', 'blocked_metacharacter'],
    ['find `x`', 'blocked_metacharacter'],
    ['find $(x)', 'blocked_metacharacter'],
    ['find <(x)', 'blocked_metacharacter'],
    ['find . > x', 'blocked_metacharacter'],
    ['find . 2> x', 'blocked_metacharacter'],
    ['find . < x', 'blocked_metacharacter'],
    ['find .\nrm x', 'blocked_metacharacter'],
    ['find .\rrm x', 'blocked_metacharacter'],
    ['find . $X', 'blocked_metacharacter'],
    ['find . "$X"', 'blocked_metacharacter'],
    ["find . $'-delete'", 'blocked_metacharacter'],
    ['find . -{delete,print}', 'blocked_metacharacter'],
    ['find . -delete', 'blocked_find_action'],
    ['find . -de"lete"', 'blocked_find_action'],
    ['find . -del\\ete', 'blocked_find_action'],
    ['find . -delet?', 'blocked_find_action'],
    ['find . [-]delete', 'blocked_find_action'],
    ['\\find . -delete', 'blocked_find_action'],
    ['/usr/bin/find . -delete', 'blocked_find_action'],
    ['env find . -delete', 'blocked_find_action'],
    ['find . -exec rm x', 'blocked_find_action'],
    ['find . -execdir rm x', 'blocked_find_action'],
    ['find . -ok rm x', 'blocked_find_action'],
    ['find . -okdir rm x', 'blocked_find_action'],
    ['find . -fprint x', 'blocked_find_action'],
    ['find . -fprint0 x', 'blocked_find_action'],
    ['find . -fprintf x y', 'blocked_find_action'],
    ['find . -fls x', 'blocked_find_action'],
    ['rg --pre sh x', 'blocked_rg_flag'],
    ['rg --pre=sh x', 'blocked_rg_flag'],
    ['rg --pre-glob x', 'blocked_rg_flag'],
    ['rg --hostname-bin=sh x', 'blocked_rg_flag'],
  ])('%j is blocked: %s', (command, reason) => {
    expect(matchBash(command, LIST)).toEqual({ allowed: false, reason });
  });

  it('is blocked when it, or the list, is missing', () => {
    for (const [command, list] of [
      [undefined, LIST],
      ['find .', undefined],
      ['find .', []],
      ['', ['']],
      ['x', ['', ' ', '""']],
      ['x'.repeat(8_001), ['x'.repeat(8_001)]],
    ] as const)
      expect(matchBash(command, list)).toEqual({ allowed: false, reason: 'no_match' });
  });

  it('that stands in the list as it is may hold anything', () => {
    for (const command of ['npm test && npm run lint', 'find . -delete', 'rg --pre sh'])
      expect(matchBash(command, [command])).toEqual({ allowed: true, reason: 'exact_match' });
  });

  it('with a pattern is not the same word without one', () => {
    expect(matchBash('ls *.md x', ['ls "*.md"'])).toEqual({ allowed: false, reason: 'no_match' });
    expect(matchBash('ls "*.md" x', ['ls "*.md"']).allowed).toBe(true);
    expect(matchBash('./r* x', ["'./r*'"])).toEqual({ allowed: false, reason: 'no_match' });
  });

  it('by an absolute path is the program that the list means, or none', () => {
    const binaries = new Map([['rg', '/usr/bin/rg']]);
    expect(matchBash('/usr/bin/rg x', LIST).allowed).toBe(false);
    expect(matchBash('/usr/bin/rg x', LIST, binaries).reason).toBe('token_prefix_match');
    expect(matchBash('/tmp/rg x', LIST, binaries).allowed).toBe(false);
    expect(matchBash('/usr/bin/rg', ['/usr/bin/rg x'], binaries).allowed).toBe(false);
  });

  const META = ['&&', '||', ';', '|', '&', '`', '$(', '>(', '<(', '>>', '>', '2>', '<', '\n', '\r'];

  it('with a metacharacter never passes by its first words', () => {
    const part = fc.oneof(
      fc.constantFrom(...LIST, ...META, ' ', '"', "'", '\\', 'x', '-delete'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part), fc.constantFrom(...META), fc.array(part), (before, meta, after) => {
        const command = `${before.join('')}${meta}${after.join('')}`;
        expect(matchBash(`find ${command}`, LIST).allowed).toBe(false);
        expect(matchBash(command, LIST).allowed).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it('that passes begins with the words of an entry, and the shell changes none of it', () => {
    const part = fc.constantFrom(
      'find',
      'rg',
      'git',
      'diff',
      ' ',
      ' ',
      '"',
      "'",
      '\\',
      '$',
      '{',
      '}',
      '*',
      '-delete',
      '--pre',
      'x',
    );
    let passed = 0;
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const command = parts.join('');
        const { allowed, reason } = matchBash(command, LIST);
        if (!allowed) return;
        passed += 1;
        expect(['exact_match', 'token_prefix_match']).toContain(reason);
        expect(command).toMatch(/^ *["'\\]*(?:f|r|g)/);
        const plain = command.replaceAll(/["'\\]/g, '');
        if (plain.split(/\s+/).includes('find')) expect(plain.split(/\s+/)).not.toContain('-delete');
      }),
      { numRuns: 5_000 },
    );
    expect(passed).toBeGreaterThan(0);
  });
});
