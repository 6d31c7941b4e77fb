// A workflow of one's own, whole: somebody writes a note, a person likes it or says what must change.
//
//   baton prove examples/notes/notes.mjs
//   baton run "Write a note" --workflow examples/notes/notes.mjs --agent command:claude
import { agent, check, fact, file, person, problem, role, workflow } from 'baton-relay';

const note = file('note.md');
const isShort = fact('note.short');

/** A check is pure: it judges what was handed in, and names what is wrong with it. */
const short = check({
  name: 'short',
  says: 'the note has at most ten lines',
  judge: (submission) => {
    const lines = submission.text(note).trimEnd().split('\n').length;
    if (lines <= 10) return [];
    const where = { file: note.path, line: 11, hint: 'say less' };
    return [problem('FILE_TOO_LARGE', `expected at most ten lines, got ${lines}`, where)];
  },
});

export const notes = workflow('notes', {
  says: 'A note, approved.',
  steps: {
    write: agent(role('writer', 'You write short notes.'), {
      prompt: (view) => `${view.request}\n${view.remark ?? ''}`,
      writes: [note],
      checks: [short],
      guarantees: [isShort],
    }),
    approve: person(['yes', 'no'], { reads: [note], assumes: [isShort], ask: (view) => view.text(note) }),
  },
  flow: { write: 'approve', approve: { yes: 'end', no: 'write' } },
});
