// Files in the shape of Task Master's own, written by hand.

export interface FixtureTask {
  readonly id: number | string;
  readonly status?: string | undefined;
  readonly priority?: string;
  readonly dependencies?: readonly unknown[];
  readonly subtasks?: readonly FixtureTask[];
  readonly [key: string]: unknown;
}

const whole = (task: FixtureTask): Record<string, unknown> => ({
  title: `Task ${task.id}`,
  description: 'What it is about.',
  status: 'pending',
  dependencies: [],
  priority: 'medium',
  details: 'How to do it.',
  testStrategy: '',
  ...task,
  subtasks: (task.subtasks ?? []).map((subtask) => ({
    title: `Subtask ${subtask.id}`,
    status: 'pending',
    dependencies: [],
    ...subtask,
  })),
});

export const taggedText = (...tasks: readonly FixtureTask[]): string =>
  `${JSON.stringify(
    {
      master: { tasks: tasks.map(whole), metadata: { created: '2025-06-13T23:52:56.848Z', taskCount: 1 } },
      'side-track': { tasks: [], metadata: { created: '2025-06-14T21:30:21.214Z' } },
    },
    null,
    2,
  )}\n`;

export const legacyText = (...tasks: readonly FixtureTask[]): string =>
  JSON.stringify({ meta: { projectName: 'Example', version: '1.0.0' }, tasks: tasks.map(whole) }, null, '\t');

/** As people format it by hand: CRLF, fields in one line, unknown fields, a task without a status. */
export const HAND_MADE = [
  '{',
  '    "master": { "tasks": [',
  '        { "id": 1,   "title": "Caf\\u00e9 \\"menu\\"", "status":   "done", "team": ["a",  "b"], "weight": 1.50 },',
  '        {',
  '            "id": "2", "title": "Order", "dependencies": [ "1" ],',
  '            "subtasks": [ {"id": 1, "title": "Cart", "status": "pending"} , {"id":2,"title":"Pay","status":"pending","dependencies":[1]} ]',
  '        }',
  '    ], "metadata": { "note": "status: \\"pending\\"" } },',
  '    "other": { "tasks": [ { "id": 1, "title": "Elsewhere", "status": "pending" } ] }',
  '}',
  '',
].join('\r\n');
