// One host is stopped or cut off at a random place, until another one has taken its runs; meanwhile, and after it is back, somebody asks at its
// doors every few milliseconds.
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Taken, takings } from './journals.ts';
import type { Machine } from './machine.ts';
import { CLIENT, type World } from './world.ts';

const LOOK_MS = 25;
/** How long it is asked before anything happens to it, and when it is back. */
const WELL_MS = 100;
const BACK_MS = 700;
/** Words that say nothing of the run. */
const SILENT = new Set(['JOURNAL_FENCED', 'NOT_YET_DURABLE', 'RUN_NOT_HELD']);

export type How = 'stop' | 'cut';

interface Answered {
  readonly run: string;
  readonly sent: number;
  /** Read by whoever answers just before it writes. Without it, the answer counts as begun when it was read. */
  readonly begun: number | null;
  readonly got: number;
  readonly text: string;
}

/** A client at the doors of one machine. */
export class Asker {
  readonly #child: ChildProcess;
  readonly #answers: Answered[] = [];

  constructor(machine: Machine) {
    this.#child = machine.program([process.execPath, CLIENT, 'poll']);
    if (this.#child.stdout !== null)
      createInterface({ input: this.#child.stdout }).on('line', (line) =>
        this.#answers.push(JSON.parse(line) as Answered),
      );
  }

  ask(files: readonly string[]): void {
    this.#child.stdin?.write(`${files.join(' ')}\n`);
  }

  /** What it was answered since the last time. */
  taken(): Answered[] {
    return this.#answers.splice(0);
  }

  close(): void {
    this.#child.stdin?.end();
  }
}

/** Runs that a machine holds now and that are not over. */
const heldBy = async ({ admin }: World, machine: Machine): Promise<string[]> => {
  const rows = await admin.ask(
    { doing: 'looking who holds what' },
    (sql) => sql`
      select r.name, h.name as host from baton.run r join baton.host h on h.id = r.holder left join baton.brief b on b.run = r.id
      where b.over is distinct from true`,
  );
  return rows
    .filter((row) => Number(/ (\d+)$/.exec(String(row['host']))?.[1]) === machine.pid)
    .map((row) => String(row['name']));
};

const doorOf = ({ folder }: World, machine: Machine, run: string): string =>
  `${folder}/door-${machine.node.address}-${run}.json`;

/** Where an agent of the machine has said that it may be asked. */
const doorsOf = (world: World, machine: Machine, runs: readonly string[]): string[] =>
  runs.map((run) => doorOf(world, machine, run)).filter(existsSync);

export const mayBeAsked = async (world: World, machine: Machine): Promise<boolean> =>
  doorsOf(world, machine, await heldBy(world, machine)).length > 0;

/** Until another machine has taken each run, or nothing is left to be done for it. */
const untilTaken = async (
  world: World,
  machine: Machine,
  runs: readonly string[],
  since: number,
): Promise<Taken[]> => {
  for (;;) {
    const died = world.hosts.flatMap((host) => host.died);
    if (died.length > 0) throw new Error(`a host ended by itself: ${died.join('\n')}`);
    const left = await heldBy(world, machine);
    if (runs.every((run) => !left.includes(run)))
      return (await takings(world.admin)).filter(
        ({ run, at, pid }) => runs.includes(run) && at > since && !machine.pids.has(pid),
      );
    await sleep(LOOK_MS);
  }
};

/** Nothing of the run is in it: the door says so itself, or its server does. */
const isSilent = (text: string): boolean => {
  const { status, code, error } = JSON.parse(text) as {
    readonly status?: string;
    readonly code?: string;
    readonly error?: { readonly data?: { readonly code?: string } };
  };
  return (status === undefined || status === 'refused') && SILENT.has(code ?? error?.data?.code ?? '');
};

/** Whatever was said of a run by a machine that had lost it. */
const spoken = (how: How, answers: readonly Answered[], taken: readonly Taken[]): string[] =>
  answers.flatMap(({ run, sent, begun, got, text }) => {
    const at = taken.find((one) => one.run === run)?.at ?? Number.POSITIVE_INFINITY;
    const since = (when: number): number => Math.round(when - at);
    return (begun ?? got) > at && !isSilent(text)
      ? [
          `${run}, ${how}: asked ${since(sent)}, begun ${since(begun ?? got)}, read ${since(got)} ms after it was taken: ${text}`,
        ]
      : [];
  });

export interface Takeover {
  /** From the fault to the taking, of each run. */
  readonly ms: readonly number[];
  readonly answers: number;
  readonly wrong: readonly string[];
}

export interface Struck {
  readonly how: How;
  readonly machine: Machine;
  readonly asker: Asker;
  /** Between the takeover and its return. */
  readonly pauseMs: number;
}

export const takeOver = async (world: World, { how, machine, asker, pauseMs }: Struck): Promise<Takeover> => {
  asker.taken();
  asker.ask(doorsOf(world, machine, await heldBy(world, machine)));
  await sleep(WELL_MS);
  const since = Date.now();
  if (how === 'stop') machine.signal('SIGSTOP');
  else machine.node.unplug();
  const runs = await heldBy(world, machine);
  const taken = await untilTaken(world, machine, runs, since);
  await sleep(pauseMs);
  if (how === 'stop') machine.signal('SIGCONT');
  else machine.node.plug();
  await sleep(BACK_MS);
  asker.ask([]);
  const answers = asker.taken();
  return {
    ms: taken.map(({ at }) => at - since),
    answers: answers.length,
    wrong: spoken(how, answers, taken),
  };
};
