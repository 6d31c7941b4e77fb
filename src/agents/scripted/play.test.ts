// What the player of a scenario does when its session is over.
import { expect, it } from 'vitest';
import type { Answer } from '../../model/run/answer.ts';
import { playItem } from './play.ts';

const rejected: Answer = {
  ...{ status: 'rejected', message: 'no', submission: 's', problems: [], seq: 3 },
};

const play = async (answer: Answer) => {
  const called: string[] = [];
  const end = await playItem(
    {
      steps: ['one', 'two'].map((tool) => ({ act: 'submit', tool, args: {} })),
      ...{
        resumeAt: null,
        names: {},
        runDirectory: '/r',
        workingTree: null,
        workingDirectory: '/r',
        desk: '/r',
      },
    },
    {
      print: () => {},
      call: async (tool) => {
        called.push(tool);
        return answer;
      },
    },
  );
  return { end: end.end, called };
};

it('after a rejection the next step is played, unless the session is over', async () => {
  expect(await play(rejected)).toEqual({ end: 'failed', called: ['one', 'two'] });
  expect(await play({ ...rejected, over: true })).toEqual({ end: 'exit', called: ['one'] });
});
