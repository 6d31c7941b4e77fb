// Items that write code side by side: each on a line of its own, judged on the main line as it stands when they hand in.
import { describe, expect, it } from 'vitest';
import { LinesBench } from '../../test/fixtures/lines-bench.ts';
import { lines, linesWith } from '../../test/fixtures/workflows/lines.ts';
import { blockedIn } from './items.ts';
import { prove } from './prove.ts';

/** Merges alone are judged. */
const plain = linesWith([], []);

const code = (item: string) => `implement.coder.${item}`;
const test = (item: string) => `test.tester.${item}`;

/** From the first attempt to the end of the item. */
const finish = (bench: LinesBench, item: string, files: Record<string, string>, except?: string): void => {
  bench.change(`${code(item)}.1`, files);
  bench.observeAll(except);
  bench.report(`${test(item)}.1`, 'pass');
  bench.observeAll(except);
};

describe('items with trees of their own', () => {
  it('are proved', () => {
    expect(prove(lines).problems).toEqual([]);
  });

  it('are three at once, and begin at the main line', () => {
    const bench = new LinesBench(plain, 'a b c d');
    expect(bench.wanted()).toEqual(['a', 'b', 'c'].map((item) => `${code(item)}.1`));
    finish(bench, 'a', { a: '1' });
    expect(bench.wanted()).toContain(`${code('d')}.1`);
    expect(Object.fromEntries(bench.treeOf(`${code('d')}.1`))).toEqual({ README: 'a project', a: '1' });
    expect(Object.fromEntries(bench.treeOf(`${code('b')}.1`))).toEqual({ README: 'a project' });
  });

  it('begin, where they follow others, with what those have done', () => {
    const bench = new LinesBench(plain, 'a b c<a,b');
    finish(bench, 'a', { a: '1' });
    expect(bench.wanted()).not.toContain(`${code('c')}.1`);
    finish(bench, 'b', { b: '1' });
    expect(Object.fromEntries(bench.treeOf(`${code('c')}.1`))).toEqual({
      README: 'a project',
      a: '1',
      b: '1',
    });
  });

  it('go on with their own tree in the next round, compared with where it began', () => {
    const bench = new LinesBench(plain, 'a b');
    const { start } = bench.state.works[`${code('a')}.1`]!;
    bench.change(`${code('a')}.1`, { a: '1' });
    bench.report(`${test('a')}.1`, 'fail');
    finish(bench, 'b', { b: '1' });
    const again = bench.state.works[`${code('a')}.2`]!;
    expect(again.start).toBe(start);
    expect(Object.fromEntries(bench.treeOf(`${code('a')}.2`))).toEqual({ README: 'a project', a: '1' });
  });

  it('are in the main line when they ended well, and not before', () => {
    const bench = new LinesBench(plain, 'a b');
    bench.change(`${code('a')}.1`, { a: '1' });
    expect(bench.main()).toEqual({ README: 'a project' });
    bench.report(`${test('a')}.1`, 'pass');
    expect(bench.main()).toEqual({ README: 'a project', a: '1' });
    finish(bench, 'b', { b: '1' });
    expect(bench.main()).toEqual({ README: 'a project', a: '1', b: '1' });
    expect(bench.state.unmerged).toEqual({});
    expect(bench.state.positions['']?.phase).toBe('committing');
  });

  it('get a conflict back, marked, when they hand in after another one has ended', () => {
    const bench = new LinesBench(plain, 'a b');
    bench.start(`${code('b')}.1`);
    finish(bench, 'a', { list: 'a' });
    bench.change(`${code('b')}.1`, { list: 'b' });
    bench.observeAll();
    expect(bench.of('submission-rejected')).toMatchObject([
      {
        assignment: `${code('b')}.1`,
        rejection: { clauses: ['merges-cleanly'], problems: [{ code: 'MERGE_CONFLICT', file: 'list' }] },
      },
    ]);
    expect(bench.treeOf(`${code('b')}.1`).get('list')).toContain('<<<<<<<');
    bench.change(`${code('b')}.1`, { list: 'a b' });
    bench.observeAll();
    bench.report(`${test('b')}.1`, 'pass');
    expect(bench.main()).toMatchObject({ list: 'a b' });
  });

  it('cannot be let pass with a conflict by somebody else, who sends it back to its owner', () => {
    const bench = new LinesBench(plain, 'a b');
    bench.change(`${code('b')}.1`, { list: 'b' });
    finish(bench, 'a', { list: 'a' });
    bench.report(`${test('b')}.1`, 'pass');
    bench.observeAll();
    expect(bench.of('submission-rejected')).toMatchObject([
      { assignment: `${test('b')}.1`, rejection: { problems: [{ code: 'MERGE_CONFLICT', file: 'list' }] } },
    ]);
    expect(bench.of('work-rebased')).toEqual([]);
    bench.report(`${test('b')}.1`, 'fail');
    bench.handInTree(`${code('b')}.2`, bench.treeOf(`${code('b')}.2`));
    bench.observeAll();
    expect(bench.treeOf(`${code('b')}.2`).get('list')).toContain('<<<<<<<');
  });

  it('are judged again where another one ended while their evidence was gathered', () => {
    const bench = new LinesBench(plain, 'a b c');
    bench.start(`${code('c')}.1`);
    finish(bench, 'a', { a: '1' });
    bench.change(`${code('c')}.1`, { list: 'c' });
    const [old] = bench.observations();
    finish(bench, 'b', { list: 'b' }, old?.key);
    bench.observe(old!);
    expect(bench.of('submission-accepted').map(({ assignment }) => assignment)).not.toContain(
      `${code('c')}.1`,
    );
    bench.observeAll();
    expect(bench.of('submission-rejected')).toMatchObject([{ assignment: `${code('c')}.1` }]);
    expect(bench.main()).toMatchObject({ a: '1', list: 'b' });
  });
});

const said = (item: string): Record<string, string> => ({
  [`src/${item}`]: item,
  [`test/${item}`]: `says ${item}: src/${item} has ${item}`,
});

describe('two changes that are green alone and red together', () => {
  /** `b` asks of a file that `a` changes what it says there now. */
  const other = { 'src/b': 'b', 'test/b': 'says b: src/b has b\nkept: src/shared has old' };
  const changed = { ...said('a'), 'src/shared': 'new' };

  it('reject the later one, which finds the merge in its working tree', () => {
    const bench = new LinesBench(lines, 'a b', { 'src/shared': 'old' });
    bench.start(`${code('b')}.1`);
    finish(bench, 'a', changed);
    expect(bench.main()).toMatchObject({ 'src/shared': 'new' });
    bench.change(`${code('b')}.1`, other);
    bench.observeAll();
    const [rejected, ...more] = bench.of('submission-rejected');
    expect(more).toEqual([]);
    expect(rejected).toMatchObject({ assignment: `${code('b')}.1` });
    expect(rejected?.rejection.problems.map(({ code: one }) => one)).toEqual(
      expect.arrayContaining(['TESTS_FAILED', 'MAIN_LINE_MOVED']),
    );
    expect(bench.treeOf(`${code('b')}.1`).get('src/shared')).toBe('new');
    bench.change(`${code('b')}.1`, { 'test/b': 'says b: src/b has b' });
    bench.observeAll();
    bench.report(`${test('b')}.1`, 'pass');
    bench.observeAll();
    expect(bench.state.positions['tasks/b']?.phase).toBe('end');
  });

  it('reject the later one also where both were handed in before either ended', () => {
    const bench = new LinesBench(lines, 'a b', { 'src/shared': 'old' });
    bench.change(`${code('b')}.1`, other);
    bench.change(`${code('a')}.1`, changed);
    bench.observeAll();
    bench.report(`${test('a')}.1`, 'pass');
    bench.report(`${test('b')}.1`, 'pass');
    bench.observeAll();
    expect(bench.of('submission-rejected')).toMatchObject([{ assignment: `${test('b')}.1` }]);
    expect(bench.main()).toMatchObject({ 'src/shared': 'new' });
    expect(bench.state.positions['tasks/b']?.phase).toBe('test');
  });
});

describe('an item that ends alone', () => {
  const failed = (request: string): LinesBench => {
    const bench = new LinesBench(plain, request);
    for (const round of [1, 2, 3]) {
      bench.change(`${code('a')}.${round}`, { a: String(round) });
      bench.report(`${test('a')}.${round}`, 'fail');
    }
    bench.answer('stuck.human.a.1', 'give-up');
    return bench;
  };

  it('leaves the others at work, and blocks what follows it', () => {
    const bench = failed('a b c<a d<c e<b');
    expect(bench.state.positions['tasks/a']).toMatchObject({ phase: 'end', as: 'failed' });
    expect(blockedIn(bench.state)).toEqual([
      { scope: 'tasks', item: 'c', by: ['a'] },
      { scope: 'tasks', item: 'd', by: ['a'] },
    ]);
    expect(bench.asked()).toEqual(['blocked.human.c.1']);
    finish(bench, 'b', { b: '1' });
    expect(bench.wanted()).toEqual([`${code('e')}.1`]);
    finish(bench, 'e', { e: '1' });
    expect(bench.state.positions['']?.phase).toBe('tasks');
    expect(bench.main()).toEqual({ README: 'a project', b: '1', e: '1' });
  });

  it('is done without: all that follow it are cancelled, and the scope ends', () => {
    const bench = failed('a b c<a d<c');
    bench.answer('blocked.human.c.1', 'without');
    finish(bench, 'b', { b: '1' });
    expect(bench.state.positions['']?.phase).toBe('committing');
    const work = Object.values(bench.state.works).find(({ assignment }) => assignment.phase === 'committing');
    expect(work?.assignment.effect).toMatchObject({
      message: JSON.stringify({ a: 'failed', b: 'done', c: 'cancelled', d: 'cancelled' }),
    });
    bench.perform();
    expect(bench.state.status).toBe('complete');
  });

  it('begins again where a person wants it, with its tree and its counts anew', () => {
    const bench = failed('a b<a c<a');
    expect(bench.asked()).toEqual(['blocked.human.b.1', 'blocked.human.c.1']);
    bench.answer('blocked.human.b.1', 'again');
    expect(bench.asked()).toEqual([]);
    expect(bench.state.counters).toEqual({ 'test-fail/a': 0 });
    expect(bench.wanted()).toEqual([`${code('a')}.4`]);
    expect(bench.treeOf(`${code('a')}.4`).get('a')).toBe('3');
    bench.change(`${code('a')}.4`, { a: 'good' });
    bench.report(`${test('a')}.4`, 'pass');
    expect(bench.wanted()).toEqual([`${code('b')}.1`, `${code('c')}.1`]);
    expect(bench.main()).toMatchObject({ a: 'good' });
  });

  it('says why, where its agent was given up', () => {
    const routes = plain.phases['implement']!.routes.map((route) =>
      'exit' in route.when ? { ...route, to: 'end', as: 'item-failed' as const } : route,
    );
    const implement = { ...plain.phases['implement']!, routes };
    const bench = new LinesBench({ ...plain, phases: { ...plain.phases, implement } }, 'a b<a');
    const assignment = `${code('a')}.1`;
    for (const attempt of [1, 2, 3]) {
      bench.start(assignment);
      bench.give({ kind: 'attempt-end', assignment, attempt, end: 'failed', why: 'it crashed' });
    }
    expect(bench.state.positions['tasks/a']).toMatchObject({ as: 'failed', cause: { code: 'AGENT_FAILED' } });
    expect(bench.asked()).toEqual(['blocked.human.b.1']);
  });

  it('may lead to the end of the run, which is resumed where it was', () => {
    const bench = failed('a b<a');
    bench.answer('blocked.human.b.1', 'abandon');
    expect(bench.state.status).toBe('cancelled');
    bench.give({ kind: 'resume' });
    expect(bench.asked()).toEqual(['blocked.human.b.2']);
  });
});
