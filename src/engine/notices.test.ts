// Notices: told when work is accepted, heard by the next work of a role, kept within bounds.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { DrivenRun } from '../../test/fixtures/driven-run.ts';
import { seeded } from '../../test/fixtures/workflows/seeded.ts';
import { tell } from '../authoring/accepted.ts';
import { agent, agents, person } from '../authoring/step.ts';
import { workflow } from '../authoring/workflow.ts';
import { NOTICE_CHARS_MAX, NOTICES_MAX } from '../model/limits/limits.ts';
import { problem } from '../model/problem.ts';
import { eventSchema } from '../model/run/event.ts';
import { stateSchema } from '../model/run/state.ts';
import { file, role } from '../model/workflow/handles.ts';
import { noticesForPeople } from './notices.ts';
import { prove } from './prove.ts';
import { inPlace } from './reduce/changes.ts';
import { applyEntry } from './reduce/reduce.ts';

const writer = role('writer');
const reader = role('reader');
const note = file('note.md');
const opinion = file('opinion_{item}.md');

/** A writer tells both readers and people what it is told to tell; two readers read side by side; a person goes back. */
const notes = workflow('notes', {
  says: 'A note and its readers.',
  steps: {
    write: agent(writer, {
      prompt: (view) => view.request,
      args: z.object({ reader: z.string().optional(), people: z.array(z.string()).optional() }),
      writes: [note],
      onAccepted: {
        tellsWhom: [reader, 'people'],
        tells: ({ args }) => [
          tell(reader, args.reader ?? ''),
          ...(args.people ?? []).map((text) => tell('people', text)),
        ],
      },
    }),
    read: agents(reader, {
      each: { items: () => [{ key: 'a' }, { key: 'b' }], max: 2 },
      reads: [note],
      writes: [opinion],
    }),
    approve: person(['yes', 'no'], {
      reads: [note],
      ask: () => 'Good?',
      onAccepted: { effects: () => [{ action: 'append', path: 'log.txt', lines: ['x'] }] },
    }),
  },
  flow: { write: 'read', read: 'approve', approve: { yes: 'end', no: 'write' } },
});

const written = (args: Readonly<Record<string, unknown>>, run = new DrivenRun(notes)): DrivenRun => {
  const [id] = run.wanted;
  run.submit(id!, { 'note.md': `${run.state.seq}\n` }, args);
  return run;
};

const read = (run: DrivenRun, item: string): void => {
  const id = run.wanted.find((wanted) => wanted.includes(`.${item}.`))!;
  run.submit(id, { [`opinion_${item}.md`]: `${run.state.seq}\n` });
};

const told = (run: DrivenRun, to: typeof reader | 'people' = reader): readonly string[] =>
  run.view.notices(to).map(({ text }) => text);

it('is a workflow that is proved', () => {
  expect(prove(notes).problems).toEqual([]);
});

describe('a notice to a role', () => {
  it('is told until all work of a phase that was started with it is accepted', () => {
    const run = written({ reader: 'Mind the moon.' });
    expect(told(run)).toEqual(['Mind the moon.']);
    read(run, 'a');
    expect(told(run)).toEqual(['Mind the moon.']);
    read(run, 'b');
    expect(told(run)).toEqual([]);
  });

  it('survives an attempt that ends without a handoff', () => {
    const run = written({ reader: 'Mind the moon.' });
    const [first] = run.wanted;
    run.begin(first!);
    run.give({ kind: 'attempt-end', assignment: first!, attempt: 1, end: 'lost' });
    expect(told(run)).toEqual(['Mind the moon.']);
  });

  it('stays when the work that is accepted was started before it', () => {
    const run = written({});
    run.begin(run.wanted[0]!);
    run.begin(run.wanted[1]!);
    const before = run.state;
    run.take({
      kind: 'submission-accepted',
      ...{ submission: 's', assignment: 'write.writer.1', outcome: 'done', facts: [], details: {} },
      notices: [{ to: 'reader', text: 'Later.' }],
    });
    expect(before.notices).toBeUndefined();
    read(run, 'a');
    read(run, 'b');
    expect(told(run)).toEqual(['Later.']);
  });

  it('is told again after the run goes back, where it is new', () => {
    const run = written({ reader: 'First.' });
    read(run, 'a');
    read(run, 'b');
    run.answer('approve.human.1', 'no');
    for (const effect of Object.keys(run.state.effects ?? {}))
      run.give({ kind: 'performed', effect, problems: [] });
    written({ reader: 'Second.' }, run);
    expect(told(run)).toEqual(['Second.']);
  });
});

describe('a notice to people', () => {
  it('is kept with its time until the run ends, and nobody waits for it', () => {
    const run = written({ people: ['The note is long.', 'It has no title.'] });
    expect(noticesForPeople(run.state)).toEqual([
      { at: run.state.at, text: 'The note is long.' },
      { at: run.state.at, text: 'It has no title.' },
    ]);
    expect(run.state.requests).toEqual({});
    read(run, 'a');
    read(run, 'b');
    expect(noticesForPeople(run.state)).toHaveLength(2);
    run.answer('approve.human.1', 'yes');
    expect(run.state.status).toBe('complete');
    expect(noticesForPeople(run.state)).toEqual([]);
  });

  it('says what Baton could not do beside the work, also when the run is over', () => {
    const run = written({ people: ['Gone at the end.'] });
    read(run, 'a');
    read(run, 'b');
    run.answer('approve.human.1', 'yes');
    const [effect] = Object.keys(run.state.effects ?? {});
    const problems = [problem('FILE_UNWRITABLE', 'could not write log.txt', { severity: 'warning' })];
    run.give({ kind: 'performed', effect: effect!, problems });
    expect(noticesForPeople(run.state).map(({ text }) => text)).toEqual([
      expect.stringContaining('could not write log.txt'),
    ]);
  });
});

describe('what is kept', () => {
  it('is bounded: long texts are cut, the oldest go first, and the journal has all', () => {
    const texts = Array.from({ length: NOTICES_MAX + 3 }, (_, index) => `${index}`);
    const run = written({ people: [...texts, 'x'.repeat(NOTICE_CHARS_MAX + 1)], reader: 'Kept.' });
    expect(told(run, 'people')).toEqual([...texts.slice(4), `${'x'.repeat(NOTICE_CHARS_MAX - 1)}…`]);
    expect(told(run)).toEqual(['Kept.']);
    const accepted = run.events.find((event) => event.kind === 'submission-accepted');
    expect(accepted?.notices).toHaveLength(NOTICES_MAX + 5);
  });

  it('is nothing where nothing was said', () => {
    const run = written({ reader: ' \n' });
    expect(run.state).not.toHaveProperty('notices');
    expect(run.events.find((event) => event.kind === 'submission-accepted')).not.toHaveProperty('notices');
  });

  it('is the same when the journal is read back and replayed', () => {
    const run = written({ reader: 'Mind the moon.', people: ['Long.'] });
    read(run, 'a');
    const entries = run.entries.map((entry) => ({
      ...entry,
      events: entry.events.map((event) => eventSchema.parse(JSON.parse(JSON.stringify(event)))),
    }));
    const [first, ...rest] = entries;
    const replayed = rest.reduce(
      (state, entry) => applyEntry(state, entry, inPlace),
      applyEntry(undefined, first!),
    );
    expect(stateSchema.parse(replayed)).toEqual(run.state);
    expect(replayed.notices).toBeDefined();
  });
});

describe('a receiver', () => {
  const tells = ['contracts', 'write', 'tells'] as const;

  it.each([
    ['that is no role of the workflow', [[...tells, 'to'], ['redaer']], 'contracts.write.tells: '],
    ['that has no prompt', [[...tells, 'to'], ['human']], 'contract "write" tells "human", which has no'],
    ['that is nobody', [[...tells, 'to'], []], 'contract "write" tells nobody'],
    ['whose name stands for people', [['roles', 'people'], { mayWrite: [] }], 'roles.people: '],
  ] as const)('%s is not proved', (_, change, message) => {
    const { problems } = prove(seeded(notes, [change[0], change[1]]));
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'PROOF_REFERENCE', message: expect.stringContaining(message) }),
    );
  });

  it('that was not declared ends the run', () => {
    const run = new DrivenRun(seeded(notes, [[...tells, 'to'], ['people']]));
    expect(() => written({ reader: 'Mind the moon.' }, run)).toThrow(
      'step "write" tells "reader", expected one of people',
    );
  });
});
