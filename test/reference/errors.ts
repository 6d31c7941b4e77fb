// The reference of the codes, from their closed list, their meanings and their exits.
import { EXIT_OF_ERROR } from '../../src/cli/exit-codes.ts';
import { ERROR_CODES } from '../../src/errors.ts';
import { ERROR_GROUPS } from '../../src/model/meanings/error-meanings.ts';
import { cell, GENERATED, table } from './markdown.ts';

const HEADS = ['code', 'what happened', 'what to do', 'exit'];

export const errorsReference = (): string =>
  [
    '# Errors and problems',
    GENERATED,
    'Every error and every problem that Baton reports has a code from this closed list. An error ends a command, with the exit code in the last column. Problems are listed, all at once, in what was handed in. A message says what was expected, what was there, where, and what to do next.',
    ...ERROR_GROUPS.flatMap(({ title, meanings }) => [
      `## ${title}`,
      table(
        HEADS,
        ERROR_CODES.flatMap((code) => {
          const meaning = meanings[code];
          return meaning === undefined
            ? []
            : [[`\`${code}\``, ...meaning.map(cell), String(EXIT_OF_ERROR[code])]];
        }),
      ),
    ]),
    '',
  ].join('\n\n');
