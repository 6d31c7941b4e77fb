import { describe, expect, it } from 'vitest';
import type { State } from '../../model/run/state.ts';
import { defineWorkflow, type Workflow } from '../../model/workflow/workflow.ts';
import type { Refused } from '../visitors.ts';
import { createForeignLines } from './foreign-lines.ts';

const PATH = 'tool_events.jsonl';
const LINES = ['{"tool": "submit_plan"}\n', '{"tool": "submit_design"}\n'];

const workflow: Workflow = {
  ...defineWorkflow({
    name: 'recording',
    version: 1,
    says: 'Nothing but a record.',
    directory: '.baton/runs',
    first: 'idle',
    roles: {},
    artifacts: {},
    facts: {},
    contracts: {},
    phases: { idle: { work: [], routes: [{ when: { otherwise: true }, to: 'end' }] } },
    limits: {},
  }),
  record: { path: PATH, line: () => '' },
};

/** Looks at the file with this text once; gives what is there then, and who was refused. */
const settle = async (text: string): Promise<{ after: string; refused: readonly Refused[] }> => {
  const refused: Refused[] = [];
  let after = text;
  const foreign = createForeignLines(
    workflow,
    {
      read: async () => ({ value: after, problems: [] }),
      write: async ([file]) => {
        after = file!.text;
        return [];
      },
    },
    async (_, answer) => {
      refused.push(answer);
      return answer;
    },
  );
  await foreign.settle({ lines: LINES } as unknown as State);
  return { after, refused };
};

describe('the record as it is found', () => {
  const whole = LINES.join('');

  it.each([0, 5, LINES[0]!.length, LINES[0]!.length + 3, whole.length])(
    'torn after %i bytes of its own lines is written again at once, and nobody is blamed',
    async (bytes) => {
      expect(await settle(whole.slice(0, bytes))).toEqual({ after: whole, refused: [] });
    },
  );

  it('with a whole line that nobody was accepted for is written again, and the line is refused in words', async () => {
    const { after, refused } = await settle(`${whole}{"tool": "submit_review"}\n`);
    expect(after).toBe(whole);
    expect(refused).toMatchObject([
      { code: 'TOKEN_MISSING', hint: expect.stringContaining('submit_review') },
    ]);
  });

  it('with the beginning of a line that another program is writing is left alone', async () => {
    const text = `${whole}{"tool": "subm`;
    expect(await settle(text)).toEqual({ after: text, refused: [] });
  });
});
