import { expect, it } from 'vitest';
import { withoutComments } from './json-comments.ts';

it('leaves strings as they are, and every other character where it was', () => {
  const text = '{ // a "comment"\n  "a": "// \\" none", /* b\n */ "c": 1 }';
  const plain = withoutComments(text);
  expect(JSON.parse(plain)).toEqual({ a: '// " none', c: 1 });
  expect(plain).toHaveLength(text.length);
  expect(plain.indexOf('"c"')).toBe(text.indexOf('"c"'));
});
