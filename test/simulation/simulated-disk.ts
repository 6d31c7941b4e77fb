// A disk in memory that forgets what was not synced, deterministically: the same seed and the same operations give
// the same disk. Every process has a mount of its own; a dead process's mount throws `Crash` for ever.
import type { Awaitable, Disk, DiskFile, DiskStat, OpenFlags } from '../../src/std/disk/disk.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { SimulatedDirectory, SimulatedFile, type SimulatedNode } from './simulated-nodes.ts';

/** Only what changes the disk or makes it durable is an operation and is counted. */
export type OperationKind =
  | 'create'
  | 'write'
  | 'datasync'
  | 'truncate'
  | 'rename'
  | 'unlink'
  | 'mkdir'
  | 'rmdir'
  | 'sync-directory';

export type Fault =
  /** The power goes, or only the process dies, before or after operation `at`. */
  | { readonly kind: 'power-cut' | 'kill'; readonly at: number; readonly when: 'before' | 'after' }
  /** The first write, or sync, at or after operation `at`. */
  | { readonly kind: 'short-write' | 'failed-sync'; readonly at: number }
  /** For so many operations from `at` on. */
  | { readonly kind: 'full' | 'read-only'; readonly at: number; readonly operations: number };

export type OnOperation = (n: number, kind: OperationKind, path: string) => void;

export class Crash extends Error {
  override readonly name = 'Crash';
}

const errno = (code: string, kind: string, path: string): Error =>
  Object.assign(new Error(`${code}: simulated, ${kind} '${path}'`), { code });

const DEV = 1n;
const CREATES: readonly OperationKind[] = ['create', 'mkdir'];
const SYNCS: readonly OperationKind[] = ['datasync', 'sync-directory'];

export class SimulatedDisk {
  /** Operations so far, over all mounts. */
  operations = 0;
  /** Syncs of either kind so far. */
  syncs = 0;
  /** How often the power went or a process was killed. */
  crashes = 0;
  /** Room for this many bytes more. */
  freeBytes = Number.POSITIVE_INFINITY;
  readOnly = false;
  /** Called before each operation; it may throw. */
  onOperation: OnOperation | undefined;
  readonly root = new SimulatedDirectory(1n);
  readonly #random: SeededRandom;
  #faults: Fault[];
  #lastIno = 1n;
  #mounts = new Set<SimulatedMount>();
  readonly #touched = new Set<SimulatedNode>();

  constructor(seed = 1, faults: readonly Fault[] = []) {
    this.#random = seededRandom(seed);
    this.#faults = [...faults];
  }

  addFault(fault: Fault): void {
    this.#faults.push(fault);
  }

  /** The disk as a new process sees it. */
  mount(): SimulatedMount {
    const mount = new SimulatedMount(this);
    this.#mounts.add(mount);
    return mount;
  }

  /** Every process dies, and everything not synced is lost, kept or torn. */
  cutPower(): void {
    this.crashes += 1;
    for (const mount of this.#mounts) mount.dead = true;
    this.#mounts.clear();
    for (const node of this.#touched) node.cutPower(this.#random);
    this.#touched.clear();
  }

  /** One process dies; what it wrote can still be seen, and lost later. */
  kill(mount: SimulatedMount): void {
    this.crashes += 1;
    mount.dead = true;
    this.#mounts.delete(mount);
  }

  newIno(): bigint {
    this.#lastIno += 1n;
    return this.#lastIno;
  }

  /** Something about this node may not be durable. */
  touch(node: SimulatedNode): void {
    this.#touched.add(node);
  }

  operate<T>(mount: SimulatedMount, kind: OperationKind, path: string, perform: () => T): T {
    const n = ++this.operations;
    this.onOperation?.(n, kind, path);
    if (this.#faults.length > 0) this.#crashWhere(mount, n, 'before');
    if (this.#isUnderWay('read-only', n) || this.readOnly) throw errno('EROFS', kind, path);
    if (CREATES.includes(kind) && (this.freeBytes <= 0 || this.#isUnderWay('full', n))) {
      throw errno('ENOSPC', kind, path);
    }
    if (SYNCS.includes(kind)) this.syncs += 1;
    const result = perform();
    if (this.#faults.length > 0) this.#crashWhere(mount, n, 'after');
    return result;
  }

  /** How much of a write happens. */
  roomFor(bytes: number, path: string): number {
    const cut = this.#take('short-write') || this.#isUnderWay('full', this.operations);
    const room = Math.min(cut ? this.#random.below(bytes) : bytes, this.freeBytes);
    if (room === 0 && bytes > 0) throw errno('ENOSPC', 'write', path);
    this.freeBytes -= room;
    return room;
  }

  sync(node: SimulatedNode, path: string): void {
    if (!this.#take('failed-sync')) {
      node.sync();
      return;
    }
    if (node.kind === 'file') node.failSync(this.#random);
    throw errno('EIO', 'sync', path);
  }

  #crashWhere(mount: SimulatedMount, n: number, when: 'before' | 'after'): void {
    for (const fault of this.#faults) {
      if (fault.kind !== 'power-cut' && fault.kind !== 'kill') continue;
      if (fault.at !== n || fault.when !== when) continue;
      if (fault.kind === 'power-cut') this.cutPower();
      else this.kill(mount);
      throw new Crash(`${fault.kind} ${when} operation ${n}`);
    }
  }

  #isUnderWay(kind: 'full' | 'read-only', n: number): boolean {
    return this.#faults.some(
      (fault) => fault.kind === kind && fault.at <= n && n < fault.at + fault.operations,
    );
  }

  /** A fault that happens once. */
  #take(kind: 'short-write' | 'failed-sync'): boolean {
    const index = this.#faults.findIndex((fault) => fault.kind === kind && fault.at <= this.operations);
    if (index >= 0) this.#faults.splice(index, 1);
    return index >= 0;
  }
}

export class SimulatedMount implements Disk {
  dead = false;
  readonly #disk: SimulatedDisk;

  constructor(disk: SimulatedDisk) {
    this.#disk = disk;
  }

  open(path: string, flags: OpenFlags): DiskFile {
    this.assertAlive();
    const { parent, name } = this.#parentOf(path);
    let node = parent.current.get(name);
    if (node !== undefined && flags === 'wx') throw errno('EEXIST', 'open', path);
    if (node?.kind === 'directory') throw errno('EISDIR', 'open', path);
    if (node === undefined) {
      if (flags === 'r' || flags === 'r+') throw errno('ENOENT', 'open', path);
      const file = new SimulatedFile(this.#disk.newIno());
      this.operate('create', path, () => this.#setNames(parent, [[name, file]]));
      node = file;
    } else if (flags !== 'r' && this.#disk.readOnly) throw errno('EROFS', 'open', path);
    return new SimulatedHandle(this, this.#disk, { file: node, path, flags });
  }

  readFile(path: string): Buffer {
    const node = this.#find(path);
    if (node?.kind !== 'file') throw errno(node ? 'EISDIR' : 'ENOENT', 'readFile', path);
    return Buffer.from(node.current.view());
  }

  stat(path: string): DiskStat | undefined {
    const node = this.#find(path);
    return node && statOf(node);
  }

  lstat(path: string): DiskStat | undefined {
    return this.stat(path);
  }

  realpath(path: string): string {
    if (this.#find(path) === undefined) throw errno('ENOENT', 'realpath', path);
    return path;
  }

  readdir(path: string): string[] {
    return [...this.#directory(path).current.keys()].sort();
  }

  mkdir(path: string): void {
    const { parent, name } = this.#parentOf(path);
    if (parent.current.has(name)) throw errno('EEXIST', 'mkdir', path);
    const directory = new SimulatedDirectory(this.#disk.newIno());
    this.operate('mkdir', path, () => this.#setNames(parent, [[name, directory]]));
  }

  rename(from: string, to: string): void {
    const source = this.#parentOf(from);
    const target = this.#parentOf(to);
    if (source.parent !== target.parent) throw errno('EXDEV', 'rename', from);
    const node = source.parent.current.get(source.name);
    if (node === undefined) throw errno('ENOENT', 'rename', from);
    const change = [[source.name, undefined] as const, [target.name, node] as const];
    this.operate('rename', to, () => this.#setNames(source.parent, change));
  }

  unlink(path: string): void {
    const { parent, name } = this.#parentOf(path);
    const node = parent.current.get(name);
    if (node?.kind !== 'file') throw errno(node ? 'EISDIR' : 'ENOENT', 'unlink', path);
    this.operate('unlink', path, () => this.#setNames(parent, [[name, undefined]]));
    this.#disk.freeBytes += node.current.length;
  }

  rmdir(path: string): void {
    const { parent, name } = this.#parentOf(path);
    if (this.#directory(path).current.size > 0) throw errno('ENOTEMPTY', 'rmdir', path);
    this.operate('rmdir', path, () => this.#setNames(parent, [[name, undefined]]));
  }

  syncDirectory(path: string): void {
    const directory = this.#directory(path);
    this.operate('sync-directory', path, () => this.#disk.sync(directory, path));
  }

  operate<T>(kind: OperationKind, path: string, perform: () => T): T {
    this.assertAlive();
    return this.#disk.operate(this, kind, path, perform);
  }

  assertAlive(): void {
    if (this.dead) throw new Crash('this process is dead');
  }

  #setNames(directory: SimulatedDirectory, change: Parameters<SimulatedDirectory['change']>[0]): void {
    directory.change(change);
    this.#disk.touch(directory);
  }

  #find(path: string): SimulatedNode | undefined {
    this.assertAlive();
    let node: SimulatedNode | undefined = this.#disk.root;
    for (const name of path.split('/')) {
      if (name === '') continue;
      if (node?.kind !== 'directory') return undefined;
      node = node.current.get(name);
    }
    return node;
  }

  #directory(path: string): SimulatedDirectory {
    const node = this.#find(path);
    if (node === undefined) throw errno('ENOENT', 'directory', path);
    if (node.kind !== 'directory') throw errno('ENOTDIR', 'directory', path);
    return node;
  }

  #parentOf(path: string): { readonly parent: SimulatedDirectory; readonly name: string } {
    const cut = path.lastIndexOf('/');
    return { parent: this.#directory(path.slice(0, cut)), name: path.slice(cut + 1) };
  }
}

const statOf = (node: SimulatedNode): DiskStat => ({
  kind: node.kind,
  size: node.kind === 'file' ? node.current.length : 0,
  dev: DEV,
  ino: node.ino,
});

interface OpenedFile {
  readonly file: SimulatedFile;
  readonly path: string;
  readonly flags: OpenFlags;
}

class SimulatedHandle implements DiskFile {
  readonly #mount: SimulatedMount;
  readonly #disk: SimulatedDisk;
  readonly #opened: OpenedFile;

  constructor(mount: SimulatedMount, disk: SimulatedDisk, opened: OpenedFile) {
    this.#mount = mount;
    this.#disk = disk;
    this.#opened = opened;
  }

  read(into: Uint8Array, position: number): number {
    this.#mount.assertAlive();
    const bytes = this.#opened.file.current.view(position, position + into.length);
    into.set(bytes);
    return bytes.length;
  }

  write(bytes: Uint8Array, position?: number): number {
    const { file, path, flags } = this.#opened;
    return this.#mount.operate('write', path, () => {
      const room = this.#disk.roomFor(bytes.length, path);
      const at = flags === 'a' ? file.current.length : (position ?? file.current.length);
      file.write(at, bytes.subarray(0, room));
      this.#disk.touch(file);
      return room;
    });
  }

  datasync(): void {
    const { file, path } = this.#opened;
    this.#mount.operate('datasync', path, () => this.#disk.sync(file, path));
  }

  truncate(size: number): Awaitable<void> {
    const { file, path } = this.#opened;
    this.#mount.operate('truncate', path, () => {
      this.#disk.freeBytes += Math.max(file.current.length - size, 0);
      file.truncate(size);
      this.#disk.touch(file);
    });
  }

  stat(): DiskStat {
    this.#mount.assertAlive();
    return statOf(this.#opened.file);
  }

  close(): void {}
}
