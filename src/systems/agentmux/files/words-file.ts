// A file of words: anything but nothing.
import { type Parsed, problem } from '../../../model/problem.ts';

export const parseWords = (source: string, file: string): Parsed<string> => {
  if (source.trim() !== '') return { value: source, problems: [] };
  const name = file.slice(file.lastIndexOf('/') + 1);
  return {
    value: undefined,
    problems: [
      problem('FILE_EMPTY', `${name} is empty. Expected words, got only white space`, {
        file,
        hint: 'Write the file, then call the tool again.',
      }),
    ],
  };
};
