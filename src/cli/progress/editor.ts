// Words that somebody writes in their own editor, in a file of their own that is removed afterwards.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BatonError } from '../../errors.ts';
import { TEXT_CHARS_MAX } from '../../model/limits/limits.ts';
import { PRIVATE_FILE_MODE } from '../../std/disk/disk.ts';
import { readBoundedIfThere } from '../../std/disk/read-bounded.ts';
import { plainText } from '../../std/terminal-text.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const NOTE = '# Lines that begin with # are left out. An empty file answers nothing.';
const BYTES_PER_CHAR_MAX = 4;

const editorOf = (env: Environment): string => env['VISUAL'] || env['EDITOR'] || 'vi';

/** The editor is the user's own setting, written for a shell; the path is an argument of it. */
const edit = (env: Environment, path: string): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', `${editorOf(env)} "$@"`, 'editor', path], { stdio: 'inherit', env });
    const ignore = (): void => {};
    process.on('SIGINT', ignore);
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('SIGINT', ignore);
      resolve(code);
    });
  });

/** What was written; undefined when the file was left empty. `about` is shown to the writer, and is no part of it. */
export const editText = async (env: Environment, about: string, begin = ''): Promise<string | undefined> => {
  const directory = await mkdtemp(join(tmpdir(), 'baton-'));
  const path = join(directory, 'answer.md');
  const shown = plainText(about)
    .split('\n')
    .map((line) => `# ${line}`.trimEnd());
  try {
    await writeFile(path, `${begin}\n${[NOTE, '#', ...shown].join('\n')}\n`, { mode: PRIVATE_FILE_MODE });
    const code = await edit(env, path);
    if (code !== 0)
      throw new BatonError('USAGE_INVALID', `the editor ended with ${code}: ${editorOf(env)}`, {
        hint: 'Name one that works in EDITOR, or give the words with --text.',
      });
    const bytes = await readBoundedIfThere(path, TEXT_CHARS_MAX * BYTES_PER_CHAR_MAX);
    const words = Buffer.from(bytes ?? '')
      .toString('utf8')
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .join('\n')
      .trim();
    return words === '' ? undefined : words;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};
