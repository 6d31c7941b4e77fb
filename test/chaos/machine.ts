// A machine of the network: its own clone, home and state, and at most one `baton host`, which may be killed, stopped or cut off.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtProgram } from '../e2e/built-program.ts';
import {
  environmentOf,
  gather,
  makeScratch,
  type Outcome,
  type Scratch,
  type Started,
  type Variables,
  writeFiles,
} from '../e2e/scratch.ts';
import type { Node } from './network.ts';

/** What a machine did to a branch, by the only way to git that it has. */
export interface SeenEffect {
  readonly at: number;
  readonly run: string;
}

/** Notes when a branch of a run is moved, then is git. */
const gitThatNotes = (log: string, git: string): string => `#!/bin/sh
case " $* " in *" update-ref "*" refs/heads/baton/"*) echo "$(date +%s%3N) $*" >> '${log}' ;; esac
exec '${git}' "$@"
`;

const programIn = (name: string): string =>
  (process.env['PATH'] ?? '')
    .split(':')
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path)) ?? name;

export class Machine {
  readonly node: Node;
  readonly world: Scratch & { remove(): void };
  /** Of every host process that it ever had. */
  readonly pids = new Set<number>();
  /** What a host said last that ended without being killed: none may. */
  readonly died: string[] = [];
  readonly #env: Variables;
  #host: Started | undefined;
  /** What hosts that are gone have said. */
  #said = '';

  constructor(node: Node, env: Variables) {
    this.node = node;
    this.world = makeScratch();
    const bin = join(this.world.root, 'bin');
    writeFiles(bin, { git: gitThatNotes(join(this.world.root, 'git.log'), programIn('git')) });
    chmodSync(join(bin, 'git'), 0o755);
    this.#env = { ...env, PATH: `${bin}:${process.env['PATH']}` };
  }

  get isUp(): boolean {
    return this.#host !== undefined;
  }

  get pid(): number {
    return this.#host?.child.pid ?? 0;
  }

  start(): void {
    const started = this.launch(['host', '--json']);
    this.#host = started;
    if (started.child.pid !== undefined) this.pids.add(started.child.pid);
    void started.ended.then(({ exit, signal, stdout, stderr }) => {
      this.#said += stdout + stderr;
      if (this.#host === started) this.#host = undefined;
      if (signal !== 'SIGKILL')
        this.died.push(`${this.node.address}: exit ${exit} ${signal ?? ''}\n${stderr}`);
    });
  }

  signal(name: NodeJS.Signals): void {
    this.#host?.child.kill(name);
  }

  async kill(): Promise<void> {
    const host = this.#host;
    host?.child.kill('SIGKILL');
    await host?.ended;
  }

  /** A command of Baton on this machine. */
  baton(args: readonly string[]): Promise<Outcome> {
    return this.launch(args).ended;
  }

  /** What its hosts have said, for whoever looks for a cause. */
  said(): string {
    const printed = this.#host?.printed();
    return this.#said + (printed === undefined ? '' : printed.stdout + printed.stderr);
  }

  effects(): SeenEffect[] {
    const log = join(this.world.root, 'git.log');
    const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
    return lines.flatMap((line) => {
      const [, at, run] = /^(\d+) .* refs\/heads\/baton\/(\S+)/.exec(line) ?? [];
      return run === undefined ? [] : [{ at: Number(at), run }];
    });
  }

  program(words: readonly string[]): ReturnType<typeof spawn> {
    const [program = '', ...args] = [...this.node.through(), ...words];
    return spawn(program, args, {
      cwd: this.world.project,
      env: environmentOf(this.world, this.#env),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  }

  launch(args: readonly string[]): Started {
    const child = this.program([process.execPath, builtProgram(), ...args]);
    child.stdin?.end();
    return gather(child);
  }
}
