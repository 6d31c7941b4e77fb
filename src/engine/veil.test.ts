// Blind work: whatever a member of the council sees follows from what it did itself, until all are in.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { DrivenRun } from '../../test/fixtures/driven-run.ts';
import { council, MEMBERS, seenIn } from '../../test/fixtures/workflows/council.ts';
import { changed, seeded } from '../../test/fixtures/workflows/seeded.ts';
import type { Event } from '../model/run/event.ts';
import type { State } from '../model/run/state.ts';
import type { Workflow } from '../model/workflow/workflow.ts';
import { prove } from './prove.ts';
import { inPlace } from './reduce/changes.ts';
import { applyEntry } from './reduce/reduce.ts';
import { blindWorks, seenBy } from './veil.ts';
import { viewOf } from './view.ts';

const idOf = (member: string, visit = 1): string => `hearing.member.${member}.${visit}`;

const hearing = (workflow: Workflow = council): DrivenRun => {
  const run = new DrivenRun(workflow);
  run.submit('asking.asker.1', { 'question.md': 'Why?\n' });
  return run;
};

const say = (run: DrivenRun, member: string, words: string, visit = 1): readonly Event[] =>
  run.submit(idOf(member, visit), {
    [`opinions/${member}.md`]: `${words}\n`,
    [`asides/${member}.md`]: `aside ${words}\n`,
  });

const seen = (run: DrivenRun, reader?: string): string =>
  seenIn(viewOf(run.workflow, run.state, () => undefined, '', reader));

const decision = (run: DrivenRun): string => run.state.works['deciding.human.1']?.assignment.ask?.text ?? '';

describe('a blind phase', () => {
  it('is proved, and says of each piece of its work that it is blind', () => {
    expect(prove(council).problems).toEqual([]);
    const run = hearing();
    expect(blindWorks(run.state).map(({ assignment }) => assignment.id)).toEqual(MEMBERS.map((m) => idOf(m)));
  });

  it('shows what was accepted to nobody but its own work, until all are in', () => {
    const run = hearing();
    const before = seen(run);
    say(run, 'a', 'SECRET-a');
    say(run, 'b', 'SECRET-b');
    expect(run.state.artifacts['opinion/a']?.text).toBe('SECRET-a\n');
    expect(seen(run)).toBe(before);
    expect(seen(run, idOf('c'))).toBe(before);
    expect(seen(run, idOf('a'))).toContain('SECRET-a');
    expect(seen(run, idOf('a'))).not.toContain('SECRET-b');
    say(run, 'c', 'SECRET-c');
    for (const member of MEMBERS)
      for (const text of [seen(run), decision(run)]) {
        expect(text).toContain(`"SECRET-${member}\\n"`);
        expect(text).toContain(`gist of SECRET-${member}`);
        expect(text).toContain(`accepted SECRET-${member}`);
      }
    expect(blindWorks(run.state)).toEqual([]);
  });

  it('shows nothing of what was rejected or asked', () => {
    const run = hearing();
    const before = seen(run);
    say(run, 'a', 'bad SECRET-a');
    run.ask(idOf('a'), 'ask', { question: 'SECRET?' });
    run.give({ kind: 'answer', item: 'hearing.member.a.1.ask1', text: 'SECRET!', args: {} });
    expect(run.state.lines?.join('')).toContain('answered SECRET!');
    expect(seen(run, idOf('b'))).toBe(before);
    expect(seen(run, idOf('a'))).toContain('rejected bad SECRET-a 1');
  });

  it('shows nothing of the file of a request', () => {
    const filing = changed(council, ['requests', 'note'], {
      ...{ by: ['member'], in: ['hearing'], to: 'human', says: 'Tells a person.', max: 3, parks: false },
      args: z.object({ about: z.string() }),
      item: () => 'a',
      file: { artifact: 'aside', text: () => 'SECRET aside\n' },
    });
    const run = hearing(filing);
    const before = seen(run);
    run.begin(idOf('a'));
    run.ask(idOf('a'), 'note', { about: 'SECRET' });
    expect(run.state.artifacts['aside/a']?.text).toBe('SECRET aside\n');
    expect(run.state.lines?.join('')).toContain('SECRET');
    expect(seen(run, idOf('b'))).toBe(before);
    expect(seen(run, idOf('a'))).toContain('SECRET aside');
  });

  it('judges one by what it may see: a check cannot tell what another said', () => {
    const run = hearing();
    say(run, 'a', 'SECRET-a');
    expect(say(run, 'b', 'mine').map(({ kind }) => kind)).toContain('submission-accepted');
  });

  it('shows in a later visit what was there before it', () => {
    const run = hearing();
    for (const member of MEMBERS) say(run, member, `first-${member}`);
    run.answer('deciding.human.1', 'again', {}, 'Think again.');
    const before = seen(run);
    expect(before).toContain('first-a');
    expect(before).toContain('Think again.');
    say(run, 'a', 'SECRET-a', 2);
    say(run, 'b', 'SECRET-b', 2);
    expect(seen(run, idOf('c', 2))).toBe(before);
    say(run, 'c', 'SECRET-c', 2);
    expect(seen(run)).not.toContain('"first-a\\n"');
    expect(seen(run)).toContain('"SECRET-a\\n"');
  });

  it('stays blind when the run fails or is stopped, and is resumed', () => {
    for (const end of [
      { kind: 'stop' as const },
      { kind: 'fail' as const, cause: { code: 'AGENT_FAILED', message: 'SECRET' } },
    ]) {
      const run = hearing();
      say(run, 'a', 'SECRET-a');
      run.give(end);
      expect(seen(run)).not.toContain('SECRET');
      expect(run.view.run).toMatchObject({ status: run.state.status, cause: undefined });
      run.give({ kind: 'resume' });
      run.give({ kind: 'take-over', torn: 0 });
      expect(seen(run, idOf('b'))).not.toContain('SECRET');
      expect(run.wanted).toEqual([idOf('b'), idOf('c')]);
    }
  });

  it('is over when the run leaves it another way', () => {
    const leaving = changed(council, ['phases', 'hearing', 'routes', 1], {
      when: { exit: 'gave-up' },
      to: 'deciding',
    });
    const run = hearing(leaving);
    say(run, 'a', 'SECRET-a');
    for (let times = 0; times < 3; times += 1) {
      run.begin(idOf('b'));
      run.give({ kind: 'attempt-end', assignment: idOf('b'), attempt: times + 1, end: 'failed' });
    }
    expect(decision(run)).toContain('SECRET-a');
  });

  it('is one for each item of a scope: others of the run see what is complete, and nothing else', () => {
    const scoped = [
      [
        ['scopes'],
        {
          topics: {
            ...{ items: () => [{ key: 'x' }, { key: 'y' }], min: 1, max: 2, order: { parallel: 2 } },
            ...{ phases: ['hearing'], first: 'hearing', then: 'deciding' },
          },
        },
      ],
      [['phases', 'asking', 'routes', 0, 'to'], 'topics'],
      [['phases', 'hearing', 'routes', 0, 'to'], 'end'],
      [['phases', 'deciding', 'routes', 1, 'to'], 'topics'],
      [['contracts', 'opinion', 'derives'], undefined],
    ] as const;
    const run = hearing(seeded(council, ...scoped));
    const sayIn = (topic: string, member: string): void =>
      void run.submit(`hearing.member.${topic}.${member}.1`, {
        [`opinions/${topic}~${member}.md`]: `SECRET-${topic}-${member}\n`,
      });
    const shown = (): readonly string[] => run.view.items({ kind: 'file', name: 'opinion', path: '' });
    for (const member of MEMBERS) sayIn('x', member);
    for (const member of ['a', 'b']) sayIn('y', member);
    expect(shown()).toEqual(['x~a', 'x~b', 'x~c']);
    expect(seen(run)).not.toContain('SECRET-y');
    sayIn('y', 'c');
    expect(shown()).toHaveLength(6);
  });

  it('keeps the desk of a piece of work over its attempts, and over holders', () => {
    const run = hearing();
    const desks = () => Object.values(run.state.works).flatMap(({ desk }) => desk ?? []);
    run.give({ kind: 'attempt-start', assignment: idOf('a'), desk: 'one' });
    run.give({ kind: 'take-over', torn: 0 });
    run.give({ kind: 'attempt-start', assignment: idOf('a'), desk: 'two' });
    expect(run.state.works[idOf('a')]?.attempt).toBe(2);
    expect(desks()).toEqual(['one']);
  });

  it('has no items that wait for each other', () => {
    const waiting = changed(council, ['phases', 'hearing', 'work', 0, 'over', 'items'], () => [
      { key: 'a' },
      { key: 'b', after: ['a'] },
    ]);
    expect(() => hearing(waiting)).toThrow(
      'the items of blind phase hearing: expected items without "after", got "b" after a',
    );
  });
});

type Act = readonly [member: string, how: 'good' | 'bad' | 'ask' | 'crash'];
const acts = fc.array(
  fc.tuple(fc.constantFrom(...MEMBERS), fc.constantFrom('good', 'bad', 'ask', 'crash')) as fc.Arbitrary<Act>,
  { maxLength: 14 },
);

const act = (run: DrivenRun, visit: number, [member, how]: Act, words: string): void => {
  const id = idOf(member, visit);
  const work = run.state.works[id];
  if (work === undefined || work.outcome !== undefined) return;
  if (how === 'good' || how === 'bad') {
    say(run, member, `${how === 'bad' ? 'bad ' : ''}${words}`, visit);
    return;
  }
  if (work.attemptState !== 'running') run.begin(id);
  if (how === 'ask') run.ask(id, 'ask', { question: words });
  else
    run.give({
      ...{ kind: 'attempt-end', assignment: id, attempt: run.state.works[id]!.attempt },
      ...{ end: 'stopped' as const, why: words },
    });
};

describe('whatever the others do', () => {
  it.each([1, 2])('a member sees what it would see alone, in visit %i', (visit) => {
    const begun = (): DrivenRun => {
      const run = hearing();
      if (visit === 1) return run;
      for (const member of MEMBERS) say(run, member, `first-${member}`);
      run.answer('deciding.human.1', 'again', {}, 'Think again.');
      return run;
    };
    fc.assert(
      fc.property(acts, (drawn) => {
        const [all, twins] = [begun(), new Map(MEMBERS.map((member) => [member, begun()]))];
        for (const [at, one] of drawn.entries()) {
          const words = `SECRET-${one[0]}-${at}`;
          act(all, visit, one, words);
          act(twins.get(one[0])!, visit, one, words);
          if (blindWorks(all.state).length === 0) return;
          for (const [member, twin] of twins)
            expect(seen(all, idOf(member, visit))).toBe(seen(twin, idOf(member, visit)));
          expect(seen(all)).not.toContain('SECRET');
        }
      }),
      { numRuns: 100 },
    );
  });

  it('is the same after a replay that changes the state in place', () => {
    fc.assert(
      fc.property(acts, (drawn) => {
        const run = hearing();
        for (const [at, one] of drawn.entries()) act(run, 1, one, `SECRET-${one[0]}-${at}`);
        let again: State | undefined;
        run.entries.forEach((entry) => {
          again = applyEntry(again, JSON.parse(JSON.stringify(entry)) as typeof entry, inPlace);
        });
        expect(again).toEqual(JSON.parse(JSON.stringify(run.state)));
        expect(seenBy(again!)).toEqual(JSON.parse(JSON.stringify(seenBy(run.state))));
      }),
      { numRuns: 100 },
    );
  });
});
