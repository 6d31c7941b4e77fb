// Reads a regular file of bounded size: a pipe, a device or an endless file must not hold up or fill the reader.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { BatonError, causeText, errnoOf } from '../../errors.ts';

/** Throws FILE_MISSING, FILE_UNREADABLE or FILE_TOO_LARGE. */
export const readBounded = async (path: string, bytesMax: number): Promise<Buffer> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((cause: unknown) => {
    const missing = ['ENOENT', 'ENOTDIR'].includes(errnoOf(cause) ?? '');
    throw missing
      ? new BatonError('FILE_MISSING', `expected a file at ${path}, there is none`, { cause })
      : new BatonError('FILE_UNREADABLE', `${path} cannot be read: ${causeText(cause)}`, { cause });
  });
  try {
    const stat = await file.stat();
    if (!stat.isFile())
      throw new BatonError('FILE_UNREADABLE', `expected a regular file at ${path}, got something else`);
    if (stat.size > bytesMax)
      throw new BatonError(
        'FILE_TOO_LARGE',
        `expected at most ${bytesMax} bytes in ${path}, got ${stat.size}`,
      );
    const buffer = Buffer.alloc(Math.min(stat.size, bytesMax));
    let read = 0;
    while (read < buffer.length) {
      const { bytesRead } = await file.read(buffer, read, buffer.length - read, read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return buffer.subarray(0, read);
  } finally {
    await file.close();
  }
};

/** Undefined where there is no such file; other failures are thrown. */
export const readBoundedIfThere = async (path: string, bytesMax: number): Promise<Buffer | undefined> => {
  try {
    return await readBounded(path, bytesMax);
  } catch (cause) {
    if (cause instanceof BatonError && cause.code === 'FILE_MISSING') return undefined;
    throw cause;
  }
};
