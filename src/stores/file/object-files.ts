// Bytes by digest, in objects/ab/cdef…, durable before they are named anywhere.
import { join } from 'node:path';
import { BatonError, causeText } from '../../errors.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { writeAtomic } from '../../std/disk/atomic-file.ts';
import type { Disk } from '../../std/disk/disk.ts';
import { makeDirectory } from '../../std/disk/durable-directory.ts';
import { sha256 } from '../../std/sha256.ts';
import { objectMissing } from '../store-refusals.ts';

const DIGEST = /^sha256:([0-9a-f]{2})([0-9a-f]{62})$/;

export class ObjectFiles {
  readonly #disk: Disk;
  readonly #directory: string;
  readonly #root: string;
  /** Directories whose own names are durable; there are at most 256. */
  readonly #durable = new Set<string>();

  constructor(disk: Disk, directory: string) {
    this.#disk = disk;
    this.#directory = directory;
    this.#root = join(directory, 'objects');
  }

  /** Written again even where it is already: whoever wrote it may have died before it was durable. */
  async put(bytes: Uint8Array): Promise<Digest> {
    const digest = sha256(bytes);
    const { folder, path } = this.#place(digest);
    if (!this.#durable.has(folder)) {
      await makeDirectory(this.#disk, folder);
      await this.#disk.syncDirectory(this.#root);
      await this.#disk.syncDirectory(this.#directory);
    }
    await writeAtomic(this.#disk, path, bytes, { durable: true });
    this.#durable.add(folder);
    return digest;
  }

  async get(digest: Digest): Promise<Uint8Array> {
    const { path } = this.#place(digest);
    if ((await this.#disk.stat(path)) === undefined) throw objectMissing(digest, path);
    const bytes = await this.#read(path);
    const found = sha256(bytes);
    if (found === digest) return bytes;
    throw new BatonError('OBJECT_CORRUPT', `${path} was changed: its bytes have the digest ${found}`, {
      hint: 'Put the file back from a copy of the run, then run `baton verify`.',
      data: { digest, found, file: path },
    });
  }

  /** Every object that is there. What a crash left of a temporary file is not one. */
  async list(): Promise<Digest[]> {
    if ((await this.#disk.stat(this.#root)) === undefined) return [];
    const digests: Digest[] = [];
    for (const prefix of await this.#disk.readdir(this.#root)) {
      if (!/^[0-9a-f]{2}$/.test(prefix)) continue;
      const names = await this.#disk.readdir(join(this.#root, prefix));
      digests.push(...names.map((name) => `sha256:${prefix}${name}`).filter((digest) => DIGEST.test(digest)));
    }
    return digests;
  }

  async #read(path: string): Promise<Buffer> {
    try {
      return await this.#disk.readFile(path);
    } catch (cause) {
      throw new BatonError('FILE_UNREADABLE', `${path} cannot be read: ${causeText(cause)}`, {
        hint: 'Make it readable for you, then run `baton verify`.',
        data: { file: path },
        cause,
      });
    }
  }

  #place(digest: Digest): { readonly folder: string; readonly path: string } {
    const [, prefix, rest] = DIGEST.exec(digest) ?? [];
    if (prefix === undefined || rest === undefined) {
      throw new BatonError(
        'OBJECT_MISSING',
        `expected a digest like "sha256:<64 hex digits>", got "${digest}"`,
        {
          hint: 'Only files are kept as objects; working trees are kept by git.',
          data: { digest },
        },
      );
    }
    const folder = join(this.#root, prefix);
    return { folder, path: join(folder, rest) };
  }
}
