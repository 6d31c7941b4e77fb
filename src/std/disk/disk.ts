// The file-system calls that everything durable goes through, so that a simulated disk can stand in for the real one.
// A call may answer at once or with a promise: on the hot path a thread hop costs as much as the sync itself.

export type Awaitable<T> = T | Promise<T>;

/** `a` creates and appends, `wx` creates and never follows a link, `r+` changes bytes in place. */
export type OpenFlags = 'r' | 'r+' | 'a' | 'wx';

export interface DiskStat {
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  readonly size: number;
  /** Together they say whether two names are the same file. */
  readonly dev: bigint;
  readonly ino: bigint;
}

export interface DiskFile {
  /** How many bytes were read; 0 at the end. */
  read(into: Uint8Array, position: number): Awaitable<number>;
  /** How many bytes were written, which may be fewer than asked. A file opened with `a` ignores the position. */
  write(bytes: Uint8Array, position?: number): Awaitable<number>;
  /** Bytes and size are durable afterwards. */
  datasync(): Awaitable<void>;
  truncate(size: number): Awaitable<void>;
  stat(): Awaitable<DiskStat>;
  close(): Awaitable<void>;
}

export interface Disk {
  open(path: string, flags: OpenFlags, mode?: number): Awaitable<DiskFile>;
  readFile(path: string): Awaitable<Buffer>;
  /** Undefined where nothing is. */
  stat(path: string): Awaitable<DiskStat | undefined>;
  /** As `stat`, but a link is a link. */
  lstat(path: string): Awaitable<DiskStat | undefined>;
  realpath(path: string): Awaitable<string>;
  /** Names, sorted. */
  readdir(path: string): Awaitable<string[]>;
  mkdir(path: string, mode?: number): Awaitable<void>;
  rename(from: string, to: string): Awaitable<void>;
  unlink(path: string): Awaitable<void>;
  rmdir(path: string): Awaitable<void>;
  /** Names in the directory are durable afterwards. */
  syncDirectory(path: string): Awaitable<void>;
}

export const PRIVATE_FILE_MODE = 0o600;
export const PRIVATE_DIRECTORY_MODE = 0o700;
