// Kills at places where little time is: after the last entry, and in the middle of another run's work.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { leftovers } from '../crash/leftovers.ts';
import { agentsOf, journalText, until } from '../crash/places.ts';
import { baton, type Started, scratch, startBaton } from './scratch.ts';
import { makeSmallRelay, smallScenario } from './small-relay.ts';

it('a holder that dies after the last entry leaves its tidying up to the next one', async () => {
  const world = scratch();
  const spec = makeSmallRelay(world);
  const holder = startBaton(world, ['run', 'Two files', '--name', 'r', '--agent', spec, '--json']);
  await until(holder, () => journalText(world, 'r').includes('"run-ended"'));
  holder.child.kill('SIGKILL');
  await holder.ended;
  const resumed = await baton(world, ['resume', 'r', '--json']);
  expect(resumed.exit, resumed.stdout + resumed.stderr).toBe(0);
  expect(await leftovers(world, 'r')).toEqual([]);
  const copy = join(world.project, '.baton', 'runs', 'r', 'journal', 'journal.jsonl');
  expect(readFileSync(copy, 'utf8')).toBe(journalText(world, 'r'));
  expect((await baton(world, ['verify', 'r', '--json'])).exit).toBe(0);
});

it('a run that is taken over ends its own orphans, not those of a run whose name begins alike', async () => {
  const world = scratch();
  const spec = makeSmallRelay(world, smallScenario({ coder: '- hang: true' }));
  const start = (name: string): Started =>
    startBaton(world, ['run', 'Two files', '--name', name, '--agent', spec, '--json']);
  const holders = [start('a'), start('ab')] as const;
  const codersOf = (name: string) => agentsOf(world, name, 'coding.coder.one.1');
  await until(holders[0], () => codersOf('a').length > 0);
  await until(holders[1], () => codersOf('ab').length > 0);
  const [former, others] = [codersOf('a'), codersOf('ab')];
  holders[0].child.kill('SIGKILL');
  await holders[0].ended;
  const written = journalText(world, 'a').length;
  const again = startBaton(world, ['resume', 'a', '--json']);
  // What a sandbox had put around the former one may be seen only now; the journal grows where it is taken over.
  await until(
    again,
    () => journalText(world, 'a').length > written && codersOf('a').some((pid) => !former.includes(pid)),
  );
  expect(codersOf('ab')).toEqual(expect.arrayContaining(others));
  for (const holder of [again, holders[1]]) {
    holder.child.kill('SIGTERM');
    expect((await holder.ended).exit).toBe(130);
  }
  expect(await leftovers(world, 'a')).toEqual([]);
});

it('a stop ends what a dead holder left behind', async () => {
  const world = scratch();
  const spec = makeSmallRelay(world, smallScenario({ coder: '- hang: true' }));
  const holder = startBaton(world, ['run', 'Two files', '--name', 'r', '--agent', spec, '--json']);
  await until(holder, () => agentsOf(world, 'r', 'coding.coder.one.1').length > 0);
  holder.child.kill('SIGKILL');
  await holder.ended;
  const stopped = await baton(world, ['stop', 'r', '--json']);
  expect(stopped.exit, stopped.stdout + stopped.stderr).toBe(0);
  expect(JSON.parse(stopped.stdout)).toMatchObject({ status: 'cancelled' });
  expect(await leftovers(world, 'r')).toEqual([]);
});
