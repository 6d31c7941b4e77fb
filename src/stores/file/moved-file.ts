// A run that was moved away leaves one file in its folder: where it went.
import { join } from 'node:path';
import { writeAtomic } from '../../std/disk/atomic-file.ts';
import type { Disk } from '../../std/disk/disk.ts';
import { makeDirectory } from '../../std/disk/durable-directory.ts';
import { isRecord } from '../../std/is-record.ts';
import type { Carried } from '../store.ts';
import { HeadKeeper, headPath, readHead } from './head-file.ts';
import { readChunks } from './journal-chunks.ts';
import { journalPath } from './journal-file.ts';
import { ObjectFiles } from './object-files.ts';

const movedPath = (directory: string): string => join(directory, 'moved.json');

export const readMoved = async (disk: Disk, directory: string): Promise<string | undefined> => {
  try {
    const kept: unknown = JSON.parse((await disk.readFile(movedPath(directory))).toString('utf8'));
    return isRecord(kept) && typeof kept['to'] === 'string' ? kept['to'] : 'another store';
  } catch {
    return (await disk.stat(movedPath(directory))) === undefined ? undefined : 'another store';
  }
};

export const writeMoved = async (disk: Disk, directory: string, to: string): Promise<void> => {
  await makeDirectory(disk, directory);
  await writeAtomic(disk, movedPath(directory), Buffer.from(`${JSON.stringify({ to })}\n`), {
    durable: true,
  });
};

async function* linesOf(disk: Disk, directory: string): AsyncGenerator<Buffer> {
  const file = await disk.open(journalPath(directory), 'r');
  try {
    const { size } = await file.stat();
    for await (const { bytes, whole } of readChunks(file, 0, size)) {
      // What is torn was never acknowledged.
      if (!whole) return;
      for (let from = 0; from < bytes.length; ) {
        const end = bytes.indexOf('\n', from);
        yield Buffer.from(bytes.subarray(from, end));
        from = end + 1;
      }
    }
  } finally {
    await file.close();
  }
}

export const carryFiles = async (disk: Disk, directory: string, head: Carried['head']): Promise<Carried> => {
  const objects = new ObjectFiles(disk, directory);
  return {
    head,
    lines: () => linesOf(disk, directory),
    objects: await objects.list(),
    object: (digest) => objects.get(digest),
  };
};

/** Objects first, then the journal by one rename, then the head; last the note that it is elsewhere goes. */
export const adoptFiles = async (disk: Disk, directory: string, carried: Carried): Promise<void> => {
  const kept = await readHead(disk, headPath(directory));
  const there = kept?.seq === carried.head.seq && kept.chain === carried.head.chain;
  if (!there) {
    const objects = new ObjectFiles(disk, directory);
    for (const digest of carried.objects) await objects.put(await carried.object(digest));
    const lines: Buffer[] = [];
    for await (const line of carried.lines()) lines.push(line, Buffer.from('\n'));
    await writeAtomic(disk, journalPath(directory), Buffer.concat(lines), { durable: true });
    await (await HeadKeeper.open(disk, headPath(directory), carried.head))?.close();
  }
  if ((await disk.stat(movedPath(directory))) !== undefined) await disk.unlink(movedPath(directory));
};
