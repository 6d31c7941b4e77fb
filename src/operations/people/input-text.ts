// The text of an input. A byte order mark stays: whether it may be there is the reader's question.
import { type Parsed, problem } from '../../model/problem.ts';

export const inputText = (bytes: Uint8Array, file: string): Parsed<string> => {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return { value: decoder.decode(bytes), problems: [] };
  } catch {
    const found = problem('FILE_NOT_UTF8', 'expected UTF-8 text, got bytes that are not', {
      file,
      hint: 'Save the file as UTF-8.',
    });
    return { value: undefined, problems: [found] };
  }
};
