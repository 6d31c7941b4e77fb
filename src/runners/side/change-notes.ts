// What the names of changed files do not tell, and a kind of work must know: who uses them, and what in them changed.
import { posix } from 'node:path';
import { changedGemspecKeys } from '../../evidence/manifests/gemspec-keys.ts';
import { changedIniKeys } from '../../evidence/manifests/ini-keys.ts';
import { changedTomlKeys } from '../../evidence/manifests/toml-keys.ts';
import { differInComments } from '../../evidence/source/comments.ts';
import { differBeyondNames, differInLayout } from '../../evidence/source/layout.ts';
import { isSourceFile } from '../../evidence/source/test-files.ts';
import type { FileChange } from '../../model/evidence.ts';
import { NOTED_KEYS_MAX, PACKAGE_BYTES_MAX, TEST_SOURCE_BYTES_MAX } from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { isRecord } from '../../std/is-record.ts';
import type { Repository } from '../trees/repository.ts';
import type { TreeChange } from '../trees/tree-change.ts';
import { diffTrees, type TreeDiff } from '../trees/tree-diff.ts';
import { LINK_MODE, readBlobs } from '../trees/tree-files.ts';
import { projectPath } from './tests-side.ts';
import { usersSide } from './users-side.ts';

/** How generators mark what they write, as Go has it. */
const GENERATED = /^(?:\/\/|#|--|\/\*) ?Code generated .*DO NOT EDIT\.?/m;
const HEADER_CHARS = 1_000;

const isGenerated = (text: string): boolean => GENERATED.test(text.slice(0, HEADER_CHARS));

const keysIn = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return isRecord(value) && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** The outer keys of a package.json that differ; undefined where one of the two cannot be read. */
const changedJsonKeys = (before: string, after: string): string[] | undefined => {
  const [was, is] = [keysIn(before), keysIn(after)];
  if (was === undefined || is === undefined) return undefined;
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]))
    .slice(0, NOTED_KEYS_MAX);
};

/** Of manifests whose keys say which of them name dependencies. */
const changedKeys = (path: string, before: string, after: string): string[] | undefined => {
  if (path.endsWith('.gemspec')) return changedGemspecKeys(before, after).slice(0, NOTED_KEYS_MAX);
  switch (posix.basename(path)) {
    case 'package.json':
      return changedJsonKeys(before, after);
    case 'pyproject.toml':
    case 'Cargo.toml':
      return changedTomlKeys(before, after).slice(0, NOTED_KEYS_MAX);
    case 'setup.cfg':
      return changedIniKeys(before, after).slice(0, NOTED_KEYS_MAX);
    default:
      return undefined;
  }
};

type Notes = Pick<FileChange, 'side' | 'generated' | 'keys' | 'comments' | 'layout' | 'beyondNames'>;

const textNotes = ({ path, before, after, modes }: TreeChange, texts: ReadonlyMap<string, string>): Notes => {
  const [was, is] = [texts.get(before ?? ''), texts.get(after ?? '')];
  if (was === undefined || is === undefined || modes.includes(LINK_MODE)) return {};
  const keys = changedKeys(path, was, is);
  return {
    ...(isGenerated(was) && isGenerated(is) ? { generated: true } : {}),
    ...(keys === undefined ? {} : { keys }),
    ...(modes[0] === modes[1] && differInComments(path, was, is) ? { comments: true } : {}),
    ...(modes[0] === modes[1] && differInLayout(path, was, is) ? { layout: true } : {}),
    ...(isSourceFile(path) && differBeyondNames(was, is) ? { beyondNames: true } : {}),
  };
};

/** How two trees differ, with what a name alone does not tell. */
export const notedDiff = async (repository: Repository, from: Digest, to: Digest): Promise<TreeDiff> => {
  const diff = await diffTrees(repository, from, to);
  const { changes, sideOf } = await usersSide(repository, from, to);
  const oids = changes.flatMap(({ before, after }) =>
    before === undefined || after === undefined ? [] : [before, after],
  );
  const texts = await readBlobs(repository, oids, Math.min(PACKAGE_BYTES_MAX, TEST_SOURCE_BYTES_MAX));
  const notes = new Map<string, Notes>(
    changes.map((change) => {
      const side = sideOf(change.path);
      const all = { ...(side === undefined ? {} : { side }), ...textNotes(change, texts) };
      return [projectPath(repository, change.path), all];
    }),
  );
  return { ...diff, files: diff.files.map((file) => ({ ...file, ...notes.get(file.path) })) };
};
