import { describe } from 'vitest';
import { eachCase } from './check-cases.fixture.ts';
import { edit } from './run.fixture.ts';

describe('the log of files', () => {
  eachCase([
    [
      'a file twice',
      (run) => edit(run, 'created_files.log', (text) => `${text}${text.split('\n')[2]}\n`),
      ['warning', 'FIELD_INVALID', 'created_files.log 39', 'requirements.md: logged more than once'],
    ],
    [
      'a line that is none',
      (run) => edit(run, 'created_files.log', (text) => `hello\n${text}`),
      ['warning', 'FIELD_INVALID', 'created_files.log 1', '"hello": expected YYYY-MM-DD'],
    ],
  ]);
});
