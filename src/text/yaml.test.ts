import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { leastRunningMs } from '../../test/fixtures/running-time.ts';
import {
  OWN_YAML_TOKENS_MAX,
  YAML_ALIASES_MAX,
  YAML_BYTES_MAX,
  YAML_DEPTH_MAX,
  YAML_TOKENS_MAX,
} from '../model/limits/limits.ts';
import { parseYaml, parseYamlWith } from './yaml.ts';

const codesOf = (text: string | Uint8Array) =>
  parseYaml(text, { file: 'f.yaml' }).problems.map((p) => p.code);

describe('parseYaml', () => {
  it('reads a document and knows where each value stands', () => {
    const { value, problems } = parseYaml('a: 1\nb:\n  - x\n  - y: 2\n');
    expect(problems).toEqual([]);
    expect(value?.value).toEqual({ a: 1, b: ['x', { y: 2 }] });
    expect(value?.locate(['b', 1, 'y'])).toEqual({ line: 4, column: 8 });
    expect(value?.locate(['b', 1], 'y')).toEqual({ line: 4, column: 5 });
    expect(value?.locate(['b', 7])).toEqual({ line: 3, column: 3 });
  });

  it('takes a byte order mark and CRLF', () => {
    expect(parseYaml('\ufeffa: 1\r\nb: 2\r\n').value?.value).toEqual({ a: 1, b: 2 });
  });

  it.each([
    ['nothing', '', ['FILE_EMPTY']],
    ['white space', ' \n\t\n', ['FILE_EMPTY']],
    ['only a comment', '# x\n', ['FILE_EMPTY']],
    ['a repeated key', 'a: 1\na: 2\n', ['YAML_DUPLICATE_KEY']],
    ['a repeated key, quoted', 'a: 1\n"a": 2\n', ['YAML_DUPLICATE_KEY']],
    ['two documents', 'a: 1\n---\nb: 2\n', ['YAML_SYNTAX']],
    ['an unknown tag', 'a: !!js/function x\n', ['YAML_SYNTAX']],
    ['an unknown alias', 'a: *x\n', ['YAML_ALIASES']],
    ['an alias inside of itself', 'a: &a\n  b: *a\n', ['YAML_ALIASES']],
    ['a collection as key', '? [a]\n: b\n', ['YAML_SYNTAX']],
    ['an open list', 'a: [1\n', ['YAML_SYNTAX']],
    ['too many bytes', `a: ${'x'.repeat(YAML_BYTES_MAX)}`, ['FILE_TOO_LARGE']],
    ['bytes that are not UTF-8', new Uint8Array([0x61, 0x3a, 0x20, 0xff]), ['FILE_NOT_UTF8']],
    ['too many aliases', `a: &a 1\nb: [${'*a, '.repeat(YAML_ALIASES_MAX + 1)}]`, ['YAML_ALIASES']],
    [
      'levels one too many',
      `${'['.repeat(YAML_DEPTH_MAX + 1)}${']'.repeat(YAML_DEPTH_MAX + 1)}`,
      ['YAML_TOO_DEEP'],
    ],
  ])('refuses %s', (_what, text, codes) => {
    expect(codesOf(text)).toEqual(codes);
    expect(parseYaml(text).value).toBeUndefined();
  });

  it('refuses an alias bomb', () => {
    const rows = [
      'a: &a [x, x]',
      ...'bcdefgh'.split('').map((k, i) => `${k}: &${k} [*${'abcdefg'[i]}, *${'abcdefg'[i]}]`),
    ];
    expect(codesOf(rows.join('\n'))).toEqual(['YAML_ALIASES']);
  });

  it.each([
    ['[', '['.repeat(900_000)],
    ['{', '{'.repeat(900_000)],
    ['- ', '- '.repeat(450_000)],
    ['? ', '? '.repeat(450_000)],
    ['a: ', 'a: '.repeat(300_000)],
    ['a: in a flow mapping', `{${'a: '.repeat(300_000)}`],
    ['a: in flow mappings in each other', `{${'a: a: {'.repeat(30_000)}`],
    ['indents', Array.from({ length: 1200 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
  ])('refuses endless nesting of %j quickly', (_what, text) => {
    expect(codesOf(text)).toEqual(['YAML_TOO_DEEP']);
    expect(leastRunningMs(2_000, () => codesOf(text))).toBeLessThan(2_000);
  });

  it('refuses more tokens than anybody writes, unless it is told otherwise', () => {
    const text = Array.from({ length: YAML_TOKENS_MAX }, (_, i) => `k${i}: 1`).join('\n');
    expect(codesOf(text)).toEqual(['FILE_TOO_LARGE']);
    expect(parseYaml(text, { tokensMax: OWN_YAML_TOKENS_MAX }).problems).toEqual([]);
  });

  it('does not take __proto__ for the prototype', () => {
    const { value } = parseYaml('__proto__: { polluted: true }\n');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.hasOwn(value?.value as object, '__proto__')).toBe(true);
  });
});

const schema = z.strictObject({
  workflow: z.string().optional(),
  count: z.number(),
  kind: z.enum(['a', 'b']).optional(),
  roles: z
    .record(z.string(), z.strictObject({ agent: z.string(), after: z.array(z.string()).optional() }))
    .optional(),
  either: z.union([z.string(), z.strictObject({ run: z.string() })]).optional(),
});

describe('parseYamlWith', () => {
  it('lists all problems at once, each at its place', () => {
    const text = 'workfow: x\nkind: c\nroles:\n  one:\n    agnet: x\n    after: [1]\neither: { run: 3 }\n';
    const { value, problems } = parseYamlWith(schema, text, 'baton.yaml');
    expect(value).toBeUndefined();
    expect(
      problems
        .map((p) => `${p.line}:${p.column} ${p.code} ${p.field}: ${p.message} | ${p.hint ?? ''}`)
        .sort(),
    ).toEqual([
      '1:1 FIELD_MISSING count: count is missing: expected number | ',
      '1:1 FIELD_UNKNOWN workfow: unknown key "workfow" | Write "workflow".',
      '2:7 FIELD_INVALID kind: kind: expected one of "a", "b", got "c" | ',
      '5:5 FIELD_MISSING roles.one.agent: roles.one.agent is missing: expected string | ',
      '5:5 FIELD_UNKNOWN roles.one.agnet: unknown key "agnet" | Write "agent".',
      '6:13 FIELD_INVALID roles.one.after[0]: roles.one.after[0]: expected string, got 1 | ',
      '7:16 FIELD_INVALID either.run: either.run: expected string, got 3 | ',
    ]);
    expect(problems.every((p) => p.file === 'baton.yaml')).toBe(true);
  });

  it('names both shapes when neither was meant', () => {
    const { problems } = parseYamlWith(schema, 'count: 1\neither: 3\n');
    expect(problems.map((p) => p.message)).toEqual(['either: expected string or object, got 3']);
  });

  it.each([
    ['- a', 'a list'],
    ['just words', 'string'],
    ['12', 'number'],
  ])('refuses %j, which is no mapping', (text, kind) => {
    const [found] = parseYamlWith(schema, text).problems;
    expect(found).toMatchObject({ code: 'YAML_NOT_MAPPING', line: 1, column: 1 });
    expect(found?.message).toContain(kind);
  });

  it('gives the value when nothing is wrong', () => {
    expect(parseYamlWith(schema, 'count: 1\n')).toEqual({ value: { count: 1 }, problems: [] });
  });
});

it('takes no longer for nested keys than for anything else', () => {
  const nested = `${'? '.repeat(60)}a: 1\n`;
  const { value, problems } = parseYaml(nested, { file: 'x.yaml' });
  expect(value).toBeUndefined();
  expect(problems.length).toBeGreaterThan(0);
});

it('names places inside of the text also for what the parser has no place for', () => {
  const text = '- a\n]]\n\n\n: : :\n"\n\nb\n';
  const lines = text.split('\n').length;
  for (const { line } of parseYaml(text, { file: 'x.yaml' }).problems)
    expect(line).toBeLessThanOrEqual(lines);
});
