// Reads a file that an agent wrote, to seal it. It may be anything: missing, a link out of the run, a pipe, endless.
import { closeSync, fstatSync, readSync } from 'node:fs';
import { causeText, errnoOf } from '../errors.ts';
import { type Parsed, type Problem, problem } from '../model/problem.ts';
import { containedParts, isInTheWay, openContained, openPlainly } from './contained-directory.ts';

const CHUNK_BYTES = 64 * 1024;

const strictly = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const failed = (code: Problem['code'], file: string, message: string, hint: string): Parsed<string> => ({
  value: undefined,
  problems: [problem(code, message, { file, hint })],
});

/** At most one byte more than the limit, however the file grows while it is read. */
const readUpTo = (fd: number, bytesMax: number, expected: number): Buffer => {
  const chunks: Buffer[] = [];
  for (let total = 0; total <= bytesMax; ) {
    const room = total === 0 ? expected + 1 : CHUNK_BYTES;
    const buffer = Buffer.allocUnsafe(Math.min(room, bytesMax + 1 - total));
    const bytesRead = readSync(fd, buffer, 0, buffer.length, total);
    chunks.push(buffer.subarray(0, bytesRead));
    total += bytesRead;
    if (bytesRead < buffer.length) break;
  }
  const [first] = chunks;
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
};

const readOpened = (fd: number, path: string, limitBytes: number): Parsed<string> => {
  const stat = fstatSync(fd);
  if (!stat.isFile())
    return failed(
      'FILE_UNREADABLE',
      path,
      `expected a file at ${path}, found something else`,
      'Write a plain file.',
    );
  const bytes = readUpTo(fd, limitBytes, stat.size);
  if (bytes.length === 0)
    return failed('FILE_EMPTY', path, `expected content in ${path}, found none`, 'Write the file.');
  if (bytes.length > limitBytes)
    return failed(
      'FILE_TOO_LARGE',
      path,
      `expected at most ${limitBytes} bytes in ${path}, found more`,
      'Hand in a shorter file.',
    );
  try {
    return { value: strictly.decode(bytes), problems: [] };
  } catch {
    return failed(
      'FILE_NOT_UTF8',
      path,
      `expected UTF-8 text in ${path}, found other bytes`,
      'Save it as UTF-8.',
    );
  }
};

const notOpened = (cause: unknown, path: string, where: string): Parsed<string> => {
  if (errnoOf(cause) === 'ENOENT')
    return failed('ARTIFACT_MISSING', path, `expected the file ${path} ${where}, found none`, 'Write it.');
  if (isInTheWay(cause))
    return failed(
      'PATH_OUTSIDE',
      path,
      `expected a plain file at ${path}, found a link or a file in the place of a directory`,
      'Write the file itself; links are not followed.',
    );
  return failed(
    'FILE_UNREADABLE',
    path,
    `could not read ${path}: ${causeText(cause)}`,
    'Check its permissions.',
  );
};

/** The text of a file below the run directory, exactly; or every reason why there is none. Never throws. */
export const readArtifactNow = (
  runDirectory: string,
  path: string,
  limitBytes: number,
  where = 'in the run directory',
): Parsed<string> => {
  const parts = containedParts(path);
  if ('code' in parts) return { value: undefined, problems: [{ ...parts, file: path.slice(0, 200) }] };
  try {
    const directory = openContained(runDirectory, parts.folders, { create: false });
    try {
      const fd = openPlainly(directory.child(parts.name));
      try {
        return readOpened(fd, path, limitBytes);
      } finally {
        closeSync(fd);
      }
    } finally {
      directory.close();
    }
  } catch (cause) {
    return notOpened(cause, path, where);
  }
};

export const readArtifact = async (
  runDirectory: string,
  path: string,
  limitBytes: number,
  where?: string,
): Promise<Parsed<string>> => readArtifactNow(runDirectory, path, limitBytes, where);
