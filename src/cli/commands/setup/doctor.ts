import { plainText } from '../../../std/terminal-text.ts';
import { EXIT } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';

export const doctorCommand: Register = (program, act) => {
  program
    .command('doctor')
    .summary('what is missing here, and how to fix it')
    .description(
      'Checks that this machine and project have what Baton needs, and says how to fix what is missing.',
    )
    .option('--run', 'also run the tests, on a clean checkout of the current files')
    .addHelpText('after', examples('baton doctor', 'baton doctor --run'))
    .action(
      act(async (shell, { run = false }: { readonly run?: boolean }) => {
        const { doctor } = await import('../../../operations/setup/doctor.ts');
        const findings = await doctor({
          project: await shell.project(),
          env: shell.env,
          ...{ nodeVersion: process.versions.node, run },
          workflows: (await shell.system()).workflows,
        });
        const ok = findings.every((finding) => finding.ok || !finding.required);
        const { green, red, yellow } = shell.paint;
        const lines = findings.map((finding) => {
          const mark = finding.ok ? green('ok  ') : finding.required ? red('MISS') : yellow('opt ');
          const fix = finding.fix === undefined ? '' : `\n        ${plainText(finding.fix)}`;
          return `${mark}  ${finding.name}: ${plainText(finding.detail)}${fix}`;
        });
        shell.print({ ok, findings }, lines.join('\n'));
        return ok ? EXIT.yes : EXIT.configuration;
      }),
    );
};
