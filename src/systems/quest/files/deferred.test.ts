import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildBacklog } from './backlog-file.ts';
import { deferredLines, matchesOf, matchesText, parseDeferred, withDeferred } from './deferred.ts';
import { arbitraryFindings, finding } from './findings.fixture.ts';
import type { Finding } from './findings-file.ts';

const FILE = 'deferred_findings.jsonl';
const BY = { quest: 'auth_2026-11-01__0900', at: '2026-11-15T10:00:00Z' };
const itemsOf = (findings: readonly Finding[]) =>
  buildBacklog({ findings, phase: 'review', atLoopCap: true, at: BY.at }).items;
const ITEMS = itemsOf([finding(), finding({ finding_id: 'b', line: 7 })]);

describe('deferred findings', () => {
  it('say who deferred them, when and why, and what to do', () => {
    const [line = ''] = deferredLines('', ITEMS, BY);
    const record = JSON.parse(line);
    expect(record).toMatchObject({
      finding_id: 'b',
      deferred_by_quest: BY.quest,
      deferred_at: BY.at,
      defer_reason: 'The limit of fix rounds is reached, and it is severe and certain.',
      proposed_followup: 'Apply it once.',
    });
    expect(record).not.toHaveProperty('decision');
    const [other = ''] = deferredLines('', ITEMS, { ...BY, reason: 'later', followup: 'a quest' });
    expect(JSON.parse(other)).toMatchObject({ defer_reason: 'later', proposed_followup: 'a quest' });
  });

  it('are appended once for each quest', () => {
    const once = withDeferred('', ITEMS, BY);
    expect(once.split('\n')).toHaveLength(3);
    expect(withDeferred(once, ITEMS, { ...BY, at: '2027-01-01T00:00:00Z' })).toBe(once);
    expect(withDeferred(once, ITEMS, { ...BY, quest: 'other' }).split('\n')).toHaveLength(5);
    const [first] = once.split('\n');
    expect(withDeferred(`${first}\n`, ITEMS, BY).split('\n').toSorted()).toEqual(once.split('\n').toSorted());
  });

  it('keep every byte of the file, also of one whose last line was cut off', () => {
    const existing = fc.oneof(
      fc.string(),
      fc.constantFrom('', '{"finding_id": ', `${deferredLines('', ITEMS, BY)[0]}`),
    );
    fc.assert(
      fc.property(existing, arbitraryFindings, (text, findings) => {
        const items = itemsOf(findings);
        const after = withDeferred(text, items, BY);
        expect(after.startsWith(text)).toBe(true);
        expect(withDeferred(after, items, BY)).toBe(after);
        const ids = (parseDeferred(after, FILE).value ?? []).map(({ finding_id }) => finding_id);
        expect(ids).toEqual(expect.arrayContaining(items.map(({ finding_id }) => finding_id)));
      }),
    );
  });

  it('are read line by line; a bad line is a warning with its place', () => {
    const text = `${withDeferred('', ITEMS, BY)}\n{"finding_id": 3}\nnot json\n[]\n`;
    const { value, problems } = parseDeferred(text, FILE);
    expect(value).toHaveLength(2);
    expect(new Set(problems.map(({ severity }) => severity))).toEqual(new Set(['warning']));
    expect([...new Set(problems.map(({ line }) => line))]).toEqual([4, 5, 6]);
  });

  it('that lack something are still known as deferred', () => {
    const partial = JSON.stringify({ finding_id: 'b', deferred_by_quest: BY.quest });
    expect(deferredLines(partial, ITEMS, BY)).toHaveLength(1);
  });

  it.each([
    ['Fix src/cart.ts, please.', true],
    ['See `./src/cart.ts:42`.', true],
    ['In (src/cart.ts#L3-L9) it fails', true],
    ['The folder src/ is affected', false],
    ['src/cart.tsx', false],
    ['cart.ts', false],
    ['', false],
  ])('match the brief %j: %s', (brief, matches) => {
    const { value = [] } = parseDeferred(deferredLines('', itemsOf([finding()]), BY).join('\n'), FILE);
    expect(matchesOf(brief, value ?? [])).toHaveLength(matches ? 1 : 0);
  });

  it('match by their path, too, and are written as a list', () => {
    const text = withDeferred('', itemsOf([finding({ write_scope: [], path: 'package.json' })]), BY);
    const matches = matchesOf('Update package.json!', parseDeferred(text, FILE).value ?? []);
    expect(JSON.parse(matchesText(matches))).toMatchObject([{ path: 'package.json' }]);
    expect(matchesText([])).toBe('[]\n');
  });
});
