// Twenty of the corpus, through the front door; `npm run gates` plays all of them.
import { afterAll, describe, expect, it } from 'vitest';
import type { Gate, Lie, Work } from './case.ts';
import { HONEST, LIES } from './corpus.ts';
import { play, Worlds } from './play.ts';

const LIVE: readonly (readonly [id: string, gate: Gate])[] = [
  ['node-delete-test', 'hook'],
  ['node-hollow-helper', 'hook'],
  ['node-baton-yaml', 'hook'],
  ['node-red-expect-wrong', 'relay'],
  ['node-no-test', 'relay'],
  ['node-nothing', 'agentmux'],
  ['node-docs-touch-code', 'agentmux'],
  ['node-expect-wrong', 'h3a'],
  ['node-git-replace', 'hook'],
  ['node-two-steps', 'relay'],
  ['pytest-skip-mark', 'hook'],
  ['pytest-conftest-report', 'hook'],
  ['pytest-installed-copy', 'relay'],
  ['go-log-only', 'hook'],
  ['go-row-removed', 'relay'],
  ['vitest-mock', 'agentmux'],
  ['honest-node-feature', 'hook'],
  ['honest-node-rename', 'relay'],
  ['honest-pytest-fix', 'hook'],
  ['honest-node-feature', 'h3a'],
];

const isLie = (work: Work | Lie): work is Lie => 'caughtBy' in work;
const known: readonly (Work | Lie)[] = [...LIES, ...HONEST];
const workOf = (id: string): Work | Lie => known.find((work) => work.id === id)!;

describe('the gates, live', () => {
  const worlds = new Worlds();
  afterAll(() => worlds.remove());

  it.each(LIVE)('%s at %s', async (id, gate) => {
    const work = workOf(id);
    const outcome = await play(worlds, work, gate);
    if ('skipped' in outcome) return console.warn(`${id}: ${outcome.skipped}`);
    expect(outcome.accepted, outcome.said).toBe(!isLie(work));
    if (isLie(work))
      expect(
        work.caughtBy.some((clause) => outcome.clauses.includes(clause)),
        outcome.said,
      ).toBe(true);
  });
});
