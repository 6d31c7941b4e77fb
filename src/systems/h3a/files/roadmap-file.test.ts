import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkOff,
  claimedTasks,
  lostTasks,
  parseRoadmap,
  roadmapTemplate,
  strategyProblems,
  TASKS_MAX,
} from './roadmap-file.ts';

const AT = '2026-11-15T10:00:00Z';
const read = (text: string) => parseRoadmap(text, 'ROADMAP.md').value!;
const ids = (text: string) => read(text).tasks.map(({ id, done }) => `${id}${done ? ' done' : ''}`);

describe('a line of a task', () => {
  it.each([
    ['- [ ] T001: Add it', ['T001']],
    ['- [x] T003: Add it ✅ (Completed: 2026-01-01T10:00:00Z)', ['T003 done']],
    ['- [X] T003: Add it ✅ (Completed 2025-01-01)', ['T003 done']],
    ['* [ ] **task-001a**: Add it', ['task-001a']],
    ['- [task-001] Add it', ['task-001']],
    ['- [T001] Add it ✅', ['T001 done']],
    ['  - [ ] T002: indented', ['T002']],
    ['- [ ] T001', []],
    ['- a plain item', []],
    ['- [link](x.md) T001: no', []],
  ])('%j', (line, wanted) => {
    expect(ids(line)).toEqual(wanted);
  });

  it('in a comment or in a fence is an example', () => {
    expect(ids('<!--\n- [ ] T001: x\n-->\n```\n- [ ] T002: x\n```\n- [ ] T003: x')).toEqual(['T003']);
  });

  it('has its place', () => {
    expect(read('# Roadmap\n\n- [ ] T001: Add it ✅')).toEqual({
      tasks: [{ id: 'T001', text: 'Add it', done: false, line: 3 }],
    });
  });
});

describe('what is wrong with a roadmap', () => {
  const problems = (text: string) =>
    parseRoadmap(text, 'ROADMAP.md').problems.map(({ code, line }) => `${code} ${line}`);

  it('a task that is there twice, and words of the template', () => {
    expect(problems('- [ ] T001: a\n- [ ] T001: b\n**Approach:** [TO BE FILLED BY PLANNER]')).toEqual([
      'FIELD_INVALID 2',
      'HANDOFF_PLACEHOLDER 3',
    ]);
    expect(problems(roadmapTemplate('Do it.', AT))).toHaveLength(4);
  });

  it('too many tasks', () => {
    const lines = Array.from({ length: TASKS_MAX + 1 }, (_, n) => `- [ ] T${n}: x`).join('\n');
    expect(problems(lines)).toEqual([`FIELD_INVALID ${TASKS_MAX + 1}`]);
    expect(read(lines).tasks).toHaveLength(TASKS_MAX);
  });

  it('no strategy, no criteria of success', () => {
    expect(strategyProblems('# Roadmap', 'ROADMAP.md').map(({ message }) => message)).toEqual([
      'expected a section "## Overall Strategy" in the roadmap',
      'expected a section "## Success Criteria" in the roadmap',
    ]);
    expect(strategyProblems('## Overview\n## Success Criteria', 'ROADMAP.md')).toEqual([]);
  });
});

describe('two roadmaps', () => {
  const before = read('- [x] T001: a\n- [ ] T002: b');

  it('may not lose a task, nor open one again, nor check one off', () => {
    expect(lostTasks(before, read('- [x] T001: a')).map(({ id }) => id)).toEqual(['T002']);
    expect(lostTasks(before, read('- [ ] T001: a\n- [ ] T002: b')).map(({ id }) => id)).toEqual(['T001']);
    expect(
      claimedTasks(before, read('- [x] T001: a\n- [x] T002: b\n- [x] T003: c')).map(({ id }) => id),
    ).toEqual(['T002', 'T003']);
    expect(claimedTasks(undefined, read('- [x] T001: a')).map(({ id }) => id)).toEqual(['T001']);
    expect(lostTasks(before, read('- [ ] T000: n\n- [x] T001: a\n- [ ] T002: other words'))).toEqual([]);
  });
});

describe('checking off', () => {
  it('touches the one line of the task, and no example', () => {
    const text = '```\n- [ ] T001: example\n```\n- [ ] T001: Add it\n- [ ] T002: more\n';
    expect(checkOff(text, 'T001', AT)).toBe(
      `\`\`\`\n- [ ] T001: example\n\`\`\`\n- [x] T001: Add it ✅ (Completed: ${AT})\n- [ ] T002: more\n`,
    );
  });

  it('says that the roadmap is complete once nothing is open', () => {
    const text = '**Status:** Planning Phase\n\n- [ ] T001: a\n- [ ] T002: b\n';
    const one = checkOff(text, 'T001', AT);
    expect(one).toContain('**Status:** Planning Phase');
    expect(checkOff(one, 'T002', AT)).toContain('**Status:** Complete');
  });

  it('of what is checked off, or not there, changes nothing', () => {
    const text = checkOff('- [ ] T001: a', 'T001', AT);
    expect(checkOff(text, 'T001', '2027-01-01T00:00:00Z')).toBe(text);
    expect(checkOff(text, 'T009', AT)).toBe(text);
  });

  it('leaves every other task as it was, whatever stands around it', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('- [ ] T001: a', '- [ ] T002: b', '- [T003] c', '```', '<!--', '-->'),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const text = lines.join('\n');
        const [was, now] = [read(text).tasks, read(checkOff(text, 'T001', AT)).tasks];
        expect(now.map(({ id }) => id)).toEqual(was.map(({ id }) => id));
        for (const [index, task] of now.entries())
          expect(task.done).toBe(task.id === 'T001' ? true : was[index]!.done);
      }),
    );
  });
});
