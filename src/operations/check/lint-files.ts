// `baton lint`: finds the prompt files of a project, compares what they say with the one contract, and fixes them.
import { chmod, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { BatonError, causeText, errnoOf } from '../../errors.ts';
import { CHECK_BYTES_MAX, CHECK_FILES_MAX, LINT_BYTES_MAX } from '../../model/limits/limits.ts';
import { isError, type Problem, problem } from '../../model/problem.ts';
import { writeAtomic } from '../../std/disk/atomic-file.ts';
import { isInside } from '../../std/disk/contained-path.ts';
import { nodeDisk } from '../../std/disk/node-disk.ts';
import { readBounded } from '../../std/disk/read-bounded.ts';
import { QUEST } from '../../systems/quest/handoff/quest-contract.ts';
import { disagreements } from '../../systems/quest/lint/disagreements.ts';
import type { LintProblem } from '../../systems/quest/lint/finding.ts';
import { type Linted, lintText } from '../../systems/quest/lint/lint-text.ts';

export const LINT_FOLDERS = ['.ai/roles', '.skills', '.claude/agents', '.codex/agents', '.opencode/agents'];
const ENDINGS = ['.md', '.markdown', '.mdc', '.toml', '.txt'];
const PASSED_OVER = new Set(['node_modules', '.git']);
const PERMISSIONS = 0o7777;

export interface LintResult {
  readonly path: string;
  readonly ok: boolean;
  /** Whose contract the file states; null where it is of none or of several. */
  readonly role: string | null;
  readonly problems: readonly LintProblem[];
  /** With `fix`: what was fixed. It is no longer among the problems. */
  readonly rewritten?: readonly LintProblem[];
}

export interface LintDocument {
  readonly ok: boolean;
  /** Files that were read, those that state no contract included. */
  readonly looked: number;
  readonly results: readonly LintResult[];
}

export interface LintOutcome {
  readonly document: LintDocument;
  readonly unreadable: boolean;
  readonly unwritable: boolean;
}

export interface LintOptions {
  /** What paths are shown relative to. */
  readonly cwd: string;
  /** Where the folders are looked for when no path is given. */
  readonly project: string;
  readonly paths: readonly string[];
  readonly fix: boolean;
}

/** A file to be linted: as it is shown, where it really is, and whether somebody named it. */
interface Found {
  readonly shown: string;
  readonly real: string;
  readonly named: boolean;
}

interface Search {
  readonly found: Found[];
  readonly problems: { readonly shown: string; readonly problem: Problem }[];
  readonly seen: Set<string>;
  left: number;
}

const shownFrom = (cwd: string, path: string): string => relative(cwd, path) || '.';

const unfixable = (found: Problem): LintProblem => ({ ...found, fixable: false });

const limitReached = (shown: string, limit: string): BatonError =>
  new BatonError('LIMIT_REACHED', `expected at most ${limit} below ${shown}, got more`, {
    hint: 'Name the folders with the role files.',
  });

/** Links that stay inside are looked through, once; others are told and left alone. */
const walk = async (root: string, folder: string, cwd: string, search: Search): Promise<void> => {
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    const shown = shownFrom(cwd, at);
    let real: string;
    try {
      real = await realpath(at);
      if (!isInside(root, real)) {
        search.problems.push({ shown, problem: leadsOut(shown) });
        continue;
      }
      if (search.seen.has(real)) continue;
      search.seen.add(real);
      if (!(await stat(real)).isDirectory()) {
        search.found.push({ shown, real, named: false });
        continue;
      }
      const names = (await readdir(real)).filter((name) => !PASSED_OVER.has(name)).sort();
      search.left -= names.length;
      if (search.left < 0) throw limitReached(shownFrom(cwd, folder), `${CHECK_FILES_MAX} files`);
      for (const name of names.reverse()) if (await isWanted(join(at, name))) folders.push(join(at, name));
    } catch (cause) {
      if (errnoOf(cause) === undefined) throw cause;
      const found = problem('FILE_UNREADABLE', `${shown} cannot be read: ${causeText(cause)}`, {
        file: shown,
        hint: 'Check its permissions, and where its link leads.',
      });
      search.problems.push({ shown, problem: found });
    }
  }
};

const leadsOut = (shown: string): Problem =>
  problem('PATH_OUTSIDE', 'expected a file inside of the project, a link leads out of it', {
    severity: 'warning',
    file: shown,
    hint: 'It was not looked at; name its real path to have it linted.',
  });

const isWanted = async (path: string): Promise<boolean> => {
  if (ENDINGS.some((ending) => path.toLowerCase().endsWith(ending))) return true;
  // A broken link is nobody's prompt.
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
};

const isDirectory = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // The reader says what is wrong with it.
    return false;
  }
};

const foldersOf = async (directory: string): Promise<string[]> => {
  const there: string[] = [];
  for (const folder of LINT_FOLDERS)
    if (await isDirectory(join(directory, folder))) there.push(join(directory, folder));
  return there;
};

const searchDirectory = async (directory: string, cwd: string, search: Search): Promise<boolean> => {
  const root = await realpath(directory);
  const folders = await foldersOf(directory);
  for (const folder of folders) await walk(root, folder, cwd, search);
  return folders.length > 0;
};

const search = async ({ cwd, project, paths }: LintOptions): Promise<Search> => {
  const found: Search = { found: [], problems: [], seen: new Set(), left: CHECK_FILES_MAX };
  if (paths.length === 0 && !(await searchDirectory(project, cwd, found)))
    throw new BatonError('FILE_MISSING', `expected one of ${LINT_FOLDERS.join(', ')} in ${project}`, {
      hint: 'Name the files or folders to lint: baton lint PATH.',
    });
  for (const path of paths) {
    const full = resolve(cwd, path);
    if (await isDirectory(full)) {
      if (!(await searchDirectory(full, cwd, found))) await walk(await realpath(full), full, cwd, found);
      continue;
    }
    const real = await realpath(full).catch(() => full);
    if (found.seen.has(real)) continue;
    found.seen.add(real);
    found.found.push({ shown: path, real, named: true });
  }
  return found;
};

interface Read {
  readonly file: Found;
  readonly bytes: Buffer;
  readonly linted: Linted;
}

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    // A byte order mark is part of the file, and stays.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const readFile = async (file: Found): Promise<Read | Problem> => {
  const { shown, real } = file;
  try {
    const bytes = await readBounded(real, LINT_BYTES_MAX);
    const text = decode(bytes);
    if (text === undefined)
      return problem('FILE_NOT_UTF8', 'expected UTF-8 text, got bytes that are not', {
        file: shown,
        hint: 'Save the file as UTF-8.',
      });
    return { file, bytes, linted: lintText(shown, text, QUEST) };
  } catch (cause) {
    if (!(cause instanceof BatonError)) throw cause;
    const message = cause.message.replaceAll(real, shown);
    return problem(cause.code, message, { file: shown, hint: 'Name a file that can be read.' });
  }
};

const unwritable = (shown: string, cause: unknown): Problem =>
  problem('FILE_UNWRITABLE', `${shown} cannot be replaced: ${causeText(cause)}`, {
    file: shown,
    hint: 'Check permissions and space; the file is as it was.',
  });

/** The old file or the new one, with the same mode; never over what somebody wrote in the meantime. */
const rewrite = async ({ file, bytes, linted }: Read): Promise<Problem | undefined> => {
  const { real, shown } = file;
  try {
    const { mode } = await stat(real);
    if (!(await readBounded(real, LINT_BYTES_MAX)).equals(bytes))
      return unwritable(shown, 'somebody else changed it just now');
    await writeAtomic(nodeDisk, real, Buffer.from(linted.fixed ?? ''), {
      durable: true,
      mode: mode & PERMISSIONS,
    });
    // The mask of the process has no say in it.
    await chmod(real, mode & PERMISSIONS);
    return undefined;
  } catch (cause) {
    return unwritable(shown, cause);
  }
};

const resultOf = (
  path: string,
  role: string | undefined,
  problems: readonly LintProblem[],
  rewritten: readonly LintProblem[] | undefined,
): LintResult => ({
  path,
  ok: !problems.some(isError),
  role: role ?? null,
  problems,
  ...(rewritten === undefined ? {} : { rewritten }),
});

const fixAll = async (
  reads: readonly Read[],
): Promise<{ fixed: ReadonlyMap<Found, Linted>; failed: ReadonlyMap<Found, Problem> }> => {
  const fixed = new Map<Found, Linted>();
  const failed = new Map<Found, Problem>();
  for (const read of reads) {
    const { fixed: text } = read.linted;
    if (text === undefined) continue;
    const problem = await rewrite(read);
    if (problem === undefined) fixed.set(read.file, lintText(read.file.shown, text, QUEST));
    else failed.set(read.file, problem);
  }
  return { fixed, failed };
};

const problemsByFile = (linted: readonly Linted[]): Map<string, LintProblem[]> => {
  const all = [
    ...linted.flatMap(({ problems }) => problems),
    ...disagreements(linted.flatMap(({ states }) => states ?? [])),
  ];
  const byFile = new Map<string, LintProblem[]>();
  for (const one of all) {
    const list = byFile.get(one.file ?? '') ?? [];
    byFile.set(one.file ?? '', list);
    list.push(one);
  }
  return byFile;
};

const keyOf = ({ code, message, field }: LintProblem): string => JSON.stringify([code, message, field]);

/** What was found before and could be fixed, and is found no longer. */
const goneFrom = (before: readonly LintProblem[], left: readonly LintProblem[]): LintProblem[] => {
  const still = new Set(left.map(keyOf));
  return before.filter((one) => one.fixable && !still.has(keyOf(one)));
};

const readAll = async (found: readonly Found[]): Promise<Map<Found, Read | Problem>> => {
  const reads = new Map<Found, Read | Problem>();
  let bytes = 0;
  for (const file of found) {
    const read = await readFile(file);
    if ('bytes' in read) bytes += read.bytes.length;
    if (bytes > CHECK_BYTES_MAX) throw limitReached(basename(file.shown), `${CHECK_BYTES_MAX} bytes`);
    reads.set(file, read);
  }
  return reads;
};

export const lintFiles = async (options: LintOptions): Promise<LintOutcome> => {
  const { found, problems: beside } = await search(options);
  const all = await readAll(found);
  const reads = [...all.values()].filter((one): one is Read => 'linted' in one);
  const before = problemsByFile(reads.map(({ linted }) => linted));
  const { fixed, failed } = options.fix
    ? await fixAll(reads)
    : { fixed: new Map<Found, Linted>(), failed: new Map<Found, Problem>() };
  const after = problemsByFile(reads.map(({ file, linted }) => fixed.get(file) ?? linted));
  const results: LintResult[] = beside.map(({ shown, problem }) =>
    resultOf(shown, undefined, [unfixable(problem)], options.fix ? [] : undefined),
  );
  let unreadable = beside.some(({ problem }) => isError(problem));
  for (const [file, read] of all) {
    if (!('linted' in read)) {
      unreadable = true;
      results.push(resultOf(file.shown, undefined, [unfixable(read)], options.fix ? [] : undefined));
      continue;
    }
    if (read.linted.kind === undefined && !file.named) continue;
    const failure = failed.get(file);
    const problems = [
      ...(after.get(file.shown) ?? []),
      ...(failure === undefined ? [] : [unfixable(failure)]),
    ];
    const rewritten = fixed.has(file) ? goneFrom(before.get(file.shown) ?? [], problems) : [];
    results.push(resultOf(file.shown, read.linted.role, problems, options.fix ? rewritten : undefined));
  }
  const document = { ok: results.every(({ ok }) => ok), looked: all.size, results };
  return { document, unreadable, unwritable: failed.size > 0 };
};
