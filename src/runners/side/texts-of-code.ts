// Changed documents that are part of the program: code names them, embeds them, or reads them from a folder beside it.
import { posix } from 'node:path';
import { isProse, isSourceFile, mayUseFiles } from '../../evidence/source/test-files.ts';
import { DATA_LOOKED_AT_MAX } from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import type { Repository } from '../trees/repository.ts';
import type { TreeChange } from '../trees/tree-change.ts';
import { embeddersOf, folderUsers, quotersOf } from './file-users.ts';

/** Programs about the project, which no user of it runs: they may rewrite its documents. */
const ABOUT = /(?:^|\/)(?:scripts?|tools?|build|ci|docs?|website|site|benchmarks?|\.[^/]+)\/|\.config\.\w+$/i;
/** People read these, and what tools do with them makes them no part of the program. */
const FOR_PEOPLE =
  /(?:^|\/)(?:docs?|documentation|website|site|wiki|\.github)\/|(?:^|\/)(?:README|CHANGELOG|CHANGES|CONTRIBUTING|LICEN[CS]E|NOTICE|AUTHORS|ARCHITECTURE|AGENTS|CLAUDE)[^/]*$/i;

const mayBeRead = (path: string): boolean =>
  (isProse(path) || path.toLowerCase().endsWith('.txt')) && path.includes('/') && !FOR_PEOPLE.test(path);

interface Options {
  readonly repository: Repository;
  readonly trees: readonly [Digest, Digest];
  readonly isTests: (path: string) => boolean;
  /** From the root of the project. */
  readonly own: (path: string) => string;
}

/** Prose whose path is a whole text in quotes: a table of values, a page that is shown. */
const namedProse = async (
  { repository, trees: [base], isTests, own }: Options,
  changes: readonly TreeChange[],
): Promise<readonly TreeChange[]> => {
  const prose = changes
    .filter(({ path, was, before }) => before !== undefined && isProse(own(was ?? path)))
    .slice(0, DATA_LOOKED_AT_MAX);
  const users = await quotersOf(
    repository,
    base,
    prose.map(({ path, was }) => was ?? path),
  );
  const isCode = (user: string): boolean => isSourceFile(user) && !isTests(user) && !ABOUT.test(own(user));
  return prose.filter(({ path, was }) => [...(users.get(was ?? path) ?? [])].some(isCode));
};

/** The base says who reads a text; of a text that is new, the head. */
const readTexts = async (
  { repository, trees: [base, head], isTests, own }: Options,
  changes: readonly TreeChange[],
): Promise<readonly TreeChange[]> => {
  const found: TreeChange[] = [];
  const isCode = (user: string): boolean => mayUseFiles(user) && !isTests(user);
  const texts = changes.filter(({ path, was }) => !isTests(path) && mayBeRead(own(was ?? path)));
  for (const change of texts.slice(0, DATA_LOOKED_AT_MAX)) {
    const { path, was = path, before } = change;
    const tree = before === undefined ? head : base;
    const folder = posix.dirname(was);
    const besides = (await folderUsers(repository, tree, posix.basename(folder))).filter(
      (user) => posix.dirname(user) === posix.dirname(folder),
    );
    const embedders = besides.some(isCode) ? [] : await embeddersOf(repository, tree, was);
    if ([...besides, ...embedders].some(isCode)) found.push(change);
  }
  return found;
};

/** Under their names of now and of before. */
export const textsOfCode = async (
  options: Options,
  changes: readonly TreeChange[],
): Promise<ReadonlySet<string>> => {
  const found = [...(await namedProse(options, changes)), ...(await readTexts(options, changes))];
  return new Set(found.flatMap(({ path, was = path }) => [path, was]));
};
