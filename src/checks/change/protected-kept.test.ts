// Protected files change only with the leave of whoever owns them.
import { describe, expect, it } from 'vitest';
import type { Evidence, FileChange } from '../../model/evidence.ts';
import { change, diff, from, judged, to, told } from '../evidence.fixture.ts';
import { protectedKept } from './protected-kept.ts';

const kindOf = (path: string): string | undefined =>
  path.endsWith('.test.js')
    ? 'tests'
    : path.endsWith('.lock')
      ? 'lock'
      : path.startsWith('.ci/')
        ? 'ci'
        : undefined;

interface Policy {
  readonly kinds?: readonly string[] | undefined;
  readonly released?: readonly string[];
  readonly mayAddTests?: boolean;
}
const check = (policy: Policy) =>
  protectedKept({
    ...{ base: from, head: to, kindOf },
    kinds: () => ('kinds' in policy ? policy.kinds : ['tests', 'lock']),
    released: () => policy.released,
    mayAddTests: () => policy.mayAddTests,
  });
const judge = (policy: Policy, ...files: (FileChange | string)[]) =>
  judged(check(policy), { diff: diff(...files) });

describe('protected files', () => {
  it('stay as they are', () => {
    const verdict = judge({}, 'src/a.js', 'a.test.js', change('x.lock', { change: 'deleted' }));
    expect([verdict.status, told(verdict)]).toEqual([
      'unmet',
      [
        'FILES_PROTECTED expected a.test.js to stay as it is, because it is protected (tests); it was modified',
        'FILES_PROTECTED expected x.lock to stay as it is, because it is protected (lock); it was deleted',
      ],
    ]);
    expect(verdict.problems[0]).toMatchObject({
      file: 'a.test.js',
      hint: expect.stringContaining('owns tests'),
    });
  });

  it('are those of the kinds that the policy names', () => {
    expect(judge({}, '.ci/x', 'src/a.js').status).toBe('met');
    expect(judge({ kinds: ['ci'] }, 'a.test.js', 'x.lock').status).toBe('met');
    expect(judge({ kinds: ['ci'] }, '.ci/x').status).toBe('unmet');
  });

  it('may be released, by path', () => {
    expect(judge({ released: ['a.test.js', 'deep/'] }, 'a.test.js', 'deep/x.lock').status).toBe('met');
    expect(judge({ released: ['a.test.js'] }, 'b.test.js').status).toBe('unmet');
  });

  it('are not hidden by a rename, out of their kind or into it', () => {
    const out = change('a.js', { change: 'renamed', was: 'a.test.js' });
    expect(told(judge({ mayAddTests: true }, out))[0]).toContain(
      'a.test.js to stay as it is, because it is protected (tests); it was renamed to a.js',
    );
    const into = change('b.lock', { change: 'renamed', was: 'b.js' });
    expect(told(judge({}, into))[0]).toContain('it was renamed from b.js');
  });

  it('may be added where they are tests and the policy says so', () => {
    const added = change('new.test.js', { change: 'added' });
    expect(judge({ mayAddTests: true }, added).status).toBe('met');
    expect(judge({}, added).status).toBe('unmet');
    expect(judge({ mayAddTests: true }, change('new.lock', { change: 'added' })).status).toBe('unmet');
    expect(judge({ mayAddTests: true }, 'a.test.js').status).toBe('unmet');
    expect(judge({ mayAddTests: true }, change('l.test.js', { change: 'added', kind: 'link' })).status).toBe(
      'unmet',
    );
  });

  it('are unproven without a policy, without evidence, and when the list is cut', () => {
    expect(judge({ kinds: undefined }).status).toBe('unproven');
    expect(judged(check({}), {}).status).toBe('unproven');
    expect(judged(check({}), { diff: { ...diff('src/a.js'), cut: true } as Evidence }).status).toBe(
      'unproven',
    );
    expect(judged(check({}), { diff: { ...diff('a.test.js'), cut: true } as Evidence }).status).toBe('unmet');
  });
});
