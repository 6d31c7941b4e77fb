import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('canonical JSON', () => {
  it('writes the example of RFC 8785', () => {
    const value = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    );
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts by UTF-16 units, and numbers like every other key', () => {
    expect(canonicalJson({ '\ufb33': 1, '\u{1f600}': 2, '10': 3, '9': 4, '': 5 })).toBe(
      '{"":5,"10":3,"9":4,"\u{1f600}":2,"\ufb33":1}',
    );
  });

  it('keeps a key called __proto__, and leaves out what is undefined', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":1,"a":2}'))).toBe('{"__proto__":1,"a":2}');
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  it('replaces half a character in a text, and refuses it in a key', () => {
    expect(canonicalJson('a\ud800b\u{1f600}')).toBe('"a\ufffdb\u{1f600}"');
    expect(() => canonicalJson({ '\ud800': 1 })).toThrow(TypeError);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, undefined, () => 1, 1n])('refuses %s', (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
    expect(() => canonicalJson([value])).toThrow(TypeError);
  });

  it('means what it was given, and does not depend on the order of keys', () => {
    const values = fc
      .jsonValue({ noUnicodeString: false })
      .filter((value) => !/\\ud[89a-f]/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(values, (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(value))).toBe(text);
      }),
    );
  });
});

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
};
