import { describe, expect, it } from 'vitest';
import { OUTPUT_TAIL_CHARS } from '../../model/limits/limits.ts';
import { addedComplaints } from './added-complaints.ts';

const ESLINT = 'src/a.js\n  12:5  error  x is not defined  no-undef\n\n✖ 1 problem (1 error, 0 warnings)\n';

describe('complaints that were not there before', () => {
  it.each<[string, string, string, string[]]>([
    ['none where nothing changed', ESLINT, ESLINT, []],
    ['none where lines moved', ESLINT.replace('12:5', '14:5'), ESLINT, []],
    [
      'none where one of two was fixed',
      "a.ts(3,1): error TS2304: Cannot find name 'x'.\nFound 1 error in a.ts:3\n",
      "a.ts(3,1): error TS2304: Cannot find name 'x'.\nb.ts(4,1): error TS2304: Cannot find name 'y'.\nFound 2 errors in 2 files.\n",
      [],
    ],
    [
      'another message',
      ESLINT.replace('x is', 'y is'),
      ESLINT,
      ['  12:5  error  y is not defined  no-undef'],
    ],
    [
      'the same message once more',
      ESLINT.replace('\n\n', '\n  13:5  error  x is not defined  no-undef\n\n'),
      ESLINT,
      ['  13:5  error  x is not defined  no-undef'],
    ],
    [
      'one that begins with the sign that others sum up with',
      '  ✖  3:1  Unexpected var.\n  ✖  9:1  Unexpected alert.\n\n  2 errors\n',
      '  ✖  3:1  Unexpected var.\n\n  1 error\n',
      ['  ✖  9:1  Unexpected alert.'],
    ],
    [
      'the place of the same complaint of rustc in another function',
      'error: unused\n --> src/lib.rs:3:5\nerror: unused\n --> src/lib.rs:9:5\nerror: 2 previous errors\n',
      'error: unused\n --> src/lib.rs:3:5\nerror: 1 previous error\n',
      [' --> src/lib.rs:9:5'],
    ],
    ['another file', '[warn] src/a.js\n[warn] src/b.js\n', '[warn] src/a.js\n', ['[warn] src/b.js']],
  ])('%s', (_, now, before, expected) => {
    expect(addedComplaints(now, before)).toEqual(expected);
  });

  it('nobody can tell where an output is cut', () => {
    expect(addedComplaints('x'.repeat(OUTPUT_TAIL_CHARS), ESLINT)).toBeUndefined();
  });
});
