// What is kept of many runs of the tests, so that they can be made in several sittings: one line for each run that ended, with the
// tree it was about. Only runs of the same files and words count, and only those after the last red one.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const git = (args, env) => {
  const { status, stdout, stderr } = spawnSync('git', args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status === 0) return stdout.trim();
  throw new Error(`expected a checkout of git with all its files, and \`git ${args[0]}\` said: ${stderr}`);
};

/** The tree of all files that git does not ignore, committed or not. The index stays as it is. */
export const currentTree = () => {
  const folder = mkdtempSync(join(tmpdir(), 'baton-tree-'));
  try {
    const own = { GIT_INDEX_FILE: join(folder, 'index') };
    git(['add', '--all'], own);
    return git(['write-tree'], own);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const fileIn = (folder) => join(folder, 'runs.jsonl');

/** A line that was cut off while it was written is no run. */
const parsed = (line) => {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
};

export const keptRuns = (folder) =>
  existsSync(fileIn(folder)) ? readFileSync(fileIn(folder), 'utf8').split('\n').flatMap(parsed) : [];

/** The line end comes first: it ends what was cut off before. */
export const keepRun = (folder, run) => appendFileSync(fileIn(folder), `\n${JSON.stringify(run)}`);

export const isGreen = ({ exit, passed, failed }) => exit === 0 && passed > 0 && failed === 0;

/** Those in a row that count for this tree, and how many red ones of it came before. */
export const countedRuns = (runs, tree, words) => {
  const same = runs.filter((run) => run.tree === tree && run.words === words.join(' '));
  const lastRed = same.findLastIndex((run) => !isGreen(run));
  return {
    green: same.slice(lastRed + 1),
    red: same.filter((run) => !isGreen(run)).length,
    others: runs.length - same.length,
  };
};

/** Which runs are left, busy (true) or not, spread over all of them. */
export const leftRuns = (green, times, busy) => {
  const done = { true: 0, false: 0 };
  for (const run of green) done[run.busy] += 1;
  const wanted = Array.from(
    { length: times },
    (_, index) => Math.floor(((index + 1) * busy) / times) > Math.floor((index * busy) / times),
  );
  return wanted.filter((isBusy) => {
    done[isBusy] -= 1;
    return done[isBusy] < 0;
  });
};
