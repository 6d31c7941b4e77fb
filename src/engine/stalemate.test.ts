// An agent that repeats its mistake reaches a fresh session, then a person; one that makes progress reaches neither.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { DrivenRun } from '../../test/fixtures/driven-run.ts';
import { agent } from '../authoring/step.ts';
import { workflow } from '../authoring/workflow.ts';
import { MISTAKES_PERSON, PAGE_CHARS_MAX, REJECTIONS_MAX, SAME_CALLS_MAX } from '../model/limits/limits.ts';
import { problem } from '../model/problem.ts';
import { dossierText } from '../model/run/dossier.ts';
import { fromProblems } from '../model/run/verdict.ts';
import { role } from '../model/workflow/handles.ts';
import { plan } from './plan.ts';

const WRITE = 'write.writer.1';

/** Whatever the test calls wrong is wrong, in words that differ each time. */
const made = () =>
  workflow('made', {
    says: '',
    steps: {
      write: agent(role('writer'), {
        prompt: () => 'Write it.',
        args: z.object({ wrong: z.array(z.string()), excuse: z.string() }),
        checks: [
          {
            name: 'right',
            says: 'it is right',
            needs: () => [],
            judge: ({ args }) =>
              fromProblems(
                (args['wrong'] as string[]).map((field, at) =>
                  problem('FIELD_INVALID', `expected it to be right, got ${args['excuse']}`, {
                    ...{ field, line: at + 1 + String(args['excuse']).length },
                  }),
                ),
              ),
          },
        ],
      }),
    },
    flow: { write: 'end' },
  });

const hands = (run: DrivenRun, wrong: readonly string[], excuse = `excuse ${run.state.seq}`) =>
  run.submit(WRITE, {}, { wrong: [...wrong], excuse });

const pageOf = (run: DrivenRun) => Object.values(run.state.requests).find(({ stuck }) => stuck);

/** After how many rejections a person is asked, and a session ended before; undefined where neither happens. */
const ends = (rejections: readonly (readonly string[])[]) => {
  const run = new DrivenRun(made());
  let fresh: number | undefined;
  for (const [at, wrong] of rejections.entries()) {
    const events = hands(run, wrong);
    if (events.some((event) => event.kind === 'attempt-ended')) fresh ??= at + 1;
    if (pageOf(run) !== undefined) return { person: at + 1, fresh };
  }
  return { person: undefined, fresh };
};

/** How often a mistake was made since its list was shorter than ever: the rule, said without counting along. */
const timesSince = (sizes: readonly number[]): number => {
  const last = sizes.findLastIndex((size, at) => sizes.slice(0, at).every((before) => size < before));
  return sizes.length - last;
};

const expected = (rejections: readonly (readonly string[])[]): number | undefined => {
  const due = rejections.findIndex((now, at) =>
    now.some((mistake) => {
      const sizes = rejections
        .slice(0, at + 1)
        .filter((one) => one.includes(mistake))
        .map((one) => one.length);
      return timesSince(sizes) >= MISTAKES_PERSON;
    }),
  );
  return due === -1 ? undefined : due + 1;
};

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const some = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 });

describe('a sequence of rejections', () => {
  it('that each have fewer problems never reaches a person, nor a fresh session', () => {
    fc.assert(
      fc.property(fc.array(some, { maxLength: 12 }), (all) => {
        const shrinking = all.filter((one, at) =>
          all.slice(0, at).every((before) => one.length < before.length),
        );
        expect(ends(shrinking)).toEqual({ person: undefined, fresh: undefined });
      }),
      { numRuns: 200 },
    );
  });

  it('with the same problem in each, and never a shorter list, reaches a person exactly at the third', () => {
    fc.assert(
      fc.property(fc.tuple(some, some, some), ([one, two, three]) => {
        const lists = [one, two, three]
          .map((list) => [...new Set(['a', ...list])])
          .sort((x, y) => x.length - y.length);
        expect(ends(lists)).toEqual({ person: 3, fresh: 2 });
      }),
      { numRuns: 200 },
    );
  });

  it('reaches a person exactly when a mistake was made three times since its list was last shorter than ever', () => {
    fc.assert(
      fc.property(fc.array(some, { maxLength: REJECTIONS_MAX - 1 }), (all) => {
        expect(ends(all).person).toBe(expected(all));
      }),
      { numRuns: 500 },
    );
  });

  it('that goes back and forth between two mistakes is caught all the same', () => {
    expect(ends([['a'], ['b'], ['a'], ['b'], ['a']])).toEqual({ person: 5, fresh: 3 });
    expect(ends([['a', 'b'], ['a'], ['a', 'b'], ['a']])).toEqual({ person: 4, fresh: 3 });
  });
});

describe('the same mistake twice', () => {
  const run = new DrivenRun(made());
  hands(run, ['title']);
  run.give({
    kind: 'attempt-end',
    assignment: WRITE,
    attempt: 1,
    end: 'finished',
    session: 'old',
    handedOver: true,
  });
  hands(run, ['title', 'goal'], 'the tests were red before');

  it('ends the session, which is no failure, and starts one that resumes nothing', () => {
    const work = run.state.works[WRITE]!;
    expect(work).toMatchObject({ attempt: 2, attemptState: 'ended', lastEnd: 'stopped', failures: 0 });
    expect(work.session).toBeUndefined();
    expect(plan(run.state).assignments).toMatchObject([
      { id: WRITE, attempt: 3, started: false, waits: false },
    ]);
    expect(plan(run.state).assignments[0]).not.toHaveProperty('notBefore');
  });

  it('refuses what the ended session still says', () => {
    expect(
      run.give({
        ...{ kind: 'submit', submission: 'late', assignment: WRITE, attempt: 2, tool: 'submit_write' },
        ...{ args: { wrong: [], excuse: '' }, sealed: [], problems: [] },
      }),
    ).toMatchObject([{ kind: 'submission-refused', code: 'TOKEN_STALE' }]);
  });

  it('has a dossier: what was tried, what repeats, what must change', () => {
    const text = dossierText(run.state.works[WRITE]!) ?? '';
    expect(text).toContain('rejected 2 times');
    expect(text).toContain('- 2 times, clause right: expected it to be right, got the tests were red before');
    expect(text).toContain('It said: "the tests were red before"');
    expect(text).toMatch(/What must change now:\n- title {2}FIELD_INVALID/);
  });
});

describe('the same mistake three times', () => {
  const stuck = (): DrivenRun => {
    const run = new DrivenRun(made());
    for (const excuse of ['one', 'two', 'three']) hands(run, ['title'], excuse);
    return run;
  };

  it('parks the work, and asks a person with one page', () => {
    const run = stuck();
    expect(run.wanted).toEqual([]);
    const [question] = plan(run.state).questions;
    expect(question).toMatchObject({
      ...{ id: `${WRITE}.stalemate-1`, page: true },
      ask: { kind: 'escalation', choices: [], reject: 'give-up' },
    });
    const text = question!.ask.text;
    expect(text.length).toBeLessThanOrEqual(PAGE_CHARS_MAX);
    expect(text.split('\n')[0]).toBe(
      `${WRITE} made the same mistake 3 times: expected it to be right, got three`,
    );
    for (const part of ['Asked for: Write it.', 'Whose turn it seems to be: writer', 'What was tried:'])
      expect(text).toContain(part);
    expect(text).toContain('baton logs write.writer.1');
  });

  it('goes on with what the person says, and counts anew', () => {
    const run = stuck();
    run.help('Leave the title out.');
    expect(run.wanted).toEqual([WRITE]);
    const work = run.state.works[WRITE]!;
    expect(work.answers).toMatchObject([
      { question: `${WRITE} made the same mistake 3 times: expected it to be right, got three` },
    ]);
    expect(work.answers[0]!.answer).toBe('Leave the title out.');
    expect(dossierText(work)).toContain('rejected 3 times');
    hands(run, ['title']);
    expect(run.state.works[WRITE]!.lastRejection?.next).toBeUndefined();
    hands(run, ['title']);
    expect(run.state.works[WRITE]!.lastRejection?.next).toBe('fresh-session');
    hands(run, ['title']);
    expect(pageOf(run)?.id).toBe(`${WRITE}.stalemate-2`);
    run.help('Now.');
    hands(run, []);
    expect(run.state.status).toBe('complete');
  });

  it('begins anew when a person changes what it is judged by', () => {
    const run = new DrivenRun(made());
    hands(run, ['title']);
    hands(run, ['title']);
    run.take({ kind: 'policy-changed', policy: {} });
    hands(run, ['title']);
    expect(run.state.works[WRITE]!.lastRejection?.next).toBeUndefined();
  });

  it('is given up where the person wants no further try', () => {
    const run = stuck();
    run.answer(`${WRITE}.stalemate-1`, 'give-up', {}, 'It is not worth it.');
    expect(run.state).toMatchObject({
      status: 'failed',
      cause: { code: 'WORK_STUCK', message: expect.stringContaining('It is not worth it.') },
    });
    run.give({ kind: 'resume' });
    expect(run.wanted).toEqual([WRITE]);
  });

  it('ends with the outer bound, however often a person helps', () => {
    const run = new DrivenRun(made());
    for (let times = 0; times < REJECTIONS_MAX; times += 1) {
      hands(run, ['title']);
      run.help('Once more.');
    }
    expect(run.state).toMatchObject({ status: 'failed', cause: { code: 'LIMIT_REACHED' } });
  });
});

describe('the very same call', () => {
  const again = (run: DrivenRun): void => {
    const { attempt } = run.state.works[WRITE]!;
    run.give(
      { kind: 'refuse', code: 'REJECTED_AGAIN', message: 'again' },
      { role: 'writer', assignment: WRITE, attempt },
    );
  };

  it('counts as one more mistake only when it comes so often that no reply can have been lost', () => {
    const run = new DrivenRun(made());
    hands(run, ['title']);
    for (let call = 1; call < SAME_CALLS_MAX; call += 1) again(run);
    expect(run.state.works[WRITE]).toMatchObject({ attemptState: 'running', rejections: 1 });
    again(run);
    expect(run.state.works[WRITE]).toMatchObject({
      attemptState: 'ended',
      lastEnd: 'stopped',
      rejections: 1,
    });
    run.begin(WRITE);
    for (let call = 0; call < SAME_CALLS_MAX; call += 1) again(run);
    expect(pageOf(run)?.text).toContain('made the same mistake 3 times');
  });

  it('of a session that is over counts nowhere', () => {
    const run = new DrivenRun(made());
    hands(run, ['title']);
    for (let call = 0; call < SAME_CALLS_MAX; call += 1) again(run);
    for (let call = 0; call < 2 * SAME_CALLS_MAX; call += 1) again(run);
    expect(pageOf(run)).toBeUndefined();
  });
});

describe('a person who plays the role', () => {
  it('may try as often as the bound allows', () => {
    const run = new DrivenRun(made(), { agents: { writer: 'human' } });
    for (let times = 1; times < REJECTIONS_MAX; times += 1) hands(run, ['title']);
    expect(run.state.works[WRITE]).toMatchObject({ attempt: 1, attemptState: 'running' });
    expect(pageOf(run)).toBeUndefined();
  });
});
