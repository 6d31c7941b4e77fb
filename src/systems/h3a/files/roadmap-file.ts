// ROADMAP.md: the tasks of the run, in order. Lines are added and checked off, never taken away.

import { type Parsed, type Problem, problem } from '../../../model/problem.ts';
import { isName } from '../../../model/workflow/names.ts';

export interface RoadmapTask {
  readonly id: string;
  readonly text: string;
  readonly done: boolean;
  /** One-based. */
  readonly line: number;
}

export interface Roadmap {
  readonly tasks: readonly RoadmapTask[];
}

export const TASKS_MAX = 100;
const TASK = /^\s*[-*] \[([ xX]?)\] (?:\*\*)?([A-Za-z][A-Za-z0-9_-]{0,63}):?(?:\*\*)?:? (.*)$/;
const BRACKETED = /^\s*[-*] \[((?:T|task-)\d[A-Za-z0-9_-]{0,40})\] (.*)$/;
const DONE = / ✅(?: \(Completed:? [^)]*\))?\s*$/;

const taskIn = (line: string, number: number): RoadmapTask | undefined => {
  const [, mark, id, text] = TASK.exec(line) ?? [];
  if (id !== undefined && text !== undefined)
    return { id, text: text.replace(DONE, '').trim(), done: mark?.toLowerCase() === 'x', line: number };
  const [, bracketed, said] = BRACKETED.exec(line) ?? [];
  return bracketed === undefined || said === undefined
    ? undefined
    : { id: bracketed, text: said.trim(), done: DONE.test(said), line: number };
};

/** What stands in a comment or a fence is an example. */
function* ownLines(text: string): Generator<readonly [string, number]> {
  let hidden = false;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const fence = /^\s*(?:```|~~~)/.test(line);
    if (fence || (line.includes('<!--') && !line.includes('-->'))) hidden = !hidden;
    else if (hidden && line.includes('-->')) hidden = false;
    else if (!hidden) yield [line, index + 1];
  }
}

const tasksIn = (text: string): RoadmapTask[] => {
  const tasks: RoadmapTask[] = [];
  for (const [line, number] of ownLines(text)) {
    const task = taskIn(line, number);
    if (task !== undefined) tasks.push(task);
  }
  return tasks;
};

const PLACEHOLDER = /\[(?:TO BE FILLED BY PLANNER|PLANNER [A-Z ]+|Task description)\]/;

const wrong = (file: string, line: number, message: string, hint: string): Problem =>
  problem('FIELD_INVALID', message, { file, line, column: 1, hint });

export const parseRoadmap = (text: string, file: string): Parsed<Roadmap> => {
  const tasks = tasksIn(text);
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const { id, line } of tasks) {
    if (seen.has(id))
      problems.push(wrong(file, line, `expected each task once, ${id} came again`, 'Give it another id.'));
    if (!isName(id))
      problems.push(wrong(file, line, `expected an id that can be a name, got ${id}`, 'Write T001.'));
    seen.add(id);
  }
  const [over] = tasks.slice(TASKS_MAX);
  if (over !== undefined)
    problems.push(
      wrong(
        file,
        over.line,
        `expected at most ${TASKS_MAX} tasks, got ${tasks.length}`,
        'Plan a second run.',
      ),
    );
  for (const [line, number] of ownLines(text))
    if (PLACEHOLDER.test(line))
      problems.push(
        problem('HANDOFF_PLACEHOLDER', `expected words of the planner, got ${line.trim().slice(0, 80)}`, {
          ...{ file, line: number, column: 1 },
          hint: 'Replace it.',
        }),
      );
  return { value: { tasks: tasks.slice(0, TASKS_MAX) }, problems };
};

const hasSection = (text: string, label: RegExp): boolean =>
  text.split('\n').some((line) => label.test(line));

/** What a planner must have said before anybody builds on it. */
export const strategyProblems = (text: string, file: string): readonly Problem[] => {
  const missing: string[] = [];
  if (!hasSection(text, /^#+\s+(?:Overall Strategy|Overview)/i))
    missing.push('a section "## Overall Strategy"');
  if (!hasSection(text, /^#+\s+Success Criteria/i)) missing.push('a section "## Success Criteria"');
  return missing.map((what) =>
    problem('FIELD_MISSING', `expected ${what} in the roadmap`, {
      file,
      line: 1,
      column: 1,
      hint: 'Add it.',
    }),
  );
};

/** Nothing that was planned or done may disappear. */
export const lostTasks = (before: Roadmap | undefined, after: Roadmap): readonly RoadmapTask[] =>
  (before?.tasks ?? []).filter((task) => {
    const now = after.tasks.find(({ id }) => id === task.id);
    return now === undefined || (task.done && !now.done);
  });

/** Tasks that a planner has checked off itself: nobody has done, validated or approved them. */
export const claimedTasks = (before: Roadmap | undefined, after: Roadmap): readonly RoadmapTask[] =>
  after.tasks.filter(
    (task) => task.done && before?.tasks.some(({ id, done }) => id === task.id && done) !== true,
  );

/** The same text with the task checked off. */
export const checkOff = (text: string, id: string, at: string): string => {
  const own = new Set([...ownLines(text)].map(([, number]) => number));
  const checked = text
    .split('\n')
    .map((line, index) => {
      const task = own.has(index + 1) ? taskIn(line, index + 1) : undefined;
      if (task?.id !== id || task.done) return line;
      const begin = line.slice(0, line.indexOf('['));
      return `${begin}[x] ${id}: ${task.text} ✅ (Completed: ${at})`;
    })
    .join('\n');
  const open = tasksIn(checked).some(({ done }) => !done);
  return open ? checked : checked.replace(/^\*\*Status:\*\* .*$/m, '**Status:** Complete');
};

export const roadmapTemplate = (request: string, at: string): string => `# H3A System Roadmap

**Run Initialized:** ${at}
**Status:** Planning Phase (G0)

## Task Brief

${request.trim()}

## Overall Strategy

**Approach:** [TO BE FILLED BY PLANNER]
**Risk Mitigation:** [TO BE FILLED BY PLANNER]

## Task Decomposition

### Task Queue

- [ ] T001: [Task description]

## Success Criteria

[PLANNER DEFINES OVERALL DEFINITION OF DONE]

## Notes
`;
