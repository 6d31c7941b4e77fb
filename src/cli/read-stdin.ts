// What standard input holds, up to a limit.
import type { Shell } from './shell.ts';

/** Undefined when there is more than the limit. */
export const readStdin = async (shell: Shell, bytesMax: number): Promise<Uint8Array | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of shell.streams.stdin as AsyncIterable<Buffer | string>) {
    const read = Buffer.from(chunk);
    chunks.push(read);
    bytes += read.length;
    if (bytes > bytesMax) return undefined;
  }
  return Buffer.concat(chunks);
};
