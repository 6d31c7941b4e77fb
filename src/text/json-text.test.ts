import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placesOf } from './json-places.ts';
import { readJson } from './json-text.ts';

const codesOf = (text: string): string[] => readJson(text, 'x.json').problems.map(({ code }) => code);

describe('JSON that agents wrote', () => {
  it('is read as the platform reads it', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.json(), fc.string(), fc.stringMatching(/^[[\]{}",:0-9a-z\\.eE+-]{0,20}$/)),
        (text) => {
          let wanted: { json: unknown } | undefined;
          try {
            wanted = { json: JSON.parse(text) };
          } catch {
            wanted = undefined;
          }
          expect(readJson(text, '').value).toEqual(wanted);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('has a limit of keys, all objects together, that a reader of reports may raise', () => {
    const text = '[{"a": 1, "b": ":"}, {"c": 3}]';
    expect(readJson(text, 'x.json', 3).problems).toEqual([]);
    expect(readJson(text, 'x.json', 2)).toMatchObject({
      value: undefined,
      problems: [{ code: 'FILE_TOO_LARGE', line: 1 }],
    });
  });

  it.each([
    ['{"a": 1,}', 1, 9],
    ['{"a": 1\n "b": 2}', 2, 2],
    ['{\n  "a": tru\n}', 2, 8],
    ['{"a": 01}', 1, 8],
    ['{"a": "x\n"}', 1, 9],
    ['{"a": "\\x"}', 1, 8],
    ['{"a"', 1, 4],
    ["{'a': 1}", 1, 2],
    ['{} {}', 1, 4],
  ])('%j is refused at its place', (text, line, column) => {
    expect(readJson(text, 'x.json').problems).toMatchObject([
      { code: 'JSON_SYNTAX', line, column, file: 'x.json' },
    ]);
  });

  it('tells keys that come twice, at any depth', () => {
    const { value, problems } = readJson('{"a": {"b": 1, "b": 12}, "c": [{"d": 1, "\\u0064": 1}]}', 'x');
    expect(value).toEqual({ json: { a: { b: 12 }, c: [{ d: 1 }] } });
    expect(problems.map(({ code, severity, field, column }) => [code, severity, field, column])).toEqual([
      ['HANDOFF_CONFLICT', 'error', 'a.b', 16],
      ['HANDOFF_CONFLICT', 'warning', 'c[0].d', 41],
    ]);
  });

  it('tells a value from one that only begins like it', () => {
    expect(readJson('{"a": 12, "a": 1}', 'x').problems).toMatchObject([{ severity: 'error', column: 11 }]);
    expect(readJson('{"a": 1 , "a": 1}', 'x').problems).toMatchObject([{ severity: 'warning' }]);
  });

  it('may begin with a byte order mark', () => {
    expect([readJson('\ufeff{"a": 1}', 'x').value, codesOf('\ufeff{"a": 1}')]).toEqual([
      { json: { a: 1 } },
      ['HANDOFF_DECORATION'],
    ]);
  });

  it('has a limit on nesting', () => {
    expect(codesOf(`${'['.repeat(64)}${']'.repeat(64)}`)).toEqual([]);
    expect(codesOf(`${'['.repeat(65)}${']'.repeat(65)}`)).toEqual(['YAML_TOO_DEEP']);
    expect(codesOf('['.repeat(2_000_000))).toEqual(['YAML_TOO_DEEP']);
  });
});

describe('places', () => {
  const text = '{\n  "a": {"b": [1,\n    {"c": "x"}]},\n  "d": null\n}';

  it.each([
    [[], 1, 1],
    [['a'], 2, 8],
    [['a', 'b', 0], 2, 15],
    [['a', 'b', 1, 'c'], 3, 11],
    [['a', 'b', 1, 'nothing', 'below'], 3, 5],
    [['d'], 4, 8],
    [['e'], 1, 1],
  ])('%j is at %d:%d', (path, line, column) => {
    expect(placesOf(text, [{ path }])).toEqual([{ line, column }]);
  });

  it('are those of the key where that is meant', () => {
    expect(placesOf(text, [{ path: ['a', 'b'], atKey: true }, { path: ['d'] }])).toEqual([
      { line: 2, column: 9 },
      { line: 4, column: 8 },
    ]);
  });
});
