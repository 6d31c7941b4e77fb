import { describe, expect, it } from 'vitest';
import { parseJson, shownValue } from './json-file.ts';

describe('a JSON file', () => {
  it('knows where each value stands', () => {
    const { value, problems } = parseJson('{\n  "a": {\n    "b": [1, 2]\n  }\n}\n', 'x.json');
    expect(problems).toEqual([]);
    expect(value?.value).toEqual({ a: { b: [1, 2] } });
    expect(value?.locate(['a', 'b', 1])).toEqual({ line: 3, column: 14 });
    expect(value?.locate(['a'], 'b')).toEqual({ line: 3, column: 5 });
  });

  it.each([
    ['', 'FILE_EMPTY', 1],
    [' \n', 'FILE_EMPTY', 1],
    ['{\n  "a": 1,\n  oops\n}', 'JSON_SYNTAX', 3],
    ['{\n  "a": 1,\n  "b"', 'JSON_SYNTAX', 3],
    ['{\n  "a": "cut', 'JSON_SYNTAX', 2],
    ['{"a": 1}\n]', 'JSON_SYNTAX', 2],
  ])('%j is %s', (text, code, line) => {
    const { value, problems } = parseJson(text, 'x.json');
    expect(value).toBeUndefined();
    expect(problems).toMatchObject([{ code, severity: 'error', file: 'x.json' }]);
    expect(problems[0]?.line).toBe(line);
  });

  it('looks for a place only so often', () => {
    const { value } = parseJson('{"a": 1}', 'x.json');
    const found = Array.from({ length: 1_000 }, () => value?.locate(['a']));
    expect([found[0], found.at(-1)]).toEqual([{ line: 1, column: 7 }, undefined]);
  });

  it('is not broken by nesting that nobody means', () => {
    const text = '['.repeat(200_000) + ']'.repeat(200_000);
    const { value } = parseJson(text, 'x.json');
    expect(value?.locate([0])).toBeUndefined();
  });
});

describe('a value in a message', () => {
  it.each([
    [[1, 2], 'a list of 2'],
    [{}, 'an object'],
    [null, 'null'],
    [undefined, 'nothing'],
    ['x'.repeat(100), `"${'x'.repeat(79)}…`],
  ])('%j', (value, words) => {
    expect(shownValue(value)).toBe(words);
  });
});
