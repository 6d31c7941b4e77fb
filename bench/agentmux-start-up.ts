// Start-up of the command in a fresh process, until it has ended.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { type Row, referenceRow, samplesOf } from './measure.ts';

const ROUNDS = 60;
const HELP_REFERENCE_MS = 1_006;
const LIST_REFERENCE_MS = 1_133;
const FACTOR = 5;

export const agentmuxStartUpRows = async ({ scratch, baton }: Bench): Promise<Row[]> => {
  const project = join(scratch, 'project');
  mkdirSync(project);
  spawnSync('git', ['init', '-q', project]);
  const once = (command: string): number => {
    const start = performance.now();
    const { status, stderr } = spawnSync(process.execPath, [baton, command], {
      cwd: project,
      env: { PATH: process.env['PATH'], HOME: scratch },
      encoding: 'utf8',
    });
    const ms = performance.now() - start;
    if (status !== 0) throw new Error(`baton ${command}: ${stderr}`);
    return ms;
  };
  const samples = (command: string) => samplesOf(() => once(command), { rounds: ROUNDS });
  return [
    referenceRow('`baton --help`', await samples('--help'), { ms: HELP_REFERENCE_MS, factor: FACTOR }),
    referenceRow('`baton list` where there are no runs, against `sessions`', await samples('list'), {
      ms: LIST_REFERENCE_MS,
      factor: FACTOR,
    }),
  ];
};
