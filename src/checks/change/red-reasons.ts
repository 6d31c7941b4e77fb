// Why a test file could not be loaded on the old code: what loaders of many languages print of a file that is missing.
import type { FileChange } from '../../model/evidence.ts';

/** How code names a file: by its path, by its name, or by its folder where the file is what the folder stands for. */
const wordsFor = (path: string): readonly string[] => {
  const plain = path.replace(/\.\w+$/, '');
  const steps = plain.split('/');
  const own = steps.at(-1) ?? '';
  const isFolder = ['index', '__init__', 'mod', 'main', 'lib'].includes(own);
  const word = isFolder ? (steps.at(-2) ?? own) : own;
  return [path, plain, word].filter((text) => text.length > 0);
};

/** How other packages name this file, where it is what its package shows: in quotes, and with a scope or without. */
const packageFor = (path: string): RegExp | undefined => {
  const folder = /([\w.-]+)\/(?:src|lib|source)\/(?:index|main)\.\w+$/.exec(path)?.[1];
  return folder === undefined
    ? undefined
    : new RegExp(`["'\`](?:@[\\w.-]+/)?${folder.replaceAll('.', '\\.')}["'\`]`);
};

const isWordChar = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}_-]/u.test(char);

const mentions = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length))
    if (!isWordChar(text[at - 1]) && !isWordChar(text[at + word.length])) return true;
  return false;
};

/** What loaders of many languages say of a file, or of a name in it, that is not there. */
const LACKS =
  /cannot find|could not find|can't resolve|not found|no module named|cannot import|does not provide|failed to resolve|failed to load|unresolved|cannot load|no such file/i;

/** Finds the file of the change that a text says is missing, or lacks something. */
export const missingFileFinder = (files: readonly FileChange[]): ((report: string) => string | undefined) => {
  const sources = files
    .filter(({ change, kind }) => change !== 'deleted' && (kind === 'file' || kind === 'executable'))
    .map(({ path }) => ({ path, words: wordsFor(path), named: packageFor(path) }));
  return (report) => {
    const text = report
      .split('\n')
      .filter((line) => LACKS.test(line))
      .join('\n');
    return text === ''
      ? undefined
      : sources.find(
          ({ words, named }) => words.some((word) => mentions(text, word)) || named?.test(text) === true,
        )?.path;
  };
};
