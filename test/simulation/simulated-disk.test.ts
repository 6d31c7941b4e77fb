import { describe, expect, it } from 'vitest';
import { Crash, type Fault, SimulatedDisk } from './simulated-disk.ts';

const NEW = Buffer.alloc(1200, 'n');

/** What a power cut leaves of one file, over many seeds. */
const leftovers = (prepare: (disk: SimulatedDisk) => void, path = '/file'): Set<string> => {
  const seen = new Set<string>();
  for (let seed = 0; seed < 300; seed++) {
    const disk = new SimulatedDisk(seed);
    prepare(disk);
    disk.cutPower();
    const mount = disk.mount();
    seen.add(mount.stat(path) === undefined ? 'missing' : describeBytes(mount.readFile(path)));
  }
  return seen;
};

const describeBytes = (bytes: Buffer): string => {
  if (bytes.length === 0) return 'empty';
  const kinds = new Set(bytes);
  if (kinds.size > 1) return bytes.at(-1) === 0 ? 'zeros behind' : 'mixed';
  if (kinds.has(0)) return 'zeros';
  return bytes.length === NEW.length ? 'whole' : 'prefix';
};

describe('the simulated disk', () => {
  it('a file whose bytes and name were synced survives', () => {
    const seen = leftovers((disk) => {
      const mount = disk.mount();
      const file = mount.open('/file', 'a');
      void file.write(NEW);
      void file.datasync();
      mount.syncDirectory('/');
    });
    expect(seen).toEqual(new Set(['whole']));
  });

  it('bytes that were not synced are lost, kept, torn or zeros', () => {
    const seen = leftovers((disk) => {
      const mount = disk.mount();
      void mount.open('/file', 'a').write(NEW);
      mount.syncDirectory('/');
    });
    for (const kind of ['empty', 'whole', 'prefix', 'zeros', 'zeros behind']) expect(seen).toContain(kind);
  });

  it('a name that was not synced may be lost, whatever was read meanwhile', () => {
    const seen = leftovers((disk) => {
      const file = disk.mount().open('/file', 'a');
      void file.write(NEW);
      void file.datasync();
      expect(disk.mount().readFile('/file')).toEqual(NEW);
    });
    expect(seen).toEqual(new Set(['missing', 'whole']));
  });

  it('a rename may survive without the bytes, or be lost', () => {
    const seen = leftovers((disk) => {
      const mount = disk.mount();
      void mount.open('/temporary', 'wx').write(NEW);
      mount.rename('/temporary', '/file');
    });
    for (const kind of ['missing', 'empty', 'whole', 'zeros']) expect(seen).toContain(kind);
  });

  it('what a failed sync left behind may be lost although a later sync succeeds', () => {
    const seen = leftovers((disk) => {
      const mount = disk.mount();
      const file = mount.open('/file', 'a');
      mount.syncDirectory('/');
      void file.write(NEW);
      disk.addFault({ kind: 'failed-sync', at: 0 });
      expect(() => file.datasync()).toThrow('EIO');
      void file.datasync();
    });
    expect(seen).toEqual(new Set(['empty', 'whole']));
  });

  it('a killed process is dead, and what it wrote can still be seen', () => {
    const disk = new SimulatedDisk();
    const mount = disk.mount();
    const file = mount.open('/file', 'a');
    disk.addFault({ kind: 'kill', at: disk.operations + 1, when: 'after' });
    expect(() => file.write(NEW)).toThrow(Crash);
    expect(() => file.write(NEW)).toThrow(Crash);
    expect(() => mount.stat('/file')).toThrow(Crash);
    expect(disk.mount().readFile('/file')).toEqual(NEW);
  });

  it.each<[Fault['kind'], Fault, string]>([
    ['full', { kind: 'full', at: 1, operations: 2 }, 'ENOSPC'],
    ['read-only', { kind: 'read-only', at: 1, operations: 2 }, 'EROFS'],
  ])('%s lasts as long as it is asked to', (_, fault, code) => {
    const mount = new SimulatedDisk(1, [fault]).mount();
    for (const _attempt of [1, 2]) expect(() => mount.open('/file', 'a')).toThrow(code);
    void mount.open('/file', 'a').write(NEW);
    expect(mount.readFile('/file')).toEqual(NEW);
  });

  it('fills up and is emptied again', () => {
    const disk = new SimulatedDisk();
    const file = disk.mount().open('/file', 'a');
    disk.freeBytes = 1000;
    expect(file.write(NEW)).toBe(1000);
    expect(() => file.write(NEW)).toThrow('ENOSPC');
    void file.truncate(0);
    expect(file.write(NEW)).toBe(1000);
  });

  it('the same seed gives the same disk', () => {
    const run = (): Buffer => {
      const disk = new SimulatedDisk(42);
      const mount = disk.mount();
      const file = mount.open('/file', 'a');
      mount.syncDirectory('/');
      for (let n = 0; n < 20; n++) void file.write(NEW.subarray(n));
      disk.cutPower();
      return disk.mount().readFile('/file');
    };
    expect(run()).toEqual(run());
  });
});
