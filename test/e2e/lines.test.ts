// Tasks that write code at once, with the whole program and real git: whoever hands in later resolves the conflict, and one that
// ends alone leaves the others at work while a person decides about what follows it.
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/model/run/event.ts';
import { builtLibrary } from './built-library.ts';
import {
  baton,
  gitIn,
  makeRepository,
  readJournal,
  runState,
  type Scratch,
  scratch,
  writeFiles,
} from './scratch.ts';
import { SMALL_PROJECT } from './small-relay.ts';

const WORKFLOW = `
import * as z from 'zod';
import { agent, changeProven, commit, engine, person, role, scope, tree, workflow } from 'baton-relay';

const main = tree('main', { starts: 'project' });
const work = tree('work', { each: true, starts: main });
const proven = (more) => changeProven(work, { declared: () => [{ kind: 'refactor' }], ...more });

export default workflow('tasks', {
  says: 'Tasks side by side.',
  steps: {
    tasks: scope({
      items: (view) => view.request.split(' ').map((word) => {
        const [key, after] = word.split('<');
        return { key, after: after === undefined ? [] : [after] };
      }),
      max: 10,
      parallel: true,
      blocked: 'blocked',
      steps: {
        code: agent(role('coder'), {
          prompt: (view) => 'Do ' + view.here.item + '.',
          worksIn: work,
          writes: [work],
          args: z.object({ state: z.enum(['done', 'cannot']) }),
          outcome: ({ args }) => args.state,
          outcomes: ['done', 'cannot'],
          checks: proven({ on: ['done'] }),
        }),
        check: agent(role('checker'), {
          worksIn: work,
          args: z.object({ verdict: z.enum(['good', 'bad']) }),
          outcome: ({ args }) => args.verdict,
          outcomes: ['good', 'bad'],
          checks: proven({ on: ['good'] }),
        }),
        stuck: person(['again', 'abandon'], { ask: () => 'It is still bad.' }),
        blocked: person(['again', 'without'], {
          ask: ({ here }) => here.item + ' follows ' + here.blocked.by.join(', ') + '.',
        }),
      },
      flow: {
        code: { done: 'check', cannot: 'item-failed' },
        check: { good: 'end', bad: { to: 'code', max: 2, then: 'stuck' } },
        stuck: { again: 'code', abandon: 'cancelled' },
        blocked: { again: 'retry-failed', without: 'item-cancelled' },
      },
    }),
    committing: engine(commit(main, { message: (view) => JSON.stringify(view.endings('tasks')) + '\\n' })),
  },
  flow: { tasks: 'committing', committing: 'end' },
});
`;

type Steps = readonly object[];

const ZOD = fileURLToPath(new URL('../../node_modules/zod', import.meta.url));

const submit = (tool: string, args: object): object => ({ submit: { tool, args } });
const DONE = submit('submit_code', { state: 'done' });
const GOOD: Steps = [submit('submit_check', { verdict: 'good' })];

const worldWith = (coders: (world: Scratch) => readonly Steps[], checks: number): Scratch => {
  const world = scratch();
  makeRepository(world.project, {
    ...SMALL_PROJECT,
    ...{ '.gitignore': 'node_modules/\n', 'tasks.mjs': WORKFLOW, 'list.txt': 'first\n' },
  });
  const checker = Array.from({ length: checks }, () => GOOD);
  writeFiles(world.root, {
    'scenario.json': JSON.stringify({ roles: { coder: coders(world), checker } }),
  });
  mkdirSync(join(world.project, 'node_modules'));
  symlinkSync(builtLibrary(), join(world.project, 'node_modules', 'baton-relay'));
  symlinkSync(ZOD, join(world.project, 'node_modules', 'zod'));
  return world;
};

const run = (world: Scratch, request: string) =>
  baton(world, [
    ...['run', request, '--name', 'r', '--workflow', './tasks.mjs'],
    ...['--agent', `scripted:${world.root}/scenario.json`],
  ]);

const eventsOf = (world: Scratch): Event[] =>
  readJournal(runState(world, 'r')).flatMap((entry) => entry.events);

const show = (world: Scratch, path: string): string => gitIn(world.project, 'show', `baton/r:${path}`);

/** All three are at work at the same time. */
const together = ({ root }: Scratch, own: string): object => ({
  run: `touch ${root}/${own}.here; until [ -e ${root}/a.here -a -e ${root}/b.here -a -e ${root}/c.here ]; do sleep 0.05; done`,
});

const ended = ({ state }: Scratch, item: string): object => ({
  run: `until grep -q position-ended.,.scope.:.tasks/${item} ${state}/*/r/journal.jsonl; do sleep 0.05; done`,
});

describe('tasks that write code at once', () => {
  it('are merged one at a time; the later of two in conflict finds it marked, and keeps both', async () => {
    const world = worldWith(
      (place) => [
        [together(place, 'a'), { write: { 'project:list.txt': 'first\na\n' } }, DONE],
        [
          together(place, 'b'),
          { write: { 'project:list.txt': 'first\nb\n' } },
          ended(place, 'a'),
          DONE,
          {
            run: `cp list.txt ${place.root}/seen.txt; grep -v '^[<=>]' list.txt > new.txt; mv new.txt list.txt`,
          },
          DONE,
        ],
        [together(place, 'c'), { write: { 'project:c.txt': 'c\n' } }, DONE],
        [{ run: 'cat list.txt c.txt > d.txt' }, DONE],
      ],
      4,
    );
    const ran = await run(world, 'a b c d<b');
    expect(ran.exit, ran.stderr).toBe(0);
    const events = eventsOf(world);
    expect(events.filter((event) => event.kind === 'submission-rejected')).toMatchObject([
      {
        assignment: 'code.coder.b.1',
        rejection: { clauses: ['merges-cleanly'], problems: [{ code: 'MERGE_CONFLICT', file: 'list.txt' }] },
      },
    ]);
    expect(readFileSync(join(world.root, 'seen.txt'), 'utf8')).toMatch(
      /<<<<<<<[\s\S]*a\n=======\nb\n>>>>>>>/,
    );
    expect(show(world, 'list.txt')).toBe('first\na\nb\n');
    expect(show(world, 'c.txt')).toBe('c\n');
    expect(show(world, 'd.txt')).toMatch(/^first\na\nb\n/);
    expect((await baton(world, ['verify', 'r'])).exit).toBe(0);
    const attested = await baton(world, ['attest', 'r']);
    expect(attested.exit, attested.stderr).toBe(0);
  });

  it('end alone where they must: what follows is shown as blocked, and goes as a person says', async () => {
    const world = worldWith(
      () => [[submit('submit_code', { state: 'cannot' })], [{ write: { 'project:b.txt': 'b\n' } }, DONE]],
      1,
    );
    const waiting = await run(world, 'a b c<a d<c');
    expect(waiting.exit, waiting.stderr).toBe(4);
    const { stdout } = await baton(world, ['status', 'r']);
    expect(stdout).toContain('a: failed');
    expect(stdout).toContain('c: blocked by a');
    expect(stdout).toContain('d: blocked by a');
    expect(stdout).toContain('c follows a.');
    expect((await baton(world, ['reject', 'blocked.human.c.1', '--text', 'without it'])).exit).toBe(0);
    const resumed = await baton(world, ['resume', 'r']);
    expect(resumed.exit, resumed.stderr).toBe(0);
    expect(JSON.parse(gitIn(world.project, 'log', '-1', '--format=%s', 'baton/r'))).toEqual({
      ...{ a: 'failed', b: 'done', c: 'cancelled', d: 'cancelled' },
    });
    expect(show(world, 'b.txt')).toBe('b\n');
  });
});
