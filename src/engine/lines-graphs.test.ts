// Random graphs of tasks that change the same files, in any order of what happens: the main line ends as if one task had been
// done after the other, and whoever was in conflict was shown it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LinesBench } from '../../test/fixtures/lines-bench.ts';
import { linesWith, TASKS_MAX } from '../../test/fixtures/workflows/lines.ts';
import { isMarked } from '../testing/trees-in-memory.ts';

const plain = linesWith([], []);
const FILES = ['one', 'two', 'three', 'four'];
const BEGIN = 'begin';
const STEPS_MAX = 5_000;
const REOPEN_EVERY = 23;

interface Task {
  readonly key: string;
  readonly after: readonly string[];
  /** Files that it adds a line to. */
  readonly files: readonly string[];
  /** How often its tester sends it back although nothing is wrong. */
  readonly sentBack: number;
}

const anyTask = fc.record({
  after: fc.array(fc.nat(TASKS_MAX), { maxLength: 3 }),
  files: fc.uniqueArray(fc.constantFrom(...FILES), { maxLength: 2 }),
  sentBack: fc.nat(1),
});

/** A task follows earlier ones alone, so there is no circle. */
const anyTasks: fc.Arbitrary<readonly Task[]> = fc
  .array(anyTask, { minLength: 1, maxLength: TASKS_MAX })
  .map((tasks) =>
    tasks.map(({ after, ...task }, index) => ({
      ...task,
      key: `t${index}`,
      after: index === 0 ? [] : [...new Set(after.map((one) => `t${one % index}`))],
    })),
  );

const requestOf = (tasks: readonly Task[]): string =>
  tasks.map(({ key, after }) => (after.length === 0 ? key : `${key}<${after.join(',')}`)).join(' ');

/** Both sides of a conflict, each line once. */
const linesOf = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !/^(<<<<<<<|=======|>>>>>>>)/.test(line));

const withLine = (text: string, line: string): string =>
  [...new Set([...linesOf(text), line])].sort().join('\n');

const project = Object.fromEntries(FILES.map((path) => [path, BEGIN]));

/** As if one task had been done after the other. */
const sequential = (tasks: readonly Task[]): Record<string, string> => {
  const tree = { ...project };
  for (const { key, files } of tasks) for (const path of files) tree[path] = withLine(tree[path] ?? '', key);
  return tree;
};

class Playing {
  readonly bench: LinesBench;
  readonly #tasks: ReadonlyMap<string, Task>;

  constructor(tasks: readonly Task[]) {
    this.bench = new LinesBench(plain, requestOf(tasks), project);
    this.#tasks = new Map(tasks.map((task) => [task.key, task]));
  }

  /** What could happen next, each as a thing to do. */
  choices(): (() => void)[] {
    const { bench } = this;
    const free = bench.wanted().filter((id) => bench.state.works[id]?.judging === undefined);
    return [
      ...free.map((id) => () => this.#act(id)),
      ...bench.observations().map((job) => () => bench.observe(job)),
      ...bench.asked().map((id) => () => bench.answer(id, 'again')),
    ];
  }

  #act(id: string): void {
    const [step, , item = '', round] = id.split('.');
    const task = this.#tasks.get(item)!;
    if (step === 'implement') {
      const files = this.bench.treeOf(id);
      for (const path of task.files) files.set(path, withLine(files.get(path) ?? '', item));
      this.bench.handInTree(id, files);
      return;
    }
    const refused = this.bench.state.works[id]?.lastRejection !== undefined;
    this.bench.report(id, refused || Number(round) <= task.sentBack ? `fail ${round}` : 'pass');
  }
}

const played = (tasks: readonly Task[], order: fc.Stream<number>): LinesBench => {
  const playing = new Playing(tasks);
  const { bench } = playing;
  for (let step = 0; bench.state.positions['']?.phase === 'tasks'; step++) {
    const choices = playing.choices();
    const { value = 0 } = order.next();
    if (step > STEPS_MAX || choices.length === 0)
      throw new Error(`stands still: ${JSON.stringify(bench.state)}`);
    choices[value % choices.length]!();
    if (step % REOPEN_EVERY === 0) bench.reopen();
  }
  return bench;
};

/** Whoever is rejected for a conflict finds it marked; whoever cannot resolve it leaves it to the owner. */
const requireShown = (bench: LinesBench): number => {
  const { log } = bench;
  const conflicts = log.flatMap((event, index) =>
    event.kind === 'submission-rejected' &&
    event.rejection.problems.some(({ code }) => code === 'MERGE_CONFLICT')
      ? [{ event, index }]
      : [],
  );
  for (const { event, index } of conflicts) {
    const [, , item] = event.assignment.split('.');
    const shown = log
      .slice(index)
      .find(
        (later) => later.kind === 'work-rebased' && later.assignment.startsWith(`implement.coder.${item}.`),
      );
    expect(shown, `${event.assignment} was in conflict, and its owner was shown nothing`).toBeDefined();
    if (shown?.kind === 'work-rebased')
      expect([...bench.trees.get(shown.from).values()].some(isMarked)).toBe(true);
  }
  return conflicts.length;
};

describe('random graphs of tasks', () => {
  it('end in the tree of the sequential run, and each conflict is shown to its owner', () => {
    let conflicts = 0;
    fc.assert(
      fc.property(anyTasks, fc.infiniteStream(fc.nat(1_000)), (tasks, order) => {
        const bench = played(tasks, order);
        expect(bench.main()).toEqual(sequential(tasks));
        expect(Object.values(bench.state.positions).every(({ as }) => as === undefined)).toBe(true);
        conflicts += requireShown(bench);
      }),
      { numRuns: 150 },
    );
    expect(conflicts).toBeGreaterThan(150);
  });
});
