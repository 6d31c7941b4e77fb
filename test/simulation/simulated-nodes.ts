// Files and directories of a simulated disk: what everyone sees now, what a power cut leaves, and what is between.
import type { SeededRandom } from './seeded-random.ts';

/** Bytes that grow; a gap is filled with zeros, as in a file. */
export class GrowingBytes {
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Shares memory: to be used at once. */
  view(from = 0, to: number = this.#length): Buffer {
    return this.#bytes.subarray(from, Math.min(to, this.#length));
  }

  write(position: number, bytes: Uint8Array): void {
    const end = position + bytes.length;
    if (end > this.#length) this.resize(end);
    this.#bytes.set(bytes, position);
  }

  resize(size: number): void {
    if (size > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(size, this.#bytes.length * 2, 1024));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    if (size < this.#length) this.#bytes.fill(0, size, this.#length);
    this.#length = size;
  }

  copyFrom(other: GrowingBytes): void {
    this.resize(0);
    this.write(0, other.view());
  }
}

type Change =
  | { readonly kind: 'write'; readonly position: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly size: number };

const SECTOR_BYTES = 512;

export class SimulatedFile {
  readonly kind = 'file';
  readonly ino: bigint;
  readonly current = new GrowingBytes();
  readonly durable = new GrowingBytes();
  #pending: Change[] = [];
  /** What everyone sees and what is durable differ. */
  #dirty = false;

  constructor(ino: bigint) {
    this.ino = ino;
  }

  write(position: number, bytes: Uint8Array): void {
    this.current.write(position, bytes);
    this.#pending.push({ kind: 'write', position, bytes: Buffer.from(bytes) });
    this.#dirty = true;
  }

  truncate(size: number): void {
    this.current.resize(size);
    this.#pending.push({ kind: 'truncate', size });
    this.#dirty = true;
  }

  sync(): void {
    for (const change of this.#pending) this.#apply(change);
    this.#pending = [];
  }

  /** A failed sync may mark the pages clean: everyone still sees them, and no later sync will write them. */
  failSync(random: SeededRandom): void {
    if (random.chance(0.5)) this.#pending = this.#pending.filter((change) => change.kind === 'truncate');
  }

  cutPower(random: SeededRandom): void {
    if (!this.#dirty) return;
    const pending = this.#pending;
    const survivors = [
      () => {},
      () => this.sync(),
      () => this.#applyTorn(pending, random),
      () => this.#applyWithZeros(pending, random),
      () => this.#applyScattered(pending, () => random.chance(0.5)),
    ];
    random.pick(survivors)();
    this.#pending = [];
    this.current.copyFrom(this.durable);
    this.#dirty = false;
  }

  #apply(change: Change): void {
    if (change.kind === 'write') this.durable.write(change.position, change.bytes);
    else this.durable.resize(change.size);
  }

  /** Some changes, and the first bytes of the next one. */
  #applyTorn(pending: readonly Change[], random: SeededRandom): void {
    const kept = random.below(pending.length);
    for (const change of pending.slice(0, kept)) this.#apply(change);
    const torn = pending[kept];
    if (torn?.kind !== 'write') return;
    this.durable.write(torn.position, torn.bytes.subarray(0, random.below(torn.bytes.length + 1)));
  }

  /** The size is kept and the bytes are not, from some place on. */
  #applyWithZeros(pending: readonly Change[], random: SeededRandom): void {
    for (const change of pending) {
      if (change.kind === 'truncate') this.durable.resize(change.size);
      else {
        const { position, bytes } = change;
        const end = Math.max(position + bytes.length, this.durable.length);
        this.durable.write(position, bytes.subarray(0, random.below(bytes.length + 1)));
        this.durable.resize(end);
      }
    }
  }

  /** Sectors reach the disk in any order. */
  #applyScattered(pending: readonly Change[], kept: () => boolean): void {
    for (const change of pending) {
      if (change.kind === 'truncate') {
        this.durable.resize(change.size);
        continue;
      }
      const end = change.position + change.bytes.length;
      for (let at = change.position; at < end; ) {
        const sectorEnd = Math.min(end, (Math.floor(at / SECTOR_BYTES) + 1) * SECTOR_BYTES);
        if (kept())
          this.durable.write(at, change.bytes.subarray(at - change.position, sectorEnd - change.position));
        else if (sectorEnd > this.durable.length) this.durable.resize(sectorEnd);
        at = sectorEnd;
      }
    }
  }
}

export type SimulatedNode = SimulatedFile | SimulatedDirectory;

/** Names that change together: both halves of a rename, or neither. */
export type NameChange = readonly (readonly [name: string, node: SimulatedNode | undefined])[];

const setNames = (names: Map<string, SimulatedNode>, change: NameChange): void => {
  for (const [name, node] of change) {
    if (node === undefined) names.delete(name);
    else names.set(name, node);
  }
};

export class SimulatedDirectory {
  readonly kind = 'directory';
  readonly ino: bigint;
  current = new Map<string, SimulatedNode>();
  readonly #durable = new Map<string, SimulatedNode>();
  #pending: NameChange[] = [];

  constructor(ino: bigint) {
    this.ino = ino;
  }

  change(change: NameChange): void {
    setNames(this.current, change);
    this.#pending.push(change);
  }

  sync(): void {
    for (const change of this.#pending) setNames(this.#durable, change);
    this.#pending = [];
  }

  cutPower(random: SeededRandom): void {
    const kept = random.pick([0, this.#pending.length, random.below(this.#pending.length + 1)]);
    for (const change of this.#pending.slice(0, kept)) setNames(this.#durable, change);
    this.#pending = [];
    this.current = new Map(this.#durable);
  }
}
