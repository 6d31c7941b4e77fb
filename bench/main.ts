// `npm run bench [NAME…]`: one table. A target that is missed is said, and ends with 1.
import { mkdirSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { acceptRows } from './accept.ts';
import { agentmuxRows } from './agentmux.ts';
import { agentsRows } from './agents.ts';
import type { Bench } from './bench.ts';
import { collectiveRows } from './collective.ts';
import { cycleRows } from './cycle.ts';
import { dashboardRows } from './dashboard.ts';
import { evidenceRows } from './evidence.ts';
import { handoffRows } from './handoff.ts';
import { hostRows } from './host.ts';
import { KEPT, keptRatio } from './kept.ts';
import { largeRows } from './large.ts';
import { type Row, tableOf } from './measure.ts';
import { metricsRows } from './metrics.ts';
import { pipeRows } from './pipe.ts';
import { questRows } from './quest.ts';
import { replayRows } from './replay.ts';
import { resumeRows } from './resume.ts';
import { startUpRows } from './start-up.ts';
import { storeRows } from './store.ts';

const BENCHES: Readonly<Record<string, (bench: Bench) => Promise<Row[]>>> = {
  accept: acceptRows,
  agentmux: agentmuxRows,
  agents: agentsRows,
  collective: collectiveRows,
  cycle: cycleRows,
  dashboard: dashboardRows,
  evidence: evidenceRows,
  handoff: handoffRows,
  host: hostRows,
  large: largeRows,
  metrics: metricsRows,
  pipe: pipeRows,
  quest: questRows,
  replay: replayRows,
  resume: resumeRows,
  'start-up': startUpRows,
  store: storeRows,
};

const main = async (root: string, wanted: readonly string[]): Promise<number> => {
  const unknown = wanted.filter((name) => BENCHES[name] === undefined);
  if (unknown.length > 0) {
    console.error(`expected ${Object.keys(BENCHES).join(', ')}, got ${unknown.join(', ')}`);
    return 2;
  }
  const rows: Row[] = [];
  for (const [name, rowsOf] of Object.entries(BENCHES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.error(`${name} …`);
    const scratch = join(root, name);
    mkdirSync(scratch);
    rows.push(
      ...(await rowsOf({
        scratch,
        program: (program) => join(root, 'programs', `${program}.cjs`),
        baton: join(root, 'package', 'bin', 'baton.js'),
      })),
    );
  }
  const [load, processors] = [loadavg()[0]!, cpus().length];
  console.log(`Node ${process.version}, ${processors} processors; medians, both sides in turns\n`);
  console.log(tableOf(rows));
  if (rows.some(({ what }) => keptRatio(what) !== undefined))
    console.log(`\nThe ratios of ${KEPT.version} were measured at ${KEPT.commit} (bench/kept.ts).`);
  if (rows.some((row) => row.floor.endsWith('*')))
    console.log(
      '\n* of the reference system, measured before on a machine of this kind; ours: the third of the rounds in which the machine was least busy',
    );
  // What is measured in turns does not mind; what stands against a figure from elsewhere does.
  if (load > processors)
    console.log(
      `\nThe machine was busy (load ${load.toFixed(1)}): figures beside a * are higher than in peace.`,
    );
  return rows.some((row) => row.met === false) ? 1 : 0;
};

const [root, ...wanted] = process.argv.slice(2) as [string, ...string[]];
void main(root, wanted).then(
  (code) => process.exit(code),
  (cause: unknown) => {
    console.error(cause);
    process.exit(2);
  },
);
