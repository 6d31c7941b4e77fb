// What a command knows about the terminal it was typed into, and the only way it prints.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadStream, WriteStream } from 'node:tty';
import type { ServePages } from '../operations/dashboard/serve.ts';
import type { PortsOptions, System } from '../operations/system.ts';
import { isRecord } from '../std/is-record.ts';
import { plainText } from '../std/terminal-text.ts';
import type { Paint } from './texts/paint.ts';
import { paintWith } from './texts/paint.ts';

/** A project, and where Baton keeps its files for it. */
export type Place = PortsOptions['place'];

export interface GlobalOptions {
  /** -C DIR */
  readonly directory?: string | undefined;
  readonly json?: boolean | undefined;
  readonly color?: boolean | undefined;
}

export interface Streams {
  readonly stdin: ReadStream | NodeJS.ReadStream;
  readonly stdout: WriteStream | NodeJS.WriteStream;
  readonly stderr: WriteStream | NodeJS.WriteStream;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** JSON leaves some control characters as they are; a terminal would obey them. */
const safeJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(
    /[\x7f-\x9f\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const wantsColor = (stream: { readonly isTTY?: boolean }, env: Environment, flag: boolean): boolean =>
  flag && stream.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';

export const versionAt = (root: string): string => {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return isRecord(manifest) ? String(manifest['version']) : '';
};

/** What the program gets from whoever starts it. */
export interface Surroundings {
  /** The folder of the package. */
  readonly root: string;
  readonly env: Environment;
  readonly streams: Streams;
  readonly compose: () => Promise<System>;
  /** How the dashboard is served; only `serve` and `--open` ask. */
  readonly pages: () => Promise<ServePages>;
  /** Told when this process holds a run: from then on nobody has to read what it prints. */
  readonly onHold?: () => void;
}

export class Shell {
  readonly root: string;
  readonly env: Environment;
  readonly streams: Streams;
  readonly cwd: string;
  readonly json: boolean;
  readonly paint: Paint;
  readonly progressColor: boolean;
  readonly #around: Surroundings;

  constructor(around: Surroundings, options: GlobalOptions) {
    const { root, env, streams } = around;
    this.#around = around;
    this.root = root;
    this.env = env;
    this.streams = streams;
    this.cwd = process.cwd();
    this.json = options.json === true;
    const color = options.color !== false;
    this.paint = paintWith(wantsColor(streams.stdout, env, color));
    this.progressColor = wantsColor(streams.stderr, env, color);
  }

  /** A terminal that can show something moving. */
  get isLive(): boolean {
    return this.streams.stderr.isTTY === true && this.env['TERM'] !== 'dumb';
  }

  /** Somebody can be asked here. */
  get canAsk(): boolean {
    return this.isLive && this.streams.stdin.isTTY === true;
  }

  /** From here on this process holds a run. */
  hold(): void {
    this.#around.onHold?.();
  }

  /** Stores, agents and workflows: loaded by the commands that need them. */
  system(): Promise<System> {
    return this.#around.compose();
  }

  /** The server of the dashboard's pages. */
  pages(): Promise<ServePages> {
    return this.#around.pages();
  }

  async project(): Promise<string> {
    const { findProject } = await import('../operations/project/find-project.ts');
    return findProject(this.cwd);
  }

  /** Of the project here, or of the run directory that RUN names. */
  async place(run?: string): Promise<Place> {
    const { placeOfRun } = await import('../operations/runs/place-of-run.ts');
    return this.#noticing(await this.#shared(placeOfRun(this.cwd, run, this.env)));
  }

  /** As `place`, for a command that only reads. What runs know is not for agents that work blind. */
  async placeToRead(run?: string): Promise<Place> {
    const { placeOfRunToRead } = await import('../operations/runs/place-of-run.ts');
    const { requireSight } = await import('../operations/people/require-sight.ts');
    const place = await this.#shared(placeOfRunToRead(this.cwd, run, this.env));
    await requireSight({ env: this.env, pid: process.pid }, () => this.system(), place);
    return this.#noticing(place);
  }

  async #shared(place: Place): Promise<Place> {
    const { withSharedStore } = await import('../operations/project/shared-store.ts');
    return withSharedStore(place);
  }

  /** Hooks that were removed behind a person's back are told by whatever command comes next. */
  async #noticing(place: Place): Promise<Place> {
    const { removedHooks } = await import('../operations/hook/expected-hooks.ts');
    const removed = await removedHooks(place);
    if (removed !== undefined) this.note(`baton: ${removed}`);
    return place;
  }

  /** One document on stdout: JSON where it was asked for, else words. What is in the words must be plain already. */
  print(document: unknown, words: string, json: boolean = this.json): void {
    this.streams.stdout.write(json ? `${safeJson(document)}\n` : words === '' ? '' : `${words}\n`);
  }

  /** The result as it is, byte for byte. */
  write(bytes: string | Uint8Array): void {
    this.streams.stdout.write(bytes);
  }

  /** Beside the result: progress, warnings. */
  note(words: string): void {
    this.streams.stderr.write(`${plainText(words)}\n`);
  }
}
