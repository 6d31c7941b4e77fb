import { describe, expect, test } from 'vitest';
import type { Judged } from '../model/run/judged.ts';
import { proofSection } from './proof-section.ts';

const head = { run: 'fix', seq: 87, chain: `sha256:${'a'.repeat(64)}` };
const clause: Omit<Judged, 'clause' | 'basis'> = { status: 'met', evidence: [], problems: [], claims: [] };

describe('proofSection', () => {
  test('has each clause with its basis, and the head of the journal', () => {
    const clauses: Judged[] = [
      { ...clause, clause: 'tests-green', basis: 'measured' },
      { ...clause, clause: 'lint-green', basis: 'waived', waiver: { why: 'no | linter @all <b>' } },
      { ...clause, clause: 'decision', basis: 'stated', person: 'ada' },
    ];
    const text = proofSection(
      [{ assignment: 'coding.coder.1', contract: 'code', outcome: 'done', clauses }],
      head,
    );
    expect(text).toContain('| coding.coder.1: done | tests-green | met | measured |');
    expect(text).toContain('| waived: no \\| linter @\u200ball &lt;b> |');
    expect(text).toContain('| stated by ada |');
    expect(text).toContain(`entry 87: \`${head.chain}\``);
  });

  test('is bounded', () => {
    const clauses = Array.from({ length: 500 }, (_, at) => ({
      ...clause,
      clause: `c${at}`,
      basis: 'measured' as const,
    }));
    const text = proofSection([{ assignment: 'a', contract: 'c', outcome: 'done', clauses }], head);
    expect(text).toContain('and 350 more');
  });
});
