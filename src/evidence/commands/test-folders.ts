// Folders that a test command names: whatever they are called, what lies in them is tests.
import { posix } from 'node:path';
import { chainedCommands, simpleCommand } from './command-line.ts';

/** Programs that do nothing but run the tests that they are given. */
const TEST_PROGRAMS =
  /^(?:prove|yath|bats|rspec|phpunit|pest|phpspec|behat|codecept|kahlan|busted|shellspec|roundup|robot|cucumber|kyua|lit|nose2|stestr|trial|ward)(?:\.phar)?$/;

const isFolder = (word: string): boolean =>
  !word.startsWith('-') && !/[=*?:]|\.\w+$/.test(word) && /[\w]/.test(word) && !word.startsWith('/');

/** From the project, with a slash at the end; empty where the line names none, or does not only run tests. */
export const namedTestFolders = (line: string): string[] => {
  const folders = (chainedCommands(line) ?? []).flatMap((part) => {
    const words = simpleCommand(part)?.words ?? [];
    const at = words.findIndex((word) => TEST_PROGRAMS.test(posix.basename(word)));
    return at === -1 ? [] : words.slice(at + 1).filter(isFolder);
  });
  return [...new Set(folders.map((folder) => `${posix.join(folder, '.').replace(/\/$/, '')}/`))].filter(
    (folder) => folder !== './' && !folder.startsWith('../'),
  );
};
