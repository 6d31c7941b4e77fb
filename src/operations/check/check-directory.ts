// Checks a whole run directory: who knows it, what it may look into, and what it finds.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readArtifact } from '../../effects/read-artifact.ts';
import { causeText } from '../../errors.ts';
import type { Inspector } from '../../handoffs/inspector.ts';
import { ARTIFACT_BYTES_MAX, CHECK_BYTES_MAX, CHECK_FILES_MAX } from '../../model/limits/limits.ts';
import { isError, type Problem, problem } from '../../model/problem.ts';
import { type Chosen, type Outcome, unknown, unread } from './check-outcome.ts';

const LOOKS_MAX = 5;
const LOOK_PAUSE_MS = 200;

/** All files below a directory, named relative to it. Links are not followed; undefined when there are too many. */
const namesBelow = async (root: string): Promise<string[] | undefined> => {
  const names: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(name);
      else names.push(name);
      if (names.length + folders.length > CHECK_FILES_MAX) return undefined;
    }
  }
  return names.sort();
};

interface ReadFiles {
  readonly files: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
}

/** Undefined when all together are over the limit. */
const readFiles = async (root: string, names: readonly string[]): Promise<ReadFiles | undefined> => {
  const files = new Map<string, string>();
  const problems: Problem[] = [];
  let bytes = 0;
  for (const name of names) {
    const read = await readArtifact(root, name, ARTIFACT_BYTES_MAX);
    if (read.problems.some(({ code }) => code === 'ARTIFACT_MISSING')) continue;
    // A marker has no content; whether another file must have some is the inspector's question.
    problems.push(...read.problems.filter(({ code }) => code !== 'FILE_EMPTY'));
    // One that cannot be read is there all the same: nobody is to say that it is missing.
    files.set(name, read.value ?? '');
    bytes += Buffer.byteLength(read.value ?? '');
    if (bytes > CHECK_BYTES_MAX) return undefined;
  }
  return { files, problems };
};

const overLimit = (root: string, limit: string): Outcome =>
  unread(
    'run',
    problem('LIMIT_REACHED', `expected at most ${limit} in the directory, got more`, {
      file: root,
      hint: 'Name the directory of one run.',
    }),
  );

const inspectRun = async (root: string, names: readonly string[], inspector: Inspector): Promise<Outcome> => {
  const read = await readFiles(root, names.filter(inspector.reads));
  if (read === undefined) return overLimit(root, `${CHECK_BYTES_MAX} bytes`);
  const { files, problems } = read;
  const named = new Set(problems.map(({ file }) => file));
  const found = inspector.run(files).filter(({ file }) => !named.has(file));
  return {
    kind: 'run',
    dialect: inspector.dialect,
    problems: [...problems, ...found].map((one) =>
      one.file === undefined ? { ...one, file: root } : { ...one, file: join(root, one.file) },
    ),
  };
};

const lookAt = async (root: string, named: boolean, chosen: Chosen): Promise<Outcome> => {
  let names: string[] | undefined;
  try {
    names = await namesBelow(root);
  } catch (cause) {
    const message = `the directory cannot be read: ${causeText(cause)}`;
    return unread('run', problem('FILE_UNREADABLE', message, { file: root, hint: 'Check its permissions.' }));
  }
  if (names === undefined) return overLimit(root, `${CHECK_FILES_MAX} files`);
  const all = names;
  // Whoever names the dialect says that it is one.
  const inspector =
    chosen.inspectors.find((one) => one.isRun(all)) ?? (named ? chosen.inspectors[0] : undefined);
  return inspector === undefined ? unknown('run', root, chosen) : inspectRun(root, all, inspector);
};

/**
 * In a run that goes on one file is written after the other: what is found twice in a row is there. `named`: somebody says
 * whose run it is.
 */
export const checkDirectory = async (root: string, named: boolean, chosen: Chosen): Promise<Outcome> => {
  let before: string | undefined;
  for (let look = 1; ; look += 1) {
    const outcome = await lookAt(root, named, chosen);
    const found = JSON.stringify(outcome.problems);
    const sure = outcome.dialect === null || !outcome.problems.some(isError) || found === before;
    if (sure || look === LOOKS_MAX) return outcome;
    before = found;
    await sleep(LOOK_PAUSE_MS);
  }
};
