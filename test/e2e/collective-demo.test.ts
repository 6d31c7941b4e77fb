// The demo of the collective as a stranger plays it: six tasks in a graph, three at once, and all that can go wrong with them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRecords } from '../../src/systems/collective/metrics/handoff-record.ts';
import { leftovers } from '../crash/leftovers.ts';
import { playedDemo } from './played-demo.ts';
import { baton, gitIn } from './scratch.ts';

const RUN = '.collective/demo';
const TASKS = '.taskmaster/tasks/tasks.json';

describe('baton demo collective', () => {
  const demo = playedDemo('collective');

  const read = (path: string): string => readFileSync(join(demo.world.project, path), 'utf8');
  const records = () => readRecords(read(`${RUN}/handoffs.jsonl`)).records;

  it('ends with 0, all tasks done and committed together, and nothing left', async () => {
    expect(demo.outcome.exit, demo.outcome.stderr).toBe(0);
    expect(JSON.parse(demo.outcome.stdout)).toMatchObject({ workflow: 'collective', status: 'complete' });
    const changed = gitIn(demo.world.project, 'diff', '--name-only', 'main', 'baton/demo').trim().split('\n');
    expect(changed).toEqual(
      expect.arrayContaining([
        'src/words.js',
        'src/shout.js',
        'src/count.js',
        'docs/words.md',
        'config/words.json',
      ]),
    );
    expect(await leftovers({ ...demo.world, tmp: join(demo.world.root, 'none') }, 'demo')).toEqual([]);
  });

  it('shows whoever is second the conflict of two tasks at once, and has both in the end', () => {
    const conflicts = demo
      .all('submission-rejected')
      .filter(({ rejection }) => rejection.problems.some(({ code }) => code === 'MERGE_CONFLICT'));
    expect(conflicts).toHaveLength(1);
    const words = gitIn(demo.world.project, 'show', 'baton/demo:src/words.js');
    expect(words).toContain('hello');
    expect(words).toContain('bye');
  });

  it('tries again, sends to another agent, and asks a person, each time once', () => {
    const failed = records().filter(({ handoff }) => handoff?.status === 'failed');
    expect(failed.map(({ task, next, actions }) => [task, next, actions[0]]).toSorted()).toEqual([
      ['3', 'module-development-agent', 'retry'],
      ['4', 'module-development-agent', 'retry'],
      ['6', null, 'escalate'],
    ]);
    const asked = demo
      .all('submission-accepted')
      .filter(({ assignment }) => assignment.startsWith('escalated.'));
    expect(asked.map(({ outcome: word }) => word)).toEqual(['again']);
  });

  it('refuses a claim that is not so', () => {
    const refused = demo
      .all('submission-rejected')
      .filter(({ rejection }) => rejection.problems.some(({ code }) => code === 'CLAIM_DIFFERS'));
    expect(refused.map(({ assignment }) => assignment)).toEqual(['coding-research-agent.research-agent.5.1']);
  });

  it('tells people what a failure wanted them to know', () => {
    const told = demo.all('submission-accepted').flatMap(({ notices = [] }) => notices);
    expect(told.filter(({ to }) => to === 'people').map(({ text }) => text)).toEqual(
      expect.arrayContaining([expect.stringContaining('a style sheet cannot shout')]),
    );
  });

  it('writes the statuses back, and leaves everything else of the file as it was', () => {
    const before = gitIn(demo.world.project, 'show', `main:${TASKS}`);
    expect(read(TASKS)).toBe(before.replaceAll('"status": "pending"', '"status": "done"'));
  });

  it('leaves figures that add up', () => {
    expect(JSON.parse(read(`${RUN}/state.json`))).toMatchObject({
      status: 'complete',
      tasks: { 1: 'done', 2: 'done', 3: 'done', 4: 'done', 5: 'done', 6: 'done' },
    });
    for (const name of ['metrics.json', 'metrics.csv', 'report.md', 'tasks.json'])
      expect(existsSync(join(demo.world.project, RUN, name)), name).toBe(true);
  });

  it('adds up to a report and a table', async () => {
    const words = ['metrics', '--workflow', 'collective', '--format'];
    const [report, table] = [
      await baton(demo.world, [...words, 'markdown']),
      await baton(demo.world, [...words, 'csv']),
    ];
    expect(report.stdout).toContain('| theme-development-agent | 1 | 0 | 1 |');
    expect(table.stdout).toContain('\nagent,routing-agent,2,2,0,');
    const relay = await baton(demo.world, ['metrics', '--workflow', 'relay', '--format', 'csv']);
    expect([relay.exit, relay.stderr]).toEqual([
      2,
      expect.stringContaining('expected a workflow that has a report'),
    ]);
  });

  it('can be verified, checked and attested', async () => {
    for (const words of [
      ['verify', 'demo'],
      ['check', RUN],
      ['attest', 'demo', '--out', join(demo.world.root, 'a')],
    ]) {
      const { exit, stdout, stderr } = await baton(demo.world, words);
      expect(exit, `${words.join(' ')}: ${stdout}${stderr}`).toBe(0);
    }
  });
});
