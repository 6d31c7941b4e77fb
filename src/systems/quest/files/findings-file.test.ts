import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isError } from '../../../model/problem.ts';
import { arbitraryFinding, finding } from './findings.fixture.ts';
import { FINDINGS_SHAPE, parseFindings } from './findings-file.ts';
import { FINDING_CHARS_MAX, FINDING_ENTRIES_MAX, FINDINGS_MAX } from './limits.ts';

const FILE = 'review_findings.json';
const parse = (value: unknown) => parseFindings(JSON.stringify(value, null, 2), FILE);
const found = (value: unknown) =>
  parse(value).problems.map(({ code, severity, field }) => [code, severity, field]);

describe('the findings of a reviewer', () => {
  it.each([
    ['a list', [finding()]],
    ['an object with findings', { findings: [finding()] }],
    ['an object with items', { items: [finding()], version: 1 }],
  ])('may be %s', (_, value) => {
    expect(parse(value)).toEqual({ value: [finding()], problems: [] });
  });

  it('may be none, but not an empty file', () => {
    expect(parse([])).toEqual({ value: [], problems: [] });
    expect(parse({ findings: [] })).toEqual({ value: [], problems: [] });
    for (const blank of ['', ' \n'])
      expect(parseFindings(blank, FILE)).toMatchObject({
        value: undefined,
        problems: [{ code: 'FILE_EMPTY', hint: 'Write [] when there are no findings.' }],
      });
  });

  it('that are in order are taken as they are', () => {
    const findings = fc.uniqueArray(arbitraryFinding, { selector: ({ finding_id }) => finding_id });
    fc.assert(
      fc.property(findings, (list) => {
        expect(parse(list)).toEqual({ value: list, problems: [] });
      }),
    );
  });

  it.each(Object.keys(finding()))('need %s', (field) => {
    const { [field]: _, ...rest } = finding() as Record<string, unknown>;
    expect(found([rest])).toEqual([['FIELD_MISSING', 'error', `[0].${field}`]]);
    expect(parse([rest]).value).toBeUndefined();
  });

  it.each(Object.keys(finding()))('have no other type in %s', (field) => {
    const wrong = field === 'needs_test' ? 1 : false;
    expect(found({ items: [finding(), { ...finding({ finding_id: 'b' }), [field]: wrong }] })).toEqual([
      ['FIELD_INVALID', 'error', `[1].${field}`],
    ]);
  });

  it.each([
    ['line', 0],
    ['line', 1.5],
    ['line', '3'],
    ['kind', 'bug'],
    ['severity', 'High'],
    ['confidence', 'certain'],
    ['summary', ' \n'],
    ['path', ''],
    ['path', '/etc/passwd'],
    ['path', '../other/a.ts'],
    ['path', 'src\\a.ts'],
    ['finding_id', 'a\nb'],
    ['review_local_index', 0],
    ['review_local_index', true],
    ['principle_id', 'ux-guidebook 3'],
  ])('have no %s that is %j', (field, value) => {
    expect(found([{ ...finding(), [field]: value }])).toEqual([['FIELD_INVALID', 'error', `[0].${field}`]]);
  });

  it.each([
    ['text', { action: 'x'.repeat(FINDING_CHARS_MAX + 1) }, 'action'],
    ['list', { evidence: Array.from({ length: FINDING_ENTRIES_MAX + 1 }, () => 'x') }, 'evidence'],
  ])('have no %s that is too long', (_, more, field) => {
    expect(found([finding(more)])).toEqual([['FIELD_INVALID', 'error', `[0].${field}`]]);
  });

  it.each([
    ['evidence', [3]],
    ['write_scope', ['src/a.ts', '../b']],
    ['related_acceptance_criteria', [' ']],
  ] as const)('have no entry of %s like those of %j', (field, value) => {
    expect(found([{ ...finding(), [field]: value }])).toEqual([
      ['FIELD_INVALID', 'error', `[0].${field}[${value.length - 1}]`],
    ]);
  });

  it('may leave out what is optional, or say null', () => {
    expect(parse([{ ...finding(), principle_id: null, review_local_index: null }])).toEqual({
      value: [finding()],
      problems: [],
    });
    expect(parse([{ ...finding(), line: null, review_local_index: 3 }]).problems).toEqual([]);
  });

  it('name the principle when they are about the interface', () => {
    expect(found([finding({ kind: 'ux' })])).toEqual([['FIELD_INVALID', 'error', '[0].principle_id']]);
    expect(parse([finding({ kind: 'ux' })]).problems[0]?.message).toBe(
      '[0].principle_id: expected "ux-guidebook§<n>" for kind ux, got nothing',
    );
    for (const principle of ['ux-guidebook§3', 'ux-guidebook§3.14'])
      expect(parse([finding({ kind: 'ux', principle_id: principle })]).problems).toEqual([]);
  });

  it('have each id once', () => {
    const list = [finding(), finding({ finding_id: 'b' }), finding({ line: 7 })];
    expect(parse({ findings: list })).toMatchObject({
      value: undefined,
      problems: [
        {
          code: 'FIELD_INVALID',
          field: '[2].finding_id',
          line: 50,
          message: '[2].finding_id: expected each id once, got "a-001" again',
        },
      ],
    });
  });

  it('are not too many', () => {
    const list = Array.from({ length: FINDINGS_MAX + 1 }, (_, index) => finding({ finding_id: `${index}` }));
    expect(found(list)).toEqual([['FIELD_INVALID', 'error', '']]);
    expect(parse(list.slice(1)).problems).toEqual([]);
  });

  it.each([
    [3, 'FIELD_INVALID'],
    [null, 'FIELD_INVALID'],
    [{}, 'FIELD_MISSING'],
    [{ findings: {} }, 'FIELD_INVALID'],
    [{ findings: [], items: [] }, 'FIELD_INVALID'],
    [[3], 'FIELD_INVALID'],
  ])('are not %j', (value, code) => {
    const { value: read, problems } = parse(value);
    expect([read, problems.map((one) => one.code)]).toEqual([undefined, [code]]);
  });

  it('may have fields that nobody knows: they are left out with a warning', () => {
    const list = [{ ...finding(), needs_tests: true }];
    expect(parse(list).value).toEqual([finding()]);
    expect(parse(list).problems).toMatchObject([
      { code: 'FIELD_UNKNOWN', severity: 'warning', hint: 'Write "needs_test".', line: 24 },
    ]);
  });

  it('are shown to agents by an example that is accepted', () => {
    const [json = ''] = FINDINGS_SHAPE.split('\n\n');
    expect(parseFindings(json, FILE)).toMatchObject({ value: [{ line: 42 }], problems: [] });
  });

  it('may be anything without a crash, and a value is there exactly when no error is', () => {
    const near = fc.array(
      fc.dictionary(fc.constantFrom(...Object.keys(finding()), 'x'), fc.oneof(fc.jsonValue(), fc.string())),
    );
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      near.map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(text, (source) => {
        const { value, problems } = parseFindings(source, FILE);
        expect(value === undefined).toBe(problems.some(isError));
        for (const { file } of problems) expect(file).toBe(FILE);
      }),
    );
  });
});
