import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backlogText, buildBacklog, parseBacklog } from './backlog-file.ts';
import { BACKLOG_PHASES } from './decisions.ts';
import { arbitraryFindings, finding } from './findings.fixture.ts';

const FILE = 'review_backlog.json';
const AT = '2026-11-15T10:00:00.123Z';
const built = buildBacklog({
  findings: [
    finding(),
    finding({ finding_id: 'b', source: 'code-reviewer-b' }),
    finding({ finding_id: 'c', severity: 'low', line: null }),
  ],
  phase: 'review',
  atLoopCap: false,
  at: AT,
});
const found = (value: unknown, options = {}) =>
  parseBacklog(JSON.stringify(value), FILE, options).problems.map(({ code, field }) => [code, field]);

describe('a backlog', () => {
  it('has an item for each finding, with its decision and the counts', () => {
    expect(built).toMatchObject({
      version: 1,
      generated_at: '2026-11-15T10:00:00Z',
      at_loop_cap: false,
      phase: 'review',
      counts: { fix_now: 1, verify_first: 0, defer: 0, drop: 1, needs_human_decision: 0 },
      items: [
        { finding_id: 'a-001', source: 'code-reviewer-a+code-reviewer-b', decision: 'fix_now', owner: 'src' },
        { finding_id: 'c', decision: 'drop' },
      ],
    });
    expect(Object.keys(built)).toEqual([
      'version',
      'generated_at',
      'at_loop_cap',
      'phase',
      'allowed_decisions',
      'counts',
      'items',
    ]);
  });

  it('is written as JSON with a line end', () => {
    expect(backlogText({ ...built, items: [] })).toMatch(
      /^\{\n {2}"version": 1,\n[\s\S]*\n {2}"items": \[\]\n\}\n$/,
    );
  });

  it('is read as it was written, whatever the findings', () => {
    fc.assert(
      fc.property(
        arbitraryFindings,
        fc.constantFrom(...BACKLOG_PHASES),
        fc.boolean(),
        (findings, phase, cap) => {
          const backlog = buildBacklog({ findings, phase, atLoopCap: cap, at: AT });
          expect(parseBacklog(backlogText(backlog), FILE, { phase })).toEqual({
            value: backlog,
            problems: [],
          });
        },
      ),
    );
  });

  it.each([
    ['another phase than expected', built, { phase: 'plan' as const }, ['FIELD_INVALID', 'phase']],
    ['a decision that is none', with0({ decision: false }), {}, ['FIELD_INVALID', 'items[0].decision']],
    ['a line that is none', with0({ line: false }), {}, ['FIELD_INVALID', 'items[0].line']],
    ['a reason that is blank', with0({ reason: ' ' }), {}, ['FIELD_INVALID', 'items[0].reason']],
    ['an item without an owner', with0({ owner: undefined }), {}, ['FIELD_MISSING', 'items[0].owner']],
    ['an id twice', with0({ finding_id: 'c' }), {}, ['FIELD_INVALID', 'items[1].finding_id']],
    ['another version', { ...built, version: 2 }, {}, ['FIELD_INVALID', 'version']],
    ['no phase', { ...built, phase: undefined }, {}, ['FIELD_MISSING', 'phase']],
    [
      'counts that lie',
      { ...built, counts: { ...built.counts, defer: 3 } },
      {},
      ['FIELD_INVALID', 'counts.defer'],
    ],
  ])('with %s is refused', (_, value, options, wanted) => {
    expect(found(value, options)).toEqual([wanted]);
    expect(parseBacklog(JSON.stringify(value), FILE, options).value).toBeUndefined();
  });

  it('of a plan leaves nothing to choose', () => {
    const plan = buildBacklog({ findings: [finding()], phase: 'plan', atLoopCap: false, at: AT });
    const [item] = plan.items;
    const changed = {
      ...plan,
      counts: { ...plan.counts, fix_now: 0, defer: 1 },
      items: [{ ...item, decision: 'defer', owner: 'fixer', batch: 'x' }],
    };
    expect(found(changed)).toEqual([
      ['FIELD_INVALID', 'items[0].decision'],
      ['FIELD_INVALID', 'items[0].owner'],
      ['FIELD_INVALID', 'items[0].batch'],
    ]);
  });

  it('may be any text without a crash', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { value, problems } = parseBacklog(text, FILE);
        expect(value === undefined && problems.length > 0).toBe(true);
      }),
    );
  });
});

function with0(more: object): object {
  const [first, ...rest] = built.items;
  return { ...built, items: [{ ...first, ...more }, ...rest] };
}
