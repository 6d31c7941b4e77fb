import { Option } from 'commander';
import { BatonError } from '../../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { examples, type Register } from '../register.ts';
import type { Shell } from '../shell.ts';

interface CheckFlags {
  readonly dialect?: string;
  readonly format?: 'text' | 'json';
}

/** Undefined when there is more than the limit. */
const readStdin = async (shell: Shell, bytesMax: number): Promise<Uint8Array | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of shell.streams.stdin as AsyncIterable<Buffer | string>) {
    const read = Buffer.from(chunk);
    chunks.push(read);
    bytes += read.length;
    if (bytes > bytesMax) return undefined;
  }
  return Buffer.concat(chunks);
};

const wantsJson = (shell: Shell, { format }: CheckFlags): boolean => {
  if (shell.json && format === 'text')
    throw new BatonError('USAGE_INVALID', 'expected --json or --format text, got both', {
      hint: 'Leave one of them out.',
    });
  return shell.json || format === 'json';
};

export const checkCommand: Register = (program, act) => {
  program
    .command('check')
    .summary('check files and run directories that agents wrote')
    .description(
      'Checks plans, reviews and whole run directories, and names every problem with its file, line and what to do.',
    )
    .argument('<PATH...>', 'files or run directories; - reads standard input')
    .option(
      '--dialect <D>',
      'take everything for files of this dialect: agentmux (default: found by name and content)',
    )
    .addOption(new Option('--format <F>', 'how to print (default: text)').choices(['text', 'json']))
    .addHelpText(
      'after',
      examples(
        'baton check 04_planning/plan.yaml',
        'baton check .agentmux/.sessions/20261115-024911-login',
        'cat review.yaml | baton check - --json',
      ),
    )
    .action(
      act(async (shell, paths: string[], flags: CheckFlags) => {
        const json = wantsJson(shell, flags);
        const { checkFiles } = await import('../../operations/check-files.ts');
        const { checkText } = await import('../check-text.ts');
        const { inspectors } = await shell.system();
        const stdin = (bytesMax: number) => readStdin(shell, bytesMax);
        const { document, unreadable } = await checkFiles({
          inspectors,
          paths,
          dialect: flags.dialect,
          stdin,
        });
        shell.print(document, checkText(document, shell.paint), json);
        if (unreadable) return EXIT.usage;
        return document.ok ? EXIT.yes : EXIT.no;
      }),
    );
};
