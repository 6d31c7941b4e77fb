// Only what was given may be changed; whatever cannot be seen is not proved.

import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../model/evidence.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { tree as treeHandle } from '../../model/workflow/handles.ts';
import type { Submission } from '../../model/workflow/view.ts';
import { changesWithin } from './changes-within.ts';

const tree = (n: number): Digest => `git-tree:${String(n).padStart(40, '0')}`;
const submission = (from: Digest | undefined, to: Digest | undefined): Submission =>
  ({ start: from, digest: () => to }) as unknown as Submission;
const ONE = submission(tree(1), tree(2));

const check = (allowed: readonly string[] | undefined) =>
  changesWithin({
    from: (s) => s.start,
    to: (s) => s.digest(treeHandle('work')),
    allowed: () => allowed,
    isWithin: (file, paths) => paths.some((path) => file.startsWith(path)),
    says: 'you change only your own files',
  });
const changes = (...files: string[]): Evidence => ({ kind: 'changes', files });

describe('changes within what was given', () => {
  it('asks for the changes between the two trees', () => {
    expect(check(['src/']).needs(ONE)).toEqual([{ kind: 'changes', from: tree(1), to: tree(2) }]);
    expect(check(['src/']).says).toBe('you change only your own files');
  });

  it('pass, also when nothing was changed', () => {
    expect(check(['src/', 'a']).judge(ONE, () => changes('src/x', 'a')).status).toBe('met');
    expect(check([]).judge(ONE, () => changes()).status).toBe('met');
  });

  it('name each file outside', () => {
    const { status, problems } = check(['src/']).judge(ONE, () => changes('lib/a', 'src/x', 'b'));
    expect(status).toBe('unmet');
    expect(problems.map(({ code, file, severity }) => [code, file, severity])).toEqual([
      ['FILES_NOT_OWNED', 'lib/a', 'error'],
      ['FILES_NOT_OWNED', 'b', 'error'],
    ]);
    expect(problems[0]?.message).toBe('expected changes in src/ only, lib/a was changed');
  });

  it('do not fill the answer with a long list of what is allowed', () => {
    const allowed = Array.from({ length: 100 }, (_, n) => `src/${n}/`);
    const [found] = check(allowed).judge(ONE, () => changes('lib/a')).problems;
    expect(found?.message).toContain('src/11/ and 88 more only');
  });

  it('are not limited when nothing says so', () => {
    expect(check(undefined).needs(ONE)).toEqual([]);
    expect(check(undefined).judge(ONE, () => undefined).status).toBe('met');
  });

  it.each<Evidence | undefined>([
    undefined,
    { kind: 'unavailable', cause: 'git is gone', hint: 'bring it back' },
    { kind: 'merge', tree: tree(1), others: tree(1), conflicts: [] },
  ])('are unproven with the evidence %j', (found) => {
    const { status, problems } = check(['src/']).judge(ONE, () => found);
    expect(status).toBe('unproven');
    expect(problems[0]?.code).toBe('EVIDENCE_UNAVAILABLE');
    if (found?.kind === 'unavailable') {
      expect(problems[0]?.message).toContain('git is gone');
      expect(problems[0]?.hint).toBe('bring it back');
    }
  });

  it('are unproven without a tree to compare', () => {
    for (const one of [submission(undefined, tree(2)), submission(tree(1), undefined)]) {
      expect(check(['src/']).needs(one)).toEqual([]);
      expect(check(['src/']).judge(one, () => changes()).status).toBe('unproven');
    }
  });
});
