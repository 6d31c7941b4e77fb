import { describe, expect, it } from 'vitest';
import { DrivenRun } from '../../../test/fixtures/driven-run.ts';
import { council, MEMBERS } from '../../../test/fixtures/workflows/council.ts';
import { changed } from '../../../test/fixtures/workflows/seeded.ts';
import { workOf } from '../../model/run/state.ts';
import { openMemoryStore } from '../../stores/memory/memory-store.ts';
import { DesksInMemory } from '../../testing/files-in-memory.ts';
import { WorldInMemory } from '../../testing/world-in-memory.ts';
import { createDeskKeeper, filesOfWork, tidyDesks, wantedDesks } from './desks.ts';
import { createProjector } from './projector.ts';
import { createTraces } from './traces.ts';

const idOf = (member: string): string => `hearing.member.${member}.1`;

/** All members have begun. */
const hearing = (): DrivenRun => {
  const run = new DrivenRun(council);
  run.submit('asking.asker.1', { 'question.md': 'Why?\n' });
  for (const member of MEMBERS)
    run.give({ kind: 'attempt-start', assignment: idOf(member), desk: `desk-${member}` });
  return run;
};

const say = (run: DrivenRun, member: string): void =>
  void run.submit(idOf(member), { [`opinions/${member}.md`]: `SECRET-${member}\n` });

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the files of a piece of work', () => {
  it('are on its desk while its phase is open, and in the run directory otherwise', () => {
    const run = hearing();
    const ports = { files: new WorldInMemory(() => undefined).runFiles(), desks: new DesksInMemory() };
    const directoryOf = (id: string): string =>
      filesOfWork(ports, run.state, workOf(run.state, id)).directory;
    expect(directoryOf('asking.asker.1')).toBe('/memory/run');
    say(run, 'a');
    expect(directoryOf(idOf('a'))).toBe('/memory/desks/desk-a');
    for (const member of ['b', 'c']) say(run, member);
    expect(directoryOf(idOf('a'))).toBe('/memory/run');
  });

  it('are nowhere without a desk: the run directory would show them', () => {
    const run = new DrivenRun(council);
    run.submit('asking.asker.1', { 'question.md': 'Why?\n' });
    run.begin(idOf('a'));
    const ports = { files: new WorldInMemory(() => undefined).runFiles(), desks: new DesksInMemory() };
    expect(() => filesOfWork(ports, run.state, workOf(run.state, idOf('a')))).toThrow(
      `expected a desk of ${idOf('a')}, got none`,
    );
  });
});

describe('desks', () => {
  it('are wanted until all are in, also those of work that was accepted or stopped', () => {
    const run = hearing();
    say(run, 'a');
    run.give({ kind: 'stop' });
    expect(wantedDesks(run.state)).toEqual(['desk-a', 'desk-b', 'desk-c']);
    run.give({ kind: 'resume' });
    for (const member of ['b', 'c']) say(run, member);
    expect(wantedDesks(run.state)).toEqual([]);
  });

  it('that are made while others are removed are kept', async () => {
    const desks = new DesksInMemory();
    let wanted: readonly string[] = [];
    const listing = {
      newName: () => desks.newName(),
      open: (name: string) => desks.open(name),
      remove: (name: string) => desks.remove(name),
      list: async () => {
        desks.open('old');
        // As an attempt that is started meanwhile: first the entry, then the desk.
        wanted = ['new'];
        desks.open('new');
        return desks.list();
      },
    };
    await tidyDesks(listing, () => wanted);
    expect(await desks.list()).toEqual(['new']);
  });

  it('are removed when the phase is left, and not before their last session has ended', async () => {
    const run = hearing();
    const desks = new DesksInMemory();
    for (const member of [...MEMBERS, 'stranger']) desks.open(`desk-${member}`);
    let running = [{ id: idOf('c'), pid: 1 }];
    const keeper = createDeskKeeper(
      desks,
      () => run.state,
      () => running,
    );
    const reconciled = async (): Promise<readonly string[]> => {
      keeper.reconcile();
      await keeper.idle();
      return desks.list();
    };
    expect(await reconciled()).toEqual(['desk-a', 'desk-b', 'desk-c']);
    for (const member of MEMBERS) say(run, member);
    expect(await reconciled()).toEqual(['desk-c']);
    running = [];
    expect(await reconciled()).toEqual([]);
  });
});

describe('the run directory', () => {
  it('has nothing of blind work until all are in, and then all of it', async () => {
    const run = hearing();
    const world = new WorldInMemory(() => undefined);
    const { store } = await openMemoryStore();
    const files = world.runFiles();
    const traces = createTraces(council, files);
    const foreign = { settle: async () => [], stop: () => {} };
    const projector = createProjector({ workflow: council, store, files, traces, foreign });
    const project = async (): Promise<string> => {
      await projector.write(run.state);
      await traces.idle();
      return JSON.stringify([...world.files]);
    };
    // What a member puts there by mistake is taken out again.
    world.files.set('opinions/b.md', 'SECRET-b\n');
    say(run, 'a');
    expect(await project()).not.toContain('SECRET');
    for (const member of ['b', 'c']) say(run, member);
    const all = await project();
    for (const member of MEMBERS) expect(all).toContain(`["opinions/${member}.md","SECRET-${member}\\n"]`);
  });

  it('has what was there before where a step is entered again, whatever blind work puts in its place', async () => {
    const run = hearing();
    for (const member of MEMBERS) say(run, member);
    run.answer('deciding.human.1', 'again');
    run.give({ kind: 'attempt-start', assignment: 'hearing.member.a.2', desk: 'again' });
    const world = new WorldInMemory(() => undefined);
    world.files.set('opinions/a.md', 'NEW\n');
    const { store } = await openMemoryStore();
    const files = world.runFiles();
    const foreign = { settle: async () => [], stop: () => {} };
    const traces = createTraces(council, files);
    await createProjector({ workflow: council, store, files, traces, foreign }).write(run.state);
    expect(world.files.get('opinions/a.md')).toBe('SECRET-a\n');
  });

  it('loses what blind work put there by mistake, under whatever name it is handed in', async () => {
    const aliased = changed(
      changed(council, ['artifacts', 'aside', 'alias'], { path: 'aside.md', when: () => true }),
      ['contracts', 'opinion', 'handedIn'],
      { file: () => 'handoff.json', says: () => '', read: () => ({}) },
    );
    const world = new WorldInMemory(() => undefined);
    const { store } = await openMemoryStore();
    const files = world.runFiles();
    const paths = ['opinions/b.md', 'asides/b.md', 'aside.md', 'handoff.json'];
    for (const path of [...paths, 'notes.md']) world.files.set(path, 'SECRET\n');
    const traces = createTraces(aliased, files);
    const foreign = { settle: async () => [], stop: () => {} };
    await createProjector({ workflow: aliased, store, files, traces, foreign }).write(hearing().state);
    expect([...world.files.keys()]).toEqual(['notes.md', 'question.md', 'overview.md']);
  });

  it('has no sighting of blind work until all are in', async () => {
    const run = hearing();
    const world = new WorldInMemory(() => undefined);
    const traces = createTraces(council, world.runFiles());
    const tell = async (): Promise<string> => {
      const entry = { ...run.entries.at(-1)!, v: 1, id: '', by: { engine: true }, input: { kind: 'resume' } };
      traces.entry(entry as never, run.state);
      await traces.idle();
      await settled();
      return world.files.get('trace.log') ?? '';
    };
    say(run, 'a');
    expect(await tell()).toBe('');
    for (const member of ['b', 'c']) say(run, member);
    const lines = (await tell()).trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('SECRET-a');
  });
});
