// A disk whose power can be cut: an ext4 in a file. What the kernel has not written is gone then, as with a real one.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const MEGABYTES = 512;
const TRIES = 100;
const AGAIN_MS = 100;
/** EXT4_IOC_SHUTDOWN without a flush of the journal. */
const SHUTDOWN =
  'open(my $d, "<", $ARGV[0]) or die $!; my $flag = pack("L", 2); ioctl($d, 0x8004587D, $flag) or die $!';

/** Processes that work on the disk: they would hold it. */
const endProcessesOn = (mount: string): void => {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (readlinkSync(`/proc/${pid}/cwd`).startsWith(`${mount}/`)) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
};

export interface PowerDisk {
  readonly folder: string;
  /** Everything so far is on it. */
  settle(): void;
  /** Nothing more reaches it; whoever works on it is ended, and it comes back as it was. */
  cut(): Promise<void>;
  remove(): Promise<void>;
}

export const makeDisk = (): PowerDisk => {
  const root = mkdtempSync(join(tmpdir(), 'baton-power-'));
  // The server runs as another user.
  chmodSync(root, 0o711);
  const [image, folder] = [join(root, 'image'), join(root, 'disk')];
  mkdirSync(folder);
  execFileSync('truncate', ['-s', `${MEGABYTES}M`, image]);
  execFileSync('mkfs.ext4', ['-q', image]);
  const mount = (): unknown => execFileSync('mount', ['-o', 'loop', image, folder]);
  const unmount = async (): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      endProcessesOn(folder);
      const { status, stderr } = spawnSync('umount', [folder], { encoding: 'utf8' });
      if (status === 0) return;
      if (tries === TRIES) throw new Error(`no verdict: ${stderr}`);
      await sleep(AGAIN_MS);
    }
  };
  mount();
  chmodSync(folder, 0o777);
  return {
    folder,
    settle: () => void execFileSync('sync', ['-f', folder]),
    cut: async () => {
      execFileSync('perl', ['-e', SHUTDOWN, folder]);
      await unmount();
      mount();
    },
    remove: async () => {
      await unmount();
      rmSync(root, { recursive: true });
    },
  };
};
