// Which tests fail on the code before because the change is not there. The runs of the base with its own tests and with
// those of the head differ in test files alone; the head differs from the latter in all other files alone.
import type { CommandEvidence, FileChange, TestFailure, TestFileChange } from '../model/evidence.ts';
import { indexFiles } from './file-index.ts';
import { lastPart, normalName, type TestRef } from './test-names.ts';

export interface Observed {
  readonly base: CommandEvidence;
  /** The tests of the head on the code before. */
  readonly mixed: CommandEvidence;
  readonly head: CommandEvidence;
  readonly changes: readonly TestFileChange[];
  readonly files: readonly FileChange[];
}

export interface RedTest extends TestRef {
  readonly file: string | undefined;
  /** What it says, or the file that it lacks. */
  readonly message: string;
  /**
   * `red`: a test of a changed test file. `unloaded`: such a file cannot be loaded for the lack of a file that this change
   * brings. `broken`: it cannot be loaded, and nobody can see that the change is why. `elsewhere`: another test.
   */
  readonly kind: 'red' | 'unloaded' | 'broken' | 'elsewhere';
}

/** Test files whose text differs: one that was only moved, or made executable, shows nothing new. */
export const changedTestFiles = ({
  changes,
  files,
}: Pick<Observed, 'changes' | 'files'>): readonly TestFileChange[] => {
  const same = new Set(
    files.filter(({ added, removed }) => added === 0 && removed === 0).map(({ path }) => path),
  );
  return changes.filter(({ change, path }) => change !== 'deleted' && !same.has(path));
};

const failedOf = ({ tests }: CommandEvidence): readonly TestFailure[] => {
  const told = new Set((tests?.failures ?? []).map(({ name }) => normalName(name)));
  const others = (tests?.cases ?? []).filter(
    ({ status, name }) => status === 'failed' && !told.has(normalName(name)),
  );
  return [
    ...(tests?.failures ?? []),
    ...others.map(({ name, file }) => ({ name, message: '', ...(file === undefined ? {} : { file }) })),
  ];
};

/** How code names a file: by its path, by its name, or by its folder where the file is what the folder stands for. */
const wordsFor = (path: string): readonly string[] => {
  const plain = path.replace(/\.\w+$/, '');
  const steps = plain.split('/');
  const own = steps.at(-1) ?? '';
  const isFolder = ['index', '__init__', 'mod', 'main', 'lib'].includes(own);
  const word = isFolder ? (steps.at(-2) ?? own) : own;
  return [path, plain, word].filter((text) => text.length > 0);
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

/** Finds the file of the change, but no test, that a text says is missing, or lacks something. */
const missingFiles = ({ files, changes }: Observed): ((report: string) => string | undefined) => {
  const tests = new Set(changes.map(({ path }) => path));
  // The file that could not be loaded is named there too, and often like the one that it tests.
  const own = new Set([...tests].map((path) => path.slice(path.lastIndexOf('/') + 1)));
  const sources = files
    .filter(({ change, kind }) => change !== 'deleted' && (kind === 'file' || kind === 'executable'))
    .filter(({ path }) => !tests.has(path))
    .map(({ path }) => ({ path, words: wordsFor(path) }));
  return (report) => {
    const lines = report.split('\n').filter((line) => LACKS.test(line));
    if (lines.length === 0) return undefined;
    const text = [...own].reduce((rest, name) => rest.replaceAll(name, ' '), lines.join('\n'));
    return sources.find(({ words }) => words.some((word) => mentions(text, word)))?.path;
  };
};

/** Places a failure whose file is no changed test file: by its name, and by what the run before says. */
const placesByName = (
  { base }: Observed,
  changed: readonly TestFileChange[],
): ((failure: TestFailure) => string | undefined) => {
  const before = base.tests?.cases;
  const known = indexFiles(
    (before ?? []).flatMap(({ file }) => (file === undefined ? [] : [[file, true] as const])),
  );
  const failed = new Set(failedOf(base).map(({ name }) => normalName(name)));
  const seen = new Set((before ?? []).map(({ name }) => normalName(name)));
  const declared = new Map(
    [...changed]
      .reverse()
      .flatMap(({ path, declared: names }) => names.map((name) => [lastPart(name), path] as const)),
  );
  return ({ file, name }) => {
    if (file !== undefined && known(file) === true) return undefined;
    if (failed.has(normalName(name))) return undefined;
    const path = declared.get(lastPart(name));
    if (path !== undefined) return path;
    const isNew = file === undefined && before !== undefined && !seen.has(normalName(name));
    return isNew && changed.length === 1 ? changed[0]?.path : undefined;
  };
};

/** Every failure of the new tests on the old code, and whether it is the one that was wanted. */
export const failuresOnOldCode = (observed: Observed): readonly RedTest[] => {
  const changed = changedTestFiles(observed);
  const changedFile = indexFiles(changed.map(({ path }) => [path, path] as const));
  const missing = missingFiles(observed);
  const printed = missing(observed.mixed.tail);
  const placed = placesByName(observed, changed);
  return failedOf(observed.mixed).map((failure): RedTest => {
    const { name, file, message } = failure;
    // Runners give a file that cannot be loaded the name of the file, with words after it or without.
    const whole = changedFile(normalName(name)) ?? changedFile(normalName(name).split(': ')[0] ?? '');
    if (whole !== undefined) {
      const lacks = missing(message) ?? printed;
      return {
        name,
        file: whole,
        message: lacks ?? message,
        kind: lacks === undefined ? 'broken' : 'unloaded',
      };
    }
    const path = (file === undefined ? undefined : changedFile(file)) ?? placed(failure);
    return { name, file: path ?? file, message, kind: path === undefined ? 'elsewhere' : 'red' };
  });
};
