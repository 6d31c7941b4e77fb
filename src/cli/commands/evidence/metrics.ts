import { Option } from 'commander';
import { problemsText } from '../../../model/problem-text.ts';
import { EXIT } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';

interface MetricsFlags {
  readonly since?: string;
  readonly workflow?: string;
  readonly format?: 'text' | 'markdown' | 'csv';
}

export const metricsCommand: Register = (program, act) => {
  program
    .command('metrics')
    .summary('accept rates and times, compared with their targets')
    .description(
      'Counts what was handed in, accepted and rejected, and how long it took, in one run or many. It reads only their journals. If a workflow has targets, it says which are met.',
    )
    .argument('[RUN...]', 'names or directories of runs (default: all runs of this project)')
    .option('--since <T>', 'only runs started since a date or time, or within a period (30m, 12h, 7d, 4w)')
    .option('--workflow <W>', 'only runs of this workflow')
    .addOption(
      new Option(
        '--format <F>',
        'how to print; markdown and csv need a workflow with its own report (default: text)',
      ).choices(['text', 'markdown', 'csv']),
    )
    .addHelpText(
      'after',
      examples(
        'baton metrics',
        'baton metrics fix-login --json',
        'baton metrics --workflow h3a --since 7d',
        'baton metrics --workflow collective --format markdown',
      ),
    )
    .action(
      act(async (shell, runs: string[], { since, workflow, format = 'text' }: MetricsFlags) => {
        const { metrics } = await import('../../../operations/metrics/metrics.ts');
        const { metricsText } = await import('../../texts/metrics-text.ts');
        const asked = {
          ...{ system: await shell.system(), cwd: shell.cwd, env: shell.env },
          ...{ runs, since, workflow },
        };
        const { requireFigures } = await import('../../../operations/metrics/own-figures.ts');
        if (format !== 'text') {
          const own = await requireFigures(asked);
          shell.print(own.json, own[format]);
          return EXIT.yes;
        }
        const { document, noneRead } = await metrics(asked);
        if (document.problems.length > 0) shell.note(problemsText(document.problems));
        shell.print(document, metricsText(document, shell.paint));
        return noneRead ? EXIT.no : EXIT.yes;
      }),
    );
};
