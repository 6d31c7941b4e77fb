// A workflow of one's own, whole: somebody writes a note, a person likes it or says what must change.
//
//   baton prove examples/notes/notes.mjs
//   baton run "Write a note" --workflow examples/notes/notes.mjs --agent command:claude

/** A check is pure: what it needs, and how it judges what was handed in. This one needs nothing but the bytes. */
const short = {
  name: 'short',
  says: 'the note has at most ten lines',
  needs: () => [],
  judge: (submission) => {
    const lines = (submission.text('note') ?? '').trimEnd().split('\n').length;
    if (lines <= 10) return { status: 'met', problems: [] };
    const problem = {
      code: 'FILE_TOO_LARGE',
      severity: 'error',
      message: `expected at most ten lines, got ${lines}`,
      file: 'note.md',
      line: 11,
      hint: 'say less',
    };
    return { status: 'unmet', problems: [problem] };
  },
};

/** @type {import('baton-relay').Workflow} */
export const workflow = {
  name: 'notes',
  version: 1,
  says: 'A note, approved.',
  directory: '.baton/runs',
  first: 'writing',
  roles: {
    writer: { mayWrite: ['note'], brief: 'You write short notes.' },
    human: { mayWrite: [], kind: 'human' },
  },
  artifacts: { note: { path: 'note.md', kind: 'file' } },
  facts: { 'note.short': { about: ['note'] } },
  contracts: {
    note: {
      from: ['writer'],
      tool: 'submit_note',
      says: 'A short note.',
      produces: ['note'],
      outcomes: { done: { guarantees: ['note.short'] } },
      checks: [short],
      asks: (view) => `${view.request}\n${view.remark ?? ''}`,
    },
    approval: {
      from: ['human'],
      says: 'A person likes it.',
      reads: { note: 'required' },
      produces: [],
      assumes: ['note.short'],
      outcomes: { yes: { guarantees: [] }, no: { guarantees: [] } },
      ask: (view) => ({
        kind: 'approval',
        text: view.text('note') ?? '',
        choices: ['yes', 'no'],
        approve: 'yes',
        reject: 'no',
      }),
    },
  },
  phases: {
    writing: {
      work: [{ role: 'writer', contract: 'note' }],
      routes: [{ when: { all: 'done' }, to: 'approving' }],
    },
    approving: {
      work: [{ role: 'human', contract: 'approval' }],
      routes: [
        { when: { all: 'yes' }, to: 'end' },
        { when: { all: 'no' }, to: 'writing' },
      ],
    },
  },
  limits: {},
};
