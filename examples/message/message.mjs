// An agent that hands in by what it says last: no tool, no MCP. It may ask first, or say that it cannot be done.
//
//   baton run "Write a note" --workflow examples/message/message.mjs --agent command:claude
import {
  agent,
  blockedAs,
  file,
  handoffArgs,
  handoffBlock,
  person,
  request,
  role,
  workflow,
} from 'baton-relay';

const note = file('note.md');
const question = request('question', { says: 'Asks a person.', max: 3, waits: true });

export const message = workflow('message', {
  says: 'A note, handed in by message.',
  steps: {
    write: agent(role('writer', 'You write short notes.'), {
      prompt: (view) => view.request,
      writes: [note],
      args: handoffArgs,
      outcome: () => 'done',
      outcomes: ['done', 'blocked'],
      handedIn: handoffBlock({ asks: question, file: 'handoff.json' }),
      declines: blockedAs('blocked'),
      requests: [question],
    }),
    stuck: person(['again', 'abandon'], { ask: () => 'The writer says that it cannot be done.' }),
  },
  flow: {
    write: { done: 'end', blocked: 'stuck' },
    stuck: { again: 'write', abandon: 'cancelled' },
  },
});
