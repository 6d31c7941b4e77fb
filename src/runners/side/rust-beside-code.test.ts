// Tests of Rust that stand alone beside the code, in no module of their own.
import { describe, expect, it } from 'vitest';
import { type Files, judge } from '../../../test/fixtures/judged-change.ts';
import { has } from '../../../test/fixtures/run-on.ts';

const ONE = 'pub fn one() -> i32 {\n    1\n}\n';
const ONES = '\n#[test]\nfn ones() {\n    assert_eq!(one(), 1);\n}\n';
const PROJECT = {
  'Cargo.toml': '[package]\nname = "x"\nversion = "0.1.0"\nedition = "2021"\n\n[lib]\ndoctest = false\n',
  'src/lib.rs': `${ONE}${ONES}`,
};
const judged = (edit: Files) => judge('cargo test', PROJECT, edit, undefined, 'feature');
const TWO = 'pub fn two() -> i32 {\n    one() + one()\n}\n';
const SLOW = { timeout: 180_000 };

describe.runIf(has('cargo --version'))('a change of a Rust project with tests beside its code', () => {
  it('is shown by a new test', SLOW, async () => {
    const twos = '\n#[test]\nfn twos() {\n    assert_eq!(two(), 2);\n}\n';
    const { refused, fates, problems } = await judged({ 'src/lib.rs': `${ONE}${TWO}${ONES}${twos}` });
    expect(refused, problems.join('\n')).toEqual([]);
    expect(fates).toMatchObject({ ones: 'kept', twos: 'new' });
  });

  it('is not shown by one that checks nothing of it', SLOW, async () => {
    const twos = '\n#[test]\nfn twos() {\n    assert_eq!(one(), 1);\n}\n';
    const { refused } = await judged({ 'src/lib.rs': `${ONE}${TWO}${ONES}${twos}` });
    expect(refused).toContain('red-then-green');
  });

  it('does not hide what it breaks by another test', SLOW, async () => {
    const hollow = ONES.replace('one(), 1', 'one(), one()');
    const { fates } = await judged({ 'src/lib.rs': `${ONE.replace('1', '7')}${hollow}` });
    expect(fates).toEqual({ ones: 'hollow' });
  });
});
