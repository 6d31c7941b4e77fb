import { Option } from 'commander';
import { problemsText } from '../../../model/problem-text.ts';
import { BASES } from '../../../model/run/verdict.ts';
import type { VerifyDocument } from '../../../operations/verify/verify-run.ts';
import { plainLine, plainText } from '../../../std/terminal-text.ts';
import { EXIT } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';

const FORMATS = ['text', 'github'] as const;

interface Flags {
  readonly format?: (typeof FORMATS)[number];
  readonly sarif?: string;
}

/** What holds now, by what it rests on. */
const basisLines = ({ ok, facts }: VerifyDocument): string[] =>
  [...BASES, null].flatMap((basis) => {
    const names = facts.filter((one) => one.basis === basis).map(({ fact }) => plainLine(fact));
    return ok && names.length > 0 ? [`${basis ?? 'basis not recorded'}: ${names.join(', ')}`] : [];
  });

export const verifyCommand: Register = (program, act) => {
  program
    .command('verify')
    .summary('recompute everything that a run claims')
    .description(
      'Checks the chain, seals, projections and sealed trees of a run, and judges every verdict again. If another definition of the workflow made the run, the verdicts cannot be judged again, and it says so.',
    )
    .argument('[RUN]', 'name or directory of the run (default: the one written to last)')
    .addOption(
      new Option(
        '--format <F>',
        'how to print (default: text); github is annotations and the summary of the job',
      ).choices(FORMATS),
    )
    .option('--sarif <FILE>', 'write SARIF to this file, too')
    .addHelpText('after', examples('baton verify fix-login', 'baton verify fix-login --format github'))
    .action(
      act(async (shell, run: string | undefined, { format = 'text', sarif }: Flags) => {
        const { verifyRun } = await import('../../../operations/verify/verify-run.ts');
        const document = await verifyRun(await shell.system(), await shell.placeToRead(run), run);
        const { ok, entries, chain, problems } = document;
        const head = `${document.run}: ${ok ? shell.paint.green('verified') : shell.paint.red('NOT VERIFIED')} (${entries} entries, chain ${chain})`;
        const lines = [
          head,
          ...basisLines(document),
          ...(problems.length === 0 ? [] : [problemsText(problems)]),
        ];
        const { checkGithub } = await import('../../texts/check-github.ts');
        const { reportToGithub } = await import('../../github-report.ts');
        const results = [{ path: document.run, problems }];
        shell.print(
          document,
          format === 'github' ? [plainText(head), checkGithub({ results })].join('\n') : lines.join('\n'),
        );
        const title = `Run ${document.run} is ${ok ? '' : 'not '}verified`;
        await reportToGithub(
          shell,
          { title, results, text: [`${entries} entries, head \`${chain}\``, ...basisLines(document)] },
          { format, sarif },
        );
        return ok ? EXIT.yes : EXIT.no;
      }),
    );
};
