import { DETACHED } from '../../detached.ts';
import { EXIT } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';

export const resumeCommand: Register = (program, act) => {
  program
    .command('resume')
    .summary('continue a run')
    .description(
      'Continues a run that was interrupted, waits for a person, was stopped, or failed. The exit code says how it ended.',
    )
    .argument('[RUN]', 'name or directory of the run (default: the one written to last)')
    .option('--notify', 'show a desktop notification when it waits for you or ends')
    .addHelpText('after', examples('baton resume', 'baton resume fix-login'))
    .action(
      act(async (shell, name: string | undefined, { notify }: { readonly notify?: boolean }) => {
        const { resumeRun } = await import('../../../operations/runs/resume-run.ts');
        const { runStatus } = await import('../../../operations/status/run-status.ts');
        const { requireConfig } = await import('../../../operations/project/load-config.ts');
        const { attendRun } = await import('../../attend-run.ts');
        const { statusText } = await import('../../texts/status-text.ts');
        const system = await shell.system();
        const place = await shell.place(name);
        const document = await runStatus(system, place, name);
        if (document.status === 'complete' && document.owes === undefined) {
          const { tidyRun } = await import('../../../operations/runs/tidy-run.ts');
          await tidyRun(system, place, document.run);
          shell.print(document, statusText(document, shell.paint, Date.now()));
          return EXIT.yes;
        }
        const config = await requireConfig(place.project, place.env);
        return attendRun(
          shell,
          system,
          (attendance) => resumeRun({ ...attendance, system, place, config, notify }, document.run),
          {
            place,
            waitsForPeople: shell.env[DETACHED] !== undefined,
          },
        );
      }),
    );
};
