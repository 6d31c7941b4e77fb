// Types and lint by the standard of the tree before: with its settings, where those that are handed in ask for less, and
// without a look away that the change itself brings.
import { posix } from 'node:path';
import {
  asMuchAsBefore,
  extendedPlaces,
  isTypeSettings,
  readTypeSettings,
  type TextOf,
} from '../../evidence/commands/type-settings.ts';
import { addedComplaints } from '../../evidence/failures/added-complaints.ts';
import { standardComplaints } from '../../evidence/failures/standard-complaints.ts';
import { newSuppressions } from '../../evidence/source/new-suppressions.ts';
import { maySuppress, type Suppression } from '../../evidence/source/suppressions.ts';
import { isTestSupport } from '../../evidence/source/test-files.ts';
import { type Config, commandNamed } from '../../model/config.ts';
import type { CommandEvidence, EvidenceRequest } from '../../model/evidence.ts';
import {
  EXTENDS_DEPTH_MAX,
  OUTPUT_TAIL_CHARS,
  PACKAGE_BYTES_MAX,
  TEST_SOURCE_BYTES_MAX,
} from '../../model/limits/limits.ts';
import { isMeant } from '../../model/path-patterns.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { findRepository, type Repository } from '../trees/repository.ts';
import { treeChanges } from '../trees/tree-diff.ts';
import {
  editTree,
  keepTreeRef,
  LINK_MODE,
  listTree,
  readBlobs,
  type TreeFile,
  writeBlob,
} from '../trees/tree-files.ts';
import { type Place, scratchDirectory } from './place.ts';
import type { UnavailableEvidence } from './reexecute.ts';

type Files = ReadonlyMap<string, TreeFile>;
type Settings = NonNullable<CommandEvidence['standard']>['settings'];
type Silenced = NonNullable<CommandEvidence['silenced']>;

interface StandardOptions {
  readonly repository: Repository;
  readonly base: Digest;
  readonly head: Digest;
  readonly released: readonly string[];
  readonly scratchDirectory: string;
  readonly refs: string;
}

const ownPath = ({ prefix }: Repository, path: string): string =>
  prefix === '' ? path : posix.relative(prefix, path);

/** Settings of type checkers by their names, and what they extend. */
const settingsTexts = async (repository: Repository, files: Files): Promise<Map<string, string>> => {
  const known = new Map<string, string>();
  let front = [...files.keys()].filter(isTypeSettings);
  for (let depth = 0; depth <= EXTENDS_DEPTH_MAX && front.length > 0; depth += 1) {
    const readable = front.flatMap((path) => {
      const file = files.get(path);
      return file === undefined || file.mode === LINK_MODE ? [] : [{ path, oid: file.oid }];
    });
    const texts = await readBlobs(
      repository,
      readable.map(({ oid }) => oid),
      PACKAGE_BYTES_MAX,
    );
    for (const { path, oid } of readable) {
      const text = texts.get(oid);
      if (text !== undefined) known.set(path, text);
    }
    const places = front.flatMap((path) => extendedPlaces(path, known.get(path) ?? '').flat());
    front = [...new Set(places)].filter((place) => files.has(place) && !known.has(place));
  }
  return known;
};

const foldersOf = (files: Files): Set<string> => {
  const folders = new Set<string>();
  for (const path of files.keys())
    for (let at = posix.dirname(path); at !== '.' && !folders.has(at); at = posix.dirname(at))
      folders.add(at);
  return folders;
};

/** The head with settings that ask for as much as those of the base; what is released stays as it is. */
const strictTree = async (
  options: StandardOptions,
): Promise<{ readonly tree: Digest; readonly settings: Settings }> => {
  const { repository, head, released } = options;
  const [was, is] = [await listTree(repository, options.base), await listTree(repository, head)];
  const isSame = (path: string): boolean => was.get(path)?.oid === is.get(path)?.oid;
  const [old, own] = [await settingsTexts(repository, was), await settingsTexts(repository, is)];
  if ([...old.keys(), ...own.keys()].every(isSame)) return { tree: head, settings: [] };
  const [before, now]: [TextOf, TextOf] = [(path) => old.get(path), (path) => own.get(path)];
  const folders = foldersOf(is);
  const edits = new Map<string, TreeFile>();
  const settings: Settings = [];
  for (const [path, file] of was) {
    const name = ownPath(repository, path);
    if (!isTypeSettings(path) || isTestSupport(name) || isMeant(name, released)) continue;
    const folder = posix.dirname(path);
    // A package that is gone needs none.
    if (folder !== '.' && !folders.has(folder)) continue;
    const asMuch = asMuchAsBefore(path, before, now, (place) => is.has(place) || folders.has(place));
    if (asMuch !== undefined) {
      edits.set(path, { mode: '100644', oid: await writeBlob(repository, asMuch.text) });
      settings.push({ path: name, keys: [...asMuch.keys] });
    } else if (!isSame(path) && readTypeSettings(own.get(path) ?? '') === undefined) {
      edits.set(path, file);
      settings.push({ path: name, keys: [] });
    }
  }
  const tree = await editTree(repository, head, { scratchDirectory: options.scratchDirectory, files: edits });
  if (tree !== head) await keepTreeRef(repository, options.refs, tree);
  return { tree, settings };
};

/** What the change tells tools not to look at. */
const silencedIn = async (
  { repository, base, head, released }: StandardOptions,
  isAsked: (about: Suppression['about']) => boolean,
): Promise<Silenced> => {
  const changes = (await treeChanges(repository, base, head)).filter(
    ({ path, was, modes }) => (maySuppress(path) || maySuppress(was ?? '')) && !modes.includes(LINK_MODE),
  );
  const oids = changes.flatMap(({ before, after }) => [before ?? [], after ?? []].flat());
  const texts = await readBlobs(repository, oids, TEST_SOURCE_BYTES_MAX);
  const found = newSuppressions(
    changes.map(({ path, was, before, after }) => ({
      path: ownPath(repository, path),
      was: was === undefined ? undefined : ownPath(repository, was),
      ...{ before: texts.get(before ?? ''), after: texts.get(after ?? '') },
    })),
  );
  return found
    .filter(({ about }) => isAsked(about))
    .map(({ path, line, what, whole, excuse }) => {
      const why = whole && isMeant(path, released) ? 'the file is released' : excuse;
      return { path, line, what, whole, ...(why === undefined ? {} : { excuse: why }) };
    });
};

type Observing = Promise<CommandEvidence | UnavailableEvidence>;

/** Nothing that is asked of the head as it is has to be asked twice. */
const mayPass = ({ end, exit, before }: CommandEvidence): boolean =>
  end === 'exited' && (exit === 0 || before?.added?.length === 0);

/** What it complains about now and did not before; undefined where nobody can say. */
const newIn = (run: CommandEvidence, before: CommandEvidence): string[] | undefined => {
  if (run.exit === 0) return [];
  // Where there was no complaint, all that can be read is new.
  return before.exit === 0
    ? addedComplaints(run.tail.slice(1 - OUTPUT_TAIL_CHARS), '')
    : addedComplaints(run.tail, before.tail);
};

/** The run with settings that ask for as much as before, where the change asks for less. */
const strictRun = async (
  options: StandardOptions,
  run: (tree: Digest) => Observing,
): Promise<CommandEvidence['standard'] | UnavailableEvidence> => {
  const { tree, settings } = await strictTree(options);
  if (settings.length === 0) return undefined;
  const strict = await run(tree);
  if (strict.kind === 'unavailable') return strict;
  const { end, exit, line } = strict;
  if (end !== 'exited' || exit === 0) return { settings, end, exit };
  const before = await run(options.base);
  if (before.kind === 'unavailable') return before;
  const added = newIn(strict, before);
  if (added === undefined) return { settings, end, exit };
  // A failure without a complaint that names its place is still one.
  const all = added.length === 0 && before.exit === 0 ? [`\`${line}\` ended with ${exit}`] : added;
  return { settings, end, exit, ...standardComplaints(all) };
};

interface StandardContext {
  readonly place: Place;
  readonly config: Pick<Config, 'commands'>;
  readonly refs: string;
}

/** The evidence of the head, with what it is by the standard of the tree before, where there is one to compare with. */
export const byStandard = async (
  { place, config, refs }: StandardContext,
  { command, tree, before, released = [] }: Extract<EvidenceRequest, { kind: 'command' }>,
  evidence: CommandEvidence,
  run: (tree: Digest) => Observing,
): Promise<CommandEvidence | UnavailableEvidence> => {
  if (before === undefined || before === tree || !mayPass(evidence)) return evidence;
  const options = {
    ...{ repository: await findRepository(place.project), base: before, head: tree, released, refs },
    scratchDirectory: scratchDirectory(place),
  };
  // Where the project names one of the two commands, that one may look at both.
  const isAsked = (about: string): boolean => command === about || commandNamed(config, about) === undefined;
  const silenced = await silencedIn(options, isAsked);
  const standard = await strictRun(options, run);
  if (standard !== undefined && 'kind' in standard) return standard;
  return {
    ...evidence,
    ...(silenced.length === 0 ? {} : { silenced }),
    ...(standard === undefined ? {} : { standard }),
  };
};
