// A quest that is planned fifty times, each time with files of 1 MB: what its roles are told, what its holder keeps in memory,
// and how long a new holder takes until it is ready. The whole program, with a program in the place of Claude Code.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { interleave, median, type Row, ratioRow } from './measure.ts';

const ITERATIONS = 50;
/** The first rounds warm the holder up. */
const FIRST = [5, 14] as const;
const LAST = [41, 50] as const;
const RESUMES = 11;
const SAMPLE_MS = 50;
/** Only people are awaited, and there is no terminal. */
const WAITS = 4;

const ROUTE = JSON.stringify({
  ...{ route: 'workflow', confidence: 0.9, risk_level: 'low', complexity: 'substantial' },
  ...{ reason: 'One file.', missing_information: [], ui_work: false, ui_work_evidence: [] },
  dimensions: {
    ...{ deliverable: 'present', scope: 'present', success_criteria: 'present', constraints: 'partial' },
    ...{ input_artifacts: 'present', testing_expectations: 'present', deployment_expectations: 'missing' },
  },
});

/** The person wants every plan but the last one changed; then nobody says anything any more. */
const scenarioOf = (iterations: number): string =>
  JSON.stringify({
    roles: { router: [[{ write: { 'logs/router.json': ROUTE } }, { submit: 'submit_route' }]] },
    human: [
      { answer: 'proceed' },
      ...Array.from({ length: iterations - 1 }, () => ({ reject: { text: 'Once more.' } })),
    ],
  });

/** The roles that the program plays; the scenario plays the others. */
const PLAYED = ['planner', 'plan-reviewer-a', 'plan-reviewer-b', 'arbiter'];

interface World {
  readonly name: string;
  readonly root: string;
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
}

const makeWorld = ({ scratch }: Bench, name: string, iterations: number): World => {
  const root = join(scratch, name);
  const [project, bin] = [join(root, 'project'), join(root, 'bin')];
  for (const folder of ['home', 'tmp', 'project', 'bin']) mkdirSync(join(root, folder), { recursive: true });
  copyFileSync(join(process.cwd(), 'bench/quest-player.mjs'), join(bin, 'player.mjs'));
  const program = `#!/bin/sh\nexec '${process.execPath}' '${join(bin, 'player.mjs')}'\n`;
  writeFileSync(join(bin, 'claude'), program, { mode: 0o755 });
  writeFileSync(join(root, 'scenario.yaml'), scenarioOf(iterations));
  const played = PLAYED.map((role) => `  ${role}: {agent: command:claude}\n`);
  writeFileSync(
    join(project, 'baton.yaml'),
    `agents: {default: 'scripted:${join(root, 'scenario.yaml')}'}\nroles:\n${played.join('')}`,
  );
  const git = ['-c', 'user.name=B', '-c', 'user.email=b@example.org', '-C', project];
  for (const words of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-qm', 'Start'],
  ])
    execFileSync('git', [...git, ...words]);
  const env = {
    PATH: `${bin}:${process.env['PATH']}`,
    LANG: 'C.UTF-8',
    HOME: join(root, 'home'),
    TMPDIR: join(root, 'tmp'),
    BATON_STATE: join(root, 'state'),
  };
  return { name, root, project, env };
};

const rssOf = (pid: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
};

/** The plan that is at work, as people read it. */
const iterationOf = ({ project, name }: World): number => {
  try {
    return JSON.parse(readFileSync(join(project, '.quest', name, 'state.json'), 'utf8')).plan_iteration;
  } catch {
    return 0;
  }
};

type Memory = ReadonlyMap<number, readonly number[]>;

/** Until the run waits for a person who says nothing more. */
const play = async ({ baton }: Bench, world: World): Promise<Memory> => {
  const child = spawn(
    process.execPath,
    [baton, 'run', 'Greet people', '--workflow', 'quest', '--name', world.name],
    { cwd: world.project, env: world.env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const memory = new Map<number, number[]>();
  const timer = setInterval(() => {
    const iteration = iterationOf(world);
    memory.set(iteration, [...(memory.get(iteration) ?? []), rssOf(child.pid ?? 0)]);
  }, SAMPLE_MS);
  const [exit] = await once(child, 'close');
  clearInterval(timer);
  if (exit !== WAITS) throw new Error(`expected a run that waits for a person, got ${exit}:\n${said}`);
  return memory;
};

/** Its last holder left; another one takes over, and is ready when only the person is awaited. */
const resumes =
  ({ baton }: Bench, { name, project, env }: World) =>
  async (): Promise<void> => {
    const child = spawn(process.execPath, [baton, 'resume', name], { cwd: project, env, stdio: 'ignore' });
    const [exit] = await once(child, 'close');
    if (exit !== WAITS) throw new Error(`resume of ${name} ended with ${exit}`);
  };

const within = (value: number, [from, to]: readonly [number, number]): boolean =>
  value >= from && value <= to;

const memoryRow = (memory: Memory): Row => {
  const of = (range: readonly [number, number]): number =>
    median([...memory].flatMap(([iteration, samples]) => (within(iteration, range) ? samples : [])));
  const [first, last] = [of(FIRST), of(LAST)];
  const mb = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
  const ratio = last / first;
  const what = `memory of the holder, plans ${LAST.join(' to ')} against ${FIRST.join(' to ')} (median of RSS)`;
  return { what, figure: mb(last), floor: mb(first), ratio, target: '≤ 1.15×', met: ratio <= 1.15 };
};

interface Prompt {
  readonly role: string;
  readonly iteration: number;
  readonly bytes: number;
}

const promptRows = ({ root }: World): Row[] => {
  const lines = readFileSync(join(root, 'bin', 'prompts.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const prompts = lines.map((line): Prompt => JSON.parse(line));
  // The first plan answers nothing and nobody; from the second on each does.
  const later = prompts.filter(({ iteration }) => iteration > 1);
  return [...new Set(later.map(({ role }) => role))].map((role) => {
    const bytes = later.filter((prompt) => prompt.role === role).map((prompt) => prompt.bytes);
    const [least, most] = [Math.min(...bytes), Math.max(...bytes)];
    const what = `prompt of ${role}: the longest of ${bytes.length} against the shortest`;
    const ratio = most / least;
    return {
      ...{ what, figure: `${most} bytes`, floor: `${least} bytes`, ratio },
      ...{ target: '≤ 1.05×', met: ratio <= 1.05 && bytes.length === ITERATIONS - 1 },
    };
  });
};

export const questRows = async (bench: Bench): Promise<Row[]> => {
  const [one, many] = [makeWorld(bench, 'one', 1), makeWorld(bench, 'many', ITERATIONS)];
  await play(bench, one);
  const memory = await play(bench, many);
  const reached = iterationOf(many);
  if (reached !== ITERATIONS) throw new Error(`expected ${ITERATIONS} plans, got ${reached}`);
  const verified = execFileSync(process.execPath, [bench.baton, 'verify', many.name], {
    cwd: many.project,
    env: many.env,
    encoding: 'utf8',
  });
  if (!verified.includes(many.name)) throw new Error(`expected a run that verifies, got: ${verified}`);
  const medians = await interleave(resumes(bench, many), resumes(bench, one), { rounds: RESUMES });
  return [
    ...promptRows(many),
    memoryRow(memory),
    ratioRow(`resume of a quest with ${ITERATIONS} plans of 1 MB against one plan`, medians, 1.5),
  ];
};
