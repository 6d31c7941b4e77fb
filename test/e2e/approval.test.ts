// Whoever approves sees what they sign, in every workflow and everywhere it is asked: at the prompt, in the inbox, in the
// status. An approval of other bytes is refused.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { WaitingItem } from '../../src/operations/status/status.ts';
import { APPROVALS, type Approval, CHANGED_FILES, HEAVY, makeApproval } from './approval-scenarios.ts';
import { baton, readJournal, runState, type Scratch, type Started, scratch } from './scratch.ts';
import { HAS_TERMINAL, startOnTerminal } from './terminal.ts';
import { errorOf } from './waiting-run.ts';

/** Only a hang takes that long. */
const PATIENCE_MS = 300_000;

const untilShown = async ({ printed }: Started, text: string): Promise<string> => {
  for (let waited = 0; !printed().stdout.includes(text); waited += 50) {
    if (waited > PATIENCE_MS) throw new Error(`never shown: ${text}\n${printed().stdout}`);
    await sleep(50);
  }
  return printed().stdout;
};

const startWaiting = async (world: Scratch, workflow: Approval, roles?: object): Promise<WaitingItem> => {
  const agent = makeApproval(world, workflow, roles);
  const words = [
    'run',
    'A new value',
    '--name',
    'r',
    '--workflow',
    workflow,
    '--agent',
    agent,
    '--json',
    '--policy',
    'files=9',
  ].slice(0, workflow === 'h3a' ? undefined : -2);
  const outcome = await baton(world, words);
  expect(outcome.exit, outcome.stdout + outcome.stderr).toBe(4);
  const { waitingFor } = JSON.parse(outcome.stdout) as { waitingFor: WaitingItem[] };
  expect(waitingFor).toHaveLength(1);
  return waitingFor[0]!;
};

const expectShown = (text: string): void => {
  for (const file of CHANGED_FILES) expect(text).toContain(` ${file} `);
  expect(text).toMatch(/value\.txt +\+1 -1/);
  expect(text).toContain('5 files changed, 4 lines added, 3 removed');
  expect(text).toContain('Tests that hold no longer as they were: 2');
  expect(text).toMatch(/says value.* re-specified/);
  expect(text).toMatch(/says gone.* dropped: it would still pass/);
  expect(text).toMatch(/Not measured by Baton: \d/);
  expect(text).toContain('baton diff r');
};

describe.each(Object.keys(APPROVALS) as Approval[])('the approval of %s', (workflow) => {
  it('shows files, tests and what nobody measured, and is of these bytes alone', async () => {
    const world = scratch();
    const item = await startWaiting(world, workflow);
    const { change, about } = item;
    expect(item.id).toBe(APPROVALS[workflow].item);
    expect(change).toMatchObject({ tree: about!['tree'], filesChanged: 5, added: 4, removed: 3, cut: false });
    expect(change!.tests).toEqual([
      expect.objectContaining({ name: expect.stringContaining('says gone'), fate: 'dropped' }),
      expect.objectContaining({ name: expect.stringContaining('says value'), fate: 'respecified' }),
    ]);
    expect(change!.unproved.map(({ basis }) => basis)).toContain(workflow === 'h3a' ? 'waived' : 'stated');
    expectShown((await baton(world, ['inbox'])).stdout);
    expectShown((await baton(world, ['status', 'r'])).stdout);

    const other = await baton(world, ['approve', item.id, '--about', change!.base, '--json']);
    expect([other.exit, errorOf(other.stdout).code]).toEqual([1, 'CONTENT_CHANGED']);
    const same = await baton(world, ['approve', item.id, '--about', change!.tree]);
    expect([same.exit, same.stderr]).toEqual([0, '']);
  });

  it.skipIf(!HAS_TERMINAL)('shows the same at the prompt', async () => {
    const world = scratch();
    await startWaiting(world, workflow);
    const held = startOnTerminal(world, ['resume', 'r', '--no-color']);
    const shown = await untilShown(held, ' > ');
    expectShown(shown.replaceAll('\r\n', '\n'));
    held.child.stdin?.write(workflow === 'relay' ? 'y\r' : 'approve\r');
    const { exit, stdout } = await held.ended;
    expect([exit, stdout]).toEqual([0, expect.stringContaining('(' + workflow + ') complete')]);
  });
});

it('sixty megabytes in one line are more than one task may change', async () => {
  const world = scratch();
  await startWaiting(world, 'h3a', HEAVY);
  const problems = readJournal(runState(world, 'r'))
    .flatMap(({ events }) => events)
    .flatMap((event) => (event.kind === 'submission-rejected' ? event.rejection.problems : []));
  expect(problems.map(({ code }) => code)).toContain('CHANGE_TOO_LARGE');
});
