// Functions of Go that only tests of the same package call: nobody imports them, so they are found by their names.
import { posix } from 'node:path';
import { wordsOf } from '../../evidence/source/source-words.ts';
import { GO_NAMES_MAX } from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import type { Repository } from '../trees/repository.ts';
import { wordUsers } from './file-users.ts';

const SINGLE = /^(?:func\s+(?:\([^)\n]*\)\s*)?|type\s+|var\s+|const\s+)([A-Za-z_]\w*)/gm;
const BLOCK = /^(?:var|const|type)\s*\(\n([\s\S]*?)^\)/gm;

/** What a file of Go declares for its package. */
const declaredIn = (text: string): string[] => [
  ...[...text.matchAll(SINGLE)].map(([, name = '']) => name),
  ...[...text.matchAll(BLOCK)].flatMap(([, block = '']) =>
    [...block.matchAll(/^\t([A-Za-z_]\w*)/gm)].map(([, name = '']) => name),
  ),
];

export interface GoFile {
  readonly path: string;
  /** As it was. */
  readonly text: string;
}

/** Whether tests use what the file declares, no code does, and it uses nothing of its package that changed. */
export const isOnlyForTests = async (
  repository: Repository,
  base: Digest,
  file: GoFile,
  /** Other changed files of code, as they were and as they are. */
  others: readonly GoFile[],
): Promise<boolean> => {
  const names = [...new Set(declaredIn(file.text))].filter((name) => name !== '_');
  if (names.length === 0 || names.length > GO_NAMES_MAX || names.includes('init') || names.includes('main'))
    return false;
  const folder = posix.dirname(file.path);
  const words = new Set(wordsOf(file.text));
  const beside = others.filter(({ path }) => posix.dirname(path) === folder);
  if (beside.some(({ text }) => declaredIn(text).some((name) => words.has(name)))) return false;
  const users = (await wordUsers(repository, base, names, '*.go')).filter((path) => path !== file.path);
  return (
    users.some((path) => path.endsWith('_test.go') && posix.dirname(path) === folder) &&
    users.every((path) => path.endsWith('_test.go'))
  );
};
