import { problemsText } from '../../model/problem-text.ts';
import { EXIT } from '../exit-codes.ts';
import { examples, type Register } from '../register.ts';

export const verifyCommand: Register = (program, act) => {
  program
    .command('verify')
    .summary('check all that a run says of itself')
    .description(
      'Checks a run: chain, seals, projections and sealed trees, and every verdict judged once more. The verdicts of a run that another definition of its workflow made are not judged again; that is said.',
    )
    .argument('[RUN]', 'name or directory of the run (default: the one written to last)')
    .addHelpText('after', examples('baton verify fix-login'))
    .action(
      act(async (shell, run: string | undefined) => {
        const { verifyRun } = await import('../../operations/verify-run.ts');
        const document = await verifyRun(await shell.system(), await shell.placeToRead(run), run);
        const { ok, entries, chain, problems } = document;
        const head = `${document.run}: ${ok ? shell.paint.green('verified') : shell.paint.red('NOT VERIFIED')} (${entries} entries, chain ${chain})`;
        shell.print(document, problems.length === 0 ? head : `${head}\n${problemsText(problems)}`);
        return ok ? EXIT.yes : EXIT.no;
      }),
    );
};
