// Reads what `git merge-tree --write-tree -z` prints: the tree, the files in conflict by stage, and messages.
import { BatonError } from '../../errors.ts';
import { type Digest, treeDigest } from '../../model/run/sealed.ts';
import { plainLine } from '../../std/terminal-text.ts';

interface MergeSides {
  /** Commit ids; git names the sides by them. */
  readonly ours: string;
  readonly theirs: string;
  /** What `theirs` is called in words. */
  readonly item: string;
  /** How a file is called outside of git. */
  nameOf(path: string): string;
}

export interface MergeOutput {
  readonly tree: Digest;
  readonly clean: boolean;
  /** Files in conflict, sorted. */
  readonly files: readonly string[];
  /** What is the matter with them; each begins with the file and a colon. */
  readonly says: readonly string[];
}

interface Message {
  readonly paths: readonly string[];
  readonly kind: string;
  readonly text: string;
}

const readMessages = (fields: readonly string[]): Message[] => {
  const messages: Message[] = [];
  for (let at = 0; at < fields.length; ) {
    const count = Number(fields[at]);
    const [kind, text] = fields.slice(at + 1 + count, at + 3 + count);
    if (!Number.isSafeInteger(count) || kind === undefined || text === undefined) break;
    messages.push({ paths: fields.slice(at + 1, at + 1 + count), kind, text });
    at += 3 + count;
  }
  return messages;
};

/** `k~<commit>` is where git puts one side of `k` when both cannot have the name. */
const fileOf = (path: string, { ours, theirs, nameOf }: MergeSides): string =>
  nameOf(path.replace(new RegExp(`~(?:${ours}|${theirs})(?:_\\d+)?$`), ''));

const matterOf = ({ kind, text }: Message, { ours, theirs, item }: MergeSides): string => {
  if (kind.includes('(binary)')) return "a binary file that both sides changed; it holds the others' version";
  if (text.includes('(add/add)')) return 'both sides added it with different content';
  if (kind.includes('(contents)')) return 'both sides changed the same lines; they are marked in the file';
  return (
    text
      .replace(/^CONFLICT ?\([^)]*\): /, '')
      .replace(/ +Version \S+ of .* left in tree\.\s*$/, '')
      // In a file's name the id stays: that is what the file is called.
      .replaceAll(new RegExp(`(?<!~)${ours}`, 'g'), "the others' work")
      .replaceAll(new RegExp(`(?<!~)${theirs}`, 'g'), `the work of ${item}`)
      .trim()
  );
};

const sentence = (message: Message, sides: MergeSides): string =>
  plainLine(`${fileOf(message.paths[0] ?? '', sides)}: ${matterOf(message, sides)}`).replace(/ +/g, ' ');

export const cleanMerge = (tree: Digest): MergeOutput => ({ tree, clean: true, files: [], says: [] });

/** Of a merge that ended with conflicts; of a clean one only the tree is told. */
export const readMergeOutput = (output: string, sides: MergeSides, clean: boolean): MergeOutput => {
  const fields = output.split('\0');
  const oid = fields[0] ?? '';
  if (!/^[0-9a-f]{40,64}$/.test(oid))
    throw new BatonError(
      'GIT_FAILED',
      `expected a tree id from git merge-tree, got ${JSON.stringify(oid.slice(0, 200))}`,
    );
  if (clean) return cleanMerge(treeDigest(oid));
  const end = fields.indexOf('', 1);
  const staged = fields.slice(1, end).map((entry) => entry.slice(entry.indexOf('\t') + 1));
  const messages = readMessages(fields.slice(end + 1)).filter(({ kind }) => kind.startsWith('CONFLICT'));
  const files = [...staged, ...messages.flatMap(({ paths }) => paths.slice(0, 1))].map((path) =>
    fileOf(path, sides),
  );
  const binary = new Set(
    messages.filter(({ kind }) => kind.includes('(binary)')).map(({ paths }) => paths[0]),
  );
  const told = messages.filter(({ kind, paths }) => !(kind.includes('(contents)') && binary.has(paths[0])));
  return {
    tree: treeDigest(oid),
    clean,
    files: [...new Set(files)].sort(),
    says: [...new Set(told.map((message) => sentence(message, sides)))],
  };
};
