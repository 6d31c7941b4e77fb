// Where the tests keep their files: they make and remove some hundred thousand, and on a disk a third of their time goes into that.
// So root runs them with a folder in memory, in a mount namespace of their own: it is gone with the last of their processes.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** The tests use less than 2 GB at a time. */
const SIZE = '6g';
const FREE_BYTES_MIN = 8 * 1024 ** 3;
const SCRIPT = 'mount -t tmpfs -o size=$0,mode=1777 baton-tests "$TMPDIR" && exec "$@"';

/** Runs a program, with TMPDIR in memory where that is possible. Whoever sets TMPDIR chooses another place. */
export const runWithScratch = (command, args) => {
  const usual = () => spawnSync(command, args, { stdio: 'inherit' }).status;
  if (process.env.TMPDIR || process.getuid?.() !== 0 || freemem() < FREE_BYTES_MIN) return usual();
  const folder = mkdtempSync(join(tmpdir(), 'baton-'));
  const inMemory = (stdio, ...line) =>
    spawnSync('unshare', ['--mount', 'sh', '-c', SCRIPT, SIZE, ...line], {
      stdio,
      env: { ...process.env, TMPDIR: folder },
    }).status;
  try {
    return inMemory('ignore', 'true') === 0 ? inMemory('inherit', command, ...args) : usual();
  } finally {
    rmdirSync(folder);
  }
};
