// Bytes into lines. Whole lines are decoded, so a character that arrives in two chunks stays whole, and a line that
// is too long is dropped as it comes: it never sits in memory.
const NEWLINE = 0x0a;
const RETURN = 0x0d;

export interface LineSplitter {
  push(chunk: Uint8Array): void;
  /** The rest, when the last line has no end. */
  end(): void;
}

const decode = (bytes: Buffer): string =>
  bytes.toString('utf8', 0, bytes[bytes.length - 1] === RETURN ? bytes.length - 1 : bytes.length);

export const lineSplitter = (
  lineBytesMax: number,
  onLine: (line: string) => void,
  onTooLong: (bytes: number) => void,
): LineSplitter => {
  let parts: Buffer[] = [];
  let bytes = 0;
  const add = (part: Buffer): void => {
    bytes += part.length;
    if (bytes > lineBytesMax) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const finish = (): void => {
    const [line, size] = [parts, bytes];
    const [first] = line;
    parts = [];
    bytes = 0;
    if (size > lineBytesMax) onTooLong(size);
    else onLine(decode(first !== undefined && line.length === 1 ? first : Buffer.concat(line)));
  };
  return {
    push: (chunk) => {
      const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      let from = 0;
      for (let at = buffer.indexOf(NEWLINE); at !== -1; at = buffer.indexOf(NEWLINE, from)) {
        add(buffer.subarray(from, at));
        finish();
        from = at + 1;
      }
      add(buffer.subarray(from));
    },
    end: () => {
      if (bytes > 0) finish();
    },
  };
};
