import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTasks } from './read-tasks.ts';
import { TASK_STATUSES } from './task-graph.ts';
import { HAND_MADE, legacyText, taggedText } from './tasks.fixture.ts';
import { foreignChanges, mergeStatuses, writeStatuses } from './write-statuses.ts';

const graphOf = (text: string) => {
  const { value, problems } = readTasks(text);
  if (value === undefined) throw new Error(JSON.stringify(problems));
  return value;
};

describe('statuses written back', () => {
  it('change the word alone, whatever the formatting', () => {
    const { value } = writeStatuses(HAND_MADE, new Map([['2.2', 'in-progress']]));
    expect(value).toBe(
      HAND_MADE.replace('"title":"Pay","status":"pending"', '"title":"Pay","status":"in-progress"'),
    );
  });

  it('are added where a task has none', () => {
    const { value = '' } = writeStatuses(HAND_MADE, new Map([['2', 'blocked']]));
    expect(value).toContain('{\r\n            "status": "blocked",\r\n            "id": "2", "title"');
    expect(graphOf(value).tasks[1]?.status).toBe('blocked');
  });

  it('touch no other tag and no field that only mentions a status', () => {
    const { value = '' } = writeStatuses(HAND_MADE, new Map([['1', 'review']]));
    expect(value).toContain('"note": "status: \\"pending\\""');
    expect(value).toContain('"title": "Elsewhere", "status": "pending"');
    expect(value.length - HAND_MADE.length).toBe('review'.length - 'done'.length);
  });

  it('change nothing where they are what they were', () => {
    const text = legacyText({ id: 1, status: 'completed' });
    expect(writeStatuses(text, new Map([['1', 'done']])).value).toBe(text);
  });

  it('tell of a task that is not there', () => {
    const { value, problems } = writeStatuses(HAND_MADE, new Map([['9', 'done']]));
    expect(value).toBe(HAND_MADE);
    expect(problems.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'CONTENT_CHANGED expected task 9 in the file, got no such task',
    ]);
  });

  it('leave a file that cannot be read', () => {
    expect(writeStatuses('{ "tasks": [', new Map([['1', 'done']])).value).toBeUndefined();
  });

  it('read back as written, and everything else as it was', () => {
    const ids = ['1', '1.1', '1.2', '2', 'HAM-3'];
    const space = fc.constantFrom(0, 2, '\t');
    const changes = fc.uniqueArray(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...TASK_STATUSES)), {
      selector: ([id]) => id,
    });
    fc.assert(
      fc.property(changes, space, fc.boolean(), (drawn, indent, bare) => {
        const task = bare ? { id: 1, status: undefined } : { id: 1 };
        const given = JSON.parse(
          taggedText({ ...task, subtasks: [{ id: 1 }, { id: 2 }] }, { id: 2 }, { id: 'HAM-3' }),
        );
        const text = JSON.stringify(given, null, indent);
        const wanted = new Map(drawn);
        const written = writeStatuses(text, wanted).value ?? '';
        const after = graphOf(written);
        for (const one of graphOf(text).tasks)
          expect(after.tasks.find(({ id }) => id === one.id)?.status).toBe(wanted.get(one.id) ?? one.status);
        const blank = (json: string) =>
          JSON.parse(json, (key, value) => (key === 'status' ? undefined : value));
        expect(blank(written)).toEqual(blank(text));
      }),
      { numRuns: 500 },
    );
  });
});

describe('three states of the file', () => {
  const sealed = taggedText({ id: 1 }, { id: 2 }, { id: 3 });
  const wanted = new Map([
    ['1', 'done'],
    ['2', 'in-progress'],
  ] as const);

  it('are merged: what nobody else touched is written', () => {
    const now = taggedText({ id: 1 }, { id: 2, title: 'Better words' }, { id: 3, status: 'done' }, { id: 4 });
    const { value, problems } = mergeStatuses({ sealed, now, wanted });
    expect(problems).toEqual([]);
    expect(value?.written).toEqual(['1', '2']);
    expect(value?.text).toContain('Better words');
    expect(value?.foreign).toEqual([
      { id: '2', what: 'title', before: 'Task 2', now: 'Better words' },
      { id: '3', what: 'status', before: 'pending', now: 'done' },
      { id: '4', what: 'added', before: null, now: 'Task 4' },
    ]);
  });

  it('a status that somebody else changed is told and kept', () => {
    const now = taggedText({ id: 1, status: 'cancelled' }, { id: 2 }, { id: 3 });
    const { value, problems } = mergeStatuses({ sealed, now, wanted });
    expect(value?.written).toEqual(['2']);
    expect(graphOf(value?.text ?? '').tasks[0]?.status).toBe('cancelled');
    expect(problems).toMatchObject([
      {
        code: 'CONTENT_CHANGED',
        line: 4,
        message: 'task 1: expected the status pending, got cancelled, which somebody else wrote',
        hint: 'It stays; Baton wanted to write done.',
      },
    ]);
  });

  it("what Baton wrote itself is nobody else's change", () => {
    const now = taggedText({ id: 1, status: 'in-progress' }, { id: 2 }, { id: 3 });
    const merged = mergeStatuses({ sealed, now, wanted, own: new Map([['1', 'in-progress']]) });
    expect(merged.problems).toEqual([]);
    expect(merged.value).toMatchObject({ written: ['1', '2'], foreign: [] });
  });

  it('a task that somebody removed is told', () => {
    const { value, problems } = mergeStatuses({ sealed, now: taggedText({ id: 2 }, { id: 3 }), wanted });
    expect(problems.map(({ message }) => message)).toEqual(['expected task 1 in the file, got no such task']);
    expect(value?.written).toEqual(['2']);
    expect(value?.foreign).toEqual([{ id: '1', what: 'removed', before: 'Task 1', now: null }]);
  });

  it('changed dependencies and priorities are told', () => {
    const now = taggedText({ id: 1, dependencies: [3], priority: 'high' }, { id: 2 }, { id: 3 });
    expect(foreignChanges(graphOf(sealed), graphOf(now))).toEqual([
      { id: '1', what: 'priority', before: 'medium', now: 'high' },
      { id: '1', what: 'dependencies', before: '', now: '3' },
    ]);
  });

  it('nothing is written into a file that became unreadable', () => {
    const { value, problems } = mergeStatuses({ sealed, now: `${sealed},`, wanted });
    expect(value).toBeUndefined();
    expect(problems).toHaveLength(1);
  });
});
