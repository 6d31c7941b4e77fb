// Limits that what was accepted sets, and a person's words, which belong to the item that they are about.
import { expect, it } from 'vitest';
import { scope } from '../authoring/flow.ts';
import { agent, person } from '../authoring/step.ts';
import { workflow } from '../authoring/workflow.ts';
import { file, role } from '../model/workflow/handles.ts';
import { limit } from '../model/workflow/limit.ts';
import { play } from '../testing/play.ts';
import { prove } from './prove.ts';

const note = file('note.md');
const CAP = 3;

const writing = (of: (text: string) => number, cap = CAP) =>
  workflow('writing', {
    says: 'A note, written again so often as it asks for.',
    steps: {
      write: agent(role('writer'), { writes: [note], outcome: (): 'again' | 'done' => 'again' }),
      stuck: person(['end', 'go'], { ask: () => 'Enough?' }),
    },
    flow: {
      write: {
        again: {
          to: 'write',
          max: limit('rounds', { of: (view) => of(view.text(note)), cap }),
          then: 'stuck',
        },
        done: 'end',
      },
      stuck: { end: 'end', go: 'write' },
    },
  });

it.each([
  ['2', 3],
  ['100', CAP + 1],
  ['-5', 2],
  ['Infinity', CAP + 1],
  ['nonsense', CAP + 1],
])('a note that asks for %s rounds is written %i times', async (text, times) => {
  const run = await play(writing(Number), {
    agents: { writer: () => ({ write: { 'note.md': text } }) },
    people: { stuck: ['end'] },
  });
  expect([run.status, run.scenes.length]).toEqual(['complete', times]);
});

it('is proved by its cap', () => {
  expect(prove(writing(Number)).problems).toEqual([]);
  expect(() => writing(Number, 0)).toThrow('expected max to be a whole number from 1');
});

it('what a person says of one item is not said to another', async () => {
  const part = file('part_{item}.md');
  const parts = workflow('parts', {
    says: 'Two parts at once, each looked at by a person.',
    steps: {
      parts: scope({
        items: () => [{ key: 'a' }, { key: 'b' }],
        max: 2,
        parallel: 2,
        steps: {
          write: agent(role('writer'), {
            writes: [part],
            prompt: (view) => `Part ${view.here.item}. ${view.remark ?? 'Nothing was said.'}`,
          }),
          look: person(['good', 'change'], { ask: (view) => `Part ${view.here.item}` }),
        },
        flow: { write: 'look', look: { good: 'end', change: 'write' } },
      }),
    },
    flow: { parts: 'end' },
  });
  const said = new Set<string>();
  const run = await play(parts, {
    agents: {
      writer: ({ item, prompt }) => {
        said.add(`${item}: ${/Part (\w)\. (.*)/.exec(prompt)?.[2]}`);
        return { write: { [`part_${item}.md`]: prompt } };
      },
    },
    people: {
      look: [{ says: 'change', why: 'Longer.' }, { says: 'change', why: 'Shorter.' }, 'good', 'good'],
    },
  });
  expect(run.status).toBe('complete');
  expect([...said].sort()).toEqual([
    'a: Longer.',
    'a: Nothing was said.',
    'b: Nothing was said.',
    'b: Shorter.',
  ]);
});
