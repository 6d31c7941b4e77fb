// A mistake that is made again, through the real door: what the session hears, what the next one is told, what a person may do.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { agent } from '../authoring/step.ts';
import { workflow } from '../authoring/workflow.ts';
import { problem } from '../model/problem.ts';
import { file, role } from '../model/workflow/handles.ts';
import { play } from '../testing/play.ts';
import type { Scene, Turn } from '../testing/script.ts';

const note = file('note.md', {
  parse: (text) => ({
    value: text,
    problems: text.startsWith('# ')
      ? []
      : [
          problem('FIELD_INVALID', `expected a title, got ${text}`, {
            file: 'note.md',
            line: 1,
            hint: 'add one',
          }),
        ],
  }),
});

const notes = workflow('notes', {
  says: 'A note.',
  steps: {
    write: agent(role('writer'), {
      prompt: (view) => view.request,
      args: z.object({ summary: z.string().optional() }),
      writes: [note],
    }),
  },
  flow: { write: 'end' },
});

const bad = (excuse: string): Turn => ({ write: { 'note.md': `${excuse}\n` }, args: { summary: excuse } });
const good: Turn = { write: { 'note.md': '# A note\n' } };

describe('an agent that repeats its mistake with new excuses', () => {
  it('is replaced by a fresh session, which has the dossier and may fix it', async () => {
    const run = await play(notes, { agents: { writer: [bad('Sorry.'), bad('It was late.'), good] } });
    expect(run.status).toBe('complete');
    expect(run.scenes.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(run.scenes[0]!.prompt).not.toContain('What was tried');
    const { prompt } = run.scenes[1]!;
    expect(prompt).toContain('You are a fresh session: do not repeat what was tried.');
    expect(prompt).toContain('2 times, clause form: expected a title, got It was late.');
    expect(prompt).toContain('It said: "Sorry."');
    expect(prompt).toContain('attempt 1: changed note.md. It said: "It was late."');
    expect(prompt).toContain('→ add one');
    expect(run.refused).toEqual([]);
  });

  it('ends its turn there: it is asked for nothing more', async () => {
    const replies: (string | undefined)[] = [];
    const turns = ['one', 'two'];
    const script = ({ reply, attempt }: Scene): Turn | undefined => {
      replies.push(reply);
      const excuse = attempt === 1 ? turns.shift() : undefined;
      return excuse === undefined ? undefined : bad(excuse);
    };
    const run = await play(notes, { agents: { writer: script } });
    expect(replies).toEqual([undefined, 'write.writer.1 is rejected', undefined]);
    const ended = run.entries.flatMap(({ events }) => events).find((event) => event.kind === 'attempt-ended');
    expect(ended).toMatchObject({ end: 'stopped', why: 'it made the same mistake 2 times' });
  });

  it('reaches a person after three, whose words the next session reads', async () => {
    const excuses = ['one', 'two', 'three'].map(bad);
    const run = await play(notes, {
      agents: { writer: [...excuses, good] },
      people: { stalemate: ['Begin the note with a title.'] },
    });
    expect(run.status).toBe('complete');
    expect(run.scenes.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(run.scenes[2]!.prompt).toContain('Answer: Begin the note with a title.');
    expect(run.scenes[2]!.prompt).toContain('rejected 3 times');
  });

  it('waits for that person, and stays given up where they want so', async () => {
    const excuses = ['one', 'two', 'three'].map(bad);
    const waiting = await play(notes, { agents: { writer: [...excuses, good] } });
    expect(waiting).toMatchObject({ status: 'running', awaited: [{ step: 'write', role: 'writer' }] });
    expect(waiting.awaited[0]!.asks).toContain('made the same mistake 3 times');
    const given = await play(notes, {
      agents: { writer: [...excuses, good] },
      people: { stalemate: [{ says: 'give-up', why: 'No note then.' }] },
    });
    expect(given).toMatchObject({ status: 'failed', cause: { code: 'WORK_STUCK' } });
  });
});
