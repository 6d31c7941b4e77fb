// A whole scripted relay in the large repository: when the first agent has its prompt, and when the run is over.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from './bench.ts';

const PLAN =
  'version: 1\nsummary: One file\nitems:\n  - key: one\n    title: One\n    task: Write one.txt.\n';

/** The first step of the first agent leaves a file, whose time says when the prompt had come. */
const scenarioOf = (prompted: string): string =>
  JSON.stringify({
    roles: {
      planner: [[{ run: `: > '${prompted}'` }, { write: { 'plan.yaml': PLAN } }, { submit: 'submit_plan' }]],
      coder: [
        [
          {
            write: {
              'project:one.txt': 'one\n',
              'project:checks/one.sh': 'grep -q one one.txt\n',
            },
          },
          { submit: 'submit_done' },
        ],
      ],
      reviewer: [
        [{ write: { 'review.yaml': 'verdict: pass\nsummary: Good.\n' } }, { submit: 'submit_review' }],
      ],
    },
    human: [{ approve: {} }],
  });

export interface RelayTimes {
  readonly promptMs: number;
  readonly totalMs: number;
}

export const playRelay = async (
  { scratch, baton }: Bench,
  project: string,
  name: string,
): Promise<RelayTimes> => {
  const world = join(scratch, name);
  for (const folder of ['home', 'tmp']) mkdirSync(join(world, folder), { recursive: true });
  const [prompted, scenario] = [join(world, 'prompted'), join(world, 'scenario.yaml')];
  writeFileSync(scenario, scenarioOf(prompted));
  const env = {
    PATH: process.env['PATH'],
    LANG: 'C.UTF-8',
    HOME: join(world, 'home'),
    TMPDIR: join(world, 'tmp'),
    BATON_STATE: join(world, 'state'),
  };
  const began = Date.now();
  const child = spawn(
    process.execPath,
    [baton, 'run', 'Write a file', '--name', name, '--agent', `scripted:${scenario}`],
    { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const [exit] = await once(child, 'close');
  if (exit !== 0) throw new Error(`the relay ended with ${exit}:\n${said}`);
  return { promptMs: statSync(prompted).mtimeMs - began, totalMs: Date.now() - began };
};
